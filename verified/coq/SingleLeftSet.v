(* Single Left, content `relations-set`: a closed set whose marked members are bounded by relations instead of being
   played on. The relations of a marked member come from `tables`, of which nothing is assumed. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
From Winnow Require Import Table Game Judge Cards SingleLeft SingleLeftChecks.
Import ListNotations.
Open Scope N_scope.

Section RelationsSet.
  Variable r : rules.
  Variable tables : position -> list (N * N).
  Notation G := (single_left r).

  Definition marks := Table.table position N.

  (* A marked position is a member that costs 1, where 1 is the bound: so it is not played on. *)
  Definition mark_of (t : marks) (p : position) : N :=
    match lookup position N same_position hash p t with Some _ => 1 | None => 0 end.

  Definition marked (members : list (position * bool)) : marks :=
    fold_left (fun (t : marks) (e : position * bool) =>
      if snd e then insert position N hash (fst e) 1 t else t) members (no_entries position N).

  Definition less (s : N) (b : option N) : option N := match b with Some x => Some (N.min s x) | None => Some s end.

  (* Whether all members lose, and the least score; what stops at the first that the relations do not bound. *)
  Fixpoint bounded (stop : position -> bool) (all : list position) (lost : bool) (b : option N) : outcome :=
    match all with
    | [] => Found (Proven lost b)
    | m :: rest =>
        if stop m then
          if negb (redeals m =? 0) then Wrong
          else match relations_check r m (tables m) with
               | Found (Proven l (Some x)) => bounded stop rest (lost && l) (less x b)
               | _ => Unable
               end
        else bounded stop rest (lost && negb (is_won r m))
               (match left_over r m with Some s => less s b | None => b end)
    end.

  Definition set_check (p : position) (first : bool) (lines : list (N * mv * bool)) : outcome :=
    let moves := map fst lines in
    match set_of G p moves with
    | None => Wrong
    | Some members =>
        let t := marked (combine members (rev' (first :: map snd lines))) in
        match closed_set G position (fun q => q) same_position hash (mark_of t) (Some 1) p moves with
        | None => Wrong
        | Some all => bounded (stopped G (mark_of t) (Some 1)) all true None
        end
    end.

  Definition at_most (b : option N) (s : N) : Prop := exists x, b = Some x /\ x <= s.

  Lemma less_at_most s b k : s <= k \/ at_most b k -> at_most (less s b) k.
  Proof. unfold less. intros [H|[x [-> H]]]; [destruct b|]; eexists; split; eauto; lia. Qed.

  (* What a member shows of the positions that it answers for: its own, or where a line from it leads. *)
  Definition answers (stop : position -> bool) (m q : position) : Prop :=
    if stop m then exists l, path G m l q else q = m.

  Lemma bounded_ok stop all : forall lost b e, bounded stop all lost b = Found e ->
    (loses e = true -> lost = true) /\ (forall k, at_most b k -> at_most (limit e) k) /\
    forall m q, In m all -> answers stop m q ->
      (loses e = true -> is_won r q = false) /\ (forall s, left_over r q = Some s -> at_most (limit e) s).
  Proof.
    induction all as [|m all IH]; cbn [bounded]; intros lost b e E.
    - injection E as <-. cbn. repeat split; auto; tauto.
    - destruct (stop m) eqn:St.
      + destruct (negb (redeals m =? 0)); [discriminate|].
        destruct (relations_check r m (tables m)) as [[l [x|]]| |] eqn:R; try discriminate.
        apply IH in E as [E1 [E2 E3]]. apply relations_sound in R as [R1 R2].
        split; [intro L; now apply E1 in L as [L _]%andb_true_iff|].
        split; [intros k H; apply E2, less_at_most; auto|]. intros m' q [<-|I] A; [|now apply (E3 m')].
        unfold answers in A. rewrite St in A. destruct A as [ln P]. split.
        * intro L. apply E1 in L as [_ L]%andb_true_iff. exact (R1 L ln q P).
        * intros s Es. apply E2, less_at_most. left. exact (R2 x eq_refl ln q s P Es).
      + apply IH in E as [E1 [E2 E3]].
        split; [intro L; now apply E1 in L as [L _]%andb_true_iff|].
        split; [intros k H; apply E2; destruct (left_over r m); auto using less_at_most|].
        intros m' q [<-|I] A; [|now apply (E3 m')].
        unfold answers in A. rewrite St in A. subst q. split.
        * lia.
        * intros s Es. apply E2. rewrite Es. apply less_at_most. left. lia.
  Qed.

  Theorem set_sound p first lines e : set_check p first lines = Found e -> shows G p e.
  Proof.
    unfold set_check. destruct (set_of G p (map fst lines)) as [members|]; try discriminate. set (t := marked _).
    set (stop := stopped G (mark_of t) (Some 1)).
    destruct (closed_set G _ _ _ _ _ _ p _) as [all|] eqn:C; try discriminate. intro B.
    apply bounded_ok in B as [_ [_ B]].
    assert (H : forall l q, path G p l q -> exists m, In m all /\ answers stop m q).
    { intros l q P.
      assert (X : (exists m, In m all /\ m = q) \/
        (exists m m' l', In m all /\ stop m = true /\ m = m' /\ path G m' l' q)).
      { eapply (closed_covers G position (fun q => q) same_position hash (mark_of t) (Some 1) eq); eauto;
          try apply same_position_eq; intros; subst; eauto. }
      destruct X as [[m [I <-]] | [m [m' [l' [I [St [<- P']]]]]]].
      - exists m. split; auto. unfold answers. destruct (stop m); auto. exists []. constructor.
      - exists m. unfold answers. rewrite St. eauto. }
    split.
    - intros L l q P. destruct (H l q P) as [m [I A]]. exact (proj1 (B m q I A) L).
    - intros b Eb l q s P Es. destruct (H l q P) as [m [I A]]. destruct (proj2 (B m q I A) s Es) as [x [Ex Lx]].
      congruence.
  Qed.
End RelationsSet.
