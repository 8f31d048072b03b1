(* Content `clauses` of Universal Solitaire: the clauses of UniversalEncoder get the numbers of the format, and an LRAT
   proof shows that they contradict each other. So no line wins. *)

From Coq Require Import List NArith ZArith PArith Bool Lia PeanoNat FMapPositive.
From Winnow Require Import Table Lrat Game Judge Cards Universal UniversalRules UniversalLine UniversalStatements
  UniversalEncoder UniversalClauses.
Import ListNotations.
Open Scope nat_scope.

(* ---- Numbers -------------------------------------------------------------------------------------------------------
  *)

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
  end.

(* The number of each statement so far, the statement of each number, and the next number. *)
Record numbers := Numbers { given_to : Table.table atom positive; named : PositiveMap.t atom; unused : positive }.

Definition number_atom (a : atom) (s : numbers) : positive * numbers :=
  match lookup atom positive same_atom hash_atom a (given_to s) with
  | Some v => (v, s)
  | None => let v := unused s in
            (v, Numbers (insert atom positive hash_atom a v (given_to s)) (PositiveMap.add v a (named s)) (Pos.succ v))
  end.

Fixpoint number_clause (c : clause) (s : numbers) : Lrat.clause * numbers :=
  match c with
  | [] => ([], s)
  | Is a :: c' => let (v, s1) := number_atom a s in let (d, s2) := number_clause c' s1 in (Zpos v :: d, s2)
  | Not a :: c' => let (v, s1) := number_atom a s in let (d, s2) := number_clause c' s1 in (Zneg v :: d, s2)
  | _ :: c' => number_clause c' s
  end.

Definition is_yes (l : lit) : bool := match l with Yes => true | _ => false end.

(* False literals are left out of a clause, a clause with a true one is left out. *)
Fixpoint number_part (cs : list clause) (s : numbers) (done : list Lrat.clause) : list Lrat.clause * numbers :=
  match cs with
  | [] => (done, s)
  | c :: cs' => if existsb is_yes c then number_part cs' s done
                else let (d, s1) := number_clause c s in number_part cs' s1 (d :: done)
  end.

Fixpoint number_parts (ps : list (list clause)) (s : numbers) (done : list Lrat.clause) : list Lrat.clause * numbers :=
  match ps with [] => (done, s) | p :: ps' => let (d, s1) := number_part p s done in number_parts ps' s1 d end.

Definition no_numbers : numbers := Numbers (no_entries atom positive) (PositiveMap.empty _) 2%positive.

Definition numbered_clauses (ps : list (list clause)) : list Lrat.clause :=
  rev' (fst (number_parts ps no_numbers [[Zpos 1]])).

Section Numbers.
  Variables (r : rules) (P : nat -> position) (M : nat -> mv) (n : nat).
  Variable size : nat.
  Notation any := (any r P M n size).

  Definition val (names : PositiveMap.t atom) (v : positive) : bool :=
    match v with
    | xH => true
    | _ => match PositiveMap.find v names with Some a => if sem_dec r P M n size a then true else false | None => false
      end
    end.

  Definition extends (s t : PositiveMap.t atom) : Prop := forall v a, PositiveMap.find v s = Some a -> PositiveMap.find
    v t = Some a.
  Definition in_order (s : numbers) : Prop :=
    holds atom positive (fun a v => PositiveMap.find v (named s) = Some a) (given_to s) /\
    (forall v a, PositiveMap.find v (named s) = Some a -> (v < unused s)%positive /\ v <> 1%positive) /\ (1 < unused
      s)%positive.

  Lemma number_atom_ok a s v s' : in_order s -> number_atom a s = (v, s') ->
    in_order s' /\ extends (named s) (named s') /\ PositiveMap.find v (named s') = Some a.
  Proof.
    intros [H1 [H2 H3]]. unfold number_atom. destruct (lookup _ _ _ _ a (given_to s)) as [u|] eqn:L; intro E;
      injection E as <- <-.
    - split; [repeat split; auto; apply (H2 _ _ H)|]. split; [intros x y; auto|].
      exact (lookup_holds atom positive same_atom hash_atom same_atom_eq _ _ _ _ H1 L).
    - set (v := unused s).
      assert (X : extends (named s) (PositiveMap.add v a (named s))).
      { intros u b F. rewrite PositiveMap.gso; auto. intros ->. apply H2 in F. unfold v in F. lia. }
      split; [|split; [exact X|apply PositiveMap.gss]]. split; [|split]; cbn [named given_to unused].
      + apply holds_add; [|apply PositiveMap.gss]. intros h b F. specialize (H1 h b F).
        eapply Forall_impl; [|exact H1]. intros [a' v']. apply X.
      + intros u b F. destruct (Pos.eq_dec u v) as [->|Ne]; [unfold v; lia|].
        rewrite PositiveMap.gso in F by exact Ne. apply H2 in F. unfold v. lia.
      + unfold v. lia.
  Qed.

  Lemma val_is names v a : PositiveMap.find v names = Some a -> v <> 1%positive -> val names v = if sem_dec r P M n
    size a
    then true else false.
  Proof. intros F N. unfold val. rewrite F. destruct v; congruence. Qed.

  Definition no_first (names : PositiveMap.t atom) : Prop := forall v a, PositiveMap.find v names = Some a -> v <>
    1%positive.

  (* The clause is true whatever is numbered later. *)
  Definition stays_true (names : PositiveMap.t atom) (c : Lrat.clause) : Prop :=
    forall names', extends names names' -> no_first names' -> clause_true (val names') c = true.

  Lemma extends_trans a b c : extends a b -> extends b c -> extends a c.
  Proof. intros H K v x F. auto. Qed.

  Lemma stays_later a b c : extends a b -> stays_true a c -> stays_true b c.
  Proof. intros X S names' X'. apply S. eapply extends_trans; eauto. Qed.

  Lemma number_clause_ok c : forall s d s', in_order s -> number_clause c s = (d, s') -> existsb is_yes c = false ->
    in_order s' /\ extends (named s) (named s') /\ (any c -> stays_true (named s') d).
  Proof.
    induction c as [|l c IH]; intros s d s' O E Y.
    - injection E as <- <-. split; auto. split; [intros v a; auto|]. intros [].
    - destruct l as [| |a|a]; cbn [number_clause existsb is_yes orb] in E, Y; try discriminate.
      + destruct (IH _ _ _ O E Y) as [O' [X K]]. split; auto. split; auto. intros [[]|A]; auto.
      + destruct (number_atom a s) as [v s1] eqn:E1. destruct (number_clause c s1) as [d2 s2] eqn:E2.
        injection E as <- <-.
        destruct (number_atom_ok a s v s1 O E1) as [O1 [X1 F1]]. destruct (IH _ _ _ O1 E2 Y) as [O2 [X2 K]].
        split; auto. split; [eapply extends_trans; eauto|]. intros [A|A] names' X' N'; unfold clause_true;
          cbn [existsb lit_true].
        * assert (F : PositiveMap.find v names' = Some a) by auto. rewrite (val_is names' v a F) by eauto.
          destruct (sem_dec r P M n size a); [reflexivity|]. cbn [truth] in A. contradiction.
        * apply orb_true_iff. right. exact (K A names' X' N').
      + destruct (number_atom a s) as [v s1] eqn:E1. destruct (number_clause c s1) as [d2 s2] eqn:E2.
        injection E as <- <-.
        destruct (number_atom_ok a s v s1 O E1) as [O1 [X1 F1]]. destruct (IH _ _ _ O1 E2 Y) as [O2 [X2 K]].
        split; auto. split; [eapply extends_trans; eauto|]. intros [A|A] names' X' N'; unfold clause_true;
          cbn [existsb lit_true].
        * assert (F : PositiveMap.find v names' = Some a) by auto. rewrite (val_is names' v a F) by eauto.
          destruct (sem_dec r P M n size a); [|reflexivity]. cbn [truth] in A. contradiction.
        * apply orb_true_iff. right. exact (K A names' X' N').
  Qed.

  Lemma number_part_ok cs : forall s done done' s', in_order s -> number_part cs s done = (done', s') ->
    (forall c, In c cs -> any c) -> (forall d, In d done -> stays_true (named s) d) ->
    in_order s' /\ (forall d, In d done' -> stays_true (named s') d).
  Proof.
    induction cs as [|c cs IH]; intros s done done' s' O E A D; cbn [number_part] in E.
    - injection E as <- <-. auto.
    - destruct (existsb is_yes c) eqn:Y; [eapply IH; eauto; intros; apply A; now right|].
      destruct (number_clause c s) as [d s1] eqn:E1. destruct (number_clause_ok c s d s1 O E1 Y) as [O1 [X K]].
      eapply IH; [exact O1|exact E| |].
      + intros; apply A; now right.
      + intros e [<-|I]; [apply K; apply A; now left | eapply stays_later; eauto].
  Qed.

  Lemma number_parts_ok ps : forall s done done' s', in_order s -> number_parts ps s done = (done', s') ->
    (forall p, In p ps -> forall c, In c p -> any c) -> (forall d, In d done -> stays_true (named s) d) ->
    in_order s' /\ (forall d, In d done' -> stays_true (named s') d).
  Proof.
    induction ps as [|p ps IH]; intros s done done' s' O E A D; cbn [number_parts] in E.
    - injection E as <- <-. auto.
    - destruct (number_part p s done) as [d s1] eqn:E1.
      destruct (number_part_ok p s done d s1 O E1) as [O1 D1]; auto; [apply A; now left|].
      eapply IH; eauto. intros q I. apply A. now right.
  Qed.

  Theorem numbered_true ps : (forall p, In p ps -> forall c, In c p -> any c) -> satisfiable (numbered_clauses ps).
  Proof.
    intro A. unfold numbered_clauses. destruct (number_parts ps no_numbers [[Zpos 1]]) as [done s] eqn:E.
    assert (O0 : in_order no_numbers /\ forall d, In d [[Zpos 1]] -> stays_true (named no_numbers) d); [split|].
    - split; [apply holds_empty|]. split; [|reflexivity]. intros v a F. cbn in F. rewrite PositiveMap.gempty in F.
      discriminate.
    - intros d [<-|[]] names' _ _. reflexivity.
    - destruct O0 as [O0 D0]. destruct (number_parts_ok ps no_numbers _ done s O0 E A D0) as [O D].
      exists (val (named s)). intros c I. unfold rev' in I. cbn [fst] in I. rewrite <- rev_alt, <- in_rev in I.
      apply (D c I).
      + intros v a; auto.
      + intros v a F. now apply O in F.
  Qed.
End Numbers.

(* ---- What is asked of the position ---------------------------------------------------------------------------------
  *)

Fixpoint distinct (l : list card) : bool :=
  match l with [] => true | x :: l' => negb (existsb (same_card x) l') && distinct l' end.

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

(* More redeals than cards are of no use; the clauses leave them out. *)
Definition known_passes (r : rules) (p : position) : bool :=
  (redeals p <=? Cards.count (waste p) + Cards.count (stock p))%N && negb (draw r =? 0)%N.

Definition refuted (r : rules) (p : position) (steps : list Lrat.step) : bool := lrat_check (numbered_clauses (parts_of
  r p)) steps.

Definition clauses_check (r : rules) (deal : list card) (p : position) (steps : list Lrat.step) : outcome :=
  if known_passes r p && sound_cards r p && sound_heads p && (deck_size r =? Cards.count deal)%N && negb (deck_size r =?
    0)%N
  then if refuted r p steps then Found (Proven true (Some (N.pred (Cards.count deal)))) else Wrong
  else Unable.

Lemma distinct_occ l x : distinct l = true -> occ x l <= 1.
Proof.
  induction l as [|y l IH]; cbn [distinct]; intro H; [rewrite occ_nil; lia|].
  apply andb_true_iff in H as [N D]. specialize (IH D). rewrite occ_cons. unfold one.
  destruct (card_eq y x) as [->|]; [|lia]. destruct (occ x l) as [|k] eqn:E; [lia|].
  assert (I : In x l) by (apply occ_in; lia). apply negb_true_iff in N.
  assert (existsb (same_card x) l = true); [|congruence]. apply existsb_exists. exists x. split; auto.
  apply same_card_refl.
Qed.

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
  simpl. lia.
Qed.

Lemma split_length {A} (a b a' b' : list A) : a ++ b = a' ++ b' -> length a <= length a' -> exists c, a' = a ++ c /\ b
  = c ++ b'.
Proof.
  revert a'. induction a as [|x a IH]; intros a' E L; [exists a'; auto|].
  destruct a' as [|y a']; simpl in *; [lia|]. injection E as -> E. destruct (IH a' E ltac:(lia)) as [c [-> ->]]. eauto.
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
    + rewrite <- E. apply nth_In. apply nth_error_lt. unfold column in E. rewrite E. discriminate.
    + left. destruct h; simpl in *. congruence.
Qed.

Section Position.
  Variables (r : rules) (P : nat -> position) (M : nat -> mv) (n : nat).
  Hypothesis steps : forall t, t < n -> moved r (P t) (M t) (P (S t)).
  Hypothesis emptied : forall x, ~ talon (P n) x.
  Let p := P 0.
  Hypothesis cards_sound : sound_cards r p = true.
  Hypothesis heads_sound : sound_heads p = true.
  Hypothesis passes_known : known_passes r p = true.

  Lemma cards_once x : weight p x + Nat.b2n (onbar r p x) <= 1.
  Proof.
    unfold sound_cards in cards_sound. apply andb_true_iff in cards_sound as [D F]. rewrite weight_cards.
    assert (O := distinct_occ _ x D). destruct (occ x (cards_of p)) as [|k] eqn:E; [destruct (onbar r p x); simpl;
      lia|].
    assert (I : In x (cards_of p)) by (apply occ_in; lia). rewrite forallb_forall in F. specialize (F x I).
    apply andb_true_iff in F as [F _]. apply andb_true_iff in F as [F _]. apply negb_true_iff in F. rewrite F. simpl.
    lia.
  Qed.

  Lemma cards_valid x : 1 <= weight p x -> N.to_nat (suit x) < length (bar p) /\ (rank x <= 9)%N.
  Proof.
    intro W. rewrite weight_cards in W. apply occ_in in W.
    unfold sound_cards in cards_sound. apply andb_true_iff in cards_sound as [_ F]. rewrite forallb_forall in F.
    specialize (F x W).
    apply andb_true_iff in F as [F R]. apply andb_true_iff in F as [_ S]. apply Nat.ltb_lt in S. apply N.leb_le in R.
    auto.
  Qed.

  Lemma talon_item x : In x (talon_items p) -> exists a b, pile p = a ++ face x :: b /\ place x = (1 + N.of_nat (length
    a))%N.
  Proof. unfold talon_items. rewrite talon_is. apply placed_in. Qed.

  Lemma talon_item_from x : In x (talon_items p) -> place x <> 0%N /\ talon p (face x).
  Proof.
    intro I. apply talon_item in I as [a [b [E L]]]. split; [lia|]. apply talon_pile. rewrite E. apply in_or_app.
    simpl. auto.
  Qed.

  Lemma size_fits : size_of r p = N.to_nat (draw r) \/ length (pile (P 0)) < N.to_nat (draw r).
  Proof.
    unfold known_passes in passes_known. apply andb_true_iff in passes_known as [_ K].
    apply negb_true_iff, N.eqb_neq in K.
    change (pile (P 0)) with (pile p). unfold size_of, pile. rewrite !count_length, app_length, rev_length. lia.
  Qed.
  Lemma size_some : size_of r p <> 0.
  Proof. unfold size_of. lia. Qed.

  Theorem position_true part c : In part (parts_of r p) -> In c part -> any r P M n (size_of r p) c.
  Proof.
    intros I J. unfold parts_of in I. cbv zeta in I.
    assert (HS := heads_sound). unfold sound_heads in HS. cbv zeta in HS.
    set (T := talon_items p) in *. set (heads := all_heads p (by_rank T)) in *.
    set (items := column_items p ++ T) in *.
    apply andb_true_iff in HS as [HS H4]. apply andb_true_iff in HS as [HS H3]. apply andb_true_iff in HS as [H1 H2].
    rewrite forallb_forall in H1, H2, H3. unfold heads_closed in H4. rewrite forallb_forall in H4.
    eapply (parts_true r P M n steps cards_once cards_valid emptied (passes_of p) (size_of r p) eq_refl size_fits
      size_some
      _ _ T items _ heads) with (part := part);
      [..|exact I|exact J].
    - intros x Ix. apply in_app_or in Ix as [Ix|Ix].
      + left. apply in_map_iff in Ix as [y [<- Iy]]. split; auto. apply in_concat_nth in Iy as [k [_ Iy]]. now exists k.
      + right. split; auto. now apply talon_item_from.
    - intros x Ix. apply in_or_app. auto.
    - apply talon_item_from.
    - intros x y Ix Iy E. apply talon_item in Ix as [a [b [Ea La]]]. apply talon_item in Iy as [a' [b' [Eb Lb]]].
      destruct (split_length a (face x :: b) a' (face y :: b')) as [k [-> Q]]; [congruence|lia|].
      rewrite app_length in Lb. destruct k; [|cbn [length] in Lb; lia]. injection Q as Q _. destruct x, y; simpl in *;
        congruence.
    - intros x y Ix Iy L. apply talon_item in Ix as [a [b [Ea La]]]. apply talon_item in Iy as [a' [b' [Eb Lb]]].
      exists a, b. split; auto. destruct (split_length a (face x :: b) a' (face y :: b')) as [k [-> Q]];
        [congruence|lia|].
      destruct k as [|z k]; [rewrite app_length in Lb; cbn [length] in Lb; lia|]. injection Q as _ ->. apply in_or_app.
      simpl. auto.
    - intros x Ix. apply talon_item in Ix as [a [b [Ea La]]]. rewrite count_length. change (waste (P 0)) with (waste p).
      rewrite in_rev. unfold pile in Ea. split; intro H.
      + destruct (split_length (a ++ [face x]) b (rev (waste p)) (stock p)) as [e [-> _]].
        { rewrite <- app_assoc. simpl. congruence. }
        { rewrite rev_length, app_length. simpl. lia. }
        rewrite !in_app_iff. simpl. auto.
      + apply in_split in H as [a' [b' E]].
        assert (O : occ (face x) (rev (waste p) ++ stock p) <= 1).
        { assert (O := cards_once (face x)). unfold weight in O. rewrite occ_app, occ_rev. lia. }
        rewrite Ea in O. destruct (split_once (face x) a b a' (b' ++ stock p) O) as [-> _].
        { rewrite <- Ea, E, <- app_assoc. reflexivity. }
        assert (Q := f_equal (@length card) E). rewrite rev_length, app_length in Q. simpl in Q. lia.
    - unfold T, talon_items. rewrite placed_faces. apply talon_is.
    - intros x W. change (1 <= weight p x) in W. unfold weight in W.
      destruct (occ x (concat (columns p))) as [|k] eqn:E.
      + assert (Tx : In x (rev' (waste p) ++ stock p)).
        { rewrite talon_is. apply talon_pile. unfold talon. rewrite !occ_in. lia. }
        destruct (placed_has _ _ Tx 1%N) as [i [Ii Ei]]. exists i. split; auto. apply in_or_app. auto.
      + exists (Item 0 x). split; auto. apply in_or_app. left. apply in_map. apply occ_in. lia.
    - intros x u H. apply in_flat_map in H as [col [Ic H]]. apply (In_nth _ _ []) in Ic as [k [_ Ek]].
      apply beneath_seg in H as [a [b E]]. exists k, a, b. change (nth k (columns p) [] = a ++ ([x] ++ [u]) ++ b).
      now rewrite Ek.
    - reflexivity.
    - intros h Ih. apply item_there. auto.
    - intros k x Hx. exists (Item 0 x). split; auto. apply item_there. apply H2. apply first_heads_are. simpl. eauto.
    - intros h Ih Z. specialize (H3 h Ih). rewrite Z in H3. simpl in H3. apply item_there in H3.
      apply first_heads_are in H3. tauto.
    - intros y h Iy Ih F. specialize (H4 y Iy). apply orb_true_iff in H4 as [H4|H4]; [|now apply item_there].
      exfalso. apply negb_true_iff in H4. assert (X : existsb (fun h => fits (face h) (face y)) heads = true);
        [|congruence].
      apply existsb_exists. eauto.
    - intros g G. apply filter_In in G. exact G.
    - intros y Iy. apply in_flat_map in Iy as [k [_ Iy]]. now apply filter_In in Iy.
    - intros h Ih. destruct (filter is_top T); [destruct Ih|]. apply filter_In in Ih as [Ih Nt].
      apply negb_true_iff in Nt. auto.
    - apply placed_incr.
  Qed.
End Position.

(* ---- A line as a sequence ------------------------------------------------------------------------------------------
  *)

Lemma path_steps r p l q : path (universal r) p l q -> exists (P : nat -> position) (M : nat -> mv) n,
  P 0 = p /\ P n = q /\ forall t, t < n -> moved r (P t) (M t) (P (S t)).
Proof.
  induction 1 as [p|p m q l q' I H [P [M [n [E0 [En St]]]]]].
  - exists (fun _ => p), (fun _ => Turn), 0. repeat split; auto. intros t L. lia.
  - apply next_in in I as [I ->]. exists (fun t => match t with 0 => p | S t => P t end), (fun t => match t with 0 => m
      | S t => M t end), (S n).
    repeat split; auto. intros [|t] L; [rewrite E0; now apply legal_moved | apply St; lia].
Qed.

(* A won position has no card left in waste and stock. *)
Lemma won_empties r cols passes deal p q l : reachable (universal r) (start cols passes deal) p -> path (universal r) p
  l q ->
  deck_size r = Cards.count deal -> is_won r q = true -> forall x, ~ talon q x.
Proof.
  intros [l' R] H D W x T. unfold is_won in W. apply N.eqb_eq in W.
  assert (K : (in_all q <= Cards.count deal)%N).
  { rewrite <- (in_all_start cols passes).
    refine (path_keeps (universal r) (fun x => (in_all x <= in_all (start cols passes deal))%N) _ _ _ _
              (path_app _ _ _ _ _ _ R H) (N.le_refl _)).
    intros y m Hy I. exact (N.le_trans _ _ _ (in_all_move r y m I) Hy). }
  unfold in_all in K. destruct T as [T|T]; [destruct (waste q)|destruct (stock q)]; try destruct T;
    cbn [Cards.count] in K; lia.
Qed.

Theorem clauses_sound r cols passes deal p steps e : reachable (universal r) (start cols passes deal) p ->
  clauses_check r deal p steps = Found e -> shows (universal r) p e.
Proof.
  intros R. unfold clauses_check. destruct (_ && _) eqn:C; [|discriminate]. destruct (refuted r p steps) eqn:L;
    [|discriminate].
  intro E. injection E as <-.
  apply andb_true_iff in C as [C Nz]. apply andb_true_iff in C as [C D]. apply andb_true_iff in C as [C Hs].
  apply andb_true_iff in C as [Kp Cs]. apply N.eqb_eq in D.
  apply negb_true_iff, N.eqb_neq in Nz.
  assert (Lost : forall l q, path (universal r) p l q -> is_won r q = false).
  { intros l q H. destruct (is_won r q) eqn:W; auto. exfalso.
    assert (Em := won_empties r cols passes deal p q l R H D W).
    destruct (path_steps r p l q H) as [P [M [n [E0 [En St]]]]]. subst p q.
    unfold refuted in L. apply lrat_sound in L. apply L. apply (numbered_true r P M n (size_of r (P 0))).
    intros part I c J. exact (position_true r P M n St Em Cs Hs Kp part c I J). }
  split; cbn [loses limit]; [intros _; exact Lost|]. intros b Eb l q s H Es. injection Eb as <-.
  assert (B := proj2 (deck_best r cols passes deal p R) _ eq_refl l q s H Es). specialize (Lost l q H).
  unfold no_better in *. cbn in *. injection Es as <-. unfold is_won in Lost. apply N.eqb_neq in Lost. lia.
Qed.
