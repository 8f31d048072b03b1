(* Single Left (One-Handed Solitaire): the rules, in the words of games/single_left/rules.md. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
From Winnow Require Import Game Cards.
Import ListNotations.
Open Scope N_scope.

(* `goal`: clear, no card left; one, exactly one; a number, at most so many left. *)
Inductive goal := Clear | One | AtMost (n : N).

Record rules := Rules { forced : bool; wants : goal; redeals_allowed : N }.

(* The hand is a row of face-up cards; here its newest card stands first. The deck's next card stands first.
   The discards are kept sorted by their place in the original deal. *)
Record position := Position { hand : list item; deck : list item; discards : list item; redeals : N }.

Inductive mv := Draw | Pair | Four | Redeal.

Definition same_mv (a b : mv) : bool :=
  match a, b with Draw, Draw | Pair, Pair | Four, Four | Redeal, Redeal => true | _, _ => false end.

Definition goal_met (r : rules) (left : N) : bool :=
  match wants r with Clear => left =? 0 | One => left =? 1 | AtMost n => left <=? n end.

Fixpoint put (i : item) (l : list item) : list item :=
  match l with
  | [] => [i]
  | j :: l' => if place i <=? place j then i :: l else j :: put i l'
  end.

(* `four`: the window's first and fourth card share a rank. `pair`: they share a suit. Both need four cards. *)
Definition discard_moves (p : position) : list mv :=
  match hand p with
  | d :: _ :: _ :: a :: _ =>
      (if rank (face a) =? rank (face d) then [Four] else []) ++
      (if suit (face a) =? suit (face d) then [Pair] else [])
  | _ => []
  end.

(* `draw` needs a card in the deck; `redeal` an empty deck, discards, and a redeal not yet used. *)
Definition deck_moves (p : position) : list mv :=
  match deck p with
  | _ :: _ => [Draw]
  | [] => match discards p with
          | [] => []
          | _ :: _ => if redeals p =? 0 then [] else [Redeal]
          end
  end.

Definition all_moves (p : position) : list mv := discard_moves p ++ deck_moves p.

(* Under forced discarding the first that applies of four, pair, draw, redeal; no redeal if the goal is met. *)
Definition legal (r : rules) (p : position) : list mv :=
  if forced r then
    match all_moves p with
    | [] => []
    | Redeal :: _ => if goal_met r (count (hand p)) then [] else [Redeal]
    | m :: _ => [m]
    end
  else all_moves p.

Definition after_move (p : position) (m : mv) : position :=
  match m, hand p, deck p with
  | Four, d :: c :: b :: a :: rest, _ =>
      Position rest (deck p) (put a (put b (put c (put d (discards p))))) (redeals p)
  | Pair, d :: c :: b :: rest, _ => Position (d :: rest) (deck p) (put b (put c (discards p))) (redeals p)
  | Draw, h, x :: rest => Position (x :: h) rest (discards p) (redeals p)
  | Redeal, h, _ => Position h (discards p) [] (N.pred (redeals p))
  | _, _, _ => p
  end.

(* The game is over, or may be stopped, when the deck is empty and, under forced, no move is due. *)
Definition left_over (r : rules) (p : position) : option N :=
  match deck p with
  | _ :: _ => None
  | [] => if forced r && match legal r p with [] => false | _ => true end then None else Some (count (hand p))
  end.

Definition is_won (r : rules) (p : position) : bool :=
  match left_over r p with Some n => goal_met r n | None => false end.

Definition start (r : rules) (deal : list card) : position :=
  Position [] (placed_from 0 deal) [] (redeals_allowed r).

Definition single_left (r : rules) : game :=
  Game position mv (legal r) after_move (left_over r) (is_won r) false same_mv.

Definition same_position (a b : position) : bool :=
  same_list same_item (hand a) (hand b) && same_list same_item (deck a) (deck b) &&
  same_list same_item (discards a) (discards b) && (redeals a =? redeals b).

Lemma same_position_eq a b : same_position a b = true -> a = b.
Proof.
  destruct a, b. unfold same_position; simpl. intro H. rewrite !andb_true_iff in H. destruct H as [[[A B] C] D].
  apply (same_list_eq _ same_item_eq) in A, B, C. apply N.eqb_eq in D. congruence.
Qed.

Definition hash (p : position) : positive :=
  fold_left (fun h i => mix h (place i)) (hand p)
    (fold_left (fun h i => mix h (place i)) (discards p) (mix (mix 1 (redeals p)) (count (deck p)))).
