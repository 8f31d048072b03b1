(* All contents of Single Left certificates. *)

From Coq Require Import List NArith Bool.
From Winnow Require Import Game Judge Cards SingleLeft SingleLeftChecks SingleLeftSet.
Import ListNotations.

Inductive content :=
| JustLine
| Parity
| ForcedPlay
| Relations (table : list (N * N))
| RelationsSet (tables : position -> list (N * N)) (first : bool) (lines : list (N * mv * bool))
| ClosedSet (lines : list (N * mv)).

Definition evidence (r : rules) (deal : list card) (fuel : nat) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence (Some (parity_of (count deal)))
  | Parity => parity_check r deal
  | ForcedPlay => forced_check r fuel p
  | Relations table => relations_check r p table
  | RelationsSet tables first lines => set_check r tables p first lines
  | ClosedSet lines => shown (plain_check (single_left r) same_position hash p lines)
  end.

Lemma evidence_ok r deal fuel c p e : reachable (single_left r) (start r deal) p ->
  evidence r deal fuel c p = Found e -> shows (single_left r) p e.
Proof.
  intros R. destruct c; simpl; intro E.
  - injection E as <-. apply parity_best; auto.
  - eapply parity_sound; eauto.
  - eapply forced_sound; eauto.
  - eapply relations_sound; eauto.
  - eapply set_sound; eauto.
  - destruct (plain_check _ _ _ _ _) eqn:C; try discriminate. injection E as <-.
    eapply plain_closed_set_sound; [|exact C]. apply same_position_eq.
Qed.

(* What `winnow-verify` calls, and what it means that this answers Verified. *)
Definition check_single_left (r : rules) (deal : list card) (fuel : nat) (ct : content) (c : claim mv) : result :=
  verify (single_left r) (start r deal) (Some (parity_of (count deal))) (evidence r deal fuel ct) c.

Theorem single_left_sound r deal fuel ct c : check_single_left r deal fuel ct c = Verified ->
  claim_holds (single_left r) (start r deal) c.
Proof. apply verify_sound. intros p e R. apply evidence_ok; auto. Qed.
