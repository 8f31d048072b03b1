(* Blink Solitaire: the rules, in the words of games/blink/rules.md. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool.
From Winnow Require Import Game Cards.
Import ListNotations.
Open Scope Z_scope.

Record bcard := BCard { number : N; colour : N; shape : N }.

Definition same_bcard (a b : bcard) : bool :=
  N.eqb (number a) (number b) && N.eqb (colour a) (colour b) && N.eqb (shape a) (shape b).

Lemma same_bcard_eq a b : same_bcard a b = true -> a = b.
Proof. destruct a, b. unfold same_bcard; simpl. intro H. f_equal; lia. Qed.

Definition one (b : bool) : N := if b then 1%N else 0%N.

(* In how many of count, colour and shape two cards agree. *)
Definition ways (a b : bcard) : N :=
  (one (N.eqb (number a) (number b)) + one (N.eqb (colour a) (colour b)) + one (N.eqb (shape a) (shape b)))%N.

Record rules := Rules { hold : N; columns : Z; rows : Z }.

Definition cell := (Z * Z)%type.
Definition same_cell (a b : cell) : bool := (fst a =? fst b) && (snd a =? snd b).

Lemma same_cell_eq a b : same_cell a b = true <-> a = b.
Proof. destruct a, b. unfold same_cell; simpl. split; intro H; [f_equal|injection H]; lia. Qed.

(* Cells from left to right, then downwards. *)
Definition before (a b : cell) : bool := (fst a <? fst b) || ((fst a =? fst b) && (snd a <? snd b)).

Definition layout := list (cell * bcard).

(* The cards still to come, each with its place in the deal (from 0), in the order of the deal. *)
Record position := Position { table : layout; left : list (N * bcard) }.

(* `token@x,y`: a card on a cell. `draw_index` is its place in the deal. *)
Record mv := Put { placed : bcard; onto : cell; draw_index : N }.

Definition same_mv (a b : mv) : bool := same_bcard (placed a) (placed b) && same_cell (onto a) (onto b).

Definition neighbours (c : cell) : list cell :=
  [(fst c - 1, snd c); (fst c + 1, snd c); (fst c, snd c - 1); (fst c, snd c + 1)].

Definition touches (a b : cell) : bool := existsb (same_cell b) (neighbours a).

(* The i-th card to be placed (from 0) has draw index at most i + hold. Of equal cards only the first drawn is named. *)
Fixpoint at_hand (reach : N) (seen : list bcard) (l : list (N * bcard)) : list (N * bcard) :=
  match l with
  | [] => []
  | (i, c) :: l' =>
      if N.leb i reach && negb (existsb (same_bcard c) seen) then (i, c) :: at_hand reach (c :: seen) l'
      else at_hand reach seen l'
  end.

Definition cells (t : layout) : list cell := map fst t.
Definition occupied (t : layout) (c : cell) : bool := existsb (same_cell c) (cells t).

Definition least (l : list Z) (d : Z) : Z := fold_right Z.min d l.
Definition most (l : list Z) (d : Z) : Z := fold_right Z.max d l.

(* The bounding box with this cell is no wider than the table. *)
Definition within (r : rules) (t : layout) (c : cell) : bool :=
  let xs := map fst (cells t) in
  let ys := map snd (cells t) in
  (most xs (fst c) - least xs (fst c) <? columns r) && (most ys (snd c) - least ys (snd c) <? rows r).

Fixpoint add_cell (c : cell) (l : list cell) : list cell :=
  match l with
  | [] => [c]
  | d :: l' => if same_cell c d then l else if before c d then c :: l else d :: add_cell c l'
  end.

(* The free cells next to a placed card that keep the bounding box on the table; the first card, which may lie
   anywhere, is named at 0,0. *)
Definition open_cells (r : rules) (t : layout) : list cell :=
  match t with
  | [] => [(0, 0)]
  | _ => filter (fun c => negb (occupied t c) && within r t c)
           (fold_right add_cell [] (flat_map neighbours (cells t)))
  end.

(* A card must match every card that it touches. *)
Definition matches_all (t : layout) (c : cell) (x : bcard) : bool :=
  forallb (fun e => negb (touches c (fst e)) || N.ltb 0 (ways x (snd e))) t.

Definition legal (r : rules) (p : position) : list mv :=
  let free := open_cells r (table p) in
  flat_map (fun e => map (fun c => Put (snd e) c (fst e)) (filter (fun c => matches_all (table p) c (snd e)) free))
           (at_hand (N.add (count (table p)) (hold r)) [] (left p)).

Fixpoint add_entry (c : cell) (x : bcard) (t : layout) : layout :=
  match t with
  | [] => [(c, x)]
  | (d, y) :: t' => if before c d then (c, x) :: t else (d, y) :: add_entry c x t'
  end.

Definition after_move (p : position) (m : mv) : position :=
  Position (add_entry (onto m) (placed m) (table p)) (filter (fun e => negb (N.eqb (fst e) (draw_index m))) (left p)).

(* Twice the ways in which touching cards match, each pair seen from its left or upper card. *)
Definition right_or_down (a b : cell) : bool :=
  same_cell b (fst a + 1, snd a) || same_cell b (fst a, snd a + 1).
Definition pair_score (a b : cell * bcard) : N := if right_or_down (fst a) (fst b) then ways (snd a) (snd b) else 0%N.
Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x s => N.add (f x) s) 0%N l.
Definition layout_score (t : layout) : N := N.mul 2 (sum (fun a => sum (pair_score a) t) t).

Definition final (p : position) : option N := match left p with [] => Some (layout_score (table p)) | _ => None end.
Definition is_won (p : position) : bool := match left p with [] => true | _ => false end.

Definition blink (r : rules) : game := Game position mv (legal r) after_move final is_won true same_mv.

Fixpoint drawn_from (n : N) (l : list bcard) : list (N * bcard) :=
  match l with [] => [] | c :: l' => (n, c) :: drawn_from (N.succ n) l' end.

Definition start (deal : list bcard) : position := Position [] (drawn_from 0 deal).
