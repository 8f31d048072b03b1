(* Single Left: what its certificates show, and why. Parity, forced play, relations. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards SingleLeft.
Import ListNotations.
Open Scope N_scope.

(* ---- Parity ------------------------------------------------------------------------------------------------------ *)

Lemma count_put i l : count (put i l) = N.succ (count l).
Proof. induction l; cbn [count put]; auto. destruct (_ <=? _); cbn [count]; lia. Qed.

Lemma count_placed n l : count (placed_from n l) = count l.
Proof. revert n; induction l; cbn [count placed_from]; intros; rewrite ?IHl; lia. Qed.

(* No card is lost, and the discards are an even number. *)
Definition kept (n : N) (p : position) : Prop :=
  count (hand p) + count (deck p) + count (discards p) = n /\ exists k, count (discards p) = 2 * k.

Lemma legal_all r p m : In m (legal r p) -> In m (all_moves p).
Proof.
  unfold legal. destruct (forced r); auto. destruct (all_moves p) as [|m' l]; simpl; [tauto|].
  destruct m'; simpl; try tauto. destruct (goal_met r _); simpl; tauto.
Qed.

(* What each legal move does. *)
Lemma moves_cases r p m : In m (legal r p) ->
  (exists d c b a rest, hand p = d :: c :: b :: a :: rest /\
    (m = Four /\ rank (face a) = rank (face d) \/ m = Pair /\ suit (face a) = suit (face d))) \/
  (exists x rest, m = Draw /\ deck p = x :: rest) \/
  (m = Redeal /\ deck p = [] /\ redeals p <> 0).
Proof.
  intro H. apply legal_all in H. unfold all_moves in H. apply in_app_or in H as [H|H].
  - unfold discard_moves in H. destruct (hand p) as [|d [|c [|b [|a rest]]]]; simpl in H; try tauto.
    left. exists d, c, b, a, rest. split; auto. apply in_app_or in H as [H|H].
    + destruct (rank (face a) =? rank (face d)) eqn:E; [|destruct H]. destruct H as [<-|[]]. left. split; [auto|lia].
    + destruct (suit (face a) =? suit (face d)) eqn:E; [|destruct H]. destruct H as [<-|[]]. right. split; [auto|lia].
  - unfold deck_moves in H. destruct (deck p) as [|x rest]; simpl in H.
    + destruct (discards p); simpl in H; [tauto|]. destruct (redeals p =? 0) eqn:E; simpl in H; [tauto|].
      destruct H as [<-|[]]. apply N.eqb_neq in E. right; right. auto.
    + destruct H as [<-|[]]. right; left. eauto.
Qed.

Lemma kept_move r n p m : kept n p -> In m (legal r p) -> kept n (after_move p m).
Proof.
  intros [S [k E]] I. apply moves_cases in I.
  destruct I as [[d [c [b [a [rest [H [[-> _]|[-> _]]]]]]]] | [[x [rest [-> H]]] | [-> [H _]]]];
    unfold after_move, kept; rewrite H in *; cbn [count hand deck discards redeals] in *; rewrite ?count_put; split; try lia.
  - exists (k + 2). lia.
  - exists (k + 1). lia.
  - exists k; lia.
  - exists 0. lia.
Qed.

Lemma kept_reachable r deal p : reachable (single_left r) (start r deal) p -> kept (count deal) p.
Proof.
  intros [l P]. refine (path_keeps (single_left r) (kept (count deal)) _ _ _ _ P _).
  - intros q m K I. now apply (kept_move r).
  - unfold kept; simpl. rewrite count_placed. split; [lia|]. now exists 0.
Qed.

(* Is there a number from `least` to `most`, of the parity of `most`, that meets the goal? *)
Definition goal_within (r : rules) (least most : N) : bool :=
  let lowest := if Bool.eqb (N.odd least) (N.odd most) then least else N.succ least in
  match wants r with
  | Clear => lowest =? 0
  | One => (lowest <=? 1) && (1 <=? most) && N.odd most
  | AtMost n => lowest <=? n
  end.

Lemma goal_within_ok r least most left :
  least <= left -> left <= most -> N.odd left = N.odd most -> goal_within r least most = false -> goal_met r left = false.
Proof.
  unfold goal_within, goal_met. intros L M O.
  assert (H : (if Bool.eqb (N.odd least) (N.odd most) then least else N.succ least) <= left).
  { destruct (Bool.eqb (N.odd least) (N.odd most)) eqn:E; auto.
    assert (least <> left). { intros ->. lia. }
    lia. }
  revert H. generalize (if Bool.eqb (N.odd least) (N.odd most) then least else N.succ least). intros k H.
  destruct (wants r).
  - lia.
  - intro E. destruct (N.eqb_spec left 1); auto. subst left. rewrite <- O in E.
    assert (k <=? 1 = true) as X by (apply N.leb_le; auto).
    assert (1 <=? most = true) as Y by (apply N.leb_le; auto). rewrite X, Y in E. discriminate.
  - lia.
Qed.

Definition parity_of (n : N) : N := if N.odd n then 1 else 0.

Lemma odd_add_even a k : N.odd (a + 2 * k) = N.odd a.
Proof. rewrite N.odd_add, N.odd_mul. now rewrite xorb_false_r. Qed.

Lemma parity_le n m : N.odd m = N.odd n -> parity_of n <= m.
Proof. unfold parity_of. intro E. destruct (N.odd n) eqn:O; [|lia]. destruct m; simpl in *; [discriminate|lia]. Qed.

Lemma left_over_hand r p s : left_over r p = Some s -> deck p = [] /\ s = count (hand p).
Proof.
  unfold left_over. destruct (deck p); try discriminate.
  destruct (forced r && _); try discriminate. intro E; injection E as <-. auto.
Qed.

Lemma kept_score r n p s : kept n p -> left_over r p = Some s -> s <= n /\ N.odd s = N.odd n.
Proof.
  intros [S [k E]] L. apply left_over_hand in L as [D ->]. rewrite D in S. simpl in S.
  split; [lia|]. rewrite <- S, E. replace (count (hand p) + 0 + 2 * k) with (count (hand p) + 2 * k) by lia.
  symmetry. apply odd_add_even.
Qed.

(* No score of a deal is below the parity of its deck. *)
Theorem parity_best r deal p : reachable (single_left r) (start r deal) p ->
  shows (single_left r) p (Proven false (Some (parity_of (count deal)))).
Proof.
  intros R. split; simpl; [discriminate|]. intros b E l q s P L. injection E as <-. unfold no_better; simpl.
  apply parity_le. eapply (kept_score r); [|exact L]. apply kept_reachable with (r := r).
  destruct R as [l' R]. exists (l' ++ l). eapply path_app; eauto.
Qed.

Definition parity_check (r : rules) (deal : list card) : outcome :=
  if goal_within r (parity_of (count deal)) (count deal) then Wrong
  else Found (Proven true (Some (parity_of (count deal)))).

Theorem parity_sound r deal p e : reachable (single_left r) (start r deal) p ->
  parity_check r deal = Found e -> shows (single_left r) p e.
Proof.
  unfold parity_check. intros R. destruct (goal_within _ _ _) eqn:W; try discriminate.
  intro E; injection E as <-. split; simpl.
  - intros _ l q P. unfold is_won. destruct (left_over r q) as [s|] eqn:L; auto.
    assert (K : kept (count deal) q).
    { apply kept_reachable with (r := r). destruct R as [l' R]. exists (l' ++ l). eapply path_app; eauto. }
    destruct (kept_score _ _ _ _ K L) as [Hs Ho].
    eapply goal_within_ok; eauto. apply parity_le; auto.
  - apply (parity_best r deal p R).
Qed.

(* ---- Forced play: nothing is chosen, so there is one line. ------------------------------------------------------- *)

Fixpoint play_out (r : rules) (fuel : nat) (p : position) : option position :=
  match legal r p with
  | [] => Some p
  | m :: _ => match fuel with O => None | S f => play_out r f (after_move p m) end
  end.

Definition forced_check (r : rules) (fuel : nat) (p : position) : outcome :=
  if forced r then
    match play_out r fuel p with
    | None => Unable
    | Some q => Found (Proven (negb (goal_met r (count (hand q)))) (Some (count (hand q))))
    end
  else Wrong.

Lemma legal_forced r p m m' : forced r = true -> In m (legal r p) -> In m' (legal r p) -> m = m'.
Proof.
  unfold legal. intros ->. destruct (all_moves p) as [|x l]; simpl; [tauto|].
  destruct x; simpl; try (intros [<-|[]] [<-|[]]; auto).
  destruct (goal_met r _); simpl; intuition congruence.
Qed.

Lemma play_out_path r fuel p l q z : forced r = true -> play_out r fuel p = Some z ->
  path (single_left r) p l q -> exists f, play_out r f q = Some z.
Proof.
  intros F O P. revert fuel O. induction P as [p|p m q l z' I P IH]; intros; eauto.
  apply next_in in I as [I ->]. change (moves p) with (legal r p) in I.
  destruct fuel as [|f]; simpl in O; destruct (legal r p) as [|m' l'] eqn:L; simpl in I; try tauto; try discriminate.
  assert (m' = m) as -> by (apply (legal_forced r p); auto; rewrite L; simpl; auto).
  eapply IH. exact O.
Qed.

Theorem forced_sound r fuel p e : forced_check r fuel p = Found e -> shows (single_left r) p e.
Proof.
  unfold forced_check. destruct (forced r) eqn:F; try discriminate.
  destruct (play_out r fuel p) as [z|] eqn:O; try discriminate. intro E; injection E as <-.
  assert (H : forall l q s, path (single_left r) p l q -> left_over r q = Some s -> s = count (hand z)).
  { intros l q s P L. destruct (play_out_path _ _ _ _ _ _ F O P) as [f Hf].
    unfold left_over in L. destruct (deck q); try discriminate. rewrite F in L. simpl in L.
    destruct f; simpl in Hf; destruct (legal r q); try discriminate; congruence. }
  split; simpl.
  - intros W l q P. unfold is_won. destruct (left_over r q) as [s|] eqn:L; auto.
    rewrite (H _ _ _ P L). now apply negb_true_iff.
  - intros b E l q s P L. injection E as <-. unfold no_better; simpl. rewrite (H _ _ _ P L). lia.
Qed.

(* ---- Relations --------------------------------------------------------------------------------------------------- *)

(* Sets of numbers are bits of a number; `rows` gives one set for each of 0, 1, ... *)
Definition row (rows : list N) (x : nat) : N := nth x rows 0.
Definition bit (s : N) (x : nat) : bool := N.testbit s (N.of_nat x).

Fixpoint union (rows : list N) (s : N) : N :=
  match rows with
  | [] => 0
  | r :: rest => if s =? 0 then 0 else N.lor (if N.odd s then r else 0) (union rest (N.div2 s))
  end.

Definition subset (a b : N) : bool := N.ldiff a b =? 0.

Lemma bit_0 x : bit 0 x = false.
Proof. apply N.bits_0. Qed.

Lemma bit_S s x : bit s (S x) = bit (N.div2 s) x.
Proof. unfold bit. rewrite N.div2_spec, N.shiftr_spec by lia. f_equal. lia. Qed.

Lemma bit_lor a b x : bit (N.lor a b) x = bit a x || bit b x.
Proof. apply N.lor_spec. Qed.

Lemma bit_land a b x : bit (N.land a b) x = bit a x && bit b x.
Proof. apply N.land_spec. Qed.

Lemma union_bit rows : forall s a z, bit s a = true -> bit (row rows a) z = true -> bit (union rows s) z = true.
Proof.
  induction rows as [|r rows IH]; intros s a z Hs Hr; cbn [union].
  - destruct a; cbn [nth] in Hr; rewrite bit_0 in Hr; discriminate.
  - destruct (s =? 0) eqn:E0. { apply N.eqb_eq in E0. subst. now rewrite bit_0 in Hs. }
    rewrite bit_lor. destruct a as [|a].
    + unfold bit in Hs. change (N.of_nat 0) with 0 in Hs. rewrite N.bit0_odd in Hs. rewrite Hs.
      unfold row in Hr; cbn [nth] in Hr. now rewrite Hr.
    + rewrite bit_S in Hs. rewrite (IH _ a z Hs Hr). apply orb_true_r.
Qed.

Lemma subset_bit a b x : subset a b = true -> bit a x = true -> bit b x = true.
Proof.
  intros E H. apply N.eqb_eq in E. assert (X : bit (N.ldiff a b) x = false) by (rewrite E; apply bit_0).
  unfold bit in *. rewrite N.ldiff_spec, H in X. lia.
Qed.

(* The cards of the hand and then of the deck are numbered from 1; the numbers of those that satisfy f. *)
Fixpoint bits_of (f : item -> bool) (l : list item) : N :=
  match l with [] => 0 | i :: l' => if f i then N.succ_double (bits_of f l') else N.double (bits_of f l') end.
Definition numbers_of (f : item -> bool) (l : list item) : N := N.double (bits_of f l).

Lemma bits_of_bit f l k i : nth_error l k = Some i -> f i = true -> bit (bits_of f l) k = true.
Proof.
  revert k. induction l as [|j l IH]; intros [|k]; simpl; try discriminate.
  - intros E H. injection E as ->. rewrite H. unfold bit. change (N.of_nat 0) with 0.
    rewrite N.bit0_odd. destruct (bits_of f l); reflexivity.
  - intros E H. rewrite bit_S.
    assert (N.div2 (if f j then N.succ_double (bits_of f l) else N.double (bits_of f l)) = bits_of f l) as ->; auto.
    destruct (f j); [apply N.div2_succ_double | apply N.div2_double].
Qed.

Lemma numbers_of_bit f l k i : nth_error l k = Some i -> f i = true -> bit (numbers_of f l) (S k) = true.
Proof. intros. unfold numbers_of. rewrite bit_S, N.div2_double. eapply bits_of_bit; eauto. Qed.

(* The numbers of the sets that are not empty. *)
Fixpoint filled (rows : list N) : N :=
  match rows with
  | [] => 0
  | r :: rest => if r =? 0 then N.double (filled rest) else N.succ_double (filled rest)
  end.

Lemma filled_bit rows : forall x t, bit (row rows x) t = true -> bit (filled rows) x = true.
Proof.
  induction rows as [|r rows IH]; intros x t H; cbn [filled].
  - destruct x; cbn [nth] in H; rewrite bit_0 in H; discriminate.
  - destruct x as [|x].
    + destruct (N.eqb_spec r 0) as [->|_]; [rewrite bit_0 in H; discriminate|]. unfold bit.
      change (N.of_nat 0) with 0. rewrite N.bit0_odd. destruct (filled rows); reflexivity.
    + rewrite bit_S. replace (N.div2 _) with (filled rows); [exact (IH x t H)|].
      destruct (r =? 0); [now rewrite N.div2_double | now rewrite N.div2_succ_double].
Qed.

Section Relations.
  Variables same_rank same_suit : item -> item -> bool.   (* may two cards share a rank, or a suit? *)
  Variable cards : list item.                       (* hand, oldest first, then deck *)
  Variables lies tops : list N.
  Let n := length cards.

  Definition two := map (union lies) lies.
  Definition three := map (union lies) two.

  Definition returns (threes : list N) : list N :=
    0 :: map (fun k => match nth_error cards k with
                       | None => 0
                       | Some i => union tops (N.land (row threes (S k))
                                     (numbers_of (same_rank i) cards))
                       end) (seq 0 n).

  (* The cards that top at some time. *)
  Definition topping : N := filled tops.

  Definition closed_at (threes returned : list N) (topped : N) (x : nat) : bool :=
    (* a draw *)
    subset (N.land (N.double (row tops x)) (N.ones (N.of_nat (S n)))) (row lies x) &&
    (* a four *)
    subset (union returned (row lies x)) (row tops x) &&
    (* a pair *)
    match x with
    | O => true
    | S k => match nth_error cards k with
             | None => true
             | Some i => subset (N.land (N.land (row threes x) topped)
                                   (numbers_of (same_suit i) cards)) (row lies x)
             end
    end.

  Definition holds_at_start (drawn : nat) : bool :=
    forallb (fun x => bit (row lies x) (S x)) (seq 0 drawn) &&
    forallb (fun x => bit (row tops x) x) (seq drawn (S n - drawn)).

  Definition closed_relations : bool :=
    let threes := three in
    let returned := returns threes in
    let topped := topping in
    forallb (closed_at threes returned topped) (seq 0 (S n)).

  Definition ending : N :=
    fold_right (fun x s => if bit (row tops x) n then N.setbit s (N.of_nat x) else s) 0 (seq 0 (S n)).

  (* The fewest steps of `lies` from the empty table to a card that tops at the end; None if there is no way. *)
  Fixpoint least_from (fuel : nat) (k : N) (layer : N) : option N :=
    if N.land layer ending =? 0 then
      match fuel with O => None | S f => least_from f (N.succ k) (union lies layer) end
    else Some k.

  (* Proofs *)
  Definition lies_on x m := bit (row lies x) m = true.
  Definition tops_at x t := bit (row tops x) t = true.
  Definition third a z := exists b c, lies_on a b /\ lies_on b c /\ lies_on c z.

  Lemma row_map f rows x : f 0 = 0 -> row (map f rows) x = f (row rows x).
  Proof. intro H. unfold row. rewrite <- H at 1. apply map_nth. Qed.

  Lemma union_0 rows : union rows 0 = 0.
  Proof. destruct rows; auto. Qed.

  Lemma three_bit a z : third a z -> bit (row three a) z = true.
  Proof.
    intros [b [c [H1 [H2 H3]]]]. unfold three, two.
    rewrite !row_map by apply union_0.
    eapply union_bit; [|exact H3]. eapply union_bit; [exact H1 | exact H2].
  Qed.

  Hypothesis closed : closed_relations = true.

  Lemma closed_x x : (x <= n)%nat -> closed_at three (returns three) topping x = true.
  Proof.
    intro L. unfold closed_relations in closed. rewrite forallb_forall in closed. apply closed.
    apply in_seq. lia.
  Qed.

  Lemma nth_map_seq (f : nat -> N) m a : (a < m)%nat -> nth a (map f (seq 0 m)) 0 = f a.
  Proof.
    intro L. rewrite (nth_indep _ 0 (f 0%nat)) by (rewrite map_length, seq_length; exact L).
    rewrite (map_nth f (seq 0 m) 0%nat a), seq_nth by exact L. reflexivity.
  Qed.

  Lemma draw_kept x t : (x <= n)%nat -> (t < n)%nat -> tops_at x t -> lies_on x (S t).
  Proof.
    intros Hx Ht H. assert (C := closed_x x Hx). apply andb_true_iff in C as [C _]. apply andb_true_iff in C as [C _].
    eapply subset_bit; [exact C|]. rewrite bit_land. apply andb_true_iff. split.
    - rewrite bit_S, N.div2_double. exact H.
    - apply N.ones_spec_low. lia.
  Qed.

  Lemma pair_kept x z i j : nth_error cards x = Some i -> nth_error cards z = Some j ->
    same_suit i j = true -> third (S x) (S z) -> (exists t, tops_at (S z) t) -> lies_on (S x) (S z).
  Proof.
    intros Hx Hz E T [t Tz]. assert (L : (x < n)%nat) by (apply nth_error_Some; congruence).
    assert (C := closed_x (S x) ltac:(lia)). apply andb_true_iff in C as [_ C]. rewrite Hx in C.
    eapply subset_bit; [exact C|]. rewrite !bit_land, !andb_true_iff. repeat split.
    - apply three_bit; auto.
    - eapply filled_bit. exact Tz.
    - eapply numbers_of_bit; eauto.
  Qed.

  Lemma four_kept x a z i j t : (x <= n)%nat -> nth_error cards a = Some i -> nth_error cards z = Some j ->
    same_rank i j = true -> lies_on x (S a) -> third (S a) (S z) -> tops_at (S z) t -> tops_at x t.
  Proof.
    intros Hx Ha Hz E L T Tz. assert (C := closed_x x Hx). apply andb_true_iff in C as [C _].
    apply andb_true_iff in C as [_ C]. eapply subset_bit; [exact C|]. eapply union_bit; [exact L|].
    assert (La : (a < n)%nat) by (apply nth_error_Some; congruence). unfold returns, row at 1. cbn [nth].
    rewrite nth_map_seq by exact La. rewrite Ha. eapply union_bit; [|exact Tz]. rewrite bit_land. apply andb_true_iff.
    split.
    - apply three_bit; auto.
    - eapply numbers_of_bit; eauto.
  Qed.

  (* The hand as numbers, newest first: each card lies on the next, the last on the empty table. *)
  Definition below (hs : list nat) : nat := match hs with [] => O | x :: _ => x end.

  Fixpoint chain (hs : list nat) : Prop :=
    match hs with [] => True | x :: rest => lies_on (below rest) x /\ chain rest end.

  Definition numbered (k : nat) (i : item) : Prop := exists m, k = S m /\ nth_error cards m = Some i.

  Lemma numbered_le k i : numbered k i -> (k <= n)%nat.
  Proof. intros [m [-> H]]. apply nth_error_Some. congruence. Qed.

  Lemma below_le hs h : Forall2 numbered hs h -> (below hs <= n)%nat.
  Proof. intro F. destruct F; simpl; [lia|]. eapply numbered_le; eauto. Qed.

  Lemma skipn_cons t x rest : skipn t cards = x :: rest -> nth_error cards t = Some x /\ skipn (S t) cards = rest.
  Proof.
    generalize cards. induction t as [|t IH]; intros [|c l]; simpl; try discriminate.
    - intro E; injection E as -> ->. auto.
    - intro E. apply IH in E. exact E.
  Qed.

  Hypothesis ranks_ok : forall i j, In i cards -> In j cards -> rank (face i) = rank (face j) -> same_rank i j = true.
  Hypothesis suits_ok : forall i j, In i cards -> In j cards -> suit (face i) = suit (face j) -> same_suit i j = true.

  Variable drawn : nat.
  Hypothesis at_start : holds_at_start drawn = true.

  Lemma top_of_drawn t : (drawn <= t <= n)%nat -> tops_at t t.
  Proof.
    clear closed. intro L. unfold holds_at_start in at_start. apply andb_true_iff in at_start as [_ H].
    rewrite forallb_forall in H. apply H. apply in_seq. lia.
  Qed.

  (* The invariant, with the cards drawn never fewer than at the start. *)
  Definition inv' (p : position) : Prop :=
    exists hs t, Forall2 numbered hs (hand p) /\ (drawn <= t <= n)%nat /\ deck p = skipn t cards /\
      chain hs /\ tops_at (below hs) t /\ redeals p = 0.

  Lemma inv_move r p m : inv' p -> In m (legal r p) -> inv' (after_move p m).
  Proof.
    intros [hs [t [F [Lt [D [C [T R]]]]]]] I. apply moves_cases in I.
    destruct I as [[d [c [b [a [rest [H E]]]]]] | [[x [rest [-> H]]] | [-> [H N]]]].
    - rewrite H in F. inversion F as [|hd d' hs1 ? Nd F1]; subst. inversion F1 as [|hc ? hs2 ? Nc F2]; subst.
      inversion F2 as [|hb ? hs3 ? Nb F3]; subst. inversion F3 as [|ha ? hs4 ? Na F4]; subst.
      destruct C as [C1 [C2 [C3 [C4 C5]]]]. assert (Th : third ha hd) by (exists hb, hc; auto).
      unfold after_move. rewrite H.
      destruct E as [[-> E]|[-> E]]; [exists hs4, t|exists (hd :: ha :: hs4), t]; simpl; repeat split; auto; try lia;
        destruct Na as [ka [-> Ha]]; destruct Nd as [kd [-> Hd]].
      + apply (four_kept _ ka kd a d t); eauto using below_le, nth_error_In.
      + apply (pair_kept ka kd a d); eauto using nth_error_In.
    - assert (X : skipn t cards = x :: rest) by congruence. destruct (skipn_cons _ _ _ X) as [Hx Hr].
      assert (Lx : (t < n)%nat) by (apply nth_error_Some; congruence).
      exists (S t :: hs), (S t). unfold after_move. rewrite H. simpl.
      assert (numbered (S t) x) by (exists t; auto).
      repeat split; auto; try lia.
      + apply draw_kept; auto. eapply below_le; eauto.
      + apply top_of_drawn. lia.
    - congruence.
  Qed.

  (* The hand lies within as many steps from the empty table as it has cards. *)
  Fixpoint layer (k : nat) : N := match k with O => 1 | S k' => union lies (layer k') end.

  Lemma chain_layer hs : chain hs -> bit (layer (length hs)) (below hs) = true.
  Proof.
    induction hs as [|x hs IH]; simpl; [reflexivity|]. intros [L C]. eapply union_bit; [apply IH, C|]. exact L.
  Qed.

  Lemma ending_bit x : (x <= n)%nat -> tops_at x n -> bit ending x = true.
  Proof.
    intros L T.
    assert (G : forall xs, In x xs -> bit (fold_right (fun y s => if bit (row tops y) n
                then N.setbit s (N.of_nat y) else s) 0 xs) x = true).
    { induction xs as [|y xs IH]; simpl; [tauto|]. intros [->|I].
      - rewrite T. apply N.setbit_eq.
      - destruct (bit (row tops y) n); auto.
        unfold bit. destruct (N.eq_dec (N.of_nat y) (N.of_nat x)) as [->|Ne]; [apply N.setbit_eq|].
        rewrite N.setbit_neq by auto. apply IH; auto. }
    apply G. apply in_seq. lia.
  Qed.

  Lemma least_reaches fuel k0 k h : (k <= h)%nat -> (h <= k + fuel)%nat ->
    N.land (layer h) ending <> 0 -> exists b, least_from fuel (k0 + N.of_nat k) (layer k) = Some b /\ b <= k0 + N.of_nat h.
  Proof.
    revert k. induction fuel as [|f IH]; intros k L1 L2 H; simpl.
    - assert (h = k) by lia. subst. destruct (N.land (layer k) ending =? 0) eqn:E; [apply N.eqb_eq in E; tauto|].
      eexists; split; eauto. lia.
    - destruct (N.land (layer k) ending =? 0) eqn:E; [|eexists; split; eauto; lia].
      destruct (Nat.eq_dec h k) as [->|]; [apply N.eqb_eq in E; tauto|].
      replace (N.succ (k0 + N.of_nat k)) with (k0 + N.of_nat (S k)) by lia.
      change (union lies (layer k)) with (layer (S k)). apply IH; auto; lia.
  Qed.

  Theorem least_bounds p : inv' p -> deck p = [] -> (length (hand p) <= n)%nat ->
    exists b, least_from n 0 1 = Some b /\ b <= count (hand p).
  Proof.
    intros [hs [t [F [Lt [D [C [T R]]]]]]] E L. rewrite E in D. symmetry in D.
    assert (t = n) as -> by (apply (f_equal (@length item)) in D; rewrite skipn_length in D; simpl in D; lia).
    assert (Hlen : length hs = length (hand p)) by (clear - F; induction F; simpl; congruence).
    assert (X : N.land (layer (length (hand p))) ending <> 0).
    { intro Z. assert (Y : bit (N.land (layer (length (hand p))) ending) (below hs) = true).
      { rewrite bit_land. rewrite <- Hlen. rewrite chain_layer by auto. apply ending_bit; eauto using below_le. }
      rewrite Z, bit_0 in Y. discriminate. }
    destruct (least_reaches n 0 0 (length (hand p)) ltac:(lia) ltac:(lia) X) as [b [B1 B2]]. exists b. split; auto.
    rewrite count_length. lia.
  Qed.
End Relations.

(* What a table shows of a position, if these cards may share a rank or a suit, and no others. *)
Definition relations_by (same_rank same_suit : item -> item -> bool) (r : rules) (p : position) (table : list (N * N)) : outcome :=
  let cards := rev (hand p) ++ deck p in
  let lies := map fst table in
  let tops := map snd table in
  let n := length cards in
  if (redeals p =? 0) && (Nat.eqb (length table) (S n)) && (Nat.leb n 1000) &&
     forallb (fun x => (x <? N.shiftl 1 (N.of_nat (S n)))) (lies ++ tops) &&
     holds_at_start cards lies tops (length (hand p)) && closed_relations same_rank same_suit cards lies tops
  then match least_from cards lies tops n 0 1 with
       | Some least => Found (Proven (negb (goal_within r least (count cards))) (Some least))
       | None => Found (Proven (negb (goal_within r (count cards) (count cards))) (Some (count cards)))
       end
  else Wrong.

Lemma Forall2_nth_error {A} (P : nat -> A -> Prop) (l : list A) k0 :
  (forall k i, nth_error l k = Some i -> P (k0 + k)%nat i) -> Forall2 P (seq k0 (length l)) l.
Proof.
  revert k0. induction l as [|a l IH]; intros k0 H; simpl; constructor.
  - rewrite <- (Nat.add_0_r k0). apply H. reflexivity.
  - apply IH. intros k i E. replace (S k0 + k)%nat with (k0 + S k)%nat by lia. apply H. exact E.
Qed.

Lemma Forall2_rev {A B} (P : A -> B -> Prop) a b : Forall2 P a b -> Forall2 P (rev a) (rev b).
Proof. induction 1; simpl; auto. apply Forall2_app; auto. Qed.

Lemma below_rev_seq k : below (rev (seq 1 k)) = k.
Proof. destruct k; auto. replace (S k) with (k + 1)%nat by lia. rewrite seq_app, rev_app_distr. simpl. lia. Qed.

Lemma chain_rev_seq lies k :
  forallb (fun x => bit (row lies x) (S x)) (seq 0 k) = true -> chain lies (rev (seq 1 k)).
Proof.
  induction k as [|k IH]; intro H; simpl; auto.
  assert (E : seq 0 (S k) = seq 0 k ++ [k]) by (replace (S k) with (k + 1)%nat by lia; rewrite seq_app; reflexivity).
  rewrite E, forallb_app in H. apply andb_true_iff in H as [H1 H2]. simpl in H2. rewrite andb_true_r in H2.
  assert (E2 : rev (seq 1 (S k)) = S k :: rev (seq 1 k)).
  { replace (S k) with (k + 1)%nat at 1 by lia. rewrite seq_app, rev_app_distr. simpl. f_equal. }
  change (rev (seq 2 k) ++ [1%nat]) with (rev (seq 1 (S k))). rewrite E2. simpl. split; auto.
  rewrite below_rev_seq. exact H2.
Qed.

Lemma inv_start p lies tops : redeals p = 0 ->
  let cards := rev (hand p) ++ deck p in
  holds_at_start cards lies tops (length (hand p)) = true -> inv' cards lies tops (length (hand p)) p.
Proof.
  intros R cards H. assert (H' := H). unfold holds_at_start in H. apply andb_true_iff in H as [H1 H2].
  exists (rev (seq 1 (length (hand p)))), (length (hand p)). repeat split; auto.
  - rewrite <- (rev_involutive (hand p)) at 2. apply Forall2_rev. rewrite <- (rev_length (hand p)).
    apply Forall2_nth_error. intros k i E. exists k. split; auto. unfold cards.
    rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
  - unfold cards. rewrite app_length, rev_length. lia.
  - unfold cards. rewrite <- (rev_length (hand p)). rewrite skipn_app, skipn_all, Nat.sub_diag. reflexivity.
  - apply chain_rev_seq. auto.
  - rewrite below_rev_seq. eapply top_of_drawn; eauto. unfold cards. rewrite app_length, rev_length. lia.
Qed.

(* Hand and deck lose cards in twos and fours. *)
Definition shrinks (n : N) (p : position) : Prop :=
  redeals p = 0 /\ exists k, count (hand p) + count (deck p) + 2 * k = n.

Lemma shrinks_move r n p m : shrinks n p -> In m (legal r p) -> shrinks n (after_move p m).
Proof.
  intros [R [k E]] I. apply moves_cases in I.
  destruct I as [[d [c [b [a [rest [H [[-> _]|[-> _]]]]]]]] | [[x [rest [-> H]]] | [-> [H Z]]]];
    unfold after_move, shrinks; rewrite H in *; cbn [count hand deck discards redeals] in *; try tauto; split; auto.
  - exists (k + 2). lia.
  - exists (k + 1). lia.
  - exists k; lia.
Qed.

Lemma relations_by_sound same_rank same_suit r p table e :
  (forall i j, In i (rev (hand p) ++ deck p) -> In j (rev (hand p) ++ deck p) ->
    rank (face i) = rank (face j) -> same_rank i j = true) ->
  (forall i j, In i (rev (hand p) ++ deck p) -> In j (rev (hand p) ++ deck p) ->
    suit (face i) = suit (face j) -> same_suit i j = true) ->
  relations_by same_rank same_suit r p table = Found e -> shows (single_left r) p e.
Proof.
  intros Ranks Suits. unfold relations_by. set (cards := rev (hand p) ++ deck p).
  destruct ((redeals p =? 0) && _ && _ && _ && _ && _) eqn:B; try discriminate.
  rewrite !andb_true_iff in B. destruct B as [[[[[Br _] _] _] Bs] Bc]. apply N.eqb_eq in Br.
  assert (Hc : count cards = count (hand p) + count (deck p)).
  { unfold cards. rewrite count_app. f_equal. rewrite !count_length, rev_length. auto. }
  assert (X : forall l q s, path (single_left r) p l q -> left_over r q = Some s ->
    (exists b, least_from cards (map fst table) (map snd table) (length cards) 0 1 = Some b /\ b <= s) /\
    s <= count cards /\ N.odd s = N.odd (count cards)).
  { intros l q s P L.
    assert (I : inv' cards (map fst table) (map snd table) (length (hand p)) q).
    { eapply (path_keeps (single_left r) (inv' cards (map fst table) (map snd table) (length (hand p))));
        [|exact P|apply inv_start; auto].
      intros p' m H I. exact (inv_move _ _ _ _ _ Bc Ranks Suits _ Bs r p' m H I). }
    assert (Sh : shrinks (count cards) q).
    { eapply (path_keeps (single_left r) (shrinks (count cards))); [|exact P|].
      - intros p' m H I'. exact (shrinks_move r _ p' m H I').
      - split; auto. exists 0. lia. }
    destruct Sh as [_ [k Ek]]. apply left_over_hand in L as [D ->]. rewrite D in Ek. cbn [count] in Ek.
    assert (Hle : count (hand q) <= count cards) by lia.
    repeat split; auto.
    - eapply least_bounds; eauto. rewrite !count_length in Hle. lia.
    - replace (count cards) with (count (hand q) + 2 * k) by lia. symmetry. apply odd_add_even. }
  destruct (least_from _ _ _ _ _ _) as [least|] eqn:Le; intro E; injection E as <-; split; simpl.
  - intros W l q P. apply negb_true_iff in W. unfold is_won. destruct (left_over r q) as [s|] eqn:L; auto.
    destruct (X _ _ _ P L) as [[b [Hb Hs]] [Hm Ho]]. injection Hb as <-. eapply goal_within_ok; eauto.
  - intros b Eb l q s P L. injection Eb as <-. destruct (X _ _ _ P L) as [[b [Hb Hs]] _]. injection Hb as <-. exact Hs.
  - intros W l q P. unfold is_won. destruct (left_over r q) as [s|] eqn:L; auto.
    destruct (X _ _ _ P L) as [[b [Hb _]] _]. discriminate.
  - intros b Eb l q s P L. destruct (X _ _ _ P L) as [[b' [Hb _]] _]. discriminate.
Qed.

Definition relations_check : rules -> position -> list (N * N) -> outcome :=
  relations_by (fun i j => rank (face i) =? rank (face j)) (fun i j => suit (face i) =? suit (face j)).

Theorem relations_sound r p table e : relations_check r p table = Found e -> shows (single_left r) p e.
Proof. apply relations_by_sound; intros; now apply N.eqb_eq. Qed.

(* The form in which the issue asks for it. *)
Corollary relations_say r p table b : relations_check r p table = Found (Proven true (Some b)) ->
  forall l q, path (single_left r) p l q ->
    is_won r q = false /\ (forall s, left_over r q = Some s -> b <= s).
Proof.
  intros H l q P. apply relations_sound in H as [H1 H2]. split; [apply H1 with l; auto|].
  intros s L. apply (H2 b eq_refl l q s P L).
Qed.
