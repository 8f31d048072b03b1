(* Trees of decisions about the cells of a box (content `loss-tree`): no layout agrees with all nodes of a tree whose
   leaves are closed. Cells have numbers here; what touches is a list of numbers for each. *)

From Coq Require Import List NArith PArith FMapPositive Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Cards Blink BlinkEncoder BlinkClauses BlinkPairs BlinkPlacements.
Import ListNotations.
Open Scope N_scope.

(* A line of a loss tree: a head, with what it tells (None: everything), or what is decided at a node. *)
Inductive tree_line :=
| HeadLine (pivot : N) (listed : list N) (told : option (list N * bool))
| CellLine (cell : N)
| CardLine (card : N)
| ComponentLine (component : N)
| OrderLine.

Definition among (x : N) (l : list N) : bool := existsb (N.eqb x) l.
Lemma among_in x l : among x l = true <-> In x l.
Proof.
  unfold among. rewrite existsb_exists. split; [intros [y [I E]]; apply N.eqb_eq in E; now subst|].
  intro I. exists x. split; auto. apply N.eqb_refl.
Qed.

Definition key : N -> positive := N.succ_pos.
Lemma key_once a b : key a = key b -> a = b.
Proof. intro E. apply N.succ_inj. rewrite <- !N.succ_pos_spec. unfold key in E. now rewrite E. Qed.

Definition set_of (l : list N) : PositiveMap.t unit := fold_right (fun x s => PositiveMap.add (key x) tt s)
  (PositiveMap.empty _) l.
Definition has (x : N) (s : PositiveMap.t unit) : bool := match PositiveMap.find (key x) s with Some _ => true
  | None => false end.
Lemma set_of_in x l : has x (set_of l) = true <-> In x l.
Proof.
  unfold has. induction l as [|y l IH].
  - rewrite PositiveMap.gempty. split; [discriminate|intros []].
  - change (set_of (y :: l)) with (PositiveMap.add (key y) tt (set_of l)).
    destruct (N.eq_dec x y) as [->|Ne]; [rewrite PositiveMap.gss; simpl; tauto|].
    rewrite PositiveMap.gso; [|intro E; now apply key_once in E]. rewrite IH. simpl. intuition congruence.
Qed.

Section Tree.
  Variable deck : list N.                    (* the cards, rising *)
  Variable matches : N -> N -> bool.
  Variable near : N -> list N.               (* the cells beside a cell *)
  Variable area : list N.                    (* all cells, rising *)
  Variable lines : list (list N).            (* the cells of each row and column, in their order *)
  Variable quarter : N -> bool.
  Variable hold : N.
  Variable pivot : N.
  Variable listed : list (N * list N).       (* components by their numbers, with their cards *)
  (* Of a card: the partners of its told component, and how many of them touch. *)
  Variable told_of : N -> list (list (N * N) * N).
  Variable runs_most : option N.

  Definition loose : bool := count deck <? count area.

  (* `at_`: what decided cells hold, None for nothing; `where_`: the cells of decided cards; `spare`: so many cells
     may still be decided to hold nothing; `alive`: the placements of each listed component that are left. *)
  Record node := Node {
    at_ : PositiveMap.t (option N);
    where_ : PositiveMap.t N;
    left_ : list N;
    spare : N;
    alive : list (list (list place))
  }.

  Definition some_empty (lists : list (list (list place))) : bool :=
    existsb (fun l => match l with [] => true | _ => false end) lists.

  Definition held_at (nd : node) (c : N) : option (option N) := PositiveMap.find (key c) (at_ nd).
  Definition cell_of (nd : node) (i : N) : option N := PositiveMap.find (key i) (where_ nd).
  Definition undecided (nd : node) (c : N) : bool := match held_at nd c with None => true | Some _ => false end.

  Definition fits (nd : node) (c i : N) : bool :=
    forallb (fun d => match held_at nd d with Some (Some j) => matches i j | _ => true end) (near c).

  Definition allows (c : N) (h : option N) (beside : list N) (pl : list place) : bool :=
    match h with
    | None => forallb (fun e => negb (snd e =? c)) pl
    | Some i =>
        match find (fun e => fst e =? i) pl with
        | Some e => snd e =? c
        | None => forallb (fun e => negb (snd e =? c) && (negb (among (snd e) beside) || matches i (fst e))) pl
        end
    end.

  Definition adjacent (a b : N) : bool := among b (near a).

  Definition edge_counts (nd : node) (es : list (N * N)) : N * N :=
    fold_right (fun z s =>
      match cell_of nd (fst z), cell_of nd (snd z) with
      | Some a, Some b => if adjacent a b then (N.succ (fst s), snd s) else (fst s, N.succ (snd s))
      | _, _ => s
      end) (0, 0) es.

  Definition counts_ok (nd : node) (i : N) : bool :=
    forallb (fun z => let s := edge_counts nd (fst z) in (fst s <=? snd z) && (snd s + snd z <=? count (fst
      z))) (told_of i).

  Definition seen (nd : node) (c : N) : list bool :=
    match held_at nd c with
    | Some (Some _) => [true]
    | Some None => [false]
    | None => match left_ nd with [] => [false] | _ => [] end
    end.

  Definition runs_seen (nd : node) (line : list N) : N :=
    let k := line_runs false (flat_map (seen nd) line) in
    match left_ nd with [] => k | _ => N.max 1 k end.

  Definition lines_ok (nd : node) : bool :=
    negb loose ||
    (negb (existsb (forallb (fun c => match held_at nd c with Some None => true | _ => false end)) lines) &&
     match runs_most with Some most => sum (runs_seen nd) lines <=? most | None => true end).

  (* The node in which a cell holds a card, or nothing; None if it is closed. *)
  Definition decide (nd : node) (d : N * option N) : option node :=
    let (c, h) := d in
    if match h with Some i => (i =? pivot) && negb (quarter c) | None => false end then None else
    let beside := near c in
    let alive' := map (filter (allows c h beside)) (alive nd) in
    if some_empty alive' then None else
    let at' := PositiveMap.add (key c) h (at_ nd) in
    let nd' := match h with
      | None => Node at' (where_ nd) (left_ nd) (spare nd - 1) alive'
      | Some i => Node at' (PositiveMap.add (key i) c (where_ nd)) (filter (fun j => negb (j =? i)) (left_ nd))
        (spare nd) alive'
      end in
    if match h with Some i => counts_ok nd' i | None => true end && lines_ok nd' then Some nd' else None.

  Definition job := (node * list (N * option N))%type.

  Fixpoint decide_all (nd : node) (ds : list (N * option N)) : option node :=
    match ds with [] => Some nd | d :: ds' => match decide nd d with Some nd' => decide_all nd' ds' | None =>
      None end end.

  (* With nothing held back the first card that is left lies beside one before it. *)
  Definition comes_in_time (nd : node) (c i : N) : bool :=
    negb (hold =? 0) || (i =? 0) || existsb (fun j => j <? i) (left_ nd) ||
    existsb (fun d => match held_at nd d with Some (Some j) => j <? i | _ => false end) (near c).

  Definition beside (nd : node) (i j : N) : bool :=
    match cell_of nd i, cell_of nd j with
    | Some a, Some b => adjacent a b
    | None, None => matches i j
    | Some a, None => existsb (fun c => undecided nd c && fits nd c j) (near a)
    | None, Some b => existsb (fun c => undecided nd c && fits nd c i) (near b)
    end.

  Definition may_come (reached : PositiveMap.t unit) (many : N) (row : N * list N) : bool :=
    (fst row <=? many + hold) && existsb (fun j => has j reached) (snd row).

  (* The cards that can be placed after those in `l`. What it returns is checked, not trusted. *)
  Fixpoint grow (fuel : nat) (l : list N) (waiting : list (N * list N)) : list N :=
    match fuel with
    | O => l
    | S f =>
        match partition (may_come (set_of l) (count l)) waiting with
        | ([], _) => l
        | (come, stay) => grow f (map fst come ++ l) stay
        end
    end.

  Definition shut (rows : list (N * list N)) (l : list N) : bool :=
    let reached := set_of l in
    negb (forallb (fun row => has (fst row) reached) rows) &&
    forallb (fun row => has (fst row) reached || negb (may_come reached (count l) row)) rows.

  Definition never_in_time (nd : node) : bool :=
    let rows := map (fun i => (i, filter (beside nd i) deck)) deck in
    forallb (fun i => (hold <? i) ||
      (let l := grow (length deck) [i] (filter (fun row => negb (fst row =? i)) rows) in
       among i l && shut rows l)) deck.

  Definition lies (nd : node) (i : N) : bool := match cell_of nd i with Some _ => true | None => false end.

  Fixpoint component_of (k : N) (ls : list (N * list N)) (al : list (list (list place))) : option (list N *
    list (list place)) :=
    match ls, al with
    | (m, members) :: ls', l :: al' => if m =? k then Some (members, l) else component_of k ls' al'
    | _, _ => None
    end.

  (* What a node becomes by each way to decide what the line names; None: the line names nothing that is open. *)
  Definition children (nd : node) (l : tree_line) : option (list job) :=
    match l with
    | HeadLine _ _ _ => None
    | CellLine c =>
        if among c area && undecided nd c then
          Some (map (fun i => (nd, [(c, Some i)])) (filter (fits nd c) (left_ nd)) ++
                (if spare nd =? 0 then [] else [(nd, [(c, None)])]))
        else None
    | CardLine i =>
        if among i (left_ nd) then
          Some (map (fun c => (nd, [(c, Some i)]))
            (filter (fun c => undecided nd c && fits nd c i && comes_in_time nd c i) area))
        else None
    | ComponentLine k =>
        match component_of k listed (alive nd) with
        | Some (members, l) =>
            if existsb (fun i => negb (lies nd i)) members then
              Some (map (fun pl => (nd, map (fun e => (snd e, Some (fst e))) (filter (fun e => negb (lies nd
                (fst e))) pl))) l)
            else None
        | None => None
        end
    | OrderLine => if never_in_time nd then Some [] else None
    end.

  Fixpoint next_open (jobs : list job) : option (node * list job) :=
    match jobs with
    | [] => None
    | (nd, ds) :: jobs' => match decide_all nd ds with Some nd' => Some (nd', jobs') | None => next_open jobs' end
    end.

  (* The lines behind the tree; None if they are no tree. *)
  Fixpoint run (text : list tree_line) (jobs : list job) : option (list tree_line) :=
    match next_open jobs with
    | None => Some text
    | Some (nd, jobs') =>
        match text with
        | [] => None
        | l :: text' => match children nd l with Some new => run text' (new ++ jobs') | None => None end
        end
    end.

  Definition root (lists : list (list (list place))) : node :=
    Node (PositiveMap.empty _) (PositiveMap.empty _) deck (count area - count deck) lists.

  Definition check_tree (lists : list (list (list place))) (text : list tree_line) : option (list tree_line) :=
    if some_empty lists then Some text
    else run text [(root lists, [])].

  (* ---- A layout: the cell of each card. ---- *)

  Variable F : N -> N.
  Variable order_ : list N.
  Hypothesis deck_once : NoDup deck.
  Hypothesis F_in : forall i, In i deck -> In (F i) area.
  Hypothesis F_once : forall i j, In i deck -> In j deck -> F i = F j -> i = j.
  Hypothesis F_match : forall i j, In i deck -> In j deck -> In (F j) (near (F i)) -> matches i j = true.
  Hypothesis F_near : forall i j, In i deck -> In j deck -> In (F j) (near (F i)) -> In (F i) (near (F j)).
  Hypothesis F_pivot : quarter (F pivot) = true.
  Hypothesis F_told : forall i es t, In (es, t) (told_of i) -> sum (fun z => one (adjacent (F (fst z)) (F (snd
    z)))) es = t.
  Definition filled (c : N) : bool := existsb (fun i => F i =? c) deck.
  Hypothesis F_lines : loose = true -> forall line, In line lines -> exists i, In i deck /\ In (F i) line.
  Hypothesis F_runs : loose = true -> forall most, runs_most = Some most ->
    sum (fun line => line_runs false (map filled line)) lines <= most.
  Hypothesis order_all : forall i, In i deck <-> In i order_.
  Hypothesis order_once : NoDup order_.
  Hypothesis order_time : forall a c b, order_ = a ++ c :: b ->
    c <= count a + hold /\ (a = [] \/ exists d, In d a /\ In (F d) (near (F c))).

  Definition goal (members : list N) : list place := map (fun c => (c, F c)) members.

  Record agrees (nd : node) : Prop := Agrees {
    ag_card : forall c i, held_at nd c = Some (Some i) -> In i deck /\ F i = c /\ cell_of nd i = Some c;
    ag_none : forall c, held_at nd c = Some None -> forall i, In i deck -> F i <> c;
    ag_cell : forall i c, cell_of nd i = Some c -> In i deck /\ F i = c /\ held_at nd c = Some (Some i);
    ag_left : forall i, In i (left_ nd) <-> In i deck /\ cell_of nd i = None;
    ag_spare : exists E, NoDup E /\ (forall c, In c E -> In c area /\ held_at nd c = Some None) /\
      spare nd + count E = count area - count deck;
    ag_alive : Forall2 (fun k l => In (goal (snd k)) l) listed (alive nd)
  }.

  (* A decision that the layout bears out. *)
  Definition true_of (d : N * option N) : Prop :=
    match snd d with Some i => In i deck /\ F i = fst d | None => In (fst d) area /\ forall i, In i deck -> F i
      <> fst d end.

  Lemma filled_true c : filled c = true <-> exists i, In i deck /\ F i = c.
  Proof. unfold filled. rewrite existsb_exists. split; intros [i [I E]]; exists i; split; auto; now apply N.eqb_eq. Qed.

  Lemma allowed c h members : true_of (c, h) -> incl members deck -> allows c h (near c) (goal members) = true.
  Proof.
    intros T I. unfold allows. destruct h as [i|]; unfold true_of in T; cbn [fst snd] in T.
    - destruct T as [Ii <-]. destruct (find _ _) as [e|] eqn:E.
      + apply find_some in E as [J E]. apply N.eqb_eq in E. apply in_map_iff in J as [x [<- _]]. subst.
        apply N.eqb_refl.
      + apply forallb_forall. intros e J. assert (Ne := find_none _ _ E e J). apply in_map_iff in J as [x [<- Jx]].
        cbn [fst snd] in *. apply N.eqb_neq in Ne. apply andb_true_iff. split.
        * apply negb_true_iff, N.eqb_neq. auto.
        * destruct (among (F x) (near (F i))) eqn:A; [|reflexivity]. apply among_in in A. apply F_match; auto.
    - apply forallb_forall. intros e J. apply in_map_iff in J as [x [<- Jx]]. apply negb_true_iff, N.eqb_neq. apply T.
      auto.
  Qed.

  Lemma edge_counts_ok nd es : agrees nd ->
    let s := edge_counts nd es in
    fst s <= sum (fun z => one (adjacent (F (fst z)) (F (snd z)))) es /\
    snd s + sum (fun z => one (adjacent (F (fst z)) (F (snd z)))) es <= count es.
  Proof.
    intros A. induction es as [|z es [IH1 IH2]]; [cbn; lia|].
    change (edge_counts nd (z :: es)) with
      (match cell_of nd (fst z), cell_of nd (snd z) with
      | Some a, Some b => if adjacent a b then (N.succ (fst (edge_counts nd es)), snd (edge_counts nd es))
                          else (fst (edge_counts nd es), N.succ (snd (edge_counts nd es)))
      | _, _ => edge_counts nd es
      end). rewrite sum_cons. cbn [count].
    assert (one (adjacent (F (fst z)) (F (snd z))) <= 1) by (destruct (adjacent _ _); cbn; lia).
    destruct (cell_of nd (fst z)) as [a|] eqn:Ea; [|lia]. destruct (cell_of nd (snd z)) as [b|] eqn:Eb; [|lia].
    apply (ag_cell nd A) in Ea as [_ [Ea _]]. apply (ag_cell nd A) in Eb as [_ [Eb _]]. rewrite <- Ea, <- Eb in *.
    destruct (adjacent (F (fst z)) (F (snd z))); cbn [fst snd one] in *; lia.
  Qed.

  Lemma seen_thin nd line : agrees nd -> thinned (flat_map (seen nd) line) (map filled line).
  Proof.
    intro A. induction line as [|c line IH]; [constructor|]. cbn [flat_map map]. unfold seen at 1.
    destruct (held_at nd c) as [[i|]|] eqn:H.
    - assert (E : filled c = true).
      { apply filled_true. apply (ag_card nd A) in H as [I [E _]]. eauto. }
      rewrite E. now constructor.
    - assert (E : filled c = false).
      { destruct (filled c) eqn:E; auto. apply filled_true in E as [i [I E]]. destruct (ag_none nd A c H i I E). }
      rewrite E. now constructor.
    - destruct (left_ nd) eqn:L; [|now constructor].
      assert (E : filled c = false).
      { destruct (filled c) eqn:E; auto. apply filled_true in E as [i [I E]]. destruct (cell_of nd i) as [d|] eqn:C.
        - apply (ag_cell nd A) in C as [_ [C1 C2]]. congruence.
        - assert (J : In i (left_ nd)) by (apply (ag_left nd A); auto). rewrite L in J. destruct J. }
      rewrite E. now constructor.
  Qed.

  Lemma some_run line : (exists i, In i deck /\ In (F i) line) -> forall p, one (negb p) <= line_runs p (map
    filled line).
  Proof.
    clear F_lines F_runs. intros [i [Ii I]] p. induction line as [|c line IH] in p, I |- *; [destruct I|]. cbn [map line_runs].
    destruct I as [E|I].
    - assert (X : filled c = true) by (apply filled_true; eauto). rewrite X. destruct p; cbn [negb andb one]; lia.
    - destruct (filled c) eqn:X; [destruct p; cbn [negb andb one]; lia|]. specialize (IH I false).
      cbn [negb andb one] in *. destruct p; cbn [negb one]; lia.
  Qed.

  Lemma lines_hold nd : agrees nd -> lines_ok nd = true.
  Proof.
    intro A. unfold lines_ok. destruct loose eqn:L; [|reflexivity]. apply andb_true_iff. split.
    - destruct (existsb _ lines) eqn:X; auto. exfalso. apply existsb_exists in X as [line [I X]].
      destruct (F_lines eq_refl line I) as [i [Ii J]]. rewrite forallb_forall in X. specialize (X _ J).
      destruct (held_at nd (F i)) as [[j|]|] eqn:H; try discriminate. exact (ag_none nd A _ H i Ii eq_refl).
    - destruct runs_most as [most|] eqn:R; [|reflexivity]. apply N.leb_le.
      etransitivity; [|apply (F_runs eq_refl most eq_refl)]. apply sum_le. intros line I. unfold runs_seen.
      assert (T := thinned_runs _ _ (seen_thin nd line A) false false). cbn [andb one] in T.
      assert (S := some_run line (F_lines eq_refl line I) false). cbn [negb one] in S. destruct (left_ nd); lia.
  Qed.

  Hypothesis listed_deck : forall k, In k listed -> incl (snd k) deck.

  Lemma empties_room E : NoDup E -> (forall x, In x E -> In x area /\ forall i, In i deck -> F i <> x) ->
    count E + count deck <= count area.
  Proof.
    intros NE H. rewrite !count_length, <- Nat2N.inj_add.
    enough ((length E + length deck <= length area)%nat) by lia.
    rewrite <- (map_length F deck), <- app_length. apply NoDup_incl_length.
    - apply app_once; auto; [now apply map_once|]. intros x J K. apply in_map_iff in K as [i [Ei Ii]].
      destruct (H x J) as [_ Hx]. exact (Hx i Ii Ei).
    - intros x J. apply in_app_or in J as [J|J]; [now apply H|]. apply in_map_iff in J as [i [<- Ii]]. auto.
  Qed.

  Lemma kept_alive c h (ks : list (N * list N)) : true_of (c, h) -> (forall k, In k ks -> incl (snd k) deck) ->
    forall ls, Forall2 (fun k l => In (goal (snd k)) l) ks ls ->
    Forall2 (fun k l => In (goal (snd k)) l) ks (map (filter (allows c h (near c))) ls).
  Proof.
    intros T. induction ks as [|k ks IH]; intros D ls H; inversion H as [|? l ? ls' H1 H2]; subst; cbn [map];
      constructor.
    - apply filter_In. split; auto. apply allowed; auto. apply D. now left.
    - apply IH; auto. intros x I. apply D. now right.
  Qed.

  Lemma none_empty (ks : list (N * list N)) : forall ls, Forall2 (fun k l => In (goal (snd k)) l) ks ls ->
    some_empty ls = false.
  Proof.
    induction ks as [|k ks IH]; intros ls H; inversion H as [|? l ? ls' H1 H2]; subst; [reflexivity|].
    unfold some_empty. cbn [existsb]. destruct l; [destruct H1|]. now apply IH.
  Qed.

  Lemma decided nd d : agrees nd -> true_of d -> held_at nd (fst d) = None ->
    exists nd', decide nd d = Some nd' /\ agrees nd' /\ forall e, e <> fst d -> held_at nd' e = held_at nd e.
  Proof.
    destruct d as [c h]. cbn [fst]. intros A T U. unfold decide.
    assert (Q : match h with Some i => (i =? pivot) && negb (quarter c) | None => false end = false).
    { destruct h as [i|]; auto. destruct T as [Ti Tc]. cbn [fst] in Tc. destruct (N.eqb_spec i pivot) as [->|]; auto.
      rewrite <- Tc, F_pivot. reflexivity. }
    rewrite Q. set (alive' := map (filter (allows c h (near c))) (alive nd)).
    assert (Al : Forall2 (fun k l => In (goal (snd k)) l) listed alive') by (apply kept_alive; auto using ag_alive).
    assert (X := none_empty _ _ Al).
    rewrite X.
    set (at' := PositiveMap.add (key c) h (at_ nd)) in *.
    match goal with |- exists x, (if ?b && lines_ok ?n then Some ?n' else None) = _ /\ _ => set (nd' := n) in * end.
    assert (Ho : forall e, e <> c -> held_at nd' e = held_at nd e).
    { intros e Ne. unfold nd', held_at. destruct h; cbn [at_]; unfold at';
          (rewrite PositiveMap.gso; [reflexivity|intro K; now apply key_once in K]). }
    assert (A' : agrees nd').
    { assert (Hc : held_at nd' c = Some h).
      { unfold nd', held_at. destruct h; cbn [at_]; unfold at'; now rewrite PositiveMap.gss. }
      destruct h as [i|].
      - destruct T as [Ti Tc]. cbn [fst] in Tc.
        assert (Ci : cell_of nd' i = Some c) by (unfold nd', cell_of; cbn [where_]; now rewrite PositiveMap.gss).
        assert (Co : forall j, j <> i -> cell_of nd' j = cell_of nd j).
        { intros j Ne. unfold nd', cell_of. cbn [where_]. rewrite PositiveMap.gso; [reflexivity|intro K; now
          apply key_once in K]. }
        assert (Ni : cell_of nd i = None).
        { destruct (cell_of nd i) as [d|] eqn:C; auto. apply (ag_cell nd A) in C as [_ [C1 C2]]. congruence. }
        constructor.
        + intros e j H. destruct (N.eq_dec e c) as [->|Ne].
          * rewrite Hc in H. injection H as <-. auto.
          * rewrite Ho in H by auto. destruct (ag_card nd A _ _ H) as [J1 [J2 J3]]. repeat split; auto.
            rewrite Co; auto. congruence.
        + intros e H. destruct (N.eq_dec e c) as [->|Ne]; [congruence|]. rewrite Ho in H by auto. now apply
          (ag_none nd A).
        + intros j e H. destruct (N.eq_dec j i) as [->|Ne].
          * rewrite Ci in H. injection H as <-. auto.
          * rewrite Co in H by auto. destruct (ag_cell nd A _ _ H) as [J1 [J2 J3]]. repeat split; auto.
            rewrite Ho; auto. congruence.
        + intro j. unfold nd' at 1. cbn [left_]. rewrite filter_In, (ag_left nd A), negb_true_iff, N.eqb_neq.
          destruct (N.eq_dec j i) as [->|Ne]; [rewrite Ci; intuition congruence|]. rewrite Co by auto. tauto.
        + destruct (ag_spare nd A) as [E [E1 [E2 E3]]]. exists E. repeat split; auto.
          * now apply E2.
          * rewrite Ho; [now apply E2|]. intros ->. destruct (E2 _ H) as [_ K]. congruence.
        + exact Al.
      - destruct T as [Tc T]. assert (Co : forall j, cell_of nd' j = cell_of nd j) by reflexivity. constructor.
        + intros e j H. destruct (N.eq_dec e c) as [->|Ne]; [congruence|]. rewrite Ho in H by auto. now apply
          (ag_card nd A).
        + intros e H. destruct (N.eq_dec e c) as [->|Ne]; [exact T|]. rewrite Ho in H by auto. now apply (ag_none nd A).
        + intros j e H. rewrite Co in H. destruct (ag_cell nd A _ _ H) as [J1 [J2 J3]]. repeat split; auto.
          rewrite Ho; auto. congruence.
        + intro j. rewrite Co. exact (ag_left nd A j).
        + destruct (ag_spare nd A) as [E [E1 [E2 E3]]]. exists (c :: E).
          assert (Nc : ~ In c E) by (intro K; destruct (E2 _ K) as [_ K']; congruence).
          assert (N' : NoDup (c :: E)) by now constructor.
          assert (Sp : count (c :: E) + count deck <= count area).
          { apply empties_room; auto. intros x [<-|J]; [auto|]. destruct (E2 _ J) as [J1 J2]. split; auto.
            exact (ag_none nd A _ J2). }
          split; [exact N'|]. split.
          * intros e [<-|J]; [auto|]. split; [now apply E2|]. rewrite Ho; [now apply E2|]. congruence.
          * unfold nd'. cbn [spare]. cbn [count] in *. lia.
        + exact Al. }
    exists nd'. split; [|split; [exact A'|exact Ho]]. rewrite (lines_hold nd' A'). destruct h as [i|]; [|reflexivity].
    assert (counts_ok nd' i = true) as ->; [|reflexivity]. apply forallb_forall. intros [es t] I. cbn [fst snd].
    assert (E := F_told i es t I). destruct (edge_counts_ok nd' es A') as [H1 H2]. lia.
  Qed.

  Hypothesis listed_once : forall k, In k listed -> NoDup (snd k).
  Hypothesis deck_some : deck <> [].

  Definition job_agrees (j : job) : Prop :=
    agrees (fst j) /\ (forall d, In d (snd j) -> true_of d /\ held_at (fst j) (fst d) = None) /\ NoDup (map fst
      (snd j)).

  Lemma decided_all ds : forall nd, agrees nd -> (forall d, In d ds -> true_of d /\ held_at nd (fst d) = None) ->
    NoDup (map fst ds) -> exists nd', decide_all nd ds = Some nd' /\ agrees nd'.
  Proof.
    induction ds as [|d ds IH]; intros nd A H N; cbn [decide_all]; [eauto|]. inversion N; subst.
    destruct (H d (or_introl eq_refl)) as [T U]. destruct (decided nd d A T U) as [nd' [-> [A' Ho]]]. apply IH; auto.
    intros e I. destruct (H e (or_intror I)) as [T' U']. rewrite Ho; auto. intro E. apply H2. rewrite <- E.
    now apply in_map.
  Qed.

  Lemma next_agrees jobs : (exists j, In j jobs /\ job_agrees j) ->
    exists nd jobs', next_open jobs = Some (nd, jobs') /\ (agrees nd \/ exists j, In j jobs' /\ job_agrees j).
  Proof.
    induction jobs as [|[nd ds] jobs IH]; intros [j [I A]]; [destruct I|]. cbn [next_open]. destruct I as [<-|I].
    - destruct A as [A [H N]]. destruct (decided_all ds nd A H N) as [nd' [-> A']]. eauto.
    - destruct (decide_all nd ds) as [nd'|]; [|apply IH; eauto]. exists nd', jobs. split; auto. right. eauto.
  Qed.

  Lemma undecided_cell nd i : agrees nd -> In i deck -> cell_of nd i = None -> held_at nd (F i) = None.
  Proof.
    intros A I C. destruct (held_at nd (F i)) as [[j|]|] eqn:H; auto.
    - apply (ag_card nd A) in H as [J [E K]]. apply F_once in E; auto. congruence.
    - destruct (ag_none nd A _ H i I eq_refl).
  Qed.

  Lemma cell_is nd i : agrees nd -> In i deck -> cell_of nd i = None \/ (cell_of nd i = Some (F i) /\ held_at
    nd (F i) = Some (Some i)).
  Proof.
    intros A I. destruct (cell_of nd i) as [c|] eqn:C; auto. right. apply (ag_cell nd A) in C as [_ [<- H]]. auto.
  Qed.

  Lemma fits_is nd i : agrees nd -> In i deck -> fits nd (F i) i = true.
  Proof.
    intros A I. apply forallb_forall. intros d D. destruct (held_at nd d) as [[j|]|] eqn:H; auto.
    apply (ag_card nd A) in H as [J [<- _]]. auto.
  Qed.

  Lemma beside_is nd i j : agrees nd -> In i deck -> In j deck -> In (F j) (near (F i)) -> beside nd i j = true.
  Proof.
    intros A I J T. unfold beside.
    destruct (cell_is nd i A I) as [Ci|[Ci Hi]], (cell_is nd j A J) as [Cj|[Cj Hj]]; rewrite Ci, Cj; auto.
    - apply existsb_exists. exists (F i). split; auto. rewrite (fits_is nd i A I). unfold undecided.
      now rewrite (undecided_cell nd i A I Ci).
    - apply existsb_exists. exists (F j). rewrite (fits_is nd j A J). unfold undecided.
      now rewrite (undecided_cell nd j A J Cj).
    - now apply among_in.
  Qed.

  Lemma in_order i : In i deck -> hold = 0 -> i <> 0 -> exists j, In j deck /\ j < i /\ In (F j) (near (F i)).
  Proof.
    intros I H0 Ni. apply order_all in I. apply in_split in I as [a [b E]].
    assert (L : forall x, In x a -> x < count a).
    { intros x J. apply in_split in J as [a1 [a2 E1]]. rewrite E1, <- app_assoc in E.
      destruct (order_time _ _ _ E) as [Q _]. rewrite E1, !count_length, app_length in *. cbn [length]. lia. }
    destruct (order_time _ _ _ E) as [Q D].
    assert (Ge : count a <= i).
    { destruct (N.le_gt_cases (count a) i) as [|G]; auto.
      assert (X : (length (i :: a) <= length (steps_from 0 (length a)))%nat).
      { apply NoDup_incl_length.
        - generalize order_once. rewrite E. intro N. apply NoDup_remove in N as [N1 N2]. apply once_app in N1 as [N1 _].
          constructor; auto. intro J. apply N2, in_or_app. now left.
        - intros x J. apply steps_in. rewrite <- count_length. destruct J as [<-|J]; [lia|]. specialize (L x J). lia. }
      rewrite steps_length in X. cbn [length] in X. lia. }
    destruct D as [->|[d [Id T]]]; [cbn [count] in *; lia|]. exists d. split; [|split; auto].
    - apply order_all. rewrite E. apply in_or_app. now left.
    - specialize (L d Id). lia.
  Qed.

  Lemma comes nd i : agrees nd -> In i deck -> cell_of nd i = None -> comes_in_time nd (F i) i = true.
  Proof.
    intros A I C. unfold comes_in_time. destruct (N.eqb_spec hold 0) as [H0|]; [|reflexivity].
    destruct (N.eqb_spec i 0) as [|Ni]; [reflexivity|].
    destruct (existsb (fun j => j <? i) (left_ nd)) eqn:X; [reflexivity|].
    destruct (in_order i I H0 Ni) as [j [J [L T]]]. apply existsb_exists. exists (F j). split; auto.
    destruct (cell_is nd j A J) as [Cj|[_ Hj]]; [|rewrite Hj; now apply N.ltb_lt].
    enough (existsb (fun j => j <? i) (left_ nd) = true) by congruence. apply existsb_exists. exists j. split.
    - now apply (ag_left nd A).
    - now apply N.ltb_lt.
  Qed.

  Lemma in_time nd : agrees nd -> never_in_time nd = true -> False.
  Proof.
    intros A H. unfold never_in_time in H. rewrite forallb_forall in H.
    destruct order_ as [|f o] eqn:Eo.
    { destruct deck as [|i l]; [congruence|]. destruct (order_all i) as [X _]. apply X. now left. }
    assert (If : In f deck) by (apply order_all; now left). specialize (H f If).
    destruct (order_time [] f o eq_refl) as [Q _]. rewrite N.add_0_l in Q.
    destruct (N.ltb_spec hold f) as [|_]; [lia|]. cbn [orb] in H. revert H.
    match goal with |- (among f ?l && shut ?rows ?l = true) -> _ => generalize l end. intros l H.
    apply andb_true_iff in H as [Hf S]. apply among_in in Hf. apply andb_true_iff in S as [S1 S2].
    rewrite forallb_forall in S2. assert (P : forall a b, f :: o = a ++ b -> incl a l).
    { induction a as [|c a IH] using rev_ind; intros b E; [intros x []|]. rewrite <- app_assoc in E.
      specialize (IH _ E). intros x J. apply in_app_or in J as [J|[<-|[]]]; [auto|].
      destruct (order_time _ _ _ E) as [L T].
      destruct T as [->|[d [Id T]]]; [cbn [app] in E; injection E as <- _; auto|].
      assert (Ic : In c deck) by (apply order_all; rewrite E; apply in_or_app; right; now left).
      assert (Idk : In d deck) by (apply order_all; rewrite E; apply in_or_app; now left).
      specialize (S2 (c, filter (beside nd c) deck)). cbn [fst snd] in S2. rewrite <- set_of_in.
      destruct (has c (set_of l)); auto.
      assert (M : may_come (set_of l) (count l) (c, filter (beside nd c) deck) = true).
      { unfold may_come. cbn [fst snd]. apply andb_true_iff. split.
        - enough ((length a <= length l)%nat) by (rewrite count_length in *; lia). apply NoDup_incl_length; auto.
          generalize order_once. rewrite E. intro N. now apply once_app in N.
        - apply existsb_exists. exists d. split; [|apply set_of_in; auto]. apply filter_In. split; auto.
          now apply beside_is. }
      rewrite M in S2. discriminate S2. apply in_map_iff. exists c. auto. }
    apply negb_true_iff in S1. enough (X : forallb (fun row => has (fst row) (set_of l)) (map (fun i => (i, filter
      (beside nd i) deck)) deck) = true) by congruence. apply forallb_forall. intros row J.
    apply in_map_iff in J as [i [<- Ii]]. apply set_of_in. apply (P (f :: o) []); [now rewrite app_nil_r|].
    now apply order_all.
  Qed.

  Lemma component_alive k : forall ls al members l, Forall2 (fun k l => In (goal (snd k)) l) ls al ->
    component_of k ls al = Some (members, l) -> In (goal members) l /\ exists m, In (m, members) ls.
  Proof.
    induction ls as [|[m ms] ls IH]; intros al members l H E; inversion H as [|? l' ? al' H1 H2]; subst;
      [discriminate|].
    cbn [component_of] in E. destruct (m =? k).
    - injection E as <- <-. split; auto. exists m. now left.
    - destruct (IH _ _ _ H2 E) as [G [m' I]]. split; auto. exists m'. now right.
  Qed.

  Lemma children_ok nd l jobs : agrees nd -> children nd l = Some jobs -> exists j, In j jobs /\ job_agrees j.
  Proof.
    intros A C.
    assert (One : forall c h, true_of (c, h) -> held_at nd c = None -> job_agrees (nd, [(c, h)])).
    { intros c h T U. split; [exact A|]. split; [intros d [<-|[]]; auto|]. repeat constructor. intros []. }
    destruct l as [pv li to|c|i|k|]; cbn [children] in C.
    - discriminate.
    - destruct (among c area && undecided nd c) eqn:B; [|discriminate]. injection C as <-.
      apply andb_true_iff in B as [B U]. apply among_in in B. unfold undecided in U.
      destruct (held_at nd c) eqn:Hc; [discriminate|].
      destruct (filled c) eqn:Fc.
      + apply filled_true in Fc as [i [I E]]. exists (nd, [(c, Some i)]). split; [|apply One; auto; split; auto].
        apply in_or_app. left. apply in_map_iff. exists i. split; auto. apply filter_In.
        rewrite <- E, (fits_is nd i A I). split; auto. apply (ag_left nd A).
        destruct (cell_is nd i A I) as [|[_ H]]; auto. congruence.
      + assert (Em : forall i, In i deck -> F i <> c).
        { intros i I E. enough (filled c = true) by congruence. apply filled_true. eauto. }
        exists (nd, [(c, None)]). split; [|apply One; auto; split; auto]. apply in_or_app. right.
        destruct (N.eqb_spec (spare nd) 0) as [S|]; [|now left]. destruct (ag_spare nd A) as [E [E1 [E2 E3]]].
        assert (R := empties_room (c :: E)). enough (N.succ (count E) + count deck <= count area) by lia. apply R.
        * constructor; auto. intro J. destruct (E2 _ J). congruence.
        * intros x [<-|J]; auto. destruct (E2 _ J) as [J1 J2]. split; auto. exact (ag_none nd A _ J2).
    - destruct (among i (left_ nd)) eqn:B; [|discriminate]. injection C as <-.
      apply among_in, (ag_left nd A) in B as [I Ci]. assert (U := undecided_cell nd i A I Ci).
      exists (nd, [(F i, Some i)]). split; [|apply One; auto; split; auto]. apply in_map_iff. exists (F i). split; auto.
      apply filter_In. split; auto. rewrite (fits_is nd i A I), (comes nd i A I Ci). unfold undecided. now rewrite U.
    - destruct (component_of k listed (alive nd)) as [[members l]|] eqn:B; [|discriminate].
      destruct (existsb _ members); [|discriminate]. injection C as <-.
      destruct (component_alive _ _ _ _ _ (ag_alive nd A) B) as [G [m I]]. assert (D := listed_deck _ I).
      assert (Nm := listed_once _ I). eexists.
      split; [apply in_map_iff; exists (goal members); split; [reflexivity|exact G]|]. split; [exact A|].
      cbn [fst snd]. split.
      + intros d J. apply in_map_iff in J as [e [<- J]]. apply filter_In in J as [J L].
        apply in_map_iff in J as [i [<- J]]. unfold lies in L. cbn [fst] in L.
        destruct (cell_of nd i) eqn:Ci; [discriminate|]. split; [split; auto|]. apply undecided_cell; auto.
      + rewrite map_map.
        assert (E : forall ms, map (fun e : N * N => snd e) (filter (fun e => negb (lies nd (fst e))) (map (fun
          c => (c, F c)) ms)) =
                   map F (filter (fun i => negb (lies nd i)) ms)).
        { induction ms as [|i ms IH]; [reflexivity|]. cbn [map filter fst]. destruct (lies nd i); cbn [negb map
          snd]; now rewrite IH. }
        rewrite E. apply map_once; [now apply NoDup_filter|]. intros x y X Y. apply filter_In in X as [X _], Y as [Y _].
        apply F_once; auto.
    - destruct (never_in_time nd) eqn:T; [|discriminate]. destruct (in_time nd A T).
  Qed.

  Lemma run_sound text : forall jobs rest, run text jobs = Some rest -> (exists j, In j jobs /\ job_agrees j) -> False.
  Proof.
    induction text as [|l text IH]; intros jobs rest R J; destruct (next_agrees jobs J) as [nd [jobs' [E A]]];
      cbn [run] in R; rewrite E in R; [discriminate|].
    destruct (children nd l) as [new|] eqn:C; [|discriminate]. apply (IH _ _ R). destruct A as [A|[j [I A]]].
    - destruct (children_ok nd l new A C) as [j [I A']]. exists j. split; auto. apply in_or_app. now left.
    - exists j. split; auto. apply in_or_app. now right.
  Qed.

  Theorem tree_sound lists text rest : Forall2 (fun k l => In (goal (snd k)) l) listed lists ->
    check_tree lists text = Some rest -> False.
  Proof.
    intros H C. unfold check_tree in C. rewrite (none_empty _ _ H) in C. apply (run_sound _ _ _ C).
    exists (root lists, []). split; [now left|]. split; [|split; [intros d []|constructor]]. cbn [fst].
    constructor; unfold root, held_at, cell_of; cbn [at_ where_ left_ spare alive].
    - intros c i E. rewrite PositiveMap.gempty in E. discriminate.
    - intros c E. rewrite PositiveMap.gempty in E. discriminate.
    - intros i c E. rewrite PositiveMap.gempty in E. discriminate.
    - intro i. rewrite PositiveMap.gempty. tauto.
    - exists []. split; [constructor|]. split; [intros c []|]. cbn [count]. lia.
    - exact H.
  Qed.
End Tree.
