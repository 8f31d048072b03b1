(* Head Solitaire: the rules, in the words of games/head/rules.md. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards.
Import ListNotations.
Open Scope N_scope.

(* A Decktet card: rank 0 (Ace) to 9 (Crown), 10 for a Pawn, 11 for a Court, 12 for the Excuse;
   the suits on it are the bits of `suits`, 0..5 = M S W L Y K. *)
Record dcard := DCard { drank : N; suits : N }.

Definition same_dcard (a b : dcard) : bool := (drank a =? drank b) && (suits a =? suits b).

Lemma same_dcard_eq a b : same_dcard a b = true -> a = b.
Proof. destruct a, b. unfold same_dcard; simpl. intro H. f_equal; lia. Qed.

Definition excuse (c : dcard) : bool := drank c =? 12.
Definition ranked (c : dcard) : bool := drank c <=? 9.

Record rules := Rules { passes : N; optional : bool (* melding=optional *); target : N; full : N (* cards in a full hand *) }.

(* Suit-meld: the suit symbols are exactly one of each of the six; the Excuse counts as any single one. *)
Fixpoint disjoint_suits (l : list dcard) (seen : N) : option N :=
  match l with
  | [] => Some seen
  | c :: l' => if N.land seen (suits c) =? 0 then disjoint_suits l' (N.lor seen (suits c)) else None
  end.

Fixpoint ones (p : positive) : N := match p with xH => 1 | xO q => ones q | xI q => N.succ (ones q) end.
Definition how_many (s : N) : N := match s with N0 => 0 | Npos p => ones p end.

Definition suit_meld (plain : list dcard) (excuses : N) : bool :=
  match disjoint_suits plain 0 with Some s => how_many s + excuses =? 6 | None => false end.

(* Kind-meld: all of one rank. Run-meld: consecutive ranks that share a suit; the Excuse fills a gap or an end. *)
Definition kind_meld (plain : list dcard) : bool :=
  match plain with [] => false | c :: l => forallb (fun d => drank d =? drank c) l end.

Notation distinct := (distinct_by N.eqb).

Definition run_meld (plain : list dcard) (excuses : N) : bool :=
  let ranks := map drank plain in
  let span := fold_right N.max 0 ranks - fold_right N.min 100 ranks + 1 in
  negb (fold_right (fun c s => N.land (suits c) s) 63 plain =? 0) && distinct ranks &&
  ((span =? count plain) || ((excuses =? 1) && (span =? count plain + 1))).

Definition is_meld (l : list dcard) : bool :=
  let plain := filter (fun c => negb (excuse c)) l in
  let excuses := count (filter excuse l) in
  suit_meld plain excuses ||
  ((3 <=? count l) && forallb ranked plain && (kind_meld plain || run_meld plain excuses)).

(* The pile's next card and the earliest discard stand first, the hand in the order drawn; the hand is drawn already.
   `may_burn`: the pass has just begun from an empty hand, so the card drawn first may still be burned. *)
Record position := Position {
  pile : list dcard; hand : list dcard; discards : list dcard; turn : N; may_burn : bool }.

(* A card of the hand by name: of equal cards `fst` counts those before it. *)
Definition named := (N * dcard)%type.

Inductive mv :=
| Meld (cards : list named) (rest : list dcard)      (* these leave the hand, the rest stays *)
| Discard (order : list dcard)
| Burn.

Definition same_named (a b : named) : bool := (fst a =? fst b) && same_dcard (snd a) (snd b).

Fixpoint take_out {A} (same : A -> A -> bool) (x : A) (l : list A) : option (list A) :=
  match l with
  | [] => None
  | y :: l' => if same x y then Some l' else match take_out same x l' with Some r => Some (y :: r) | None => None end
  end.

(* The same cards in any order. *)
Fixpoint same_cards {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a with
  | [] => match b with [] => true | _ => false end
  | x :: a' => match take_out same x b with Some b' => same_cards same a' b' | None => false end
  end.

Definition same_mv (a b : mv) : bool :=
  match a, b with
  | Meld l _, Meld l' _ => same_cards same_named l l'
  | Discard l, Discard l' => same_list same_dcard l l'
  | Burn, Burn => true
  | _, _ => false
  end.

Fixpoint naming (before l : list dcard) : list named :=
  match l with [] => [] | c :: l' => (count (filter (same_dcard c) before), c) :: naming (c :: before) l' end.

(* Every choice of cards, with the cards that stay. *)
Fixpoint choices (l : list named) : list (list named * list dcard) :=
  match l with
  | [] => [([], [])]
  | x :: l' =>
      let rest := choices l' in
      map (fun c => (x :: fst c, snd c)) rest ++ map (fun c => (fst c, snd x :: snd c)) rest
  end.

Definition melds (h : list dcard) : list (list named * list dcard) :=
  filter (fun c => is_meld (map snd (fst c))) (choices (naming [] h)).

Definition has_meld (h : list dcard) : bool := match melds h with [] => false | _ => true end.

Fixpoint insertions {A} (x : A) (l : list A) : list (list A) :=
  match l with [] => [[x]] | y :: l' => (x :: l) :: map (cons y) (insertions x l') end.
Fixpoint permutations {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | x :: l' => flat_map (insertions x) (permutations l') end.

Definition is_full (r : rules) (h : list dcard) : bool := count h =? full r.

(* In part one a discarded hand may be put in any order. *)
Definition orders (p : position) : list (list dcard) :=
  if turn p =? 1 then permutations (hand p) else [hand p].

Definition legal (r : rules) (p : position) : list mv :=
  let m := melds (hand p) in
  map (fun c => Meld (fst c) (snd c)) m ++
  (if is_full r (hand p) && (match m with [] => true | _ => false end || optional r)
   then map Discard (orders p) else []) ++
  (if may_burn p then [Burn] else []).

Definition fill (r : rules) (p : position) : position :=
  let room := N.to_nat (full r - count (hand p)) in
  Position (skipn room (pile p)) (hand p ++ firstn room (pile p)) (discards p) (turn p) (may_burn p).

(* Fill the hand, and go on to the next pass while there is nothing to decide. With no discards the passes that are
   left change nothing, so `again` = 3 is enough. *)
Fixpoint draw (again : nat) (r : rules) (p : position) : position :=
  let q := fill r p in
  if may_burn q || is_full r (hand q) || has_meld (hand q) || (turn q =? passes r) then q
  else match again with
       | O => q
       | S k => draw k r (Position (discards q) (hand q) [] (match discards q with [] => passes r | _ => turn q + 1 end)
                   (match hand q, discards q with [], _ :: _ => true | _, _ => false end))
       end.

Definition drawn (r : rules) (p : position) : position := draw 3 r p.

Definition after_move (r : rules) (p : position) (m : mv) : position :=
  match m with
  | Meld _ rest => drawn r (Position (pile p) rest (discards p) (turn p) false)
  | Discard order => drawn r (Position (pile p) [] (discards p ++ order) (turn p) false)
  | Burn => drawn r (Position (pile p) (tl (hand p)) (discards p ++ firstn 1 (hand p)) (turn p) false)
  end.

(* The game is over, or only an idle burn is left. *)
Definition spare (r : rules) (p : position) : option N :=
  match pile p with
  | _ :: _ => None
  | [] => if (may_burn p || (turn p =? passes r)) && negb (is_full r (hand p)) && negb (has_meld (hand p))
          then Some (count (hand p) + count (discards p)) else None
  end.

Definition is_won (r : rules) (p : position) : bool :=
  match spare r p with Some s => s <=? target r | None => false end.

Definition head (r : rules) : game := Game position mv (legal r) (after_move r) (spare r) (is_won r) false same_mv.

Definition start (r : rules) (deal : list dcard) : position := drawn r (Position deal [] [] 1 false).

Definition same_position (a b : position) : bool :=
  same_list same_dcard (pile a) (pile b) && same_list same_dcard (hand a) (hand b) &&
  same_list same_dcard (discards a) (discards b) && (turn a =? turn b) && Bool.eqb (may_burn a) (may_burn b).

Lemma same_position_eq a b : same_position a b = true -> a = b.
Proof.
  destruct a, b. unfold same_position; simpl. intro H. rewrite !andb_true_iff in H. destruct H as [[[[A B] C] D] E].
  apply (same_list_eq _ same_dcard_eq) in A, B, C. apply N.eqb_eq in D. apply Bool.eqb_prop in E. congruence.
Qed.

Definition hash (p : position) : positive :=
  let f h c := mix h (drank c * 64 + suits c) in
  fold_left f (hand p) (fold_left f (pile p) (fold_left f (discards p) (mix (mix 1 (turn p)) (count (pile p))))).
