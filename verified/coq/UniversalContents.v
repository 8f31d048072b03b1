(* All contents of Universal Solitaire's certificates. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
From Winnow Require Import Lrat Game Judge Cards Universal UniversalRules UniversalRefuted.
Import ListNotations.

Inductive content :=
| JustLine
| ClosedSet (lines : list (N * mv))
| Clauses (goal : option N) (steps : list step)
| StockOrder (named : list card) (steps : list step).

Definition evidence (r : rules) (deal : list card) (c : content) (p : position) : outcome :=
  match c with
  | JustLine => no_evidence (Some (count deal))
  | ClosedSet lines => shown (closed_check_un r p lines)
  | Clauses goal steps => clauses_check r deal p goal steps
  | StockOrder named steps => stock_order_check r deal p named steps
  end.

Lemma in_deck r cols passes deal p : reachable (universal r) (start cols passes deal) p -> (in_all p <= count deal)%N.
Proof. intros [l R]. rewrite <- (in_all_start cols passes). exact (all_in_deck r _ p l _ (N.le_refl _) R). Qed.

Lemma evidence_ok r cols passes deal c p e : reachable (universal r) (start cols passes deal) p ->
  evidence r deal c p = Found e -> shows (universal r) p e.
Proof.
  intros R. destruct c; simpl; intro E.
  - injection E as <-. eapply deck_best; eauto.
  - destruct (closed_check_un _ _ _) eqn:C; try discriminate. injection E as <-. eapply plain_closed_set_sound; eauto.
    apply same_position_eq.
  - eapply clauses_sound; eauto.
  - eapply stock_order_sound; eauto using in_deck, arranged_same.
Qed.

Definition check_universal (r : rules) (columns : nat) (passes : N) (deal : list card) (ct : content) (c : claim mv)
  : result := verify (universal r) (start columns passes deal) (Some (count deal)) (evidence r deal ct) c.

Theorem universal_sound r columns passes deal ct c : check_universal r columns passes deal ct c = Verified ->
  claim_holds (universal r) (start columns passes deal) c.
Proof. apply verify_sound. intros p e R. eapply evidence_ok; eauto. Qed.

(* What such a certificate says beyond its claim: the places of the named cards alone lose. *)
Theorem reason_sound r columns passes deal named steps (c : claim (move (universal r))) :
  check_universal r columns passes deal (StockOrder named steps) c = Verified ->
  exists l p, Forall2 (fun m m' => same_move m m' = true) (after c) l /\
    path (universal r) (start columns passes deal) l p /\
    forall p', arranged (Some named) p p' -> forall l' q, path (universal r) p' l' q -> is_won r q = false.
Proof.
  unfold check_universal, verify. destruct (replay _ _ _) as [p|] eqn:R; [|discriminate].
  destruct (line_holds _ _ _ && numbers_hold _ _ _); [|discriminate]. cbn [evidence].
  destruct (stock_order_check r deal p named steps) as [e| |] eqn:E; try discriminate. intros _.
  apply replay_path in R as [l [F P]]. exists l, p. repeat split; auto. intros p' A l' q P'.
  assert (I : (in_all p <= count deal)%N) by (eapply in_deck; exists l; eauto).
  destruct (stock_order_sound r deal p named steps e I E p' A) as [Sl _]. refine (Sl _ l' q P').
  unfold stock_order_check in E. destruct (_ && _) in E; [|discriminate]. destruct (_ && _) in E; [|discriminate].
  now injection E as <-.
Qed.
