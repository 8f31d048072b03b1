(* Each clause of BlinkEncoder is true of every line that places all cards (and scores more than the bound). *)

From Coq Require Import List NArith ZArith PArith Bool Lia ZifyBool.
From Winnow Require Import Lrat Clauses Game Judge Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder.
Import ListNotations.
Open Scope N_scope.

Lemma whole_in x from many : In x (whole_from from many) <-> (from <= x < from + Z.of_nat many)%Z.
Proof. revert from. induction many as [|k IH]; intro from; cbn [whole_from In]; [lia|]. rewrite IH. lia. Qed.
Lemma whole_once from many : NoDup (whole_from from many).
Proof.
  revert from. induction many as [|k IH]; intro from; cbn [whole_from]; constructor; auto. rewrite whole_in. lia.
Qed.
Lemma whole_length from many : length (whole_from from many) = many.
Proof. revert from. induction many as [|k IH]; intro from; cbn [whole_from length]; auto. Qed.
Lemma steps_in x from many : In x (steps_from from many) <-> from <= x < from + N.of_nat many.
Proof. revert from. induction many as [|k IH]; intro from; cbn [steps_from In]; [lia|]. rewrite IH. lia. Qed.
Lemma steps_once from many : NoDup (steps_from from many).
Proof.
  revert from. induction many as [|k IH]; intro from; cbn [steps_from]; constructor; auto. rewrite steps_in. lia.
Qed.

Lemma steps_length from many : length (steps_from from many) = many.
Proof. revert from. induction many as [|k IH]; intro from; cbn [steps_from length]; auto. Qed.

Lemma grid_once (xs ys : list Z) : NoDup xs -> NoDup ys -> NoDup (flat_map (fun y => map (fun x => (x, y)) xs) ys).
Proof.
  intros Nx Ny. apply flat_once; auto; [intros y _; apply map_once; auto; congruence|].
  intros y y' z I J. apply in_map_iff in I as [x [<- _]], J as [x' [E _]]. congruence.
Qed.

Lemma fresh_true p : fresh p = true <-> table p = [].
Proof. unfold fresh. destruct (table p); split; congruence. Qed.
Lemma fresh_false p : fresh p = false <-> table p <> [].
Proof. unfold fresh. destruct (table p); split; congruence. Qed.

(* When the card i is placed, if the first of l is placed in step t. *)
Fixpoint when (i : N) (l : list mv) (t : N) : N :=
  match l with [] => t | m :: l' => if draw_index m =? i then t else when i l' (N.succ t) end.

Lemma when_is a : forall m b t, NoDup (map draw_index (a ++ m :: b)) ->
  when (draw_index m) (a ++ m :: b) t = t + N.of_nat (length a).
Proof.
  induction a as [|k a IH]; intros m b t N; cbn [app when length].
  - rewrite N.eqb_refl. lia.
  - inversion N as [|x l Nx Nl]; subst. destruct (N.eqb_spec (draw_index k) (draw_index m)) as [E|_].
    + exfalso. apply Nx. rewrite E, map_app. apply in_or_app. right. now left.
    + rewrite IH by exact Nl. lia.
Qed.

Section Truth.
  Variables (r : rules) (p q : position) (ms : list mv).
  Variable T : cell -> cell.                       (* how the line is moved and mirrored *)
  Variables (bx by_ : Z).                          (* where the table begins *)
  Hypothesis line : made p ms q.
  Hypothesis distinct : NoDup (map fst (left p)).
  Hypothesis table_once : NoDup (cells (table q)).
  Hypothesis all_placed : left q = [].
  Hypothesis in_hand : forall a m b, ms = a ++ m :: b -> draw_index m <= begun p + N.of_nat (length a) + hold r.
  Hypothesis linked : forall a m b, ms = a ++ m :: b ->
    (table p = [] /\ a = []) \/ exists d, In d (cells (table p) ++ map onto a) /\ In (onto m) (neighbours d).
  Hypothesis fits_table : forall m, In m ms -> matches_all (table p) (onto m) (placed m) = true.
  Hypothesis fits_others : forall m m', In m ms -> In m' ms -> touches (onto m) (onto m') = true ->
    ways (placed m) (placed m') <> 0.
  Hypothesis T_touches : forall a b, touches (T a) (T b) = touches a b.
  Hypothesis T_once : forall a b, T a = T b -> a = b.
  Hypothesis T_stays : table p <> [] -> forall c, T c = c.
  Hypothesis framed : forall m, In m ms -> In (T (onto m)) (free_cells r p).
  Hypothesis image : table p = [] -> forall m, In m ms -> draw_index m = 0 -> first_of_images r p (T (onto m)) = true.
  Hypothesis begins : table p <> [] -> In bx (starts p fst (wide r p)) /\ In by_ (starts p snd (high r p)) /\
    forall m, In m ms -> ((bx <= fst (onto m) < bx + wide r p) /\ (by_ <= snd (onto m) < by_ + high r p))%Z.

  Definition time (i : N) : N := when i ms (begun p).
  Definition moved_table : layout := map (fun e => (T (fst e), snd e)) (table q).
  Definition content (c : cell) : option bcard :=
    match find (fun e => same_cell (fst e) c) moved_table with Some e => Some (snd e) | None => None end.
  Definition matching (c d : cell) : N := match content c, content d with Some x, Some y => ways x y | _, _ => 0 end.
  Variable sums : list atom.                       (* the statements `Meets`, in order *)

  Definition plain_sem (a : atom) : bool :=
    match a with
    | Lies i c => existsb (fun m => (draw_index m =? i) && same_cell (T (onto m)) c) ms
    | At i t => time i =? t
    | Placed i t => time i <? t
    | Full c t => existsb (fun m => same_cell (T (onto m)) c && (time (draw_index m) <? t)) ms
    | Begins down s => Z.eqb s (if down then by_ else bx)
    | Meets c d w => w <=? matching c d
    | Sum _ _ => false
    end.
  Definition trues (l : list atom) : N := count (filter plain_sem l).
  Definition sem (a : atom) : bool := match a with Sum k m => m <=? trues (firstn (N.to_nat k) sums) | _ => plain_sem a end.
  Notation truth := (Clauses.truth atom sem).
  Notation any := (Clauses.any atom sem).
  Notation all := (Clauses.all (fun c => any c = true)).

  Lemma same_index_move m m' : In m ms -> In m' ms -> draw_index m = draw_index m' -> m = m'.
  Proof. apply NoDup_map_same. apply (made_once _ _ _ line). Qed.
  Lemma same_cell_move m m' : In m ms -> In m' ms -> T (onto m) = T (onto m') -> m = m'.
  Proof. intros I J E. apply T_once in E. revert E. apply (NoDup_map_same onto ms); auto.
  apply (made_cells _ _ _ line). Qed.

  Lemma card_move e : In e (cards p) <-> exists m, In m ms /\ e = (draw_index m, placed m).
  Proof. rewrite (made_left _ _ _ line e), all_placed. split; [intros [[]|H]; exact H|auto]. Qed.
  Lemma move_card m : In m ms -> In (draw_index m, placed m) (cards p).
  Proof. intro I. apply card_move. eauto. Qed.
  Lemma cards_once : NoDup (cards p).
  Proof. exact (NoDup_map_inv _ _ distinct). Qed.

  Lemma as_many : length ms = length (cards p).
  Proof.
    assert (E1 : (length (map draw_index ms) <= length (map fst (left p)))%nat).
    { apply NoDup_incl_length; [apply (made_once _ _ _ line)|]. intros i I. apply in_map_iff in I as [m [<- I]].
      exact (in_map fst _ _ (move_card m I)). }
    assert (E2 : (length (map fst (left p)) <= length (map draw_index ms))%nat).
    { apply NoDup_incl_length; auto. intros i I. apply in_map_iff in I as [e [<- I]].
      apply card_move in I as [m [I ->]]. cbn [fst]. now apply in_map. }
    rewrite !map_length in *. unfold cards. lia.
  Qed.

  Lemma timed m : In m ms -> exists a b, ms = a ++ m :: b /\ time (draw_index m) = begun p + N.of_nat (length a).
  Proof.
    intro I. apply in_split in I as [a [b E]]. exists a, b. split; auto. unfold time. rewrite E at 1.
    apply when_is. rewrite <- E. apply (made_once _ _ _ line).
  Qed.

  Lemma time_bounds m : In m ms -> begun p <= time (draw_index m) < all_cards p /\
    draw_index m <= time (draw_index m) + hold r.
  Proof.
    intro I. destruct (timed m I) as [a [b [E ->]]]. specialize (in_hand a m b E).
    assert (L := as_many). rewrite E, app_length in L. cbn [length] in L. unfold all_cards.
    rewrite (count_length (cards p)). lia.
  Qed.

  Lemma earlier m m' a b : ms = a ++ m :: b -> In m' a -> time (draw_index m') < time (draw_index m).
  Proof.
    intros E I. assert (N := made_once _ _ _ line).
    assert (H : time (draw_index m) = begun p + N.of_nat (length a)).
    { unfold time. rewrite E at 1. apply when_is. now rewrite <- E. }
    apply in_split in I as [a1 [a2 Ea]].
    assert (H' : time (draw_index m') = begun p + N.of_nat (length a1)).
    { unfold time. rewrite E, Ea, <- app_assoc. apply when_is. rewrite E, Ea, <- app_assoc in N. exact N. }
    rewrite H, H', Ea, app_length. cbn [length]. lia.
  Qed.

  (* ---- What the literals say ---- *)

  Lemma lies_true c e : truth (lies c e) = true <-> exists m, In m ms /\ draw_index m = fst e /\ T (onto m) = c.
  Proof.
    cbn. rewrite existsb_exists. split; intros [m H]; exists m.
    - rewrite andb_true_iff, N.eqb_eq, same_cell_eq in H. tauto.
    - rewrite andb_true_iff, N.eqb_eq, same_cell_eq. tauto.
  Qed.

  Lemma at_true m t : In m ms -> truth (at_ r (draw_index m) t) = (time (draw_index m) =? t).
  Proof.
    intro I. destruct (time_bounds m I) as [_ H]. unfold at_.
    destruct (N.ltb_spec (t + hold r) (draw_index m)) as [L|L].
    - cbn. lia.
    - reflexivity.
  Qed.
  Lemma placed_true m t : In m ms -> truth (placed_by r p (draw_index m) t) = (time (draw_index m) <? t).
  Proof.
    intro I. destruct (time_bounds m I) as [B H]. unfold placed_by.
    destruct (N.leb_spec t (N.max (begun p) (draw_index m - hold r))) as [L|L].
    - cbn. lia.
    - destruct (N.leb_spec (all_cards p) t) as [L'|L']; [|reflexivity]. cbn. lia.
  Qed.
  Lemma full_true c t : truth (full p c t) = true <-> exists m, In m ms /\ T (onto m) = c /\ time (draw_index m) < t.
  Proof.
    unfold full. destruct (N.leb_spec t (begun p)) as [L|L].
    - split; [discriminate|]. intros [m [I [_ H]]]. destruct (time_bounds m I). lia.
    - cbn. rewrite existsb_exists. split; intros [m H]; exists m.
      + rewrite andb_true_iff, N.ltb_lt, same_cell_eq in H. tauto.
      + rewrite andb_true_iff, N.ltb_lt, same_cell_eq. tauto.
  Qed.

  Lemma fits_true m : In m ms -> fits r p (T (onto m)) (draw_index m, placed m) = true.
  Proof.
    intro I. unfold fits. cbn [fst snd]. apply andb_true_iff. destruct (fresh p) eqn:F.
    - apply fresh_true in F. split.
      + destruct (N.eqb_spec (draw_index m) 0); cbn; auto.
      + now rewrite F.
    - apply fresh_false in F. split; [reflexivity|]. rewrite (T_stays F). auto.
  Qed.

  Lemma spot_in s : In s (spots r p) -> In (fst s) (free_cells r p) /\ snd s = filter (fits r p (fst s)) (cards p).
  Proof. unfold spots. rewrite in_map_iff. intros [c [<- I]]. auto. Qed.

  Lemma spot_card c m : In m ms -> T (onto m) = c -> In (draw_index m, placed m) (filter (fits r p c) (cards p)).
  Proof. intros I <-. apply filter_In. split; [now apply move_card | now apply fits_true]. Qed.

  Lemma card_once e e' : In e (cards p) -> In e' (cards p) -> fst e = fst e' -> e = e'.
  Proof. apply NoDup_map_same. exact distinct. Qed.

  Lemma cards_true : all (cards_part r p).
  Proof.
    apply all_app; apply all_flat.
    - intros e I. apply card_move in I as [m [I ->]]. apply one_of_ok.
      + apply NoDup_filter, NoDup_filter, grid_once; unfold frame; destruct (fresh p); apply whole_once.
      + exists (T (onto m)). split; [|apply lies_true; eauto]. apply filter_In. split; auto. now apply fits_true.
      + intros c d _ _ A B. apply lies_true in A as [m1 [I1 [E1 <-]]]. apply lies_true in B as [m2 [I2 [E2 <-]]].
        f_equal. f_equal. apply same_index_move; auto. congruence.
    - intros s I. destruct (spot_in s I) as [Fc Es]. apply all_app.
      + apply none_twice_ok; rewrite Es.
        * apply NoDup_filter. apply cards_once.
        * intros e e' A B La Lb. apply filter_In in A as [A _]. apply filter_In in B as [B _].
          apply lies_true in La as [m1 [I1 [E1 C1]]]. apply lies_true in Lb as [m2 [I2 [E2 C2]]].
          apply card_once; auto. rewrite <- E1, <- E2. f_equal. apply same_cell_move; auto. congruence.
      + destruct (Nat.eqb_spec (length (spots r p)) (length (cards p))) as [E|]; [|apply all_nil]. apply all_one.
        unfold spots in E. rewrite map_length, <- as_many in E.
        assert (H : incl (free_cells r p) (map (fun m => T (onto m)) ms)).
        { apply NoDup_length_incl.
          - assert (N := made_cells _ _ _ line). clear - N T_once. induction ms as [|m l IH]; cbn [map] in *;
              [constructor|].
            inversion N as [|x k Nx Nl]; subst. constructor; auto. intro J. apply in_map_iff in J as [m' [E J]].
            apply T_once in E. apply Nx. rewrite <- E. now apply in_map.
          - rewrite map_length. lia.
          - intros c J. apply in_map_iff in J as [m [<- J]]. auto. }
        apply H in Fc. apply in_map_iff in Fc as [m [Ec Im]].
        apply any_in with (lies (fst s) (draw_index m, placed m)).
        * apply in_map. rewrite Es. now apply spot_card.
        * apply lies_true. eauto.
  Qed.

  Lemma axis_true (down : bool) axis size b : table p <> [] -> In b (starts p axis size) ->
    b = (if down then by_ else bx) ->
    (forall m, In m ms -> b <= axis (T (onto m)) < b + size)%Z -> all (axis_part r p down axis size).
  Proof.
    intros F I Eb H. unfold axis_part.
    assert (Tb : forall s, truth (Is (Begins down s)) = true <-> s = b).
    { intro s. cbn. lia. }
    apply all_app.
    - apply one_of_ok; [apply whole_once| |].
      + exists b. split; auto. now apply Tb.
      + intros x y _ _ A B. apply Tb in A, B. congruence.
    - apply all_flat. intros s _. destruct (Nat.ltb _ _); [|apply all_nil]. apply all_map. intros e _. apply any_neg.
      intro L. apply lies_true in L as [m [Im [_ Ec]]]. specialize (H m Im). rewrite Ec in H.
      apply any_in with (Is (Begins down b)); [|now apply Tb]. apply in_map with (f := fun b => Is (Begins down b)).
      apply filter_In. split; auto. lia.
  Qed.

  Lemma box_true : all (box_part r p).
  Proof.
    unfold box_part. destruct (fresh p) eqn:F; [apply all_nil|]. apply fresh_false in F.
    destruct (begins F) as [Ix [Iy B]].
    apply all_app; eapply axis_true; eauto; intros m I; rewrite (T_stays F); apply B; auto.
  Qed.

  Lemma beside_in c d : In d (beside r p c) -> In (fst d) (neighbours c) /\ In d (spots r p).
  Proof.
    unfold beside. rewrite in_flat_map. intros [a [Ia I]]. destruct (find _ _) as [s|] eqn:Fs; [|destruct I].
    destruct I as [<-|[]]. apply find_some in Fs as [Is_ E]. apply same_cell_eq in E. rewrite E. auto.
  Qed.
  Lemma board_in b : In b (board r p) -> In (fst b) (spots r p) /\ snd b = beside r p (fst (fst b)).
  Proof. unfold board. rewrite in_map_iff. intros [s [<- I]]. auto. Qed.

  Lemma matches_true : all (matches_part r p).
  Proof.
    apply all_flat. intros [s near] Ib. apply board_in in Ib as [Is_ En]. cbn [fst snd] in *. apply all_flat.
    intros d Id. destruct (before _ _); [|apply all_nil]. rewrite En in Id. apply beside_in in Id as [N Ids].
    destruct (spot_in s Is_) as [_ Es]. destruct (spot_in d Ids) as [_ Ed]. apply all_flat. intros i Ii.
    apply all_flat. intros j Ij. destruct (_ && _) eqn:W; [|apply all_nil]. apply andb_true_iff in W as [_ W].
    apply N.eqb_eq in W. apply all_one. rewrite Es in Ii. rewrite Ed in Ij. apply filter_In in Ii as [Ii _].
    apply filter_In in Ij as [Ij _]. apply any_neg. intro A. apply any_neg. intro B. exfalso.
    apply lies_true in A as [m1 [I1 [E1 C1]]]. apply lies_true in B as [m2 [I2 [E2 C2]]].
    assert (X : (draw_index m1, placed m1) = i) by (apply card_once; auto using move_card).
    assert (Y : (draw_index m2, placed m2) = j) by (apply card_once; auto using move_card).
    apply (fits_others m1 m2 I1 I2).
    - rewrite <- T_touches, C1, C2. now apply touches_in.
    - rewrite <- X, <- Y in W. exact W.
  Qed.

  Lemma times_in t : In t (times p) <-> begun p <= t < all_cards p.
  Proof. unfold times, all_cards. rewrite steps_in, (count_length (cards p)). tauto. Qed.

  Lemma steps_true : all (steps_part r p).
  Proof.
    apply all_app; apply all_flat.
    - intros t I. apply times_in in I. apply one_of_ok; [apply cards_once| |].
      + assert (L : (N.to_nat (t - begun p) < length ms)%nat).
        { rewrite as_many. unfold all_cards in I. rewrite (count_length (cards p)) in I. lia. }
        destruct (nth_error ms (N.to_nat (t - begun p))) as [m|] eqn:E; [|apply nth_error_None in E; lia].
        apply nth_error_split in E as [a [b [E La]]].
        assert (Im : In m ms) by (rewrite E; apply in_or_app; right; now left). exists (draw_index m, placed m).
        split; [now apply move_card|]. cbn [fst]. rewrite at_true by exact Im. unfold time. rewrite E at 1.
        rewrite when_is; [lia|]. rewrite <- E. apply (made_once _ _ _ line).
      + intros e e' A B Ta Tb. apply card_move in A as [m [I1 ->]]. apply card_move in B as [m' [I2 ->]].
        cbn [fst] in *. rewrite at_true in Ta, Tb by assumption. destruct (timed m I1) as [a [b [E1 H1]]].
        destruct (timed m' I2) as [a' [b' [E2 H2]]].
        assert (X : nth_error ms (length a) = Some m) by (rewrite E1 at 1;
          rewrite nth_error_app2, Nat.sub_diag by lia; reflexivity).
        assert (Y : nth_error ms (length a') = Some m') by (rewrite E2 at 1;
          rewrite nth_error_app2, Nat.sub_diag by lia; reflexivity). assert (Z : length a = length a') by lia.
        congruence.
    - intros e I. apply card_move in I as [m [I ->]]. cbn [fst]. destruct (time_bounds m I) as [B _]. apply all_app.
      + apply one_of_ok; [apply steps_once| |].
        * exists (time (draw_index m)). split; [now apply times_in|]. rewrite at_true by exact I. apply N.eqb_refl.
        * intros t u _ _ Ta Tb. rewrite at_true in Ta, Tb by exact I. lia.
      + apply all_flat. intros t _. assert (A := at_true m t I). assert (P1 := placed_true m t I).
        assert (P2 := placed_true m (t + 1) I).
        apply all_cons; [|apply all_cons; [|apply all_cons; [|apply all_one]]].
        * apply any_neg. rewrite P1. intro H. apply any_now. lia.
        * apply any_neg. rewrite A. intro H. apply any_now. rewrite neg_truth, P1. lia.
        * apply any_neg. rewrite A. intro H. apply any_now. lia.
        * apply any_neg. rewrite P2. intro H. apply any_else. rewrite P1. intro K. apply any_now. lia.
  Qed.

  Lemma filled_true : all (filled_part r p).
  Proof.
    apply all_flat. intros s I. destruct (spot_in s I) as [_ Es]. apply all_flat. intros t _.
    apply all_cons; [|apply all_app].
    - apply any_neg. intro F. apply full_true in F as [m [Im [Ec _]]].
      apply any_in with (lies (fst s) (draw_index m, placed m)).
      + apply in_map. rewrite Es. now apply spot_card.
      + apply lies_true. eauto.
    - destruct (_ <? t); [|apply all_nil]. apply all_one. apply any_neg. intro F.
      apply full_true in F as [m [Im [Ec L]]]. apply any_now. apply full_true. exists m. repeat split; auto. lia.
    - apply all_flat. intros e Ie. rewrite Es in Ie. apply filter_In in Ie as [Ie _].
      apply all_cons; [|apply all_one]; apply any_neg; intro L; apply lies_true in L as [m [Im [Ei Ec]]].
      + apply any_neg. rewrite <- Ei, placed_true by exact Im. intro H. apply N.ltb_lt in H. apply any_now.
        apply full_true. eauto.
      + apply any_else. rewrite <- Ei, placed_true by exact Im. intro H. apply any_now. rewrite neg_truth.
        destruct (truth (full p (fst s) t)) eqn:F; auto. apply full_true in F as [m' [I' [Ec' L]]].
        assert (m' = m) as -> by (apply same_cell_move; auto; congruence). lia.
  Qed.

  Lemma find_spot c : In c (free_cells r p) ->
    exists s, find (fun s => same_cell (fst s) c) (spots r p) = Some s /\ fst s = c.
  Proof.
    intro I. destruct (find (fun s => same_cell (fst s) c) (spots r p)) as [s|] eqn:F.
    - exists s. apply find_some in F as [_ E]. now apply same_cell_eq in E.
    - assert (H := find_none _ _ F (c, filter (fits r p c) (cards p))). cbn [fst] in H.
      assert (X : same_cell c c = true) by now apply same_cell_eq. rewrite H in X; [discriminate|]. apply in_map_iff.
      eauto.
  Qed.

  Lemma beside_true : all (beside_part r p).
  Proof.
    apply all_flat. intros e Ie. apply all_flat. intros [s near] Ib. destruct (board_in _ Ib) as [Is_ En].
    cbn [fst snd] in *.
    destruct (fits r p (fst s) e && negb (existsb (touches (fst s)) (cells (table p)))) eqn:C; [|apply all_nil].
    apply andb_true_iff in C as [_ C]. apply negb_true_iff in C. apply all_map. intros t It. apply any_neg. intro L.
    apply lies_true in L as [m [Im [Ei Ec]]]. apply any_neg. rewrite <- Ei, at_true by exact Im. intro A.
    apply N.eqb_eq in A. destruct (timed m Im) as [a [b [E H]]]. destruct (linked a m b E) as [[F Ea]|[d [Id N]]].
    - assert (Fr : fresh p = true) by now apply fresh_true. rewrite Fr in It. unfold times in It. rewrite F in *.
      subst a. cbn [length] in H. destruct (length (cards p)); cbn [steps_from tl] in It; [destruct It|].
      apply steps_in in It. lia.
    - assert (Tn : In (T d) (neighbours (fst s))).
      { apply touches_in. rewrite <- Ec, T_touches, touches_sym. now apply touches_in. }
      apply in_app_or in Id as [Id|Id].
      + assert (F : table p <> []) by (destruct (table p); [destruct Id|discriminate]).
        assert (X : existsb (touches (fst s)) (cells (table p)) = true); [|congruence]. apply existsb_exists.
        exists d. split; auto. apply touches_in. rewrite (T_stays F) in Tn. exact Tn.
      + apply in_map_iff in Id as [m' [<- Im']].
        assert (I' : In m' ms) by (rewrite E; apply in_or_app; now left).
        destruct (find_spot _ (framed m' I')) as [z [Fz Ez]].
        apply any_in with (full p (fst z) t).
        * apply in_map with (f := fun d : spot => full p (fst d) t). rewrite En. apply in_flat_map.
          exists (T (onto m')). split; auto. rewrite Fz. now left.
        * apply full_true. exists m'. repeat split; auto. rewrite <- A. eapply earlier; eauto.
  Qed.

  (* ---- The score ---- *)

  Lemma content_entry e : In e (table q) -> content (T (fst e)) = Some (snd e).
  Proof.
    intro I. unfold content, moved_table. destruct (find _ _) as [z|] eqn:F.
    - apply find_some in F as [Iz E]. apply same_cell_eq in E. apply in_map_iff in Iz as [e' [<- I']].
      apply T_once in E. now rewrite (NoDup_map_same fst (table q) e' e table_once I' I E).
    - assert (H := find_none _ _ F (T (fst e), snd e)). cbn [fst] in H.
      assert (X : same_cell (T (fst e)) (T (fst e)) = true) by now apply same_cell_eq.
      rewrite H in X; [discriminate|]. apply in_map_iff. eauto.
  Qed.

  Lemma content_laid e : In e (table p) -> content (fst e) = Some (snd e).
  Proof.
    intro I. assert (F : table p <> []) by (destruct (table p); [destruct I|discriminate]).
    rewrite <- (T_stays F (fst e)). apply content_entry. apply (made_table _ _ _ line). now left.
  Qed.

  Lemma content_is c x : content c = Some x ->
    (exists m, In m ms /\ T (onto m) = c /\ placed m = x) \/ In (c, x) (table p).
  Proof.
    unfold content, moved_table. destruct (find _ _) as [z|] eqn:F; [|discriminate]. intro E. injection E as <-.
    apply find_some in F as [Iz E]. apply same_cell_eq in E. apply in_map_iff in Iz as [e [<- I]].
    apply (made_table _ _ _ line) in I as [I|[m [I ->]]].
    - right. assert (F : table p <> []) by (destruct (table p); [destruct I|discriminate]).
      rewrite (T_stays F) in E. subst c. destruct e; auto.
    - left. exists m. auto.
  Qed.

  Record good (s : side) : Prop := Good {
    good_some : forall x, content (fst s) = Some x -> exists o, In o (snd s) /\ truth (snd o) = true /\ snd (fst o) = x;
    good_is : forall o, In o (snd s) -> truth (snd o) = true -> content (fst s) = Some (snd (fst o));
    good_name : forall o i, In o (snd s) -> truth (snd o) = true -> fst (fst o) = Some i ->
      exists m, In m ms /\ draw_index m = i /\ T (onto m) = fst s;
  }.

  Lemma side_of_good s : In s (spots r p) -> good (side_of s).
  Proof.
    intro I. destruct (spot_in s I) as [Fc Es]. unfold side_of. split; cbn [fst snd].
    - intros x C. apply content_is in C as [[m [Im [Ec Ex]]]|It].
      + exists (Some (draw_index m), placed m, lies (fst s) (draw_index m, placed m)). split; [|split].
        * apply in_map_iff. exists (draw_index m, placed m). split; auto. rewrite Es. now apply spot_card.
        * apply lies_true. eauto.
        * exact Ex.
      + apply filter_In in Fc as [_ Fc]. apply negb_true_iff in Fc.
        assert (X : occupied (table p) (fst s) = true); [|congruence].
        apply occupied_true. exact (in_map fst _ _ It).
    - intros o Io L. apply in_map_iff in Io as [e [<- Ie]]. apply lies_true in L as [m [Im [Ei Ec]]].
      rewrite Es in Ie. apply filter_In in Ie as [Ie _].
      assert (e = (draw_index m, placed m)) as -> by (apply card_once; auto using move_card). rewrite <- Ec.
      apply (content_entry (onto m, placed m)), (made_table _ _ _ line). right. eauto.
    - intros o i Io L Eo. apply in_map_iff in Io as [e [<- Ie]]. apply lies_true in L as [m [Im [Ei Ec]]].
      injection Eo as <-. eauto.
  Qed.

  Lemma laid_good e : In e (table p) -> good (fst e, [(None, snd e, Yes)]).
  Proof.
    intro I. split; cbn [fst snd].
    - intros x C. rewrite (content_laid e I) in C. injection C as <-. exists (None, snd e, Yes). repeat split. now left.
    - intros o [<-|[]] _. now apply content_laid.
    - intros o i [<-|[]] _ E. discriminate E.
  Qed.

  Lemma pair_good z : In z (all_pairs r p) ->
    good (fst z) /\ good (snd z) /\ In (fst (snd z)) (neighbours (fst (fst z))).
  Proof.
    unfold all_pairs. rewrite in_flat_map. intros [[s near] [Ib I]]. destruct (board_in _ Ib) as [Is_ En].
    cbn [fst snd] in *. apply in_flat_map in I as [d [Id I]].
    destruct (find (fun e => same_cell (fst e) d) (table p)) as [e|] eqn:F.
    - destruct I as [<-|[]]. apply find_some in F as [Ie E]. apply same_cell_eq in E. subst d.
      split; [now apply side_of_good|]. split; [now apply laid_good|]. exact Id.
    - destruct (find (fun z : spot => same_cell (fst z) d) near) as [y|] eqn:Fy; [|destruct I].
      destruct (before _ _); [|destruct I]. destruct I as [<-|[]]. apply find_some in Fy as [Iy E].
      apply same_cell_eq in E. subst d. rewrite En in Iy. apply beside_in in Iy as [_ Iy].
      split; [now apply side_of_good|]. split; [now apply side_of_good|]. exact Id.
  Qed.

  Lemma matching_sym c d : matching c d = matching d c.
  Proof. unfold matching. destruct (content c), (content d); auto. apply ways_sym. Qed.

  Lemma neighbours_differ c : ~ In c (neighbours c).
  Proof. rewrite <- touches_in, touches_is. lia. Qed.

  Lemma side_clauses_true u w here there : sem u = (w <=? matching (fst here) (fst there)) -> w <> 0 ->
    good here -> good there -> fst here <> fst there -> all (side_clauses (Is u) w here there).
  Proof.
    intros U W Gh Gt D.
    assert (M : truth (Is u) = true -> exists x y, content (fst here) = Some x /\ content (fst there) = Some y /\
      w <= ways x y).
    { cbn. rewrite U. intro H. apply N.leb_le in H. unfold matching in H.
      destruct (content (fst here)) as [x|]; [|lia]. destruct (content (fst there)) as [y|]; [|lia]. eauto. }
    apply all_cons.
    - apply any_neg. intro H. destruct (M H) as [x [y [Cx _]]]. destruct (good_some _ Gh x Cx) as [o [Io [To _]]].
      apply any_in with (snd o); auto. now apply in_map.
    - apply all_map. intros a Ia. apply any_neg. intro H. apply any_neg. intro Ta.
      destruct (M H) as [x [y [Cx [Cy L]]]]. assert (X := good_is _ Gh a Ia Ta). rewrite Cx in X. injection X as X.
      destruct (good_some _ Gt y Cy) as [o [Io [To Eo]]]. apply any_in with (snd o); auto. apply in_map.
      apply filter_In. split; auto. apply andb_true_iff. split; [|apply N.leb_le; now rewrite <- X, Eo].
      destruct (same_option a o) eqn:S; auto. exfalso. unfold same_option in S.
      destruct (fst (fst a)) as [i|] eqn:Fa; [|discriminate]. destruct (fst (fst o)) as [j|] eqn:Fo; [|discriminate].
      apply N.eqb_eq in S. subst j. destruct (good_name _ Gh a i Ia Ta Fa) as [m [Im [Em Ec]]].
      destruct (good_name _ Gt o i Io To Fo) as [m' [Im' [Em' Ec']]]. apply D. rewrite <- Ec, <- Ec'. f_equal.
      f_equal. apply same_index_move; auto. congruence.
  Qed.

  Lemma meets_true : all (meets_part (all_pairs r p)).
  Proof.
    apply all_flat. intros z Iz. destruct (pair_good z Iz) as [G1 [G2 N]].
    assert (D : fst (fst z) <> fst (snd z)) by (intro E; rewrite E in N; exact (neighbours_differ _ N)).
    apply all_flat. intros w Iw. assert (W : w <> 0) by (destruct Iw as [<-|[<-|[<-|[]]]]; discriminate).
    apply all_app; apply side_clauses_true; auto; cbn [sem plain_sem meets]; auto. now rewrite matching_sym.
  Qed.

  Lemma counted_plain u : In u (counted (all_pairs r p)) -> sem u = plain_sem u.
  Proof. unfold counted. rewrite in_flat_map. intros [z [_ I]]. apply in_map_iff in I as [w [<- _]]. reflexivity. Qed.

  Lemma trues_app a b : trues (a ++ b) = trues a + trues b.
  Proof. unfold trues. rewrite filter_app, !count_length, app_length. lia. Qed.
  Lemma trues_most l : trues l <= count l.
  Proof.
    unfold trues. induction l as [|a l IH]; cbn [filter]; [cbn; lia|]. destruct (plain_sem a); cbn [count]; lia.
  Qed.

  Hypothesis sums_are : sums = counted (all_pairs r p).

  Lemma sum_true k m : k <= count sums -> truth (sum_to k m) = (m <=? trues (firstn (N.to_nat k) sums)).
  Proof.
    intro L. unfold sum_to. destruct (N.ltb_spec k m) as [H|H].
    - cbn. assert (X := trues_most (firstn (N.to_nat k) sums)). rewrite count_length, firstn_length in X. lia.
    - destruct (N.eqb_spec m 0) as [->|_]; [|reflexivity]. symmetry. apply N.leb_le. lia.
  Qed.

  Lemma sums_true many least back : forall k, count back = k -> rev back = firstn (N.to_nat k) sums ->
    all (sums_part many least k back).
  Proof.
    induction back as [|u rest IH]; intros k Ek Eb; cbn [sums_part]; [apply all_nil|]. cbn [count rev] in Ek, Eb.
    assert (Lk : k <= count sums).
    { assert (H := f_equal (@length atom) Eb). rewrite firstn_length, app_length, rev_length in H. cbn [length] in H.
      rewrite count_length in Ek |- *. lia. }
    assert (Er : rev rest = firstn (N.to_nat (k - 1)) sums).
    { assert (H := f_equal (firstn (length (rev rest))) Eb). rewrite firstn_app, firstn_all, Nat.sub_diag in H.
      rewrite app_nil_r, firstn_firstn in H. rewrite H. f_equal. rewrite rev_length. rewrite count_length in Ek. lia. }
    assert (Tk : trues (firstn (N.to_nat k) sums) = trues (firstn (N.to_nat (k - 1)) sums) + (if plain_sem u then 1 else 0)).
    { rewrite <- Eb, trues_app, Er. f_equal. unfold trues. cbn [filter]. destruct (plain_sem u); reflexivity. }
    assert (Su : sem u = plain_sem u).
    { apply counted_plain. rewrite <- sums_are. rewrite <- (firstn_skipn (N.to_nat k) sums). apply in_or_app. left.
      rewrite <- Eb. apply in_or_app. right. now left. }
    apply all_app.
    - apply all_flat. intros m _.
      assert (S1 := sum_true k m Lk). assert (S2 := sum_true (k - 1) m ltac:(lia)).
      assert (S3 := sum_true (k - 1) (m - 1) ltac:(lia)).
      apply all_cons; [|apply all_one]; apply any_neg; rewrite S1; intro H; apply N.leb_le in H; apply any_else;
        rewrite S2;
        intro K; apply N.leb_gt in K; apply any_now.
      + cbn. rewrite Su. destruct (plain_sem u); auto. lia.
      + rewrite S3. destruct (plain_sem u); lia.
    - apply IH; [lia|exact Er].
  Qed.

  (* ---- The sum of the score is no more than the statements that are true. ---- *)

  Definition key (z : side * side) : cell * cell := (fst (fst z), fst (snd z)).
  Definition value (cd : cell * cell) : N := matching (fst cd) (snd cd).

  Lemma matching_most c d : matching c d <= 3.
  Proof.
    unfold matching. destruct (content c), (content d); try lia. unfold ways, one.
    destruct (number b =? number b0), (colour b =? colour b0), (shape b =? shape b0); lia.
  Qed.

  Lemma trues_counted ps : trues (counted ps) = sum value (map key ps).
  Proof.
    induction ps as [|z ps IH]; [reflexivity|]. unfold counted in *. cbn [flat_map map].
    change (sum value (key z :: map key ps)) with (value (key z) + sum value (map key ps)).
    rewrite <- IH, trues_app. f_equal. unfold trues, value, key, meets. cbn [map filter plain_sem fst snd].
    assert (M := matching_most (fst (fst z)) (fst (snd z))). revert M.
    generalize (matching (fst (fst z)) (fst (snd z))). intros v M.
    destruct (N.leb_spec 1 v), (N.leb_spec 2 v), (N.leb_spec 3 v); cbn [count]; lia.
  Qed.

  Lemma has_pair c d : In c (free_cells r p) -> In d (neighbours c) ->
    (occupied (table p) d = true \/ (In d (free_cells r p) /\ before c d = true)) ->
      In (c, d) (map key (all_pairs r p)).
  Proof.
    intros Fc N H. destruct (find_spot c Fc) as [s [Fs Es]]. apply find_some in Fs as [Is_ _].
    assert (Ib : In (s, beside r p c) (board r p)) by (unfold board; apply in_map_iff; exists s; rewrite Es; auto).
    enough (X : exists z, In z (pairs_of p (s, beside r p c)) /\ key z = (c, d)).
    { destruct X as [z [Iz Ez]]. apply in_map_iff. exists z. split; auto. apply in_flat_map. eauto. }
    destruct (find (fun e => same_cell (fst e) d) (table p)) as [e|] eqn:F.
    - exists (side_of s, (d, [(None, snd e, Yes)])). split; [|unfold key; cbn; now rewrite Es].
      apply in_flat_map. exists d. rewrite Es. split; auto. rewrite F. now left.
    - assert (O : occupied (table p) d = false).
      { destruct (occupied (table p) d) eqn:O; auto. apply occupied_true in O. apply in_map_iff in O as [e [Ee Ie]].
        assert (X := find_none _ _ F e Ie). assert (Y : same_cell (fst e) d = true) by now apply same_cell_eq.
        congruence. }
      destruct H as [H|[Fd B]]; [congruence|]. destruct (find_spot d Fd) as [y [Fy Ey]].
      destruct (find (fun z : spot => same_cell (fst z) d) (beside r p c)) as [z|] eqn:Fz.
      + exists (side_of s, side_of z). split.
        * apply in_flat_map. exists d. rewrite Es. split; auto. rewrite F, Fz, B. now left.
        * apply find_some in Fz as [_ E]. apply same_cell_eq in E. unfold key, side_of. now rewrite Es, E.
      + assert (X := find_none _ _ Fz y). cbv beta in X.
        assert (Y : same_cell (fst y) d = true) by now apply same_cell_eq. rewrite Y in X. discriminate X.
        apply in_flat_map. exists d. split; auto. rewrite Fy. now left.
  Qed.

  Lemma sum_cons {A} (g : A -> N) x l : sum g (x :: l) = g x + sum g l.
  Proof. reflexivity. Qed.

  Lemma sum_app {A} (g : A -> N) a b : sum g (a ++ b) = sum g a + sum g b.
  Proof. induction a as [|x a IH]; [reflexivity|]. cbn [app]. rewrite !sum_cons. lia. Qed.

  Lemma sum_incl {A} (g : A -> N) a : forall b, NoDup a -> incl a b -> sum g a <= sum g b.
  Proof.
    induction a as [|x a IH]; intros b N I; [cbn; lia|]. inversion N as [|y k Nx Na]; subst.
    destruct (in_split x b (I x (or_introl eq_refl))) as [b1 [b2 ->]].
    assert (H : sum g a <= sum g (b1 ++ b2)).
    { apply IH; auto. intros z Iz. assert (J := I z (or_intror Iz)). rewrite in_app_iff in *. cbn [In] in J.
      destruct J as [J|[<-|J]]; auto. contradiction. }
    rewrite sum_app, !sum_cons in *. lia.
  Qed.

  Lemma sum_prod {A B} (g : A * B -> N) a b : sum g (list_prod a b) = sum (fun x => sum (fun y => g (x, y)) b) a.
  Proof. induction a as [|x a IH]; cbn [list_prod]; [reflexivity|]. rewrite sum_app, IH, sum_map. reflexivity. Qed.

  Lemma sum_split {A} (g : A -> N) (h : A -> bool) l :
    sum g l = sum g (filter h l) + sum g (filter (fun x => negb (h x)) l).
  Proof.
    induction l as [|x l IH]; [reflexivity|]. cbn [filter]. destruct (h x); cbn [negb]; rewrite !sum_cons; lia.
  Qed.

  Lemma sum_same {A} (g h : A -> N) l : (forall x, In x l -> g x = h x) -> sum g l = sum h l.
  Proof. induction l as [|x l IH]; intro H; [reflexivity|]. rewrite !sum_cons, IH, (H x); simpl in *; auto. Qed.
  Lemma sum_none {A} (g : A -> N) l : (forall x, In x l -> g x = 0) -> sum g l = 0.
  Proof. induction l as [|x l IH]; intro H; [reflexivity|]. rewrite sum_cons, IH, (H x); simpl in *; auto. Qed.

  Lemma prod_once {A B} (a : list A) (b : list B) : NoDup a -> NoDup b -> NoDup (list_prod a b).
  Proof.
    intros Na Nb. induction Na as [|x a Nx _ IH]; cbn [list_prod]; [constructor|].
    apply app_once; auto; [apply map_once; auto; congruence|]. intros z I J.
    apply in_map_iff in I as [y [<- _]]. now apply in_prod_iff in J as [J _].
  Qed.

  Notation entry2 := ((cell * bcard) * (cell * bcard))%type.
  Definition both_laid (ab : entry2) : bool := occupied (table p) (T (fst (fst ab))) &&
    occupied (table p) (T (fst (snd ab))).
  Definition in_order (ab : entry2) : bool := right_or_down (fst (fst ab)) (fst (snd ab)).
  Definition pair_value (ab : entry2) : N := pair_score (fst ab) (snd ab).
  (* The two cells as the pair of the clauses has them. *)
  Definition pair_cells (ab : entry2) : cell * cell :=
    let c := T (fst (fst ab)) in let d := T (fst (snd ab)) in
    if occupied (table p) d then (c, d) else if occupied (table p) c then (d, c) else if before c d then (c, d) else (d, c).

  Lemma in_order_touches a b : right_or_down a b = true -> In b (neighbours a).
  Proof. intro H. apply touches_in. revert H. unfold touches, neighbours, right_or_down, same_cell. cbn. lia. Qed.
  Lemma in_order_once a b : right_or_down a b = true -> right_or_down b a = true -> False.
  Proof. unfold right_or_down, same_cell. cbn [fst snd]. lia. Qed.

  Lemma moved_free e : In e (table q) -> occupied (table p) (T (fst e)) = false -> In (T (fst e)) (free_cells r p).
  Proof.
    intros I O. apply (made_table _ _ _ line) in I as [I|[m [I ->]]]; [|now apply framed].
    assert (F : table p <> []) by (destruct (table p); [destruct I|discriminate]). rewrite (T_stays F) in O.
    assert (X : occupied (table p) (fst e) = true); [|congruence]. apply occupied_true. now apply in_map.
  Qed.

  Lemma moved_laid e : In e (table q) -> occupied (table p) (T (fst e)) = true -> In e (table p).
  Proof.
    intros I O. apply occupied_true in O. assert (F : table p <> []) by (destruct (table p); [destruct O|discriminate]).
    rewrite (T_stays F) in O. apply in_map_iff in O as [e' [E I']].
    assert (J : In e' (table q)) by (apply (made_table _ _ _ line); now left).
    now rewrite (NoDup_map_same fst (table q) e e' table_once I J (eq_sym E)).
  Qed.

  Lemma score_pairs t : sum (fun a => sum (pair_score a) t) t = sum pair_value (list_prod t t).
  Proof. exact (eq_sym (sum_prod pair_value t t)). Qed.

  Lemma all_score : sum (fun a => sum (pair_score a) (table q)) (table q) <= laid_score p + trues (counted (all_pairs r p)).
  Proof.
    assert (Nt : NoDup (table q)) by exact (NoDup_map_inv _ _ table_once).
    rewrite trues_counted, score_pairs.
    rewrite (sum_split pair_value in_order).
    rewrite (sum_none pair_value (filter (fun x => negb (in_order x)) _)), N.add_0_r.
    2: { intros ab I. apply filter_In in I as [_ I]. unfold pair_value, pair_score. unfold in_order in I.
         destruct (right_or_down _ _); [discriminate|reflexivity]. }
    set (L := filter in_order (list_prod (table q) (table q))).
    assert (NL : NoDup L) by (apply NoDup_filter, prod_once; auto).
    assert (IL : forall a b, In (a, b) L -> In a (table q) /\ In b (table q) /\ right_or_down (fst a) (fst b) = true).
    { intros a b I. apply filter_In in I as [I O]. apply in_prod_iff in I as [Ia Ib]. auto. }
    rewrite (sum_split pair_value both_laid). apply N.add_le_mono.
    - unfold laid_score. rewrite score_pairs. apply sum_incl; [now apply NoDup_filter|].
      intros [a b] I. apply filter_In in I as [I B]. apply IL in I as [Ia [Ib _]]. apply andb_true_iff in B as [B1 B2].
      apply in_prod_iff. split; now apply moved_laid.
    - set (K := filter (fun x => negb (both_laid x)) L).
      assert (NK : NoDup K) by now apply NoDup_filter.
      assert (IK : forall a b, In (a, b) K -> In a (table q) /\ In b (table q) /\
        right_or_down (fst a) (fst b) = true /\
        both_laid (a, b) = false).
      { intros a b I. apply filter_In in I as [I B]. apply negb_true_iff in B. apply IL in I as [Ia [Ib O]]. auto. }
      replace (sum pair_value K) with (sum value (map pair_cells K)).
      + apply sum_incl.
        * apply map_once; auto. intros [a b] [a' b'] I I' E. apply IK in I as [Ia [Ib [O _]]].
          apply IK in I' as [Ia' [Ib' [O' _]]].
          assert (X : (T (fst a) = T (fst a') /\ T (fst b) = T (fst b')) \/ (T (fst a) = T (fst b') /\
            T (fst b) = T (fst a'))).
          { unfold pair_cells in E. cbn [fst snd] in E.
            destruct (occupied (table p) (T (fst b))), (occupied (table p) (T (fst b'))),
              (occupied (table p) (T (fst a))), (occupied (table p) (T (fst a'))),
              (before (T (fst a)) (T (fst b))), (before (T (fst a')) (T (fst b'))); injection E; auto. }
          destruct X as [[X Y]|[X Y]]; apply T_once in X, Y.
          -- f_equal; eapply (NoDup_map_same fst (table q)); eauto.
          -- exfalso. rewrite X, Y in O. exact (in_order_once _ _ O' O).
        * intros cd I. apply in_map_iff in I as [[a b] [<- I]]. apply IK in I as [Ia [Ib [O B]]].
          assert (Nb : In (T (fst b)) (neighbours (T (fst a)))).
          { apply touches_in. rewrite T_touches. apply touches_in. now apply in_order_touches. }
          assert (Na : In (T (fst a)) (neighbours (T (fst b)))).
          { apply touches_in. rewrite touches_sym. now apply touches_in. }
          unfold both_laid in B. unfold pair_cells. cbn [fst snd] in *.
          destruct (occupied (table p) (T (fst b))) eqn:Ob.
          -- rewrite andb_true_r in B. apply has_pair; auto. now apply moved_free.
          -- destruct (occupied (table p) (T (fst a))) eqn:Oa.
             ++ apply has_pair; auto. now apply moved_free.
             ++ assert (Fa := moved_free a Ia Oa). assert (Fb := moved_free b Ib Ob).
                destruct (before (T (fst a)) (T (fst b))) eqn:Bf; apply has_pair; auto.
                right. split; auto. assert (D : same_cell (T (fst a)) (T (fst b)) <> true).
                { intro E. apply same_cell_eq in E. rewrite E in Nb. exact (neighbours_differ _ Nb). }
                revert D Bf. unfold before, same_cell. lia.
      + rewrite sum_map. apply sum_same. intros [a b] I. apply IK in I as [Ia [Ib [O _]]].
        unfold value, pair_value, pair_score, pair_cells. cbn [fst snd]. rewrite O.
        assert (M : matching (T (fst a)) (T (fst b)) = ways (snd a) (snd b))
          by (unfold matching; now rewrite (content_entry a Ia), (content_entry b Ib)).
        destruct (occupied (table p) (T (fst b))); [exact M|]. destruct (occupied (table p) (T (fst a)));
          [|destruct (before _ _)];
          cbn [fst snd]; rewrite ?(matching_sym (T (fst b))); exact M.
  Qed.

  Lemma score_true above : above < layout_score (table q) -> all (score_part r p above).
  Proof.
    intro H. apply all_app; [apply meets_true|]. assert (S := all_score). unfold layout_score in H.
    set (total := sum (fun a => sum (pair_score a) (table q)) (table q)) in *. assert (Half : N.div2 above < total).
    { rewrite N.div2_div. apply N.div_lt_upper_bound; lia. }
    set (us := counted (all_pairs r p)) in *.
    set (least := N.div2 above + 1 - laid_score p) in *.
    assert (L : least <= trues us) by (unfold least; lia).
    assert (Mo := trues_most us).
    destruct (N.ltb_spec (count us) least) as [X|_]; [lia|]. apply all_app.
    - destruct (least =? 0); [apply all_nil|]. apply all_one. apply any_now.
      rewrite sum_true by (rewrite sums_are; fold us; lia). rewrite sums_are. fold us. apply N.leb_le.
      rewrite count_length, Nat2N.id, firstn_all. exact L.
    - apply sums_true.
      + rewrite !count_length. unfold rev'. now rewrite <- rev_alt, rev_length.
      + unfold rev'. rewrite <- rev_alt, rev_involutive, sums_are. fold us.
        now rewrite count_length, Nat2N.id, firstn_all.
  Qed.

  Theorem clauses_true above : (forall b, above = Some b -> b < layout_score (table q)) -> all (clauses r p above).
  Proof.
    intro H. apply all_app; [apply cards_true|]. apply all_app; [apply box_true|].
    apply all_app; [apply matches_true|]. apply all_app; [apply steps_true|]. apply all_app; [apply filled_true|].
    apply all_app; [apply beside_true|]. destruct above as [b|]; [apply score_true; auto|apply all_nil].
  Qed.
End Truth.
