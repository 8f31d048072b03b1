(* Layouts of all cards, by the cell of each card, within the least rectangle that holds them (their box): that every
   line which places all cards makes one, what its mirror images are, and its score. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder BlinkClauses
  BlinkRefuted BlinkPairs.
Import ListNotations.
Open Scope N_scope.

Section Layouts.
  Variables (deck : list N) (linked : N -> N -> N) (hold : N).

  (* Cards on cells of a box of w columns and h rows, none of them empty, placed in this order. *)
  Record lays (w h : Z) (f : N -> cell) (o : list N) : Prop := Lays {
    lays_in : forall i, In i deck -> (0 <= fst (f i) < w /\ 0 <= snd (f i) < h)%Z;
    lays_once : forall i j, In i deck -> In j deck -> f i = f j -> i = j;
    lays_match : forall i j, In i deck -> In j deck -> touches (f i) (f j) = true -> linked i j <> 0;
    lays_column : forall x, (0 <= x < w)%Z -> exists i, In i deck /\ fst (f i) = x;
    lays_row : forall y, (0 <= y < h)%Z -> exists i, In i deck /\ snd (f i) = y;
    lays_all : forall i, In i deck <-> In i o;
    lays_order : NoDup o;
    lays_time : forall a c b, o = a ++ c :: b ->
      c <= count a + hold /\ (a = [] \/ exists d, In d a /\ touches (f c) (f d) = true)
  }.

  Lemma turned (across down swap : bool) w h f o : lays w h f o ->
    lays (if swap then h else w) (if swap then w else h) (fun i => turn across down swap 0 0 w h (f i)) o.
  Proof.
    intro L. constructor.
    - intros i I. assert (H := lays_in _ _ _ _ L i I). unfold turn. destruct across, down, swap; cbn [fst snd]; lia.
    - intros i j I J E. apply turn_once in E. now apply (lays_once _ _ _ _ L).
    - intros i j I J. rewrite turn_touches. now apply (lays_match _ _ _ _ L).
    - intros x X. destruct swap.
      + destruct (lays_row _ _ _ _ L (if down then h - 1 - x else x)%Z) as [i [I E]]; [destruct down; lia|].
        exists i. split; auto. unfold turn. destruct down; cbn [fst snd]; lia.
      + destruct (lays_column _ _ _ _ L (if across then w - 1 - x else x)%Z) as [i [I E]]; [destruct across; lia|].
        exists i. split; auto. unfold turn. destruct across; cbn [fst snd]; lia.
    - intros y Y. destruct swap.
      + destruct (lays_column _ _ _ _ L (if across then w - 1 - y else y)%Z) as [i [I E]]; [destruct across; lia|].
        exists i. split; auto. unfold turn. destruct across; cbn [fst snd]; lia.
      + destruct (lays_row _ _ _ _ L (if down then h - 1 - y else y)%Z) as [i [I E]]; [destruct down; lia|].
        exists i. split; auto. unfold turn. destruct down; cbn [fst snd]; lia.
    - exact (lays_all _ _ _ _ L).
    - exact (lays_order _ _ _ _ L).
    - intros a c b E. destruct (lays_time _ _ _ _ L a c b E) as [T [H|[d [I H]]]]; split; auto. right. exists d.
      now rewrite turn_touches.
  Qed.

  (* Cells to which the mirror images of a box, of a square also by the diagonal, carry every cell. *)
  Definition in_quarter (w h : Z) (c : cell) : bool :=
    ((2 * fst c <? w) && (2 * snd c <? h) && (negb (w =? h) || (fst c <=? snd c)))%Z.

  Theorem image w h f o pivot : lays w h f o -> In pivot deck ->
    exists g, lays w h g o /\ (forall i j, touches (g i) (g j) = touches (f i) (f j)) /\ in_quarter w h (g
      pivot) = true.
  Proof.
    intros L I. set (across := negb (2 * fst (f pivot) <? w)%Z). set (down := negb (2 * snd (f pivot) <? h)%Z).
    set (c := turn across down false 0 0 w h (f pivot)).
    set (swap := ((w =? h) && negb (fst c <=? snd c))%Z).
    exists (fun i => turn across down swap 0 0 w h (f i)).
    assert (W : (if swap then h else w) = w /\ (if swap then w else h) = h) by (ask_ifs; lia).
    destruct W as [W H]. assert (T := turned across down swap w h f o L). rewrite W, H in T. split; [exact T|].
    split; [intros; apply turn_touches|]. unfold in_quarter.
    assert (A : (2 * fst c < w /\ 2 * snd c < h)%Z).
    { unfold c, turn, across, down. ask_ifs; cbn [fst snd]; lia. }
    assert (C : turn across down swap 0 0 w h (f pivot) = if swap then (snd c, fst c) else c) by now destruct swap.
    rewrite C. unfold swap. ask_ifs; cbn [fst snd]; lia.
  Qed.

  Lemma deck_count w h f o : NoDup deck -> lays w h f o -> count deck <= Z.to_N (w * h).
  Proof.
    intros N L. assert (X : (length (map f deck) <= length (cells_between 0 (w - 1) 0 (h - 1)))%nat).
    { apply NoDup_incl_length.
      - apply map_once; auto. exact (lays_once _ _ _ _ L).
      - intros c I. apply in_map_iff in I as [i [<- I]]. apply between_in. destruct (lays_in _ _ _ _ L i I). lia. }
    rewrite map_length, between_length in X. rewrite count_length. lia.
  Qed.
End Layouts.

(* ---- From a line to its layout. ---- *)

Section Line.
  Variables (r : rules) (deal : list bcard) (p q : position) (ms : list mv).
  Hypothesis reached : reachable (blink r) (start deal) p.
  Hypothesis path_is : path (blink r) p ms q.
  Hypothesis all_placed : left q = [].
  Hypothesis columns_some : (1 <= columns r)%Z.
  Hypothesis rows_some : (1 <= rows r)%Z.
  Hypothesis some_left : left p <> [].
  Hypothesis empty : table p = [].
  Variable linked : N -> N -> N.
  Hypothesis linked_is : forall e e', In e (left p) -> In e' (left p) -> linked (fst e) (fst e') = ways (snd e)
    (snd e').

  Definition line_deck : list N := map fst (left p).
  Notation deck := line_deck.
  Notation made_line := (line_made r deal p q ms reached path_is).

  Definition laid_at (i : N) : cell :=
    match find (fun m => draw_index m =? i) ms with
    | Some m => (fst (onto m) - fst (corner0 q), snd (onto m) - snd (corner0 q))%Z
    | None => (0, 0)%Z
    end.
  Notation f := laid_at.
  Definition placing_order : list N := map draw_index ms.

  Lemma move_of i : In i deck -> exists m, In m ms /\ draw_index m = i /\ In (i, placed m) (left p) /\
    f i = (fst (onto m) - fst (corner0 q), snd (onto m) - snd (corner0 q))%Z.
  Proof.
    intro I. apply in_map_iff in I as [e [<- I]]. assert (J := I). apply (made_left _ _ _ made_line) in J as
      [J|[m [Im E]]].
    { rewrite all_placed in J. destruct J. }
    exists m. rewrite E in *. cbn [fst]. repeat split; auto. unfold laid_at.
    destruct (find _ ms) as [m'|] eqn:Fi.
    - apply find_some in Fi as [Im' E']. apply N.eqb_eq in E'.
      rewrite (same_index_move _ _ _ made_line m' m); auto.
    - assert (X := find_none _ _ Fi m Im). cbv beta in X. lia.
  Qed.

  Lemma f_move m : In m ms -> In (draw_index m) deck /\
    f (draw_index m) = (fst (onto m) - fst (corner0 q), snd (onto m) - snd (corner0 q))%Z.
  Proof.
    intro I. assert (J : In (draw_index m, placed m) (left p)) by (apply (made_left _ _ _ made_line); right; eauto).
    assert (K : In (draw_index m) deck) by (change (draw_index m) with (fst (draw_index m, placed m)); now
      apply in_map). destruct (move_of _ K) as [m' [I' [E [_ H]]]].
    rewrite (same_index_move _ _ _ made_line m' m) in H; auto.
  Qed.

  Lemma f_touches m m' : In m ms -> In m' ms -> touches (f (draw_index m)) (f (draw_index m')) = touches (onto
    m) (onto m').
  Proof.
    intros I J. destruct (f_move m I) as [_ ->], (f_move m' J) as [_ ->]. rewrite !touches_is. cbn [fst snd]. lia.
  Qed.

  Lemma table_cells c : In c (cells (table q)) <-> exists m, In m ms /\ onto m = c.
  Proof.
    unfold cells. rewrite in_map_iff. split.
    - intros [e [<- I]]. apply (made_table _ _ _ made_line) in I as [I|[m [I ->]]]; [rewrite empty in I; destruct I|].
      exists m. auto.
    - intros [m [I <-]]. exists (onto m, placed m). split; auto. apply (made_table _ _ _ made_line). right. eauto.
  Qed.

  Definition line_w : Z := (most (map fst (cells (table q))) (fst (corner0 q)) - fst (corner0 q) + 1)%Z.
  Definition line_h : Z := (most (map snd (cells (table q))) (snd (corner0 q)) - snd (corner0 q) + 1)%Z.

  Notation corner := (corner_ok r deal p q ms reached path_is all_placed some_left).

  Lemma hangs (axis : cell -> Z) :
    (forall a b : cell, touches a b = true -> (-1 <= axis a - axis b <= 1)%Z) ->
    forall a b, ms = a ++ b -> forall m m' x, In m a -> In m' a -> (axis (onto m) <= x <= axis (onto m'))%Z ->
    exists k, In k a /\ axis (onto k) = x.
  Proof.
    intro S. induction a as [|c a IH] using rev_ind; intros b E m m' x I J X; [destruct I|].
    rewrite <- app_assoc in E. specialize (IH _ E).
    destruct (move_facts r deal p q ms reached path_is a c b E) as [_ [[[_ ->]|[d [Id T]]] _]].
    - destruct I as [<-|[]], J as [<-|[]]. exists c. split; [now left|lia].
    - rewrite empty in Id. apply in_map_iff in Id as [n [<- In_]]. assert (T' := S (onto c) (onto n)).
      rewrite touches_sym, touches_in in T'. specialize (T' T).
      destruct (Z.eq_dec x (axis (onto c))) as [->|Ne]; [exists c; split; auto; apply in_or_app; right; now left|].
      assert (G : exists m2 m3, In m2 a /\ In m3 a /\ (axis (onto m2) <= x <= axis (onto m3))%Z).
      { apply in_app_or in I as [I|[<-|[]]]; apply in_app_or in J as [J|[<-|[]]].
        - exists m, m'. auto.
        - exists m, n. repeat split; auto; lia.
        - exists n, m'. repeat split; auto; lia.
        - lia. }
      destruct G as [m2 [m3 [I2 [I3 X']]]]. destruct (IH m2 m3 x I2 I3 X') as [k [Ik E']]. exists k. split; auto.
      apply in_or_app. now left.
  Qed.

  Lemma row_or_column (axis : cell -> Z) (axis_is : axis = fst \/ axis = snd) x :
    (axis (corner0 q) <= x <= most (map axis (cells (table q))) (axis (corner0 q)))%Z ->
    exists m, In m ms /\ axis (onto m) = x.
  Proof.
    intro X. destruct corner as [_ [[a [Ia Ea]] [b [Ib Eb]]]].
    assert (A : exists m, In m ms /\ axis (onto m) = axis (corner0 q)).
    { destruct axis_is as [->| ->]; [apply table_cells in Ia as [m [I <-]]|apply table_cells in Ib as [m [I
      <-]]]; eauto. }
    assert (B : exists m, In m ms /\ axis (onto m) = most (map axis (cells (table q))) (axis (corner0 q))).
    { destruct (most_in (map axis (cells (table q))) (axis (corner0 q))) as [E|E]; [rewrite <- E; exact A|].
      apply in_map_iff in E as [c [E I]]. apply table_cells in I as [m [I <-]]. eauto. }
    destruct A as [m [Im Em]], B as [m' [Im' Em']].
    apply (hangs axis) with (a := ms) (b := []) (m := m) (m' := m'); auto; [|now rewrite app_nil_r|lia]. intros c d T.
    rewrite touches_is in T. destruct axis_is as [->| ->]; lia.
  Qed.

  Theorem line_lays : lays deck linked (hold r) line_w line_h f placing_order /\
    (1 <= line_w <= columns r /\ 1 <= line_h <= rows r /\ line_w <= Z.of_N (count deck) /\ line_h <= Z.of_N
      (count deck))%Z.
  Proof.
    destruct corner as [Co [[a [Ia Ea]] [b [Ib Eb]]]].
    assert (Ma : forall c, In c (cells (table q)) -> (fst c <= most (map fst (cells (table q))) (fst (corner0 q)) /\
      snd c <= most (map snd (cells (table q))) (snd (corner0 q)))%Z).
    { intros c I. split; apply most_ge; now apply in_map. }
    split.
    - constructor.
      + intros i I. destruct (move_of i I) as [m [Im [_ [_ ->]]]]. cbn [fst snd].
        assert (J : In (onto m) (cells (table q))) by (apply table_cells; eauto).
        specialize (Co _ J). specialize (Ma _ J). unfold line_w, line_h. lia.
      + intros i j I J E. destruct (move_of i I) as [m [Im [<- [_ E1]]]], (move_of j J) as [m' [Im' [<- [_ E2]]]].
        rewrite E1, E2 in E. injection E as X Y.
        assert (H : onto m = onto m') by (destruct (onto m), (onto m'); cbn [fst snd] in *; f_equal; lia).
        f_equal. apply (NoDup_map_same onto ms); auto. exact (made_cells _ _ _ made_line).
      + intros i j I J T. destruct (move_of i I) as [m [Im [<- [Lm _]]]], (move_of j J) as [m' [Im' [<- [Lm' _]]]].
        rewrite f_touches in T by auto. change (draw_index m) with (fst (draw_index m, placed m)).
        change (draw_index m') with (fst (draw_index m', placed m')). rewrite linked_is by auto.
        now apply (matched r deal p q ms reached path_is).
      + intros x X. destruct (row_or_column fst (or_introl eq_refl) (x + fst (corner0 q))) as [m [Im E]].
        { unfold line_w, cell in *. lia. }
        destruct (f_move m Im) as [D H]. exists (draw_index m). split; auto. rewrite H. cbn [fst]. lia.
      + intros y Y. destruct (row_or_column snd (or_intror eq_refl) (y + snd (corner0 q))) as [m [Im E]].
        { unfold line_h, cell in *. lia. }
        destruct (f_move m Im) as [D H]. exists (draw_index m). split; auto. rewrite H. cbn [snd]. lia.
      + intro i. split.
        * intro I. destruct (move_of i I) as [m [Im [<- _]]]. now apply in_map.
        * intro I. apply in_map_iff in I as [m [<- Im]]. now apply f_move.
      + exact (made_once _ _ _ made_line).
      + intros a' c b' E. apply map_eq_app in E as [m1 [m2 [E [E1 E2]]]]. destruct m2 as [|m m2]; [discriminate|].
        injection E2 as E2 E3. subst c a'. destruct (move_facts r deal p q ms reached path_is m1 m m2 E) as [T [D _]].
        split.
        * unfold begun in T. rewrite empty in T. cbn [count] in T. rewrite count_length, map_length. lia.
        * destruct D as [[_ ->]|[d [Id T']]]; [now left|]. right. rewrite empty in Id.
          apply in_map_iff in Id as [n [<- In_]]. exists (draw_index n). split; [now apply in_map|].
          rewrite f_touches, touches_sym, touches_in; auto; rewrite E; apply in_or_app; [right; now left|now left].
    - assert (Wi : forall c d, In c (cells (table q)) -> In d (cells (table q)) ->
        (fst c - fst d < wide r p /\ snd c - snd d < high r p)%Z).
      { intros c d Ic Id. exact (within_table r deal p q ms reached path_is all_placed columns_some rows_some c
        d Ic Id). }
      assert (X : exists c, In c (cells (table q)) /\ fst c = most (map fst (cells (table q))) (fst (corner0 q))).
      { destruct (most_in (map fst (cells (table q))) (fst (corner0 q))) as [E|E]; [rewrite <- E; eauto|].
        apply in_map_iff in E as [c [E I]]. eauto. }
      assert (Y : exists c, In c (cells (table q)) /\ snd c = most (map snd (cells (table q))) (snd (corner0 q))).
      { destruct (most_in (map snd (cells (table q))) (snd (corner0 q))) as [E|E]; [rewrite <- E; eauto|].
        apply in_map_iff in E as [c [E I]]. eauto. }
      destruct X as [x [Ix Ex]], Y as [y [Iy Ey]]. destruct (Wi x a Ix Ia) as [W _]. destruct (Wi y b Iy Ib) as [_ H].
      assert (P1 := most_d (map fst (cells (table q))) (fst (corner0 q))).
      assert (P2 := most_d (map snd (cells (table q))) (snd (corner0 q))).
      unfold wide, high, all_cards, begun, cards in W, H. rewrite empty in W, H. rewrite N.add_0_l in W, H.
      unfold line_w, line_h, line_deck. rewrite count_length, map_length. rewrite count_length in W, H. lia.
  Qed.

  Lemma deck_once : NoDup deck.
  Proof. now destruct (whole_reachable _ _ _ reached). Qed.

  Theorem line_score : layout_score (table q) =
    2 * sum (fun z => if touches (f (fst z)) (f (snd z)) then linked (fst z) (snd z) else 0) (pairs deck).
  Proof.
    unfold layout_score. f_equal.
    set (entry := fun m : mv => (onto m, placed m)).
    assert (Nt : NoDup (table q)).
    { destruct (q_boxed r deal p q ms reached path_is columns_some rows_some) as [N _]. now apply (NoDup_map_inv fst). }
    assert (Ne : NoDup (map entry ms)).
    { apply (NoDup_map_inv fst). rewrite map_map. exact (made_cells _ _ _ made_line). }
    assert (S : forall (g : cell * bcard -> N), sum g (table q) = sum g (map entry ms)).
    { intro g. apply N.le_antisymm; apply sum_incl; auto; intros e I.
      - apply (made_table _ _ _ made_line) in I as [I|[m [I ->]]]; [rewrite empty in I; destruct I|]. now apply
        (in_map entry).
      - apply in_map_iff in I as [m [<- I]]. apply (made_table _ _ _ made_line). right. eauto. }
    assert (D : forall g : N -> N, sum g deck = sum g (map draw_index ms)).
    { intro g. assert (Nm := made_once _ _ _ made_line).
      destruct line_lays as [L _]. apply N.le_antisymm; apply sum_incl; auto using deck_once; intros i I;
        apply (lays_all _ _ _ _ _ _ _ L); auto. }
    rewrite S, sum_map.
    transitivity (sum (fun i => sum (fun j => if right_or_down (f i) (f j) then linked i j else 0) deck) deck).
    - rewrite D, sum_map. apply sum_same. intros m I. rewrite S, sum_map, D, sum_map. apply sum_same.
      intros m' I'.
      unfold pair_score, entry. cbn [fst snd].
      assert (E : right_or_down (f (draw_index m)) (f (draw_index m')) = right_or_down (onto m) (onto m')).
      { destruct (f_move m I) as [_ ->], (f_move m' I') as [_ ->]. unfold right_or_down, same_cell. cbn [fst snd]. lia. }
      rewrite E. destruct (right_or_down (onto m) (onto m')); auto.
      change (draw_index m) with (fst (draw_index m, placed m)). change (draw_index m') with (fst (draw_index
        m', placed m')).
      rewrite linked_is; auto; apply (made_left _ _ _ made_line); right; eauto.
    - apply (seen_once f linked). intros i j I J. apply in_map_iff in I as [e [<- I]], J as [e' [<- J]].
      rewrite !linked_is by auto. apply ways_sym.
  Qed.
End Line.
