(* The melds of the cards, each once, and whether disjoint ones can leave few enough cards over. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation FMapPositive.
From Winnow Require Import Game Judge Cards Head HeadCover HeadSets.
Import ListNotations.
Open Scope N_scope.

(* ---- Sets of sets ------------------------------------------------------------------------------------------------ *)

Definition set_of (l : list N) : PositiveMap.t unit :=
  fold_right (fun m t => PositiveMap.add (N.succ_pos m) tt t) (PositiveMap.empty _) l.
Definition is_in (t : PositiveMap.t unit) (m : N) : bool := PositiveMap.mem (N.succ_pos m) t.

Lemma is_in_set l m : is_in (set_of l) m = true <-> In m l.
Proof.
  unfold is_in. rewrite PositiveMap.mem_find. induction l as [|x l IH]; cbn [set_of fold_right].
  - rewrite PositiveMap.gempty. split; [discriminate|intros []].
  - fold (set_of l). destruct (N.eq_dec m x) as [->|N].
    + rewrite PositiveMap.gss. intuition.
    + rewrite PositiveMap.gso, IH; [simpl; intuition congruence|]. lia.
Qed.

(* ---- Listing the melds ------------------------------------------------------------------------------------------- *)

(* What the beginning of a meld looks like, in whatever order. *)
Definition one_rank (plain : list dcard) : bool :=
  match plain with [] => true | c :: l => forallb (fun d => drank d =? drank c) l end.
Definition could_be (l : list dcard) : bool :=
  let plain := filter (fun c => negb (excuse c)) l in
  match disjoint_suits plain 0 with Some _ => true | None => false end || one_rank plain ||
  (negb (fold_right (fun c s => N.land (suits c) s) 63 plain =? 0) && distinct (map drank plain)).

Fixpoint grow (l : list (N * dcard)) (k : nat) (m : N) (chosen : list dcard) : list N :=
  match l with
  | [] => if is_meld chosen then [m] else []
  | x :: l' =>
      match k with
      | O => []
      | S k' => if could_be (snd x :: chosen) then grow l' k' (N.lor (bit (fst x)) m) (snd x :: chosen) else []
      end ++ grow l' k m chosen
  end.

Lemma disjoint_fewer l : forall s s', N.land s s' = s' -> disjoint_suits l s <> None -> disjoint_suits l s' <> None.
Proof.
  induction l as [|c l IH]; intros s s' E; cbn [disjoint_suits]; [discriminate|].
  destruct (N.eqb_spec (N.land s (suits c)) 0) as [Z|_]; [|congruence].
  assert (Z' : N.land s' (suits c) = 0).
  { rewrite <- E, (N.land_comm s s'), <- N.land_assoc, Z. apply N.land_0_r. }
  rewrite Z', N.eqb_refl. apply IH. rewrite <- E at 2. apply N.bits_inj. intro i.
  assert (Ei := f_equal (fun x => N.testbit x i) E). cbn beta in Ei.
  rewrite N.land_spec in Ei. rewrite ?N.land_spec, ?N.lor_spec, ?N.land_spec.
  destruct (N.testbit s i), (N.testbit s' i), (N.testbit (suits c) i); simpl in *; congruence.
Qed.

Lemma could_be_tail x l : could_be (x :: l) = true -> could_be l = true.
Proof.
  unfold could_be. simpl. destruct (excuse x); simpl; auto.
  set (p := filter _ l). intro H. apply orb_true_iff in H as [H|H]; [apply orb_true_iff in H as [H|H]|].
  - assert (X : disjoint_suits p (suits x) <> None) by (destruct (disjoint_suits p (suits x)); [discriminate|discriminate H]).
    apply (disjoint_fewer _ _ 0) in X; [|apply N.land_0_r]. destruct (disjoint_suits p 0); [reflexivity|congruence].
  - assert (X : one_rank p = true); [|rewrite X, orb_true_r; reflexivity].
    destruct p as [|c p]; auto. simpl in H. apply andb_true_iff in H as [E H]. apply N.eqb_eq in E.
    rewrite forallb_forall in H. apply forallb_forall. intros d I. apply N.eqb_eq. apply H, N.eqb_eq in I. congruence.
  - apply andb_true_iff in H as [H D]. apply andb_true_iff in D as [_ D]. rewrite D, andb_true_r.
    assert (X : negb (fold_right (fun c s => N.land (suits c) s) 63 p =? 0) = true); [|rewrite X, orb_true_r; reflexivity].
    apply negb_true_iff, N.eqb_neq in H. apply negb_true_iff, N.eqb_neq. intro Z. apply H. rewrite Z. apply N.land_0_r.
Qed.

Lemma could_be_app a l : could_be (a ++ l) = true -> could_be l = true.
Proof. induction a as [|x a IH]; auto. intro H. apply IH. exact (could_be_tail x _ H). Qed.

Lemma meld_could l : is_meld l = true -> could_be l = true.
Proof.
  unfold is_meld, could_be, suit_meld, kind_meld, run_meld. set (p := filter _ l). intro H.
  destruct (disjoint_suits p 0); auto. apply andb_true_iff in H as [_ H]. apply orb_true_iff in H as [H|H].
  - assert (X : one_rank p = true) by (destruct p; [discriminate|exact H]). now rewrite X.
  - lia.
Qed.

Section Grow.
  Variable f : N -> dcard.

  Lemma grow_all l : forall k m chosen g, (forall x, In x l -> snd x = f (fst x)) ->
    (length (filter g (map fst l)) <= k)%nat -> is_meld (rev (map f (filter g (map fst l))) ++ chosen) = true ->
    In (N.lor (mask (filter g (map fst l))) m) (grow l k m chosen).
  Proof.
    induction l as [|x l IH]; intros k m chosen g Fx L M; cbn [map filter grow] in *.
    - simpl in M. rewrite M. now left.
    - assert (Fx' : forall y, In y l -> snd y = f (fst y)) by (intros; apply Fx; now right).
      apply in_app_iff. destruct (g (fst x)); [left|right; now apply IH].
      destruct k as [|k]; [simpl in L; lia|]. cbn [map rev] in M. rewrite <- app_assoc in M. cbn [app] in M.
      rewrite (Fx x (or_introl eq_refl)). rewrite (could_be_app _ _ (meld_could _ M)).
      assert (E : N.lor (mask (fst x :: filter g (map fst l))) m =
        N.lor (mask (filter g (map fst l))) (N.lor (bit (fst x)) m)).
      { cbn [mask fold_right]. fold (mask (filter g (map fst l))). rewrite (N.lor_comm (bit (fst x))).
        symmetry. apply N.lor_assoc. }
      rewrite E. apply IH; auto. simpl in L. lia.
  Qed.

  Lemma grow_are l : forall k m chosen s, NoDup (map fst l) -> (forall x, In x l -> snd x = f (fst x)) ->
    In s (grow l k m chosen) -> exists t, NoDup t /\ (forall x, In x t -> In x (map fst l)) /\
      s = N.lor (mask t) m /\ is_meld (rev (map f t) ++ chosen) = true.
  Proof.
    induction l as [|x l IH]; intros k m chosen s D Fx I; cbn [map grow] in *.
    - destruct (is_meld chosen) eqn:M; [|destruct I]. destruct I as [<-|[]]. exists []. repeat split; auto using NoDup_nil.
    - assert (Fx' : forall y, In y l -> snd y = f (fst y)) by (intros; apply Fx; now right).
      inversion D as [|? ? N D']; subst. apply in_app_iff in I as [I|I].
      + destruct k as [|k]; [destruct I|]. destruct (could_be _); [|destruct I].
        destruct (IH _ _ _ _ D' Fx' I) as [t [Dt [Sub [E M]]]]. exists (fst x :: t). split; [constructor; auto|].
        split; [intros y [<-|J]; simpl; auto|]. split.
        * rewrite E. cbn [mask fold_right]. fold (mask t). rewrite (N.lor_comm (bit (fst x)) (mask t)). apply N.lor_assoc.
        * cbn [map rev]. rewrite <- app_assoc. now rewrite <- (Fx x (or_introl eq_refl)).
      + destruct (IH _ _ _ _ D' Fx' I) as [t [Dt [Sub [E M]]]]. exists t. repeat split; auto. intros y J. simpl. auto.
  Qed.
End Grow.

Section Cards.
  Variable cards : list dcard.
  Variable full : nat.

  Definition card_at (i : N) : dcard := nth (N.to_nat i) cards (DCard 0 0).
  Fixpoint numbered (i : N) (l : list dcard) : list (N * dcard) :=
    match l with [] => [] | c :: l' => (i, c) :: numbered (N.succ i) l' end.
  Definition places : list N := map fst (numbered 0 cards).
  Definition how_many_cards : N := count cards.

  Lemma numbered_in l : forall i x, In x (numbered i l) <-> exists k, (k < length l)%nat /\ fst x = i + N.of_nat k /\
    snd x = nth k l (DCard 0 0).
  Proof.
    induction l as [|c l IH]; intros i x; cbn [numbered].
    - split; [intros []|]. intros [k [L _]]. simpl in L. lia.
    - cbn [In]. rewrite IH. split.
      + intros [<-|[k [L [E F]]]]; [exists O|exists (S k)]; simpl; repeat split; auto; lia.
      + intros [[|k] [L [E F]]]; simpl in *; [left; destruct x; simpl in *; f_equal; auto; lia|right].
        exists k. repeat split; auto; lia.
  Qed.

  Lemma numbered_once l : forall i, NoDup (map fst (numbered i l)).
  Proof.
    induction l as [|c l IH]; intro i; cbn [numbered map]; constructor; auto. intro I. apply in_map_iff in I as [x [E I]].
    apply numbered_in in I as [k [_ [F _]]]. simpl in E. lia.
  Qed.

  Lemma places_are x : In x places <-> x < how_many_cards.
  Proof.
    unfold places, how_many_cards. rewrite count_length, in_map_iff. split.
    - intros [y [<- I]]. apply numbered_in in I as [k [L [-> _]]]. lia.
    - intro L. exists (x, nth (N.to_nat x) cards (DCard 0 0)). split; auto. apply numbered_in.
      exists (N.to_nat x). repeat split; simpl; auto; lia.
  Qed.

  Lemma numbered_card x : In x (numbered 0 cards) -> snd x = card_at (fst x).
  Proof. intro I. apply numbered_in in I as [k [_ [E F]]]. unfold card_at. rewrite E, F. f_equal. lia. Qed.

  Definition all_melds : list N := grow (numbered 0 cards) full 0 [].

  Lemma all_melds_ok m : (forall x, N.testbit m x = true -> x < how_many_cards) -> (size m <= full)%nat ->
    (In m all_melds <-> is_meld (map card_at (bits m)) = true).
  Proof.
    intros K L. split.
    - intro I. destruct (grow_are card_at _ _ _ _ _ (numbered_once _ _) numbered_card I) as [t [D [_ [E M]]]].
      rewrite N.lor_0_r in E. subst m. rewrite app_nil_r in M. rewrite <- M. apply meld_perm.
      rewrite <- Permutation_rev. apply Permutation_map. symmetry. now apply bits_mask.
    - intro M. assert (P : Permutation (filter (N.testbit m) places) (bits m)).
      { apply listed; [apply NoDup_filter, numbered_once|]. intro x. rewrite filter_In, places_are. intuition. }
      rewrite <- (mask_bits m), <- (mask_perm _ _ P), <- (N.lor_0_r (mask _)).
      apply (grow_all card_at); [exact numbered_card| |].
      + fold places. now rewrite (Permutation_length P).
      + fold places. rewrite app_nil_r, <- M. apply meld_perm. rewrite <- Permutation_rev. now apply Permutation_map.
  Qed.

  (* ---- Splitting a set ---- *)

  (* The place of the set that is in the fewest of the melds. *)
  Definition pick (s : N) (ms : list N) : N :=
    match fold_left (fun best x => let c := count (filter (fun m => N.testbit m x) ms) in
      match best with Some (y, d) => if c <? d then Some (x, c) else best | None => Some (x, c) end) (bits s) None with
    | Some (x, _) => x
    | None => 0
    end.

  (* The place stays over, or is in one of the melds. *)
  Fixpoint can_leave (fuel : nat) (s : N) (ms : list N) (k : nat) : bool :=
    match fuel with
    | O => true
    | S fuel' =>
        (size s <=? k)%nat ||
        (let x := pick s ms in
         negb (N.testbit s x) ||
         match k with
         | O => false
         | S k' => can_leave fuel' (N.ldiff s (bit x)) (filter (fun m => negb (N.testbit m x)) ms) k'
         end ||
         existsb (fun m => N.testbit m x &&
           can_leave fuel' (N.ldiff s m) (filter (fun m' => N.land m m' =? 0) ms) k) ms)
    end.

  Lemma ldiff_list l s m : NoDup (m ++ l) -> Permutation (bits s) (m ++ l) -> Permutation (bits (N.ldiff s (mask m))) l.
  Proof.
    intros D P. symmetry. apply listed; [now apply once_app in D|]. intro x.
    rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, <- bits_in. split.
    - intro I. split; [apply (Permutation_in x (Permutation_sym P)), in_app_iff; auto|].
      destruct (N.testbit (mask m) x) eqn:T; auto. apply mask_at in T. apply once_app in D as [_ [_ D]]. destruct (D x T I).
    - intros [I T]. apply (Permutation_in x P), in_app_iff in I as [I|I]; auto. apply mask_at in I. congruence.
  Qed.

  Lemma disjoint_masks a b : NoDup (a ++ b) -> forall c, (forall x, In x c -> In x b) -> N.land (mask a) (mask c) = 0.
  Proof.
    intros D c Sub. apply N.bits_inj_0. intro x. rewrite N.land_spec.
    destruct (N.testbit (mask a) x) eqn:A, (N.testbit (mask c) x) eqn:C; auto.
    apply mask_at in A, C. apply once_app in D as [_ [_ D]]. destruct (D x A (Sub x C)).
  Qed.

  Lemma can_leave_ok fuel : forall s ms k mi rest, can_leave fuel s ms k = false ->
    Permutation (bits s) (concat mi ++ rest) -> (forall m, In m mi -> In (mask m) ms) -> (k < length rest)%nat.
  Proof.
    induction fuel as [|fuel IH]; intros s ms k mi rest C P F; cbn [can_leave] in C; [discriminate|].
    apply orb_false_iff in C as [Cs C]. set (x := pick s ms) in *. apply orb_false_iff in C as [C C3].
    apply orb_false_iff in C as [C1 C2]. apply negb_false_iff in C1.
    apply bits_in, (Permutation_in x P), in_app_iff in C1 as [I|I].
    - apply in_concat in I as [m [Im Ix]]. apply in_split in Im as [ma [mb ->]].
      assert (Q : Permutation (bits s) (m ++ concat (ma ++ mb) ++ rest)).
      { rewrite P, !concat_app. simpl. rewrite <- !app_assoc, (Permutation_app_swap_app (concat ma)). reflexivity. }
      assert (Dq : NoDup (m ++ concat (ma ++ mb) ++ rest)) by (apply (Permutation_NoDup Q), bits_once).
      apply (IH (N.ldiff s (mask m)) (filter (fun m' => N.land (mask m) m' =? 0) ms) k (ma ++ mb) rest).
      + rewrite <- not_true_iff_false. intro T. rewrite <- not_true_iff_false in C3. apply C3. apply existsb_exists.
        exists (mask m). split; [apply F, in_app_iff; simpl; auto|]. rewrite T, andb_true_r. now apply mask_at.
      + now apply ldiff_list.
      + intros m' I. apply filter_In. split; [apply F; rewrite in_app_iff in *; simpl; tauto|].
        apply N.eqb_eq. apply (disjoint_masks _ _ Dq). intros y J. apply in_app_iff. left. apply in_concat. eauto.
    - apply in_split in I as [a [b ->]]. destruct k as [|k]; [rewrite app_length; simpl; lia|].
      assert (Q : Permutation (bits s) ([x] ++ concat mi ++ a ++ b)).
      { rewrite P. rewrite !app_assoc. symmetry. apply Permutation_middle. }
      assert (Dq : NoDup ([x] ++ concat mi ++ a ++ b)) by (apply (Permutation_NoDup Q), bits_once).
      assert (Em : mask [x] = bit x) by (cbn [mask fold_right]; apply N.lor_0_r).
      assert (H : (k < length (a ++ b))%nat); [|rewrite app_length in *; simpl; lia].
      apply (IH _ _ k mi (a ++ b) C2).
      + rewrite <- Em. now apply ldiff_list.
      + intros m I. apply filter_In. split; auto. apply negb_true_iff, not_true_iff_false. intro T.
        apply mask_at in T. apply once_app in Dq as [_ [_ Dq]]. apply (Dq x (or_introl eq_refl)).
        apply in_app_iff. left. apply in_concat. eauto.
  Qed.

  (* `ms` are all melds. *)
  Definition cannot_leave (ms : list N) (s : N) (k : nat) : bool :=
    negb (can_leave (S (size s)) s (filter (fun m => N.ldiff m s =? 0) ms) k).

  Lemma lifted ms : forall rest l, map card_at l = concat ms ++ rest -> exists mi rest',
    l = concat mi ++ rest' /\ ms = map (map card_at) mi /\ rest = map card_at rest'.
  Proof.
    induction ms as [|m ms IH]; intros rest l E; simpl in E.
    - exists [], l. auto.
    - rewrite <- app_assoc in E. apply map_eq_app in E as [l1 [l2 [-> [E1 E2]]]].
      destruct (IH rest l2 E2) as [mi [rest' [-> [-> ->]]]]. exists (l1 :: mi), rest'. simpl. now rewrite E1, app_assoc.
  Qed.

  Theorem cannot_leave_ok s k l : Permutation l (bits s) -> (forall x, In x l -> x < how_many_cards) ->
    cannot_leave all_melds s k = true -> uncoverable full (map card_at l) k.
  Proof.
    intros Pl K C ms rest M Z P. apply Permutation_sym, Permutation_map_inv in P as [l' [E P]]. symmetry in E.
    destruct (lifted ms rest l' E) as [mi [rest' [-> [-> ->]]]]. rewrite map_length. apply negb_true_iff in C.
    assert (Q : Permutation (bits s) (concat mi ++ rest')) by now rewrite <- Pl.
    apply (can_leave_ok _ _ _ _ mi rest' C Q). intros m I.
    assert (D : NoDup (concat mi ++ rest')) by (apply (Permutation_NoDup Q), bits_once).
    assert (In' : forall x, In x m -> In x (bits s)).
    { intros x J. apply (Permutation_in x (Permutation_sym Q)), in_app_iff. left. apply in_concat. eauto. }
    assert (Dm : NoDup m).
    { apply once_app in D as [D _]. apply in_split in I as [a [b ->]]. rewrite concat_app in D.
      apply once_app in D as [_ [D _]]. now apply once_app in D. }
    apply filter_In. split.
    - apply all_melds_ok.
      + intros x T. apply K. apply (Permutation_in x (Permutation_sym Pl)), In', mask_at, T.
      + rewrite <- (size_perm _ _ (bits_mask m Dm)). unfold small_enough in Z. rewrite Forall_forall in Z.
        rewrite <- (map_length card_at). apply Z. now apply in_map.
      + rewrite Forall_forall in M. rewrite <- (M (map card_at m)) by now apply in_map. apply meld_perm.
        apply Permutation_map. symmetry. now apply bits_mask.
    - apply N.eqb_eq, N.bits_inj_0. intro x. rewrite N.ldiff_spec. destruct (N.testbit (mask m) x) eqn:T; auto.
      apply mask_at, In', bits_in in T. now rewrite T.
  Qed.
End Cards.

Lemma cards_at cards : map (card_at cards) (places cards) = cards.
Proof.
  unfold places. rewrite map_map. transitivity (map snd (numbered 0 cards)).
  - apply map_ext_in. intros x I. symmetry. now apply numbered_card.
  - generalize 0. induction cards as [|c l IH]; intro i; simpl; [reflexivity|]. now rewrite IH.
Qed.
