(* All contents of One-Minute Solitaire's certificates. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
From Winnow Require Import Game Judge Cards OneMinute OneMinuteChecks OneMinutePriced.
Import ListNotations.
Open Scope N_scope.

Inductive content :=
| JustLine
| ClosedSet (lines : list (N * mv))
| PricedLayers (groups : list group).

Definition evidence (r : rules) (others : list card) (bound : option N) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence (Some (count others))
  | ClosedSet lines => shown (closed_check_om r bound p lines)
  | PricedLayers groups => priced_check r p bound groups
  end.

Lemma evidence_ok r base others bound c p e : reachable (one_minute r) (start base others) p ->
  evidence r others bound c p = Found e -> shows (one_minute r) p e.
Proof.
  intros R. destruct c; simpl; intro E.
  - injection E as <-. eapply handlings_best; eauto.
  - destruct (closed_check_om _ _ _ _) eqn:C; try discriminate. injection E as <-. eapply closed_om_sound; eauto.
  - eapply priced_sound; eauto.
Qed.

Definition check_one_minute (r : rules) (base : card) (others : list card) (ct : content) (c : claim mv) : result :=
  verify (one_minute r) (start base others) (Some (count others)) (evidence r others (stated_bound c) ct) c.

Theorem one_minute_sound r base others ct c : check_one_minute r base others ct c = Verified ->
  claim_holds (one_minute r) (start base others) c.
Proof. apply verify_sound. intros p e R. eapply evidence_ok; eauto. Qed.
