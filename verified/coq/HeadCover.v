(* Head Solitaire: a line's melds are disjoint sets of the cards not yet melded. So if these cannot be split into
   melds with few enough of them over, whatever their order, no line leaves so few. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation.
From Winnow Require Import Game Judge Cards Head.
Import ListNotations.
Open Scope N_scope.

(* ---- Melds do not depend on the order of their cards. ------------------------------------------------------------ *)

Lemma land_lor_0 s x y : (N.land (N.lor s x) y =? 0) = (N.land s y =? 0) && (N.land x y =? 0).
Proof.
  rewrite N.land_lor_distr_l.
  destruct (N.eqb_spec (N.lor (N.land s y) (N.land x y)) 0) as [E|E].
  - apply N.lor_eq_0_iff in E as [-> ->]. reflexivity.
  - destruct (N.eqb_spec (N.land s y) 0) as [A|]; auto. destruct (N.eqb_spec (N.land x y) 0) as [B|]; auto.
    rewrite A, B in E. auto.
Qed.

Lemma disjoint_suits_perm l l' : Permutation l l' -> forall s, disjoint_suits l s = disjoint_suits l' s.
Proof.
  induction 1 as [|x l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2]; intro s; cbn [disjoint_suits]; auto.
  - now rewrite IH.
  - rewrite !land_lor_0, (N.land_comm (suits x) (suits y)).
    rewrite <- !N.lor_assoc, (N.lor_comm (suits x) (suits y)).
    destruct (N.land s (suits x) =? 0), (N.land s (suits y) =? 0), (N.land (suits y) (suits x) =? 0); reflexivity.
  - now rewrite IH1, IH2.
Qed.

Lemma filter_perm {A} (f : A -> bool) l l' : Permutation l l' -> Permutation (filter f l) (filter f l').
Proof.
  induction 1; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. apply perm_swap.
  - etransitivity; eauto.
Qed.

Lemma forallb_perm {A} (f : A -> bool) l l' : Permutation l l' -> forallb f l = forallb f l'.
Proof. induction 1; simpl; try congruence. destruct (f x), (f y); reflexivity. Qed.

Lemma existsb_perm {A} (f : A -> bool) l l' : Permutation l l' -> existsb f l = existsb f l'.
Proof. induction 1; simpl; try congruence. destruct (f x), (f y); reflexivity. Qed.

Lemma fold_perm {A} (f : A -> N -> N) (C : forall x y s, f x (f y s) = f y (f x s)) d l l' :
  Permutation l l' -> fold_right f d l = fold_right f d l'.
Proof. induction 1; simpl; congruence. Qed.

Lemma distinct_perm l l' : Permutation l l' -> distinct l = distinct l'.
Proof.
  induction 1; cbn [distinct_by existsb]; try congruence.
  - now rewrite IHPermutation, (existsb_perm _ _ _ H).
  - lia.
Qed.

Lemma kind_perm l l' : Permutation l l' -> kind_meld l = kind_meld l'.
Proof.
  induction 1; cbn [kind_meld forallb]; try congruence.
  - now apply forallb_perm.
  - rewrite (N.eqb_sym (drank x) (drank y)). destruct (N.eqb_spec (drank y) (drank x)) as [->|]; reflexivity.
Qed.

Lemma count_perm {A} (l l' : list A) : Permutation l l' -> count l = count l'.
Proof. intro P. rewrite !count_length. f_equal. now apply Permutation_length. Qed.

Lemma run_perm l l' k : Permutation l l' -> run_meld l k = run_meld l' k.
Proof.
  intro P. unfold run_meld. assert (Q := Permutation_map drank P).
  rewrite (distinct_perm _ _ Q), (count_perm _ _ P).
  rewrite (fold_perm N.max (fun x y s => ltac:(lia)) 0 _ _ Q).
  rewrite (fold_perm N.min (fun x y s => ltac:(lia)) 100 _ _ Q).
  rewrite (fold_perm (fun c s => N.land (suits c) s)
    (fun x y s => ltac:(cbn beta; rewrite !N.land_assoc, (N.land_comm (suits x) (suits y)); reflexivity)) 63 _ _ P).
  reflexivity.
Qed.

Lemma meld_perm l l' : Permutation l l' -> is_meld l = is_meld l'.
Proof.
  intro P. unfold is_meld, suit_meld.
  assert (Q := filter_perm (fun c => negb (excuse c)) _ _ P).
  rewrite (count_perm _ _ (filter_perm excuse _ _ P)), (disjoint_suits_perm _ _ Q), (count_perm _ _ P),
    (forallb_perm ranked _ _ Q), (kind_perm _ _ Q), (run_perm _ _ _ Q). reflexivity.
Qed.

(* ---- Splitting cards into melds ---------------------------------------------------------------------------------- *)

Definition small_enough (size : nat) (ms : list (list dcard)) := Forall (fun m => (length m <= size)%nat) ms.

(* Whatever melds the cards are split into, more than so many cards are over. *)
Definition uncoverable (size : nat) (cards : list dcard) (least : nat) : Prop := forall ms rest,
  Forall (fun m => is_meld m = true) ms -> small_enough size ms -> Permutation cards (concat ms ++ rest) ->
  (least < length rest)%nat.

(* ---- Lines of play ----------------------------------------------------------------------------------------------- *)

Section Lines.
  Variable r : rules.
  Variable spent : list dcard.            (* discards of the last pass at the start, else none *)
  Variable last : bool.
  Variable cards : list dcard.            (* hand, pile and, unless it is the last pass, discards *)
  Hypothesis nothing_spent : last = false -> spent = [].

  Definition inv (q : position) : Prop :=
    count (hand q) <= full r /\ (last = true -> turn q = passes r) /\
    exists ms over, Forall (fun m => is_meld m = true) ms /\ small_enough (N.to_nat (full r)) ms /\
      Permutation (discards q) (spent ++ over) /\
      Permutation cards (concat ms ++ hand q ++ pile q ++ over).

  Lemma fill_inv q : inv q -> inv (fill r q).
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]]. repeat split; simpl; auto.
    - rewrite !count_length, app_length, firstn_length. rewrite count_length in H. lia.
    - exists ms, over. repeat split; auto. rewrite P. apply Permutation_app_head.
      rewrite <- app_assoc. apply Permutation_app_head. rewrite app_assoc, firstn_skipn. reflexivity.
  Qed.

  Lemma draw_inv k q : inv q -> inv (draw k r q).
  Proof.
    revert q. induction k as [|k IH]; intros q I; cbn [draw]; assert (F := fill_inv q I); cbv zeta; destruct (may_burn
      (fill r q) || is_full r (hand (fill r q)) || has_meld (hand (fill r q)) || (turn (fill r q) =? passes r)) eqn:B;
      try exact F. apply orb_false_iff in B as [B B4]. apply orb_false_iff in B as [B _].
    apply orb_false_iff in B as [_ B2]. apply IH. destruct I as [H _].
    assert (Ep : pile (fill r q) = []).
    { unfold is_full, fill in *. simpl in *. rewrite !count_length in *. rewrite app_length, firstn_length in B2.
      apply skipn_all2. lia. }
    destruct F as [H' [T [ms [over [M [Z [D P]]]]]]]. apply N.eqb_neq in B4.
    assert (L : last = false) by (destruct last; auto; tauto). rewrite (nothing_spent L) in D.
    repeat split; simpl; auto; [congruence|]. exists ms, []. repeat split; auto.
    - rewrite (nothing_spent L). auto.
    - rewrite P, Ep. rewrite D, app_nil_r. reflexivity.
  Qed.

  Lemma naming_names before l : map snd (naming before l) = l.
  Proof. revert before. induction l; intros; simpl; rewrite ?IHl; auto. Qed.

  Lemma choices_perm l c : In c (choices l) -> Permutation (map snd l) (map snd (fst c) ++ snd c).
  Proof.
    revert c. induction l as [|x l IH]; simpl; intros c.
    - intros [<-|[]]. auto.
    - intro I. apply in_app_or in I as [I|I]; apply in_map_iff in I as [d [<- Id]]; simpl; specialize (IH _ Id).
      + auto.
      + rewrite IH. apply Permutation_middle.
  Qed.

  Lemma insertions_perm (x : dcard) l l' : In l' (insertions x l) -> Permutation (x :: l) l'.
  Proof.
    revert l'. induction l as [|y l IH]; simpl; intros l' H.
    - destruct H as [<-|[]]. auto.
    - destruct H as [<-|H]; auto. apply in_map_iff in H as [m [<- I]]. rewrite perm_swap. auto.
  Qed.

  Lemma permutations_perm (l l' : list dcard) : In l' (permutations l) -> Permutation l l'.
  Proof.
    revert l'. induction l as [|x l IH]; simpl; intros l' H.
    - destruct H as [<-|[]]. constructor.
    - apply in_flat_map in H as [m [I J]]. apply IH in I. apply insertions_perm in J. rewrite I. exact J.
  Qed.

  Lemma move_inv q m : inv q -> In m (legal r q) -> inv (after_move r q m).
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]] I. apply in_app_or in I as [I|I].
    - apply in_map_iff in I as [c [<- I]]. apply filter_In in I as [Ic Mc]. apply choices_perm in Ic.
      rewrite naming_names in Ic. apply draw_inv.
      assert (Lc : (length (map snd (fst c)) + length (snd c) = length (hand q))%nat).
      { rewrite <- app_length. now apply Permutation_length. }
      rewrite count_length in H. repeat split; simpl; auto.
      + rewrite count_length. lia.
      + exists (map snd (fst c) :: ms), over. repeat split; auto.
        * constructor; auto. lia.
        * simpl. rewrite P, Ic, <- !app_assoc. rewrite (Permutation_app_comm (concat ms)), <- !app_assoc.
          apply Permutation_app_head.
          rewrite (Permutation_app_comm (concat ms)), <- !app_assoc. reflexivity.
    - apply in_app_or in I as [I|I].
      + destruct (is_full r (hand q) && _) eqn:B; [|destruct I]. apply in_map_iff in I as [o [<- I]].
        assert (Po : Permutation (hand q) o).
        { unfold orders in I. destruct (turn q =? 1); [now apply permutations_perm|].
          destruct I as [<-|[]]. reflexivity. }
        apply draw_inv. repeat split; simpl; auto; [lia|]. exists ms, (over ++ o). repeat split; auto.
        * rewrite D, app_assoc. reflexivity.
        * rewrite P. apply Permutation_app_head. rewrite Po. rewrite (Permutation_app_comm o), <- app_assoc.
          reflexivity.
      + destruct (may_burn q); [|destruct I]. destruct I as [<-|[]]. apply draw_inv. repeat split; simpl; auto.
        * destruct (hand q); cbn [tl count] in *; lia.
        * exists ms, (over ++ firstn 1 (hand q)). repeat split; auto.
          -- rewrite D, app_assoc. reflexivity.
          -- rewrite P. apply Permutation_app_head. destruct (hand q) as [|x h]; simpl.
             ++ rewrite app_nil_r. reflexivity.
             ++ rewrite !app_assoc. rewrite <- Permutation_middle, app_nil_r. reflexivity.
  Qed.

  Variable least : nat.
  Hypothesis uncovered : uncoverable (N.to_nat (full r)) cards least.

  Lemma score_above q s : inv q -> spare r q = Some s -> N.of_nat least + count spent < s.
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]] E. unfold spare in E. destruct (pile q); try discriminate.
    destruct (_ && _); try discriminate. injection E as <-. simpl in P.
    assert (X := uncovered ms _ M Z P). apply Permutation_length in D.
    rewrite app_length in *. rewrite !count_length. clear - D X. lia.
  Qed.
End Lines.

Lemma hand_reachable r deal q : reachable (head r) (start r deal) q -> count (hand q) <= full r.
Proof.
  intros [l P]. assert (X : inv r [] false deal q); [|apply X].
  refine (path_keeps (head r) (inv r [] false deal) _ _ _ _ P _).
  - intros p m H I. exact (move_inv r [] false deal (fun _ => eq_refl) p m H I).
  - apply draw_inv; auto. repeat split; simpl; auto; [lia|discriminate|]. exists [], [].
    repeat split; auto; [constructor|]. rewrite app_nil_r. reflexivity.
Qed.

(* Every line from a position with a sound hand ends with more than the cards that melds must leave over, and no less
   than the last pass has discarded. *)
Lemma inv_here r q : count (hand q) <= full r -> let last := turn q =? passes r in
  inv r (if last then discards q else []) last (hand q ++ pile q ++ (if last then [] else discards q)) q.
Proof.
  intros H last. split; auto. split; [intro L; now apply N.eqb_eq|].
  exists [], (if last then [] else discards q). repeat split; try constructor.
  - destruct last; simpl; rewrite ?app_nil_r; reflexivity.
  - reflexivity.
Qed.

Lemma inv_path r q l q' : count (hand q) <= full r -> path (head r) q l q' -> let last := turn q =? passes r in
  inv r (if last then discards q else []) last (hand q ++ pile q ++ (if last then [] else discards q)) q'.
Proof.
  intros H P. cbv zeta. refine (path_keeps (head r) (inv r _ _ _) _ _ _ _ P (inv_here r q H)).
  intros x m Hx I. apply move_inv; auto. intro E. rewrite E. reflexivity.
Qed.

Lemma uncoverable_above r q least l q' s : count (hand q) <= full r ->
  uncoverable (N.to_nat (full r)) (hand q ++ pile q ++ (if turn q =? passes r then [] else discards q)) least ->
  path (head r) q l q' -> spare r q' = Some s ->
  N.of_nat least + (if turn q =? passes r then count (discards q) else 0) < s.
Proof.
  intros H U P E. assert (I := inv_path r q l q' H P). cbv zeta in I.
  assert (X := score_above r _ _ _ least U q' s I E). destruct (turn q =? passes r); exact X.
Qed.

Lemma discards_above r q l q' s : count (hand q) <= full r -> turn q = passes r ->
  path (head r) q l q' -> spare r q' = Some s -> count (discards q) <= s.
Proof.
  intros H T P E. assert (I := inv_path r q l q' H P). rewrite T, N.eqb_refl in I.
  destruct I as [_ [_ [ms [over [_ [_ [D _]]]]]]]. unfold spare in E. destruct (pile q'); try discriminate.
  destruct (_ && _); try discriminate. injection E as <-. apply Permutation_length in D. rewrite app_length in D.
  rewrite !count_length. lia.
Qed.
