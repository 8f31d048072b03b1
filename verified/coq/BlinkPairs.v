(* Cards of Blink that lie on cells: how many pairs of them touch, and how many runs their rows and columns have. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder BlinkClauses.
Import ListNotations.
Open Scope N_scope.

Lemma sum_plus {A} (f g : A -> N) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite !sum_cons, IH. lia. Qed.

Lemma sum_le {A} (f g : A -> N) l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof. induction l as [|x l IH]; intro H; [apply N.le_refl|]. rewrite !sum_cons. apply N.add_le_mono; simpl in *; auto. Qed.

Lemma sum_swap {A B} (f : A -> B -> N) a b :
  sum (fun x => sum (f x) b) a = sum (fun y => sum (fun x => f x y) a) b.
Proof.
  induction a as [|x a IH].
  - induction b as [|y b IHb]; [reflexivity|]. auto.
  - rewrite sum_cons, IH, <- sum_plus. now apply sum_same.
Qed.

Lemma sum_one {A} (h : A -> bool) l : sum (fun x => one (h x)) l = count (filter h l).
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite sum_cons, IH. cbn [filter]. destruct (h x); cbn [one
  count]; lia. Qed.

Lemma sum_const {A} (k : N) (l : list A) : sum (fun _ => k) l = k * count l.
Proof. induction l as [|x l IH]; [cbn; lia|]. rewrite sum_cons, IH. cbn [count]. lia. Qed.

(* Of symmetric values of pairs: each pair that touches is seen once, from its left or upper card. *)
Lemma seen_once {A} (F : A -> cell) (v : A -> A -> N) l : (forall x y, In x l -> In y l -> v x y = v y x) ->
  sum (fun x => sum (fun y => if right_or_down (F x) (F y) then v x y else 0) l) l =
  sum (fun z => if touches (F (fst z)) (F (snd z)) then v (fst z) (snd z) else 0) (pairs l).
Proof.
  induction l as [|x l IH]; intro Sy; [reflexivity|]. cbn [pairs]. rewrite sum_app, sum_map, <- IH.
  2: { intros y z Y Z. apply Sy; now right. }
  rewrite sum_cons, sum_cons. cbn [fst snd].
  assert (E := in_order_once).
  assert (T : forall a b, touches a b = right_or_down a b || right_or_down b a).
  { intros a b. rewrite touches_is. unfold right_or_down, same_cell. cbn [fst snd]. lia. }
  assert (S : right_or_down (F x) (F x) = false) by (specialize (E (F x) (F x)); lia).
  rewrite S.
  transitivity (sum (fun y => (if right_or_down (F x) (F y) then v x y else 0) +
                              (if right_or_down (F y) (F x) then v y x else 0)) l +
                sum (fun y => sum (fun z => if right_or_down (F y) (F z) then v y z else 0) l) l).
  - rewrite sum_plus.
    assert (H : forall k, sum (fun y => sum (fun z => if right_or_down (F y) (F z) then v y z else 0) (x :: l)) k =
      sum (fun y => if right_or_down (F y) (F x) then v y x else 0) k +
      sum (fun y => sum (fun z => if right_or_down (F y) (F z) then v y z else 0) l) k).
    { intro k. rewrite <- sum_plus. now apply sum_same. }
    rewrite H. lia.
  - f_equal. apply sum_same. intros y I. rewrite T. specialize (E (F x) (F y)).
    destruct (right_or_down (F x) (F y)), (right_or_down (F y) (F x)); cbn [orb]; auto; [destruct E; auto|lia|].
    rewrite N.add_0_l. apply Sy; [now right|now left].
Qed.

Definition touching {A} (F : A -> cell) (l : list A) : N :=
  sum (fun z => one (touches (F (fst z)) (F (snd z)))) (pairs l).

(* The cells of a rectangle. *)
Definition cells_between (x0 x1 y0 y1 : Z) : list cell :=
  flat_map (fun y => map (fun x => (x, y)) (whole_from x0 (Z.to_nat (x1 - x0 + 1))))
    (whole_from y0 (Z.to_nat (y1 - y0 + 1))).

Lemma between_in x0 x1 y0 y1 c : In c (cells_between x0 x1 y0 y1) <-> (x0 <= fst c <= x1 /\ y0 <= snd c <= y1)%Z.
Proof.
  unfold cells_between. rewrite in_flat_map. split.
  - intros [y [Y I]]. apply in_map_iff in I as [x [<- X]]. apply whole_in in X, Y. cbn [fst snd]. lia.
  - intros [X Y]. exists (snd c). split; [apply whole_in; lia|]. apply in_map_iff. exists (fst c).
    split; [now destruct c|]. apply whole_in. lia.
Qed.

Lemma between_length x0 x1 y0 y1 :
  length (cells_between x0 x1 y0 y1) = (Z.to_nat (x1 - x0 + 1) * Z.to_nat (y1 - y0 + 1))%nat.
Proof.
  unfold cells_between. rewrite <- (whole_length y0 (Z.to_nat (y1 - y0 + 1))) at 2.
  induction (whole_from y0 (Z.to_nat (y1 - y0 + 1))) as [|y l IH]; cbn [flat_map length]; [lia|]. rewrite
    app_length, map_length, whole_length.
  transitivity (Z.to_nat (x1 - x0 + 1) + Z.to_nat (x1 - x0 + 1) * length l)%nat; [f_equal; exact IH|lia].
Qed.

Definition left_of (c : cell) : cell := (fst c - 1, snd c)%Z.
Definition above (c : cell) : cell := (fst c, snd c - 1)%Z.

Section Runs.
  Context {A : Type}.
  Variables (F : A -> cell) (l : list A).
  Hypothesis once : NoDup l.
  Hypothesis apart : forall x y, In x l -> In y l -> F x = F y -> x = y.

  Definition held (c : cell) : bool := existsb (fun x => same_cell (F x) c) l.

  Lemma held_true c : held c = true <-> exists x, In x l /\ F x = c.
  Proof.
    unfold held. rewrite existsb_exists. split; intros [x [I E]]; exists x; split; auto; now apply same_cell_eq.
  Qed.

  (* The cards with which a run of a row, or of a column, begins. *)
  Definition first_in_row (c : cell) : bool := negb (held (left_of c)).
  Definition first_in_column (c : cell) : bool := negb (held (above c)).
  Definition runs : N := sum (fun x => one (first_in_row (F x)) + one (first_in_column (F x))) l.

  Lemma at_cell c k : NoDup k -> incl k l -> sum (fun x => one (same_cell (F x) c)) k =
    one (existsb (fun x => same_cell (F x) c) k).
  Proof.
    induction k as [|x k IH]; intros N I; [reflexivity|]. inversion N; subst. rewrite sum_cons, IH; auto.
    2: { intros y J. apply I. now right. }
    cbn [existsb]. destruct (same_cell (F x) c) eqn:E; cbn [orb one]; [|lia].
    destruct (existsb _ k) eqn:X; [|cbn; lia]. exfalso.
    apply existsb_exists in X as [y [J Y]]. apply same_cell_eq in E, Y. apply H1.
    rewrite (apart x y); [auto|apply I; now left|apply I; now right|congruence].
  Qed.

  (* Each card that begins no run touches the one before it. *)
  Theorem touching_runs : touching F l + runs = 2 * count l.
  Proof.
    unfold touching.
    rewrite <- (sum_same (fun z => if touches (F (fst z)) (F (snd z)) then 1 else 0)).
    2: { auto. }
    rewrite <- (seen_once F (fun _ _ => 1)); auto. rewrite sum_swap.
    unfold runs. rewrite <- sum_plus, <- sum_const. apply sum_same. intros x I.
    rewrite (sum_same _ (fun y => one (same_cell (F y) (left_of (F x))) + one (same_cell (F y) (above (F x))))).
    - rewrite sum_plus, !at_cell; auto using incl_refl. unfold first_in_row, first_in_column, held.
      destruct (existsb _ l), (existsb _ l); cbn [negb one]; lia.
    - intros y J. destruct (F x) as [a b], (F y) as [c d]. unfold right_or_down, same_cell, left_of, above. cbn
      [fst snd].
      destruct (Z.eqb_spec a (c + 1)), (Z.eqb_spec b d), (Z.eqb_spec a c), (Z.eqb_spec b (d + 1)),
        (Z.eqb_spec c (a - 1)), (Z.eqb_spec d b), (Z.eqb_spec c a), (Z.eqb_spec d (b - 1)); cbn [andb orb one]; lia.
  Qed.

  (* Each line that holds a card, a row or a column, has a first one: `along` and `across` are the places of a cell
     in its line and of the line, `back` is the cell before. *)
  Lemma line_begins (along across : cell -> Z) (back : cell -> cell) :
    (forall c, along (back c) = (along c - 1)%Z /\ across (back c) = across c) ->
    forall x, In x l -> exists y, In y l /\ across (F y) = across (F x) /\ negb (held (back (F y))) = true.
  Proof.
    intros B x I. set (k := map (fun z => along (F z)) (filter (fun z => Z.eqb (across (F z)) (across (F x))) l)).
    assert (Kin : forall z, In z l -> across (F z) = across (F x) -> In (along (F z)) k).
    { intros z Iz E. apply in_map_iff. exists z. split; auto. apply filter_In. split; auto. now apply Z.eqb_eq. }
    assert (M : In (least k (along (F x))) k) by (destruct (least_in k (along (F x))) as [E|E]; auto; rewrite
      <- E; auto). apply in_map_iff in M as [y [Ey Iy]]. apply filter_In in Iy as [Iy R]. apply Z.eqb_eq in R.
    exists y. repeat split; auto. destruct (held _) eqn:H; auto. apply held_true in H as [z [Iz Ez]].
    destruct (B (F y)) as [B1 B2]. rewrite <- Ez in B1, B2.
    assert (L := least_le k (along (F x)) (along (F z)) (Kin z Iz (eq_trans B2 R))). lia.
  Qed.

  Theorem lines_runs xs ys : NoDup xs -> NoDup ys -> (forall x, In x xs -> exists a, In a l /\ fst (F a) = x) ->
    (forall y, In y ys -> exists a, In a l /\ snd (F a) = y) -> count xs + count ys <= runs.
  Proof.
    intros Nx Ny Hx Hy. unfold runs. rewrite sum_plus, !sum_one.
    assert (X : (length ys <= length (filter (fun x => first_in_row (F x)) l))%nat).
    { rewrite <- (map_length (fun x => snd (F x))). apply NoDup_incl_length; auto. intros y I.
      destruct (Hy y I) as [a [Ia Ea]]. destruct (line_begins fst snd left_of (fun _ => conj eq_refl eq_refl) a
        Ia) as [b [Ib [Eb B]]]. apply in_map_iff. exists b.
      split; [congruence|]. now apply filter_In. }
    assert (Y : (length xs <= length (filter (fun x => first_in_column (F x)) l))%nat).
    { rewrite <- (map_length (fun x => fst (F x))). apply NoDup_incl_length; auto. intros x I.
      destruct (Hx x I) as [a [Ia Ea]]. destruct (line_begins snd fst above (fun _ => conj eq_refl eq_refl) a
        Ia) as [b [Ib [Eb B]]]. apply in_map_iff. exists b.
      split; [congruence|]. now apply filter_In. }
    rewrite !count_length. lia.
  Qed.

  (* Cells of which each holds a card that begins a run. *)
  Lemma cells_begin (q : cell -> bool) cs : NoDup cs ->
    sum (fun c => one (held c && q c)) cs <= sum (fun x => one (q (F x))) l.
  Proof.
    intro N. rewrite !sum_one.
    assert (X : (length (filter (fun c => held c && q c) cs) <= length (filter (fun x => q (F x)) l))%nat).
    { rewrite <- (map_length F (filter _ l)). apply NoDup_incl_length; [now apply NoDup_filter|].
      intros c I. apply filter_In in I as [_ I]. apply andb_true_iff in I as [H Q]. apply held_true in H as [x [Ix E]].
      apply in_map_iff. exists x. split; auto. apply filter_In. split; auto. congruence. }
    rewrite !count_length. lia.
  Qed.
End Runs.

(* The runs of filled cells of a line, cell by cell; `before`: the cell before the line is filled. *)
Fixpoint line_runs (before : bool) (line : list bool) : N :=
  match line with [] => 0 | b :: line' => one (b && negb before) + line_runs b line' end.

Inductive thinned : list bool -> list bool -> Prop :=
| thin_nil : thinned [] []
| thin_keep b k l : thinned k l -> thinned (b :: k) (b :: l)
| thin_drop b k l : thinned k l -> thinned k (b :: l).

Lemma thinned_runs k l : thinned k l -> forall p p', line_runs p k <= line_runs p' l + one (p' && negb p).
Proof.
  induction 1 as [|b k l T IH|b k l T IH]; intros p p'; cbn [line_runs]; [destruct p, p'; cbn; lia| |].
  - specialize (IH b b). destruct b, p, p'; cbn [andb negb one] in *; lia.
  - specialize (IH p b). destruct b, p, p'; cbn [andb negb one] in *; lia.
Qed.

(* Along a row, or a column. *)
Lemma axis_runs {A} (F : A -> cell) l (at_ : Z -> cell) (back : cell -> cell) :
  (forall z, back (at_ z) = at_ (z - 1)%Z) -> forall many z,
  line_runs (held F l (at_ (z - 1)%Z)) (map (fun z => held F l (at_ z)) (whole_from z many)) =
  sum (fun c => one (held F l c && negb (held F l (back c)))) (map at_ (whole_from z many)).
Proof.
  intro B. induction many as [|k IH]; intro z; [reflexivity|]. cbn [whole_from map line_runs]. rewrite sum_cons, B.
  f_equal. rewrite <- IH. f_equal. f_equal. f_equal. lia.
Qed.

Lemma sum_flat {A B} (f : B -> N) (g : A -> list B) l : sum f (flat_map g l) = sum (fun x => sum f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map]. now rewrite sum_app, sum_cons, IH. Qed.

(* Rows and columns of a box of which nothing is held beyond its upper and left side. *)
Theorem box_runs {A} (F : A -> cell) (l : list A) (w h : nat) :
  (forall x, In x l -> (0 <= fst (F x) /\ 0 <= snd (F x))%Z) ->
  sum (fun y => line_runs false (map (fun x => held F l (x, y)) (whole_from 0 w))) (whole_from 0 h) +
  sum (fun x => line_runs false (map (fun y => held F l (x, y)) (whole_from 0 h))) (whole_from 0 w) <= runs F l.
Proof.
  intro In_. unfold runs. rewrite sum_plus.
  assert (O : forall c, (fst c < 0 \/ snd c < 0)%Z -> held F l c = false).
  { intros c C. destruct (held F l c) eqn:H; auto. apply held_true in H as [x [I E]]. specialize (In_ x I).
    subst. lia. }
  apply N.add_le_mono.
  - etransitivity; [|apply (cells_begin F l (first_in_row F l) (flat_map (fun y => map (fun x => (x, y))
    (whole_from 0 w)) (whole_from 0 h)))].
    + rewrite sum_flat. apply N.eq_le_incl, sum_same. intros y I. unfold first_in_row.
      rewrite <- (axis_runs F l (fun x => (x, y)) left_of (fun _ => eq_refl)). f_equal. symmetry. apply O. cbn. lia.
    + apply grid_once; apply whole_once.
  - etransitivity; [|apply (cells_begin F l (first_in_column F l) (flat_map (fun x => map (fun y => (x, y))
    (whole_from 0 h)) (whole_from 0 w)))].
    + rewrite sum_flat. apply N.eq_le_incl, sum_same. intros x I. unfold first_in_column.
      rewrite <- (axis_runs F l (fun y => (x, y)) above (fun _ => eq_refl)). f_equal. symmetry. apply O. cbn. lia.
    + apply flat_once; [apply whole_once|intros x _; apply map_once; [apply whole_once|congruence]|].
      intros x x' z I J. apply in_map_iff in I as [y [<- _]], J as [y' [E _]]. congruence.
Qed.
