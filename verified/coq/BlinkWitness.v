(* Blink Solitaire: losses that show in the position itself. Room and match graph. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Blink BlinkChecks.
Import ListNotations.
Open Scope Z_scope.

(* ---- What every line keeps. -------------------------------------------------------------------------------------- *)

Lemma at_hand_in reach seen l e : In e (at_hand reach seen l) -> In e l /\ (fst e <= reach)%N.
Proof.
  revert seen. induction l as [|[i c] l IH]; simpl; intros seen H; [tauto|].
  destruct (N.leb i reach && negb (existsb (same_bcard c) seen)) eqn:B.
  - apply andb_true_iff in B as [B _]. apply N.leb_le in B. destruct H as [<-|H]; [auto|].
    apply IH in H. tauto.
  - apply IH in H. tauto.
Qed.

(* What a legal move is. *)
Lemma legal_put r p m : In m (legal r p) ->
  exists i x c, m = Put x c i /\ In (i, x) (left p) /\ (i <= count (table p) + hold r)%N /\
    In c (open_cells r (table p)) /\ matches_all (table p) c x = true.
Proof.
  unfold legal. rewrite in_flat_map. intros [[i x] [Ie I]]. apply in_map_iff in I as [c [<- I]].
  apply filter_In in I as [Ic M]. apply at_hand_in in Ie as [Il Le]. exists i, x, c. auto.
Qed.

Lemma add_entry_in c x t e : In e (add_entry c x t) <-> e = (c, x) \/ In e t.
Proof. induction t as [|[d y] t IH]; simpl; [intuition|]. destruct (before c d); simpl; rewrite ?IH; intuition. Qed.

Lemma add_entry_length c x t : length (add_entry c x t) = S (length t).
Proof. induction t as [|[d y] t IH]; simpl; auto. destruct (before c d); simpl; auto. Qed.

Lemma filter_one (l : list (N * bcard)) i x : NoDup (map fst l) -> In (i, x) l ->
  S (length (filter (fun e => negb (N.eqb (fst e) i)) l)) = length l.
Proof.
  induction l as [|[j y] l IH]; simpl; intros ND H; [tauto|]. inversion ND; subst.
  destruct (N.eqb_spec j i) as [->|Ne]; simpl.
  - f_equal. clear IH ND H H3. induction l as [|[k z] l IH]; simpl; auto. simpl in H2.
    destruct (N.eqb_spec k i) as [->|]; simpl; [tauto|]. f_equal. tauto.
  - f_equal. apply IH; auto. destruct H as [H|H]; auto. congruence.
Qed.

Lemma NoDup_map_filter {A B} (f : A -> B) g l : NoDup (map f l) -> NoDup (map f (filter g l)).
Proof.
  induction l; simpl; auto. intro H; inversion H; subst. destruct (g a); simpl; auto. constructor; auto.
  intro I. apply H2. apply in_map_iff in I as [x [<- I]]. apply filter_In in I as [I _]. now apply in_map.
Qed.

(* So many cards lie or are to come, each once. *)
Definition whole (n : nat) (p : position) : Prop :=
  (length (table p) + length (left p))%nat = n /\ NoDup (map fst (left p)).

Lemma whole_move r n p m : whole n p -> In m (legal r p) -> whole n (after_move p m).
Proof.
  intros [E ND] I. apply legal_put in I as [i [x [c [-> [Il _]]]]]. unfold whole, after_move; simpl.
  rewrite add_entry_length. assert (H := filter_one _ _ _ ND Il). split; [lia|]. now apply NoDup_map_filter.
Qed.

Lemma drawn_from_spec l k : NoDup (map fst (drawn_from k l)) /\ length (drawn_from k l) = length l /\
  forall i, In i (map fst (drawn_from k l)) -> (k <= i)%N.
Proof.
  revert k. induction l as [|c l IH]; intro k; simpl; [repeat split; auto; [constructor|tauto]|].
  destruct (IH (N.succ k)) as [H1 [H2 H3]]. repeat split.
  - constructor; auto. intro I. apply H3 in I. lia.
  - congruence.
  - intros i [<-|I]; [lia|]. apply H3 in I. lia.
Qed.

Lemma whole_reachable r deal p : reachable (blink r) (start deal) p -> whole (length deal) p.
Proof.
  intros [l P]. refine (path_keeps (blink r) (whole (length deal)) _ _ _ _ P _).
  - intros q m H I. exact (whole_move r _ q m H I).
  - destruct (drawn_from_spec deal 0) as [H1 [H2 _]]. split; auto.
Qed.

(* ---- Room -------------------------------------------------------------------------------------------------------- *)

Lemma most_ge l d x : In x l -> x <= most l d.
Proof. induction l; simpl; [tauto|]. intros [->|H]; [lia|]. specialize (IHl H). lia. Qed.
Lemma most_d l d : d <= most l d.
Proof. induction l; simpl; lia. Qed.
Lemma least_le l d x : In x l -> least l d <= x.
Proof. induction l; simpl; [tauto|]. intros [->|H]; [lia|]. specialize (IHl H). lia. Qed.
Lemma least_d l d : least l d <= d.
Proof. induction l; simpl; lia. Qed.
Lemma least_in l d : In (least l d) (d :: l).
Proof.
  unfold least. induction l as [|a l IH]; simpl; auto.
  destruct (Z.min_spec a (fold_right Z.min d l)) as [[_ ->]|[_ ->]]; simpl in IH; tauto.
Qed.

Lemma most_in l d : In (most l d) (d :: l).
Proof.
  unfold most. induction l as [|a l IH]; simpl; auto.
  destruct (Z.max_spec a (fold_right Z.max d l)) as [[_ ->]|[_ ->]]; simpl in IH; tauto.
Qed.

(* The cell that comes first, or last, along an axis. *)
Lemma least_at (axis : cell -> Z) c l : exists d, In d (c :: l) /\ axis d = least (map axis l) (axis c).
Proof.
  destruct (least_in (map axis l) (axis c)) as [H|H]; [exists c; simpl; auto|].
  apply in_map_iff in H as [d [H I]]. exists d. simpl. auto.
Qed.
Lemma most_at (axis : cell -> Z) c l : exists d, In d (c :: l) /\ axis d = most (map axis l) (axis c).
Proof.
  destruct (most_in (map axis l) (axis c)) as [H|H]; [exists c; simpl; auto|].
  apply in_map_iff in H as [d [H I]]. exists d. simpl. auto.
Qed.

(* A cell is one of a list. *)
Lemma cell_in c l : existsb (same_cell c) l = true <-> In c l.
Proof.
  rewrite existsb_exists. split; [intros [d [I E]]; apply same_cell_eq in E; now subst|].
  intro I. exists c. split; auto. now apply same_cell_eq.
Qed.
Lemma touches_in a b : touches a b = true <-> In b (neighbours a).
Proof. apply cell_in. Qed.
Lemma occupied_true t c : occupied t c = true <-> In c (cells t).
Proof. apply cell_in. Qed.

Lemma touches_is a b : touches a b = Z.eqb (Z.abs (fst a - fst b) + Z.abs (snd a - snd b)) 1.
Proof. unfold touches, neighbours, same_cell. cbn [existsb fst snd]. lia. Qed.

Lemma touches_sym a b : touches a b = touches b a.
Proof. rewrite !touches_is. lia. Qed.

Definition boxed (r : rules) (t : layout) : Prop :=
  NoDup (cells t) /\
  forall a b, In a (cells t) -> In b (cells t) -> fst a - fst b < columns r /\ snd a - snd b < rows r.

Lemma occupied_in t c : occupied t c = false -> ~ In c (cells t).
Proof. rewrite <- occupied_true. congruence. Qed.

Lemma cells_add_in c x t a : In a (cells (add_entry c x t)) <-> a = c \/ In a (cells t).
Proof.
  unfold cells. rewrite !in_map_iff. split.
  - intros [e [<- I]]. apply add_entry_in in I as [->|I]; simpl; eauto.
  - intros [->|[e [<- I]]]; [exists (c, x)|exists e]; split; auto; apply add_entry_in; auto.
Qed.

Lemma cells_add_nodup c x t : NoDup (cells t) -> ~ In c (cells t) -> NoDup (cells (add_entry c x t)).
Proof.
  induction t as [|[d y] t IH]; simpl; intros ND Ni; [repeat constructor; auto|].
  inversion ND; subst. destruct (before c d); simpl; constructor; auto.
  intro I. apply cells_add_in in I as [->|I]; simpl in *; tauto.
Qed.

Lemma boxed_move r p m : 1 <= columns r -> 1 <= rows r ->
  boxed r (table p) -> In m (legal r p) -> boxed r (table (after_move p m)).
Proof.
  intros C R [ND B] I. apply legal_put in I as [i [x [c [-> [_ [_ [Ic _]]]]]]]. unfold after_move; simpl.
  destruct (table p) as [|e0 t0] eqn:Et.
  - split; [repeat constructor; simpl; tauto|]. intros a b [<-|[]] [<-|[]]. lia.
  - rewrite <- Et in *. assert (Hne : table p <> []) by congruence. clear Et e0 t0.
    apply open_cells_in in Ic as [_ [O W]]; auto. apply occupied_in in O. unfold within in W.
    split; [now apply cells_add_nodup|].
    assert (X : forall a, In a (cells (table p)) ->
      (fst a - fst c < columns r /\ snd a - snd c < rows r) /\ (fst c - fst a < columns r /\ snd c - snd a < rows r)).
    { intros a Ia.
      assert (A1 := most_ge (map fst (cells (table p))) (fst c) (fst a) (in_map _ _ _ Ia)).
      assert (A2 := most_ge (map snd (cells (table p))) (snd c) (snd a) (in_map _ _ _ Ia)).
      assert (A3 := least_le (map fst (cells (table p))) (fst c) (fst a) (in_map _ _ _ Ia)).
      assert (A4 := least_le (map snd (cells (table p))) (snd c) (snd a) (in_map _ _ _ Ia)).
      assert (A5 := most_d (map fst (cells (table p))) (fst c)).
      assert (A6 := most_d (map snd (cells (table p))) (snd c)).
      assert (A7 := least_d (map fst (cells (table p))) (fst c)).
      assert (A8 := least_d (map snd (cells (table p))) (snd c)). lia. }
    intros a b Ia Ib. apply cells_add_in in Ia as [->|Ia]; apply cells_add_in in Ib as [->|Ib];
      try (specialize (X _ Ia)); try (specialize (X _ Ib)); try (specialize (B _ _ Ia Ib)); lia || auto.
Qed.

Lemma boxed_count r t : 1 <= columns r -> 1 <= rows r -> boxed r t -> Z.of_nat (length t) <= columns r * rows r.
Proof.
  intros C R [ND B]. destruct t as [|e t]; [simpl; nia|].
  set (cs := cells (e :: t)) in *.
  set (x0 := least (map fst cs) (fst (fst e))). set (y0 := least (map snd cs) (snd (fst e))).
  assert (He : In (fst e) cs) by (unfold cs; simpl; auto).
  assert (Hx : exists a, In a cs /\ fst a = x0).
  { destruct (least_at fst (fst e) cs) as [a [[<-|I] E]]; eauto. }
  assert (Hy : exists a, In a cs /\ snd a = y0).
  { destruct (least_at snd (fst e) cs) as [a [[<-|I] E]]; eauto. }
  destruct Hx as [ax [Iax Eax]]. destruct Hy as [ay [Iay Eay]].
  set (f := fun c : cell => (Z.to_nat (fst c - x0), Z.to_nat (snd c - y0))).
  assert (Lo : forall c, In c cs -> x0 <= fst c /\ y0 <= snd c).
  { intros c I. split; [apply (least_le (map fst cs)) | apply (least_le (map snd cs))]; now apply in_map. }
  assert (L : (length cs <= length (list_prod (seq 0 (Z.to_nat (columns r))) (seq 0 (Z.to_nat (rows r)))))%nat).
  { rewrite <- (map_length f cs). apply NoDup_incl_length.
    - apply map_once; auto. intros a b Ia Ib E. destruct (Lo _ Ia), (Lo _ Ib). injection E as E1 E2.
      destruct a, b; simpl in *. f_equal; lia.
    - intros z I. apply in_map_iff in I as [c [<- Ic]]. destruct (B _ _ Ic Iax), (B _ _ Ic Iay).
      apply in_prod; apply in_seq; lia. }
  rewrite prod_length, !seq_length in L. unfold cs, cells in L. rewrite map_length in L. nia.
Qed.

Definition room_check (r : rules) (deal : list bcard) : outcome :=
  Found (Proven ((1 <=? columns r) && (1 <=? rows r) && (columns r * rows r <? Z.of_nat (length deal))) None).

Theorem room_sound r deal p e : reachable (blink r) (start deal) p -> room_check r deal = Found e -> shows (blink r) p e.
Proof.
  intros [l0 R] E. injection E as <-. split; simpl; [|discriminate]. intros B l q P.
  rewrite !andb_true_iff in B. destruct B as [[B1 B2] B3]. apply Z.leb_le in B1, B2.
  assert (Q := path_app _ _ _ _ _ _ R P).
  assert (W : whole (length deal) q) by (apply whole_reachable with (r := r); eexists; eauto).
  assert (X : boxed r (table q)).
  { refine (path_keeps (blink r) (fun p => boxed r (table p)) _ _ _ _ Q _).
    - intros p' m H I. exact (boxed_move r p' m B1 B2 H I).
    - split; [constructor|]. intros a b []. }
  apply boxed_count in X; auto. unfold is_won. destruct (left q) eqn:L; auto.
  destruct W as [W _]. rewrite L in W. simpl in W. lia.
Qed.

(* ---- Match graph ------------------------------------------------------------------------------------------------- *)

Lemma same_index l (e : N * bcard) i x : NoDup (map fst l) -> In e l -> In (i, x) l -> fst e = i -> e = (i, x).
Proof. exact (NoDup_map_same fst l e (i, x)). Qed.

Lemma most_mono l l' d : incl l l' -> most l d <= most l' d.
Proof.
  intro H. induction l as [|a l IH]; simpl; [apply most_d|].
  assert (a <= most l' d) by (apply most_ge, H; simpl; auto).
  assert (incl l l') by (intros z Iz; apply H; simpl; auto). specialize (IH H1). lia.
Qed.
Lemma least_mono l l' d : incl l l' -> least l' d <= least l d.
Proof.
  intro H. induction l as [|a l IH]; simpl; [apply least_d|].
  assert (least l' d <= a) by (apply least_le, H; simpl; auto).
  assert (incl l l') by (intros z Iz; apply H; simpl; auto). specialize (IH H1). lia.
Qed.

Lemma within_mono r t t' c : incl t t' -> within r t' c = true -> within r t c = true.
Proof.
  intros H. unfold within.
  assert (Hc : incl (cells t) (cells t')) by (intros z I; apply in_map_iff in I as [e [<- I]]; apply in_map; auto).
  assert (Hx : incl (map fst (cells t)) (map fst (cells t'))) by (intros z I; apply in_map_iff in I as [e [<- I]];
    apply in_map; auto). assert (Hy : incl (map snd (cells t)) (map snd (cells t'))) by (intros z I; apply in_map_iff
    in I as [e [<- I]]; apply in_map; auto). assert (A := most_mono _ _ (fst c) Hx).
  assert (B := least_mono _ _ (fst c) Hx). assert (C := most_mono _ _ (snd c) Hy).
  assert (D := least_mono _ _ (snd c) Hy). lia.
Qed.

Section Match.
  Variable r : rules.
  Variable p : position.

  Definition in_set (e : N * bcard) (s : list (N * bcard)) : bool := existsb (same_drawn e) s.

  (* The card fits a cell beside the cards that lie already. *)
  Definition fitting (x : bcard) : bool :=
    match table p with [] => false | _ => existsb (fun c => matches_all (table p) c x) (open_cells r (table p)) end.

  Definition beside (x : bcard) (s : list (N * bcard)) : bool :=
    fitting x || existsb (fun e => N.ltb 0 (ways x (snd e))) s.

  Definition may_come (s : list (N * bcard)) (e : N * bcard) : bool :=
    N.leb (fst e) (count (table p) + count s + hold r) && negb (in_set e s) && beside (snd e) s.

  (* Add cards as long as one may come. *)
  Fixpoint grow (fuel : nat) (s : list (N * bcard)) : list (N * bcard) :=
    match fuel with
    | O => s
    | S f => match find (may_come s) (left p) with Some e => grow f (e :: s) | None => s end
    end.

  (* Nothing more may come, and not all cards are in the set. *)
  Definition shut (s : list (N * bcard)) : bool :=
    negb (existsb (may_come s) (left p)) && N.ltb (count s) (count (left p)).

  Definition grown (first : list (N * bcard)) : list (N * bcard) := grow (length (left p)) first.

  Definition match_graph : bool :=
    match table p with
    | [] => negb (N.eqb (count (left p)) 0) && forallb (fun e => negb (N.leb (fst e) (hold r)) || (let s := grown [e] in in_set e s && shut s)) (left p)
    | _ => shut (grown [])
    end.

  Definition match_check : outcome := Found (Proven match_graph None).

  (* Proofs *)
  Lemma in_set_in e s : in_set e s = true -> In e s.
  Proof. intro H. apply existsb_exists in H as [x [I E]]. apply same_drawn_eq in E. now subst. Qed.

  Hypothesis distinct : NoDup (map fst (left p)).

  Variable s : list (N * bcard).
  Hypothesis is_shut : shut s = true.

  Definition inside (q : position) : Prop :=
    incl (table p) (table q) /\ incl (left q) (left p) /\ NoDup (map fst (left q)) /\
    (length (table q) + length (left q) = length (table p) + length (left p))%nat /\
    (forall e, In e (left p) -> In e (left q) \/ In e s) /\
    (forall e, In e (table q) -> In e (table p) \/ exists d, In d s /\ snd d = snd e) /\
    table q <> [].

  Lemma inside_move q m : inside q -> In m (legal r q) -> inside (after_move q m).
  Proof.
    intros [T [L [ND [E [A [B Hne]]]]]] I. apply legal_put in I as [i [x [c [-> [Il [Li [Ic M]]]]]]].
    assert (Ks : In (i, x) s).
    { destruct (in_set (i, x) s) eqn:K; [now apply in_set_in|]. apply andb_true_iff in is_shut as [S1 _].
      apply negb_true_iff in S1. assert (X : existsb (may_come s) (left p) = true); [|congruence].
      apply existsb_exists. exists (i, x). split; auto. unfold may_come. rewrite K. simpl. rewrite andb_true_r.
      apply andb_true_iff. split.
      - rewrite !count_length in *. assert (Z : (length (left p) <= length (left q ++ s))%nat).
        { apply NoDup_incl_length; [now apply NoDup_map_inv in distinct|]. intros e Ie. apply in_or_app. auto. }
        rewrite app_length in Z. lia.
      - apply open_cells_in in Ic as [[d [Id Nd]] [O W]]; auto. apply in_map_iff in Id as [[d' y] [Ed Id]].
        simpl in Ed. subst d'. unfold matches_all in M. rewrite forallb_forall in M.
        destruct (B _ Id) as [Ip|[d1 [Id1 Ed1]]].
        + apply orb_true_iff. left. unfold fitting. destruct (table p) as [|e0 t0] eqn:Et; [destruct Ip|].
          rewrite <- Et in *. apply existsb_exists. exists c. split.
          * apply open_cells_in; [congruence|]. repeat split.
            -- exists d. split; auto. change d with (fst (d, y)). now apply in_map.
            -- destruct (occupied (table p) c) eqn:Oc; auto. exfalso. apply occupied_in in O. apply O.
               apply existsb_exists in Oc as [z [Iz Ez]]. apply same_cell_eq in Ez. subst z.
               apply in_map_iff in Iz as [w [<- Iw]]. apply in_map. auto.
            -- eapply within_mono; eauto.
          * apply forallb_forall. intros z Iz. apply M. auto.
        + apply orb_true_iff. right. apply existsb_exists. exists d1. split; auto.
          specialize (M _ Id). simpl in M. rewrite touches_sym, (proj2 (touches_in _ _) Nd) in M. simpl in M. rewrite Ed1. exact M. }
    unfold after_move, inside; simpl. repeat split.
    - intros e Ie. apply add_entry_in. auto.
    - intros e Ie. apply filter_In in Ie as [Ie _]. auto.
    - now apply NoDup_map_filter.
    - rewrite add_entry_length. assert (H := filter_one _ _ _ ND Il). lia.
    - intros e Ie. destruct (A _ Ie) as [H|H]; auto.
      destruct (N.eqb_spec (fst e) i) as [Ei|Ni].
      + right. rewrite (same_index _ _ _ _ ND H Il Ei). exact Ks.
      + left. apply filter_In. split; auto. lia.
    - intros e Ie. apply add_entry_in in Ie as [->|Ie]; auto. right. exists (i, x). auto.
    - destruct (table q) as [|[d y] t]; simpl; [discriminate|]. destruct (before c d); discriminate.
  Qed.

  Lemma inside_lost q : inside q -> is_won q = false.
  Proof.
    intros [_ [_ [_ [_ [A _]]]]]. unfold is_won. destruct (left q) eqn:L; auto.
    apply andb_true_iff in is_shut as [_ S2]. rewrite !count_length in S2.
    assert (Z : (length (left p) <= length s)%nat).
    { apply NoDup_incl_length; [now apply NoDup_map_inv in distinct|]. intros e Ie. destruct (A _ Ie) as [H|H]; [rewrite ?L in H; destruct H|exact H]. }
    lia.
  Qed.
End Match.

Theorem match_sound r deal p e : reachable (blink r) (start deal) p -> match_check r p = Found e -> shows (blink r) p e.
Proof.
  intros R. destruct (whole_reachable _ _ _ R) as [_ ND]. intro E. injection E as <-. split; simpl; [|discriminate].
  intros G l q P. unfold match_graph in G. destruct (table p) as [|e0 t0] eqn:Et.
  - (* the first card decides which set it is *)
    apply andb_true_iff in G as [G0 G]. apply negb_true_iff, N.eqb_neq in G0. rewrite forallb_forall in G.
    inversion P as [|p' m q' l' r' I P' E1 E2 E3]; subst.
    + unfold is_won. destruct (left q); auto. simpl in G0. congruence.
    + apply next_in in I as [I ->]. apply legal_put in I as [i [x [c [-> [Il [Li _]]]]]].
      rewrite Et in Li. simpl in Li. specialize (G _ Il). simpl in G.
      assert (Hi : N.leb i (hold r) = true) by (apply N.leb_le; lia). rewrite Hi in G.
      apply andb_true_iff in G as [G1 G2]. apply in_set_in in G1. set (s := grown r p [(i, x)]) in *.
      apply (inside_lost r p ND s G2). refine (path_keeps (blink r) (inside p s) _ _ _ _ P' _).
      * intros q' m H J. exact (inside_move r p ND s G2 q' m H J).
      * unfold inside, after_move; simpl. rewrite Et. simpl. repeat split; auto.
        -- intros e [].
        -- intros e Ie. apply filter_In in Ie as [Ie _]. auto.
        -- now apply NoDup_map_filter.
        -- assert (H := filter_one _ _ _ ND Il). lia.
        -- intros e Ie. destruct (N.eqb_spec (fst e) i) as [Ei|Ni].
           ++ right. rewrite (same_index _ _ _ _ ND Ie Il Ei). exact G1.
           ++ left. apply filter_In. split; auto. lia.
        -- intros e [<-|[]]. right. exists (i, x). auto.
        -- discriminate.
  - assert (Hne : table p <> []) by congruence. rename G into G'. clear Et e0 t0.
    apply (inside_lost r p ND _ G').
    refine (path_keeps (blink r) (inside p (grown r p [])) _ _ _ _ P _).
    + intros q' m H J. exact (inside_move r p ND _ G' q' m H J).
    + repeat split; auto; intros e H; auto.
Qed.
