(* Universal Solitaire: the rules, in the words of games/universal/rules.md. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards.
Import ListNotations.
Open Scope N_scope.

(* Ranks 0 (1) to 9 (Galaxy); suits 0..5 = E J M N S V, from high to low. `lowest`: the rank at which the bar starts. *)
Record rules := Rules { draw : N; lowest : N; deck_size : N }.

Definition galaxy (c : card) : bool := rank c =? 9.

(* Columns run from head to foot. The stock's next card stands first, and so does the waste's top.
   `bar` counts the cards on each suit's pile. *)
Record position := Position {
  columns : list (list card); bar : list N; stock : list card; waste : list card; redeals : N }.

Inductive mv :=
| Turn
| Redeal
| Host (c : nat)        (* W>c *)
| Crown (c : nat)       (* W^c *)
| BarWaste              (* W! *)
| BarFoot (c : nat)     (* c! *)
| Merge (c d : nat).    (* c>d *)

Definition same_mv (a b : mv) : bool :=
  match a, b with
  | Turn, Turn | Redeal, Redeal | BarWaste, BarWaste => true
  | Host c, Host d | Crown c, Crown d | BarFoot c, BarFoot d => Nat.eqb c d
  | Merge c d, Merge c' d' => Nat.eqb c c' && Nat.eqb d d'
  | _, _ => false
  end.

(* `a` fits below `b`: one rank lower, and of a lower suit, or `b` is of Venus and `a` of Earth. *)
Definition fits (a b : card) : bool :=
  (rank a + 1 =? rank b) && ((suit b <? suit a) || ((suit b =? 5) && (suit a =? 0))).

Definition column (p : position) (c : nat) : list card := nth c (columns p) [].

Fixpoint replace (l : list (list card)) (c : nat) (x : list card) : list (list card) :=
  match l, c with [], _ => [] | _ :: l', O => x :: l' | y :: l', S c' => y :: replace l' c' x end.

Definition head (col : list card) : option card := match col with [] => None | x :: _ => Some x end.
Definition foot (col : list card) : option card := match col with [] => None | x :: l => Some (last l x) end.

(* The bar takes the next card of a suit. *)
Definition next_on_bar (r : rules) (p : position) (c : card) : bool :=
  rank c =? lowest r + nth (N.to_nat (suit c)) (bar p) 0.

Fixpoint raise (b : list N) (s : nat) : list N :=
  match b, s with [], _ => [] | n :: b', O => N.succ n :: b' | n :: b', S s' => n :: raise b' s' end.
Definition on_bar (p : position) (c : card) : list N := raise (bar p) (N.to_nat (suit c)).

Definition places (p : position) : list nat := seq 0 (length (columns p)).

Definition may_host (x : card) (col : list card) : bool :=
  match foot col with None => galaxy x | Some f => fits x f end.
Definition may_crown (x : card) (col : list card) : bool :=
  match head col with None => false | Some h => fits h x end.

Definition waste_moves (r : rules) (p : position) : list mv :=
  match waste p with
  | [] => []
  | x :: _ =>
      (if next_on_bar r p x then [BarWaste] else []) ++
      flat_map (fun c => (if may_host x (column p c) then [Host c] else []) ++
                         (if may_crown x (column p c) then [Crown c] else [])) (places p)
  end.

Definition may_merge (col other : list card) : bool :=
  match head col, foot other with Some h, Some f => fits h f | _, _ => false end.

Definition column_moves (r : rules) (p : position) (c : nat) : list mv :=
  match foot (column p c) with
  | None => []
  | Some f =>
      (if next_on_bar r p f then [BarFoot c] else []) ++
      flat_map (fun d => if negb (Nat.eqb c d) && may_merge (column p c) (column p d) then [Merge c d] else []) (places p)
  end.

Definition talon_moves (p : position) : list mv :=
  match stock p, waste p with
  | _ :: _, _ => [Turn]
  | [], _ :: _ => if redeals p =? 0 then [] else [Redeal]
  | [], [] => []
  end.

Definition legal (r : rules) (p : position) : list mv :=
  talon_moves p ++ waste_moves r p ++ flat_map (column_moves r p) (places p).

(* A turn brings up to `draw` cards. *)
Definition turned (r : rules) (p : position) : nat := N.to_nat (N.min (draw r) (count (stock p))).

Definition after_move (r : rules) (p : position) (m : mv) : position :=
  match m, waste p with
  | Turn, w =>
      let k := turned r p in
      Position (columns p) (bar p) (skipn k (stock p)) (rev (firstn k (stock p)) ++ w) (redeals p)
  | Redeal, w => Position (columns p) (bar p) (rev w) [] (N.pred (redeals p))
  | Host c, x :: w => Position (replace (columns p) c (column p c ++ [x])) (bar p) (stock p) w (redeals p)
  | Crown c, x :: w => Position (replace (columns p) c (x :: column p c)) (bar p) (stock p) w (redeals p)
  | BarWaste, x :: w => Position (columns p) (on_bar p x) (stock p) w (redeals p)
  | BarFoot c, w =>
      match foot (column p c) with
      | None => p
      | Some f => Position (replace (columns p) c (removelast (column p c))) (on_bar p f) (stock p) w (redeals p)
      end
  | Merge c d, w =>
      Position (replace (replace (columns p) c []) d (column p d ++ column p c)) (bar p) (stock p) w (redeals p)
  | _, [] => p
  end.

Definition total (b : list N) : N := fold_right N.add 0 b.

Definition barred (p : position) : option N := Some (total (bar p)).
Definition is_won (r : rules) (p : position) : bool := total (bar p) =? deck_size r.

Definition universal (r : rules) : game := Game position mv (legal r) (after_move r) barred (is_won r) true same_mv.

Definition start (columns : nat) (passes : N) (deal : list card) : position :=
  Position (map (fun c => [c]) (firstn columns deal)) (repeat 0 6) (skipn columns deal) [] (N.pred passes).

Definition same_position (a b : position) : bool :=
  same_list (same_list same_card) (columns a) (columns b) && same_list N.eqb (bar a) (bar b) &&
  same_list same_card (stock a) (stock b) && same_list same_card (waste a) (waste b) && (redeals a =? redeals b).

Lemma same_position_eq a b : same_position a b = true -> a = b.
Proof.
  destruct a, b. unfold same_position; simpl. intro H. rewrite !andb_true_iff in H. destruct H as [[[[A B] C] D] E].
  apply (same_list_eq _ (same_list_eq _ same_card_eq)) in A. apply (same_list_eq _ same_card_eq) in C, D.
  apply (same_list_eq N.eqb (fun x y H => proj1 (N.eqb_eq x y) H)) in B. apply N.eqb_eq in E. congruence.
Qed.

Definition hash (p : position) : positive :=
  let f h c := mix h (rank c * 6 + suit c) in
  fold_left (fun h col => fold_left f col (mix h 60)) (columns p)
    (fold_left f (waste p) (fold_left f (stock p) (mix (mix 1 (redeals p)) (count (stock p))))).
