(* Content `clauses` of Blink: the clauses of BlinkEncoder get the numbers of the format, and an LRAT proof shows that
   they contradict each other. So no line places all cards, or none scores more than the bound. *)

From Coq Require Import List NArith ZArith PArith Bool Lia ZifyBool.
From Winnow Require Import Lrat Clauses Game Judge Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder BlinkClauses.
Import ListNotations.
Open Scope N_scope.

Definition refuted (r : rules) (p : position) (above : option N) (steps : list Lrat.step) : bool :=
  lrat_check (numbered_clauses atom same_atom hash_atom (clauses r p above)) steps.

Definition clauses_check (r : rules) (p : position) (above : option N) (steps : list Lrat.step) : outcome :=
  if (Z.leb 1 (columns r) && Z.leb 1 (rows r) && negb (count (left p) =? 0) && refuted r p above steps)%bool
  then Found (Proven (match above with None => true | Some _ => false end) above)
  else Wrong.

(* ---- How a line is moved and mirrored on an empty table. ---- *)

Definition turn (across down swap : bool) (x0 y0 w h : Z) (c : cell) : cell :=
  let u := (if across then w - 1 - (fst c - x0) else fst c - x0)%Z in
  let v := (if down then h - 1 - (snd c - y0) else snd c - y0)%Z in
  if swap then (v, u) else (u, v).

Lemma turn_touches across down swap x0 y0 w h a b :
  touches (turn across down swap x0 y0 w h a) (turn across down swap x0 y0 w h b) = touches a b.
Proof. rewrite !touches_is. unfold turn. destruct across, down, swap; cbn [fst snd]; f_equal; lia. Qed.

Lemma turn_once across down swap x0 y0 w h a b :
  turn across down swap x0 y0 w h a = turn across down swap x0 y0 w h b -> a = b.
Proof.
  destruct a as [x y], b as [u v], across, down, swap; cbn [fst snd]; intro E; injection E as E1 E2; f_equal; lia.
Qed.

Section Refuted.
  Variables (r : rules) (deal : list bcard) (p q : position) (ms : list mv) (above : option N).
  Hypothesis reached : reachable (blink r) (start deal) p.
  Hypothesis path_is : path (blink r) p ms q.
  Hypothesis all_placed : left q = [].
  Hypothesis columns_some : (1 <= columns r)%Z.
  Hypothesis rows_some : (1 <= rows r)%Z.
  Hypothesis some_left : left p <> [].

  Lemma line_made : made p ms q.
  Proof. apply (path_made r); auto. destruct (whole_reachable _ _ _ reached). auto. Qed.

  Lemma distinct : NoDup (map fst (left p)).
  Proof. now destruct (whole_reachable _ _ _ reached). Qed.

  Lemma q_reached : reachable (blink r) (start deal) q.
  Proof. destruct reached as [l R]. exists (l ++ ms). eapply path_app; eauto. Qed.

  Lemma size_is : Z.of_nat (length (table q)) = Z.of_N (all_cards p).
  Proof.
    destruct (whole_reachable _ _ _ reached) as [E _]. destruct (whole_reachable _ _ _ q_reached) as [E' _].
    rewrite all_placed in E'. cbn [length] in E'. unfold all_cards, begun, cards. rewrite !count_length. lia.
  Qed.

  Lemma q_boxed : boxed r (table q).
  Proof.
    destruct q_reached as [l R].
    refine (path_keeps (blink r) (fun s => boxed r (table s)) _ _ _ _ R _).
    - intros s m B I. now apply boxed_move.
    - split; [constructor|]. intros a b [].
  Qed.

  Lemma within_table a b : In a (cells (table q)) -> In b (cells (table q)) ->
    (fst a - fst b < wide r p /\ snd a - snd b < high r p)%Z.
  Proof.
    intros Ia Ib. destruct q_boxed as [_ B].
    assert (S : spanned (table q)).
    { destruct q_reached as [l R]. refine (path_keeps (blink r) (fun s => spanned (table s)) _ _ _ _ R _).
      - intros s m S I. exact (spanned_move r s m S I).
      - intros c d []. }
    destruct (B a b Ia Ib), (S a b Ia Ib). assert (E := size_is). unfold wide, high. lia.
  Qed.

  Lemma kept_cells c : In c (cells (table p)) -> In c (cells (table q)).
  Proof. intro I. apply in_map_iff in I as [e [<- I]]. apply in_map. apply (made_table _ _ _ line_made). now left. Qed.
  Lemma moved_cells m : In m ms -> In (onto m) (cells (table q)).
  Proof.
    intro I. change (onto m) with (fst (onto m, placed m)). apply in_map. apply (made_table _ _ _ line_made). right.
    eauto.
  Qed.

  Definition corner0 : cell :=
    match cells (table q) with [] => (0, 0)%Z | c :: l => (least (map fst l) (fst c), least (map snd l) (snd c)) end.

  Lemma corner_ok : (forall c, In c (cells (table q)) -> fst corner0 <= fst c /\ snd corner0 <= snd c)%Z /\
    (exists c, In c (cells (table q)) /\ fst c = fst corner0) /\ (exists c, In c (cells (table q)) /\
      snd c = snd corner0).
  Proof.
    assert (S := size_is). unfold corner0. destruct (cells (table q)) as [|c l] eqn:E.
    - apply map_eq_nil in E. rewrite E in S. cbn [length] in S. unfold all_cards, cards in S.
      destruct (left p); [congruence|]. cbn [count] in S. lia.
    - split; [|split].
      + intros d [->|I]; split; try apply least_d; apply least_le; now apply in_map.
      + exact (least_at fst c l).
      + exact (least_at snd c l).
  Qed.

  Lemma corner_range c : In c (cells (table q)) ->
    (0 <= fst c - fst corner0 < wide r p /\ 0 <= snd c - snd corner0 < high r p)%Z.
  Proof.
    intro I. destruct corner_ok as [L [[a [Ia Ea]] [b [Ib Eb]]]]. specialize (L c I).
    assert (H := within_table c a I Ia). assert (K := within_table c b I Ib). lia.
  Qed.

  (* The cell of card 0. *)
  Definition cell0 : cell := match find (fun m => draw_index m =? 0) ms with Some m => onto m | None => corner0 end.

  Definition across : bool := negb (Z.leb (2 * (fst cell0 - fst corner0)) (wide r p - 1))%Z.
  Definition down : bool := negb (Z.leb (2 * (snd cell0 - snd corner0)) (high r p - 1))%Z.
  Definition swap : bool :=
    let c := turn across down false (fst corner0) (snd corner0) (wide r p) (high r p) cell0 in
    Z.eqb (wide r p) (high r p) && negb (Z.leb (snd c) (fst c)).
  Definition T (c : cell) : cell :=
    if fresh p then turn across down swap (fst corner0) (snd corner0) (wide r p) (high r p) c else c.

  Lemma T_touches a b : touches (T a) (T b) = touches a b.
  Proof. unfold T. destruct (fresh p); auto using turn_touches. Qed.
  Lemma T_once a b : T a = T b -> a = b.
  Proof. unfold T. destruct (fresh p); eauto using turn_once. Qed.
  Lemma T_stays : table p <> [] -> forall c, T c = c.
  Proof. intros F c. apply fresh_false in F. unfold T. now rewrite F. Qed.

  Lemma T_range c : fresh p = true -> In c (cells (table q)) -> (0 <= fst (T c) < wide r p /\
    0 <= snd (T c) < high r p)%Z.
  Proof.
    intros F I. assert (H := corner_range c I). unfold T. rewrite F. unfold turn.
    destruct swap eqn:S; destruct across, down; cbn [fst snd]; unfold swap in S; lia.
  Qed.

  Lemma image m : table p = [] -> In m ms -> draw_index m = 0 -> first_of_images r p (T (onto m)) = true.
  Proof.
    intros F I E. assert (O := made_once _ _ _ line_made).
    assert (C : cell0 = onto m).
    { unfold cell0. destruct (find _ ms) as [m'|] eqn:Fi.
      - apply find_some in Fi as [I' E']. apply N.eqb_eq in E'. f_equal.
        apply (NoDup_map_same draw_index ms); auto. congruence.
      - assert (X := find_none _ _ Fi m I). cbv beta in X. rewrite E in X. discriminate X. }
    rewrite <- C in *. apply fresh_true in F. unfold T, first_of_images, swap, turn, across, down. cbn [fst snd].
    ask_ifs; cbn [fst snd] in *; lia.
  Qed.

  Lemma first_least axis : table p <> [] ->
    (exists c, In c (cells (table p)) /\ axis c = first_of p axis) /\ (exists c, In c (cells (table p)) /\
      axis c = last_of p axis).
  Proof.
    intro F. unfold first_of, last_of. destruct (cells (table p)) as [|c l] eqn:E.
    - apply map_eq_nil in E. contradiction.
    - split; [apply least_at|apply most_at].
  Qed.

  Lemma framed m : In m ms -> In (T (onto m)) (free_cells r p).
  Proof.
    intro I. apply filter_In. assert (J := moved_cells m I). destruct (fresh p) eqn:F.
    - assert (Ra := T_range _ F J). split.
      + apply in_flat_map. exists (snd (T (onto m))). unfold frame. rewrite F. split; [apply whole_in; lia|].
        apply in_map_iff. exists (fst (T (onto m))). split; [now destruct (T (onto m))|]. apply whole_in. lia.
      + apply fresh_true in F. rewrite F. reflexivity.
    - assert (F' := F). apply fresh_false in F'. rewrite (T_stays F'). split.
      + apply in_flat_map. exists (snd (onto m)). destruct (first_least fst F') as [[a [Ia Ea]] [b [Ib Eb]]].
        destruct (first_least snd F') as [[c [Ic Ec]] [d [Id Ed]]]. apply kept_cells in Ia, Ib, Ic, Id.
        assert (H1 := within_table _ _ J Ia). assert (H2 := within_table _ _ Ib J).
        assert (H3 := within_table _ _ J Ic). assert (H4 := within_table _ _ Id J). unfold frame. rewrite F.
        split; [apply whole_in; lia|]. apply in_map_iff. exists (fst (onto m)). split; [now destruct (onto m)|].
        apply whole_in. lia.
      + destruct (occupied (table p) (onto m)) eqn:O; auto. exfalso. apply (made_free _ _ _ line_made m I).
        apply existsb_exists in O as [c [Ic E]]. apply same_cell_eq in E. now subst.
  Qed.

  Lemma begins : table p <> [] -> In (fst corner0) (starts p fst (wide r p)) /\
    In (snd corner0) (starts p snd (high r p)) /\
    forall m, In m ms -> ((fst corner0 <= fst (onto m) < fst corner0 + wide r p) /\
                          (snd corner0 <= snd (onto m) < snd corner0 + high r p))%Z.
  Proof.
    intro F. destruct (first_least fst F) as [[a [Ia Ea]] [b [Ib Eb]]].
    destruct (first_least snd F) as [[c [Ic Ec]] [d [Id Ed]]]. apply kept_cells in Ia, Ib, Ic, Id.
    assert (H1 := corner_range _ Ia). assert (H2 := corner_range _ Ib). assert (H3 := corner_range _ Ic).
    assert (H4 := corner_range _ Id). split; [apply whole_in; lia|]. split; [apply whole_in; lia|]. intros m I.
    assert (H := corner_range _ (moved_cells m I)). lia.
  Qed.

  Lemma move_facts a m b : ms = a ++ m :: b ->
    draw_index m <= begun p + N.of_nat (length a) + hold r /\
    ((table p = [] /\ a = []) \/ exists d, In d (cells (table p) ++ map onto a) /\ In (onto m) (neighbours d)) /\
    matches_all (table p) (onto m) (placed m) = true /\
    (forall m', In m' a -> touches (onto m) (onto m') = true -> 0 < ways (placed m) (placed m')).
  Proof. intro E. assert (P := path_is). rewrite E in P. exact (move_made r p a m b q distinct P). Qed.

  Lemma matched m m' : In m ms -> In m' ms -> touches (onto m) (onto m') = true -> ways (placed m) (placed m') <> 0.
  Proof.
    intros I I' H. apply in_split in I as [a [b E]].
    assert (Ne : m <> m').
    { intros ->. rewrite touches_is in H. lia. }
    rewrite E in I'. apply in_app_or in I' as [I'|[I'|I']]; [|congruence|].
    - destruct (move_facts a m b E) as [_ [_ [_ M]]]. specialize (M m' I' H). lia.
    - apply in_split in I' as [b1 [b2 Eb]]. rewrite Eb in E.
      assert (E' : ms = (a ++ m :: b1) ++ m' :: b2) by (rewrite <- app_assoc; exact E).
      destruct (move_facts _ m' b2 E') as [_ [_ [_ M]]].
      assert (Im : In m (a ++ m :: b1)) by (apply in_or_app; right; now left).
      rewrite touches_sym in H. specialize (M m Im H). rewrite ways_sym. lia.
  Qed.

  Definition truths : atom -> bool := sem p q ms T (fst corner0) (snd corner0) (counted (all_pairs r p)).

  Lemma clauses_hold : (forall b, above = Some b -> b < layout_score (table q)) ->
    Clauses.all (fun c => Clauses.any atom truths c = true) (clauses r p above).
  Proof.
    intro H. destruct q_boxed as [Nc _].
    apply clauses_true with (1 := line_made);
      auto using distinct, T_touches, T_once, T_stays, framed, image, begins, matched.
    - intros a m b E. now apply move_facts with (b := b).
    - intros a m b E. now apply move_facts with (b := b).
    - intros m I. apply in_split in I as [a [b E]]. now apply move_facts with (a := a) (b := b).
  Qed.

  Lemma not_refuted steps : (forall b, above = Some b -> b < layout_score (table q)) ->
    refuted r p above steps = true -> False.
  Proof.
    intros H R. apply lrat_sound in R. apply R.
    apply (numbered_true atom same_atom hash_atom same_atom_eq) with (sem := truths). now apply clauses_hold.
  Qed.
End Refuted.

Theorem clauses_sound r deal p above steps e : reachable (blink r) (start deal) p ->
  clauses_check r p above steps = Found e -> shows (blink r) p e.
Proof.
  intro R. unfold clauses_check. destruct (_ && _ && _ && _)%bool eqn:C; [|discriminate]. intro E. injection E as <-.
  rewrite !andb_true_iff in C. destruct C as [[[C1 C2] L] Re].
  apply Z.leb_le in C1, C2. assert (Ne : left p <> []) by (destruct (left p); [now cbn in L|discriminate]).
  split; cbn [loses limit].
  - intros A l q P. destruct above; [discriminate|]. cbn. unfold is_won. destruct (left q) eqn:Lq; auto. exfalso.
    eapply (not_refuted r deal p q l None R P Lq C1 C2 Ne steps); auto. discriminate.
  - intros b Eb l q s P Es. cbn in Es. unfold final in Es. destruct (left q) eqn:Lq; [|discriminate].
    injection Es as <-. destruct (N.le_gt_cases (layout_score (table q)) b) as [|H]; auto. exfalso.
    eapply (not_refuted r deal p q l above R P Lq C1 C2 Ne steps); auto. congruence.
Qed.
