(* Content `clauses` of Universal Solitaire: the clauses of UniversalEncoder get the numbers of the format, and an LRAT
   proof shows that they contradict each other. So no line wins, or none reaches the score. *)

From Coq Require Import List NArith ZArith PArith Bool Lia ZifyBool PeanoNat FMapPositive Permutation.
From Winnow Require Import Lrat Clauses Game Judge Cards Universal UniversalRules UniversalLine UniversalStatements
  UniversalEncoder UniversalClauses UniversalPasses.
Import ListNotations.
Open Scope nat_scope.

(* ---- Numbers ---------------------------------------------------------------------------------------------------- *)

Definition card_number (c : card) : N := (rank c * 6 + suit c)%N.

Definition hash_atom (a : atom) : positive :=
  let h k x y := match ((k * 64 + x) * 64 + y)%N with N0 => 1%positive | N.pos q => q end in
  let two k x y := h k (card_number x) (card_number y) in
  match a with
  | There p x => h 1%N (card_number x) (N.of_nat p)
  | Waits p x y => two (16 + N.of_nat p)%N x y
  | Count p x m => h 11%N (card_number x) (N.of_nat p * 8 + N.of_nat m)%N
  | Before x y => two 12%N x y
  | Barred x y => two 2%N x y
  | Direct x => h 3%N (card_number x) 0%N
  | Hosted x y => two 4%N x y
  | Above x y => two 5%N x y
  | Slot x c => h 6%N (card_number x) (N.of_nat c)
  | Moves x y => two 7%N x y
  | Moved x y => two 8%N x y
  | Resides x c => h 9%N (card_number x) (N.of_nat c)
  | Gone x y => two 10%N x y
  | More b k => match b with
                | [] => 1%positive
                | x :: _ => h 13%N (card_number x) (count b * 64 + N.of_nat k)%N
                end
  end.

Definition numbered_clauses (ps : list (list clause)) : list Lrat.clause :=
  Clauses.numbered_clauses atom same_atom hash_atom (concat ps).

Section Numbers.
  Context {ln : line}.

  Definition holds_of (a : atom) : bool := if sem_dec a then true else false.

  Lemma any_holds c : any c -> Clauses.any atom holds_of c = true.
  Proof.
    induction c as [|l c IH]; [intros []|]. intros [H|H]; unfold Clauses.any in *; cbn [existsb]; apply orb_true_iff; auto.
    left. unfold holds_of. destruct l as [| |a|a]; cbn in *; auto; destruct (sem_dec a); auto.
  Qed.

  Theorem numbered_true ps : (forall p, In p ps -> forall c, In c p -> any c) -> satisfiable (numbered_clauses ps).
  Proof.
    intro A. apply (Clauses.numbered_true atom same_atom hash_atom same_atom_eq holds_of).
    intros c I. apply in_concat in I as [p [Ip I]]. apply any_holds. exact (A p Ip c I).
  Qed.
End Numbers.

(* ---- What is asked of the position ------------------------------------------------------------------------------ *)

Notation distinct := (distinct_by same_card).

Definition cards_of (p : position) : list card := concat (columns p) ++ waste p ++ stock p.

(* No card is there twice or on the bar too, suits and ranks are those of the deck. *)
Definition sound_cards (r : rules) (p : position) : bool :=
  distinct (cards_of p) &&
  forallb (fun x => negb (onbar r p x) && (N.to_nat (suit x) <? length (bar p))%nat && (rank x <=? 9)%N) (cards_of p).

Definition heads_closed (T heads : list item) : bool :=
  forallb (fun y => negb (existsb (fun h => fits (face h) (face y)) heads) || existsb (same_item y) heads) T.

Definition sound_heads (p : position) : bool :=
  let T := talon_items p in
  let heads := all_heads p (by_rank T) in
  forallb (fun h => existsb (same_item h) (column_items p ++ T)) heads &&
  forallb (fun h => existsb (same_item h) heads) (first_heads p) &&
  forallb (fun h => negb (place h =? 0)%N || existsb (same_item h) (first_heads p)) heads &&
  heads_closed T heads.

Definition refuted (r : rules) (asked : option nat) (named : option (list card)) (p : position) (steps : list Lrat.step)
  : bool := lrat_check (numbered_clauses (parts_of r asked named (passes_of p) p)) steps.

Definition among (cs : list card) (x : card) : bool := existsb (same_card x) cs.

(* In q the named cards lie in the order in which they lie in p, each in the waste or the stock as there, and all other
   cards of waste and stock lie anywhere in them. Without names q is p. *)
Definition arranged (named : option (list card)) (p q : position) : Prop :=
  match named with
  | None => q = p
  | Some cs => columns q = columns p /\ bar q = bar p /\ redeals q = redeals p /\
      Permutation (waste q ++ stock q) (waste p ++ stock p) /\
      filter (among cs) (waste q) = filter (among cs) (waste p) /\
      filter (among cs) (stock q) = filter (among cs) (stock p)
  end.

(* `goal`: a score that no line reaches; None for a win. *)
Definition goal_check (r : rules) (deal : list card) (p : position) (goal : option N) (steps : list Lrat.step)
  : outcome :=
  let deck := Cards.count deal in
  let asked := match goal with None => None | Some s => Some (N.to_nat (deck - s)) end in
  if negb (draw r =? 0)%N && sound_cards r p && sound_heads p && (deck_size r =? deck)%N && negb (deck =? 0)%N &&
     match goal with None => true | Some s => (0 <? s)%N && (s <=? deck)%N end
  then if refuted r asked None p steps
       then Found (Proven true (Some (N.pred (match goal with None => deck | Some s => s end)))) else Wrong
  else Unable.

(* More redeals than cards are of no use; the clauses leave them out. *)
Definition clauses_check (r : rules) (deal : list card) (p : position) (goal : option N) (steps : list Lrat.step)
  : outcome := goal_check r deal (few_redeals p) goal steps.

Lemma distinct_occ l x : distinct l = true -> occ x l <= 1.
Proof. intro H. apply (NoDup_count_occ card_eq). exact (distinct_by_once _ same_card_refl l H). Qed.

Lemma weight_cards p x : weight p x = occ x (cards_of p).
Proof. unfold weight, cards_of. rewrite !occ_app. lia. Qed.

Lemma placed_in l : forall k i, In i (placed_from k l) -> exists a b, l = a ++ face i :: b /\ place i = (k + N.of_nat
  (length a))%N.
Proof.
  induction l as [|c l IH]; intros k i H; [destruct H|]. destruct H as [<-|H].
  - exists [], l. split; auto. simpl. lia.
  - destruct (IH _ _ H) as [a [b [-> E]]]. exists (c :: a), b. split; auto. rewrite E. simpl. lia.
Qed.

Lemma placed_has l c : In c l -> forall k, exists i, In i (placed_from k l) /\ face i = c.
Proof.
  induction l as [|d l IH]; intros H k; [destruct H|]. destruct H as [->|H].
  - exists (Item k c). simpl. auto.
  - destruct (IH H (N.succ k)) as [i [I E]]. exists i. simpl. auto.
Qed.

Lemma placed_faces l : forall k, map face (placed_from k l) = l.
Proof. induction l as [|c l IH]; intro k; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma placed_incr l : forall k, incr (placed_from k l).
Proof.
  induction l as [|c l IH]; intro k; simpl; auto. split; auto. intros y H. apply placed_in in H as [a [b [_ ->]]].
  lia.
Qed.

Lemma talon_is p : rev' (waste p) ++ stock p = pile p.
Proof. unfold pile, rev'. now rewrite <- rev_alt. Qed.

Lemma beneath_seg l x u : In (x, u) (beneath l) -> exists a b, l = a ++ ([x] ++ [u]) ++ b.
Proof.
  induction l as [|y l IH]; [intros []|]. destruct l as [|z l]; [intros []|]. intros [E|H].
  - injection E as <- <-. exists [], l. reflexivity.
  - destruct (IH H) as [a [b ->]]. exists (y :: a), b. reflexivity.
Qed.

Lemma item_there i l : existsb (same_item i) l = true -> In i l.
Proof. intro H. apply existsb_exists in H as [j [I E]]. apply same_item_eq in E. now subst. Qed.

Lemma first_heads_are p h : In h (first_heads p) <-> place h = 0%N /\ exists c, is_head p c (face h).
Proof.
  unfold first_heads. rewrite in_flat_map. split.
  - intros [col [I H]]. destruct col as [|x l]; [destruct H|]. destruct H as [<-|[]]. split; auto.
    apply (In_nth _ _ []) in I as [c [_ E]]. exists c, l. exact E.
  - intros [Z [c [l E]]]. exists (column p c). rewrite E. split.
    + rewrite <- E. apply nth_In. apply nth_error_lt. unfold column in E. congruence.
    + left. destruct h; simpl in *. congruence.
Qed.

Lemma cards_once r p : sound_cards r p = true -> forall x, weight p x + Nat.b2n (onbar r p x) <= 1.
Proof.
  intros S x. apply andb_true_iff in S as [D F]. rewrite weight_cards. assert (O := distinct_occ _ x D).
  destruct (occ x (cards_of p)) as [|k] eqn:E; [destruct (onbar r p x); simpl; lia|].
  assert (I : In x (cards_of p)) by (apply occ_in; lia). rewrite forallb_forall in F. specialize (F x I). lia.
Qed.

Lemma cards_valid r p : sound_cards r p = true -> forall x, 1 <= weight p x ->
  N.to_nat (suit x) < length (bar p) /\ (rank x <= 9)%N.
Proof.
  intros S x W. rewrite weight_cards in W. apply occ_in in W. apply andb_true_iff in S as [_ F].
  rewrite forallb_forall in F. specialize (F x W). lia.
Qed.

Lemma option_cases {A} (o : option A) : o = None \/ exists a, o = Some a.
Proof. destruct o; eauto. Qed.

Section Arranged.
  Variables (r : rules) (named : option (list card)) (p q : position).
  Hypothesis here : arranged named p q.

  Lemma here_table : columns q = columns p /\ bar q = bar p /\ Permutation (waste q ++ stock q) (waste p ++ stock p).
  Proof.
    assert (H := here). destruct (option_cases named) as [E|[cs E]]; rewrite E in H; simpl in H; [now rewrite H|tauto].
  Qed.
  Let here_columns := proj1 here_table.
  Let here_bar := proj1 (proj2 here_table).
  Let here_talon := proj2 (proj2 here_table).

  Lemma here_column c : column q c = column p c.
  Proof. unfold column. now rewrite here_columns. Qed.

  Lemma here_weight x : weight q x = weight p x.
  Proof.
    unfold weight. rewrite here_columns. assert (E : occ x (waste q ++ stock q) = occ x (waste p ++ stock p))
      by (apply Permutation_count_occ; exact here_talon). rewrite !occ_app in E. lia.
  Qed.

  Lemma here_from x : talon q x <-> talon p x.
  Proof. unfold talon. rewrite <- !in_app_iff. split; apply Permutation_in; [exact here_talon|now symmetry]. Qed.

  Lemma here_pile cs : named = Some cs -> filter (among cs) (pile q) = filter (among cs) (pile p).
  Proof.
    intro E. assert (H := here). rewrite E in H. destruct H as [_ [_ [_ [_ [W S]]]]].
    assert (R : forall l, filter (among cs) (rev l) = rev (filter (among cs) l)).
    { induction l as [|x l IH]; simpl; auto. rewrite filter_app, IH. simpl. destruct (among cs x); simpl; auto using app_nil_r. }
    unfold pile. now rewrite !filter_app, !R, W, S.
  Qed.

  Lemma lower_whole (g : card -> bool) l x y : lower_in (filter g l) x y -> lower_in l x y.
  Proof.
    intros [a [b [E I]]]. revert a E. induction l as [|z l IH]; intros a E; simpl in E; [destruct a; discriminate|].
    destruct (g z) eqn:G.
    - destruct a as [|u a]; simpl in E; injection E as -> E.
      + exists [], l. rewrite <- E in I. now apply filter_In in I.
      + destruct (IH a E) as [a' [b' [-> I']]]. exists (u :: a'), b'. auto.
    - destruct (IH a E) as [a' [b' [-> I']]]. exists (z :: a'), b'. auto.
  Qed.

  Lemma here_lower x y : binds named x = true -> binds named y = true -> lower_in (pile p) (face x) (face y) ->
    lower_in (pile q) (face x) (face y).
  Proof.
    intros X Y L. destruct (option_cases named) as [E|[cs E]].
    - assert (H := here). rewrite E in H. congruence.
    - rewrite E in X, Y. apply (lower_whole (among cs)). rewrite (here_pile cs E). destruct L as [a [b [-> I]]].
      exists (filter (among cs) a), (filter (among cs) b). rewrite filter_app. simpl.
      change (among cs (face x) = true) in X. rewrite X. split; auto. apply filter_In. auto.
  Qed.

  Lemma here_waste x : binds named x = true -> (In (face x) (waste q) <-> In (face x) (waste p)).
  Proof.
    intro X. assert (H := here). destruct (option_cases named) as [E|[cs E]]; rewrite E in H, X; simpl in H; [now rewrite H|].
    destruct H as [_ [_ [_ [_ [W _]]]]].
    assert (K : forall l, In (face x) l <-> In (face x) (filter (among cs) l)) by (intro l; rewrite filter_In; unfold among; tauto).
    rewrite (K (waste q)), (K (waste p)), W. tauto.
  Qed.

  Hypothesis cards_sound : sound_cards r p = true.
  Hypothesis draw_some : draw r <> 0%N.

  Lemma once x : weight q x + Nat.b2n (onbar r q x) <= 1.
  Proof. rewrite here_weight. unfold onbar. rewrite here_bar. apply (cards_once r p cards_sound). Qed.
  Lemma valid x : 1 <= weight q x -> N.to_nat (suit x) < length (bar q) /\ (rank x <= 9)%N.
  Proof. rewrite here_weight, here_bar. apply (cards_valid r p cards_sound). Qed.
  Lemma size_fits : size_of r p = N.to_nat (draw r) \/ length (pile q) < N.to_nat (draw r).
  Proof.
    assert (L := Permutation_length here_talon). rewrite !app_length in L. unfold size_of, pile.
    rewrite !count_length, app_length, rev_length. lia.
  Qed.
End Arranged.

Lemma size_some r p : size_of r p <> 0.
Proof. unfold size_of. lia. Qed.

Definition line_from r named p (P : nat -> position) (M : nat -> act) n fin passes (A : arranged named p (P 0))
    (S : sound_cards r p = true) (D : draw r <> 0%N) steps emptied before_fin after_fin : line :=
  Build_line r P M n fin passes (size_of r p) steps (once r named p (P 0) A S) (valid r named p (P 0) A S) emptied
    (size_fits r named p (P 0) A S D) (size_some r p) before_fin after_fin.

Lemma talon_item p x : In x (talon_items p) -> exists a b, pile p = a ++ face x :: b /\ place x = (1 + N.of_nat (length
  a))%N.
Proof. unfold talon_items. rewrite talon_is. apply placed_in. Qed.

Lemma talon_item_from p x : In x (talon_items p) -> place x <> 0%N /\ talon p (face x).
Proof.
  intro I. apply talon_item in I as [a [b [E L]]]. split; [lia|]. apply talon_pile. rewrite E. apply in_or_app.
  simpl. auto.
Qed.

Section Position.
  Context {ln : line}.
  Variables (asked : option nat) (named : option (list card)) (p : position).
  Hypothesis here : arranged named p (P 0).
  Hypothesis named_once : named <> None -> passes = 1.
  Hypothesis cards_sound : sound_cards r p = true.
  Hypothesis heads_sound : sound_heads p = true.
  Hypothesis size_here : size = size_of r p.
  Hypothesis win_ends : asked = None -> fin = n.
  Hypothesis enough : forall k, asked = Some k ->
    length (filter (fun x => negb (onbar r (P fin) x)) (map face (column_items p ++ talon_items p))) <= k.
  Let here_columns := proj1 (here_table named p (P 0) here).
  Let here_bar := proj1 (proj2 (here_table named p (P 0) here)).
  Let here_column := here_column named p (P 0) here.
  Let here_weight := here_weight named p (P 0) here.
  Let here_from := here_from named p (P 0) here.
  Let here_lower := here_lower named p (P 0) here.
  Let here_waste := here_waste named p (P 0) here.
  Let once_p := cards_once r p cards_sound.

  Theorem position_true part c : In part (parts_of r asked named passes p) -> In c part -> any c.
  Proof.
    intros I J. assert (HS := heads_sound). unfold sound_heads in HS. set (T := talon_items p) in *.
    set (heads := all_heads p (by_rank T)) in *. set (items := column_items p ++ T) in *.
    rewrite !andb_true_iff in HS. destruct HS as [[[H1 H2] H3] H4].
    rewrite forallb_forall in H1, H2, H3. unfold heads_closed in H4. rewrite forallb_forall in H4.
    set (ending := match asked with None => [] | Some _ => [end_item r p] end).
    set (spare := match asked with None => 0 | Some k => k end).
    assert (I2 : In part (parts (Cards.count (waste p)) passes (size_of r p) ending named spare (columns p) T items
      (flat_map beneath (columns p)) heads (filter is_top T) (by_rank T)
      (match filter is_top T with [] => [] | _ => filter (fun h => negb (is_top h)) heads end))).
    { destruct asked; exact I. }
    eapply (parts_true _ ending named named_once spare _ T items _ heads) with (part := part);
      [..|rewrite size_here; exact I2|exact J].
    - intros e Ie. destruct asked; [|destruct Ie]. destruct Ie as [<-|[]]. cbn [end_item place face suit rank].
      rewrite count_length, Nat2N.id, here_bar. lia.
    - destruct asked; [discriminate|]. auto.
    - unfold ending, spare. destruct asked as [k|]; [|congruence]. auto.
    - intros x Ix. apply in_app_or in Ix as [Ix|Ix].
      + left. apply in_map_iff in Ix as [y [<- Iy]]. split; auto. apply in_concat_nth in Iy as [k [_ Iy]]. exists k.
        now rewrite here_column.
      + right. split; auto. now apply (talon_item_from p).
    - intros x Ix. apply in_or_app. auto.
    - intros x Ix. apply (talon_item_from p) in Ix as [Z F]. split; auto. now apply here_from.
    - intros x y Ix Iy E. apply talon_item in Ix as [a [b [Ea La]]]. apply talon_item in Iy as [a' [b' [Eb Lb]]].
      destruct (app_split a (face x :: b) a' (face y :: b')) as [k [-> Q]]; [congruence|lia|]. rewrite app_length in Lb.
      destruct k; [|cbn [length] in Lb; lia]. injection Q as Q _. destruct x, y; simpl in *; congruence.
    - intros x y Ix Iy L Bx By. apply here_lower; auto. apply talon_item in Ix as [a [b [Ea La]]].
      apply talon_item in Iy as [a' [b' [Eb Lb]]]. exists a, b. split; auto.
      destruct (app_split a (face x :: b) a' (face y :: b')) as [k [-> Q]]; [congruence|lia|].
      destruct k as [|z k]; [rewrite app_length in Lb; cbn [length] in Lb; lia|]. injection Q as _ ->. apply in_or_app.
      simpl. auto.
    - intros x Ix Bx. rewrite (here_waste x Bx). apply talon_item in Ix as [a [b [Ea La]]]. rewrite count_length.
      rewrite in_rev. unfold pile in Ea. split; intro H.
      + destruct (app_split (a ++ [face x]) b (rev (waste p)) (stock p)) as [e [-> _]].
        { rewrite <- app_assoc. auto. }
        { rewrite rev_length, app_length. simpl. lia. }
        rewrite !in_app_iff. simpl. auto.
      + apply in_split in H as [a' [b' E]].
        assert (O : occ (face x) (rev (waste p) ++ stock p) <= 1).
        { assert (O := once_p (face x)). unfold weight in O. rewrite occ_app, occ_rev. lia. }
        rewrite Ea in O. destruct (split_once (face x) a b a' (b' ++ stock p) O) as [-> _].
        { rewrite <- Ea, E, <- app_assoc. reflexivity. }
        assert (Q := f_equal (@length card) E). rewrite rev_length, app_length in Q. simpl in Q. lia.
    - intro N. unfold T, talon_items. rewrite placed_faces. assert (H := here). rewrite N in H. rewrite H.
      apply talon_is.
    - intros x y Ix Iy L E. apply talon_item in Ix as [a [b [Ea La]]]. apply talon_item in Iy as [a' [b' [Eb Lb]]].
      assert (O := once_p (face x)). unfold weight in O.
      assert (Op : occ (face x) (pile p) <= 1) by (unfold pile; rewrite occ_app, occ_rev; lia).
      rewrite Ea in Op. rewrite <- E in Eb. destruct (split_once (face x) a b a' b' Op) as [-> _]; [congruence|lia].
    - intros x W. rewrite here_weight in W. unfold weight in W.
      destruct (occ x (concat (columns p))) as [|k] eqn:E.
      + assert (Tx : In x (rev' (waste p) ++ stock p)).
        { rewrite talon_is. apply talon_pile. unfold talon. rewrite !occ_in. lia. }
        destruct (placed_has _ _ Tx 1%N) as [i [Ii Ei]]. exists i. split; auto. apply in_or_app. auto.
      + exists (Item 0 x). split; auto. apply in_or_app. left. apply in_map. apply occ_in. lia.
    - intros x u H. apply in_flat_map in H as [col [Ic H]]. apply (In_nth _ _ []) in Ic as [k [_ Ek]].
      apply beneath_seg in H as [a [b E]]. exists k, a, b. rewrite here_column.
      change (nth k (columns p) [] = a ++ ([x] ++ [u]) ++ b). now rewrite Ek.
    - now rewrite here_columns.
    - intros h Ih. apply item_there. auto.
    - intros k x [l Hx]. rewrite here_column in Hx. exists (Item 0 x). split; auto. apply item_there. apply H2.
      apply first_heads_are. split; auto. exists k, l. exact Hx.
    - intros h Ih Z. specialize (H3 h Ih). rewrite Z in H3. apply item_there in H3.
      apply first_heads_are in H3 as [_ [k [l Hl]]]. exists k, l. now rewrite here_column.
    - intros y h Iy Ih F. specialize (H4 y Iy). apply orb_true_iff in H4 as [H4|H4]; [|now apply item_there].
      apply negb_true_iff in H4. assert (X : existsb (fun h => fits (face h) (face y)) heads = true); [|congruence].
      apply existsb_exists. eauto.
    - intros g G. apply filter_In in G. exact G.
    - intros y Iy. apply in_flat_map in Iy as [k [_ Iy]]. now apply filter_In in Iy.
    - intros h Ih. destruct (filter is_top T); [destruct Ih|]. apply filter_In in Ih as [Ih Nt].
      apply negb_true_iff in Nt. auto.
    - apply placed_incr.
  Qed.
End Position.

(* ---- A line as a sequence --------------------------------------------------------------------------------------- *)

(* k moves, each of a kind Q, lead from a to b, where the line stays. *)
Definition chain (r : rules) (Q : position -> act -> Prop) (a : position) (k : nat) (b : position) : Prop :=
  exists (P : nat -> position) (M : nat -> act), P 0 = a /\ P k = b /\ (forall t, moved r (P t) (M t) (P (S t))) /\
    forall t, t < k -> Q (P t) (M t).

Lemma chain_none r Q a : chain r Q a 0 a.
Proof. exists (fun _ => a), (fun _ => Stay). repeat split; auto using moved_stay. lia. Qed.

Lemma chain_step r (Q : position -> act -> Prop) a m b k c : moved r a m b -> Q a m -> chain r Q b k c -> chain r Q a (S k) c.
Proof.
  intros H H' [P [M [E0 [Ek [St K]]]]].
  exists (fun t => match t with 0 => a | S t => P t end), (fun t => match t with 0 => m | S t => M t end).
  split; [reflexivity|]. split; [exact Ek|]. split; [intros [|t]; [now rewrite E0|apply St]|].
  intros [|t] Lt; [exact H'|apply K; lia].
Qed.

Lemma chain_app r Q a k b l c : chain r Q a k b -> chain r Q b l c -> chain r Q a (k + l) c.
Proof.
  intros [P [M [E0 [Ek [St K]]]]]. revert a P M E0 Ek St K. induction k as [|k IH]; intros a P M E0 Ek St K H.
  - rewrite <- E0, Ek. exact H.
  - rewrite <- E0. apply (chain_step r Q _ _ _ _ _ (St 0)); [apply K; lia|].
    apply (IH _ (fun t => P (S t)) (fun t => M (S t))); auto. intros t Lt. apply K. lia.
Qed.

Definition more_redeals (p : position) : position :=
  Position (columns p) (bar p) (stock p) (waste p) (N.succ (redeals p)).

Definition of_game (q : position) (m : act) : Prop := m <> Drop.
Definition of_game_1 (q : position) (m : act) : Prop := redeals q <> 0%N /\ m <> Drop.
Definition of_end (q : position) (m : act) : Prop :=
  (m = Turn \/ m = Redeal \/ m = Drop) /\ (m = Drop -> redeals q = 0%N /\ stock q = []).

Lemma path_chain r p l q : path (universal r) p l q -> exists n, chain r of_game p n q.
Proof.
  induction 1 as [p|p m q l q' I H [n C]].
  - exists 0. apply chain_none.
  - apply next_in in I as [I ->]. exists (S n). eapply chain_step; eauto; [now apply legal_moved|now destruct m].
Qed.

(* With one redeal more the same moves can be made. *)
Lemma moved_more r a m b : moved r a m b -> moved r (more_redeals a) m (more_redeals b).
Proof.
  intros [k S Ek|R S|y w W B|y w c W Lc H|y w c h l W Lc Ec F|c l f Lc Ec B|c d h l l' v Lc Ld N Ec Ed F|y w W|];
    unfold more_redeals; cbn [columns bar stock waste redeals].
  - exact (moved_turn r (more_redeals a) k S Ek).
  - replace (N.succ (N.pred (redeals a))) with (N.pred (redeals (more_redeals a))) by (cbn [redeals more_redeals]; lia).
    apply (moved_redeal r (more_redeals a)); cbn [redeals more_redeals]; [lia|exact S].
  - exact (moved_bar r (more_redeals a) y w W B).
  - exact (moved_host r (more_redeals a) y w c W Lc H).
  - exact (moved_crown r (more_redeals a) y w c h l W Lc Ec F).
  - exact (moved_foot r (more_redeals a) c l f Lc Ec B).
  - exact (moved_merge r (more_redeals a) c d h l l' v Lc Ld N Ec Ed F).
  - exact (moved_drop r (more_redeals a) y w W).
  - apply moved_stay.
Qed.

Lemma chain_more r a k b : chain r of_game a k b -> chain r of_game_1 (more_redeals a) k (more_redeals b).
Proof.
  intros [P [M [E0 [Ek [St K]]]]]. exists (fun t => more_redeals (P t)), M. rewrite E0, Ek. repeat split; auto.
  - intro t. apply moved_more, St.
  - cbn [more_redeals redeals]. lia.
  - now apply K.
Qed.

(* Every line can be followed until the talon is empty: the stock is gone through as often as it may be, and what is
   left is dropped. *)
Lemma turn_all r : draw r <> 0%N -> forall k q, length (stock q) <= k -> exists n e, chain r of_end q n e /\ stock e = [] /\
  redeals e = redeals q.
Proof.
  intros D. induction k as [|k IH]; intros q L.
  - exists 0, q. split; [apply chain_none|]. destruct (stock q); [auto|simpl in L; lia].
  - destruct (stock q) as [|x s] eqn:E; [exists 0, q; split; [apply chain_none|auto]|].
    assert (St := moved_turn r q _ ltac:(rewrite E; discriminate) eq_refl).
    assert (Sh : 1 <= turned r q) by (unfold turned; rewrite E; cbn [Cards.count]; lia).
    match type of St with moved _ _ _ ?b => destruct (IH b) as [n [e [C [Z R]]]] end.
    + cbn [stock]. rewrite skipn_length, E. lia.
    + exists (S n), e. split; [|auto]. eapply chain_step; [exact St| |exact C]. split; [auto|discriminate].
Qed.

Lemma drop_all r : forall k q, length (waste q) <= k -> stock q = [] -> redeals q = 0%N -> exists n e,
  chain r of_end q n e /\ forall x, ~ talon e x.
Proof.
  assert (Done : forall q, waste q = [] -> stock q = [] -> exists n e, chain r of_end q n e /\ forall x, ~ talon e x).
  { intros q W Z. exists 0, q. split; [apply chain_none|]. unfold talon. rewrite W, Z. tauto. }
  induction k as [|k IH]; intros q L Z R; destruct (waste q) as [|x w] eqn:E; simpl in L; try lia; auto.
  assert (St := moved_drop r q x w E).
  match type of St with moved _ _ _ ?b => specialize (IH b) end. cbn [waste stock redeals] in IH.
  destruct (IH ltac:(lia) Z R) as [n [e [C Em]]].
  exists (S n), e. split; auto. eapply chain_step; [exact St| |exact C]. split; auto.
Qed.

Lemma finish r : draw r <> 0%N -> forall k q, N.to_nat (redeals q) = k -> exists n e, chain r of_end q n e /\ forall x, ~ talon e x.
Proof.
  intros D. induction k as [|k IH]; intros q K; destruct (turn_all r D _ q (Nat.le_refl _)) as [n [e [C [Z R]]]].
  - destruct (drop_all r _ e (Nat.le_refl _) Z ltac:(lia)) as [n' [e' [C' Z']]]. exists (n + n'), e'. split; auto.
    eapply chain_app; eauto.
  - assert (St := moved_redeal r e ltac:(lia) Z).
    match type of St with moved _ _ _ ?b => specialize (IH b) end. cbn [redeals] in IH.
    destruct (IH ltac:(lia)) as [n' [e' [C' Z']]].
    exists (n + S n'), e'. split; auto. eapply chain_app; [exact C|]. eapply chain_step; [exact St| |exact C'].
    split; [auto|discriminate].
Qed.

(* Two chains as one sequence. *)
Lemma chain_join r Q Q' a k b l c : chain r Q a k b -> chain r Q' b l c -> exists (P : nat -> position) (M : nat -> act),
  P 0 = a /\ P k = b /\ P (k + l) = c /\ (forall t, moved r (P t) (M t) (P (S t))) /\
  (forall t, t < k -> Q (P t) (M t)) /\ (forall t, k <= t -> t < k + l -> Q' (P t) (M t)).
Proof.
  intros [P [M [E0 [Ek [St K]]]]] [P' [M' [E0' [Ek' [St' K']]]]].
  exists (fun t => if t <=? k then P t else P' (t - k)), (fun t => if t <? k then M t else M' (t - k)).
  assert (Late : forall t, k <= t -> (if t <=? k then P t else P' (t - k)) = P' (t - k) /\
    (if t <? k then M t else M' (t - k)) = M' (t - k)).
  { intros t Le. destruct (Nat.leb_spec t k), (Nat.ltb_spec t k); try lia; auto. assert (t = k) as -> by lia.
    rewrite Nat.sub_diag, E0'. auto. }
  assert (Early : forall t, t < k -> (t <=? k) = true /\ (t <? k) = true /\ (S t <=? k) = true) by lia.
  rewrite Nat.leb_refl. destruct (Late (k + l)) as [-> _]; [lia|].
  replace (k + l - k) with l by lia. split; [exact E0|]. split; [exact Ek|]. split; [exact Ek'|]. split; [|split].
  - intro t. destruct (Nat.lt_ge_cases t k) as [Lt|Ge].
    + destruct (Early t Lt) as [-> [-> ->]]. apply St.
    + destruct (Late t Ge) as [-> ->], (Late (S t)) as [-> _]; [lia|].
      replace (S t - k) with (S (t - k)) by lia. apply St'.
  - intros t Lt. destruct (Early t Lt) as [-> [-> _]]. auto.
  - intros t Ge Lt. destruct (Late t Ge) as [-> ->]. apply K'. lia.
Qed.

Lemma all_in_deck r p q l k : (in_all p <= k)%N -> path (universal r) p l q -> (in_all q <= k)%N.
Proof.
  intros L H. refine (path_keeps (universal r) (fun x => (in_all x <= k)%N) _ _ _ _ H L).
  intros y m Hy I. exact (N.le_trans _ _ _ (in_all_move r y m I) Hy).
Qed.

(* A won position has no card left in waste and stock. *)
Lemma won_empties r p q l : (in_all p <= deck_size r)%N -> path (universal r) p l q -> is_won r q = true ->
  forall x, ~ talon q x.
Proof.
  intros L H W x T. unfold is_won in W. assert (K := all_in_deck r p q l _ L H). unfold in_all in K.
  destruct T as [T|T]; [destruct (waste q)|destruct (stock q)]; try destruct T; cbn [Cards.count] in K; lia.
Qed.

Lemma on_table_concat cols : on_table cols = Cards.count (concat cols).
Proof.
  induction cols as [|c cols IH]; [reflexivity|]. cbn [on_table fold_right concat]. fold (on_table cols).
  rewrite IH, !count_length, app_length. lia.
Qed.

Section Refuted.
  Variables (r : rules) (p : position) (steps : list Lrat.step).
  Hypothesis cards_sound : sound_cards r p = true.
  Hypothesis heads_sound : sound_heads p = true.
  Hypothesis draw_some : draw r <> 0%N.

  Lemma win_refuted named p' l q : refuted r None named p steps = true -> arranged named p p' ->
    (named <> None -> passes_of p = 1) -> path (universal r) p' l q -> (forall x, ~ talon q x) -> False.
  Proof.
    intros L A Once H Em. apply lrat_sound in L. apply L.
    destruct (path_chain r p' l q H) as [n [P [M [E0 [En [St Q]]]]]]. subst p' q.
    assert (Rd : redeals (P 0) = redeals p) by (destruct named; [now destruct A as [_ [_ [? _]]]|now rewrite A]).
    assert (Before : forall t, t < n -> redealt (P 0) (P t) < passes_of p /\ M t <> Drop).
    { intros t Lt. split; [unfold redealt, passes_of; lia|now apply Q]. }
    set (ln := line_from r named p P M n n (passes_of p) A cards_sound draw_some St Em Before ltac:(lia)).
    apply (numbered_true (ln := ln)). intros part I c J.
    now apply (position_true (ln := ln) None named p) with (part := part).
  Qed.

  Lemma score_refuted k l q : refuted r (Some k) None p steps = true -> path (universal r) p l q ->
    length (filter (fun x => negb (onbar r q x)) (map face (column_items p ++ talon_items p))) <= k -> False.
  Proof.
    intros L H En. apply lrat_sound in L. apply L. destruct (path_chain r p l q H) as [fin C]. apply chain_more in C.
    destruct (finish r draw_some _ (more_redeals q) eq_refl) as [m [e [C' Em]]].
    destruct (chain_join r _ _ _ _ _ _ _ C C') as [P [M [E0 [Ef [Ee [St [Q1 Q2]]]]]]]. subst e.
    change (onbar r q) with (onbar r (more_redeals q)) in En. rewrite <- Ef in En. set (p1 := more_redeals p) in *.
    assert (Rd : redeals (P 0) = N.of_nat (passes_of p)).
    { rewrite E0. cbn [p1 more_redeals redeals]. unfold passes_of. lia. }
    assert (Before : forall t, t < fin -> redealt (P 0) (P t) < passes_of p /\ M t <> Drop).
    { intros t Lt. destruct (Q1 t Lt) as [Q Nd]. split; auto. unfold redealt, passes_of in *. lia. }
    assert (After : forall t, fin <= t -> t < fin + m -> (M t = Turn \/ M t = Redeal \/ M t = Drop) /\
      (M t = Drop -> passes_of p <= redealt (P 0) (P t) /\ stock (P t) = [])).
    { intros t L1 L2. destruct (Q2 t L1 L2) as [Q D]. split; auto. intro Ed. destruct (D Ed) as [Z S].
      unfold redealt. rewrite Z, Rd. split; [lia|exact S]. }
    set (ln := line_from r None p1 P M (fin + m) fin (passes_of p) E0 cards_sound draw_some St Em Before After).
    apply (numbered_true (ln := ln)). intros part I c J.
    apply (position_true (ln := ln) (Some k) None p1) with (part := part); auto; [congruence|discriminate|].
    intros k' Ek. injection Ek as <-. exact En.
  Qed.

  (* The cards that are not on the bar at the end of a line lie in columns, waste or stock. *)
  Lemma missing_cards l q : path (universal r) p l q ->
    (N.of_nat (length (filter (fun x => negb (onbar r q x)) (map face (column_items p ++ talon_items p)))) <=
      Cards.count (cards_of q))%N.
  Proof.
    intros H. destruct (path_chain r p l q H) as [n [P [M [E0 [En [St Nd]]]]]]. rewrite count_length.
    set (cs := map face (column_items p ++ talon_items p)).
    assert (Ecs : cs = concat (columns p) ++ rev' (waste p) ++ stock p).
    { unfold cs, column_items, talon_items. rewrite map_app, map_map, placed_faces. now rewrite map_id. }
    assert (Occ : forall x, occ x cs = weight p x).
    { intro x. rewrite Ecs, talon_is. unfold pile, weight. rewrite !occ_app, occ_rev. lia. }
    assert (V : forall x, 1 <= weight p x -> N.to_nat (suit x) < length (bar p)).
    { intros x W. now apply (cards_valid r p cards_sound). }
    assert (Kept : forall t, t <= n -> length (bar (P t)) = length (bar p) /\
      forall x, 1 <= weight p x -> 1 <= weight (P t) x \/ onbar r (P t) x = true).
    { induction t as [|t IH]; intro Lt; [rewrite E0; auto|]. destruct (IH ltac:(lia)) as [Lb K].
      split; [now rewrite (bar_length_step r _ _ _ (St t))|]. intros x W.
      destruct (K x W) as [K'|B]; [|right; eapply onbar_step; eauto].
      apply (kept_step r _ _ _ _ (St t)); auto; [now apply Nd|rewrite Lb; auto]. }
    assert (Once : NoDup cs).
    { apply (NoDup_count_occ card_eq). intro x. fold (occ x cs). rewrite Occ, weight_cards. apply distinct_occ.
      now apply andb_true_iff in cards_sound as [D _]. }
    apply N.lt_succ_r. apply N.lt_succ_r.
    enough (length (filter (fun x => negb (onbar r q x)) cs) <= length (cards_of q)) by lia.
    apply NoDup_incl_length; [now apply NoDup_filter|]. intros x I. apply filter_In in I as [I Nb].
    apply negb_true_iff in Nb. apply occ_in in I. rewrite Occ in I. destruct (Kept n (Nat.le_refl _)) as [_ K].
    rewrite En in K. destruct (K x I) as [W|B]; [|congruence]. rewrite weight_cards in W. now apply occ_in.
  Qed.
End Refuted.

Lemma goal_sound r deal p goal steps e : (in_all p <= Cards.count deal)%N ->
  goal_check r deal p goal steps = Found e -> draw r <> 0%N /\ shows (universal r) p e.
Proof.
  intros R. unfold goal_check. destruct (_ && _) eqn:C; [|discriminate].
  destruct (refuted _ _ _ _) eqn:L; [|discriminate]. intro E. injection E as <-. rewrite !andb_true_iff in C.
  destruct C as [[[[[Dr Cs] Hs] D] Nz] G]. apply N.eqb_eq in D. apply negb_true_iff, N.eqb_neq in Dr.
  set (s0 := match goal with None => Cards.count deal | Some s => s end) in *.
  assert (S0 : (0 < s0 /\ s0 <= Cards.count deal)%N).
  { destruct goal as [s|]; [|lia]. lia. }
  assert (Below : forall l q, path (universal r) p l q -> (total (bar q) < s0)%N).
  { intros l q H. destruct (N.lt_ge_cases (total (bar q)) s0) as [Q|Q]; auto. exfalso.
    assert (K := all_in_deck r p q l _ R H). destruct goal as [s|].
    - unfold in_all in K. rewrite on_table_concat in K. 
      assert (Mi := missing_cards r p Cs Hs Dr l q H).
      assert (Cc : Cards.count (cards_of q) = (Cards.count (concat (columns q)) + Cards.count (waste q) + Cards.count (stock q))%N).
      { unfold cards_of. rewrite !count_length, !app_length. lia. }
      eapply score_refuted; try eassumption. lia.
    - eapply (win_refuted r p steps Cs Hs Dr None p); try eassumption; [reflexivity|congruence|].
      eapply won_empties; eauto; [now rewrite D|]. unfold is_won. unfold in_all in K. lia. }
  split; [exact Dr|]. split; cbn [loses limit].
  - intros _ l q H. specialize (Below l q H). cbn. unfold is_won. lia.
  - intros b Eb l q s H Es. injection Eb as <-. specialize (Below l q H). injection Es as <-. cbn. lia.
Qed.

Theorem clauses_sound r cols passes deal p goal steps e : reachable (universal r) (start cols passes deal) p ->
  clauses_check r deal p goal steps = Found e -> shows (universal r) p e.
Proof.
  intros [l R] C. destruct (goal_sound r deal (few_redeals p) goal steps e) as [D Sh]; [|exact C|].
  - change (in_all p <= Cards.count deal)%N. rewrite <- (in_all_start cols passes).
    exact (all_in_deck r _ p l _ (N.le_refl _) R).
  - exact (few_redeals_enough r D p e Sh).
Qed.

(* ---- Content `stock-order` -------------------------------------------------------------------------------------- *)

(* If all cards of waste and stock are named, the clauses are those of this position. *)
Definition binding (cs : list card) (p : position) : option (list card) :=
  if forallb (among cs) (waste p ++ stock p) then None else Some cs.

Definition stock_order_check (r : rules) (deal : list card) (p : position) (cs : list card) (steps : list Lrat.step)
  : outcome :=
  let deck := Cards.count deal in
  if sound_cards r p && sound_heads p && (deck_size r =? deck)%N && negb (deck =? 0)%N
  then if (draw r =? 1)%N && (redeals p =? 0)%N && distinct cs && forallb (among (waste p ++ stock p)) cs &&
          refuted r None (binding cs p) p steps
       then Found (Proven true (Some (N.pred deck))) else Wrong
  else Unable.

Lemma arranged_same cs p : arranged (Some cs) p p.
Proof. repeat split; auto. Qed.

Lemma filter_all {A} (f : A -> bool) l : (forall x, In x l -> f x = true) -> filter f l = l.
Proof.
  induction l as [|x l IH]; intro H; simpl; auto. rewrite (H x (or_introl eq_refl)). f_equal. apply IH.
  intros y I. apply H. now right.
Qed.

Lemma all_bound cs p q : forallb (among cs) (waste p ++ stock p) = true -> arranged (Some cs) p q -> q = p.
Proof.
  intros F [C [B [R [S [W K]]]]]. rewrite forallb_forall in F.
  assert (G : forall x, In x (waste q ++ stock q) -> among cs x = true) by (intros x I; apply F; eapply Permutation_in; eauto).
  assert (All : forall l m, (forall x, In x (l ++ m) -> among cs x = true) ->
    filter (among cs) l = l /\ filter (among cs) m = m).
  { intros l m H. split; apply filter_all; intros x I; apply H; apply in_or_app; auto. }
  destruct (All _ _ F) as [Fw Fs]. destruct (All _ _ G) as [Gw Gs]. rewrite Fw, Gw in W. rewrite Fs, Gs in K.
  destruct p, q; simpl in *. congruence.
Qed.

Theorem stock_order_sound r deal p cs steps e : (in_all p <= Cards.count deal)%N ->
  stock_order_check r deal p cs steps = Found e -> forall p', arranged (Some cs) p p' -> shows (universal r) p' e.
Proof.
  intros R. unfold stock_order_check. destruct (_ && _) eqn:C; [|discriminate].
  destruct (_ && refuted _ _ _ _ _) eqn:L; [|discriminate]. intro E. injection E as <-. intros p' A.
  rewrite !andb_true_iff in C. destruct C as [[[Cs Hs] D] Nz].
  apply N.eqb_eq in D. rewrite !andb_true_iff in L. destruct L as [[[[Dr Re] _] _] Lr]. apply N.eqb_eq in Dr, Re.
  assert (A' : arranged (binding cs p) p p').
  { unfold binding. destruct (forallb _ _) eqn:F; [|exact A]. eapply all_bound; eauto. }
  assert (R' : (in_all p' <= Cards.count deal)%N).
  { destruct A as [Ac [Ab [_ [S _]]]]. assert (Ls := Permutation_length S). rewrite !app_length in Ls.
    unfold in_all in *. rewrite Ac, Ab, !count_length in *. lia. }
  assert (Below : forall l q, path (universal r) p' l q -> (total (bar q) < Cards.count deal)%N).
  { intros l q H. destruct (N.lt_ge_cases (total (bar q)) (Cards.count deal)) as [Q|Q]; auto. exfalso.
    assert (K := all_in_deck r p' q l _ R' H).
    eapply (win_refuted r p steps Cs Hs ltac:(rewrite Dr; discriminate) (binding cs p) p'); try eassumption.
    - intros _. unfold passes_of. now rewrite Re.
    - eapply won_empties; eauto; [now rewrite D|]. unfold is_won. unfold in_all in K. lia. }
  split; cbn [loses limit].
  - intros _ l q H. specialize (Below l q H). cbn. unfold is_won. lia.
  - intros b Eb l q s H Es. injection Eb as <-. specialize (Below l q H). injection Es as <-. cbn. lia.
Qed.
