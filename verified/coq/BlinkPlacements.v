(* Placements of a component of Blink's partners in a box, in which so many of its pairs touch: all of them. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool PeanoNat Permutation Mergesort Orders.
From Winnow Require Import Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder BlinkClauses
  BlinkRefuted BlinkPairs.
Import ListNotations.
Open Scope N_scope.

(* A card and its cell: `spot` on an endless table, `place` by the number of the cell in a box. *)
Definition spot := (N * cell)%type.
Definition place := (N * N)%type.

Definition distance (a b : cell) : Z := (Z.abs (fst a - fst b) + Z.abs (snd a - snd b))%Z.

Fixpoint card_cell (c : N) (l : list spot) : cell :=
  match l with [] => (0, 0)%Z | (d, e) :: l' => if d =? c then e else card_cell c l' end.

Definition add_number (x : Z) (l : list Z) : list Z := if existsb (Z.eqb x) l then l else x :: l.
Definition numbers (l : list Z) : list Z := fold_right add_number [] l.

Lemma numbers_in l : forall x, In x (numbers l) <-> In x l.
Proof.
  induction l as [|y l IH]; intro x; [reflexivity|]. cbn [numbers fold_right]. change (fold_right add_number []
    l) with (numbers l).
  unfold add_number. destruct (existsb (Z.eqb y) (numbers l)) eqn:E; simpl; rewrite IH; [|tauto].
  apply existsb_exists in E as [z [I Ez]]. apply Z.eqb_eq in Ez. subst z. apply IH in I. intuition congruence.
Qed.

Lemma numbers_once l : NoDup (numbers l).
Proof.
  induction l as [|y l IH]; [constructor|]. cbn [numbers fold_right]. change (fold_right add_number [] l) with
    (numbers l).
  unfold add_number. destruct (existsb (Z.eqb y) (numbers l)) eqn:E; auto. constructor; auto. intro I.
  enough (existsb (Z.eqb y) (numbers l) = true) by congruence. apply existsb_exists. exists y. split; auto.
    apply Z.eqb_refl.
Qed.

Section Shapes.
  Variables matches partner : N -> N -> bool.
  Variables w h : Z.

  (* How many partners of a card on a cell lie apart from it; None if it cannot lie there. *)
  Fixpoint weigh (c : N) (at_ : cell) (laid : list spot) : option N :=
    match laid with
    | [] => Some 0
    | (d, e) :: laid' =>
        match weigh c at_ laid' with
        | None => None
        | Some k =>
            let far := distance at_ e in
            if Z.eqb far 0 then None
            else if Z.eqb far 1 then (if matches c d then Some k else None)
            else Some (if partner c d then N.succ k else k)
        end
    end.

  (* Where a card may lie: the first at 0,0; next to one of its partners, unless all of them may lie apart. *)
  Definition candidates (c : N) (laid : list spot) (lose : N) : list cell :=
    match laid with
    | [] => [(0, 0)%Z]
    | (_, e) :: _ =>
        let partners := filter (fun s => partner c (fst s)) laid in
        if count partners <=? lose then
          let xs := map (fun s => fst (snd s)) laid in
          let ys := map (fun s => snd (snd s)) laid in
          cells_between (most xs (fst e) - w + 1) (least xs (fst e) + w - 1) (most ys (snd e) - h + 1) (least
            ys (snd e) + h - 1)
        else fold_right add_cell [] (flat_map (fun s => neighbours (snd s)) partners)
    end.

  (* Cells in the box's width and height, on no more rows and columns than so many touching pairs allow. *)
  Definition roomy (limit : N) (laid : list spot) : bool :=
    match laid with
    | [] => true
    | (_, e) :: _ =>
        let xs := map (fun s => fst (snd s)) laid in
        let ys := map (fun s => snd (snd s)) laid in
        (most xs (fst e) - least xs (fst e) <? w)%Z && (most ys (snd e) - least ys (snd e) <? h)%Z &&
        (count (numbers xs) + count (numbers ys) <=? limit)
    end.

  Section Search.
    Context {R : Type}.
    Variables (leaf : list spot -> R) (none : R) (either : R -> (unit -> R) -> R).
    Variable limit : N.

    Fixpoint first_of {B} (f : B -> R) (l : list B) : R :=
      match l with [] => none | x :: l' => either (f x) (fun _ => first_of f l') end.

    (* Lays the cards so that exactly `lose` pairs of partners lie apart. *)
    Fixpoint lay (order : list N) (laid : list spot) (lose : N) : R :=
      match order with
      | [] => if lose =? 0 then leaf laid else none
      | c :: order' =>
          first_of (fun e =>
            let laid' := (c, e) :: laid in
            if roomy limit laid' then
              match weigh c e laid with
              | Some k => if k <=? lose then lay order' laid' (lose - k) else none
              | None => none
              end
            else none) (candidates c laid lose)
      end.

    Variable good : R -> Prop.
    Hypothesis good_left : forall a b, good a -> good (either a b).
    Hypothesis good_right : forall a b, good (b tt) -> good (either a b).

    Lemma first_good {B} (f : B -> R) l x : In x l -> good (f x) -> good (first_of f l).
    Proof. induction l as [|y l IH]; intros [] G; [subst|]; cbn [first_of]; auto. Qed.

    (* A layout of the cards of `all`. *)
    Variables (F : N -> cell) (all : list N).
    Hypothesis apart : forall i j, In i all -> In j all -> F i = F j -> i = j.
    Hypothesis fitting : forall i j, In i all -> In j all -> touches (F i) (F j) = true -> matches i j = true.
    Hypothesis wide_enough : forall i j, In i all -> In j all -> (fst (F i) - fst (F j) < w /\ snd (F i) - snd
      (F j) < h)%Z.
    Hypothesis enough : runs F all <= limit.
    Hypothesis partner_sym : forall i j, partner i j = partner j i.

    Definition spot_of (c : N) : spot := (c, F c).
    Definition far (c d : N) : N := one (partner c d && negb (touches (F c) (F d))).
    Definition lost (c : N) (l : list N) : N := sum (far c) l.
    Fixpoint all_lost (l order : list N) : N :=
      match order with [] => 0 | c :: order' => lost c l + all_lost (c :: l) order' end.

    Lemma weigh_is c l : incl (c :: l) all -> ~ In c l -> weigh c (F c) (map spot_of l) = Some (lost c l).
    Proof.
      induction l as [|d l IH]; [reflexivity|]. intros I Nc. change (map spot_of (d :: l)) with ((d, F d) ::
        map spot_of l). cbn [weigh].
      rewrite IH.
      2: { intros x Ix. apply I. simpl in *. tauto. }
      2: { intro J. apply Nc. now right. }
      assert (Ic : In c all) by (apply I; now left). assert (Id : In d all) by (apply I; right; now left).
      unfold distance.
      destruct (Z.eqb_spec (Z.abs (fst (F c) - fst (F d)) + Z.abs (snd (F c) - snd (F d))) 0) as [E|E].
      - exfalso. apply Nc. left. apply apart; auto. destruct (F c), (F d). cbn [fst snd] in E. f_equal; lia.
      - change (lost c (d :: l)) with (far c d + lost c l). unfold far. rewrite touches_is.
        destruct (Z.eqb _ 1) eqn:T.
        + rewrite fitting; auto.
          * now rewrite andb_false_r.
          * now rewrite touches_is.
        + rewrite andb_true_r. destruct (partner c d); cbn [one]; f_equal; lia.
    Qed.

    Lemma xs_of l x : In x (map (fun s : spot => fst (snd s)) (map spot_of l)) -> exists d, In d l /\ fst (F d) = x.
    Proof. rewrite map_map. intro I. apply in_map_iff in I as [d [E I]]. exists d. auto. Qed.
    Lemma ys_of l y : In y (map (fun s : spot => snd (snd s)) (map spot_of l)) -> exists d, In d l /\ snd (F d) = y.
    Proof. rewrite map_map. intro I. apply in_map_iff in I as [d [E I]]. exists d. auto. Qed.

    Lemma bounds d l : incl (d :: l) all ->
      let xs := map (fun s => fst (snd s)) (map spot_of (d :: l)) in
      let ys := map (fun s => snd (snd s)) (map spot_of (d :: l)) in
      exists a b e f, In a (d :: l) /\ In b (d :: l) /\ In e (d :: l) /\ In f (d :: l) /\
        most xs (fst (F d)) = fst (F a) /\ least xs (fst (F d)) = fst (F b) /\
        most ys (snd (F d)) = snd (F e) /\ least ys (snd (F d)) = snd (F f).
    Proof.
      intros I xs ys.
      assert (X : forall x, In x (fst (F d) :: xs) -> exists a, In a (d :: l) /\ fst (F a) = x).
      { intros x [<-|J]; [exists d; split; auto; now left|]. now apply xs_of in J. }
      assert (Y : forall y, In y (snd (F d) :: ys) -> exists a, In a (d :: l) /\ snd (F a) = y).
      { intros y [<-|J]; [exists d; split; auto; now left|]. now apply ys_of in J. }
      destruct (X _ (most_in xs (fst (F d)))) as [a [? ?]]. destruct (X _ (least_in xs (fst (F d)))) as [b [? ?]].
      destruct (Y _ (most_in ys (snd (F d)))) as [e [? ?]]. destruct (Y _ (least_in ys (snd (F d)))) as [f [? ?]].
      exists a, b, e, f. repeat split; auto.
    Qed.

    Lemma roomy_is d l : incl (d :: l) all -> roomy limit (map spot_of (d :: l)) = true.
    Proof.
      intro I. destruct (bounds d l I) as (a & b & e & f & Ia & Ib & Ie & If & E1 & E2 & E3 & E4).
      change (map spot_of (d :: l)) with ((d, F d) :: map spot_of l). cbn [roomy].
      change ((d, F d) :: map spot_of l) with (map spot_of (d :: l)). rewrite E1, E2, E3, E4.
      assert (H := wide_enough a b (I _ Ia) (I _ Ib)). assert (K := wide_enough e f (I _ Ie) (I _ If)).
      apply andb_true_iff. split; [apply andb_true_iff; split; apply Z.ltb_lt; lia|]. apply N.leb_le.
      etransitivity; [|exact enough]. apply lines_runs; auto using numbers_once.
      - intros x J. apply numbers_in, xs_of in J as [c [Jc E]]. exists c. auto.
      - intros y J. apply numbers_in, ys_of in J as [c [Jc E]]. exists c. auto.
    Qed.

    Lemma candidate c l lose : incl (c :: l) all -> (l = [] -> F c = (0, 0)%Z) -> lost c l <= lose ->
      In (F c) (candidates c (map spot_of l) lose).
    Proof.
      intros I Z0 L. assert (Ic : In c all) by (apply I; now left). destruct l as [|d l]; [left; symmetry; now
        apply Z0|].
      assert (Id : incl (d :: l) all) by (intros x J; apply I; now right).
      change (map spot_of (d :: l)) with ((d, F d) :: map spot_of l). cbn [candidates].
      change ((d, F d) :: map spot_of l) with (map spot_of (d :: l)).
      match goal with |- context [if ?t then _ else _] => destruct t eqn:H end; [apply N.leb_le in H|apply
        N.leb_gt in H].
      - destruct (bounds d l Id) as (a & b & e & f & Ia & Ib & Ie & If & E1 & E2 & E3 & E4). rewrite E1, E2, E3, E4.
        assert (H1 := wide_enough a c (Id _ Ia) Ic). assert (H2 := wide_enough c b Ic (Id _ Ib)).
        assert (H3 := wide_enough e c (Id _ Ie) Ic). assert (H4 := wide_enough c f Ic (Id _ If)).
        apply between_in; lia.
      - apply collect_in.
        assert (X : exists e, In e (d :: l) /\ partner c e = true /\ touches (F c) (F e) = true).
        { assert (G : forall k, lost c k < count (filter (fun s : spot => partner c (fst s)) (map spot_of k)) ->
            exists e, In e k /\ partner c e = true /\ touches (F c) (F e) = true).
          { induction k as [|e k IH]; [cbn; lia|]. change (lost c (e :: k)) with (far c e + lost c k). change
            (map spot_of (e :: k)) with ((e, F e) :: map spot_of k). cbn [filter fst].
            unfold far. destruct (partner c e) eqn:P; cbn [andb one count].
            - destruct (touches (F c) (F e)) eqn:T; [exists e; repeat split; auto; now left|].
              cbn [negb one]. intro Q. destruct IH as [x [Jx ?]]; [lia|]. exists x. split; auto. now right.
            - rewrite N.add_0_l. intro Q. destruct IH as [x [Jx ?]]; [lia|]. exists x. split; auto. now right. }
          apply G. exact (N.le_lt_trans _ _ _ L H). }
        destruct X as [e [Ie [Pe Te]]]. apply in_flat_map. exists (spot_of e). split.
        + apply filter_In. split; [now apply in_map|]. exact Pe.
        + apply touches_in. now rewrite touches_sym.
    Qed.

    Lemma lay_good order : forall l, NoDup (rev order ++ l) -> incl (rev order ++ l) all ->
      (l = [] -> match order with c :: _ => F c = (0, 0)%Z | [] => True end) ->
      good (leaf (map spot_of (rev order ++ l))) -> good (lay order (map spot_of l) (all_lost l order)).
    Proof.
      induction order as [|c order IH]; intros l N I Z0 G; [exact G|]. cbn [rev] in N, I, G.
      rewrite <- app_assoc in N, I, G. assert (Il : incl (c :: l) all) by (intros x J; apply I, in_or_app; now right).
      assert (Nc : ~ In c l).
      { apply NoDup_remove_2 in N. intro J. apply N, in_or_app. now right. }
      cbn [lay all_lost]. apply first_good with (x := F c).
      - apply candidate; [exact Il|exact Z0|]. apply N.le_add_r.
      - change ((c, F c) :: map spot_of l) with (map spot_of (c :: l)). rewrite (roomy_is c l Il), (weigh_is c l Il Nc).
        destruct (N.leb_spec (lost c l) (lost c l + all_lost (c :: l) order)); [|lia].
        replace (lost c l + all_lost (c :: l) order - lost c l) with (all_lost (c :: l) order) by lia.
        apply IH; auto. discriminate.
    Qed.

    Lemma all_lost_pairs order : forall l,
      all_lost l order = sum (fun z => far (fst z) (snd z)) (pairs order) + sum (fun c => lost c l) order.
    Proof using partner_sym.
      clear enough.
      induction order as [|c order IH]; intro l; [reflexivity|]. cbn [all_lost pairs].
      rewrite IH, sum_app, sum_map, sum_cons. cbn [fst snd].
      rewrite (sum_same (fun d => lost d (c :: l)) (fun d => far c d + lost d l)).
      - rewrite sum_plus. unfold lost. change (sum (fun x => far c x) order) with (sum (far c) order). lia.
      - intros d _. change (lost d (c :: l)) with (far d c + lost d l). f_equal.
        unfold far. now rewrite partner_sym, touches_sym.
    Qed.
  End Search.
End Shapes.

(* ---- A component: its cards, rising, and the order in which they are laid. ---- *)

Record component := Component { members : list N; order : list N }.

Section Component.
  Variables matches partner : N -> N -> bool.

  Definition edges (k : component) : list (N * N) := filter (fun z => partner (fst z) (snd z)) (pairs (order k)).

  (* So many pairs of partners touch, in a layout. *)
  Definition touching_edges (F : N -> cell) (k : component) : N :=
    sum (fun z => one (touches (F (fst z)) (F (snd z)))) (edges k).

  Definition runs_limit (k : component) (pairs : N) : N := 2 * count (order k) - pairs.

  Definition search {R} leaf none either (w h : Z) (k : component) (pairs : N) : R :=
    if pairs <=? count (edges k) then
      lay matches partner w h leaf none either (runs_limit k pairs) (order k) [] (count (edges k) - pairs)
    else none.

  Definition can_lie (w h : Z) (k : component) (pairs : N) : bool :=
    search (fun _ => true) false (fun a b => if a then true else b tt) w h k pairs.

  Definition shapes (w h : Z) (k : component) (pairs : N) : list (list spot) :=
    search (fun s => [s]) [] (fun a b => match b tt with [] => a | l => a ++ l end) w h k pairs.

  (* The most pairs that touch in any placement. *)
  Fixpoint most_from (w h : Z) (k : component) (pairs : nat) : option N :=
    if can_lie w h k (N.of_nat pairs) then Some (N.of_nat pairs)
    else match pairs with O => None | S p => most_from w h k p end.

  (* n cells lie in a rows and b columns with a b >= n, and begin a run in each: at most 2 n - a - b pairs touch. *)
  Definition at_most (k : component) : N :=
    N.min (count (edges k)) (2 * count (order k) - N.sqrt_up (4 * count (order k))).
  Definition most_pairs (w h : Z) (k : component) : option N := most_from w h k (N.to_nat (at_most k)).

  Definition cell_number (w : Z) (c : cell) : N := Z.to_N (fst c + w * snd c).

  Definition moved (w : Z) (k : component) (s : list spot) (x y : Z) : list place :=
    map (fun c => let e := card_cell c s in (c, cell_number w (fst e + x, snd e + y)%Z)) (members k).

  Definition shifted (w h : Z) (k : component) (s : list spot) : list (list place) :=
    let xs := map (fun e => fst (snd e)) s in
    let ys := map (fun e => snd (snd e)) s in
    let x0 := least xs 0 in let y0 := least ys 0 in
    flat_map (fun y => map (fun x => moved w k s x y) (whole_from (- x0) (Z.to_nat (w - (most xs 0 - x0)))))
      (whole_from (- y0) (Z.to_nat (h - (most ys 0 - y0)))).
End Component.

(* Placements rise by their cells. *)
Fixpoint rising (a b : list place) : bool :=
  match a, b with
  | (_, x) :: a', (_, y) :: b' => (x <? y) || ((x =? y) && rising a' b')
  | [], _ => true
  | _, _ => false
  end.

Module Rising <: TotalLeBool.
  Definition t := list place.
  Definition leb := rising.
  Lemma leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof.
    unfold leb. induction a as [|[c x] a IH]; intros [|[d y] b]; cbn [rising]; auto.
    destruct (N.ltb_spec x y), (N.ltb_spec y x), (N.eqb_spec x y), (N.eqb_spec y x); cbn [orb andb]; auto; lia.
  Qed.
End Rising.
Module Sorting := Sort Rising.

Definition placements matches partner (w h : Z) (k : component) (pairs : N) : list (list place) :=
  Sorting.sort (flat_map (shifted w h k) (shapes matches partner w h k pairs)).

Section Placed.
  Variables matches partner : N -> N -> bool.
  Variables w h : Z.
  Variable k : component.
  Variable F : N -> cell.
  Hypothesis order_once : NoDup (order k).
  Hypothesis members_order : incl (members k) (order k).
  Hypothesis some : order k <> [].
  Hypothesis inside : forall i, In i (order k) -> (0 <= fst (F i) < w /\ 0 <= snd (F i) < h)%Z.
  Hypothesis apart : forall i j, In i (order k) -> In j (order k) -> F i = F j -> i = j.
  Hypothesis fitting : forall i j, In i (order k) -> In j (order k) -> touches (F i) (F j) = true -> matches i j = true.
  Hypothesis partner_sym : forall i j, partner i j = partner j i.

  Notation P := (touching_edges partner F k).

  Lemma touching_most : P <= touching F (order k).
  Proof.
    unfold touching_edges, edges, touching. rewrite (sum_split _ (fun z => partner (fst z) (snd z)) (pairs
      (order k))). lia.
  Qed.

  Lemma edges_split : count (edges partner k) = P + sum (fun z => far partner F (fst z) (snd z)) (pairs (order k)).
  Proof.
    unfold touching_edges, edges. induction (pairs (order k)) as [|z l IH]; [reflexivity|]. rewrite sum_cons.
      cbn [filter].
    unfold far at 1. destruct (partner (fst z) (snd z)); cbn [andb one count].
    - rewrite sum_cons, IH. destruct (touches _ _); cbn [negb one]; lia.
    - lia.
  Qed.

  Definition origin : cell := match order k with c :: _ => F c | [] => (0, 0)%Z end.
  Definition G (c : N) : cell := (fst (F c) - fst origin, snd (F c) - snd origin)%Z.

  Lemma G_touches i j : touches (G i) (G j) = touches (F i) (F j).
  Proof. rewrite !touches_is. unfold G. cbn [fst snd]. lia. Qed.

  Lemma search_good {R} leaf none either (good : R -> Prop) :
    (forall a b, good a -> good (either a b)) -> (forall a b, good (b tt) -> good (either a b)) ->
    good (leaf (map (spot_of G) (rev (order k)))) -> good (search matches partner leaf none either w h k P).
  Proof.
    intros Gl Gr L. unfold search. assert (E := edges_split).
    destruct (N.leb_spec P (count (edges partner k))) as [_|H]; [|lia].
    replace (count (edges partner k) - P) with (all_lost partner G [] (order k)).
    - change (@nil spot) with (map (spot_of G) []).
      assert (T : touching G (order k) = touching F (order k)).
      { apply sum_same. intros z _. now rewrite G_touches. }
      assert (Ga : forall i j, In i (order k) -> In j (order k) -> G i = G j -> i = j).
      { unfold G. intros i j Ii Ij E'. apply apart; auto. destruct (F i), (F j). injection E' as E1 E2. f_equal; lia. }
      assert (Ru := touching_runs G (order k) order_once Ga). assert (M := touching_most).
      apply (lay_good matches partner w h) with (good := good) (all := order k); auto.
      + intros i j Ii Ij. rewrite G_touches. auto.
      + intros i j Ii Ij. assert (A := inside i Ii). assert (B := inside j Ij). unfold G. cbn [fst snd]. lia.
      + unfold runs_limit. lia.
      + rewrite app_nil_r. now apply NoDup_rev.
      + rewrite app_nil_r. intros x I. now apply in_rev.
      + intros _. unfold G, origin. destruct (order k); auto. f_equal; lia.
      + now rewrite app_nil_r.
    - rewrite all_lost_pairs; auto.
      rewrite (sum_none (fun c => lost partner G c [])); [|reflexivity].
      rewrite (sum_same _ (fun z => far partner F (fst z) (snd z))); [lia|]. intros z _. unfold far. now rewrite G_touches.
  Qed.

  Lemma can : can_lie matches partner w h k P = true.
  Proof. apply search_good with (good := fun b => b = true); auto; intros [] b E; auto; discriminate. Qed.

  Lemma most_bound : P <= at_most partner k.
  Proof.
    assert (E := edges_split). assert (T := touching_most). assert (R := touching_runs F (order k) order_once apart).
    apply N.min_glb; [lia|]. set (xs := numbers (map (fun i => fst (F i)) (order k))).
    set (ys := numbers (map (fun i => snd (F i)) (order k))). assert (L : count xs + count ys <= runs F (order k)).
    { apply lines_runs; [apply numbers_once|apply numbers_once| |]; intros z I; apply numbers_in, in_map_iff in
      I as [i [E' I]]; exists i; auto. }
    assert (Q : (length (order k) <= length xs * length ys)%nat).
    { rewrite <- prod_length, <- (map_length F). apply NoDup_incl_length; [now apply map_once|].
      intros c I. apply in_map_iff in I as [i [<- I]]. rewrite (surjective_pairing (F i)).
      apply in_prod; apply numbers_in, in_map_iff; exists i; auto. }
    enough (S : N.sqrt_up (4 * count (order k)) <= count xs + count ys) by lia.
    apply N.sqrt_up_le_square; [apply N.le_0_l|apply N.le_0_l|]. rewrite !count_length.
    revert Q. generalize (length (order k)) (length xs) (length ys). intros n a b Q.
    assert (H := Z.square_nonneg (Z.of_nat a - Z.of_nat b)). nia.
  Qed.

  Theorem most_is : exists m, most_pairs matches partner w h k = Some m /\ P <= m.
  Proof.
    unfold most_pairs. assert (L := most_bound).
    assert (L' : (N.to_nat P <= N.to_nat (at_most partner k))%nat) by lia. clear L. revert L'.
    generalize (N.to_nat (at_most partner k)). intro n. induction n as [|n IH]; intro L; cbn [most_from].
    - assert (H : P = 0) by lia. assert (C := can). rewrite H in C. cbn [N.of_nat]. rewrite C. exists 0. split;
      auto. lia.
    - destruct (can_lie _ _ _ _ _ (N.of_nat (S n))) eqn:C; [exists (N.of_nat (S n)); split; auto; lia|]. apply IH.
      destruct (Nat.eq_dec (N.to_nat P) (S n)) as [E|E]; [|lia]. assert (H : N.of_nat (S n) = P) by lia.
      rewrite H, can in C. discriminate.
  Qed.

  Definition target : list place := map (fun c => (c, cell_number w (F c))) (members k).

  Lemma spots_cell l c : In c l -> card_cell c (map (spot_of G) l) = G c.
  Proof.
    induction l as [|d l IH]; [intros []|]. intro I. change (map (spot_of G) (d :: l)) with ((d, G d) :: map
      (spot_of G) l). cbn [card_cell].
    destruct (N.eqb_spec d c) as [->|Ne]; auto. apply IH. destruct I; congruence.
  Qed.

  Theorem placements_complete : In target (placements matches partner w h k P).
  Proof.
    apply (Permutation_in target (Sorting.Permuted_sort _)). apply in_flat_map.
    exists (map (spot_of G) (rev (order k))). split.
    - apply search_good with (good := fun l => In (map (spot_of G) (rev (order k))) l); [| |now left].
      + intros a b I. destruct (b tt); auto. apply in_or_app. now left.
      + intros a b I. destruct (b tt); [destruct I|]. apply in_or_app. now right.
    - unfold shifted. rewrite !map_map. cbn [spot_of fst snd].
      assert (R : forall c, In c (rev (order k)) <-> In c (order k)) by (intro c; symmetry; apply in_rev).
      assert (O : exists c, In c (order k) /\ G c = (0, 0)%Z).
      { unfold G, origin. destruct (order k) as [|c l] eqn:E; [congruence|]. exists c. split; [now left|].
        f_equal; lia. }
      destruct O as [o [Io Eo]].
      assert (X : forall x (f : cell -> Z), In x (f (G o) :: map (fun c => f (G c)) (rev (order k))) ->
        exists c, In c (order k) /\ x = f (G c)).
      { intros x f [<-|I]; [exists o; auto|]. apply in_map_iff in I as [c [<- I]]. exists c. split; auto. now apply R. }
      rewrite Eo in X. destruct (X _ fst (least_in _ _)) as [a [Ia Ea]].
      destruct (X _ fst (most_in _ _)) as [b [Ib Eb]]. destruct (X _ snd (least_in _ _)) as [c [Ic Ec]].
      destruct (X _ snd (most_in _ _)) as [d [Id Ed]]. cbn [fst] in Ea, Eb. cbn [snd] in Ec, Ed.
      rewrite Ea, Eb, Ec, Ed. assert (Ha := inside _ Ia). assert (Hb := inside _ Ib). assert (Hc := inside _ Ic).
      assert (Hd := inside _ Id). apply in_flat_map. exists (snd origin).
      split; [apply whole_in; unfold G; cbn [snd]; lia|]. apply in_map_iff. exists (fst origin).
      split; [|apply whole_in; unfold G; cbn [fst]; lia]. apply map_ext_in. intros e Ie.
      rewrite spots_cell; [|now apply R, members_order]. unfold G. f_equal. f_equal. destruct (F e). cbn [fst snd].
      f_equal; lia.
  Qed.
End Placed.
