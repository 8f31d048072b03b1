(* Content `layouts` of Blink (winnow-count-proof/1): so many layouts of all cards can be reached, up to shifts, turns
   and mirrors. Each has a line, no two are alike, and the clauses with all images of them forbidden contradict each
   other (docs/soundness/blink_clauses.md, How many layouts). *)

From Coq Require Import List NArith ZArith PArith Bool Lia Permutation.
From Winnow Require Import Lrat Clauses Game Judge Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder
  BlinkClauses
  BlinkRefuted.
Import ListNotations.
Open Scope Z_scope.

(* ---- Shifts, turns and mirrors. ---- *)

Definition motion (mx my swap : bool) (ax ay : Z) (c : cell) : cell :=
  let u := (if mx then - fst c else fst c) + ax in
  let v := (if my then - snd c else snd c) + ay in
  if swap then (v, u) else (u, v).

Definition rigid (f : cell -> cell) : Prop := exists mx my swap ax ay, forall c, f c = motion mx my swap ax ay c.

(* One layout moved becomes the other, card by card. *)
Definition alike (t t' : layout) : Prop :=
  exists f, rigid f /\ forall c x, In (c, x) t' <-> exists d, In (d, x) t /\ f d = c.

(* Exactly n layouts of all cards can be reached from p: these, and none that is alike to none of them. *)
Definition reaches (r : rules) (p : position) (n : N) : Prop :=
  exists ts, count ts = n /\
    (forall t, In t ts -> exists l q, path (blink r) p l q /\ is_won q = true /\ table q = t) /\
    ForallOrdPairs (fun t t' => ~ alike t t') ts /\
    (forall l q, path (blink r) p l q -> is_won q = true -> exists t, In t ts /\ alike t (table q)).

Definition reaches_after (r : rules) (deal : list bcard) (after : list mv) (n : N) : Prop :=
  exists l p, Forall2 (fun m m' => same_mv m m' = true) after l /\ path (blink r) (start deal) l p /\ reaches r p n.

Lemma rigid_after f g : rigid f -> rigid g -> rigid (fun c => g (f c)).
Proof.
  intros [mx [my [s [ax [ay F]]]]] [nx [ny [s' [bx [by_ G]]]]].
  exists (if s then xorb mx ny else xorb mx nx), (if s then xorb my nx else xorb my ny), (xorb s s'),
    (if s then (if ny then - ax else ax) + by_ else (if nx then - ax else ax) + bx),
    (if s then (if nx then - ay else ay) + bx else (if ny then - ay else ay) + by_).
  intros [x y]. rewrite F, G. unfold motion. destruct s, s', mx, my, nx, ny; cbn [fst snd xorb]; f_equal; lia.
Qed.

Lemma rigid_back f : rigid f -> exists g, rigid g /\ forall c, g (f c) = c.
Proof.
  intros [mx [my [s [ax [ay F]]]]].
  set (a := if mx then ax else - ax). set (b := if my then ay else - ay).
  exists (if s then motion my mx true b a else motion mx my false a b). split.
  - destruct s; [exists my, mx, true, b, a|exists mx, my, false, a, b]; reflexivity.
  - intros [x y]. rewrite F. unfold motion, a, b. destruct s, mx, my; cbn [fst snd]; f_equal; lia.
Qed.

Definition squared (c d : cell) : Z := (fst c - fst d) * (fst c - fst d) + (snd c - snd d) * (snd c - snd d).

Lemma rigid_squared f c d : rigid f -> squared (f c) (f d) = squared c d.
Proof.
  intros [mx [my [s [ax [ay F]]]]]. rewrite !F. unfold motion, squared. destruct s, mx, my; cbn [fst snd]; ring.
Qed.

Lemma rigid_distances f l k : rigid f ->
  flat_map (fun c => map (squared c) (map f k)) (map f l) = flat_map (fun c => map (squared c) k) l.
Proof.
  intro R. induction l as [|c l IH]; [reflexivity|]. cbn [map flat_map]. f_equal; [|exact IH].
  rewrite map_map. apply map_ext. intro d. now apply rigid_squared.
Qed.

(* ---- The check. ---- *)

Definition cell_of_card (t : layout) (x : bcard) : cell :=
  match find (fun e => same_bcard (snd e) x) t with Some e => fst e | None => (0, 0) end.

(* The squared distances of all cards from each other. *)
Definition distances (deal : list bcard) (t : layout) : list Z :=
  let cs := map (cell_of_card t) deal in flat_map (fun c => map (squared c) cs) cs.

Section Forbidden.
  Variables (r : rules) (p : position).

  Definition sorted (t : layout) : layout := fold_right (fun e s => add_entry (fst e) (snd e) s) [] t.
  Definition moved_by (f : cell -> cell) (t : layout) : layout := map (fun e => (f (fst e), snd e)) t.

  (* Within one table, in the cells that a line may use. *)
  Definition frames (t : layout) : bool :=
    match t with
    | [] => false
    | e :: _ =>
        let xs := map fst (cells t) in
        let ys := map snd (cells t) in
        (most xs (fst (fst e)) - least xs (fst (fst e)) <? wide r p) && (most ys (snd (fst e)) - least ys (snd
          (fst e)) <? high r p) &&
        forallb (fun c => existsb (Z.eqb (fst c)) (frame p fst (wide r p)) && existsb (Z.eqb (snd c)) (frame p
          snd (high r p))) (cells t)
    end.

  Definition shift_to (x y : Z) (c : cell) : cell := (fst c + x, snd c + y).

  Definition shifts (t : layout) : list (Z * Z) :=
    match table p, t with
    | [], e :: _ =>
        let x0 := least (map fst (cells t)) (fst (fst e)) in
        let y0 := least (map snd (cells t)) (snd (fst e)) in
        flat_map (fun x => map (fun y => (x - x0, y - y0)) (frame p snd (high r p))) (frame p fst (wide r p))
    | (c, x) :: _, _ => let d := cell_of_card t x in [(fst c - fst d, snd c - snd d)]
    | [], [] => []
    end.

  Definition lit_of (e : cell * bcard) : lit :=
    match find (fun e' => same_bcard (snd e') (snd e)) (left p) with
    | Some (i, x) => if fits r p (fst e) (i, x) then Not (Lies i (fst e)) else Yes
    | None => Yes
    end.

  Definition clause_of (t : layout) : Clauses.clause atom := map lit_of (filter (fun e => negb (existsb
    (same_entry e) (table p))) (sorted t)).

  Definition images : list (bool * bool * bool) :=
    flat_map (fun mx => flat_map (fun my => map (pair (mx, my)) [false; true]) [false; true]) [false; true].

  Definition forbid (t : layout) : list (Clauses.clause atom) :=
    flat_map (fun k : bool * bool * bool =>
      let image := moved_by (motion (fst (fst k)) (snd (fst k)) (snd k) 0 0) t in
      flat_map (fun a : Z * Z =>
        let t' := moved_by (shift_to (fst a) (snd a)) image in
        if frames t' && forallb (fun e => existsb (same_entry e) t') (table p)
        then [clause_of t'] else []) (shifts image)) images.

  Definition others_refuted (ts : list layout) (steps : list Lrat.step) : bool :=
    lrat_check (numbered_clauses atom same_atom hash_atom (clauses r p None ++ flat_map forbid ts)) steps.
End Forbidden.

Fixpoint ends_of (r : rules) (p : position) (lines : list (list mv)) : option (list layout) :=
  match lines with
  | [] => Some []
  | l :: lines' =>
      match replay (blink r) p l, ends_of r p lines' with
      | Some q, Some ts => if is_won q then Some (table q :: ts) else None
      | _, _ => None
      end
  end.

Definition check_layouts (r : rules) (deal : list bcard) (after : list mv) (n : N) (lines : list (list mv))
    (steps : list Lrat.step) : result :=
  if negb (distinct_by same_bcard deal) then CannotTell else
  match replay (blink r) (start deal) after with
  | None => Failed
  | Some p =>
      match ends_of r p lines with
      | None => Failed
      | Some ts =>
          if (1 <=? columns r) && (1 <=? rows r) && negb (is_won p) && N.eqb (count ts) n && distinct_by
            (same_list Z.eqb) (map (distances deal) ts) && others_refuted r p ts steps
          then Verified else Failed
      end
  end.

(* ---- Why it is sound. ---- *)

Lemma same_bcard_refl x : same_bcard x x = true.
Proof. unfold same_bcard. now rewrite !N.eqb_refl. Qed.

Lemma moved_in f t c x : In (c, x) (moved_by f t) <-> exists d, In (d, x) t /\ f d = c.
Proof.
  unfold moved_by. rewrite in_map_iff. split.
  - intros [[d y] [E I]]. cbn [fst snd] in E. injection E as <- <-. eauto.
  - intros [d [I <-]]. exists (d, x). auto.
Qed.

Lemma sorted_in t e : In e (sorted t) <-> In e t.
Proof.
  induction t as [|[c x] t IH]; [reflexivity|]. cbn [sorted fold_right fst snd]. rewrite add_entry_in.
  change (fold_right _ [] t) with (sorted t). rewrite IH. simpl. intuition congruence.
Qed.

(* All cards lie or are to come. *)
Definition has_cards (deal : list bcard) (s : position) : Prop :=
  NoDup (map fst (left s)) /\ Permutation (map snd (table s) ++ map snd (left s)) deal.

Lemma add_entry_cards c x t : Permutation (map snd (add_entry c x t)) (x :: map snd t).
Proof.
  induction t as [|[d y] t IH]; cbn [add_entry map snd]; auto. destruct (before c d); cbn [map snd]; auto.
  rewrite IH. apply perm_swap.
Qed.

Lemma drop_card (l : list (N * bcard)) i x : NoDup (map fst l) -> In (i, x) l ->
  Permutation (map snd l) (x :: map snd (filter (fun e => negb (N.eqb (fst e) i)) l)).
Proof.
  induction l as [|[j y] l IH]; intros No I; [destruct I|]. cbn [map fst] in No. inversion No; subst. cbn [map
    filter fst snd].
  destruct I as [E|I].
  - injection E as -> ->. rewrite N.eqb_refl. cbn [negb]. apply perm_skip.
    assert (K : filter (fun e : N * bcard => negb (N.eqb (fst e) i)) l = l).
    { clear - H1. induction l as [|[k z] l IH]; auto. cbn [filter fst map] in *.
      destruct (N.eqb_spec k i) as [->|]; [exfalso; apply H1; now left|]. cbn [negb]. f_equal. apply IH. intro
        J. apply H1. now right. }
    now rewrite K.
  - destruct (N.eqb_spec j i) as [->|]; [exfalso; apply H1; apply (in_map fst) in I; exact I|]. cbn [negb map snd].
    rewrite (IH H2 I). apply perm_swap.
Qed.

Lemma drawn_cards deal k : map snd (drawn_from k deal) = deal.
Proof. revert k. induction deal as [|c l IH]; intro k; cbn [drawn_from map snd]; [reflexivity|]. now rewrite IH. Qed.

Lemma has_cards_reachable r deal s : reachable (blink r) (start deal) s -> has_cards deal s.
Proof.
  intros [l P]. refine (path_keeps (blink r) (has_cards deal) _ _ _ _ P _).
  - intros s' m [N H] I. apply legal_put in I as [i [x [c [-> [Il _]]]]]. 
    change (has_cards deal (after_move s' (Put x c i))). unfold has_cards, after_move. cbn [left table placed
      onto draw_index]. split.
    + now apply NoDup_map_filter.
    + rewrite add_entry_cards. cbn [app]. rewrite <- H. rewrite (drop_card _ i x N Il). apply Permutation_middle.
  - split; [now destruct (drawn_from_spec deal 0)|]. cbn [start table left map app]. now rewrite drawn_cards.
Qed.

Lemma won_left q : is_won q = true -> left q = [].
Proof. unfold is_won. now destruct (left q). Qed.

Section Sound.
  Variables (r : rules) (deal : list bcard) (p : position).
  Hypothesis reached : reachable (blink r) (start deal) p.
  Hypothesis deal_once : NoDup deal.
  Hypothesis columns_some : 1 <= columns r.
  Hypothesis rows_some : 1 <= rows r.
  Hypothesis some_left : left p <> [].

  Lemma end_cards l q : path (blink r) p l q -> is_won q = true ->
    NoDup (map snd (table q)) /\ forall x, In x (map snd (table q)) <-> In x deal.
  Proof.
    intros P W. destruct reached as [l0 R].
    assert (H : has_cards deal q) by (apply (has_cards_reachable r); eexists; eapply path_app; eauto).
    destruct H as [_ H]. rewrite (won_left q W), app_nil_r in H. split.
    - apply (Permutation_NoDup (Permutation_sym H) deal_once).
    - intro x. split; apply Permutation_in; auto using Permutation_sym.
  Qed.

  Lemma alike_distances l q l' q' : path (blink r) p l q -> is_won q = true -> path (blink r) p l' q' -> is_won
    q' = true ->
    alike (table q) (table q') -> distances deal (table q) = distances deal (table q').
  Proof.
    intros P W P' W' [f [R A]]. destruct (end_cards _ _ P W) as [N C], (end_cards _ _ P' W') as [N' C'].
    assert (X : forall x, In x deal -> cell_of_card (table q') x = f (cell_of_card (table q) x)).
    { intros x I. unfold cell_of_card.
      destruct (find _ (table q')) as [[c y]|] eqn:F'.
      2: { apply C' in I. apply in_map_iff in I as [e [E I]]. assert (Y := find_none _ _ F' e I). cbv beta in Y.
           rewrite E, same_bcard_refl in Y. discriminate. }
      apply find_some in F' as [I' S']. cbn [snd] in S'. apply same_bcard_eq in S'. subst y.
      destruct (find _ (table q)) as [[d y]|] eqn:F.
      2: { apply C in I. apply in_map_iff in I as [e [E I]]. assert (Y := find_none _ _ F e I). cbv beta in Y.
           rewrite E, same_bcard_refl in Y. discriminate. }
      apply find_some in F as [I2 S2]. cbn [snd] in S2. apply same_bcard_eq in S2. subst y. cbn [fst].
      assert (J : In (f d, x) (table q')) by (apply A; eauto).
      enough (E : (c, x) = (f d, x)) by congruence. now apply (NoDup_map_same snd (table q')). }
    unfold distances.
    assert (Y : map (cell_of_card (table q')) deal = map f (map (cell_of_card (table q)) deal)).
    { rewrite map_map. apply map_ext_in. exact X. }
    rewrite Y. symmetry. now apply rigid_distances.
  Qed.

  Lemma ends_ok lines : forall ts, ends_of r p lines = Some ts ->
    forall t, In t ts -> exists l q, path (blink r) p l q /\ is_won q = true /\ table q = t.
  Proof.
    induction lines as [|l lines IH]; intros ts E t I; cbn [ends_of] in E; [injection E as <-; destruct I|].
    destruct (replay (blink r) p l) as [q|] eqn:R; [|discriminate]. destruct (ends_of r p lines) as [ts'|];
      [|discriminate].
    destruct (is_won q) eqn:W; [|discriminate]. injection E as <-. destruct I as [<-|I]; [|eauto].
    apply replay_path in R as [l' [_ P]]. eauto.
  Qed.

  Lemma pairs_differ ts : (forall t, In t ts -> exists l q, path (blink r) p l q /\ is_won q = true /\ table q = t) ->
    distinct_by (same_list Z.eqb) (map (distances deal) ts) = true -> ForallOrdPairs (fun t t' => ~ alike t t') ts.
  Proof.
    intros E. induction ts as [|t ts IH]; intro D; constructor; cbn [map distinct_by] in D; apply andb_true_iff
      in D as [D1 D2].
    - apply Forall_forall. intros t' I A. destruct (E t (or_introl eq_refl)) as [l [q [P [W <-]]]].
      destruct (E t' (or_intror I)) as [l' [q' [P' [W' <-]]]].
      assert (X := alike_distances _ _ _ _ P W P' W' A). apply negb_true_iff in D1.
      enough (existsb (same_list Z.eqb (distances deal (table q))) (map (distances deal) ts) = true) by congruence.
      apply existsb_exists. exists (distances deal (table q')). split; [now apply in_map|]. rewrite X.
      exact (same_list_refl _ Z.eqb_refl _).
    - apply IH; auto. intros u I. apply E. now right.
  Qed.

  Section Other.
    Variables (l : list mv) (q : position).
    Hypothesis path_is : path (blink r) p l q.
    Hypothesis all_placed : is_won q = true.

    Notation T := (BlinkRefuted.T r p q l).
    Notation truths := (BlinkRefuted.truths r p q l).

    Lemma T_rigid : rigid T.
    Proof.
      unfold BlinkRefuted.T. destruct (fresh p).
      - unfold turn.
        set (a := BlinkRefuted.across r p q l). set (d := BlinkRefuted.down r p q l).
        exists a, d, (BlinkRefuted.swap r p q l),
          (if a then wide r p - 1 + fst (corner0 q) else - fst (corner0 q)),
          (if d then high r p - 1 + snd (corner0 q) else - snd (corner0 q)).
        intro c. unfold motion. destruct (BlinkRefuted.swap r p q l), a, d; f_equal; lia.
      - exists false, false, false, 0, 0. intros [x y]. unfold motion. cbn [fst snd]. f_equal; lia.
    Qed.

    (* A layout that is forbidden, and is the end, as moved. *)
    Lemma forbidden_alike t : (exists l' q', path (blink r) p l' q' /\ is_won q' = true /\ table q' = t) ->
      forall c, In c (forbid r p t) -> Clauses.any atom truths c = false -> alike t (table q).
    Proof.
      intros [l' [q' [P' [W' E']]]] c I A.
      destruct (end_cards _ _ path_is all_placed) as [N C], (end_cards _ _ P' W') as [N' C']. rewrite E' in N', C'.
      assert (M := line_made r deal p q l reached path_is). assert (Lq := won_left q all_placed).
      unfold forbid in I. apply in_flat_map in I as [[[mx my] s] [_ I]]. cbn [fst snd] in I.
      apply in_flat_map in I as [[ax ay] [_ I]]. cbn [fst snd] in I.
      destruct (_ && _) in I; [|destruct I]. destruct I as [<-|[]].
      set (g := fun d => shift_to ax ay (motion mx my s 0 0 d)) in *.
      assert (Rg : rigid g).
      { unfold g. apply (rigid_after (motion mx my s 0 0) (shift_to ax ay)); [exists mx, my, s, 0, 0; reflexivity|].
        exists false, false, false, ax, ay. reflexivity. }
      destruct (rigid_back T T_rigid) as [b [Rb Bb]].
      exists (fun d => b (g d)). split; [now apply rigid_after|].
      assert (F : forall d x, In (d, x) t -> In (b (g d), x) (table q)).
      { intros d x I.
        assert (J : In (g d, x) (moved_by (shift_to ax ay) (moved_by (motion mx my s 0 0) t))).
        { apply moved_in. exists (motion mx my s 0 0 d). split; auto. apply moved_in. eauto. }
        destruct (existsb (same_entry (g d, x)) (table p)) eqn:Pl.
        - apply existsb_exists in Pl as [e [I' S]]. apply same_entry_eq in S. subst e.
          assert (Fr : table p <> []) by (intro E; rewrite E in I'; destruct I').
          assert (X : b (g d) = g d).
          { rewrite <- (BlinkRefuted.T_stays r p q l Fr (g d)) at 1. apply Bb. }
          rewrite X. apply (made_table _ _ _ M). now left.
        - assert (K : In (lit_of r p (g d, x)) (clause_of r p (moved_by (shift_to ax ay) (moved_by (motion mx
          my s 0 0) t)))).
          { unfold clause_of. apply in_map. apply filter_In. split; [now apply sorted_in|]. now rewrite Pl. }
          assert (Fa : truth atom truths (lit_of r p (g d, x)) = false).
          { destruct (truth atom truths (lit_of r p (g d, x))) eqn:Tr; auto.
            assert (Y := any_in atom truths _ _ K Tr). congruence. }
          unfold lit_of in Fa. destruct (find _ (left p)) as [[i y]|] eqn:Fi; [|discriminate].
          apply find_some in Fi as [Ii S]. cbn [fst snd] in S. apply same_bcard_eq in S. subst y.
          destruct (fits r p _ _); [|discriminate]. cbn [truth fst] in Fa. apply negb_false_iff in Fa.
          unfold BlinkRefuted.truths in Fa. cbn [sem plain_sem] in Fa. apply existsb_exists in Fa as [m [Im E]].
          apply andb_true_iff in E as [E1 E2]. apply N.eqb_eq in E1. apply same_cell_eq in E2.
          assert (X : b (g d) = onto m) by (rewrite <- E2; apply Bb).
          assert (Y : In (draw_index m, placed m) (left p)) by (apply (made_left _ _ _ M); right; eauto).
          assert (Z : (draw_index m, placed m) = (i, x)).
          { apply (NoDup_map_same fst (left p)); auto. now destruct (whole_reachable _ _ _ reached). }
          injection Z as _ Zx. rewrite X, <- Zx. apply (made_table _ _ _ M). right. eauto. }
      intros c x. split.
      - intro I. assert (Ix : In x deal) by (apply C; apply (in_map snd) in I; exact I).
        apply C' in Ix. apply in_map_iff in Ix as [[d y] [Ey Id]]. cbn [snd] in Ey. subst y. exists d. split; auto.
        assert (J := F d x Id). enough (E : (b (g d), x) = (c, x)) by congruence. now apply (NoDup_map_same snd
          (table q)).
      - intros [d [Id <-]]. auto.
    Qed.

    Lemma no_other ts steps : (forall t, In t ts -> exists l' q', path (blink r) p l' q' /\ is_won q' = true /\
      table q' = t) ->
      others_refuted r p ts steps = true -> exists t, In t ts /\ alike t (table q).
    Proof.
      intros E R. destruct (forallb (Clauses.any atom truths) (flat_map (forbid r p) ts)) eqn:B.
      - exfalso. unfold others_refuted in R. apply lrat_sound in R. apply R.
        apply (numbered_true atom same_atom hash_atom same_atom_eq) with (sem := truths). apply all_app.
        + apply (clauses_hold r deal p q l None reached path_is (won_left q all_placed) columns_some rows_some
          some_left). discriminate.
        + rewrite forallb_forall in B. exact B.
      - assert (X : exists c, In c (flat_map (forbid r p) ts) /\ Clauses.any atom truths c = false).
        { clear R. induction (flat_map (forbid r p) ts) as [|c cs IH]; [discriminate|]. cbn [forallb] in B.
          destruct (Clauses.any atom truths c) eqn:A; [|exists c; split; auto; now left].
          destruct (IH B) as [d [I D]]. exists d. split; auto. now right. }
        destruct X as [c [I A]]. apply in_flat_map in I as [t [It I]]. exists t. split; auto.
        apply (forbidden_alike t) with (c := c); auto.
    Qed.
  End Other.
End Sound.

Theorem layouts_sound r deal after n lines steps : check_layouts r deal after n lines steps = Verified ->
  reaches_after r deal after n.
Proof.
  unfold check_layouts. destruct (distinct_by same_bcard deal) eqn:O; [|discriminate]. cbn [negb].
  apply (distinct_by_once _ same_bcard_refl) in O.
  destruct (replay (blink r) (start deal) after) as [p|] eqn:R; [|discriminate].
  destruct (ends_of r p lines) as [ts|] eqn:E; [|discriminate].
  destruct (_ && _ && _ && _ && _ && _) eqn:B; [|discriminate]. intros _. rewrite !andb_true_iff in B.
  destruct B as [[[[[B1 B2] B3] B4] B5] B6]. apply Z.leb_le in B1, B2. apply negb_true_iff in B3. apply
    N.eqb_eq in B4.
  apply replay_path in R as [l [F P]]. exists l, p. split; auto. split; auto.
  assert (Re : reachable (blink r) (start deal) p) by (exists l; auto).
  assert (Sl : left p <> []) by (intro X; unfold is_won in B3; rewrite X in B3; discriminate).
  assert (En := ends_ok r p lines ts E).
  exists ts. split; auto. split; auto. split.
  - now apply (pairs_differ r deal p Re O).
  - intros l' q P' W. now apply (no_other r deal p Re O B1 B2 Sl l' q P' W ts steps).
Qed.
