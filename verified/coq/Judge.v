(* What a certificate claims of a position, and the judgement: the claim holds if its line replays and its content
   shows the rest. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
From Winnow Require Import Game.
Import ListNotations.
Open Scope N_scope.

Inductive verdict := Winnable | Unwinnable | Undecided.

Record claim (M : Type) := Claim {
  after : list M;                 (* the moves that lead to the position asked about *)
  line : option (list M);
  says : verdict;
  asks_best : bool;               (* the question: the best score, or a win *)
  stated_score : option N;
  stated_bound : option N;
  optimal : bool;
}.
Arguments after {M}. Arguments line {M}. Arguments says {M}. Arguments asks_best {M}.
Arguments stated_score {M}. Arguments stated_bound {M}. Arguments optimal {M}.

(* What the claim means, of the position p asked about. *)
Definition means (G : game) (p : pos G) (c : claim (move G)) : Prop :=
  (forall l, line c = Some l ->
     exists l' q s, Forall2 (fun m m' => same_move m m' = true) l l' /\ path G p l' q /\
       score q = Some s /\ stated_score c = Some s /\ (won q = true <-> says c = Winnable)) /\
  (says c = Winnable -> exists l q, path G p l q /\ won q = true) /\
  (says c = Unwinnable -> forall l q, path G p l q -> won q = false) /\
  (forall b, stated_bound c = Some b -> forall l q s, path G p l q -> score q = Some s -> no_better G s b).

(* The same of the start and the moves given: they are legal and lead to a position of which the claim is true. *)
Definition claim_holds (G : game) (start : pos G) (c : claim (move G)) : Prop :=
  exists l p, Forall2 (fun m m' => same_move m m' = true) (after c) l /\ path G start l p /\ means G p c.

Inductive outcome := Found (e : proven) | Wrong | Unable.
Inductive result := Verified | Failed | CannotTell.

Definition equal_option (a b : option N) : bool :=
  match a, b with Some x, Some y => x =? y | None, None => true | _, _ => false end.
Definition given {A} (a : option A) : bool := match a with Some _ => true | None => false end.

Definition is_winnable (v : verdict) := match v with Winnable => true | _ => false end.
Definition is_unwinnable (v : verdict) := match v with Unwinnable => true | _ => false end.

Section Judge.
  Variable G : game.
  Variable start : pos G.
  Variable best_possible : option N.                  (* no score of this deal is better *)
  Variable evidence : pos G -> outcome.               (* what the content shows of the position asked about *)

  Definition line_holds (p : pos G) (c : claim (move G)) : bool :=
    match line c with
    | None => negb (is_winnable (says c)) && negb (given (stated_score c))
    | Some l =>
        match replay G p l with
        | None => false
        | Some q => given (score q) && equal_option (score q) (stated_score c) &&
                    Bool.eqb (won q) (is_winnable (says c)) && (won q || asks_best c)
        end
    end.

  Definition numbers_hold (c : claim (move G)) : bool :=
    Bool.eqb (optimal c) (given (stated_score c) && equal_option (stated_score c) (stated_bound c)) &&
    match stated_score c, stated_bound c with Some s, Some b => no_betterb G s b | _, _ => true end &&
    match best_possible with
    | None => true
    | Some best =>
        match stated_score c with Some s => no_betterb G s best | None => true end &&
        match stated_bound c with Some b => no_betterb G b best | None => true end
    end.

  Definition shown_by (c : claim (move G)) (e : proven) : bool :=
    (negb (is_unwinnable (says c)) || loses e) &&
    match stated_bound c with
    | None => true
    | Some b => match limit e with Some b' => no_betterb G b' b | None => false end
    end &&
    (given (line c) || is_unwinnable (says c) || given (stated_bound c)).

  Definition verify (c : claim (move G)) : result :=
    match replay G start (after c) with
    | None => Failed
    | Some p =>
        if line_holds p c && numbers_hold c then
          match evidence p with
          | Found e => if shown_by c e then Verified else Failed
          | Wrong => Failed
          | Unable => CannotTell
          end
        else Failed
    end.

  Hypothesis evidence_ok : forall p e, reachable G start p -> evidence p = Found e -> shows G p e.

  Theorem verify_sound c : verify c = Verified -> claim_holds G start c.
  Proof.
    unfold verify. destruct (replay G start (after c)) as [p|] eqn:R; try discriminate.
    destruct (line_holds p c && numbers_hold c) eqn:B; try discriminate.
    destruct (evidence p) as [e| |] eqn:E; try discriminate. destruct (shown_by c e) eqn:S; try discriminate.
    intros _. apply andb_true_iff in B as [L _]. apply replay_path in R as [l [F P]].
    assert (Sh : shows G p e) by (eapply evidence_ok; eauto; exists l; auto). destruct Sh as [Sl Sb]. exists l, p.
    repeat (split; [assumption|]). apply andb_true_iff in S as [S _]. apply andb_true_iff in S as [S1 S2].
    unfold line_holds in L.
    assert (HL : forall l0, line c = Some l0 ->
      exists l' q s, Forall2 (fun m m' => same_move m m' = true) l0 l' /\ path G p l' q /\
       score q = Some s /\ stated_score c = Some s /\ (won q = true <-> says c = Winnable)).
    { intros l0 El. rewrite El in L. destruct (replay G p l0) as [q|] eqn:R; try discriminate.
      apply replay_path in R as [l' [F' P']]. rewrite !andb_true_iff in L. destruct L as [[[L1 L2] L3] L4].
      destruct (score q) as [s|] eqn:Es; try discriminate.
      destruct (stated_score c) as [s'|] eqn:Es'; try discriminate. apply N.eqb_eq in L2. subst s'. exists l', q, s.
      repeat (split; [assumption || reflexivity|]). apply Bool.eqb_prop in L3. rewrite L3.
      destruct (says c); simpl; split; congruence. }
    split; [exact HL|]. split; [|split].
    - intro W. clear S1 S2. destruct (line c) as [l0|] eqn:El.
      + destruct (HL _ eq_refl) as [l' [q [s [_ [P' [_ [_ Hw]]]]]]]. exists l', q. split; auto. apply Hw; auto.
      + rewrite W in L. discriminate L.
    - intro U. rewrite U in S1. exact (Sl S1).
    - intros b Eb l' q s P' Es. rewrite Eb in S2. destruct (limit e) as [b'|] eqn:El; try discriminate.
      specialize (Sb _ eq_refl _ _ _ P' Es).
      unfold no_better, no_betterb in *. destruct (higher G); apply N.leb_le in S2; lia.
  Qed.
End Judge.

(* Content `line`: nothing is shown beyond the line but what is true of every deal. *)
Definition no_evidence (best_possible : option N) : outcome := Found (Proven false best_possible).

Definition shown (o : option proven) : outcome := match o with Some e => Found e | None => Wrong end.
