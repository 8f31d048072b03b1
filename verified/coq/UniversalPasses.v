(* Universal Solitaire: a pass in which no card leaves, and the redeal after it, can be left out of a line. So more
   redeals than cards in stock and waste are of no use. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Universal UniversalRules.
Import ListNotations.
Open Scope nat_scope.

Definition few_redeals (p : position) : position :=
  Position (columns p) (bar p) (stock p) (waste p)
    (N.min (redeals p) (Cards.count (waste p) + Cards.count (stock p))).

Section Passes.
  Variable r : rules.
  Hypothesis draw_some : draw r <> 0%N.

  Definition group (s : list card) : nat := N.to_nat (N.min (draw r) (Cards.count s)).

  (* Turns alone lead from one stock and waste to another. *)
  Inductive turns (s w : list card) : list card -> list card -> Prop :=
  | turns_none : turns s w s w
  | turns_more s' w' : turns s w s' w' -> s' <> [] ->
      turns s w (skipn (group s') s') (rev (firstn (group s') s') ++ w').

  Lemma turns_pile s w s' w' : turns s w s' w' -> rev w' ++ s' = rev w ++ s.
  Proof.
    induction 1 as [|s' w' _ IH _]; auto. now rewrite rev_app_distr, rev_involutive, <- app_assoc, firstn_skipn.
  Qed.

  Lemma turns_path s w s' w' : turns s w s' w' -> forall c b k, exists l,
    path (universal r) (Position c b s w k) l (Position c b s' w' k).
  Proof.
    induction 1 as [|s' w' _ IH Nz]; intros c b k; [exists []; constructor|]. destruct (IH c b k) as [l H].
    exists (l ++ [Turn]). eapply path_app; [exact H|]. eapply path_cons; [|constructor]. apply next_in. split; auto.
    destruct s'; [congruence|]. now left.
  Qed.

  Lemma turns_end : forall k s w s' w', length s' <= k -> turns s w s' w' -> exists w2, turns s w [] w2.
  Proof.
    induction k as [|k IH]; intros s w s' w' L H.
    - exists w'. destruct s'; [exact H|simpl in L; lia].
    - destruct s' as [|x s']; [eauto|]. apply (IH s w _ _) with (2 := turns_more s w _ _ H ltac:(discriminate)).
      rewrite skipn_length. unfold group. rewrite count_length. lia.
  Qed.

  (* `b` has waited: its stock and waste are those of `a` after turns alone, or after turns to the end, a redeal and
     turns. *)
  Record behind (a b : position) : Prop := Behind {
    w_columns : columns b = columns a;
    w_bar : bar b = bar a;
    w_redeals : length (waste b) + length (stock b) <= N.to_nat (redeals b);
    w_turns : turns (stock b) (waste b) (stock a) (waste a) \/
              rev (waste b) ++ stock b <> [] /\ turns (rev (waste b) ++ stock b) [] (stock a) (waste a) }.

  (* A redeal takes no more than one. *)
  Lemma catch_up a b : behind a b -> exists l k,
    path (universal r) b l (Position (columns a) (bar a) (stock a) (waste a) k) /\
    length (waste a) + length (stock a) <= S (N.to_nat k).
  Proof.
    destruct b as [c bb s w R]. intros [Ec Eb L T]. cbn [columns bar stock waste redeals] in *. subst c bb.
    destruct T as [T|[Nz T]].
    - destruct (turns_path _ _ _ _ T (columns a) (bar a) R) as [l H]. exists l, R. split; auto.
      assert (E := f_equal (@length card) (turns_pile _ _ _ _ T)). rewrite !app_length, !rev_length in E. lia.
    - destruct (turns_end _ _ _ _ _ (Nat.le_refl _) (turns_none s w)) as [w2 T2].
      assert (E2 := turns_pile _ _ _ _ T2). rewrite app_nil_r in E2.
      assert (Len := f_equal (@length card) E2). rewrite rev_length, app_length, rev_length in Len.
      destruct (turns_path _ _ _ _ T2 (columns a) (bar a) R) as [l1 H1].
      destruct (turns_path _ _ _ _ T (columns a) (bar a) (N.pred R)) as [l2 H2].
      exists (l1 ++ Redeal :: l2), (N.pred R). split.
      + eapply path_app; [exact H1|]. eapply path_cons; [|exact H2]. apply next_in. split.
        * unfold moves, universal, legal, talon_moves. cbn [stock waste redeals].
          destruct w2 as [|x w2]; [simpl in E2; congruence|]. cbn [length] in Len.
          destruct (N.eqb_spec R 0) as [->|_]; [simpl in L; lia|]. now left.
        * cbn [apply universal after_move columns bar waste redeals]. now rewrite E2.
      + assert (E := f_equal (@length card) (turns_pile _ _ _ _ T)). rewrite !app_length, !rev_length in E.
        cbn [length] in E. lia.
  Qed.

  Lemma behind_step a b m : behind a b -> In m (legal r a) -> exists l b', path (universal r) b l b' /\
    behind (after_move r a m) b'.
  Proof.
    intros H I. apply legal_cases in I.
    destruct I as [[-> Nz] | [[-> [S [Nw _]]] | [[x [w [W C]]] | [c [f [Lc [F C]]]]]]].
    - (* turned *)
      exists [], b. split; [constructor|]. destruct H as [Ec Eb L T]. constructor; auto.
      destruct T as [T|[Nz' T]]; [left|right; split; auto]; now apply turns_more.
    - (* dealt again *)
      exists [], b. split; [constructor|]. destruct H as [Ec Eb L T]. constructor; auto. right.
      assert (E : rev (waste a) = rev (waste b) ++ stock b).
      { destruct T as [T|[_ T]]; apply turns_pile in T; rewrite S, app_nil_r in T; [exact T|now rewrite T]. }
      rewrite <- E. split; [|constructor]. intro Z. apply Nw. rewrite <- (rev_involutive (waste a)), Z. reflexivity.
    - (* a card leaves *)
      destruct (catch_up a b H) as [l [k [P L]]]. set (b1 := Position _ _ _ _ k) in P.
      assert (Lm : In m (waste_moves r b1)).
      { change (waste_moves r b1) with (waste_moves r a). unfold waste_moves. rewrite W. apply in_app_iff.
        destruct C as [[-> B]|[c [Lc C]]]; [left; rewrite B; now left|right]. apply in_flat_map. exists c.
        split; [apply in_seq; lia|]. apply in_app_iff. destruct C as [[-> B]|[-> B]]; rewrite B; simpl; auto. }
      exists (l ++ [m]), (after_move r b1 m). split.
      + eapply path_app; [exact P|]. eapply path_cons; [|constructor]. apply next_in. unfold moves, universal, legal.
        rewrite !in_app_iff. auto.
      + unfold b1. rewrite W in *. cbn [length] in L.
        destruct C as [[-> _]|[c [_ [[-> _]|[-> _]]]]]; unfold after_move; cbn [waste]; rewrite W;
          constructor; auto; try (left; constructor); cbn [waste stock redeals]; lia.
    - (* in the columns *)
      destruct a as [cols bb s w R], b as [cols' bb' s' w' R'], H as [Ec Eb L T].
      cbn [columns bar stock waste redeals] in *. subst cols' bb'. set (b := Position cols bb s' w' R').
      assert (Lm : In m (column_moves r b c)).
      { change (column_moves r b c) with (column_moves r (Position cols bb s w R) c). unfold column_moves. rewrite F.
        apply in_app_iff. destruct C as [[-> B]|[d [Ld [Ne [-> B]]]]]; [left; rewrite B; now left|right].
        apply in_flat_map. exists d. split; [apply in_seq; cbn [columns] in *; lia|]. rewrite B.
        apply Nat.eqb_neq in Ne. rewrite Ne. now left. }
      exists [m], (after_move r b m). split.
      + eapply path_cons; [|constructor]. apply next_in. split; auto. unfold moves, universal, legal.
        rewrite !in_app_iff. right. right. apply in_flat_map. exists c. split; auto.
        apply in_seq. cbn [columns b] in *. lia.
      + destruct C as [[-> _]|[d [_ [_ [-> _]]]]]; unfold after_move; [|constructor; auto].
        change (column b c) with (column (Position cols bb s w R) c). rewrite F. constructor; auto.
  Qed.

  Lemma behind_line a l q : path (universal r) a l q -> forall b, behind a b ->
    exists l' q', path (universal r) b l' q' /\ behind q q'.
  Proof.
    induction 1 as [a|a m a' l q I _ IH]; intros b H; [exists [], b; split; [constructor|exact H]|].
    apply next_in in I as [I ->]. destruct (behind_step a b m H I) as [l1 [b' [P1 H1]]].
    destruct (IH b' H1) as [l2 [q' [P2 H2]]]. exists (l1 ++ l2), q'. split; auto. eapply path_app; eauto.
  Qed.

  Theorem few_redeals_enough p e : shows (universal r) (few_redeals p) e -> shows (universal r) p e.
  Proof.
    intros Sh. unfold few_redeals in Sh.
    destruct (N.le_gt_cases (redeals p) (Cards.count (waste p) + Cards.count (stock p))) as [L|L].
    - rewrite N.min_l in Sh by exact L. now destruct p.
    - assert (K : forall l q, path (universal r) p l q -> exists l' q', path (universal r) (few_redeals p) l' q' /\
        bar q' = bar q).
      { intros l q H. destruct (behind_line p l q H (few_redeals p)) as [l' [q' [P W]]].
        - constructor; auto; [|left; constructor]. cbn [few_redeals waste stock redeals].
          rewrite N.min_r by lia. rewrite !count_length. lia.
        - exists l', q'. now destruct W. }
      destruct Sh as [Lo Li]. split.
      + intros E l q H. destruct (K l q H) as [l' [q' [H' E']]]. specialize (Lo E l' q' H').
        cbn in *. unfold is_won in *. now rewrite <- E'.
      + intros b E l q s H Es. destruct (K l q H) as [l' [q' [H' E']]]. apply (Li b E l' q' s H').
        cbn in *. unfold barred in *. now rewrite E'.
  Qed.
End Passes.
