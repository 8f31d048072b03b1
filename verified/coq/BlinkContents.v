(* All contents of Blink certificates. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool.
From Winnow Require Import Game Judge Cards Blink BlinkChecks BlinkWitness Lrat BlinkRefuted BlinkTree BlinkLossTree.
Import ListNotations.

Inductive content :=
| JustLine
| Room
| MatchGraph
| Clauses (above : option N) (steps : list Lrat.step)
| LossTree (bound : N) (text : list tree_line)
| ClosedSet (lines : list (N * mv)).

Definition evidence (r : rules) (deal : list bcard) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence None
  | Room => room_check r deal
  | MatchGraph => match_check r p
  | Clauses above steps => clauses_check r p above steps
  | LossTree bound text => loss_check r p bound text
  | ClosedSet lines => shown (closed_check_bl r p lines)
  end.

Lemma evidence_ok r deal c p e : reachable (blink r) (start deal) p ->
  evidence r deal c p = Found e -> shows (blink r) p e.
Proof.
  intros R. destruct c; simpl; intro E.
  - injection E as <-. split; discriminate.
  - eapply room_sound; eauto.
  - eapply match_sound; eauto.
  - eapply clauses_sound; eauto.
  - eapply loss_tree_sound; eauto.
  - destruct (closed_check_bl _ _ _) eqn:C; try discriminate. injection E as <-. eapply closed_bl_sound; eauto.
Qed.

Definition check_blink (r : rules) (deal : list bcard) (ct : content) (c : claim mv) : result :=
  verify (blink r) (start deal) None (evidence r deal ct) c.

Theorem blink_sound r deal ct c : check_blink r deal ct c = Verified -> claim_holds (blink r) (start deal) c.
Proof. apply verify_sound. intros p e R. apply evidence_ok; auto. Qed.
