(* Head Solitaire: a line's melds are disjoint sets of the cards not yet melded. So if these cannot be split into
   melds with few enough of them over, whatever their order, no line leaves so few. *)

From Coq Require Import List NArith Bool Lia PeanoNat Permutation.
From Winnow Require Import Game Judge Cards Head.
Import ListNotations.
Open Scope N_scope.

(* ---- Melds do not depend on the order of their cards. ------------------------------------------------------------ *)

Lemma land_lor_0 s x y : (N.land (N.lor s x) y =? 0) = (N.land s y =? 0) && (N.land x y =? 0).
Proof.
  rewrite N.land_lor_distr_l.
  destruct (N.eqb_spec (N.lor (N.land s y) (N.land x y)) 0) as [E|E].
  - apply N.lor_eq_0_iff in E as [-> ->]. reflexivity.
  - destruct (N.eqb_spec (N.land s y) 0) as [A|]; auto. destruct (N.eqb_spec (N.land x y) 0) as [B|]; auto.
    rewrite A, B in E. exfalso. apply E. reflexivity.
Qed.

Lemma disjoint_suits_perm l l' : Permutation l l' -> forall s, disjoint_suits l s = disjoint_suits l' s.
Proof.
  induction 1 as [|x l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2]; intro s; cbn [disjoint_suits]; auto.
  - now rewrite IH.
  - rewrite !land_lor_0, (N.land_comm (suits x) (suits y)).
    rewrite <- !N.lor_assoc, (N.lor_comm (suits x) (suits y)).
    destruct (N.land s (suits x) =? 0), (N.land s (suits y) =? 0), (N.land (suits y) (suits x) =? 0); reflexivity.
  - now rewrite IH1, IH2.
Qed.

Lemma filter_perm {A} (f : A -> bool) l l' : Permutation l l' -> Permutation (filter f l) (filter f l').
Proof.
  induction 1; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. apply perm_swap.
  - etransitivity; eauto.
Qed.

Lemma forallb_perm {A} (f : A -> bool) l l' : Permutation l l' -> forallb f l = forallb f l'.
Proof.
  induction 1; simpl; try congruence. destruct (f x), (f y); reflexivity.
Qed.

Lemma existsb_perm {A} (f : A -> bool) l l' : Permutation l l' -> existsb f l = existsb f l'.
Proof.
  induction 1; simpl; try congruence. destruct (f x), (f y); reflexivity.
Qed.

Lemma fold_perm {A} (f : A -> N -> N) (C : forall x y s, f x (f y s) = f y (f x s)) d l l' :
  Permutation l l' -> fold_right f d l = fold_right f d l'.
Proof. induction 1; simpl; congruence. Qed.

Lemma distinct_perm l l' : Permutation l l' -> distinct l = distinct l'.
Proof.
  induction 1; cbn [distinct existsb]; try congruence.
  - now rewrite IHPermutation, (existsb_perm _ _ _ H).
  - rewrite (N.eqb_sym x y). destruct (y =? x), (existsb (N.eqb x) l), (existsb (N.eqb y) l), (distinct l); reflexivity.
Qed.

Lemma kind_perm l l' : Permutation l l' -> kind_meld l = kind_meld l'.
Proof.
  induction 1; cbn [kind_meld forallb]; try congruence.
  - now apply forallb_perm.
  - rewrite (N.eqb_sym (drank x) (drank y)). destruct (N.eqb_spec (drank y) (drank x)) as [->|]; reflexivity.
Qed.

Lemma count_perm {A} (l l' : list A) : Permutation l l' -> count l = count l'.
Proof. intro P. rewrite !count_length. f_equal. now apply Permutation_length. Qed.

Lemma run_perm l l' k : Permutation l l' -> run_meld l k = run_meld l' k.
Proof.
  intro P. unfold run_meld. assert (Q := Permutation_map drank P).
  rewrite (distinct_perm _ _ Q), (count_perm _ _ P).
  rewrite (fold_perm N.max (fun x y s => ltac:(lia)) 0 _ _ Q).
  rewrite (fold_perm N.min (fun x y s => ltac:(lia)) 100 _ _ Q).
  rewrite (fold_perm (fun c s => N.land (suits c) s)
    (fun x y s => ltac:(cbn beta; rewrite !N.land_assoc, (N.land_comm (suits x) (suits y)); reflexivity)) 63 _ _ P).
  reflexivity.
Qed.

Lemma meld_perm l l' : Permutation l l' -> is_meld l = is_meld l'.
Proof.
  intro P. unfold is_meld, suit_meld.
  assert (Q := filter_perm (fun c => negb (excuse c)) _ _ P).
  rewrite (count_perm _ _ (filter_perm excuse _ _ P)), (disjoint_suits_perm _ _ Q), (count_perm _ _ P),
    (forallb_perm ranked _ _ Q), (kind_perm _ _ Q), (run_perm _ _ _ Q). reflexivity.
Qed.

(* ---- Splitting cards into melds ---------------------------------------------------------------------------------- *)

(* `cards` can be split into melds and at most `spare` cards over. *)
Definition coverable (cards : list dcard) (spare : nat) : Prop :=
  exists ms rest, Forall (fun m => is_meld m = true) ms /\ Permutation cards (concat ms ++ rest) /\
    (length rest <= spare)%nat.

(* Every choice of at most k of the cards, with the others. *)
Fixpoint few (k : nat) (l : list dcard) : list (list dcard * list dcard) :=
  match l with
  | [] => [([], [])]
  | x :: l' =>
      match k with
      | O => [([], l)]
      | S k' => map (fun c => (x :: fst c, snd c)) (few k' l') ++ map (fun c => (fst c, x :: snd c)) (few k l')
      end
  end.

(* The first card stays over, or is in a meld with some of the others. *)
Fixpoint can_cover (fuel : nat) (size : nat) (cards : list dcard) (spare : nat) : bool :=
  match fuel with
  | O => true
  | S f =>
      Nat.leb (length cards) spare ||
      match cards with
      | [] => true
      | x :: l =>
          match spare with O => false | S s => can_cover f size l s end ||
          existsb (fun c => is_meld (x :: fst c) && can_cover f size (snd c) spare) (few (pred size) l)
      end
  end.

Lemma few_all l m rest k : Permutation l (m ++ rest) -> (length m <= k)%nat ->
  exists m' rest', In (m', rest') (few k l) /\ Permutation m' m /\ Permutation rest' rest.
Proof.
  revert m rest k. induction l as [|x l IH]; intros m rest k P L.
  - apply Permutation_nil in P. apply app_eq_nil in P as [-> ->]. exists [], []. simpl. auto.
  - assert (I : In x (m ++ rest)) by (eapply Permutation_in; [exact P | simpl; auto]).
    apply in_app_or in I as [I|I]; apply in_split in I as [a [b ->]].
    + destruct k as [|k]; [rewrite app_length in L; simpl in L; lia|].
      destruct (IH (a ++ b) rest k) as [m' [rest' [I [Pm Pr]]]].
      * apply (Permutation_cons_inv (a := x)). rewrite P, <- !app_assoc. simpl. symmetry. apply Permutation_middle.
      * rewrite app_length in *. simpl in L. lia.
      * exists (x :: m'), rest'. simpl. repeat split; auto.
        -- apply in_or_app. left. apply in_map_iff. exists (m', rest'). auto.
        -- rewrite Pm. apply Permutation_middle.
    + destruct k as [|k].
      { destruct m; simpl in L; [|lia]. exists [], (x :: l). simpl. auto. }
      destruct (IH m (a ++ b) (S k)) as [m' [rest' [I [Pm Pr]]]]; auto.
      * apply (Permutation_cons_inv (a := x)). rewrite P, !app_assoc. symmetry. apply Permutation_middle.
      * exists m', (x :: rest'). simpl. repeat split; auto.
        -- apply in_or_app. right. apply in_map_iff. exists (m', rest'). auto.
        -- rewrite Pr. apply Permutation_middle.
Qed.

Definition small_enough (size : nat) (ms : list (list dcard)) := Forall (fun m => (length m <= size)%nat) ms.

Lemma can_cover_ok size fuel : forall cards spare ms rest,
  can_cover fuel size cards spare = false -> Forall (fun m => is_meld m = true) ms -> small_enough size ms ->
  Permutation cards (concat ms ++ rest) -> (spare < length rest)%nat.
Proof.
  induction fuel as [|f IH]; intros cards spare ms rest C M Sz P; simpl in C; [discriminate|].
  apply orb_false_iff in C as [C1 C2]. apply Nat.leb_gt in C1. destruct cards as [|x l]; [discriminate|].
  apply orb_false_iff in C2 as [C2 C3].
  assert (I : In x (concat ms ++ rest)) by (eapply Permutation_in; [exact P | simpl; auto]).
  apply in_app_or in I as [I|I].
  - apply in_concat in I as [m [Im Ix]]. apply in_split in Im as [ma [mb ->]].
    apply in_split in Ix as [a [b ->]].
    rewrite concat_app in P. simpl in P.
    assert (P1 : Permutation l ((a ++ b) ++ (concat (ma ++ mb) ++ rest))).
    { apply (Permutation_cons_inv (a := x)). rewrite P, concat_app, (Permutation_app_swap_app (concat ma)).
      rewrite <- (Permutation_middle a b x). simpl. rewrite !app_assoc. reflexivity. }
    apply Forall_app in M as [M1 M2]. inversion M2 as [|? ? Mm M3]; subst.
    apply Forall_app in Sz as [Z1 Z2]. inversion Z2 as [|? ? Zm Z3]; subst.
    destruct (few_all l (a ++ b) (concat (ma ++ mb) ++ rest) (pred size) P1) as [m' [rest' [If [Pm Pr]]]].
    { rewrite app_length in *. simpl in Zm. lia. }
    assert (E : is_meld (x :: m') && can_cover f size rest' spare = false).
    { destruct (is_meld (x :: m') && can_cover f size rest' spare) eqn:E; auto. exfalso.
      assert (X : existsb (fun c => is_meld (x :: fst c) && can_cover f size (snd c) spare) (few (pred size) l) = true);
        [|congruence]. apply existsb_exists. exists (m', rest'). auto. }
    rewrite (meld_perm (x :: m') (a ++ x :: b)) in E by (rewrite Pm; apply Permutation_middle).
    rewrite Mm in E. simpl in E.
    eapply (IH _ _ (ma ++ mb) rest E); auto; [apply Forall_app; auto | apply Forall_app; auto].
  - apply in_split in I as [a [b ->]]. destruct spare as [|s]; [rewrite app_length; simpl; lia|].
    assert (H : (s < length (a ++ b))%nat).
    { eapply (IH l s ms (a ++ b) C2); auto. apply (Permutation_cons_inv (a := x)). rewrite P.
      rewrite !app_assoc. symmetry. apply Permutation_middle. }
    rewrite app_length in *. simpl. lia.
Qed.

(* ---- Lines of play ----------------------------------------------------------------------------------------------- *)

Section Lines.
  Variable r : rules.
  Variable spent : list dcard.            (* discards of the last pass at the start, else none *)
  Variable last : bool.
  Variable cards : list dcard.            (* hand, pile and, unless it is the last pass, discards *)
  Hypothesis nothing_spent : last = false -> spent = [].

  Definition inv (q : position) : Prop :=
    count (hand q) <= full r /\ (last = true -> turn q = passes r) /\
    exists ms over, Forall (fun m => is_meld m = true) ms /\ small_enough (N.to_nat (full r)) ms /\
      Permutation (discards q) (spent ++ over) /\
      Permutation cards (concat ms ++ hand q ++ pile q ++ over).

  Lemma fill_inv q : inv q -> inv (fill r q).
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]]. unfold fill. repeat split; simpl; auto.
    - rewrite !count_length, app_length, firstn_length. rewrite count_length in H. lia.
    - exists ms, over. repeat split; auto. rewrite P. apply Permutation_app_head.
      rewrite <- app_assoc. apply Permutation_app_head. rewrite app_assoc, firstn_skipn. reflexivity.
  Qed.

  Lemma fill_short q : count (hand q) <= full r -> is_full r (hand (fill r q)) = false -> pile (fill r q) = [].
  Proof.
    unfold is_full, fill. simpl. intros H E. apply N.eqb_neq in E.
    rewrite !count_length, app_length, firstn_length in E. rewrite count_length in H.
    apply skipn_all2. rewrite count_length. lia.
  Qed.

  Lemma draw_inv k q : inv q -> inv (draw k r q).
  Proof.
    revert q. induction k as [|k IH]; intros q I; cbn [draw]; assert (F := fill_inv q I); cbv zeta;
      destruct (may_burn (fill r q) || is_full r (hand (fill r q)) || has_meld (hand (fill r q)) ||
                (turn (fill r q) =? passes r)) eqn:B; try exact F.
    apply orb_false_iff in B as [B B4]. apply orb_false_iff in B as [B _]. apply orb_false_iff in B as [_ B2].
    apply IH. destruct I as [H _]. assert (Ep := fill_short q H B2).
    destruct F as [H' [T [ms [over [M [Z [D P]]]]]]]. apply N.eqb_neq in B4.
    assert (L : last = false) by (destruct last; auto; tauto).
    rewrite (nothing_spent L) in D. simpl in D.
    repeat split; simpl; auto; [congruence|].
    exists ms, []. repeat split; auto.
    - rewrite (nothing_spent L). simpl. constructor.
    - rewrite P, Ep. simpl. rewrite D, app_nil_r. reflexivity.
  Qed.

  Lemma naming_names before l : map snd (naming before l) = l.
  Proof. revert before. induction l; intros; simpl; rewrite ?IHl; auto. Qed.

  Lemma choices_perm l c : In c (choices l) -> Permutation (map snd l) (map snd (fst c) ++ snd c).
  Proof.
    revert c. induction l as [|x l IH]; simpl; intros c.
    - intros [<-|[]]. simpl. constructor.
    - intro I. apply in_app_or in I as [I|I]; apply in_map_iff in I as [d [<- Id]]; simpl; specialize (IH _ Id).
      + constructor. exact IH.
      + rewrite IH. apply Permutation_middle.
  Qed.

  Lemma insertions_perm (x : dcard) l l' : In l' (insertions x l) -> Permutation (x :: l) l'.
  Proof.
    revert l'. induction l as [|y l IH]; simpl; intros l' H.
    - destruct H as [<-|[]]. auto.
    - destruct H as [<-|H]; auto. apply in_map_iff in H as [m [<- I]]. rewrite perm_swap. constructor. auto.
  Qed.

  Lemma permutations_perm (l l' : list dcard) : In l' (permutations l) -> Permutation l l'.
  Proof.
    revert l'. induction l as [|x l IH]; simpl; intros l' H.
    - destruct H as [<-|[]]. constructor.
    - apply in_flat_map in H as [m [I J]]. apply IH in I. apply insertions_perm in J. rewrite I. exact J.
  Qed.

  Lemma move_inv q m : inv q -> In m (legal r q) -> inv (after_move r q m).
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]] I. unfold legal in I. apply in_app_or in I as [I|I].
    - apply in_map_iff in I as [c [<- I]]. apply filter_In in I as [Ic Mc]. apply choices_perm in Ic.
      rewrite naming_names in Ic. unfold after_move. apply draw_inv.
      assert (Lc : (length (map snd (fst c)) + length (snd c) = length (hand q))%nat).
      { rewrite <- app_length. symmetry. now apply Permutation_length. }
      rewrite count_length in H. repeat split; simpl; auto.
      + rewrite count_length. lia.
      + exists (map snd (fst c) :: ms), over. repeat split; auto.
        * constructor; auto. lia.
        * simpl. rewrite P, Ic, <- !app_assoc. rewrite (Permutation_app_comm (concat ms)), <- !app_assoc.
          apply Permutation_app_head.
          rewrite (Permutation_app_comm (concat ms)), <- !app_assoc. reflexivity.
    - apply in_app_or in I as [I|I].
      + destruct (is_full r (hand q) && _) eqn:B; [|destruct I]. apply in_map_iff in I as [o [<- I]].
        assert (Po : Permutation (hand q) o).
        { unfold orders in I. destruct (turn q =? 1); [now apply permutations_perm|].
          destruct I as [<-|[]]. reflexivity. }
        unfold after_move. apply draw_inv. repeat split; simpl; auto; [lia|].
        exists ms, (over ++ o). repeat split; auto.
        * rewrite D, app_assoc. reflexivity.
        * simpl. rewrite P. apply Permutation_app_head. rewrite Po.
          rewrite (Permutation_app_comm o), <- app_assoc. reflexivity.
      + destruct (may_burn q); [|destruct I]. destruct I as [<-|[]]. unfold after_move. apply draw_inv.
        repeat split; simpl; auto.
        * destruct (hand q); cbn [tl count] in *; lia.
        * exists ms, (over ++ firstn 1 (hand q)). repeat split; auto.
          -- rewrite D, app_assoc. reflexivity.
          -- rewrite P. apply Permutation_app_head. destruct (hand q) as [|x h]; simpl.
             ++ rewrite app_nil_r. reflexivity.
             ++ rewrite !app_assoc. rewrite <- Permutation_middle, app_nil_r. reflexivity.
  Qed.

  Variable least : nat.
  Hypothesis uncovered : can_cover (S (length cards)) (N.to_nat (full r)) cards least = false.

  Lemma score_above q s : inv q -> spare r q = Some s -> N.of_nat least + count spent < s.
  Proof.
    intros [H [T [ms [over [M [Z [D P]]]]]]] E. unfold spare in E. destruct (pile q); try discriminate.
    destruct (_ && _); try discriminate. injection E as <-. simpl in P.
    assert (X := can_cover_ok _ _ _ _ _ _ uncovered M Z P). apply Permutation_length in D.
    rewrite app_length in *. rewrite !count_length. lia.
  Qed.
End Lines.

Lemma hand_reachable r deal q : reachable (head r) (start r deal) q -> count (hand q) <= full r.
Proof.
  intros [l P]. assert (X : inv r [] false deal q); [|apply X].
  refine (path_keeps (head r) (inv r [] false deal) _ _ _ _ P _).
  - intros p m H I. exact (move_inv r [] false deal (fun _ => eq_refl) p m H I).
  - apply draw_inv; auto. repeat split; simpl; auto; [lia|discriminate|].
    exists [], []. repeat split; auto; [constructor|]. simpl. rewrite app_nil_r. reflexivity.
Qed.

(* At most so many cards are split here. *)
Definition most_cards : nat := 22.

Definition cover_bound (r : rules) (p : position) (least : N) : option bool :=
  let last := turn p =? passes r in
  let cards := hand p ++ pile p ++ (if last then [] else discards p) in
  let spent := if last then discards p else [] in
  if Nat.ltb most_cards (length cards) then None
  else if least <? count spent then Some true
  else Some (negb (can_cover (S (length cards)) (N.to_nat (full r)) cards (N.to_nat (least - count spent)))).

(* The target is out of reach, and, if the bound claimed is more, it too. *)
Definition cover_check (r : rules) (p : position) (bound : option N) : outcome :=
  match cover_bound r p (target r) with
  | None => Unable
  | Some false => Wrong
  | Some true =>
      match bound with
      | None => Found (Proven true (Some (target r + 1)))
      | Some b =>
          if b <=? target r + 1 then Found (Proven true (Some (target r + 1)))
          else match cover_bound r p (b - 1) with
               | Some true => Found (Proven true (Some b))
               | Some false => Found (Proven true (Some (target r + 1)))
               | None => Unable
               end
      end
  end.

Lemma cover_bound_ok r deal p least : reachable (head r) (start r deal) p -> cover_bound r p least = Some true ->
  forall l q s, path (head r) p l q -> spare r q = Some s -> least < s.
Proof.
  intros R C l q s P E. assert (Hh := hand_reachable _ _ _ R). unfold cover_bound in C.
  set (last := turn p =? passes r) in *. set (cards := hand p ++ pile p ++ (if last then [] else discards p)) in *.
  set (spent := if last then discards p else []) in *.
  destruct (Nat.ltb _ _); try discriminate.
  assert (N0 : last = false -> spent = []) by (unfold spent; intros ->; auto).
  assert (I : inv r spent last cards q).
  { refine (path_keeps (head r) (inv r spent last cards) _ _ _ _ P _).
    - intros x m H J. exact (move_inv r spent last cards N0 x m H J).
    - split; auto. split; [intro L; now apply N.eqb_eq|].
      exists [], (if last then [] else discards p). repeat split; try constructor.
      + unfold spent. destruct last; simpl; rewrite ?app_nil_r; reflexivity.
      + simpl. unfold cards. reflexivity. }
  destruct (least <? count spent) eqn:L.
  - apply N.ltb_lt in L. destruct I as [_ [_ [ms [over [_ [_ [D _]]]]]]].
    unfold spare in E. destruct (pile q); try discriminate. destruct (_ && _); try discriminate. injection E as <-.
    apply Permutation_length in D. rewrite app_length in D. rewrite !count_length in *. lia.
  - apply N.ltb_ge in L. injection C as C. apply negb_true_iff in C.
    assert (X := score_above r spent last cards _ C q s I E). lia.
Qed.

Theorem cover_sound r deal p bound e : reachable (head r) (start r deal) p ->
  cover_check r p bound = Found e -> shows (head r) p e.
Proof.
  unfold cover_check. intro R. destruct (cover_bound r p (target r)) as [[|]|] eqn:C; try discriminate.
  assert (T := cover_bound_ok _ _ _ _ R C).
  assert (W : forall l q, path (head r) p l q -> is_won r q = false).
  { intros l q P. unfold is_won. destruct (spare r q) as [s|] eqn:E; auto.
    specialize (T _ _ _ P E). apply N.leb_gt. lia. }
  assert (B : shows (head r) p (Proven true (Some (target r + 1)))).
  { split; simpl; [intros _; exact W|]. intros b Eb l q s P E. injection Eb as <-. specialize (T _ _ _ P E).
    unfold no_better; simpl. lia. }
  destruct bound as [b|]; [|intro E; injection E as <-; exact B].
  destruct (b <=? target r + 1); [intro E; injection E as <-; exact B|].
  destruct (cover_bound r p (b - 1)) as [[|]|] eqn:C2; try discriminate; intro E; injection E as <-; [|exact B].
  split; simpl; [intros _; exact W|]. intros b' Eb l q s P E. injection Eb as <-.
  assert (X := cover_bound_ok _ _ _ _ R C2 _ _ _ P E). unfold no_better; simpl. lia.
Qed.
