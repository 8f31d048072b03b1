(* Content `buried`: cards that can never leave the waste, by a game in which hosts are never used up, every card that
   has left the talon is a host and a head for ever, a Galaxy always finds a column, and all cards leave as soon as they
   can. For the last pass: its stock is turned in the same groups whatever leaves. With a redeal left the relaxed game
   forgets the talon's order, and then no card is stuck: columns run down by one rank, so all cards could leave by rank.
   So nothing is shown then but the size of the deck. *)

From Coq Require Import List NArith Bool Lia PeanoNat.
From Winnow Require Import Game Judge Cards Universal UniversalRules UniversalLine UniversalStatements UniversalEncoder UniversalRefuted.
Import ListNotations.
Open Scope nat_scope.

(* The waste is these cards, in their order, and others that have left in the relaxed game. *)
Inductive inter (gone : list card) : list card -> list card -> Prop :=
| inter_nil : inter gone [] []
| inter_keep y w l : inter gone w l -> inter gone (y :: w) (y :: l)
| inter_skip y w l : In y gone -> inter gone w l -> inter gone w (y :: l).

Lemma inter_same gone l : inter gone l l.
Proof. induction l; constructor; auto. Qed.
Lemma inter_app gone a w l : inter gone w l -> inter gone (a ++ w) (a ++ l).
Proof. induction a; simpl; auto. intro. constructor. auto. Qed.
Lemma inter_more gone gone' w l : (forall x, In x gone -> In x gone') -> inter gone w l -> inter gone' w l.
Proof. intros S. induction 1; [constructor|now apply inter_keep|apply inter_skip; auto]. Qed.
Lemma inter_leave gone y w l : inter gone (y :: w) l -> inter (y :: gone) w l.
Proof.
  revert y w. induction l as [|z l IH]; intros y w H; inversion H; subst.
  - apply inter_skip; [now left|]. apply (inter_more gone); auto. intros; now right.
  - apply inter_skip; [now right|]. auto.
Qed.
Lemma inter_in gone w l y : inter gone w l -> In y w -> In y l.
Proof. induction 1; simpl; auto. intros [->|I]; auto. Qed.

Section Relaxed.
  Variable r : rules.
  Variable p : position.                 (* the position asked about *)

  Record sets := Sets { gone : list card; barrable : list card }.

  Definition mem (x : card) (l : list card) : bool := existsb (same_card x) l.
  Definition laid : list card := concat (columns p).
  Definition heads : list card := flat_map (fun l => match l with x :: _ => [x] | [] => [] end) (columns p).
  Definition unders : list (card * card) := flat_map beneath (columns p).

  Definition bars (s : sets) (y : card) : bool := onbar r p y || mem y (barrable s).
  Definition lower_ok (s : sets) (y : card) : bool :=
    (rank y =? lowest r)%N || bars s (Card (rank y - 1) (suit y)).
  Definition under_ok (s : sets) (y : card) : bool :=
    forallb (fun e => negb (same_card (fst e) y) || bars s (snd e)) unders.
  Definition can_bar (s : sets) (y : card) : bool := lower_ok s y && under_ok s y.
  Definition can_leave (s : sets) (x : card) : bool :=
    galaxy x || lower_ok s x ||
    existsb (fun v => fits x v && (mem v (gone s) || under_ok s v)) (laid ++ gone s) ||
    existsb (fun h => fits h x) (heads ++ gone s).

  Definition closed (s : sets) : bool := forallb (fun y => bars s y || negb (can_bar s y)) (laid ++ gone s).
  Definition stuck_top (s : sets) (w : list card) : bool := match w with [] => true | y :: _ => negb (can_leave s y) end.

  Fixpoint spread (fuel : nat) (s : sets) : sets :=
    match fuel with
    | O => s
    | S f => match filter (fun y => negb (bars s y) && can_bar s y) (laid ++ gone s) with
             | [] => s
             | new => spread f (Sets (gone s) (new ++ barrable s))
             end
    end.

  Fixpoint pop (s : sets) (w : list card) : sets * list card :=
    match w with
    | [] => (s, [])
    | y :: w' => if can_leave s y then pop (spread 60 (Sets (y :: gone s) (barrable s))) w' else (s, w)
    end.

  Definition group (st : list card) : nat := N.to_nat (N.min (draw r) (Cards.count st)).

  (* The cards that are stuck in the waste at the end. *)
  Fixpoint run (fuel : nat) (s : sets) (w st : list card) : option (list card) :=
    match fuel with
    | O => None
    | S f =>
        let (s', w') := pop s w in
        if closed s' && stuck_top s' w' then
          match st with [] => Some w' | _ => run f s' (rev (firstn (group st) st) ++ w') (skipn (group st) st) end
        else None
    end.

  (* ---- Why ---- *)

  Hypothesis sound_p : sound_cards r p = true.

  Record inv (s : sets) (w st : list card) (q : position) : Prop := Inv {
    i_stock : stock q = st;
    i_inter : inter (gone s) w (waste q);
    i_table : forall y, table q y -> In y laid \/ In y (gone s);
    i_bar : forall y, onbar r q y = true -> bars s y = true;
    i_head : forall c h, is_head q c h -> In h heads \/ In h (gone s);
    i_seg : forall y u, In (y, u) unders -> seg q ([y] ++ [u]) \/ onbar r q u = true;
    i_once : forall x, weight q x + Nat.b2n (onbar r q x) <= 1;
    i_valid : forall x, 1 <= weight q x -> N.to_nat (suit x) < length (bar q);
    i_last : redeals q = 0%N }.

  Lemma mem_in x l : mem x l = true <-> In x l.
  Proof.
    unfold mem. rewrite existsb_exists. split.
    - intros [y [I E]]. apply same_card_eq in E. now subst.
    - intro I. exists x. split; auto. apply same_card_refl.
  Qed.

  Lemma bars_more s s' y : (forall x, In x (barrable s) -> In x (barrable s')) -> bars s y = true -> bars s' y = true.
  Proof.
    unfold bars. intros S H. apply orb_true_iff in H as [->|H]; auto. apply orb_true_iff. right. apply mem_in, S, mem_in, H.
  Qed.

  Lemma inv_more s s' w st q : (forall x, In x (gone s) -> In x (gone s')) ->
    (forall x, In x (barrable s) -> In x (barrable s')) -> inv s w st q -> inv s' w st q.
  Proof.
    intros G B []. constructor; auto.
    - now apply (inter_more (gone s)).
    - intros y T. destruct (i_table0 y T); auto.
    - intros y T. apply (bars_more s); auto.
    - intros c h H. destruct (i_head0 c h H); auto.
  Qed.

  Lemma spread_more fuel : forall s, gone (spread fuel s) = gone s /\
    forall x, In x (barrable s) -> In x (barrable (spread fuel s)).
  Proof.
    induction fuel as [|f IH]; intro s; cbn [spread]; auto. destruct (filter _ _) as [|y l]; auto.
    destruct (IH (Sets (gone s) ((y :: l) ++ barrable s))) as [A B]. split; auto. intros x I. apply B. cbn [barrable].
    apply in_app_iff. auto.
  Qed.

  Lemma pop_inv w : forall s st q s' w', inv s w st q -> pop s w = (s', w') -> inv s' w' st q /\
    (forall x, In x w' -> In x w).
  Proof.
    induction w as [|y w IH]; intros s st q s' w' I E; cbn [pop] in E; [injection E as <- <-; auto|].
    destruct (can_leave s y); [|injection E as <- <-; auto].
    destruct (spread_more 60 (Sets (y :: gone s) (barrable s))) as [G B].
    assert (I1 : inv (spread 60 (Sets (y :: gone s) (barrable s))) w st q).
    { apply (inv_more (Sets (y :: gone s) (barrable s))); [rewrite G; auto|exact B|].
      destruct I. constructor; cbn [gone barrable]; auto.
      - now apply inter_leave.
      - intros z T. destruct (i_table0 z T); simpl; auto.
      - intros c h H. destruct (i_head0 c h H); simpl; auto. }
    destruct (IH _ st q s' w' I1 E) as [I' Sub]. split; auto. intros x J. right. auto.
  Qed.

  Lemma once_step q m q' : (forall x, weight q x + Nat.b2n (onbar r q x) <= 1) -> moved r q m q' ->
    forall x, weight q' x + Nat.b2n (onbar r q' x) <= 1.
  Proof. intros O M x. destruct (weight_step r _ _ _ x M) as [A _]. specialize (O x). lia. Qed.
  Lemma valid_step q m q' : (forall x, 1 <= weight q x -> N.to_nat (suit x) < length (bar q)) -> moved r q m q' ->
    forall x, 1 <= weight q' x -> N.to_nat (suit x) < length (bar q').
  Proof.
    intros O M x L. rewrite (bar_length_step r _ _ _ M). apply O. destruct (weight_step r _ _ _ x M). lia.
  Qed.

  Lemma turn_inv s w st q q' : inv s w st q -> moved r q Turn q' ->
    st <> [] /\ inv s (rev (firstn (group st) st) ++ w) (skipn (group st) st) q'.
  Proof.
    intros I H. assert (O := once_step _ _ _ (i_once _ _ _ _ I) H). assert (V := valid_step _ _ _ (i_valid _ _ _ _ I) H).
    inversion H; subst. destruct I. subst st. split; auto. constructor; auto.
    cbn [waste]. now apply inter_app.
  Qed.

  Lemma lower_is s w st q y : inv s w st q -> next_on_bar r q y = true -> lower_ok s y = true.
  Proof.
    intros I N. unfold next_on_bar in N. apply N.eqb_eq in N. unfold lower_ok.
    destruct (N.eqb_spec (rank y) (lowest r)) as [|Ne]; auto. simpl. apply (i_bar _ _ _ _ I).
    unfold onbar, on. cbn [rank suit]. apply N.ltb_lt. lia.
  Qed.

  Lemma under_is s w st q y c : inv s w st q -> is_foot q c y -> under_ok s y = true.
  Proof.
    intros I F. unfold under_ok. apply forallb_forall. intros [a u] J. cbn [fst snd].
    destruct (same_card a y) eqn:E; auto. apply same_card_eq in E. subst a. simpl. apply (i_bar _ _ _ _ I).
    destruct (i_seg _ _ _ _ I y u J) as [S|B]; auto. exfalso.
    exact (foot_not_covering r q (i_once _ _ _ _ I) c y u F S).
  Qed.

  (* What the waste's top card can do by the rules it can do in the relaxed game. *)
  Lemma leaves_relaxed s w st q x l m q' : inv s w st q -> moved r q m q' -> waste q = x :: l ->
    (m = BarWaste \/ (exists c, m = Host c) \/ (exists c, m = Crown c)) -> can_leave s x = true.
  Proof.
    intros I M W H. unfold can_leave. destruct H as [->|[[c ->]|[c ->]]]; inversion M; subst;
      match goal with X : waste q = _ :: _ |- _ => rewrite W in X; injection X as <- <- end.
    - rewrite (lower_is s w st q x I) by assumption. now rewrite orb_true_r.
    - match goal with X : _ \/ _ |- _ => destruct X as [[_ R]|[l0 [v [E F]]]] end.
      + unfold galaxy. rewrite R. reflexivity.
      + assert (X : existsb (fun v => fits x v && (mem v (gone s) || under_ok s v)) (laid ++ gone s) = true);
          [|rewrite X; rewrite !orb_true_r; reflexivity].
        apply existsb_exists. exists v. assert (Fv : is_foot q c v) by (exists l0; exact E). split.
        * apply in_app_iff. apply (i_table _ _ _ _ I). exists c. now apply foot_in.
        * rewrite F, (under_is s w st q v c I Fv). now rewrite orb_true_r.
    - assert (X : existsb (fun h => fits h x) (heads ++ gone s) = true); [|rewrite X; apply orb_true_r].
      apply existsb_exists. exists h. split; [|assumption]. apply in_app_iff. apply (i_head _ _ _ _ I c). now exists l0.
  Qed.

  Lemma still_inv s w st q m q' : inv s w st q -> closed s = true -> stuck_top s w = true -> moved r q m q' ->
    m <> Turn -> m <> Drop -> inv s w st q'.
  Proof.
    intros I C T M Nt Nw. assert (Len := bar_length_step r _ _ _ M).
    assert (Top : forall x l, waste q = x :: l -> (m = BarWaste \/ (exists c, m = Host c) \/ (exists c, m = Crown c)) ->
      In x (gone s) /\ inter (gone s) w l).
    { intros x l W H. assert (L := leaves_relaxed s w st q x l m q' I M W H). assert (J := i_inter _ _ _ _ I).
      rewrite W in J. inversion J; subst; auto. simpl in T. rewrite L in T. discriminate. }
    assert (Once := once_step _ _ _ (i_once _ _ _ _ I) M). assert (Valid := valid_step _ _ _ (i_valid _ _ _ _ I) M).
    assert (Seg : forall y u, In (y, u) unders -> seg q' ([y] ++ [u]) \/ onbar r q' u = true).
    { intros y u J. destruct (i_seg _ _ _ _ I y u J) as [S|B]; [|right; eapply onbar_step; eauto].
      eapply seg_step; eauto. apply (i_valid _ _ _ _ I). assert (X := seg_lower _ _ _ S).
      apply (table_occ) in X. unfold weight. lia. }
    assert (Head : forall c h, is_head q' c h -> In h heads \/ In h (gone s)).
    { intros c h H. destruct (head_from r _ _ _ c h M H) as [A|[[l [W [E _]]]|[l [g [W [E _]]]]]].
      - exact (i_head _ _ _ _ I c h A).
      - right. apply (Top h l W). eauto.
      - right. apply (Top h l W). eauto. }
    assert (Barred : forall y, (In y laid \/ In y (gone s)) -> next_on_bar r q y = true -> under_ok s y = true ->
      bars s y = true).
    { intros y J B U. unfold closed in C. rewrite forallb_forall in C. assert (X := C y ltac:(apply in_app_iff; exact J)).
      unfold can_bar in X. rewrite (lower_is s w st q y I B), U in X. now rewrite orb_false_r in X. }
    assert (Tab := i_table _ _ _ _ I). assert (St := i_stock _ _ _ _ I). assert (La := i_last _ _ _ _ I).
    assert (In0 := i_inter _ _ _ _ I). assert (Ba := i_bar _ _ _ _ I).
    inversion M; subst; try congruence.
    - destruct (Top x w0 ltac:(assumption) ltac:(auto)) as [Gx J]. constructor; auto.
      intros y B. unfold onbar in B. cbn [bar] in B. apply on_raise_only in B as [B|<-]; [now apply Ba| |assumption].
      apply Barred; auto. unfold under_ok. apply forallb_forall. intros [a u] K. cbn [fst snd].
      destruct (same_card a x) eqn:E; auto. apply same_card_eq in E. subst a. simpl. apply Ba.
      destruct (i_seg _ _ _ _ I x u K) as [S|B]; auto. exfalso.
      apply (table_not_talon r q (i_once _ _ _ _ I) x (seg_upper _ _ _ S)). left.
      match goal with X : waste q = _ |- _ => rewrite X end. now left.
    - destruct (Top x w0 ltac:(assumption) ltac:(eauto)) as [Gx J]. constructor; auto.
      intros y [k Iy]. unfold column in Iy. cbn [columns] in Iy. rewrite column_replace in Iy by assumption.
      destruct (Nat.eqb c k).
      + apply in_app_iff in Iy as [Iy|[<-|[]]]; auto. apply Tab. now exists c.
      + apply Tab. now exists k.
    - destruct (Top x w0 ltac:(assumption) ltac:(eauto)) as [Gx J]. constructor; auto.
      intros y [k Iy]. unfold column in Iy. cbn [columns] in Iy. rewrite column_replace in Iy by assumption.
      destruct (Nat.eqb c k).
      + destruct Iy as [<-|Iy]; auto. apply Tab. now exists c.
      + apply Tab. now exists k.
    - assert (Ff : is_foot q c f) by (eexists; eassumption). constructor; auto.
      + intros y [k Iy]. unfold column in Iy. cbn [columns] in Iy. rewrite column_replace in Iy by assumption.
        apply Tab. destruct (Nat.eqb c k); [exists c|now exists k].
        match goal with X : column q c = _ |- _ => rewrite X end. apply in_app_iff. auto.
      + intros y B. unfold onbar in B. cbn [bar] in B. apply on_raise_only in B as [B|<-]; [now apply Ba| |assumption].
        apply Barred; auto; [apply Tab; exists c; now apply foot_in|]. eapply under_is; eauto.
    - constructor; auto. intros y [k Iy]. apply Tab. unfold column in Iy. cbn [columns] in Iy.
      destruct (Nat.eq_dec d k) as [<-|Nd].
      + rewrite nth_replace_same in Iy by (rewrite length_replace; assumption). apply in_app_iff in Iy as [Iy|Iy];
          [now exists d|now exists c].
      + rewrite nth_replace_other in Iy by exact Nd. rewrite column_replace in Iy by assumption.
        destruct (Nat.eqb c k); [destruct Iy|now exists k].
  Qed.

  (* ---- Along a line ---- *)

  (* The relaxed game has come so far, and ends with these cards stuck. *)
  Definition stage (stuck : list card) (s : sets) (w st : list card) : Prop :=
    closed s = true /\ stuck_top s w = true /\
    match st with [] => stuck = w
    | _ => exists f, run f s (rev (firstn (group st) st) ++ w) (skipn (group st) st) = Some stuck end.

  Lemma run_stage f s w st q stuck : inv s w st q -> run f s w st = Some stuck ->
    exists s' w', inv s' w' st q /\ stage stuck s' w' st.
  Proof.
    intros I R. destruct f as [|f]; [discriminate|]. cbn [run] in R. destruct (pop s w) as [s' w'] eqn:E.
    destruct (closed s' && stuck_top s' w') eqn:C; [|discriminate]. apply andb_true_iff in C as [C T].
    destruct (pop_inv w s st q s' w' I E) as [I' _]. exists s', w'. split; auto. split; auto. split; auto.
    destruct st; [now injection R|]. now exists f.
  Qed.

  Definition holds (stuck : list card) (q : position) : Prop := exists s w st, inv s w st q /\ stage stuck s w st.

  Lemma holds_step stuck q m : holds stuck q -> In m (legal r q) -> holds stuck (after_move r q m).
  Proof.
    intros [s [w [st [I [C [T F]]]]]] L. apply legal_moved in L as M.
    destruct (act_dec (act_of m) Turn) as [E|Ne].
    - rewrite E in M. destruct (turn_inv s w st q _ I M) as [Nz I']. destruct st as [|x st]; [congruence|]. destruct F as [f F].
      destruct (run_stage f s _ _ _ stuck I' F) as [s' [w' [I2 S2]]]. exists s', w', (skipn (group (x :: st)) (x :: st)). auto.
    - exists s, w, st. split; [eapply still_inv; eauto using no_drop|]. split; auto.
  Qed.

  Lemma group_all st : st <> [] -> (draw r <> 0)%N -> length (skipn (group st) st) < length st.
  Proof.
    intros Nz D. rewrite skipn_length. unfold group. rewrite count_length.
    destruct st; [congruence|]. simpl length. lia.
  Qed.

  Lemma run_in f : forall s w st stuck y, run f s w st = Some stuck -> In y stuck -> In y w \/ In y st.
  Proof.
    assert (P : forall w s s' w', pop s w = (s', w') -> forall y, In y w' -> In y w).
    { induction w as [|z w IH]; intros s s' w' E y I; cbn [pop] in E; [now injection E as <- <-|].
      destruct (can_leave s z); [right; eauto|now injection E as <- <-]. }
    induction f as [|f IH]; intros s w st stuck y R I; cbn [run] in R; [discriminate|].
    destruct (pop s w) as [s' w'] eqn:E. destruct (closed s' && stuck_top s' w'); [|discriminate].
    destruct st as [|x st].
    - injection R as <-. left. eapply P; eauto.
    - destruct (IH _ _ _ _ _ R I) as [J|J].
      + apply in_app_iff in J as [J|J]; [right|left; eapply P; eauto]. apply in_rev in J.
        rewrite <- (firstn_skipn (group (x :: st)) (x :: st)). apply in_app_iff. auto.
      + right. rewrite <- (firstn_skipn (group (x :: st)) (x :: st)). apply in_app_iff. auto.
  Qed.

  Lemma holds_talon stuck q y : holds stuck q -> In y stuck -> talon q y.
  Proof.
    intros [s [w [st [I [_ [_ F]]]]]] J. unfold talon. rewrite (i_stock _ _ _ _ I).
    assert (K : In y w \/ In y st).
    { destruct st as [|x st]; [subst; auto|]. destruct F as [f F]. destruct (run_in _ _ _ _ _ _ F J) as [K|K].
      - apply in_app_iff in K as [K|K]; auto. apply in_rev in K. right.
        rewrite <- (firstn_skipn (group (x :: st)) (x :: st)). apply in_app_iff. auto.
      - right. rewrite <- (firstn_skipn (group (x :: st)) (x :: st)). apply in_app_iff. auto. }
    destruct K as [K|K]; auto. left. eapply inter_in; [apply (i_inter _ _ _ _ I)|exact K].
  Qed.

  Definition begun : sets := spread 60 (Sets [] []).

  Lemma begun_inv : redeals p = 0%N -> inv begun (waste p) (stock p) p.
  Proof.
    intro Z. destruct (spread_more 60 (Sets [] [])) as [G _]. unfold begun.
    constructor; auto; rewrite ?G; cbn [gone].
    - apply inter_same.
    - intros y [c I]. left. unfold laid. apply in_concat. exists (column p c). split; auto.
      apply nth_In. apply nth_error_lt. unfold column in I. destruct (nth c (columns p) []); [destruct I|discriminate].
    - intros y B. unfold bars. now rewrite B.
    - intros c h [l E]. left. unfold heads. apply in_flat_map. exists (column p c). rewrite E. split; [|now left].
      rewrite <- E. apply nth_In. apply nth_error_lt. unfold column in E. rewrite E. discriminate.
    - intros y u J. left. apply in_flat_map in J as [col [Ic J]]. apply (In_nth _ _ []) in Ic as [k [_ Ek]].
      apply beneath_seg in J as [a [b E]]. exists k, a, b. unfold column. now rewrite Ek.
    - exact (cards_once r p sound_p).
    - intros x W. exact (proj1 (cards_valid r p sound_p x W)).
  Qed.

  Definition buried_check (deal : list card) : outcome :=
    if (deck_size r =? Cards.count deal)%N then
      match run 60 begun (waste p) (stock p) with
      | Some stuck =>
          let n := Cards.count stuck in
          if distinct stuck then Found (Proven (negb (n =? 0)%N) (Some (Cards.count deal - n)%N)) else Unable
      | None => Unable
      end
    else Unable.
End Relaxed.

Definition buried (r : rules) (deal : list card) (p : position) : outcome :=
  if (redeals p =? 0)%N then if sound_cards r p then buried_check r p deal else Unable
  else Found (Proven false (Some (Cards.count deal))).

Theorem buried_sound r cols passes deal p e : reachable (universal r) (start cols passes deal) p ->
  buried r deal p = Found e -> shows (universal r) p e.
Proof.
  intros R. unfold buried, buried_check.
  destruct (N.eqb_spec (redeals p) 0) as [Z|_]; [|intro F; injection F as <-; eapply deck_best; eauto].
  destruct (sound_cards r p) eqn:Sp; [|discriminate].
  destruct (N.eqb_spec (deck_size r) (Cards.count deal)) as [D|]; [|discriminate].
  destruct (run r p 60 (begun r p) (waste p) (stock p)) as [all|] eqn:E; try discriminate.
  destruct (distinct all) eqn:Di; [|discriminate]. intro F. injection F as <-. apply (distinct_by_once _ same_card_refl) in Di.
  assert (H0 : holds r p all p).
  { destruct (run_stage r p 60 _ _ _ p all (begun_inv r p Sp Z) E) as [s [w [I S]]]. exists s, w, (stock p). auto. }
  assert (K : forall l q, path (universal r) p l q -> (total (bar q) + Cards.count all <= Cards.count deal)%N).
  { intros l q P. assert (Hq : holds r p all q).
    { refine (path_keeps (universal r) (holds r p all) _ _ _ _ P H0). intros y m Hy I. now apply holds_step. }
    destruct R as [l' R].
    assert (L := all_in_deck r _ q _ _ (N.le_refl _) (path_app _ _ _ _ _ _ R P)).
    rewrite (in_all_start cols passes deal) in L. eapply N.le_trans; [|exact L]. unfold in_all.
    assert (X : length all <= length (waste q ++ stock q)).
    { apply NoDup_incl_length; auto. intros y I. apply in_app_iff. exact (holds_talon r p all q y Hq I). }
    rewrite app_length in X. rewrite !count_length. lia. }
  clear E H0.
  split; cbn [loses limit].
  - intros Nz l q P. apply negb_true_iff, N.eqb_neq in Nz. change (is_won r q = false). unfold is_won. apply N.eqb_neq.
    specialize (K l q P). lia.
  - intros b Eb l q s P Es. injection Eb as <-. specialize (K l q P).
    change (Some (total (bar q)) = Some s) in Es. injection Es as <-.
    change (total (bar q) <= Cards.count deal - Cards.count all)%N. lia.
Qed.
