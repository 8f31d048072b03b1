(* Head Solitaire: what its certificates show, and why. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Head HeadMelds HeadBlocks HeadBlockSet.
Import ListNotations.
Open Scope N_scope.

Theorem none_best r p : shows (head r) p (Proven false (Some 0)).
Proof. split; simpl; [discriminate|]. intros b E l q s _ _. injection E as <-. unfold no_better; simpl. lia. Qed.

Inductive content :=
| JustLine
| BlockSet (members : list bpos)
| ClosedSet (lines : list (N * mv)).

Definition evidence (r : rules) (bound : option N) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence (Some 0)
  | BlockSet members => block_check r p bound members
  | ClosedSet lines => shown (plain_check (head r) same_position hash p lines)
  end.

Lemma evidence_ok r deal bound c p e : reachable (head r) (start r deal) p ->
  evidence r bound c p = Found e -> shows (head r) p e.
Proof.
  intro R. destruct c; simpl; intro E.
  - injection E as <-. apply none_best.
  - eapply block_set_sound; eauto.
  - destruct (plain_check _ _ _ _ _) eqn:C; try discriminate. injection E as <-.
    eapply plain_closed_set_sound; [|exact C]. apply same_position_eq.
Qed.

Definition check_head (r : rules) (deal : list dcard) (ct : content) (c : claim mv) : result :=
  verify (head r) (start r deal) (Some 0) (evidence r (stated_bound c) ct) c.

Theorem head_sound r deal ct c : check_head r deal ct c = Verified -> claim_holds (head r) (start r deal) c.
Proof. apply verify_sound. intros p e R. apply evidence_ok with (deal := deal); auto. Qed.
