(* Content `loss-tree` of Blink: no layout of all cards scores above the bound. Boxes, shares and heads. *)

From Coq Require Import List NArith ZArith FMapPositive Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Blink BlinkChecks BlinkWitness BlinkLine BlinkEncoder BlinkClauses
  BlinkRefuted
  BlinkPairs BlinkPlacements BlinkTree BlinkLayouts.
Import ListNotations.
Open Scope N_scope.

(* ---- Tables of what is known of each card, or each cell. ---- *)

Definition table_by {A B} (name : A -> N) (value : A -> B) (l : list A) : PositiveMap.t B :=
  fold_right (fun x m => PositiveMap.add (key (name x)) (value x) m) (PositiveMap.empty B) l.

Lemma table_find {A B} (name : A -> N) (value : A -> B) l x :
  (forall y z, In y l -> In z l -> name y = name z -> y = z) -> In x l ->
  PositiveMap.find (key (name x)) (table_by name value l) = Some (value x).
Proof.
  induction l as [|y l IH]; intros O I; [destruct I|]. cbn [table_by fold_right].
  destruct (N.eq_dec (name x) (name y)) as [E|Ne].
  - rewrite E, PositiveMap.gss. f_equal. f_equal. apply O; auto. now left.
  - rewrite PositiveMap.gso; [|intro K; now apply key_once in K]. destruct I as [<-|I]; [congruence|].
    apply IH; auto. intros z u Z U. apply O; now right.
Qed.

Definition ways_in (m : PositiveMap.t bcard) (i j : N) : N :=
  match PositiveMap.find (key i) m, PositiveMap.find (key j) m with Some a, Some b => ways a b | _, _ => 0 end.
Definition matches_in (m : PositiveMap.t bcard) (i j : N) : bool := 0 <? ways_in m i j.
Definition partner_in (m : PositiveMap.t bcard) (i j : N) : bool := 2 <=? ways_in m i j.

Lemma partner_in_sym m i j : partner_in m i j = partner_in m j i.
Proof.
  unfold partner_in, ways_in. destruct (PositiveMap.find (key i) m), (PositiveMap.find (key j) m); auto.
  now rewrite ways_sym.
Qed.

(* ---- The cells of a box. ---- *)

Definition grid (w h : Z) : list cell := cells_between 0 (w - 1) 0 (h - 1).
Definition inside (w h : Z) (c : cell) : bool := ((0 <=? fst c) && (fst c <? w) && (0 <=? snd c) && (snd c <? h))%Z.

Lemma inside_true w h c : inside w h c = true <-> (0 <= fst c < w /\ 0 <= snd c < h)%Z.
Proof. unfold inside. lia. Qed.

Lemma grid_in w h c : In c (grid w h) <-> (0 <= fst c < w /\ 0 <= snd c < h)%Z.
Proof. unfold grid. rewrite between_in. lia. Qed.

Lemma cell_number_once w h c d : (0 <= fst c < w /\ 0 <= snd c < h)%Z -> (0 <= fst d < w /\ 0 <= snd d < h)%Z ->
  cell_number w c = cell_number w d -> c = d.
Proof.
  destruct c as [x y], d as [u v]. unfold cell_number. cbn [fst snd]. intros C D E.
  assert (y = v) by nia. f_equal; nia.
Qed.

Definition box_area (w h : Z) : list N := map (cell_number w) (grid w h).
Definition box_near (w h : Z) : PositiveMap.t (list N) :=
  table_by (cell_number w) (fun c => map (cell_number w) (filter (inside w h) (neighbours c))) (grid w h).
Definition near_in (t : PositiveMap.t (list N)) (c : N) : list N :=
  match PositiveMap.find (key c) t with Some l => l | None => [] end.
Definition box_lines (w h : Z) : list (list N) :=
  map (fun y => map (fun x => cell_number w (x, y)) (whole_from 0 (Z.to_nat w))) (whole_from 0 (Z.to_nat h)) ++
  map (fun x => map (fun y => cell_number w (x, y)) (whole_from 0 (Z.to_nat h))) (whole_from 0 (Z.to_nat w)).
Definition box_quarter (w h : Z) : list N := map (cell_number w) (filter (in_quarter w h) (grid w h)).

Lemma near_is w h c d : (0 <= fst c < w /\ 0 <= snd c < h)%Z -> (0 <= fst d < w /\ 0 <= snd d < h)%Z ->
  In (cell_number w d) (near_in (box_near w h) (cell_number w c)) <-> touches c d = true.
Proof.
  intros C D. unfold near_in, box_near. rewrite table_find.
  - rewrite in_map_iff. rewrite touches_in. split.
    + intros [e [E I]]. apply filter_In in I as [I J]. apply inside_true in J.
      apply (cell_number_once w h) in E; auto. now subst.
    + intro I. exists d. split; auto. apply filter_In. split; auto. now apply inside_true.
  - intros y z Y Z. apply grid_in in Y, Z. now apply (cell_number_once w h).
  - now apply grid_in.
Qed.

(* ---- Components. ---- *)

Section Components.
  Variables (deck : list N) (partner : N -> N -> bool).

  Fixpoint connected (fuel : nat) (l : list N) : list N :=
    match fuel with
    | O => l
    | S f =>
        let l' := filter (fun c => among c l || existsb (partner c) l) deck in
        if count l' =? count l then l else connected f l'
    end.

  (* The card with the most partners in the list; the first of several. *)
  Fixpoint best_linked (l : list N) (most : N) (best : N) (waiting : list N) : N :=
    match waiting with
    | [] => best
    | c :: waiting' =>
        let k := count (filter (partner c) l) in
        if most <? k then best_linked l k c waiting' else best_linked l most best waiting'
    end.

  Fixpoint linked_order (fuel : nat) (l waiting : list N) : list N :=
    match fuel, waiting with
    | S f, c :: _ =>
        let b := best_linked l (count (filter (partner c) l)) c waiting in
        linked_order f (b :: l) (filter (fun d => negb (d =? b)) waiting)
    | _, _ => rev l
    end.

  Definition component_from (c : N) : component :=
    let l := connected (length deck) [c] in Component l (linked_order (length l) [] l).

  Definition components : list component :=
    fold_left (fun ks c =>
      if existsb (fun k => among c (members k)) ks then ks
      else if existsb (partner c) (filter (fun d => negb (d =? c)) deck) then ks ++ [component_from c] else ks)
        deck [].

  Definition within_list (a b : list N) : bool := forallb (fun x => among x b) a.

  Definition component_ok (k : component) : bool :=
    distinct_by N.eqb (members k) && distinct_by N.eqb (order k) && within_list (members k) (order k) &&
      within_list (order k) deck &&
    match order k with [] => false | _ => true end.

  Definition oriented (z : N * N) : N * N := if fst z <? snd z then z else (snd z, fst z).

  (* Each pair of partners is in some component. *)
  Definition covers (ks : list component) : bool :=
    let es := map oriented (flat_map (edges partner) ks) in
    forallb (fun z => (fst z <? snd z) && (negb (partner (fst z) (snd z)) ||
      existsb (fun e => (fst e =? fst z) && (snd e =? snd z)) es)) (pairs deck).

  Lemma within_ok a b : within_list a b = true -> incl a b.
  Proof. intros H x I. unfold within_list in H. rewrite forallb_forall in H. now apply among_in, H. Qed.
End Components.

(* The pairs of partners that touch are those of the components. *)
Lemma covered deck partner ks (f : N -> cell) : NoDup deck -> covers deck partner ks = true ->
  sum (fun z => one (touches (f (fst z)) (f (snd z)) && partner (fst z) (snd z))) (pairs deck) <=
  sum (touching_edges partner f) ks.
Proof.
  intros N C. unfold covers in C. rewrite forallb_forall in C. rewrite sum_one.
  assert (E : sum (touching_edges partner f) ks =
    count (filter (fun z => touches (f (fst z)) (f (snd z))) (flat_map (edges partner) ks))).
  { rewrite <- sum_one, sum_flat. reflexivity. }
  rewrite E, !count_length.
  set (es := filter (fun z => touches (f (fst z)) (f (snd z))) (flat_map (edges partner) ks)).
  enough ((length (filter (fun z => touches (f (fst z)) (f (snd z)) && partner (fst z) (snd z)) (pairs deck)) <=
    length (map oriented es))%nat) by (rewrite map_length in H; lia).
  apply NoDup_incl_length; [now apply NoDup_filter, pairs_once|]. intros z I. apply filter_In in I as [I T].
  apply andb_true_iff in T as [T P]. specialize (C z I). apply andb_true_iff in C as [L C]. rewrite P in C.
  apply existsb_exists in C as [e [Ie Ee]]. apply andb_true_iff in Ee as [E1 E2]. apply N.eqb_eq in E1, E2.
  apply in_map_iff in Ie as [e0 [E0 I0]]. apply in_map_iff. exists e0. split.
  - rewrite E0. destruct e, z. cbn [fst snd] in *. congruence.
  - apply filter_In. unfold oriented in E0.
    destruct (fst e0 <? snd e0); subst e; cbn [fst snd] in *; rewrite E1, E2; auto. now rewrite touches_sym.
Qed.

(* ---- Shares. ---- *)

(* `gone` runs more than the sides of the box, and the touching pairs of each component. *)
Definition share := (N * list N)%type.

Fixpoint fewer (most : list N) (loss : N) : list (list N) :=
  match most with
  | [] => [[]]
  | m :: most' =>
      flat_map (fun lost => map (cons (m - lost)) (fewer most' (loss - lost))) (steps_from 0 (S (N.to_nat
        (N.min m loss))))
  end.

Definition shares (most : list N) (loss : N) (tight : bool) : list share :=
  flat_map (fun g => map (pair g) (fewer most (loss - g))) (steps_from 0 (S (N.to_nat (if tight then 0 else loss)))).

Lemma fewer_in most : forall ps loss, Forall2 (fun p m => p <= m) ps most ->
  sum (fun m => m) most <= loss + sum (fun p => p) ps -> In ps (fewer most loss).
Proof.
  induction most as [|m most IH]; intros ps loss H L; inversion H as [|p ? ps' ? H1 H2]; subst; [now left|].
  assert (T : sum (fun p => p) ps' <= sum (fun m => m) most).
  { clear - H2. induction H2 as [|a b l k H _ IH]; [apply N.le_refl|]. rewrite !sum_cons. lia. }
  rewrite !sum_cons in L. apply in_flat_map. exists (m - p). split; [apply steps_in; lia|]. apply in_map_iff.
  exists ps'. split; [f_equal; lia|]. apply IH; auto. lia.
Qed.

Lemma shares_in most loss tight g ps : Forall2 (fun p m => p <= m) ps most ->
  g + sum (fun m => m) most <= loss + sum (fun p => p) ps -> (tight = true -> g = 0) ->
  In (g, ps) (shares most loss tight).
Proof.
  intros H L T. apply in_flat_map. exists g. assert (M : sum (fun p => p) ps <= sum (fun m => m) most).
  { clear - H. induction H as [|a b l k H _ IH]; [apply N.le_refl|]. rewrite !sum_cons. lia. }
  split; [apply steps_in; destruct tight; [rewrite T by auto|]; lia|]. apply in_map. apply fewer_in; auto. lia.
Qed.

Section Check.
  Variables (deck : list N) (links : PositiveMap.t bcard) (hold : N) (ks : list component) (bound : N).

  Notation matches := (matches_in links).
  Notation partner := (partner_in links).
  Notation linked := (ways_in links).

  Definition nobody : component := Component [] [].
  Definition nth_component (k : N) : component := nth (N.to_nat k) ks nobody.
  Definition pairs_of_share (s : share) (k : N) : N := nth (N.to_nat k) (snd s) 0.

  (* What a tree rests on: the pairs of some components, and perhaps the runs. It covers the shares with the same. *)
  Definition told := (list N * bool)%type.
  Definition same_told (t : told) (s s' : share) : bool :=
    forallb (fun k => pairs_of_share s k =? pairs_of_share s' k) (fst t) && (negb (snd t) || (fst s =? fst s')).

  Definition told_components (t : told) (s : share) : list (list N * list (N * N) * N) :=
    map (fun k => (members (nth_component k), edges partner (nth_component k), pairs_of_share s k)) (fst t).
  Definition told_of (l : list (list N * list (N * N) * N)) (i : N) : list (list (N * N) * N) :=
    map (fun e => (snd (fst e), snd e)) (filter (fun e => among i (fst (fst e))) l).

  Definition cached := (N * N * list (list place))%type.

  Section Box.
    Variables w h : Z.
    Variables (area : list N) (near : PositiveMap.t (list N)) (lines : list (list N)) (quarter : list N).

    Fixpoint lists_of (listed : list N) (s : share) (cache : list cached) : list (list (list place)) * list cached :=
      match listed with
      | [] => ([], cache)
      | k :: listed' =>
          let t := pairs_of_share s k in
          let (l, cache') := match find (fun e => (fst (fst e) =? k) && (snd (fst e) =? t)) cache with
            | Some e => (snd e, cache)
            | None => let l := placements matches partner w h (nth_component k) t in (l, (k, t, l) :: cache)
            end in
          let (ls, cache'') := lists_of listed' s cache' in (l :: ls, cache'')
      end.

    Definition check_share (s : share) (pivot : N) (listed : list N) (t : told) (cache : list cached)
        (text : list tree_line) : option (list tree_line) * list cached :=
      let (lists, cache') := lists_of listed s cache in
      (check_tree deck matches (near_in near) area lines (fun c => among c quarter) hold pivot
        (map (fun k => (k, members (nth_component k))) listed) (told_of (told_components t s))
        (if snd t then Some (Z.to_N (w + h) + fst s) else None) lists text, cache').

    Fixpoint check_shares (ss : list share) (found : list (told * share)) (cache : list cached) (text : list
      tree_line)
        : option (list tree_line) :=
      match ss with
      | [] => Some text
      | s :: ss' =>
          if existsb (fun e => same_told (fst e) (snd e) s) found then check_shares ss' found cache text
          else
            match text with
            | HeadLine pivot listed tells :: text' =>
                let t := match tells with Some t => t | None => (steps_from 0 (length ks), true) end in
                if among pivot deck && within_list listed (fst t) && forallb (fun k => k <? count ks) (fst t) then
                  match check_share s pivot listed t cache text' with
                  | (Some text'', cache') => check_shares ss' ((t, s) :: found) cache' text''
                  | (None, _) => None
                  end
                else None
            | _ => None
            end
      end.
  End Box.

  Fixpoint all_most (w h : Z) (l : list component) : option (list N) :=
    match l with
    | [] => Some []
    | k :: l' =>
        match most_pairs matches partner w h k with
        | None => None
        | Some m => match all_most w h l' with Some ms => Some (m :: ms) | None => None end
        end
    end.

  (* So much is lost, of what could touch. *)
  Definition loss_of (w h : Z) (most : N) : Z := (2 * Z.of_N (count deck) - w - h + Z.of_N most - Z.of_N (bound
    / 2 + 1))%Z.

  Definition check_box (w h : Z) (text : list tree_line) : option (list tree_line) :=
    if (loss_of w h (sum (at_most partner) ks) <? 0)%Z then Some text else
    match all_most w h ks with
    | None => Some text
    | Some most =>
        let loss := loss_of w h (sum (fun m => m) most) in
        if (loss <? 0)%Z then Some text
        else
          check_shares w h (box_area w h) (box_near w h) (box_lines w h) (box_quarter w h)
            (shares most (Z.to_N loss) (Z.of_N (count deck) =? w * h)%Z) [] [] text
    end.

  Fixpoint check_boxes (bs : list (Z * Z)) (text : list tree_line) : option (list tree_line) :=
    match bs with
    | [] => Some text
    | (w, h) :: bs' => match check_box w h text with Some text' => check_boxes bs' text' | None => None end
    end.

  (* ---- Why it is sound. ---- *)

  Hypothesis deck_once : NoDup deck.
  Hypothesis deck_some : deck <> [].
  Hypothesis ks_ok : forall k, In k ks -> component_ok deck k = true.
  Hypothesis ks_cover : covers deck partner ks = true.
  Hypothesis two_ways : forall z, In z (pairs deck) -> linked (fst z) (snd z) <= 2.

  Notation layout := (lays deck linked hold).
  Notation P f k := (touching_edges partner f k).

  Lemma touching_as (f g : N -> cell) : (forall i j, touches (f i) (f j) = touches (g i) (g j)) ->
    touching f deck = touching g deck /\ forall k, P f k = P g k.
  Proof. intro H. split; [|intro k]; apply sum_same; intros z _; now rewrite H. Qed.

  Lemma runs_as w h f o w' h' g o' : layout w h f o -> layout w' h' g o' ->
    (forall i j, touches (f i) (f j) = touches (g i) (g j)) -> runs f deck = runs g deck.
  Proof.
    intros L K H. destruct (touching_as f g H) as [T _].
    assert (A := touching_runs f deck deck_once (lays_once _ _ _ _ _ _ _ L)).
    assert (B := touching_runs g deck deck_once (lays_once _ _ _ _ _ _ _ K)). lia.
  Qed.

  Lemma component_facts k : In k ks -> NoDup (members k) /\ NoDup (order k) /\ incl (members k) (order k) /\
    incl (order k) deck /\ order k <> [].
  Proof.
    intro I. assert (H := ks_ok k I). unfold component_ok in H. rewrite !andb_true_iff in H.
    destruct H as [[[[H1 H2] H3] H4] H5]. repeat split; try (now apply (distinct_by_once _ N.eqb_refl)); try
      (now apply within_ok).
    intro E. now rewrite E in H5.
  Qed.

  Lemma nth_in k : k < count ks -> In (nth_component k) ks.
  Proof. intro L. apply nth_In. rewrite count_length in L. lia. Qed.

  Lemma matched_layout w h f o i j : layout w h f o -> In i deck -> In j deck -> touches (f i) (f j) = true ->
    matches i j = true.
  Proof. intros L I J T. assert (M := lays_match _ _ _ _ _ _ _ L i j I J T). unfold matches_in. lia. Qed.

  Definition excluded (w h : Z) (t : told) (s : share) : Prop :=
    forall f o, layout w h f o -> (forall k, In k (fst t) -> P f (nth_component k) = pairs_of_share s k) ->
    (snd t = true -> runs f deck = Z.to_N (w + h) + fst s) -> False.

  Definition cache_ok (w h : Z) (cache : list cached) : Prop :=
    forall k t l, In (k, t, l) cache -> l = placements matches partner w h (nth_component k) t.

  Lemma lists_ok w h s : forall listed cache lists cache', cache_ok w h cache ->
    lists_of w h listed s cache = (lists, cache') ->
    lists = map (fun k => placements matches partner w h (nth_component k) (pairs_of_share s k)) listed /\
      cache_ok w h cache'.
  Proof.
    induction listed as [|k listed IH]; intros cache lists cache' O E; cbn [lists_of] in E.
    - injection E as <- <-. auto.
    - match type of E with context [find ?t cache] => destruct (find t cache) as [[[k' t'] l]|] eqn:F end; cbv
      beta iota zeta in E.
      + destruct (lists_of w h listed s cache) as [ls c2] eqn:Q. injection E as <- <-.
        destruct (IH _ _ _ O Q) as [-> O']. split; auto. cbn [map]. f_equal. apply find_some in F as [I X].
        cbn [fst snd] in X |- *. apply andb_true_iff in X as [X Y]. apply N.eqb_eq in X, Y. subst. now apply O.
      + destruct (lists_of w h listed s _) as [ls c2] eqn:Q. injection E as <- <-.
        assert (O2 : cache_ok w h ((k, pairs_of_share s k, placements matches partner w h (nth_component k)
          (pairs_of_share s k)) :: cache)).
        { intros k' t l [X|I]; [injection X as <- <- <-; auto|now apply O]. }
        destruct (IH _ _ _ O2 Q) as [-> O']. auto.
  Qed.

  Lemma tree_excludes w h s pivot listed t lists text rest :
    In pivot deck -> incl listed (fst t) -> (forall k, In k (fst t) -> k < count ks) ->
    lists = map (fun k => placements matches partner w h (nth_component k) (pairs_of_share s k)) listed ->
    check_tree deck matches (near_in (box_near w h)) (box_area w h) (box_lines w h) (fun c => among c
      (box_quarter w h)) hold pivot
      (map (fun k => (k, members (nth_component k))) listed) (told_of (told_components t s))
      (if snd t then Some (Z.to_N (w + h) + fst s) else None) lists text = Some rest ->
    excluded w h t s.
  Proof.
    intros Ip Il It -> C f0 o L0 H0 R0.
    destruct (image deck linked hold w h f0 o pivot L0 Ip) as [f [L [T Q]]].
    assert (Hk : forall k, In k (fst t) -> P f (nth_component k) = pairs_of_share s k).
    { intros k I. rewrite <- H0 by auto. now apply touching_as. }
    assert (Hr : snd t = true -> runs f deck = Z.to_N (w + h) + fst s).
    { intro E. rewrite <- R0 by auto. exact (runs_as _ _ _ _ _ _ _ _ L L0 T). }
    set (F := fun i => cell_number w (f i)).
    assert (In_ := lays_in _ _ _ _ _ _ _ L).
    assert (Nr : forall i j, In i deck -> In j deck -> In (F j) (near_in (box_near w h) (F i)) <-> touches (f
      i) (f j) = true).
    { intros i j I J. now apply near_is; apply In_. }
    assert (Fi : forall i, In i deck -> In (F i) (box_area w h)).
    { intros i I. apply in_map_iff. exists (f i). split; auto. apply grid_in. auto. }
    assert (Fo : forall i j, In i deck -> In j deck -> F i = F j -> i = j).
    { intros i j I J E. apply (cell_number_once w h) in E; auto. now apply (lays_once _ _ _ _ _ _ _ L). }
    apply (tree_sound deck matches (near_in (box_near w h)) (box_area w h) (box_lines w h) (fun c => among c
      (box_quarter w h)) hold pivot
      (map (fun k => (k, members (nth_component k))) listed) (told_of (told_components t s))
      (if snd t then Some (Z.to_N (w + h) + fst s) else None) F o) in C; auto.
    - intros i j I J N. apply (matched_layout w h f o); auto. now apply Nr.
    - intros i j I J N. apply Nr; auto. rewrite touches_sym. now apply Nr.
    - apply among_in. apply in_map_iff. exists (f pivot). split; auto. apply filter_In. split; auto. now apply
      grid_in, In_.
    - intros i es n I. apply in_map_iff in I as [e [E I]]. apply filter_In in I as [I _].
      apply in_map_iff in I as [k [<- I]]. injection E as <- <-. rewrite <- (Hk k I). apply sum_same. intros [a b] Z.
      apply filter_In in Z as [Z _]. apply pairs_in in Z as [A B].
      destruct (component_facts _ (nth_in k (It k I))) as [_ [_ [_ [D _]]]]. unfold adjacent. f_equal.
      apply eq_iff_eq_true. rewrite among_in. apply Nr; auto.
    - intros _ line I. apply in_app_or in I as [I|I]; apply in_map_iff in I as [z [<- I]]; apply whole_in in I.
      + destruct (lays_row _ _ _ _ _ _ _ L z) as [i [Ii E]]; [lia|]. exists i. split; auto. apply in_map_iff.
        exists (fst (f i)). split; [unfold F; rewrite <- E; now destruct (f i)|]. apply whole_in. specialize
          (In_ i Ii). lia.
      + destruct (lays_column _ _ _ _ _ _ _ L z) as [i [Ii E]]; [lia|]. exists i. split; auto. apply in_map_iff.
        exists (snd (f i)). split; [unfold F; rewrite <- E; now destruct (f i)|]. apply whole_in. specialize
          (In_ i Ii). lia.
    - intros _ most E. destruct (snd t) eqn:St; [|discriminate]. injection E as <-. rewrite <- (Hr eq_refl).
      etransitivity; [|apply (box_runs f deck (Z.to_nat w) (Z.to_nat h))]; [|intros i I; specialize (In_ i I); lia].
      assert (Fl : forall x y, (0 <= x < w /\ 0 <= y < h)%Z -> filled deck F (cell_number w (x, y)) = held f
        deck (x, y)).
      { intros x y X. apply eq_iff_eq_true. rewrite filled_true, held_true. split; intros [i [I E]]; exists i;
        split; auto.
        - apply (cell_number_once w h) in E; auto.
        - unfold F. now rewrite E. }
      unfold box_lines. rewrite sum_app, !sum_map. apply N.add_le_mono; apply N.eq_le_incl, sum_same; intros z I;
        rewrite map_map; f_equal; apply map_ext_in; intros u U; apply Fl; apply whole_in in I, U; lia.
    - exact (lays_all _ _ _ _ _ _ _ L).
    - exact (lays_order _ _ _ _ _ _ _ L).
    - intros a c b E. destruct (lays_time _ _ _ _ _ _ _ L a c b E) as [X [Y|[d [Id Y]]]]; split; auto. right. exists d.
      split; auto.
      assert (Ic : In c deck) by (apply (lays_all _ _ _ _ _ _ _ L); rewrite E; apply in_or_app; right; now left).
      assert (Id' : In d deck) by (apply (lays_all _ _ _ _ _ _ _ L); rewrite E; apply in_or_app; now left).
      now apply Nr.
    - intros k I. apply in_map_iff in I as [n [<- I]].
      destruct (component_facts _ (nth_in n (It n (Il n I)))) as [_ [_ [M [D _]]]]. intros x X. auto.
    - intros k I. apply in_map_iff in I as [n [<- I]]. now apply component_facts, nth_in, It, Il.
    - clear C. induction listed as [|k listed IH]; cbn [map]; constructor.
      + assert (Ik : In k (fst t)) by (apply Il; now left).
        destruct (component_facts _ (nth_in k (It k Ik))) as [_ [O [M [D S]]]]. rewrite <- (Hk k Ik).
        apply placements_complete; auto using partner_in_sym.
        * intros i j I J E. apply (lays_once _ _ _ _ _ _ _ L); auto.
        * intros i j I J E. apply (matched_layout w h f o); auto.
      + apply IH. intros x X. apply Il. now right.
  Qed.

  Lemma same_told_excludes w h t s s' f o : excluded w h t s -> same_told t s s' = true -> layout w h f o ->
    (forall k, k < count ks -> P f (nth_component k) = pairs_of_share s' k) -> (forall k, In k (fst t) -> k <
      count ks) ->
    runs f deck = Z.to_N (w + h) + fst s' -> False.
  Proof.
    intros E S L H It R. apply andb_true_iff in S as [S1 S2]. rewrite forallb_forall in S1. apply (E f o L).
    - intros k I. rewrite H by auto. symmetry. now apply N.eqb_eq, S1.
    - lia.
  Qed.

  Lemma shares_sound w h : forall ss found cache text rest,
    check_shares w h (box_area w h) (box_near w h) (box_lines w h) (box_quarter w h) ss found cache text = Some
      rest ->
    cache_ok w h cache -> (forall t s, In (t, s) found -> excluded w h t s /\ forall k, In k (fst t) -> k <
      count ks) ->
    forall s f o, In s ss -> layout w h f o -> (forall k, k < count ks -> P f (nth_component k) =
      pairs_of_share s k) ->
    runs f deck = Z.to_N (w + h) + fst s -> False.
  Proof.
    induction ss as [|s0 ss IH]; intros found cache text rest C O Fd s f o I L H R; [destruct I|].
    cbn [check_shares] in C. destruct (existsb _ found) eqn:X.
    - destruct I as [<-|I]; [|exact (IH _ _ _ _ C O Fd s f o I L H R)]. apply existsb_exists in X as [[t s1] [J S]].
      destruct (Fd _ _ J) as [E It]. exact (same_told_excludes w h t s1 s0 f o E S L H It R).
    - destruct text as [|[pivot listed tells| | | |] text]; try discriminate.
      set (t := match tells with Some t => t | None => (steps_from 0 (length ks), true) end) in C.
      destruct (among pivot deck && within_list listed (fst t) && forallb (fun k => k <? count ks) (fst t))
        eqn:B; [|discriminate].
      rewrite !andb_true_iff in B. destruct B as [[B1 B2] B3]. apply among_in in B1. apply
        within_ok in B2.
      rewrite forallb_forall in B3.
      assert (It : forall k, In k (fst t) -> k < count ks) by (intros k K; now apply N.ltb_lt, B3).
      unfold check_share in C. destruct (lists_of w h listed s0 cache) as [lists cache'] eqn:Q.
      destruct (lists_ok _ _ _ _ _ _ _ O Q) as [E O'].
      destruct (check_tree _ _ _ _ _ _ _ _ _ _ _ lists text) as [text''|] eqn:D; [|discriminate].
      assert (Ex := tree_excludes w h s0 pivot listed t lists text text'' B1 B2 It E D).
      destruct I as [<-|I].
      + apply (same_told_excludes w h t s0 s0 f o Ex); auto. apply andb_true_iff. split.
        * apply forallb_forall. lia.
        * lia.
      + refine (IH _ _ _ _ C O' _ s f o I L H R). intros t' s' [J|J]; [injection J as <- <-; auto|now apply Fd].
  Qed.

  Lemma most_of w h f o l : layout w h f o -> incl l ks ->
    exists ms, all_most w h l = Some ms /\ Forall2 (fun p m => p <= m) (map (fun k => P f k) l) ms.
  Proof.
    intros L. induction l as [|k l IH]; intro I; [exists []; split; [auto|constructor]|]. cbn [all_most map].
    destruct (component_facts k (I k (or_introl eq_refl))) as [_ [O [Mo [D S]]]].
    destruct (most_is matches partner w h k f) as [m [-> M]]; auto using partner_in_sym.
    - intros i J. apply (lays_in _ _ _ _ _ _ _ L). auto.
    - intros i j Ji Jj. apply (lays_once _ _ _ _ _ _ _ L); auto.
    - intros i j Ji Jj. apply (matched_layout w h f o); auto.
    - destruct IH as [ms [-> F]]; [intros x X; apply I; now right|]. exists (m :: ms). split; auto.
  Qed.

  Lemma layout_sides w h f o : layout w h f o -> (0 < w /\ 0 < h)%Z.
  Proof.
    intro L. assert (E : exists i, In i deck) by (destruct deck as [|i l]; [congruence|exists i; now left]).
    destruct E as [i I]. destruct (lays_in _ _ _ _ _ _ _ L i I). lia.
  Qed.

  Lemma sides_runs w h f o : layout w h f o -> Z.to_N (w + h) <= runs f deck.
  Proof.
    intro L.
    assert (R := lines_runs f deck (whole_from 0 (Z.to_nat w)) (whole_from 0 (Z.to_nat h)) (whole_once _ _)
      (whole_once _ _)).
    rewrite !count_length, !whole_length in R. etransitivity; [|apply R].
    - lia.
    - intros x X. apply (lays_column _ _ _ _ _ _ _ L). apply whole_in in X. lia.
    - intros y Y. apply (lays_row _ _ _ _ _ _ _ L). apply whole_in in Y. lia.
  Qed.

  (* In a full box each line is one run: only its card on the edge begins it. *)
  Lemma few_begin w h f o (along across : cell -> Z) (first : cell -> bool) n : layout w h f o ->
    (forall c d : cell, along c = along d -> across c = across d -> c = d) ->
    (forall i, In i deck -> first (f i) = true -> along (f i) = 0%Z) ->
    (forall i, In i deck -> (0 <= across (f i) < Z.of_nat n)%Z) ->
    count (filter (fun i => first (f i)) deck) <= N.of_nat n.
  Proof.
    intros L Once Edge Range. rewrite count_length.
    enough (E : (length (filter (fun i => first (f i)) deck) <= length (whole_from 0 n))%nat)
      by (rewrite whole_length in E; lia).
    rewrite <- (map_length (fun i => across (f i))). apply NoDup_incl_length.
    - apply map_once; [now apply NoDup_filter|]. intros i j I J S. apply filter_In in I as [I A], J as [J B].
      apply (lays_once _ _ _ _ _ _ _ L); auto. apply Once; auto. rewrite !Edge; auto.
    - intros y I. apply in_map_iff in I as [i [<- I]]. apply filter_In in I as [I _]. apply whole_in. auto.
  Qed.

  Lemma full_runs w h f o : layout w h f o -> Z.of_N (count deck) = (w * h)%Z -> runs f deck <= Z.to_N (w + h).
  Proof.
    intros L E. assert (In_ := lays_in _ _ _ _ _ _ _ L). destruct (layout_sides _ _ _ _ L) as [W H].
    assert (All : incl (grid w h) (map f deck)).
    { apply NoDup_length_incl.
      - apply map_once; auto. exact (lays_once _ _ _ _ _ _ _ L).
      - unfold grid. rewrite map_length, between_length. rewrite count_length in E. nia.
      - intros c I. apply in_map_iff in I as [i [<- I]]. apply grid_in. auto. }
    assert (Hd : forall c, In c (grid w h) -> held f deck c = true).
    { intros c I. apply All, in_map_iff in I as [i [X I]]. apply held_true. eauto. }
    unfold runs. rewrite sum_plus, !sum_one.
    assert (X := few_begin w h f o fst snd (first_in_row f deck) (Z.to_nat h) L).
    assert (Y := few_begin w h f o snd fst (first_in_column f deck) (Z.to_nat w) L).
    enough (count (filter (fun i => first_in_row f deck (f i)) deck) <= N.of_nat (Z.to_nat h) /\
            count (filter (fun i => first_in_column f deck (f i)) deck) <= N.of_nat (Z.to_nat w)) by lia.
    split; [apply X|apply Y]; try (intros [a b] [c d]; cbn [fst snd]; congruence); intros i I; specialize (In_ i I);
      try lia; intro B.
    - destruct (Z.eq_dec (fst (f i)) 0) as [|Ne]; auto. unfold first_in_row in B. rewrite Hd in B; [discriminate|].
      apply grid_in. unfold left_of. cbn [fst snd]. lia.
    - destruct (Z.eq_dec (snd (f i)) 0) as [|Ne]; auto. unfold first_in_column in B. rewrite Hd in B; [discriminate|].
      apply grid_in. unfold above. cbn [fst snd]. lia.
  Qed.

  Definition value (f : N -> cell) : N :=
    sum (fun z => if touches (f (fst z)) (f (snd z)) then linked (fst z) (snd z) else 0) (pairs deck).

  (* The ways in which the cards match are the pairs that touch, and the partners that touch. *)
  Lemma value_most f : value f <= touching f deck + sum (fun k => P f k) ks.
  Proof.
    etransitivity; [|apply N.add_le_mono_l, (covered deck partner ks f deck_once ks_cover)]. unfold value, touching.
    rewrite <- sum_plus. apply sum_le. intros z I. assert (T := two_ways z I). unfold partner_in.
    destruct (touches _ _); cbn [andb one]; [|lia]. destruct (N.leb_spec 2 (linked (fst z) (snd z))); cbn [one]; lia.
  Qed.

  Lemma box_sound w h text rest f o : check_box w h text = Some rest -> layout w h f o -> bound < 2 * value f -> False.
  Proof.
    intros C L B. assert (V := value_most f). assert (T := touching_runs f deck deck_once (lays_once _ _ _ _ _ _ _ L)).
    assert (S := sides_runs _ _ _ _ L). assert (A : sum (fun k => P f k) ks <= sum (at_most partner) ks).
    { apply sum_le. intros k I. destruct (component_facts k I) as [_ [O [_ [D _]]]]. apply most_bound; auto.
      intros i j Ji Jj. apply (lays_once _ _ _ _ _ _ _ L); auto. }
    assert (B2 : bound / 2 + 1 <= value f).
    { rewrite N.add_1_r. apply N.le_succ_l, N.div_lt_upper_bound; [discriminate|exact B]. }
    set (sp := sum (fun k => P f k) ks) in *. set (half := bound / 2 + 1) in *.
    unfold check_box in C. unfold loss_of in C. fold half in C.
    destruct (Z.ltb_spec (2 * Z.of_N (count deck) - w - h + Z.of_N (sum (at_most partner) ks) - Z.of_N half) 0)
      as [X|_]; [lia|].
    destruct (most_of w h f o ks L (incl_refl _)) as [most [E F]]. rewrite E in C.
    assert (Sm : sp <= sum (fun m => m) most).
    { unfold sp. rewrite <- (sum_map (fun k => P f k) (fun p => p)). clear - F.
      induction F as [|a b l k Hab _ IH]; [apply N.le_refl|]. rewrite !sum_cons. lia. }
    destruct (Z.ltb_spec (2 * Z.of_N (count deck) - w - h + Z.of_N (sum (fun m => m) most) - Z.of_N half) 0) as
      [X|X]; [lia|].
    apply (shares_sound _ _ _ _ _ _ _ C) with (s := (runs f deck - Z.to_N (w + h), map (fun k => P f k) ks)) (f
      := f) (o := o); auto.
    - intros k t l [].
    - intros t s [].
    - apply shares_in; auto.
      + rewrite sum_map. lia.
      + intro Ti. apply Z.eqb_eq in Ti. assert (R := full_runs _ _ _ _ L Ti). lia.
    - intros k K. unfold pairs_of_share. cbn [snd].
      rewrite (nth_indep _ 0 (P f nobody)); [now rewrite (map_nth (fun k => P f k))|]. rewrite map_length.
      rewrite count_length in K. lia.
    - cbn [fst]. lia.
  Qed.

  Lemma boxes_sound : forall bs text rest w h f o, check_boxes bs text = Some rest -> In (w, h) bs -> layout w h f o ->
    bound < 2 * value f -> False.
  Proof.
    induction bs as [|[w' h'] bs IH]; intros text rest w h f o C I L B; [destruct I|]. cbn [check_boxes] in C.
    destruct (check_box w' h' text) as [text'|] eqn:X; [|discriminate]. destruct I as [E|I].
    - injection E as -> ->. exact (box_sound _ _ _ _ _ _ X L B).
    - exact (IH _ _ _ _ _ _ C I L B).
  Qed.
End Check.

(* Every box that a layout of n cards can have; of two that are mirror images, the wider one. *)
Definition turned_too (across down w h : Z) : bool := ((w <? h) && (h <=? across) && (w <=? down))%Z.
Definition boxes (across down : Z) (n : N) : list (Z * Z) :=
  filter (fun b => ((Z.of_N n <=? fst b * snd b) && negb (turned_too across down (fst b) (snd b)))%Z)
    (flat_map (fun w => map (pair w) (whole_from 1 (Z.to_nat down))) (whole_from 1 (Z.to_nat across))).

Lemma boxes_in across down n w h : (1 <= w <= across)%Z -> (1 <= h <= down)%Z -> (Z.of_N n <= w * h)%Z ->
  turned_too across down w h = false -> In (w, h) (boxes across down n).
Proof.
  intros W H A T. apply filter_In. cbn [fst snd]. rewrite T. split.
  - apply in_flat_map. exists w. split; [apply whole_in; lia|]. apply in_map. apply whole_in. lia.
  - lia.
Qed.

(* All text is read; equal cards are left to other contents. *)
Definition loss_check (r : rules) (p : position) (bound : N) (text : list tree_line) : outcome :=
  let deck := map fst (left p) in
  let links := table_by fst snd (left p) in
  let ks := components deck (partner_in links) in
  let n := Z.of_N (count deck) in
  if negb (match table p with [] => true | _ => false end) ||
     negb (forallb (fun z => ways_in links (fst z) (snd z) <=? 2) (pairs deck)) then Unable
  else if (1 <=? columns r)%Z && (1 <=? rows r)%Z && negb (count deck =? 0) &&
      forallb (component_ok deck) ks && covers deck (partner_in links) ks then
    match check_boxes deck links (hold r) ks bound (boxes (Z.min (columns r) n) (Z.min (rows r) n) (count
      deck)) text with
    | Some [] => Found (Proven false (Some bound))
    | _ => Wrong
    end
  else Unable.

Theorem loss_tree_sound r deal p bound text e : reachable (blink r) (start deal) p ->
  loss_check r p bound text = Found e -> shows (blink r) p e.
Proof.
  intros R C. unfold loss_check in C. set (deck := map fst (left p)) in *.
  set (links := table_by fst snd (left p)) in *. set (ks := components deck (partner_in links)) in *.
  destruct (negb _ || negb _) eqn:B0; [discriminate|]. apply orb_false_iff in B0 as [B0 B1].
  apply negb_false_iff in B0, B1. rewrite forallb_forall in B1.
  assert (Em : table p = []) by (destruct (table p); auto; discriminate).
  destruct (_ && _ && _ && _ && _)%bool eqn:B; [|discriminate]. rewrite !andb_true_iff in B.
  destruct B as [[[[B2 B3] B4] B5] B6]. apply Z.leb_le in B2, B3. apply negb_true_iff, N.eqb_neq in B4.
  rewrite forallb_forall in B5. destruct (check_boxes _ _ _ _ _ _ text) as [[|]|] eqn:X; try discriminate.
  injection C as <-. split; cbn [loses limit]; [discriminate|]. intros b Eb l q s P Es. injection Eb as <-. cbn in Es.
  unfold final in Es. destruct (left q) eqn:Lq; [|discriminate]. injection Es as <-.
  destruct (N.le_gt_cases (layout_score (table q)) bound) as [|G]; auto. exfalso.
  assert (Ne : left p <> []) by (intro E; apply B4; unfold deck; now rewrite E).
  assert (Dn : NoDup deck) by now destruct (whole_reachable _ _ _ R).
  assert (Ds : deck <> []) by (unfold deck; destruct (left p); [congruence|discriminate]).
  assert (Li : forall a a', In a (left p) -> In a' (left p) -> ways_in links (fst a) (fst a') = ways (snd a) (snd a')).
  { assert (O : forall y z, In y (left p) -> In z (left p) -> fst y = fst z -> y = z).
    { intros y z Y Z. now apply (NoDup_map_same fst (left p)). }
    intros a a' I I'. unfold ways_in, links. now rewrite !table_find. }
  destruct (line_lays r deal p q l R P Lq B2 B3 Ne Em (ways_in links) Li) as [L [W [H [Wn Hn]]]].
  rewrite (line_score r deal p q l R P Lq B2 B3 Ne Em (ways_in links) Li) in G.
  set (w := line_w q) in *. set (h := line_h q) in *. set (f := laid_at q l) in *. set (o := placing_order l) in *.
  change (line_deck p) with deck in *.
  assert (A := deck_count deck (ways_in links) (hold r) w h f o Dn L).
  assert (S := boxes_sound deck links (hold r) ks bound Dn Ds B5 B6 (fun z Z => proj1 (N.leb_le _ _) (B1 z Z))).
  destruct (turned_too (Z.min (columns r) (Z.of_N (count deck))) (Z.min (rows r) (Z.of_N (count deck))) w h) eqn:T.
  - unfold turned_too in T. assert (L' := turned deck (ways_in links) (hold r) false false true w h f o L).
    cbv iota in L'. refine (S _ _ _ h w _ o X _ L' _).
    + apply boxes_in; [lia|lia|lia|]. unfold turned_too. destruct (Z.ltb_spec h w); [lia|reflexivity].
    + unfold value. erewrite sum_same; [exact G|]. intros z _. now rewrite turn_touches.
  - refine (S _ _ _ w h f o X _ L G). apply boxes_in; [lia|lia|nia|exact T].
Qed.
