(* Universal's clauses, written here once more, in the order of docs/soundness/universal_clauses.md. Each of them is true
   of every line of play that empties the talon, or that reaches the score asked for. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Clauses Game Cards Universal UniversalRules UniversalLine UniversalStatements.
Import ListNotations.
Open Scope N_scope.

Notation lit := (Clauses.lit atom).
Notation clause := (Clauses.clause atom).
Notation neg := (Clauses.neg atom).

Definition same_atom (a b : atom) : bool :=
  match a, b with
  | There p x, There q z => Nat.eqb p q && same_card x z
  | Waits p x y, Waits q z u => Nat.eqb p q && (same_card x z && same_card y u)
  | Count p x m, Count q z k => Nat.eqb p q && (same_card x z && Nat.eqb m k)
  | Before x y, Before z u | Barred x y, Barred z u | Hosted x y, Hosted z u | Above x y, Above z u
  | Moves x y, Moves z u | Moved x y, Moved z u | Gone x y, Gone z u => same_card x z && same_card y u
  | Direct x, Direct z => same_card x z
  | More b k, More c j => same_list same_card b c && Nat.eqb k j
  | Slot x c, Slot z d | Resides x c, Resides z d => same_card x z && Nat.eqb c d
  | _, _ => false
  end.

Lemma same_atom_refl a : same_atom a a = true.
Proof. destruct a; simpl; rewrite ?(same_list_refl _ same_card_refl), ?same_card_refl, ?Nat.eqb_refl; reflexivity. Qed.

Lemma same_atom_eq a b : same_atom a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; intro H;
    repeat match goal with
    | H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?]
    | H : same_card _ _ = true |- _ => apply same_card_eq in H
    | H : same_list _ _ _ = true |- _ => apply (same_list_eq _ same_card_eq) in H
    | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
    end; congruence.
Qed.

Definition same_lit (l m : lit) : bool := match l, m with Is a, Is b => same_atom a b | Yes, Yes => true | _, _ => false end.

Definition perhaps {A} (o : option A) (f : A -> list clause) : list clause := match o with Some x => f x | None => []
  end.

Section Encoder.
  Variable w : N.                          (* how many cards are in the waste *)
  Variable passes size : nat.              (* how often the stock may be gone through, and how many cards a turn brings
    *)
  Variable ending : list item.             (* if a score is asked for, the end of the line, of place 0 *)
  Variable named : option (list card).     (* the cards of the talon whose places bind; None if all do *)
  Variable spare : nat.                    (* and how many cards may then be missing from the bar *)
  Variable cols : list (list card).
  Variable T : list item.                  (* the talon from the bottom of the waste, places from 1 *)
  Variable all_items : list item.          (* the cards of the columns, of place 0, and then the talon *)
  Variable unders : list (card * card).    (* a card of a column and the one directly beneath it *)
  Variable heads : list item.              (* what can ever be a head, but for Galaxies in empty columns *)
  Variable tops : list item.               (* the Galaxies of the talon *)
  Variable sorted : list item.             (* the talon by rank *)
  Variable moving : list item.             (* heads whose columns are of interest when they move *)

  Definition fit (a b : item) : bool := fits (face a) (face b).
  Definition differ (a b : item) : bool := negb (same_card (face a) (face b)).
  Definition is_top (a : item) : bool := rank (face a) =? 9.

  Definition in_waste (y : item) : bool := place y <=? w.
  Definition first (p : nat) : bool := Nat.eqb p 0.

  Definition win : bool := match ending with [] => true | _ => false end.
  Definition moments : list item := T ++ ending.

  Definition there (p : nat) (x : item) : lit :=
    if first p then Yes else if Nat.eqb p passes && win then No else Is (There p (face x)).
  Definition waits (p : nat) (x y : item) : lit := if first p && in_waste y then Yes else Is (Waits p (face x) (face
    y)).
  Definition counts_to (p : nat) (x : option item) (m : nat) : lit :=
    match x with
    | Some y => if first p && in_waste y then (if Nat.eqb m 0 then Yes else No) else Is (Count p (face y) m)
    | None => if Nat.eqb m 0 then Yes else No
    end.
  Definition ends (p : nat) (x : item) : lit := if Nat.eqb size 1 then Yes else counts_to p (Some x) 0.
  Definition binds (x : item) : bool := match named with None => true | Some cs => existsb (same_card (face x)) cs end.
  (* y, which lies higher, leaves before x. *)
  Definition overtakes (x y : item) : lit :=
    if in_waste y && (binds x && binds y) then Yes else Is (Before (face y) (face x)).
  Definition before (x y : item) : lit :=
    match named with
    | Some _ => neg (overtakes x y)
    | None => if Nat.eqb passes 1 then neg (waits 0 x y) else Is (Before (face x) (face y))
    end.
  Definition out (x j : item) : lit :=
    if place x =? 0 then Yes
    else if place j =? 0 then neg (there passes x)
    else if place x =? place j then No
    else if place x <? place j then before x j else neg (before j x).
  Definition barred (x j : item) : lit :=
    if (suit (face x) =? suit (face j)) && (rank (face j) <=? rank (face x)) then No else Is (Barred (face x) (face j)).
  Definition resides (h : item) (c : nat) : lit :=
    if place h =? 0 then (match head (nth c cols []) with
                          | Some x => if same_card x (face h) then Yes else No | None => No end)
    else Is (Resides (face h) c).
  Definition gone (h g : item) : lit := if is_top h then No else Is (Gone (face h) (face g)).

  Definition hosts (y : item) : list item := filter (fit y) all_items.
  Definition guests (x : item) : list item := filter (fun y => fit y x) T.
  Definition crowned (y : item) : list item := filter (fun h => fit h y) heads.
  Definition crowners (h : item) : list item := filter (fit h) T.
  Definition below (h : item) : list item := filter (fit h) all_items.
  Definition lower (x : item) : option item :=
    find (fun z => (suit (face z) =? suit (face x)) && (rank (face z) + 1 =? rank (face x))) all_items.
  Definition under_card (x : item) : option item :=
    if place x =? 0 then
      match find (fun e => same_card (fst e) (face x)) unders with Some e => Some (Item 0 (snd e)) | None => None end
    else None.
  Definition places_of_columns : list nat := seq 0 (length cols).

  Definition at_most_one (l : list lit) : list clause :=
    flat_map (fun e => if same_lit (fst e) (snd e) then [] else [[neg (fst e); neg (snd e)]]) (pairs l).

  (* ---- The talon ---- *)

  Fixpoint stack_above (p : nat) (x : item) (l : list item) : list clause :=
    match l with
    | [] => []
    | y :: l' => [neg (there (S p) y); neg (waits p x y); there (S p) x] ::
                 match l' with [] => [] | z :: _ => [[neg (waits p x z); waits p x y]] end ++ stack_above p x l'
    end.
  Fixpoint stack (p : nat) (l : list item) : list clause :=
    match l with
    | [] => []
    | x :: l' => [neg (there (S p) x); there p x] ::
                 match l' with
                 | [] => []
                 | y :: _ => [[there p x; neg (waits p x y)]; [neg (there (S p) x); waits p x (last l' y)]]
                 end ++ stack_above p x l' ++ stack p l'
    end.
  Fixpoint triples (p : nat) (l : list item) : list (list clause) :=
    match l with
    | [] => []
    | x :: l' => map (fun e => [neg (waits p x (fst e)); neg (waits p (fst e) (snd e));
      waits p x (snd e)]) (pairs l') ::
                 triples p l'
    end.

  Fixpoint turns_above (p : nat) (x : item) (l : list item) : list clause :=
    match l with
    | y :: ((z :: _) as l') => [neg (waits p x y); waits p x z; ends p y] :: turns_above p x l'
    | _ => []
    end.
  Fixpoint turns_of (p : nat) (l : list item) : list clause :=
    match l with
    | x :: ((y :: _) as l') => [neg (there p x); waits p x y; ends p x] :: turns_above p x l' ++ turns_of p l'
    | _ => []
    end.
  Definition count_clauses (p : nat) (before : option item) (x : item) : list clause :=
    let h := there p x in
    flat_map (fun m => let b := counts_to p before m in
      let a := counts_to p (Some x) (Nat.modulo (m + 1) size) in
      let c := counts_to p (Some x) m in
      [[neg h; neg b; a]; [neg h; b; neg a]; [h; neg b; c]; [h; b; neg c]]) (seq 0 size).
  Fixpoint counts_of (p : nat) (before : option item) (l : list item) : list clause :=
    match l with
    | x :: ((_ :: _) as l') =>
        (if first p && in_waste x then [] else count_clauses p before x) ++ counts_of p (Some x) l'
    | _ => []
    end.

  Definition order_of (p : nat) : list clause :=
    flat_map (fun e : item * item => let (x, y) := e in
      let b := before x y in let v := waits p x y in
      [[v; neg (there p x); neg (there p y); b]; [neg v; neg (there p y); there (S p) y; neg b];
       [neg (there (S p) x); there (S p) y; neg b]; [there (S p) x; neg (there (S p) y); b]]) (pairs T).

  Definition pass_parts (p : nat) : list (list clause) :=
    stack p T :: triples p T ++
    [turns_of p T; if Nat.eqb size 1 then [] else counts_of p None T; if Nat.eqb passes 1 then [] else order_of p].

  (* In one pass with draw 1, if the places of some cards alone bind. *)
  Fixpoint loose_order (l : list item) : list clause :=
    match l with
    | [] => []
    | x :: l' =>
        flat_map (fun e : item * item => let (y, z) := e in
          [[neg (overtakes x y); neg (overtakes y z); overtakes x z];
           overtakes x y :: (if binds x && (binds y && binds z) then [] else [overtakes y z]) ++ [neg (overtakes x z)]])
          (pairs l') ++ loose_order l'
    end.

  (* ---- Places ---- *)

  Definition ways (y : item) : list lit :=
    Is (Direct (face y)) :: there passes y :: map (fun x => Is (Hosted (face y) (face x))) (hosts y) ++
    map (fun h => Is (Above (face y) (face h))) (crowned y) ++
    (if is_top y then map (fun c => Is (Slot (face y) c)) places_of_columns else []).
  Definition places_part (y : item) : list clause := ways y :: at_most_one (ways y).

  (* ---- The bar ---- *)

  Definition bar_part (x : item) : list clause :=
    let lo := lower x in
    let un := under_card x in
    let ms := moments in
    flat_map (fun j => let b := neg (barred x j) in
      [b; out x j] :: perhaps lo (fun z => [[b; barred z j]]) ++ perhaps un (fun u => [[b; barred u j]])) ms ++
    (if place x =? 0 then [] else
      perhaps lo (fun z => [[Not (Direct (face x)); barred z x]]) ++
      flat_map (fun k => if place k =? place x then [] else [[Not (Direct (face x)); neg (out x k); barred x k]]) ms) ++
    flat_map (fun j => match barred x j with
      | No => []
      | b => let b' := neg b in
             flat_map (fun k => if place k =? place j then [] else [[b'; neg (out j k); barred x k]]) ms end) T.

  (* ---- Guests and crowns ---- *)

  Definition guest_part (y : item) : list clause :=
    flat_map (fun x => let h := Not (Hosted (face y) (face x)) in
      [h; out x y] :: map (fun j => [h; neg (barred x j); barred y j]) moments ++
      perhaps (under_card x) (fun u => [[h; barred u y]])) (hosts y).
  Definition two_guests_part (y : item) : list clause :=
    let hs := hosts y in
    flat_map (fun z => if place z =? place y then [] else
      flat_map (fun x => if fit z x then
        [[Not (Hosted (face y) (face x)); Not (Hosted (face z) (face x)); neg (out y z); barred y z]] else []) hs) T.
  Definition crown_part (y : item) : list clause :=
    let gs := guests y in
    flat_map (fun h => let a := Not (Above (face y) (face h)) in
      [a; out h y] :: [a; neg (barred h y)] :: map (fun j => [a; neg (barred y j); barred h j]) moments ++
      map (fun z => [a; Not (Hosted (face z) (face y)); barred h z]) gs) (crowned y).

  Definition is_head_item (x : item) : bool := existsb (fun h => same_card (face h) (face x)) heads.
  Definition is_moving (x : item) : bool := existsb (fun h => same_card (face h) (face x)) moving.
  Definition uppers (x : item) : list atom :=
    (if is_head_item x then map (fun y => Above (face y) (face x)) (crowners x) else []) ++
    (if is_moving x then map (fun v => Moves (face x) (face v)) (below x) else []).
  Definition upper_part (x : item) : list clause :=
    let us := uppers x in
    (if place x =? 0 then [] else
      map (fun u => Not u :: map (fun h => Is (Above (face x) (face h))) (crowned x)) us) ++ at_most_one (map Is us).

  (* ---- Columns, if the talon holds Galaxies ---- *)

  Definition column_part (y : item) : list clause :=
    flat_map (fun h => let a := Not (Above (face y) (face h)) in
      flat_map (fun c => [[a; neg (resides h c); resides y c]; [a; resides h c;
        neg (resides y c)]]) places_of_columns) (crowned y).
  Definition slot_part (c : nat) : list clause :=
    flat_map (fun g => flat_map (fun o => if differ g o then
      [[Not (Slot (face g) c); Not (Slot (face o) c); neg (out g o); barred g o]] else []) tops) tops ++
    flat_map (fun h => flat_map (fun g => if differ h g then
      [[Not (Slot (face g) c); neg (resides h c); neg (out h g); barred h g; gone h g]] else []) tops) heads.
  Definition gone_part (h : item) : list clause :=
    let ys := crowners h in
    flat_map (fun g => let n := Not (Gone (face h) (face g)) in
      (n :: Is (Moved (face h) (face g)) :: map (fun y => Is (Above (face y) (face h))) ys) :: [n; out h g] ::
      map (fun y => [n; Not (Above (face y) (face h)); gone y g]) ys) tops.

  (* ---- Merges ---- *)

  Definition merge_below (h v g : item) (gs : list item) : list clause :=
    let a := Not (Moves (face h) (face v)) in
    let b := Not (Moved (face h) (face g)) in
    [a; b; out v g] :: perhaps (under_card v) (fun u => [[a; b; barred u g]]) ++
    (if place v =? 0 then [] else map (fun k => [a; b; Not (Above (face v) (face k)); barred k g]) (crowned v)) ++
    flat_map (fun y => let o := Not (Hosted (face y) (face v)) in
      [a; b; o; neg (out y g); barred y g; barred h y] ::
      (if place y =? place g then [] else [[a; b; o; neg (out g y); barred h y]])) gs.
  Definition merge_part (h : item) : list clause :=
    let vs := below h in
    flat_map (fun g => let m := Not (Moved (face h) (face g)) in
      (m :: map (fun v => Is (Moves (face h) (face v))) vs) :: [m; out h g] ::
      flat_map (fun l => if differ l g then [[m; neg (out g l); Is (Moved (face h) (face l))]] else []) tops) tops ++
    flat_map (fun v => let a := Not (Moves (face h) (face v)) in
      let gs := guests v in
      map (fun j => [a; neg (barred v j); barred h j]) moments ++ flat_map (fun g => merge_below h v g gs) tops) vs.
  Definition two_merges (h o v : item) : list clause :=
    let a := Not (Moves (face h) (face v)) in
    let b := Not (Moves (face o) (face v)) in
    flat_map (fun g => let m := Not (Moved (face h) (face g)) in
      [a; b; m; Not (Moved (face o) (face g)); barred h g; barred o g] ::
      flat_map (fun l => if differ l g then
        [[a; b; m; Is (Moved (face o) (face g)); Not (Moved (face o) (face l)); barred h l]] else []) tops) tops.
  Definition two_merges_part (h : item) : list clause :=
    let vs := below h in
    flat_map (fun o => if differ h o then flat_map (fun v => if fit o v then two_merges h o v else []) vs else [])
      moving.

  (* ---- The score ---- *)

  (* "More than k of these cards are missing from the bar at the end", for k below their number. *)
  Definition more (e : item) (l : list item) (k : nat) : lit :=
    match l with [x] => neg (barred x e) | _ => Is (More (map face l) k) end.
  Definition sum_of (e : item) (a b l : list item) (i j : nat) : list clause :=
    if Nat.eqb (i + j) 0 then [] else
      [(if Nat.eqb i 0 then [] else [neg (more e a (i - 1))]) ++ (if Nat.eqb j 0 then [] else [neg (more e b (j - 1))]) ++
       [more e l (i + j - 1)]].
  Fixpoint sums (fuel : nat) (e : item) (l : list item) : list clause :=
    match fuel, l with
    | S fuel', _ :: _ :: _ =>
        let h := Nat.div2 (length l) in
        let a := firstn h l in
        let b := skipn h l in
        sums fuel' e a ++ sums fuel' e b ++
        flat_map (fun i => flat_map (sum_of e a b l i) (seq 0 (S (length b)))) (seq 0 (S (length a)))
    | _, _ => []
    end.
  Definition score_part : list clause :=
    match ending with
    | [] => []
    | e :: _ => sums (length all_items) e all_items ++
                (if (spare <? length all_items)%nat then [[neg (more e all_items spare)]] else [])
    end.

  Definition parts : list (list clause) :=
    match named with None => flat_map pass_parts (seq 0 passes) | Some _ => [loose_order T] end ++ map places_part T ++ map bar_part all_items ++ map guest_part T ++
    map two_guests_part T ++ map crown_part sorted ++ map upper_part all_items ++
    (match tops with
     | [] => []
     | _ => map column_part sorted ++ map slot_part places_of_columns ++ map gone_part moving ++
            map merge_part moving ++ map two_merges_part moving
     end) ++ [score_part].
End Encoder.

(* What a position hands to the encoder. *)

Definition column_items (p : position) : list item := map (Item 0) (concat (columns p)).
Definition talon_items (p : position) : list item := placed_from 1 (rev' (waste p) ++ stock p).

Fixpoint beneath (l : list card) : list (card * card) :=
  match l with x :: ((y :: _) as l') => (x, y) :: beneath l' | _ => [] end.

Definition by_rank (l : list item) : list item :=
  flat_map (fun k => filter (fun x => rank (face x) =? N.of_nat k) l) (seq 0 10).

Definition first_heads (p : position) : list item :=
  flat_map (fun col => match col with [] => [] | x :: _ => [Item 0 x] end) (columns p).

Definition all_heads (p : position) (sorted : list item) : list item :=
  fold_left (fun hs y => if existsb (fun h => fits (face h) (face y)) hs then hs ++ [y] else hs) sorted (first_heads p).

Definition passes_of (p : position) : nat := S (N.to_nat (redeals p)).
Definition size_of (r : rules) (p : position) : nat := Nat.max 1 (N.to_nat (N.min (draw r) (count (waste p) + count
  (stock p)))).

(* The moment of the end is that of a card that the deck does not have. *)
Definition end_item (r : rules) (p : position) : item := Item 0 (Card (lowest r) (count (bar p))).

(* `asked`: for a score, how many cards may be missing from the bar; None for a win. *)
Definition parts_of (r : rules) (asked : option nat) (named : option (list card)) (passes : nat) (p : position) : list (list clause) :=
  let T := talon_items p in
  let all := column_items p ++ T in
  let sorted := by_rank T in
  let heads := all_heads p sorted in
  let tops := filter is_top T in
  let moving := match tops with [] => [] | _ => filter (fun h => negb (is_top h)) heads end in
  let (ending, spare) := match asked with None => ([], 0%nat) | Some k => ([end_item r p], k) end in
  parts (count (waste p)) passes (size_of r p) ending named spare (columns p) T all (flat_map beneath (columns p)) heads tops
    sorted moving.
