(* Blink's clauses, written here once more, in the order of docs/soundness/blink_clauses.md: every line that places all
   cards (and scores more than the bound) satisfies them. *)

From Coq Require Import List NArith ZArith PArith Bool.
From Winnow Require Import Cards Blink Clauses.
Import ListNotations.
Open Scope N_scope.

(* The statements about a line. `Sum k m`: of the first k statements `Meets` m or more are true. *)
Inductive atom :=
| Lies (i : N) (c : cell)
| At (i t : N)
| Placed (i t : N)
| Full (c : cell) (t : N)
| Begins (down : bool) (s : Z)
| Meets (c d : cell) (w : N)
| Sum (k m : N).

Definition same_atom (a b : atom) : bool :=
  match a, b with
  | Lies i c, Lies j d => (i =? j) && same_cell c d
  | At i t, At j u | Placed i t, Placed j u | Sum i t, Sum j u => (i =? j) && (t =? u)
  | Full c t, Full d u => same_cell c d && (t =? u)
  | Begins a s, Begins b u => Bool.eqb a b && Z.eqb s u
  | Meets c d w, Meets e f u => same_cell c e && (same_cell d f && (w =? u))
  | _, _ => false
  end.

Lemma same_atom_eq a b : same_atom a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; intro H;
    repeat match goal with
    | H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?]
    | H : same_cell _ _ = true |- _ => apply same_cell_eq in H
    | H : Bool.eqb _ _ = true |- _ => apply Bool.eqb_prop in H
    | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H
    | H : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in H
    end; congruence.
Qed.

Definition hash_atom (a : atom) : positive :=
  let at_cell (c : cell) := Z.to_N (fst c + 512) * 1024 + Z.to_N (snd c + 512) in
  let h k x y := match (y * 1048576 + x) * 8 + k with N0 => 1%positive | N.pos q => q end in
  match a with
  | Lies i c => h 0 (at_cell c) i
  | At i t => h 1 i t
  | Placed i t => h 2 i t
  | Full c t => h 3 (at_cell c) t
  | Begins _ s => h 4 (Z.to_N (s + 512)) 0
  | Meets c d w => h 5 (at_cell c) (at_cell d * 4 + w)
  | Sum k m => h 6 k m
  end.

Notation lit := (Clauses.lit atom).
Notation clause := (Clauses.clause atom).

Fixpoint whole_from (from : Z) (many : nat) : list Z :=
  match many with O => [] | S k => from :: whole_from (from + 1)%Z k end.
Fixpoint steps_from (from : N) (many : nat) : list N :=
  match many with O => [] | S k => from :: steps_from (N.succ from) k end.

(* A free cell with the cards that may lie there. *)
Definition spot := (cell * list (N * bcard))%type.

Section Encoder.
  Variables (r : rules) (p : position).

  Definition cards : list (N * bcard) := left p.
  Definition begun : N := count (table p).
  Definition all_cards : N := begun + count cards.
  Definition fresh : bool := match table p with [] => true | _ => false end.

  (* No line reaches further than its cards. *)
  Definition wide : Z := Z.min (columns r) (Z.of_N all_cards).
  Definition high : Z := Z.min (rows r) (Z.of_N all_cards).

  Definition first_of (axis : cell -> Z) : Z :=
    match cells (table p) with [] => 0%Z | c :: l => least (map axis l) (axis c) end.
  Definition last_of (axis : cell -> Z) : Z :=
    match cells (table p) with [] => 0%Z | c :: l => most (map axis l) (axis c) end.
  Definition frame (axis : cell -> Z) (size : Z) : list Z :=
    if fresh then whole_from 0 (Z.to_nat size)
    else whole_from (last_of axis - size + 1) (Z.to_nat (first_of axis + size - (last_of axis - size + 1))).
  Definition starts (axis : cell -> Z) (size : Z) : list Z :=
    whole_from (last_of axis - size + 1) (Z.to_nat (first_of axis + 1 - (last_of axis - size + 1))).

  Definition free_cells : list cell :=
    filter (fun c => negb (occupied (table p) c)) (flat_map (fun y => map (fun x => (x, y)) (frame fst wide)) (frame snd high)).

  (* Of the images of a layout on an empty table, the one in which card 0 lies here is taken. *)
  Definition first_of_images (c : cell) : bool :=
    (Z.leb (2 * fst c) (wide - 1) && Z.leb (2 * snd c) (high - 1) && (negb (Z.eqb wide high) ||
      Z.leb (snd c) (fst c)))%Z.

  Definition fits (c : cell) (e : N * bcard) : bool :=
    (negb (fresh && (fst e =? 0)) || first_of_images c) && matches_all (table p) c (snd e).

  Definition spots : list spot := map (fun c => (c, filter (fits c) cards)) free_cells.
  Definition beside (c : cell) : list spot :=
    flat_map (fun d => match find (fun s => same_cell (fst s) d) spots with Some s => [s] | None => [] end) (neighbours c).
  (* The spots with those beside them. *)
  Definition board : list (spot * list spot) := map (fun s => (s, beside (fst s))) spots.

  Definition lies (c : cell) (e : N * bcard) : lit := Is (Lies (fst e) c).
  Definition at_ (i t : N) : lit := if t + hold r <? i then No else Is (At i t).
  Definition placed_by (i t : N) : lit :=
    if t <=? N.max begun (i - hold r) then No else if all_cards <=? t then Yes else Is (Placed i t).
  Definition full (c : cell) (t : N) : lit := if t <=? begun then No else Is (Full c t).
  Notation neg := (neg atom).

  Definition times : list N := steps_from begun (length cards).

  Definition cards_part : list clause :=
    flat_map (fun e => one_of atom (map (fun c => lies c e) (filter (fun c => fits c e) free_cells))) cards ++
    flat_map (fun s => none_twice atom (map (lies (fst s)) (snd s)) ++
                       (if Nat.eqb (length spots) (length cards) then [map (lies (fst s)) (snd s)] else [])) spots.

  Definition axis_part (down : bool) (axis : cell -> Z) (size : Z) : list clause :=
    let from := starts axis size in
    one_of atom (map (fun s => Is (Begins down s)) from) ++
    flat_map (fun s : spot =>
      let some := filter (fun b => Z.leb b (axis (fst s)) && Z.ltb (axis (fst s)) (b + size)) from in
      if Nat.ltb (length some) (length from)
      then map (fun e => neg (lies (fst s) e) :: map (fun b => Is (Begins down b)) some) (snd s) else []) spots.
  Definition box_part : list clause := if fresh then [] else axis_part false fst wide ++ axis_part true snd high.

  Definition matches_part : list clause :=
    flat_map (fun e : spot * list spot => let (s, near) := e in
      flat_map (fun d : spot =>
        if before (fst s) (fst d)
        then flat_map (fun i => flat_map (fun j =>
               if negb (fst i =? fst j) && (ways (snd i) (snd j) =? 0)
               then [[neg (lies (fst s) i); neg (lies (fst d) j)]] else []) (snd d)) (snd s)
        else []) near) board.

  Definition steps_part : list clause :=
    flat_map (fun t => one_of atom (map (fun e => at_ (fst e) t) cards)) times ++
    flat_map (fun e => let i := fst e in
      one_of atom (map (at_ i) times) ++
      flat_map (fun t =>
        let b := placed_by i t in let a := at_ i t in let l := placed_by i (t + 1) in
        [[neg b; l]; [neg a; neg b]; [neg a; l]; [neg l; b; a]]) times) cards.

  Definition filled_part : list clause :=
    flat_map (fun s : spot => let c := fst s in
      flat_map (fun t =>
        (neg (full c t) :: map (lies c) (snd s)) ::
        (if begun + 1 <? t then [[neg (full c (t - 1)); full c t]] else []) ++
        flat_map (fun e => [[neg (lies c e); neg (placed_by (fst e) t); full c t];
                            [neg (lies c e); placed_by (fst e) t; neg (full c t)]]) (snd s)) (tl times)) spots.

  Definition beside_part : list clause :=
    flat_map (fun e => flat_map (fun b : spot * list spot => let (s, near) := b in let c := fst s in
      if fits c e && negb (existsb (touches c) (cells (table p)))
      then map (fun t => neg (lies c e) :: neg (at_ (fst e) t) :: map (fun d => full (fst d) t) near)
             (if fresh then tl times else times)
      else []) board) cards.

  (* ---- A better score ---- *)

  (* What may lie in a cell: number (of cards to come), card, and the statement that it does. *)
  Definition option_ := (option N * bcard * lit)%type.
  Definition side := (cell * list option_)%type.
  Definition side_of (s : spot) : side := (fst s, map (fun e => (Some (fst e), snd e, lies (fst s) e)) (snd s)).
  Definition same_option (a b : option_) : bool :=
    match fst (fst a), fst (fst b) with Some i, Some j => i =? j | _, _ => false end.

  (* The touching cells, one of them free at least. *)
  Definition pairs_of (b : spot * list spot) : list (side * side) :=
    let (s, near) := b in
    flat_map (fun d => match find (fun e => same_cell (fst e) d) (table p) with
                       | Some e => [(side_of s, (d, [(None, snd e, Yes)]))]
                       | None => match find (fun z : spot => same_cell (fst z) d) near with
                                 | Some z => if before (fst s) d then [(side_of s, side_of z)] else []
                                 | None => []
                                 end
                       end) (neighbours (fst s)).
  Definition all_pairs : list (side * side) := flat_map pairs_of board.

  Definition side_clauses (u : lit) (w : N) (here there : side) : list clause :=
    (neg u :: map snd (snd here)) ::
    map (fun a : option_ => neg u :: neg (snd a) ::
           map snd (filter (fun b : option_ => negb (same_option a b) &&
             (w <=? ways (snd (fst a)) (snd (fst b)))) (snd there)))
      (snd here).

  Definition meets (q : side * side) (w : N) : atom := Meets (fst (fst q)) (fst (snd q)) w.
  Definition meets_part (ps : list (side * side)) : list clause :=
    flat_map (fun q => flat_map (fun w =>
      side_clauses (Is (meets q w)) w (fst q) (snd q) ++ side_clauses (Is (meets q w)) w (snd q) (fst q)) [1; 2; 3]) ps.
  Definition counted (ps : list (side * side)) : list atom := flat_map (fun q => map (meets q) [1; 2; 3]) ps.

  Definition sum_to (k m : N) : lit := if k <? m then No else if m =? 0 then Yes else Is (Sum k m).

  (* The last of the statements first; `k` is their number. *)
  Fixpoint sums_part (all least : N) (k : N) (backwards : list atom) : list clause :=
    match backwards with
    | [] => []
    | u :: rest =>
        let low := N.max 1 (least - (all - k)) in
        let high := N.min k least in
        flat_map (fun m => [[neg (sum_to k m); sum_to (k - 1) m; Is u];
                            [neg (sum_to k m); sum_to (k - 1) m; sum_to (k - 1) (m - 1)]])
          (steps_from low (N.to_nat (high + 1 - low))) ++
        sums_part all least (k - 1) rest
    end.

  Definition laid_score : N := sum (fun a => sum (pair_score a) (table p)) (table p).
  Definition score_part (above : N) : list clause :=
    let ps := all_pairs in
    let us := counted ps in
    let many := count us in
    let least := N.div2 above + 1 - laid_score in
    meets_part ps ++
    (if many <? least then [[No]]
     else (if least =? 0 then [] else [[sum_to many least]]) ++ sums_part many least many (rev' us)).

  Definition clauses (above : option N) : list clause :=
    cards_part ++ box_part ++ matches_part ++ steps_part ++ filled_part ++ beside_part ++
    match above with Some b => score_part b | None => [] end.
End Encoder.
