(* Each clause of UniversalEncoder is true of every line of play that empties the talon, or reaches the score. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Clauses Game Cards Universal UniversalRules UniversalLine UniversalStatements UniversalEncoder.
Import ListNotations.
Open Scope N_scope.

Section Truth.
  Context {ln : line}.
  Notation pass t := (redealt (P 0%nat) (P t)).

  Definition truth (l : lit) : Prop := match l with Yes => True | No => False | Is a => sem a | Not a => ~ sem a end.
  Fixpoint any (c : clause) : Prop := match c with [] => False | l :: c' => truth l \/ any c' end.
  Notation all := (Clauses.all any).

  Lemma truth_dec l : {truth l} + {~ truth l}.
  Proof. destruct l; simpl; auto; destruct (sem_dec a); auto. Qed.
  Lemma neg_truth l : truth (neg l) <-> ~ truth l.
  Proof. destruct l; simpl; try tauto. destruct (sem_dec a); tauto. Qed.

  Lemma any_neg l c : (truth l -> any c) -> any (neg l :: c).
  Proof. intro H. simpl. rewrite neg_truth. destruct (truth_dec l); auto. Qed.
  Lemma any_else l c : (~ truth l -> any c) -> any (l :: c).
  Proof. intro H. simpl. destruct (truth_dec l); auto. Qed.
  Lemma any_now l c : truth l -> any (l :: c).
  Proof. now left. Qed.
  Lemma any_in a c : In (Is a) c -> sem a -> any c.
  Proof. induction c as [|m c IH]; simpl; [tauto|]. intros [->|I] H; auto. Qed.
  Lemma all_perhaps {A} (o : option A) f : (forall x, o = Some x -> all (f x)) -> all (perhaps o f).
  Proof. intro H. destruct o; simpl; auto using all_nil. Qed.

  Variable w : N.
  Variable ending : list item.
  Variable named : option (list card).
  Hypothesis once_through : named <> None -> passes = 1%nat.
  Variable spare : nat.
  Variable cols : list (list card).
  Variable T : list item.
  Variable all_items : list item.
  Variable unders : list (card * card).
  Variable heads : list item.
  Variable tops : list item.
  Variable sorted : list item.
  Variable moving : list item.

  (* Every item is a card of a column or of the talon. *)
  Definition missing (l : list card) : nat := length (filter (fun x => negb (onbar r (P fin) x)) l).
  Hypothesis ending_ok : forall e, In e ending -> place e = 0 /\ (length (bar (P 0%nat)) <= N.to_nat (suit (face e)))%nat /\
    lowest r <= rank (face e).
  Hypothesis win_ends : ending = [] -> fin = n.
  Hypothesis enough : ending <> [] -> (missing (map face all_items) <= spare)%nat.

  Hypothesis item_kind : forall x, In x all_items -> place x = 0 /\ table (P 0%nat) (face x) \/ place x <> 0 /\ In x T.
  Hypothesis T_items : forall x, In x T -> In x all_items.
  Hypothesis T_from : forall x, In x T -> place x <> 0 /\ from (face x).
  Hypothesis T_same : forall x y, In x T -> In y T -> place x = place y -> x = y.
  Notation binds := (binds named).
  Hypothesis T_order : forall x y, In x T -> In y T -> place x < place y -> binds x = true -> binds y = true ->
    lower_in (pile (P 0%nat)) (face x) (face y).
  Hypothesis T_waste : forall x, In x T -> binds x = true -> (place x <= w <-> In (face x) (waste (P 0%nat))).
  Hypothesis T_faces : named = None -> map face T = pile (P 0%nat).
  Hypothesis T_differ : forall x y, In x T -> In y T -> place x < place y -> face x <> face y.
  Hypothesis all_cards : forall c, (1 <= weight (P 0%nat) c)%nat -> exists x, In x all_items /\ face x = c.
  Hypothesis unders_ok : forall x u, In (x, u) unders -> seg (P 0%nat) ([x] ++ [u]).
  Hypothesis cols_ok : cols = columns (P 0%nat).
  Hypothesis heads_items : forall h, In h heads -> In h all_items.
  Hypothesis heads_first : forall c x, is_head (P 0%nat) c x -> exists h, In h heads /\ face h = x.
  Hypothesis heads_placed : forall h, In h heads -> place h = 0 -> exists c, is_head (P 0%nat) c (face h).
  Hypothesis heads_next : forall y h, In y T -> In h heads -> fits (face h) (face y) = true -> In y heads.
  Hypothesis tops_T : forall g, In g tops -> In g T /\ is_top g = true.
  Hypothesis sorted_T : forall y, In y sorted -> In y T.
  Hypothesis moving_ok : forall h, In h moving -> In h heads /\ is_top h = false.

  Definition known (c : card) : Prop := exists h, In h heads /\ face h = c.

  Lemma from_item c : from c -> exists x, In x T /\ face x = c.
  Proof.
    intro F. destruct (all_cards c) as [x [I E]]; [now apply talon_weight|]. exists x.
    destruct (item_kind x I) as [[_ Tb]|[_ Q]]; auto. exfalso. rewrite E in Tb.
    exact (table_not_talon r _ (once0) c Tb F).
  Qed.

  Lemma known_first c x : is_head (P 0%nat) c x -> known x.
  Proof. apply heads_first. Qed.
  Lemma known_next y h : from y -> known h -> fits h y = true -> known y.
  Proof. intros F [k [I <-]] Fi. destruct (from_item y F) as [z [J <-]]. exists z. split; eauto. Qed.

  Fixpoint incr (l : list item) : Prop :=
    match l with [] => True | x :: l' => (forall y, In y l' -> place x < place y) /\ incr l' end.
  Hypothesis T_incr : incr T.

  Lemma item_weight x : In x all_items -> (1 <= weight (P 0%nat) (face x))%nat.
  Proof.
    intro I. destruct (item_kind x I) as [[_ H]|[_ H]].
    - now apply table_weight.
    - apply talon_weight. now apply T_from.
  Qed.

  Lemma in_T x : In x all_items -> place x <> 0 -> In x T.
  Proof. intros I N. destruct (item_kind x I) as [[E _]|[_ H]]; [contradiction|exact H]. Qed.

  Lemma Tf x : In x T -> from (face x).
  Proof. intro I. now apply T_from. Qed.

  Lemma all_bind : named = None -> forall x, binds x = true.
  Proof. intros N x. now rewrite N. Qed.

  Lemma tau_apart x y : In x T -> In y T -> place x < place y -> tau (face x) <> tau (face y).
  Proof. intros I J L E. apply (T_differ x y I J L). eapply tau_inj; eauto using Tf. Qed.

  Lemma waste_truth x : In x T -> binds x = true -> (in_waste w x = true <-> In (face x) (waste (P 0%nat))).
  Proof. intros I Bi. unfold in_waste. rewrite N.leb_le. now apply T_waste. Qed.

  Lemma waits_truth p x y : In x T -> In y T -> place x < place y -> binds x = true -> binds y = true ->
    truth (waits w p x y) <-> sem (Waits p (face x) (face y)).
  Proof.
    intros I J L Bx By. unfold waits. destruct (first p && in_waste w y) eqn:E; [|reflexivity].
    apply andb_true_iff in E as [Ep E]. apply Nat.eqb_eq in Ep. subst p. apply waste_truth in E; auto. cbn [truth].
    split; auto. intros _. eapply waste_waits; eauto.
  Qed.

  Lemma there_truth p x : In x T -> (p <= passes)%nat -> truth (there passes ending p x) <-> sem (There p (face x)).
  Proof.
    intros I L. unfold there, first, win. destruct (Nat.eqb_spec p 0) as [->|Ne]; [cbn [truth sem]; split; auto; lia|].
    destruct (Nat.eqb_spec p passes) as [->|Np]; [|reflexivity]. destruct ending; [|reflexivity]. cbn [andb truth].
    rewrite stays_late by auto using Tf. assert (H := tau_lt (face x) (Tf x I)). assert (Q := win_ends eq_refl).
    split; [tauto|lia].
  Qed.

  Lemma overtakes_truth x y : In x T -> In y T -> place x < place y -> named <> None ->
    truth (overtakes w named x y) <-> (tau (face y) < tau (face x))%nat.
  Proof.
    intros I J L N. unfold overtakes. destruct (in_waste w y && (binds x && binds y)) eqn:E; [|reflexivity].
    apply andb_true_iff in E as [W E]. apply andb_true_iff in E as [Bx By]. cbn [truth]. split; auto. intros _.
    assert (Lo := T_order x y I J L Bx By). apply waste_truth in W; auto.
    apply (one_pass (face x) (face y) (once_through N) Lo). eapply waste_waits; eauto.
  Qed.

  Lemma before_truth x y : In x T -> In y T -> place x < place y -> truth (before w passes named x y) <->
    (tau (face x) < tau (face y))%nat.
  Proof.
    intros I J L. assert (A := tau_apart x y I J L). assert (O := overtakes_truth x y I J L).
    assert (Al := all_bind). assert (Or := T_order x y I J L).
    assert (Wt := fun p => waits_truth p x y I J L). unfold before. destruct named as [cs|].
    - rewrite neg_truth, O by discriminate. lia.
    - specialize (Or (Al eq_refl x) (Al eq_refl y)). specialize (Wt 0%nat (Al eq_refl x) (Al eq_refl y)).
      destruct (Nat.eqb_spec passes 1) as [E|_]; [|reflexivity]. rewrite neg_truth, Wt.
      rewrite (one_pass (face x) (face y) E Or). lia.
  Qed.

  Lemma in_moments j : In j T -> In j (moments ending T).
  Proof. intro J. apply in_or_app. auto. Qed.
  Local Hint Resolve in_moments : core.

  Lemma moment_kind j : In j (moments ending T) -> In j T \/ In j ending /\ place j = 0 /\ ~ from (face j).
  Proof.
    intro J. apply in_app_or in J as [J|J]; auto. right. destruct (ending_ok j J) as [Z [S _]]. repeat split; auto.
    intro F. destruct (valid0 (face j) ltac:(now apply talon_weight)). lia.
  Qed.

  Lemma out_truth x j : In x all_items -> In j (moments ending T) -> truth (out w passes ending named x j) <-> ~ talon (P (tau (face j))) (face x).
  Proof.
    intros I J. unfold out. destruct (item_kind x I) as [[E Tb]|[N Ix]].
    - rewrite E. simpl. split; auto. intros _ Tl.
      apply (table_not_talon r _ (once0) (face x) Tb).
      apply (talon_earlier 0%nat _ _ (Nat.le_0_l _) Tl).
    - apply N.eqb_neq in N. rewrite N. destruct (moment_kind j J) as [Jt|[_ [Z Nf]]].
      + assert (Nj := proj1 (T_from j Jt)). apply N.eqb_neq in Nj. rewrite Nj.
        destruct (N.eqb_spec (place x) (place j)) as [E|Ne].
        * apply T_same in E; auto. subst. split; [tauto|]. intro H. apply H. eapply tau_spec; eauto using Tf.
        * rewrite (out_before (face x) (face j)) by auto using Tf.
          destruct (N.ltb_spec (place x) (place j)) as [L|L].
          -- rewrite before_truth by auto. tauto.
          -- rewrite neg_truth, before_truth by (auto; lia). assert (H := tau_apart j x Jt Ix ltac:(lia)). lia.
      + rewrite Z, N.eqb_refl. rewrite neg_truth, there_truth by auto.
        rewrite stays_late, out_before, (tau_end (face j) Nf) by auto using Tf. lia.
  Qed.

  Lemma barred_truth x j : In j (moments ending T) -> truth (barred x j) <-> sem (Barred (face x) (face j)).
  Proof.
    intro J. unfold barred. destruct (_ && _) eqn:E; [|simpl; tauto]. apply andb_true_iff in E as [S R].
    apply N.eqb_eq in S. apply N.leb_le in R. change (truth No) with False. split; [tauto|].
    intro H. destruct (moment_kind j J) as [Jt|[Je _]].
    - eapply (not_barred_yet (face x) (face j)); eauto using Tf.
    - destruct (ending_ok j Je) as [_ [Su Ra]]. cbn [sem] in H. unfold onbar, on in H.
      rewrite nth_overflow in H; [apply N.ltb_lt in H; lia|].
      rewrite S. rewrite bars_length. lia.
  Qed.

  Lemma gone_truth h g : truth (gone h g) <-> is_top h = false /\ sem (Gone (face h) (face g)).
  Proof. unfold gone. destruct (is_top h); simpl; intuition congruence. Qed.

  Lemma resides_truth h c : In h heads -> truth (resides cols h c) <-> sem (Resides (face h) c).
  Proof.
    intro I. unfold resides. destruct (N.eqb_spec (place h) 0) as [E|_]; [|simpl; tauto].
    destruct (heads_placed h I E) as [c0 H0].
    rewrite (resides_first (face h) c c0 H0).
    rewrite <- head_is. unfold column. rewrite <- cols_ok.
    destruct (head (nth c cols [])) as [x|]; [|simpl; split; [tauto|discriminate]].
    destruct (same_card x (face h)) eqn:S.
    - apply same_card_eq in S. subst. simpl. tauto.
    - simpl. split; [tauto|]. intro Q. injection Q as ->. rewrite same_card_refl in S. discriminate.
  Qed.

  Ltac step :=
    match goal with
    | |- any (neg _ :: _) => apply any_neg; intro
    | |- any (Not _ :: _) => apply (any_neg (Is _)); intro
    end.
  Ltac look :=
    repeat match goal with
    | H : truth (barred _ _) |- _ => apply barred_truth in H; [|now auto]
    | H : truth (out _ _ _ _ _ _) |- _ => apply out_truth in H; [|now auto|now auto]
    | H : truth (Is _) |- _ => cbn [truth] in H
    end.
  Ltac finish := apply any_now; first [apply barred_truth; [now auto|] | apply out_truth; [now auto|now auto|] | idtac].

  Lemma lower_ok x z : lower all_items x = Some z -> In z all_items /\ suit (face z) = suit (face x) /\ rank (face z) +
    1 = rank (face x).
  Proof.
    intro E. apply find_some in E as [I H]. apply andb_true_iff in H as [H1 H2].
    apply N.eqb_eq in H1, H2. auto.
  Qed.

  Lemma under_ok x u : In x all_items -> under_card unders x = Some u -> seg (P 0%nat) ([face x] ++ [face u]).
  Proof.
    intro I. unfold under_card. destruct (place x =? 0); [|discriminate].
    destruct (find _ unders) as [[a b]|] eqn:F; [|discriminate]. intro E. injection E as <-.
    apply find_some in F as [J S]. simpl in S. apply same_card_eq in S. subst a. exact (unders_ok _ _ J).
  Qed.

  (* ---- The talon ---- *)

  Lemma pairs_incr l a b : incr l -> In (a, b) (pairs l) -> In a l /\ In b l /\ place a < place b.
  Proof.
    induction l as [|x l IH]; simpl; [tauto|]. intros [H K] I. apply in_app_or in I as [I|I].
    - apply in_map_iff in I as [y [E J]]. injection E as <- <-. auto.
    - destruct (IH K I) as [A [B C]]. auto.
  Qed.

  (* The part of the talon from some place on. *)
  Definition tail (l : list item) : Prop := exists a, T = a ++ l.

  Lemma tail_in x l : tail (x :: l) -> In x T /\ tail l.
  Proof.
    intros [a E]. split; [rewrite E; apply in_or_app; simpl; auto|]. exists (a ++ [x]). now rewrite E, <- app_assoc.
  Qed.
  Lemma tail_incr l : tail l -> incr l.
  Proof.
    intros [a E]. assert (K := T_incr). rewrite E in K. clear E. induction a as [|x a IH]; auto. apply IH.
    now destruct K.
  Qed.
  Lemma tail_all l y : tail l -> In y l -> In y T.
  Proof. intros [a E] I. rewrite E. apply in_or_app. auto. Qed.
  Lemma tail_lower x y l : tail (x :: l) -> In y l -> In x T /\ In y T /\ place x < place y.
  Proof.
    intros Tl I. destruct (tail_in x l Tl) as [Ix Tl']. split; auto. split; [eapply tail_all; eauto|].
    destruct (tail_incr _ Tl) as [K _]. auto.
  Qed.
  Lemma last_in (l : list item) y : In (last l y) (y :: l).
  Proof.
    induction l as [|z l IH]; [now left|]. destruct l as [|u l]; [right; now left|].
    change (last (z :: u :: l) y) with (last (u :: l) y). destruct IH as [E|I]; [left; exact E|right; right; exact I].
  Qed.

  (* ---- The order of some cards alone ---- *)

  Lemma loose_all l : named <> None -> tail l -> all (loose_order w named l).
  Proof.
    intro N. induction l as [|x l IH]; intro Tl; [apply all_nil|]. destruct (tail_in _ _ Tl) as [Ix Tl'].
    apply all_app; [|auto]. apply all_flat. intros [y z] I.
    destruct (pairs_incr l y z) as [Jy [Jz Lyz]]; auto using tail_incr.
    destruct (tail_lower x y l Tl Jy) as [_ [Iy Lxy]]. destruct (tail_lower x z l Tl Jz) as [_ [Iz Lxz]].
    assert (Oxy := overtakes_truth x y Ix Iy Lxy N). assert (Oyz := overtakes_truth y z Iy Iz Lyz N).
    assert (Oxz := overtakes_truth x z Ix Iz Lxz N). apply all_cons; [|apply all_one].
    - apply any_neg. intro H. apply any_neg. intro K. apply any_now. rewrite Oxz. rewrite Oxy in H. rewrite Oyz in K. lia.
    - apply any_else. intro H. rewrite Oxy in H. destruct (binds x && (binds y && binds z)) eqn:E; cbn [app].
      + apply andb_true_iff in E as [Bx E]. apply andb_true_iff in E as [By Bz]. apply any_now. rewrite neg_truth, Oxz.
        intro K. apply H.
        assert (Pass := one_pass).
        apply (Pass _ _ (once_through N) (T_order x y Ix Iy Lxy Bx By)).
        apply (Pass _ _ (once_through N) (T_order x z Ix Iz Lxz Bx Bz)) in K.
        eapply waits_down; eauto.
      + apply any_else. intro K. rewrite Oyz in K. apply any_now. rewrite neg_truth, Oxz. lia.
  Qed.

  Section Pass.
  Hypothesis plain : named = None.
  Let bound := all_bind plain.
  Let some_size := size_some.
  Local Hint Resolve bound : core.
  Variable p : nat.
  Hypothesis p_played : (p < passes)%nat.

  Lemma tail_next x y l : tail (x :: y :: l) -> next_to (face x) (face y).
  Proof. intros [a E]. exists (map face a), (map face l). rewrite <- (T_faces plain), E, map_app. reflexivity. Qed.

  Ltac talon :=
    repeat match goal with
    | H : truth (there passes ending _ _) |- _ => apply there_truth in H; [|now auto|lia]
    | H : truth (waits w _ _ _) |- _ => apply waits_truth in H; [|now auto|now auto|now auto|now auto|now auto]
    | H : truth (before w passes named _ _) |- _ => apply before_truth in H; [|now auto|now auto|now auto]
    | H : ~ truth (waits w _ _ _) |- _ => rewrite waits_truth in H; [|now auto|now auto|now auto|now auto|now auto]
    end.

  Lemma stack_above_all x l : tail (x :: l) -> forall l0, tail (x :: l0) -> (forall y, In y l -> In y l0) -> incr l ->
    all (stack_above w passes ending p x l).
  Proof.
    intros _ l0 Tl Sub K. induction l as [|y l IH]; [apply all_nil|]. destruct K as [K0 K].
    destruct (tail_lower x y l0 Tl (Sub y (or_introl eq_refl))) as [Ix [Iy Lxy]].
    apply all_cons; [|apply all_app; [|apply IH; auto; intros; apply Sub; now right]].
    - step. step. talon. apply any_now. apply there_truth; [auto|lia|]. eapply waits_stays; eauto.
    - destruct l as [|z l]; [apply all_nil|]. apply all_one.
      destruct (tail_lower x z l0 Tl (Sub z ltac:(simpl; auto))) as [_ [Iz Lxz]].
      assert (Lyz := K0 z (or_introl eq_refl)).
      step. talon. apply any_now. apply waits_truth; auto. eapply waits_down; eauto.
  Qed.

  Lemma stack_all l : tail l -> all (stack w passes ending p l).
  Proof.
    induction l as [|x l IH]; intro Tl; [apply all_nil|]. destruct (tail_in x l Tl) as [Ix Tl'].
    apply all_cons; [|apply all_app; [|apply all_app]].
    - step. talon. apply any_now. apply there_truth; [auto|lia|]. simpl in *. lia.
    - destruct l as [|y l]; [apply all_nil|]. apply all_cons; [|apply all_one].
      + destruct (tail_lower x y (y :: l) Tl (or_introl eq_refl)) as [_ [Iy L]]. apply any_else. intro N. apply any_now.
        apply neg_truth. intro W. talon. apply N. apply there_truth; [auto|lia|]. eapply waits_here; eauto.
      + assert (J : In (last (y :: l) y) (y :: l)) by (destruct (last_in (y :: l) y) as [E|J]; [rewrite <- E;
          now left|exact J]).
        destruct (tail_lower x _ _ Tl J) as [_ [Iz L]]. step. talon. apply any_now. apply waits_truth; auto. left.
        exact H.
    - eapply stack_above_all; eauto. now apply tail_incr.
    - auto.
  Qed.

  Lemma triples_all l part : tail l -> In part (triples w p l) -> all part.
  Proof.
    induction l as [|x l IH]; intros Tl I; [destruct I|]. destruct (tail_in x l Tl) as [Ix Tl'].
    destruct I as [<-|I]; auto. apply all_map. intros [y z] J.
    apply pairs_incr in J as [Jy [Jz L]]; [|now apply tail_incr]. destruct (tail_lower x y l Tl Jy) as [_ [Iy Lxy]].
    destruct (tail_lower x z l Tl Jz) as [_ [Iz Lxz]]. step. step. talon. apply any_now. apply waits_truth; auto.
    eapply waits_under with (j := face y); eauto.
  Qed.

  (* ---- Turns ---- *)

  Definition cards_to (x : option item) : nat := count_to p (option_map face x).

  Lemma counts_truth x m : match x with Some y => In y T | None => True end -> (m < size)%nat ->
    truth (counts_to w p x m) <-> Nat.modulo (cards_to x) size = m.
  Proof.
    intros I L. unfold counts_to, cards_to. destruct x as [x|]; cbn [option_map].
    - destruct (first p && in_waste w x) eqn:E; [|reflexivity]. apply andb_true_iff in E as [Ep E].
      apply Nat.eqb_eq in Ep. apply waste_truth in E; auto. rewrite Ep. rewrite waste_uncounted by exact E.
      rewrite Nat.mod_0_l by lia. destruct (Nat.eqb_spec m 0) as [->|Ne]; cbn [truth]; [tauto|].
      split; [tauto|congruence].
    - rewrite Nat.mod_0_l by lia. destruct (Nat.eqb_spec m 0) as [->|Ne]; cbn [truth]; [tauto|].
      split; [tauto|congruence].
  Qed.

  Lemma ends_truth x : In x T -> sem (Count p (face x) 0) -> truth (ends w size p x).
  Proof.
    intros I C. unfold ends. destruct (Nat.eqb size 1); [exact Logic.I|]. apply counts_truth; [auto|lia|exact C].
  Qed.

  Lemma turns_above_all x l : forall l0, tail (x :: l0) -> tail l -> (forall y, In y l -> In y l0) -> all (turns_above
    w size p x l).
  Proof.
    intros l0 Tl. induction l as [|y l IH]; intros Tly Sub; [apply all_nil|]. destruct l as [|z l]; [apply all_nil|].
    destruct (tail_in _ _ Tly) as [Iy Tlz]. apply all_cons; [|apply IH; auto; intros; apply Sub; now right].
    destruct (tail_lower x y l0 Tl (Sub y ltac:(simpl; auto))) as [Ix [_ Lxy]].
    destruct (tail_lower x z l0 Tl (Sub z ltac:(simpl; auto))) as [_ [Iz Lxz]]. step. talon. apply any_else. intro N.
    talon. apply any_now. apply ends_truth; auto.
    eapply (other_turn_ends p (face x) (face y) (face z)); eauto.
    eapply tail_next; eauto.
  Qed.

  Lemma turns_all l : tail l -> all (turns_of w passes size ending p l).
  Proof.
    induction l as [|x l IH]; intro Tl; [apply all_nil|]. destruct l as [|y l]; [apply all_nil|].
    destruct (tail_in _ _ Tl) as [Ix Tly]. destruct (tail_lower x y _ Tl (or_introl eq_refl)) as [_ [Iy L]].
    apply all_cons; [|apply all_app; auto].
    - step. talon. apply any_else. intro N. talon. apply any_now. apply ends_truth; auto.
      eapply (own_turn_ends p (face x) (face y)); eauto. eapply tail_next; eauto.
    - eapply turns_above_all; eauto.
  Qed.

  Definition goes_before (b : option item) (x : item) : Prop := follows (option_map face b) (face x).

  Lemma count_clauses_all b x : match b with Some y => In y T | None => True end -> In x T -> goes_before b x ->
    (first p && in_waste w x = false) -> all (count_clauses w passes size ending p b x).
  Proof.
    intros Ib Ix G Nw. apply all_flat. intros m Im. apply in_seq in Im.
    assert (Cx := count_follows p _ _ G).
    assert (Hc : counted p (face x) = true <-> sem (There p (face x))).
    { rewrite (counted_is). split; [tauto|]. intro H. split; [exact H|]. intros Z W.
      apply (waste_truth x Ix (bound x)) in W. rewrite W, Z in Nw. discriminate Nw. }
    assert (There_ : truth (there passes ending p x) <-> counted p (face x) = true).
    { rewrite there_truth by (auto; lia). tauto. }
    assert (Tb : truth (counts_to w p b m) <-> Nat.modulo (cards_to b) size = m) by (apply counts_truth;
      [exact Ib|lia]).
    assert (Tc : truth (counts_to w p (Some x) m) <-> Nat.modulo (cards_to (Some x)) size = m) by (apply counts_truth;
      [exact Ix|lia]).
    assert (Ta : truth (counts_to w p (Some x) (Nat.modulo (m + 1) size)) <-> Nat.modulo (cards_to (Some x)) size =
      Nat.modulo (m + 1) size).
    { apply counts_truth; [exact Ix|]. apply Nat.mod_upper_bound. lia. }
    assert (Nx := next_mod (cards_to b) m ltac:(lia)).
    unfold cards_to in *. cbn [option_map] in *. rewrite Cx in Ta, Tc.
    set (h := there passes ending p x) in *. set (vb := counts_to w p b m) in *. set (vc := counts_to w p (Some x) m) in *.
    set (va := counts_to w p (Some x) (Nat.modulo (m + 1) size)) in *.
    destruct (counted p (face x)).
    - apply all_cons; [|apply all_cons; [|apply all_cons; [|apply all_one]]].
      + step. step. apply any_now. tauto.
      + step. apply any_else. intro N. apply any_now. apply neg_truth. tauto.
      + apply any_now. tauto.
      + apply any_now. tauto.
    - rewrite Nat.add_0_r in *. assert (Nh : ~ truth h) by (intro Q; apply There_ in Q; discriminate).
      apply all_cons; [|apply all_cons; [|apply all_cons; [|apply all_one]]].
      + apply any_now. apply neg_truth. exact Nh.
      + apply any_now. apply neg_truth. exact Nh.
      + apply any_else. intros _. step. apply any_now. tauto.
      + apply any_else. intros _. apply any_else. intro N. apply any_now. apply neg_truth. tauto.
  Qed.

  Lemma counts_all l : forall b, match b with Some y => tail (y :: l) | None => T = l end -> all (counts_of w passes size ending p b l).
  Proof.
    induction l as [|x l IH]; intros b G; [apply all_nil|]. destruct l as [|y l]; [apply all_nil|].
    assert (Tl : tail (x :: y :: l)) by (destruct b as [b|]; [exact (proj2 (tail_in _ _ G))|exists []; exact G]).
    destruct (tail_in _ _ Tl) as [Ix _]. apply all_app; [|apply IH; exact Tl].
    destruct (first p && in_waste w x) eqn:E; [apply all_nil|]. apply count_clauses_all; auto.
    - destruct b as [b|]; [exact (proj1 (tail_in _ _ G))|exact Logic.I].
    - destruct b as [b|]; cbn [goes_before option_map follows].
      + exact (tail_next _ _ _ G).
      + exists (map face (y :: l)). rewrite <- (T_faces plain), G. reflexivity.
  Qed.

  (* ---- Which leaves first ---- *)

  Lemma order_all : all (order_of w passes ending named T p).
  Proof.
    apply all_flat. intros [x y] I. apply pairs_incr in I as [Ix [Iy L]]; [|exact T_incr].
    assert (Lo := T_order x y Ix Iy L (bound x) (bound y)).
    assert (Apart : ~ (tau (face x) < tau (face y))%nat -> (tau (face y) < tau (face x))%nat) by (assert (A :=
      tau_apart x y Ix Iy L); lia). assert (Bt := before_truth x y Ix Iy L).
    apply all_cons; [|apply all_cons; [|apply all_cons; [|apply all_one]]].
    - apply any_else. intro N. step. step. talon. apply any_now. apply Bt.
      eapply (not_waits p); eauto.
    - step. step. talon. apply any_else. intro N. apply any_now. apply neg_truth. rewrite Bt.
      rewrite there_truth in N by (auto; lia). cbn [sem] in *.
      assert (Fin : sem (Waits p (face x) (face y))) by exact H.
      destruct (Nat.eq_dec p (pass (tau (face x)))) as [E|E].
      + assert (Q := waits_turned p _ _ Lo Fin ltac:(lia) E). lia.
      + assert (Q := passes_apart (face y) (face x) (Tf y Iy) (Tf x Ix) ltac:(lia)).
        lia.
    - step. talon. apply any_else. intro N. apply any_now. apply neg_truth. rewrite Bt.
      rewrite there_truth in N by (auto; lia). cbn [sem] in *.
      assert (Q := passes_apart (face y) (face x) (Tf y Iy) (Tf x Ix) ltac:(lia)). lia.
    - apply any_else. intro N. step. talon. apply any_now. apply Bt.
      rewrite there_truth in N by (auto; lia). cbn [sem] in *.
      apply (passes_apart); auto using Tf. lia.
  Qed.

  Lemma pass_all part : In part (pass_parts w passes size ending named T p) -> all part.
  Proof.
    assert (Tl : tail T) by now exists []. intros [<-|H]; [now apply stack_all|].
    apply in_app_or in H as [H|[<-|[<-|[<-|[]]]]].
    - eapply triples_all; eauto.
    - now apply turns_all.
    - destruct (Nat.eqb size 1); [apply all_nil|]. apply counts_all. reflexivity.
    - destruct (Nat.eqb passes 1); [apply all_nil|]. apply order_all.
  Qed.

  End Pass.

  (* ---- Places ---- *)

  Lemma at_most_one_all l : (forall a b, In a l -> In b l -> truth a -> truth b -> same_lit a b = true) ->
    all (at_most_one l).
  Proof.
    intro H. apply all_flat. intros [a b] I. apply pairs_in in I as [Ia Ib]. cbn [fst snd].
    destruct (same_lit a b) eqn:E; [apply all_nil|]. apply all_one. step. step.
    rewrite (H a b Ia Ib) in E by assumption. discriminate.
  Qed.

  Lemma ways_are y l : In y T -> In l (ways passes ending cols all_items heads y) ->
    l = there passes ending passes y \/ exists a, l = Is a /\ way (face y) a.
  Proof.
    intro Iy. intros [<-|[<-|I]]; [right; now eexists|now left|]. right. rewrite !in_app_iff in I.
    destruct I as [I|[I|I]].
    - apply in_map_iff in I as [x [<- _]]. now eexists.
    - apply in_map_iff in I as [x [<- _]]. now eexists.
    - destruct (is_top y); [|destruct I]. apply in_map_iff in I as [x [<- _]]. now eexists.
  Qed.

  Lemma not_both y a : In y T -> truth (there passes ending passes y) -> way (face y) a -> sem a -> False.
  Proof.
    intros I S W A. apply there_truth in S; auto. apply (stays_dropped) in S; auto using Tf.
    destruct a; simpl in W; try tauto; subst; cbn [sem] in A.
    - congruence.
    - rewrite S in A. exact A.
    - rewrite S in A. exact A.
    - destruct A. congruence.
  Qed.

  Lemma places_all y : In y T -> all (places_part passes ending cols all_items heads y).
  Proof.
    intro I. apply all_cons.
    - destruct (one_way (face y) (Tf y I)) as [Dr|[D|[[x [S [F W]]]|[[h [S [F Hd]]]|[c [S [R L]]]]]]].
      + right; left. apply there_truth; auto. apply (stays_dropped); auto using Tf.
      + now left.
      + destruct (all_cards x W) as [i [J <-]]. eapply any_in; [|exact S]. right; right. apply in_or_app. left.
        apply in_map_iff. exists i. split; auto. apply filter_In. auto.
      + assert (K : known h) by (eapply (crowned_known known known_first known_next); eauto using Tf).
        destruct K as [i [J <-]]. eapply any_in; [|exact S]. right; right. apply in_or_app. right. apply in_or_app. left.
        apply in_map_iff. exists i. split; auto. apply filter_In. auto.
      + eapply any_in; [|exact S]. right; right. rewrite !in_app_iff. right; right. unfold is_top. rewrite R.
        apply in_map_iff. exists c. split; auto. apply in_seq. rewrite cols_ok. lia.
    - apply at_most_one_all. intros a b A B Ta Tb.
      apply ways_are in A as [->|[a' [-> Wa]]]; auto; apply ways_are in B as [->|[b' [-> Wb]]]; auto.
      + unfold there in *. destruct (first passes); [reflexivity|].
        destruct (Nat.eqb passes passes && win ending); [contradiction|]. apply same_atom_refl.
      + exfalso. eapply not_both; eauto.
      + exfalso. eapply not_both; eauto.
      + assert (a' = b') as -> by (eapply (ways_exclusive (face y)); eauto). apply same_atom_refl.
  Qed.

  (* ---- The bar ---- *)

  Lemma bar_all x : In x all_items -> all (bar_part w passes ending named T all_items unders x).
  Proof.
    intro I. apply all_app; [|apply all_app].
    - apply all_flat. intros j J. apply all_cons; [|apply all_app].
      + step. look. finish. eapply barred_out; eauto using Tf.
      + apply all_perhaps. intros z E. apply lower_ok in E as [Iz [S R]]. apply all_one. step. look. finish.
        eapply (barred_lower (face x)); [congruence|lia|auto].
      + apply all_perhaps. intros u E. apply under_ok in E; auto. apply all_one. step. look. finish.
        eapply barred_under; eauto using Tf.
    - destruct (N.eqb_spec (place x) 0) as [_|N]; [apply all_nil|]. assert (Ix := in_T x I N). apply all_app.
      + apply all_perhaps. intros z E. apply lower_ok in E as [Iz [S R]]. apply all_one. step. finish.
        eapply direct_lower; eauto using Tf. lia.
      + apply all_flat. intros k J. destruct (place k =? place x); [apply all_nil|]. apply all_one. repeat step. look.
        finish.
        eapply direct_barred; eauto using Tf.
    - apply all_flat. intros j J.
      assert (K : all (flat_map (fun k => if place k =? place j then [] else [[neg (barred x j); neg (out w passes ending named j k);
        barred x k]]) (moments ending T))).
      { apply all_flat. intros k Jk. destruct (place k =? place j); [apply all_nil|]. apply all_one. repeat step. look.
      finish.
        eapply barred_stays with (j := face j); eauto using Tf. }
      destruct (barred x j); auto using all_nil.
  Qed.

  (* ---- Guests and crowns ---- *)

  Lemma crowned_in y h : In h (crowned heads y) -> In h heads /\ In h all_items /\ fit h y = true.
  Proof. intro H. apply filter_In in H as [H F]. auto. Qed.

  Lemma guest_all y : In y T -> all (guest_part w passes ending named T all_items unders y).
  Proof.
    intro J. apply all_flat. intros x I. apply filter_In in I as [I _]. cbv zeta. apply all_cons; [|apply all_app].
    - step. finish. eapply hosted_out; eauto using Tf.
    - apply all_map. intros j Jj. repeat step. look. finish. eapply hosted_barred; eauto using Tf.
    - apply all_perhaps. intros u E. apply under_ok in E; auto. apply all_one. step. finish. eapply hosted_under;
        eauto using Tf.
  Qed.

  Lemma two_guests_all y : In y T -> all (two_guests_part w passes ending named T all_items y).
  Proof.
    intro J. apply all_flat. intros z Jz. destruct (place z =? place y); [apply all_nil|]. apply all_flat. intros x I.
    destruct (fit z x); [|apply all_nil]. apply all_one. repeat step. look. finish. eapply hosted_twice; eauto using Tf.
  Qed.

  Lemma crown_all y : In y T -> all (crown_part w passes ending named T heads y).
  Proof.
    intro J. apply all_flat. intros h I. apply crowned_in in I as [Ih [I _]].
    apply all_cons; [|apply all_cons; [|apply all_app]].
    - step. finish. eapply above_out; eauto using Tf.
    - step. step. look.
      eapply (above_not_barred (face y) (face h)); eauto using Tf.
    - apply all_map. intros j Jj. repeat step. look. finish. eapply above_barred with (y := face y); eauto using Tf.
    - apply all_map. intros z Jz. apply filter_In in Jz as [Jz _]. repeat step. finish.
      eapply above_guest with (y := face y); eauto using Tf.
  Qed.

  Lemma top_rank x : is_top x = true <-> rank (face x) = 9.
  Proof. apply N.eqb_eq. Qed.

  Lemma fit_not_top x y : In y all_items -> fit x y = true -> rank (face x) <> 9.
  Proof. intros I F R. apply fits_rank in F. destruct (valid0 (face y) (item_weight y I)). lia. Qed.

  Lemma uppers_are x u : In u (uppers T all_items heads moving x) ->
    (exists y, In y T /\ fit x y = true /\ u = Above (face y) (face x)) \/
    (exists v, In v all_items /\ fit x v = true /\ u = Moves (face x) (face v)).
  Proof.
    intro H. apply in_app_or in H as [H|H].
    - left. destruct (is_head_item _ _); [|destruct H]. apply in_map_iff in H as [y [<- H]].
      apply filter_In in H as [J F]. eauto.
    - right. destruct (is_moving _ _); [|destruct H]. apply in_map_iff in H as [v [<- H]].
      apply filter_In in H as [J F]. eauto.
  Qed.

  Lemma upper_all x : In x all_items -> all (upper_part T all_items heads moving x).
  Proof.
    intro I. apply all_app.
    - destruct (N.eqb_spec (place x) 0) as [_|N]; [apply all_nil|]. assert (Ix := in_T x I N).
      apply all_map. intros u Iu. step.
      assert (K : exists h, sem (Above (face x) h) /\ fits h (face x) = true /\ known h).
      { apply uppers_are in Iu as [[y [J [F ->]]]|[v [J [F ->]]]].
        - eapply (upper_above known known_first known_next (face y)); eauto using Tf, fit_not_top.
        - eapply (upper_moves known known_first known_next (face x));
            eauto using Tf, fit_not_top. }
      destruct K as [h [S [F [i [J <-]]]]].
      eapply any_in; [|exact S]. apply in_map_iff. exists i. split; auto. apply filter_In. auto.
    - apply at_most_one_all. intros a0 b0 A0 B0. apply in_map_iff in A0 as [a [<- A]]. apply in_map_iff in B0 as [b [<- B]].
      cbn [truth same_lit]. intros S S'. assert (E : a = b); [|rewrite E; apply same_atom_refl]. revert S S'.
      apply uppers_are in A as [[y [J [F ->]]]|[v [J [F ->]]]];
        apply uppers_are in B as [[y' [J' [F' ->]]]|[v' [J' [F' ->]]]]; intros S S'.
      + f_equal. eapply above_above; eauto using Tf.
      + exfalso. eapply (above_moves (face y)); eauto using Tf.
      + exfalso. eapply (above_moves (face y')); eauto using Tf.
      + f_equal. eapply moves_moves; eauto.
  Qed.

  (* ---- Columns ---- *)

  Lemma column_all y : In y T -> all (column_part cols heads y).
  Proof.
    intro J. apply all_flat. intros h I. apply crowned_in in I as [Ih [I F]]. apply all_flat. intros c _.
    assert (Iy : In y heads) by (eapply heads_next; eauto). apply all_cons; [|apply all_one].
    - repeat step. apply any_now. apply resides_truth in H0; auto. apply resides_truth; auto.
      exact (proj1 (resides_above (face y) (face h) c (Tf y J) H) H0).
    - step. apply any_else. intro N. apply any_now. apply neg_truth. intro Q. apply N.
      apply resides_truth in Q; auto. apply resides_truth; auto.
      exact (proj2 (resides_above (face y) (face h) c (Tf y J) H) Q).
  Qed.

  Lemma slot_all c : all (slot_part w passes ending named cols heads tops c).
  Proof.
    apply all_app.
    - apply all_flat. intros g G. apply all_flat. intros o O. destruct (differ g o); [|apply all_nil]. apply all_one.
      apply tops_T in G as [G _]. apply tops_T in O as [O _]. repeat step. look. finish. eapply slot_slot;
        eauto using Tf.
    - apply all_flat. intros h Ih. apply all_flat. intros g G. destruct (differ h g); [|apply all_nil]. apply all_one.
      apply tops_T in G as [G _]. repeat step. look. apply resides_truth in H0; auto. apply any_else. intro N.
      apply any_now. apply gone_truth. destruct (is_top h) eqn:E.
      + exfalso. apply N. apply barred_truth; auto. apply top_rank in E. eapply slot_top; eauto using Tf.
      + destruct (slot_gone (face h) (face g) c (Tf g G) H H0 H1)
          as [B|B]; auto. exfalso. apply N. apply barred_truth; auto.
  Qed.

  Lemma gone_all h : In h moving -> all (gone_part w passes ending named T tops h).
  Proof.
    intro Mh. apply moving_ok in Mh as [Ih Nh]. apply all_flat. intros g G. apply tops_T in G as [G _].
    apply all_cons; [|apply all_cons].
    - step. apply any_else. intro N.
      destruct (gone_why (face h) (face g) (Tf g G) H) as [B|[y [Fy [B F]]]]; [contradiction|].
      destruct (from_item y Fy) as [i [J <-]]. eapply any_in; [|exact B]. apply in_map_iff. exists i. split; auto.
      apply filter_In. auto.
    - step. finish. eapply gone_out; eauto using Tf.
    - apply all_map. intros y Jy. apply filter_In in Jy as [Jy _]. repeat step. apply any_now. apply gone_truth.
      destruct (gone_above (face h) (face g) (face y) (Tf g G) (Tf y Jy) H H0) as [R Q].
      destruct (is_top y) eqn:E; auto. apply top_rank in E. contradiction.
  Qed.

  (* ---- Merges ---- *)

  Lemma merge_below_all h v g gs : In h all_items -> In v all_items -> In g T -> (forall y, In y gs -> In y T) ->
    all (merge_below w passes ending named unders heads h v g gs).
  Proof.
    intros I Iv G Gs. apply all_cons; [|apply all_app; [|apply all_app]].
    - repeat step. finish. eapply both_out; eauto using Tf.
    - apply all_perhaps. intros u E. apply under_ok in E; auto. apply all_one. repeat step. finish. eapply both_under;
        eauto using Tf.
    - destruct (N.eqb_spec (place v) 0) as [_|N]; [apply all_nil|]. assert (Jv := in_T v Iv N).
      apply all_map. intros k _. repeat step. finish. eapply both_crowned with (v := face v); eauto using Tf.
    - apply all_flat. intros y Y. apply Gs in Y. apply all_cons.
      + repeat step. apply any_else. intro Nb.
        destruct (both_guest (face h) (face v) (face g) (face y) (Tf g G) (Tf y Y) H H0 H1) as [B|[_ B]].
        * finish. exact B.
        * exfalso. apply Nb. apply barred_truth; auto.
      + destruct (place y =? place g); [apply all_nil|]. apply all_one. repeat step. look. finish.
        eapply both_late_guest with (g := face g); eauto using Tf.
  Qed.

  Lemma merge_all h : In h moving -> all (merge_part w passes ending named T all_items unders heads tops h).
  Proof.
    intro Mh. apply moving_ok in Mh as [Ih Nh]. apply all_app.
    - apply all_flat. intros g G. apply tops_T in G as [G _]. apply all_cons; [|apply all_cons].
      + step. destruct (moved_below (face h) (face g) (Tf g G) H) as [v [B [F W]]].
        destruct (all_cards v W) as [i [J <-]].
        eapply any_in; [|exact B]. apply in_map_iff. exists i. split; auto. apply filter_In. auto.
      + step. finish. eapply moved_out; eauto using Tf.
      + apply all_flat. intros l L. apply tops_T in L as [L _]. destruct (differ l g); [|apply all_nil]. apply all_one.
        repeat step. look. apply any_now. cbn [truth]. eapply moved_stays with (g := face g); eauto using Tf.
    - apply all_flat. intros v V. apply filter_In in V as [V _]. cbv zeta. apply all_app.
      + apply all_map. intros j J. repeat step. look. finish. eapply moves_barred; eauto using Tf.
      + apply all_flat. intros g G. apply tops_T in G as [G _]. apply merge_below_all; auto. intros y Y.
        now apply filter_In in Y.
  Qed.

  Lemma two_merges_all h : In h moving -> all (two_merges_part all_items tops moving h).
  Proof.
    intro Mh. apply all_flat. intros o Mo. destruct (differ h o) eqn:D; [|apply all_nil].
    assert (Ne : face h <> face o).
    { intro E. unfold differ in D. rewrite E, same_card_refl in D. discriminate. }
    apply all_flat. intros v _. destruct (fit o v); [|apply all_nil]. apply all_flat. intros g G.
    apply tops_T in G as [G _]. apply all_cons.
    - repeat step. apply any_else. intro N.
      destruct (pair_moved (face h) (face o) (face v) (face g) Ne (Tf g G) H H0 H1 H2) as [B|B].
      + exfalso. apply N. apply barred_truth; auto.
      + finish. exact B.
    - apply all_flat. intros l L. apply tops_T in L as [L _]. destruct (differ l g); [|apply all_nil]. apply all_one.
      repeat step. apply any_else. intro N. step. finish. eapply pair_later with (g := face g); eauto using Tf.
  Qed.

  (* ---- The score ---- *)

  Lemma more_truth e l k : In e ending -> l <> [] -> (k < length l)%nat ->
    truth (more e l k) <-> (k < missing (map face l))%nat.
  Proof.
    intros Ie Ne L. unfold more. destruct l as [|x [|y l]]; [contradiction| |cbn [truth sem]; reflexivity].
    assert (Me : In e (moments ending T)) by (apply in_or_app; auto).
    rewrite neg_truth, barred_truth by exact Me. cbn [sem]. unfold missing. cbn [map filter].
    destruct (moment_kind e Me) as [Jt|[_ [_ Nf]]].
    - destruct (T_from e Jt) as [Z _]. destruct (ending_ok e Ie). contradiction.
    - rewrite (tau_end (face e) Nf). destruct (onbar r (P fin) (face x)); cbn [negb length] in *; split; intro H;
        try lia; try (exfalso; now apply H); intro Q; discriminate.
  Qed.

  Lemma sum_all e a b l i j : In e ending -> map face l = map face a ++ map face b -> a <> [] -> b <> [] ->
    (i <= length a)%nat -> (j <= length b)%nat -> all (sum_of e a b l i j).
  Proof.
    intros Ie E Na Nb Li Lj. unfold sum_of. destruct (Nat.eqb_spec (i + j) 0) as [Z|Nz]; [apply all_nil|]. apply all_one.
    assert (Len : length l = (length a + length b)%nat) by (rewrite <- (map_length face l), E, app_length, !map_length; lia).
    assert (Nl : l <> []) by (destruct l, a; simpl in *; try congruence; lia).
    assert (M1 : missing (map face l) = (missing (map face a) + missing (map face b))%nat)
      by (unfold missing; now rewrite E, filter_app, app_length).
    assert (Last : forall k, (k = i + j - 1)%nat -> (i <= missing (map face a))%nat -> (j <= missing (map face b))%nat ->
      any [more e l k]).
    { intros k -> Hi Hj. apply any_now. apply more_truth; auto; lia. }
    destruct (Nat.eqb_spec i 0) as [Zi|Ni]; destruct (Nat.eqb_spec j 0) as [Zj|Nj]; cbn [app]; try lia;
      repeat (step; match goal with H : truth (more e _ _) |- _ => apply more_truth in H; [|assumption|assumption|lia] end);
      apply Last; lia.
  Qed.

  Lemma sums_all e fuel : In e ending -> forall l, all (sums fuel e l).
  Proof.
    intro Ie. induction fuel as [|fuel IH]; intro l; [apply all_nil|].
    destruct l as [|x [|y l]]; [apply all_nil|apply all_nil|]. set (k := x :: y :: l). set (h := Nat.div2 (length k)).
    assert (H1 : (1 <= h)%nat) by (unfold h, k; cbn [length Nat.div2]; lia).
    assert (H2 : (h < length k)%nat) by (apply Nat.lt_div2; unfold k; simpl; lia).
    assert (Na : firstn h k <> []) by (intro Z; apply (f_equal (@length item)) in Z; rewrite firstn_length in Z; simpl
      length in *; lia). assert (Nb : skipn h k <> []) by (intro Z; apply (f_equal (@length item)) in Z; rewrite
      skipn_length in Z; simpl length in *; lia). apply all_app; [apply IH|apply all_app; [apply IH|]].
    apply all_flat. intros i Ii. apply all_flat. intros j Jj. apply in_seq in Ii, Jj. apply sum_all; auto; try lia.
    now rewrite <- map_app, firstn_skipn.
  Qed.

  Lemma score_all : all (score_part ending spare all_items).
  Proof.
    unfold score_part. assert (En := enough). destruct ending as [|e l] eqn:E; [apply all_nil|]. rewrite <- E in *.
    assert (Ie : In e ending) by (rewrite E; now left). apply all_app; [now apply sums_all|].
    destruct (Nat.ltb_spec spare (length all_items)) as [L|L]; [|apply all_nil]. apply all_one. apply any_now.
    apply neg_truth. rewrite more_truth; auto; [|destruct all_items; simpl in L; [lia|discriminate]].
    specialize (En ltac:(rewrite E; discriminate)). lia.
  Qed.

  Theorem parts_true part : In part (parts w passes size ending named spare cols T all_items unders heads tops sorted moving) -> all part.
  Proof.
    unfold parts. intro H. rewrite !in_app_iff in H.
    destruct H as [H|[H|[H|[H|[H|[H|[H|[H|H]]]]]]]]; [ | | | | | | | |destruct H as [<-|[]]; apply score_all]; try (apply in_map_iff in H as [x [<- H]]).
    - assert (Pa := pass_all). assert (Lo := loose_all T). destruct named as [cs|].
      + destruct H as [<-|[]]. apply Lo; [discriminate|now exists []].
      + apply in_flat_map in H as [q [Iq H]]. apply in_seq in Iq. eapply Pa; [reflexivity| |exact H]. lia.
    - now apply places_all.
    - now apply bar_all.
    - now apply guest_all.
    - now apply two_guests_all.
    - apply crown_all. auto.
    - now apply upper_all.
    - destruct tops as [|g0 tops'] eqn:E; [destruct H|]. rewrite <- E in *. rewrite !in_app_iff in H.
      destruct H as [H|[H|[H|[H|H]]]]; apply in_map_iff in H as [x [<- H]].
      + apply column_all. auto.
      + apply slot_all.
      + now apply gone_all.
      + now apply merge_all.
      + now apply two_merges_all.
  Qed.
End Truth.
