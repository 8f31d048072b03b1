(* One-Minute Solitaire: the rules, in the words of games/one_minute/rules.md. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards.
Import ListNotations.
Open Scope N_scope.

Record rules := Rules { always_play : bool (* passing=forced *); budget : N; pickup : N }.

(* The hand's next card stands first, and so does the waste's top, its last dealt card.
   Before the base is laid `laid` is false and `top` is the card that will be the base. *)
Record position := Position { laid : bool; top : card; hand : list card; waste : list card; handlings : N }.

(* A move is the card that goes to the foundation next. Of equal cards `copy` counts those that come up before it;
   `at_place` is where it stands among the cards that come up: the hand, then the waste from its top. *)
Record mv := Play { played : card; copy : N; at_place : nat }.

Definition same_mv (a b : mv) : bool := same_card (played a) (played b) && (copy a =? copy b).

Definition matches (a b : card) : bool := (rank a =? rank b) || (suit a =? suit b).

Definition coming (p : position) : list card := hand p ++ waste p.

Definition copies (c : card) (l : list card) : N := count (filter (same_card c) l).

(* The cards with their places, in the order in which they come up. *)
Fixpoint named (before l : list card) (k : nat) : list mv :=
  match l with [] => [] | c :: l' => Play c (copies c before) k :: named (c :: before) l' (S k) end.

Definition impasse (p : position) : bool := negb (existsb (matches (top p)) (coming p)).

(* The base is laid first. At an impasse any one card; else a card that matches: any, or the first that comes up. *)
Definition legal (r : rules) (p : position) : list mv :=
  if negb (laid p) then [Play (top p) 0 0]
  else if impasse p then named [] (coming p) 0
  else
    let all := filter (fun m => matches (top p) (played m)) (named [] (coming p) 0) in
    if always_play r then firstn 1 all else all.

Fixpoint without (k : nat) (l : list card) : list card :=
  match l, k with [], _ => [] | _ :: l', O => l' | x :: l', S k' => x :: without k' l' end.

Definition after_move (r : rules) (p : position) (m : mv) : position :=
  let k := at_place m in
  let h := length (hand p) in
  if negb (laid p) then Position true (top p) (hand p) (waste p) (handlings p)
  else if impasse p then
    (* Taken at once: one handling; the others keep their order and the hand its place. *)
    if Nat.ltb k h
    then Position true (played m) (without k (hand p)) (waste p) (handlings p + 1)
    else Position true (played m) (hand p) (without (k - h) (waste p)) (handlings p + 1)
  else if Nat.ltb k h then
    (* The cards before it are dealt to the waste, one handling each. *)
    Position true (played m) (skipn (S k) (hand p)) (rev (firstn k (hand p)) ++ waste p)
             (handlings p + N.of_nat k + 1)
  else
    (* The rest of the hand is dealt; then the waste is picked up without turning it: its top becomes the hand's. *)
    let up := rev (hand p) ++ waste p in
    Position true (played m) (skipn (S k) up) (rev (firstn k up))
             (handlings p + N.of_nat h + pickup r + N.of_nat k + 1).

Definition final (p : position) : option N :=
  match laid p, hand p, waste p with true, [], [] => Some (handlings p) | _, _, _ => None end.

Definition is_won (r : rules) (p : position) : bool :=
  match final p with Some s => s <=? budget r | None => false end.

(* The hand is read from the last dealt card to the second. *)
Definition start (base : card) (others : list card) : position := Position false base (rev others) [] 0.

Definition one_minute (r : rules) : game := Game position mv (legal r) (after_move r) final (is_won r) false same_mv.

(* The state: all but the cost. *)
Definition state (p : position) : bool * card * list card * list card := (laid p, top p, hand p, waste p).

Definition same_state (a b : bool * card * list card * list card) : bool :=
  match a, b with (l, t, h, w), (l', t', h', w') =>
    Bool.eqb l l' && same_card t t' && same_list same_card h h' && same_list same_card w w' end.

Lemma same_state_eq a b : same_state a b = true -> a = b.
Proof.
  destruct a as [[[l t] h] w], b as [[[l' t'] h'] w']. simpl. intro H.
  rewrite !andb_true_iff in H. destruct H as [[[A B] C] D].
  apply Bool.eqb_prop in A. apply same_card_eq in B. apply (same_list_eq _ same_card_eq) in C, D. congruence.
Qed.

Definition hash_state (s : bool * card * list card * list card) : positive :=
  match s with (_, t, h, w) =>
    let f h c := mix h (rank c * 4 + suit c) in fold_left f h (fold_left f w (f (mix 1 (count h)) t)) end.
