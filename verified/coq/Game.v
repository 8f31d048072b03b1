(* What a game is: positions, moves, a score and when it is won; lines of play; closed sets.
   Everything proved elsewhere is a statement about `path`. *)

From Coq Require Import List NArith Bool Lia ZifyBool PArith FMapPositive.
From Winnow Require Import Table.
Import ListNotations.
Open Scope N_scope.

Record game := Game {
  pos : Type;
  move : Type;
  moves : pos -> list move;            (* the legal moves *)
  apply : pos -> move -> pos;          (* where a legal move leads *)
  score : pos -> option N;             (* what the game counts if it ends here; None: it may not end here *)
  won : pos -> bool;                   (* the game may end here as a win *)
  higher : bool;                       (* a higher score is better *)
  same_move : move -> move -> bool;    (* two ways of naming one move; decides only which lines can be read *)
}.

Arguments moves {g}.
Arguments apply {g}.
Arguments score {g}.
Arguments won {g}.
Arguments same_move {g}.

(* The step function: every legal move with the position it leads to. *)
Definition next (G : game) (p : pos G) : list (move G * pos G) := map (fun m => (m, apply p m)) (moves p).

(* `path G p l q`: the moves l, each legal in its position, lead from p to q. *)
Inductive path (G : game) : pos G -> list (move G) -> pos G -> Prop :=
| path_nil p : path G p [] p
| path_cons p m q l r : In (m, q) (next G p) -> path G q l r -> path G p (m :: l) r.

Definition reachable (G : game) (p q : pos G) : Prop := exists l, path G p l q.

(* "score s is not better than b" *)
Definition no_better (G : game) (s b : N) : Prop := if higher G then s <= b else b <= s.
Definition no_betterb (G : game) (s b : N) : bool := if higher G then s <=? b else b <=? s.

(* What a piece of evidence shows of a position. *)
Record proven := Proven { loses : bool; limit : option N }.

Definition shows (G : game) (p : pos G) (e : proven) : Prop :=
  (loses e = true -> forall l q, path G p l q -> won q = false) /\
  (forall b, limit e = Some b -> forall l q s, path G p l q -> score q = Some s -> no_better G s b).

Section Paths.
  Variable G : game.

  Lemma next_in (p : pos G) m q : In (m, q) (next G p) <-> In m (moves p) /\ q = apply p m.
  Proof.
    unfold next. rewrite in_map_iff. split.
    - intros [m' [E I]]. injection E as <- <-. auto.
    - intros [I ->]. eauto.
  Qed.

  Lemma path_app (p : pos G) l q l' r : path G p l q -> path G q l' r -> path G p (l ++ l') r.
  Proof. induction 1; simpl; auto. intro. econstructor; eauto. Qed.

  (* What holds at the start and is kept by every move holds at the end of every line. *)
  Lemma path_keeps (I : pos G -> Prop) :
    (forall p m, I p -> In m (moves p) -> I (apply p m)) -> forall p l q, path G p l q -> I p -> I q.
  Proof. intros K p l q H. induction H; auto. intro. apply next_in in H as [? ->]. auto. Qed.

  Lemma path_snoc (p : pos G) l m q : path G p (l ++ [m]) q -> exists r, path G p l r /\ In m (moves r) /\ q = apply r m.
  Proof.
    revert p. induction l as [|a l IH]; simpl; intros p H; inversion H; subst.
    - inversion H5; subst. apply next_in in H3 as [? ->]. exists p. repeat split; auto. constructor.
    - destruct (IH _ H5) as [r [? ?]]. exists r. split; auto. econstructor; eauto.
  Qed.

  (* Replaying a line: each move must be one of the legal ones. *)
  Definition play (p : pos G) (m : move G) : option (pos G) :=
    match find (same_move m) (moves p) with Some m' => Some (apply p m') | None => None end.

  Fixpoint replay (p : pos G) (l : list (move G)) : option (pos G) :=
    match l with
    | [] => Some p
    | m :: l' => match play p m with Some q => replay q l' | None => None end
    end.

  Lemma play_legal p m q : play p m = Some q -> exists m', same_move m m' = true /\ In (m', q) (next G p).
  Proof.
    unfold play. destruct (find _ _) eqn:F; try discriminate. intro E; injection E as <-.
    apply find_some in F as [I S]. exists m0. split; auto. apply next_in; auto.
  Qed.

  (* The moves named and the moves played are the same but for how they are named. *)
  Theorem replay_path p l q :
    replay p l = Some q -> exists l', Forall2 (fun m m' => same_move m m' = true) l l' /\ path G p l' q.
  Proof.
    revert p. induction l as [|m l IH]; simpl; intros p H.
    - injection H as <-. exists []. split; constructor.
    - destruct (play p m) as [r|] eqn:E; try discriminate.
      apply play_legal in E as [m' [S I]]. destruct (IH _ H) as [l' [F P]].
      exists (m' :: l'). split; econstructor; eauto.
  Qed.
End Paths.

(* ---- Closed sets ------------------------------------------------------------------------------------------------- *)

Section Closed.
  Variable G : game.
  Variable K : Type.
  Variable key : pos G -> K.                (* what decides a position's future, but for the cost behind it *)
  Variable same : K -> K -> bool.
  Variable hash : K -> positive.
  Variable cost : pos G -> N.
  Variable bound : option N.                (* members that cost as much are not played on *)

  Definition stopped (p : pos G) : bool :=
    match bound with Some b => negb (cost p =? 0) && (b <=? cost p) | None => false end.

  (* The members: numbered from 0, the first is the position asked about, each line adds what a move leads to. *)
  Fixpoint members (lines : list (N * move G)) (n : N) (known : PositiveMap.t (pos G)) (all : list (pos G))
    : option (list (pos G)) :=
    match lines with
    | [] => Some all
    | (from, m) :: rest =>
        match PositiveMap.find (N.succ_pos from) known with
        | None => None
        | Some p =>
            match play G p m with
            | None => None
            | Some q => members rest (n + 1) (PositiveMap.add (N.succ_pos n) q known) (q :: all)
            end
        end
    end.

  Definition set_of (start : pos G) (lines : list (N * move G)) : option (list (pos G)) :=
    members lines 1 (PositiveMap.add 1%positive start (PositiveMap.empty _)) [start].

  (* The table of the members' states with their costs; None if a state is there twice. *)
  Fixpoint tabled (all : list (pos G)) (t : table K N) : option (table K N) :=
    match all with
    | [] => Some t
    | p :: rest =>
        match lookup K N same hash (key p) t with
        | Some _ => None
        | None => tabled rest (insert K N hash (key p) (cost p) t)
        end
    end.

  Definition has (t : table K N) (q : pos G) : bool :=
    match lookup K N same hash (key q) t with Some c => c <=? cost q | None => false end.

  Definition closed (t : table K N) (all : list (pos G)) : bool :=
    forallb (fun p => stopped p || forallb (fun m => has t (apply p m)) (moves p)) all.

  Fixpoint best (all : list (pos G)) : option N :=
    match all with
    | [] => None
    | p :: rest =>
        match score p, best rest with
        | None, b => b
        | Some s, None => Some s
        | Some s, Some b => if no_betterb G s b then Some b else Some s
        end
    end.

  Definition closed_set (start : pos G) (lines : list (N * move G)) : option (list (pos G)) :=
    match set_of start lines with
    | None => None
    | Some all =>
        match tabled all (no_entries K N) with
        | None => None
        | Some t => if existsb (fun p => same (key p) (key start) && (cost p <=? cost start)) all && closed t all
                    then Some all else None
        end
    end.

  (* `stands m q`: the member m stands for the position q. *)
  Variable stands : pos G -> pos G -> Prop.
  Hypothesis same_eq : forall a b, same a b = true -> a = b.
  Hypothesis stands_key : forall m q, key m = key q -> cost m <= cost q -> stands m q.
  Hypothesis stands_trans : forall a b c, stands a b -> stands b c -> stands a c.
  Hypothesis stands_step : forall m q mv, stands m q -> In mv (moves q) ->
    exists mv', In mv' (moves m) /\ stands (apply m mv') (apply q mv).

  Lemma tabled_holds all : forall t t',
    (forall P, holds K N P t -> Forall (fun p => P (key p) (cost p)) all ->
      tabled all t = Some t' -> holds K N P t').
  Proof.
    induction all as [|p all IH]; simpl; intros t t' P Ht Hall E.
    - injection E as <-. auto.
    - destruct (lookup K N same hash (key p) t); try discriminate.
      inversion Hall; subst. eapply IH; [|eassumption|eassumption]. apply holds_add; auto.
  Qed.

  Lemma has_member all t (q : pos G) :
    tabled all (no_entries K N) = Some t -> has t q = true -> exists m, In m all /\ key m = key q /\ cost m <= cost q.
  Proof.
    intros T H. unfold has in H.
    destruct (lookup K N same hash (key q) t) as [c|] eqn:F; try discriminate.
    apply N.leb_le in H.
    pose (P := fun k c => exists m, In m all /\ key m = k /\ cost m = c).
    assert (HP : P (key q) c).
    { eapply lookup_holds; eauto. eapply tabled_holds; [apply holds_empty | | exact T].
      apply Forall_forall. intros x Hx. exists x. auto. }
    destruct HP as [m [I [E1 E2]]]. exists m. subst c. auto.
  Qed.

  (* Every position of every line is stood for by a member, or the line has passed a member that is not played on. *)
  Theorem closed_covers start lines all l q :
    closed_set start lines = Some all -> path G start l q ->
    (exists m, In m all /\ stands m q) \/
    (exists m r l', In m all /\ stopped m = true /\ stands m r /\ path G r l' q).
  Proof.
    unfold closed_set. destruct (set_of start lines) as [all'|]; try discriminate.
    destruct (tabled all' (no_entries K N)) as [t|] eqn:T; try discriminate.
    destruct (existsb _ all' && closed t all') eqn:C; try discriminate.
    intro E; injection E as ->. apply andb_true_iff in C as [C0 C].
    apply existsb_exists in C0 as [m0 [I0 E0]]. apply andb_true_iff in E0 as [E1 E2].
    apply same_eq in E1. apply N.leb_le in E2.
    assert (S0 : exists m, In m all /\ stands m start) by eauto.
    intro P. clear E1 E2 I0 m0.
    induction P as [p | p mv q l r I P IH]; auto.
    destruct S0 as [m [Im Sm]].
    destruct (stopped m) eqn:St.
    { right. exists m, p, (mv :: l). repeat split; auto. econstructor; eauto. }
    apply IH. apply next_in in I as [I ->].
    unfold closed in C. rewrite forallb_forall in C. specialize (C m Im). rewrite St in C. simpl in C.
    rewrite forallb_forall in C.
    destruct (stands_step _ _ _ Sm I) as [mv' [I' S']].
    destruct (has_member _ _ _ T (C _ I')) as [m' [Im' [Ek Ec]]].
    exists m'. split; auto. eapply stands_trans; [|exact S']. auto.
  Qed.

  Hypothesis stands_won : forall m q, stands m q -> won q = true -> won m = true.
  Hypothesis stands_score : forall m q s, stands m q -> score q = Some s ->
    exists s', score m = Some s' /\ no_better G s s'.
  Hypothesis stands_cost : forall m q l r s, stands m q -> path G q l r -> score r = Some s ->
    cost m <= s \/ cost m = 0.
  Hypothesis cost_lower : forall (p : pos G), higher G = true -> cost p = 0.
  Variable too_dear : N -> bool.            (* so high a score is no win *)
  Hypothesis too_dear_ok : forall b (q : pos G), too_dear b = true -> won q = true -> exists s, score q = Some s /\ s < b.

  (* What the whole set shows. *)
  Definition set_shows (all : list (pos G)) : proven :=
    let cut := existsb stopped all in
    let b := if cut
             then match bound with
                  | None => None
                  | Some b => match best all with Some s => if s <? b then Some s else Some b | None => Some b end
                  end
             else best all in
    Proven (negb (existsb won all) && (negb cut || match bound with Some b => too_dear b | None => false end)) b.

  Definition closed_check (start : pos G) (lines : list (N * move G)) : option proven :=
    match closed_set start lines with Some all => Some (set_shows all) | None => None end.

  Lemma no_better_trans a b c : no_better G a b -> no_better G b c -> no_better G a c.
  Proof. unfold no_better. destruct (higher G); lia. Qed.

  Lemma best_is_best all (m : pos G) s : In m all -> score m = Some s -> exists b, best all = Some b /\ no_better G s b.
  Proof.
    induction all as [|p all IH]; simpl; [tauto|]. intros [->|I] E.
    - rewrite E. destruct (best all) as [b|]; [|exists s; split; auto; unfold no_better; destruct (higher G); lia].
      destruct (no_betterb G s b) eqn:B; eexists; split; eauto; unfold no_better, no_betterb in *;
      destruct (higher G); try lia; apply N.leb_le; auto.
    - destruct (IH I E) as [b [-> Hb]]. destruct (score p) as [s'|]; [|eauto].
      destruct (no_betterb G s' b) eqn:B; eexists; split; eauto.
      eapply no_better_trans; [exact Hb|].
      unfold no_better, no_betterb in *. destruct (higher G); apply N.leb_gt in B; lia.
  Qed.

  Lemma stopped_cost m : stopped m = true -> exists b, bound = Some b /\ cost m <> 0 /\ b <= cost m.
  Proof.
    unfold stopped. destruct bound as [b|]; try discriminate. intro H. apply andb_true_iff in H as [H1 H2].
    apply N.leb_le in H2. apply negb_true_iff, N.eqb_neq in H1. eauto.
  Qed.

  Theorem closed_set_sound start lines e : closed_check start lines = Some e -> shows G start e.
  Proof.
    unfold closed_check. destruct (closed_set start lines) as [all|] eqn:C; try discriminate.
    intro E; injection E as <-. split; simpl.
    - intros L l q P. apply andb_true_iff in L as [L1 L2]. apply negb_true_iff in L1. destruct (won q) eqn:W; auto.
      destruct (closed_covers _ _ _ _ _ C P) as [[m [I S]] | [m [r [l' [I [St [S P']]]]]]].
      + assert (existsb won all = true); [|congruence]. apply existsb_exists. eauto.
      + assert (existsb stopped all = true) as X by (apply existsb_exists; eauto). rewrite X in L2.
        destruct (stopped_cost _ St) as [b [Eb [Nz Le]]]. rewrite Eb in L2.
        destruct (too_dear_ok _ _ L2 W) as [s [Es Ls]]. destruct (stands_cost _ _ _ _ _ S P' Es); lia.
    - intros b Hb l q s P Es.
      destruct (existsb stopped all) eqn:X.
      + destruct bound as [b0|] eqn:B0; try discriminate.
        assert (Hl : higher G = false).
        { destruct (higher G) eqn:Hh; auto. apply existsb_exists in X as [m [_ St]].
          apply stopped_cost in St as [? [? [? ?]]]. exfalso. auto using cost_lower. }
        destruct (closed_covers _ _ _ _ _ C P) as [[m [I S]] | [m [r [l' [I [St [S P']]]]]]].
        * destruct (stands_score _ _ _ S Es) as [s' [Es' Ns]].
          destruct (best_is_best _ _ _ I Es') as [bb [Eb Nb]]. rewrite Eb in Hb.
          unfold no_better in *. rewrite Hl in *. destruct (bb <? b0) eqn:Lt; injection Hb as <-; lia.
        * destruct (stopped_cost _ St) as [b1 [Eb1 [Nz Le]]]. rewrite B0 in Eb1. injection Eb1 as <-.
          unfold no_better. rewrite Hl.
          destruct (stands_cost _ _ _ _ _ S P' Es); [|lia].
          destruct (best all) as [bb|]; [destruct (bb <? b0) eqn:Lt; [apply N.ltb_lt in Lt|]|];
            injection Hb as <-; lia.
      + destruct (closed_covers _ _ _ _ _ C P) as [[m [I S]] | [m [r [l' [I [St _]]]]]].
        * destruct (stands_score _ _ _ S Es) as [s' [Es' Ns]].
          destruct (best_is_best _ _ _ I Es') as [bb [Eb Nb]]. rewrite Eb in Hb. injection Hb as <-.
          eapply no_better_trans; eauto.
        * assert (existsb stopped all = true); [apply existsb_exists; eauto | congruence].
  Qed.
End Closed.

(* The plain form: every state is a state of its own, there is no cost. *)
Section Plain.
  Variable G : game.
  Variable same : pos G -> pos G -> bool.
  Variable hash : pos G -> positive.
  Hypothesis same_eq : forall a b, same a b = true -> a = b.

  Definition plain_check := closed_check G (pos G) (fun p => p) same hash (fun _ => 0) None (fun _ => false).

  Theorem plain_closed_set_sound start lines e : plain_check start lines = Some e -> shows G start e.
  Proof.
    eapply closed_set_sound with (stands := eq); auto; try congruence; intros; subst; eauto.
    exists s. split; auto. unfold no_better. destruct (higher G); lia.
  Qed.
End Plain.
