(* A line of Blink as the list of its moves: what is true of each of them, and of the layout that they make. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Blink BlinkChecks BlinkWitness.
Import ListNotations.
Open Scope Z_scope.

Lemma path_split G p a b q : path G p (a ++ b) q -> exists s, path G p a s /\ path G s b q.
Proof.
  revert p. induction a as [|m a IH]; cbn [app]; intros p H.
  - exists p. split; auto. constructor.
  - inversion H as [|p' m' s l' q' I P]; subst. destruct (IH _ P) as [t [P1 P2]]. exists t. split; auto.
    econstructor; eauto.
Qed.

(* What the moves ms, made from p, have to do with the position q that they lead to. *)
Record made (p : position) (ms : list mv) (q : position) : Prop := Made {
  made_left : forall e, In e (left p) <-> In e (left q) \/ exists m, In m ms /\ e = (draw_index m, placed m);
  made_once : NoDup (map draw_index ms);
  made_gone : forall m, In m ms -> ~ In (draw_index m) (map fst (left q));
  made_table : forall e, In e (table q) <-> In e (table p) \/ exists m, In m ms /\ e = (onto m, placed m);
  made_size : length (table q) = (length (table p) + length ms)%nat;
  made_cells : NoDup (map onto ms);
  made_free : forall m, In m ms -> ~ In (onto m) (cells (table p));
}.

Lemma path_made r p ms q : NoDup (map fst (left p)) -> path (blink r) p ms q -> made p ms q.
Proof.
  intro ND. revert q. induction ms as [|m ms IH] using rev_ind; intros q P.
  - inversion P; subst. split; try constructor; try (intros m []); try (intros [H|[m [[] _]]]; exact H); auto.
  - apply path_snoc in P as [s [P [I ->]]]. destruct (IH _ P) as [L O Go Ta Sz Ce Fr].
    assert (NDs : NoDup (map fst (left s))).
    { refine (path_keeps (blink r) (fun s => NoDup (map fst (left s))) _ _ _ _ P ND).
      intros a b N J. apply legal_put in J as [i [x [c [-> _]]]]. unfold apply, after_move; simpl.
      now apply NoDup_map_filter. }
    apply legal_put in I as [i [x [c [-> [Il [_ [Ic _]]]]]]].
    assert (Ns : forall m, In m ms -> draw_index m <> i).
    { intros m Im E. apply (Go m Im). rewrite E. exact (in_map fst _ _ Il). }
    assert (Nc : ~ In c (cells (table s))).
    { destruct (table s) as [|e t]; [simpl; tauto|]. apply open_cells_in in Ic as [_ [Oc _]]; [|discriminate].
      now apply occupied_in. }
    assert (Nf : forall d y, In (d, y) (table s) -> d <> c).
    { intros d y Id E. subst d. apply Nc. exact (in_map fst _ _ Id). }
    cbn [blink apply]. unfold after_move. split; cbn [left table placed onto draw_index].
    + intro e. rewrite L. split.
      * intros [H|[m [Im E]]].
        -- destruct (N.eqb_spec (fst e) i) as [Ei|Ne].
           ++ right. exists (Put x c i). split; [apply in_or_app; right; now left|].
              exact (same_index _ _ _ _ NDs H Il Ei).
           ++ left. apply filter_In. split; auto. lia.
        -- right. exists m. split; auto. apply in_or_app. auto.
      * intros [H|[m [Im E]]].
        -- left. now apply filter_In in H as [H _].
        -- apply in_app_or in Im as [Im|[<-|[]]]; [right; eauto|]. left. now subst e.
    + rewrite map_app. apply app_once; auto; [repeat constructor; tauto|]. intros j J [<-|[]].
      apply in_map_iff in J as [m [E Im]]. exact (Ns m Im E).
    + intros m Im J. apply in_map_iff in J as [e [E Ie]]. apply filter_In in Ie as [Ie Fe].
      apply negb_true_iff, N.eqb_neq in Fe. apply in_app_or in Im as [Im|[<-|[]]]; cbn [draw_index] in *; [|congruence].
      apply (Go m Im). rewrite <- E. now apply in_map.
    + intro e. rewrite add_entry_in, Ta. split.
      * intros [->|[H|[m [Im E]]]]; auto.
        -- right. exists (Put x c i). split; auto. apply in_or_app. right. now left.
        -- right. exists m. split; auto. apply in_or_app. auto.
      * intros [H|[m [Im E]]]; auto. apply in_app_or in Im as [Im|[<-|[]]]; auto. right. right. eauto.
    + rewrite add_entry_length, app_length, Sz. simpl. lia.
    + rewrite map_app. apply app_once; auto; [repeat constructor; tauto|]. intros d J [<-|[]].
      apply in_map_iff in J as [m [E Im]]. apply (Nf (onto m) (placed m)); auto. apply Ta. right. eauto.
    + intros m Im J. apply in_app_or in Im as [Im|[<-|[]]]; [exact (Fr m Im J)|].
      apply in_map_iff in J as [[d y] [E Ie]]. apply (Nf d y); auto. apply Ta. now left.
Qed.

(* A move of a line, by the moves before it. *)
Lemma move_made r p (a : list mv) (m : mv) b q : NoDup (map fst (left p)) -> path (blink r) p (a ++ m :: b) q ->
  (draw_index m <= count (table p) + N.of_nat (length a) + hold r)%N /\
  ((table p = [] /\ a = []) \/ exists d, In d (cells (table p) ++ map onto a) /\ In (onto m) (neighbours d)) /\
  matches_all (table p) (onto m) (placed m) = true /\
  (forall m', In m' a -> touches (onto m) (onto m') = true -> (0 < ways (placed m) (placed m'))%N).
Proof.
  intros ND P. apply path_split in P as [s [P1 P2]]. inversion P2 as [|s' m' t l q' I P3]; subst.
  apply next_in in I as [I _]. destruct (path_made r p a s ND P1) as [L O Go Ta Sz Ce Fr].
  apply legal_put in I as [i [x [c [-> [Il [Li [Ic M]]]]]]]. cbn [draw_index onto placed].
  unfold matches_all in *. rewrite forallb_forall in M.
  split; [rewrite count_length in Li |- *; rewrite Sz in Li; lia|]. split; [|split].
  - destruct (table s) as [|e0 t0] eqn:Es.
    + left. destruct (table p); simpl in Sz; [|lia]. destruct a; simpl in Sz; [auto|lia].
    + rewrite <- Es in *. apply open_cells_in in Ic as [[d [Id Ic]] _]; [|congruence]. right. exists d. split; auto.
      apply in_map_iff in Id as [e [<- Ie]]. apply Ta in Ie as [Ie|[m [Im ->]]]; apply in_or_app.
      * left. now apply in_map.
      * right. cbn [fst]. now apply in_map.
  - apply forallb_forall. intros e Ie. apply M. apply Ta. now left.
  - intros m Im T. assert (Ie : In (onto m, placed m) (table s)) by (apply Ta; right; eauto). specialize (M _ Ie).
    cbn [fst snd] in M. lia.
Qed.

(* Cards that hang together reach no further than there are cards. *)
Definition spanned (t : layout) : Prop :=
  forall a b, In a (cells t) -> In b (cells t) ->
    fst a - fst b < Z.of_nat (length t) /\ snd a - snd b < Z.of_nat (length t).

Lemma spanned_move r p m : spanned (table p) -> In m (legal r p) -> spanned (table (after_move p m)).
Proof.
  intros S I. apply legal_put in I as [i [x [c [-> [_ [_ [Ic _]]]]]]]. unfold after_move; simpl.
  destruct (table p) as [|e0 t0] eqn:Et.
  - intros a b [<-|[]] [<-|[]]. simpl. lia.
  - rewrite <- Et in *. apply open_cells_in in Ic as [[d [Id N]] _]; [|congruence].
    assert (D : fst c - fst d <= 1 /\ fst d - fst c <= 1 /\ snd c - snd d <= 1 /\ snd d - snd c <= 1).
    { destruct N as [<-|[<-|[<-|[<-|[]]]]]; simpl; lia. }
    intros a b Ia Ib. rewrite add_entry_length.
    apply cells_add_in in Ia as [->|Ia]; apply cells_add_in in Ib as [->|Ib];
      try (assert (Sa := S a d Ia Id)); try (assert (Sb := S d b Id Ib)); try (assert (Sc := S a b Ia Ib)); lia.
Qed.

Lemma ways_sym x y : ways x y = ways y x.
Proof. unfold ways. now rewrite (N.eqb_sym (number x)), (N.eqb_sym (colour x)), (N.eqb_sym (shape x)). Qed.
