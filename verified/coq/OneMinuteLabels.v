(* One-Minute Solitaire with free passing, as labels: the cards left, the foundation's top, the pass, the place in the
   waste and hand as they lay at the start, and a cost that counts each card when it is played. Every line of play is a
   run of labels of the same cost; of two labels of the same cards the earlier and no dearer has a run for each of the
   other's. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards CardSet OneMinute OneMinuteChecks.
Import ListNotations.
Open Scope nat_scope.

(* ---- Labels ---- *)

Record label := Label { rest : cards; at_top : nat; turn : nat; spot : nat; cost : Z }.

(* Card x has still to come up in this pass: pass 0 goes upwards, pass 1 downwards. *)
Definition comes (k p x : nat) : bool := if Nat.even k then p <=? x else x <? p.

Section Labels.
  Variable r : rules.
  Variable cs : list card.                 (* waste and hand as they lay at the start, the first dealt first *)
  Variable base : card.                    (* the foundation's top then, named by the number after theirs *)

  Definition number : nat := length cs.
  Definition card_of (i : nat) : card := nth i (cs ++ [base]) base.
  Definition fit (t x : nat) : bool := matches (card_of t) (card_of x).
  Definition fitting (t : nat) : list nat := filter (fit t) (seq 0 number).
  Definition picking : Z := Z.of_N (pickup r).

  Definition some_match (s : cards) (t : nat) : bool := existsb (mem s) (fitting t).

  Definition step (l : label) (x : nat) : label :=
    let k := turn l in
    if some_match (rest l) (at_top l)
    then if comes k (spot l) x
         then Label (clear (rest l) x) x k x (cost l + Z.of_nat k + 1)
         else Label (clear (rest l) x) x (S k) x (cost l + Z.of_nat k + 2 + picking)
    else Label (clear (rest l) x) x k (spot l) (cost l + Z.of_nat k + if comes k (spot l) x then 1 else 2).

  Definition may (l : label) (x : nat) : Prop :=
    mem (rest l) x = true /\ x < number /\ (some_match (rest l) (at_top l) = true -> fit (at_top l) x = true).

  Inductive runs : label -> label -> Prop :=
  | run_none l : runs l l
  | run_step l x l' : may l x -> runs (step l x) l' -> runs l l'.

  Definition over (l : label) : Prop := forall i, mem (rest l) i = false.

  Lemma step_rest l x : rest (step l x) = clear (rest l) x.
  Proof. unfold step. destruct (some_match _ _), (comes _ _ _); reflexivity. Qed.
  Lemma step_top l x : at_top (step l x) = x.
  Proof. unfold step. destruct (some_match _ _), (comes _ _ _); reflexivity. Qed.
  Lemma step_out l x : mem (rest (step l x)) x = false.
  Proof. rewrite step_rest, mem_clear, Nat.eqb_refl. apply andb_false_r. Qed.
  Lemma step_left l x y : mem (rest (step l x)) y = true -> mem (rest l) y = true.
  Proof. rewrite step_rest, mem_clear. lia. Qed.

  Lemma runs_later l l' : runs l l' -> turn l <= turn l' /\ (cost l <= cost l')%Z.
  Proof.
    induction 1 as [|l x l' _ _ IH]; [lia|]. revert IH. unfold step, picking.
    destruct (some_match _ _), (comes _ _ _); cbn [turn cost]; lia.
  Qed.

  (* ---- Passes ---- *)

  (* Each pass but the first plays a card, at one handling more than the pass before. *)
  Definition potential (l : label) : Z :=
    (2 * cost l + 2 * Z.of_nat (size (rest l)) - Z.of_nat (turn l) * (Z.of_nat (turn l) + 1) -
     2 * picking * Z.of_nat (turn l))%Z.

  Lemma potential_runs l l' : runs l l' -> (potential l <= potential l')%Z.
  Proof.
    induction 1 as [|l x l' [M _] _ IH]; [lia|]. etransitivity; [|exact IH]. apply size_clear in M.
    unfold potential, step. rewrite M. destruct (some_match _ _); [destruct (comes _ _ _)|destruct (comes _ _ _)];
      cbn [rest turn cost]; rewrite ?Nat2Z.inj_succ; lia.
  Qed.

  (* ---- Dominance ---- *)

  Definition earlier (a b : label) : Prop :=
    turn a < turn b \/ (turn a = turn b /\ forall x, x < number -> mem (rest b) x = true -> comes (turn b) (spot b) x = true ->
      comes (turn a) (spot a) x = true).

  Definition dominates (a b : label) : Prop :=
    rest a = rest b /\ at_top a = at_top b /\ earlier a b /\
    (cost a + picking * Z.of_nat (turn b) <= cost b + picking * Z.of_nat (turn a))%Z.

  Lemma dominates_step a b x : may b x -> dominates a b -> may a x /\ dominates (step a x) (step b x).
  Proof.
    intros [Mx [Lx Fx]] [R [T [E C]]]. split.
    - unfold may. rewrite R, T. auto.
    - split; [rewrite !step_rest; congruence|]. split; [now rewrite !step_top|].
      unfold step. rewrite R, T. destruct (some_match (rest b) (at_top b)).
      + destruct (comes (turn a) (spot a) x) eqn:Ca; destruct (comes (turn b) (spot b) x) eqn:Cb;
          destruct E as [E|[E K]]; unfold earlier; cbn [rest turn spot cost] in *; rewrite ?Nat2Z.inj_succ; try (split; [|nia]).
        * lia.
        * right. rewrite E. auto.
        * lia.
        * lia.
        * destruct (Nat.eq_dec (S (turn a)) (turn b)) as [Q|Q]; [right; rewrite Q; auto|lia].
        * rewrite (K x Lx Mx Cb) in Ca. discriminate.
        * lia.
        * right. rewrite E. auto.
      + assert (Same : earlier a b -> forall p q u v, earlier (Label (clear (rest b) x) x (turn a) (spot a) u)
          (Label (clear (rest b) x) x (turn b) (spot b) v) /\ p = p :> nat /\ q = q :> nat).
        { intros [L|[Q K']] p q u v; unfold earlier; cbn [rest turn spot]; split; auto. right. split; auto.
          intros y Ly My. rewrite mem_clear in My. apply andb_true_iff in My as [My _]. auto. }
        split; [now apply (Same E 0 0)|]. cbn [turn cost].
        destruct E as [E|[E K]].
        * destruct (comes (turn a) (spot a) x), (comes (turn b) (spot b) x); lia.
        * destruct (comes (turn b) (spot b) x) eqn:Cb; [rewrite (K x Lx Mx Cb)|destruct (comes (turn a) (spot a) x)]; lia.
  Qed.

  Lemma dominates_runs b b' : runs b b' -> forall a, dominates a b -> exists a', runs a a' /\ dominates a' b'.
  Proof.
    induction 1 as [b|b x b' M _ IH]; intros a D; [exists a; split; [constructor|auto]|].
    destruct (dominates_step a b x M D) as [M' D']. destruct (IH _ D') as [a' [H' D2]]. exists a'. split; auto.
    econstructor; eauto.
  Qed.

  (* ---- A run that stays below a cost, within some passes ---- *)

  Variable target : Z.
  Variable passes : nat.

  Definition wins (l : label) : Prop := exists l', runs l l' /\ over l' /\ (cost l' < target)%Z /\ turn l' < passes.

  Lemma dominates_wins a b : dominates a b -> wins b -> wins a.
  Proof.
    intros D [b' [H [O [C T]]]]. destruct (dominates_runs b b' H a D) as [a' [H' [R [_ [E C']]]]].
    exists a'. split; auto. split; [intro i; rewrite R; apply O|].
    assert (turn a' <= turn b') by (destruct E as [E|[E _]]; lia). split; [|lia]. unfold picking in *. nia.
  Qed.

  Lemma wins_step l : wins l -> over l \/ exists x, may l x /\ wins (step l x).
  Proof.
    intros [l' [H [O [C T]]]]. destruct H as [l|l x l' M H]; [auto|]. right. exists x. split; auto. exists l'. auto.
  Qed.

  (* ---- Lines of play are runs ---- *)

  Fixpoint asc (l : list nat) : Prop := match l with [] => True | x :: l' => (forall y, In y l' -> x < y) /\ asc l' end.

  Lemma asc_app a b : asc (a ++ b) <-> asc a /\ asc b /\ forall x y, In x a -> In y b -> x < y.
  Proof.
    induction a as [|z a IH]; simpl.
    - split; [intro H; repeat split; auto; intros ? ? []|tauto].
    - rewrite IH. split.
      + intros [H [A [B K]]]. repeat split; auto.
        * intros y I. apply H, in_or_app. auto.
        * intros x y [->|I] J; auto. apply H, in_or_app. auto.
      + intros [[H A] [B K]]. repeat split; auto. intros y I. apply in_app_or in I as [I|I]; auto.
  Qed.

  (* `a` are the cards below the place, the nearest first, `b` those from it on. *)
  Definition lies (l : label) (a b : list nat) : Prop :=
    asc (rev a ++ b) /\ (forall i, In i (rev a ++ b) <-> mem (rest l) i = true) /\ (forall i, In i (rev a ++ b) -> i < number) /\
    (forall i, In i a -> i < spot l) /\ (forall i, In i b -> spot l <= i).

  Definition stands (l : label) (q : position) : Prop :=
    laid q = true /\ top q = card_of (at_top l) /\ exists a b, lies l a b /\
      let (h, w) := if Nat.even (turn l) then (b, a) else (a, b) in
      hand q = map card_of h /\ waste q = map card_of w /\
      Z.of_N (handlings q) = (cost l + Z.of_nat (turn l) * Z.of_nat (length a + length b) + Z.of_nat (length w))%Z.

  Lemma lies_out (l l' : label) s1 x s2 a b : asc (s1 ++ x :: s2) ->
    (forall i, In i (s1 ++ x :: s2) <-> mem (rest l) i = true) -> (forall i, In i (s1 ++ x :: s2) -> i < number) ->
    rest l' = clear (rest l) x -> rev a ++ b = s1 ++ s2 ->
    (forall i, In i a -> i < spot l') -> (forall i, In i b -> spot l' <= i) -> lies l' a b.
  Proof.
    intros S M L R E A B. apply asc_app in S as [S1 [[S3 S2] S4]].
    assert (Sub : forall i, In i (s1 ++ s2) <-> In i (s1 ++ x :: s2) /\ i <> x).
    { intro i. rewrite !in_app_iff. simpl. split.
      - intros [I|I]; split; auto; intros ->.
        + specialize (S4 x x I (or_introl eq_refl)). lia.
        + specialize (S3 x I). lia.
      - intros [[I|[I|I]] N]; auto. congruence. }
    unfold lies. rewrite E, R. repeat split; auto.
    - apply asc_app. repeat split; auto. intros y z I J. apply S4; auto. now right.
    - intro I. apply Sub in I as [I N]. rewrite mem_clear. apply M in I. lia.
    - intro I. rewrite mem_clear in I. apply andb_true_iff in I as [I N]. apply negb_true_iff, Nat.eqb_neq in N.
      apply Sub. split; auto. now apply M.
    - intros i I. apply Sub in I as [I _]. auto.
  Qed.

  Lemma asc_mid s1 x s2 : asc (s1 ++ x :: s2) -> (forall y, In y s1 -> y < x) /\ (forall y, In y s2 -> x < y).
  Proof. intro S. apply asc_app in S as [_ [[S2 _] S3]]. split; auto. intros y I. apply S3; simpl; auto. Qed.

  Lemma split_map (h : list nat) j c : nth_error (map card_of h) j = Some c -> exists h1 x h2,
    h = h1 ++ x :: h2 /\ length h1 = j /\ card_of x = c.
  Proof.
    intro E. rewrite nth_error_map in E. destruct (nth_error h j) as [x|] eqn:N; [|discriminate]. injection E as <-.
    apply nth_error_split in N as [h1 [h2 [E L]]]. exists h1, x, h2. auto.
  Qed.

  Lemma named_in l : forall before k m, In m (named before l k) -> k <= at_place m /\
    nth_error l (at_place m - k) = Some (played m).
  Proof.
    induction l as [|c l IH]; intros before k m I; [destruct I|]. destruct I as [<-|I]; cbn [at_place played].
    - rewrite Nat.sub_diag. auto.
    - destruct (IH _ _ _ I) as [L E]. split; [lia|]. replace (at_place m - k) with (S (at_place m - S k)) by lia. exact E.
  Qed.

  Lemma take_out (a b : list card) x : without (length a) (a ++ x :: b) = a ++ b.
  Proof. induction a as [|y a IH]; simpl; congruence. Qed.
  Lemma first_part {A} (a b : list A) x : firstn (length a) (a ++ x :: b) = a.
  Proof. induction a as [|y a IH]; simpl; congruence. Qed.
  Lemma last_part {A} (a b : list A) x : skipn (S (length a)) (a ++ x :: b) = b.
  Proof. induction a as [|y a IH]; simpl; auto. Qed.

  (* What a move leaves, by where its card lies. *)
  Section Move.
    Variables (q : position) (m : mv) (l1 l2 : list card) (c : card).
    Hypothesis begun : laid q = true.

    Lemma from_hand : impasse q = false -> hand q = l1 ++ c :: l2 -> at_place m = length l1 ->
      after_move r q m = Position true (played m) l2 (rev l1 ++ waste q) (handlings q + N.of_nat (length l1) + 1)%N.
    Proof.
      intros I H P. unfold after_move. rewrite begun, I, H, P. destruct (Nat.ltb_spec (length l1) (length (l1 ++ c ::
        l2))) as [_|L]; [|rewrite app_length in L; simpl in L; lia]. now rewrite last_part, first_part.
    Qed.

    Lemma from_waste : impasse q = false -> waste q = l1 ++ c :: l2 -> at_place m = length (hand q) + length l1 ->
      after_move r q m = Position true (played m) l2 (rev l1 ++ hand q)
        (handlings q + N.of_nat (length (hand q)) + pickup r + N.of_nat (length (hand q) + length l1) + 1)%N.
    Proof.
      intros I W P. unfold after_move. rewrite begun, I, P.
      destruct (Nat.ltb_spec (length (hand q) + length l1) (length (hand q))) as [L|_]; [lia|].
      assert (E : rev (hand q) ++ waste q = (rev (hand q) ++ l1) ++ c :: l2) by now rewrite W, <- app_assoc.
      assert (Q : length (hand q) + length l1 = length (rev (hand q) ++ l1)) by now rewrite app_length, rev_length.
      rewrite E, Q, last_part, first_part, rev_app_distr, rev_involutive, <- Q. reflexivity.
    Qed.

    Lemma taken_hand : impasse q = true -> hand q = l1 ++ c :: l2 -> at_place m = length l1 ->
      after_move r q m = Position true (played m) (l1 ++ l2) (waste q) (handlings q + 1)%N.
    Proof.
      intros I H P. unfold after_move. rewrite begun, I, H, P. destruct (Nat.ltb_spec (length l1) (length (l1 ++ c ::
        l2))) as [_|L]; [|rewrite app_length in L; simpl in L; lia]. now rewrite take_out.
    Qed.

    Lemma taken_waste : impasse q = true -> waste q = l1 ++ c :: l2 -> at_place m = length (hand q) + length l1 ->
      after_move r q m = Position true (played m) (hand q) (l1 ++ l2) (handlings q + 1)%N.
    Proof.
      intros I W P. unfold after_move. rewrite begun, I, W, P.
      destruct (Nat.ltb_spec (length (hand q) + length l1) (length (hand q))) as [L|_]; [lia|].
      replace (length (hand q) + length l1 - length (hand q)) with (length l1) by lia. now rewrite take_out.
    Qed.
  End Move.

  (* A card goes out of the cards below the place, or of those from it on. *)
  Lemma out_above l l' a b1 x b2 : lies l a (b1 ++ x :: b2) -> rest l' = clear (rest l) x ->
    (spot l' = x -> lies l' (rev b1 ++ a) b2) /\ (spot l' = spot l -> lies l' a (b1 ++ b2)).
  Proof.
    intros [S [M [L [A B]]]] R. rewrite app_assoc in S, M, L. destruct (asc_mid _ _ _ S) as [Lo Hi].
    split; intro E; eapply (lies_out l l' (rev a ++ b1) x b2); eauto; rewrite ?E; try exact A.
    - now rewrite rev_app_distr, rev_involutive, <- app_assoc.
    - intros i I. apply Lo. rewrite in_app_iff, <- in_rev in *. tauto.
    - intros i I. apply Nat.lt_le_incl. auto.
    - now rewrite app_assoc.
    - intros i I. apply B. rewrite in_app_iff in *. simpl. tauto.
  Qed.

  Lemma out_below l l' a1 x a2 b : lies l (a1 ++ x :: a2) b -> rest l' = clear (rest l) x ->
    (spot l' = x -> lies l' a2 (rev a1 ++ b)) /\ (spot l' = spot l -> lies l' (a1 ++ a2) b).
  Proof.
    intros [S [M [L [A B]]]] R.
    assert (E0 : rev (a1 ++ x :: a2) ++ b = rev a2 ++ x :: (rev a1 ++ b)).
    { rewrite rev_app_distr. simpl. now rewrite <- !app_assoc. }
    rewrite E0 in S, M, L. destruct (asc_mid _ _ _ S) as [Lo Hi].
    split; intro E; eapply (lies_out l l' (rev a2) x (rev a1 ++ b)); eauto; rewrite ?E; try exact B.
    - intros i I. apply Lo. now apply in_rev in I.
    - intros i I. apply Nat.lt_le_incl. auto.
    - now rewrite rev_app_distr, <- app_assoc.
    - intros i I. apply A. rewrite in_app_iff in *. simpl. tauto.
  Qed.

  Hypothesis free : always_play r = false.

  Lemma match_is l q : stands l q -> some_match (rest l) (at_top l) = negb (impasse q).
  Proof.
    intros [_ [T [a [b [[_ [Me [Lt _]]] H]]]]]. unfold impasse. rewrite negb_involutive.
    assert (C : forall c, In c (coming q) <-> exists i, In i (rev a ++ b) /\ card_of i = c).
    { intro c. unfold coming. destruct (Nat.even (turn l)); destruct H as [-> [-> _]]; rewrite <- map_app, in_map_iff;
        (split; intros [i [H1 H2]]; exists i; rewrite in_app_iff, <- ?in_rev in *; tauto). }
    apply eq_true_iff_eq. unfold some_match, fitting. rewrite !existsb_exists. split.
    - intros [x [I M]]. apply filter_In in I as [I F]. exists (card_of x). split; [|now rewrite T].
      apply C. exists x. split; auto. now apply Me.
    - intros [c [I F]]. apply C in I as [x [I <-]]. exists x. split; [|now apply Me]. apply filter_In. split.
      + apply in_seq. specialize (Lt x I). lia.
      + now rewrite T in F.
  Qed.

  (* What is left of `stands` after a step, by whether q is an impasse; and with which cards below and above it holds. *)
  Ltac one_step l x q Hc Mi Xb Em Im :=
    unfold stands; rewrite step_top; rewrite app_length in Hc; simpl length in Hc;
    assert (Em : step l x = step l x) by reflexivity; unfold step in Em at 2; rewrite Mi, Xb in Em;
    destruct (impasse q) eqn:Im; cbn [negb] in Em.
  Ltac leaves below above H Em :=
    cbn [laid top hand waste handlings]; split; [reflexivity|]; split; [congruence|]; exists below, above;
    split; [apply H; now rewrite Em|]; rewrite Em; cbn [turn cost].

  Theorem stands_step l q m : stands l q -> In m (legal r q) -> exists x, may l x /\ stands (step l x) (after_move r q m).
  Proof.
    intros St I. assert (Mi := match_is l q St). destruct St as [La [T [a [b [Li H]]]]].
    assert (In m (named [] (coming q) 0) /\ (impasse q = false -> matches (top q) (played m) = true)) as [Nm Ok].
    { unfold legal in I. rewrite La, free in I. destruct (impasse q); [split; [exact I|discriminate]|].
      apply filter_In in I. tauto. }
    clear I. apply named_in in Nm as [_ Nm]. rewrite Nat.sub_0_r in Nm. unfold coming in Nm.
    assert (Mem : forall x, In x (rev a ++ b) -> played m = card_of x -> may l x).
    { intros x I E. destruct Li as [_ [Me [Lt _]]]. split; [now apply Me|]. split; [auto|]. rewrite Mi. intro Im.
      apply negb_true_iff in Im. unfold fit. rewrite <- T, <- E. auto. }
    assert (Below := proj1 (proj2 (proj2 (proj2 Li)))). assert (Above := proj2 (proj2 (proj2 (proj2 Li)))).
    destruct (Nat.even (turn l)) eqn:Ev; destruct H as [Hh [Hw Hc]];
      destruct (Nat.lt_ge_cases (at_place m) (length (hand q))) as [Lt|Ge].
    - (* upwards, from the hand *)
      rewrite nth_error_app1 in Nm by exact Lt. rewrite Hh in Nm. apply split_map in Nm as [h1 [x [h2 [E [Lp Ex]]]]]. subst b.
      assert (Xb : comes (turn l) (spot l) x = true).
      { unfold comes. rewrite Ev. apply Nat.leb_le, Above, in_or_app. simpl. auto. }
      rewrite map_app in Hh. exists x. split; [apply Mem; auto; rewrite !in_app_iff; simpl; auto|].
      destruct (out_above l (step l x) a h1 x h2 Li (step_rest l x)) as [Om Oi]. one_step l x q Hc Mi Xb Em Im.
      + rewrite (taken_hand q m _ _ _ La Im Hh) by now rewrite map_length. leaves a (h1 ++ h2) Oi Em.
        rewrite Ev, map_app. repeat split; auto. rewrite app_length. lia.
      + rewrite (from_hand q m _ _ _ La Im Hh) by now rewrite map_length. leaves (rev h1 ++ a) h2 Om Em.
        rewrite Ev, Hw, map_app, map_rev, map_length. repeat split; auto. rewrite !app_length, rev_length. lia.
    - (* upwards, from the waste *)
      rewrite nth_error_app2 in Nm by exact Ge. rewrite Hw in Nm. apply split_map in Nm as [w1 [x [w2 [E [Lp Ex]]]]]. subst a.
      assert (Xb : comes (turn l) (spot l) x = false).
      { unfold comes. rewrite Ev. apply Nat.leb_gt, Below, in_or_app. simpl. auto. }
      assert (Lh : length (hand q) = length b) by now rewrite Hh, map_length. rewrite map_app in Hw. exists x.
      split; [apply Mem; auto; rewrite in_app_iff, <- in_rev, in_app_iff; simpl; auto|].
      destruct (out_below l (step l x) w1 x w2 b Li (step_rest l x)) as [Om Oi]. one_step l x q Hc Mi Xb Em Im.
      + rewrite (taken_waste q m _ _ _ La Im Hw) by (rewrite map_length; lia). leaves (w1 ++ w2) b Oi Em.
        rewrite Ev, map_app. repeat split; auto. rewrite app_length. lia.
      + rewrite (from_waste q m _ _ _ La Im Hw) by (rewrite map_length; lia). leaves w2 (rev w1 ++ b) Om Em.
        rewrite Nat.even_succ, <- Nat.negb_even, Ev. cbn [negb].
        rewrite Hh, map_app, map_rev, !map_length. repeat split; auto. rewrite !app_length, rev_length. unfold picking. nia.
    - (* downwards, from the hand *)
      rewrite nth_error_app1 in Nm by exact Lt. rewrite Hh in Nm. apply split_map in Nm as [h1 [x [h2 [E [Lp Ex]]]]]. subst a.
      assert (Xb : comes (turn l) (spot l) x = true).
      { unfold comes. rewrite Ev. apply Nat.ltb_lt, Below, in_or_app. simpl. auto. }
      rewrite map_app in Hh. exists x.
      split; [apply Mem; auto; rewrite in_app_iff, <- in_rev, in_app_iff; simpl; auto|].
      destruct (out_below l (step l x) h1 x h2 b Li (step_rest l x)) as [Om Oi]. one_step l x q Hc Mi Xb Em Im.
      + rewrite (taken_hand q m _ _ _ La Im Hh) by now rewrite map_length. leaves (h1 ++ h2) b Oi Em.
        rewrite Ev, map_app. repeat split; auto. rewrite app_length. lia.
      + rewrite (from_hand q m _ _ _ La Im Hh) by now rewrite map_length. leaves h2 (rev h1 ++ b) Om Em.
        rewrite Ev, Hw, map_app, map_rev, map_length. repeat split; auto. rewrite !app_length, rev_length. lia.
    - (* downwards, from the waste *)
      rewrite nth_error_app2 in Nm by exact Ge. rewrite Hw in Nm. apply split_map in Nm as [w1 [x [w2 [E [Lp Ex]]]]]. subst b.
      assert (Xb : comes (turn l) (spot l) x = false).
      { unfold comes. rewrite Ev. apply Nat.ltb_ge, Above, in_or_app. simpl. auto. }
      assert (Lh : length (hand q) = length a) by now rewrite Hh, map_length. rewrite map_app in Hw. exists x.
      split; [apply Mem; auto; rewrite !in_app_iff; simpl; auto|].
      destruct (out_above l (step l x) a w1 x w2 Li (step_rest l x)) as [Om Oi]. one_step l x q Hc Mi Xb Em Im.
      + rewrite (taken_waste q m _ _ _ La Im Hw) by (rewrite map_length; lia). leaves a (w1 ++ w2) Oi Em.
        rewrite Ev, map_app. repeat split; auto. rewrite app_length. lia.
      + rewrite (from_waste q m _ _ _ La Im Hw) by (rewrite map_length; lia). leaves (rev w1 ++ a) w2 Om Em.
        rewrite Nat.even_succ, <- Nat.negb_even, Ev. cbn [negb].
        rewrite Hh, map_app, map_rev, !map_length. repeat split; auto. rewrite !app_length, rev_length. unfold picking. nia.
  Qed.

  Theorem path_runs q ms q' : path (one_minute r) q ms q' -> forall l, stands l q -> exists l', runs l l' /\ stands l' q'.
  Proof.
    induction 1 as [q|q m q1 ms q' I _ IH]; intros l St; [exists l; split; [constructor|auto]|].
    apply next_in in I as [I ->]. destruct (stands_step l q m St I) as [x [M St']].
    destruct (IH _ St') as [l' [R St2]]. exists l'. split; auto. econstructor; eauto.
  Qed.

  Lemma stands_final l q s : stands l q -> final q = Some s -> over l /\ cost l = Z.of_N s.
  Proof.
    intros [La [_ [a [b [[_ [Me _]] H]]]]] F. unfold final in F. rewrite La in F.
    destruct (hand q) as [|c h] eqn:Eh; [|discriminate]. destruct (waste q) as [|c w] eqn:Ew; [|discriminate].
    injection F as <-.
    assert (a = [] /\ b = []) as [-> ->].
    { destruct (Nat.even (turn l)); destruct H as [H1 [H2 _]]; destruct a, b; try discriminate; auto. }
    split; [intro i; destruct (mem (rest l) i) eqn:M; auto; apply Me in M; destruct M|].
    destruct (Nat.even (turn l)); destruct H as [_ [_ H]]; cbn [length] in H; lia.
  Qed.

  (* The label of a position. *)
  Definition first_label (q : position) : label :=
    Label (full number) number 0 (length (waste q)) (Z.of_N (handlings q) - Z.of_nat (length (waste q))).

  Lemma asc_seq k : forall i, asc (seq i k).
  Proof. induction k as [|k IH]; intro i; simpl; auto. split; auto. intros y I. apply in_seq in I. lia. Qed.

  Lemma first_stands q : number <= most_cards -> laid q = true -> cs = rev (waste q) ++ hand q -> base = top q -> stands (first_label q) q.
  Proof.
    intros Few La Ec Eb. unfold stands, first_label. cbn [at_top turn cost].
    assert (Ln : number = length (waste q) + length (hand q)) by (unfold number; rewrite Ec, app_length, rev_length; lia).
    split; [exact La|]. split.
    - unfold card_of, number. rewrite app_nth2, Nat.sub_diag by lia. auto.
    - exists (rev (seq 0 (length (waste q)))), (seq (length (waste q)) (length (hand q))).
      assert (Cat : rev (rev (seq 0 (length (waste q)))) ++ seq (length (waste q)) (length (hand q)) = seq 0 number).
      { rewrite rev_involutive, Ln. symmetry. apply seq_app. }
      split.
      + unfold lies. rewrite Cat. cbn [rest spot]. split; [apply asc_seq|]. repeat split.
        * intro I. apply in_seq in I. rewrite mem_full by exact Few. lia.
        * rewrite mem_full by exact Few. intro I. apply in_seq. lia.
        * intros i I. apply in_seq in I. lia.
        * intros i I. apply in_rev, in_seq in I. lia.
        * intros i I. apply in_seq in I. lia.
      + assert (Nth : forall l u v, cs = u ++ l ++ v -> map card_of (seq (length u) (length l)) = l).
        { induction l as [|c l IH]; intros u v E; [reflexivity|]. cbn [length seq map]. f_equal.
          - unfold card_of. rewrite E, <- !app_assoc, app_nth2, Nat.sub_diag by lia. reflexivity.
          - replace (S (length u)) with (length (u ++ [c])) by (rewrite app_length; simpl; lia).
            apply (IH (u ++ [c]) v). now rewrite <- app_assoc. }
        repeat split.
        * symmetry. rewrite <- (rev_length (waste q)). apply (Nth (hand q) (rev (waste q)) []). now rewrite app_nil_r.
        * assert (E : map card_of (seq 0 (length (waste q))) = rev (waste q)).
          { rewrite <- (rev_length (waste q)). apply (Nth (rev (waste q)) [] (hand q)). exact Ec. }
          now rewrite map_rev, E, rev_involutive.
        * rewrite !rev_length, !seq_length. lia.
  Qed.
End Labels.
