(* All contents of Universal Solitaire's certificates. *)

From Coq Require Import List NArith Bool Lia.
From Winnow Require Import Lrat Game Judge Cards Universal UniversalRules UniversalRefuted UniversalBuried.
Import ListNotations.

Inductive content :=
| JustLine
| ClosedSet (lines : list (N * mv))
| Clauses (goal : option N) (steps : list step)
| Buried.

Definition evidence (r : rules) (deal : list card) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence (Some (count deal))
  | ClosedSet lines => shown (closed_check_un r p lines)
  | Clauses goal steps => clauses_check r deal p goal steps
  | Buried => buried r deal p
  end.

Lemma evidence_ok r cols passes deal c p e : reachable (universal r) (start cols passes deal) p ->
  evidence r deal c p = Found e -> shows (universal r) p e.
Proof.
  intros R. destruct c; simpl; intro E.
  - injection E as <-. eapply deck_best; eauto.
  - destruct (closed_check_un _ _ _) eqn:C; try discriminate. injection E as <-. eapply closed_un_sound; eauto.
  - eapply clauses_sound; eauto.
  - eapply buried_sound; eauto.
Qed.

Definition check_universal (r : rules) (columns : nat) (passes : N) (deal : list card) (ct : content) (c : claim mv)
  : result := verify (universal r) (start columns passes deal) (Some (count deal)) (evidence r deal ct) c.

Theorem universal_sound r columns passes deal ct c : check_universal r columns passes deal ct c = Verified ->
  claim_holds (universal r) (start columns passes deal) c.
Proof. apply verify_sound. intros p e R. eapply evidence_ok; eauto. Qed.
