(* Clausal proofs in the LRAT format: every learned clause follows from those that its hints name, by unit propagation.
   A literal is a number, not 0: v says "v is true", -v "v is false". *)

From Coq Require Import List PArith ZArith FMapPositive Bool Lia ZifyBool.
Import ListNotations.

Definition literal := Z.
Definition clause := list literal.

(* A valuation says of each variable whether it is true. *)
Definition lit_true (val : positive -> bool) (l : literal) : bool :=
  match l with Zpos v => val v | Zneg v => negb (val v) | Z0 => false end.
Definition clause_true (val : positive -> bool) (c : clause) : bool := existsb (lit_true val) c.

Definition satisfiable (cs : list clause) : Prop := exists val, forall c, In c cs -> clause_true val c = true.

Inductive step :=
| Learn (name : positive) (c : clause) (hints : list positive)
| Forget (names : list positive).

Definition known := PositiveMap.t clause.
Definition falses := PositiveMap.t bool.     (* variable v -> true: v is false; false: -v is false *)

Definition make_false (l : literal) (f : falses) : falses :=
  match l with Zpos v => PositiveMap.add v true f | Zneg v => PositiveMap.add v false f | Z0 => f end.

Definition is_false (l : literal) (f : falses) : bool :=
  match l with
  | Zpos v => match PositiveMap.find v f with Some b => b | None => false end
  | Zneg v => match PositiveMap.find v f with Some b => negb b | None => false end
  | Z0 => true
  end.

(* The literals of a clause that are not false: none, one, or more. *)
Inductive opened := NoneOpen | OneOpen (l : literal) | ManyOpen.
Fixpoint open_literals (c : clause) (f : falses) (found : opened) : opened :=
  match c with
  | [] => found
  | l :: c' =>
      if is_false l f then open_literals c' f found
      else match found with NoneOpen => open_literals c' f (OneOpen l) | _ => ManyOpen end
  end.

Fixpoint propagate (cs : known) (hints : list positive) (f : falses) : bool :=
  match hints with
  | [] => false
  | h :: hints' =>
      match PositiveMap.find h cs with
      | None => false
      | Some c =>
          match open_literals c f NoneOpen with
          | NoneOpen => true
          | OneOpen l => propagate cs hints' (make_false (Z.opp l) f)
          | ManyOpen => false
          end
      end
  end.

Definition derives (cs : known) (c : clause) (hints : list positive) : bool :=
  propagate cs hints (fold_left (fun f l => make_false l f) c (PositiveMap.empty _)).

Fixpoint forget (names : list positive) (cs : known) : option known :=
  match names with
  | [] => Some cs
  | n :: names' => if PositiveMap.mem n cs then forget names' (PositiveMap.remove n cs) else None
  end.

(* The steps, up to the empty clause, which must be the last. *)
Fixpoint refutes (cs : known) (last : positive) (steps : list step) : bool :=
  match steps with
  | [] => false
  | Forget names :: rest => match forget names cs with Some cs' => refutes cs' last rest | None => false end
  | Learn name c hints :: rest =>
      if Pos.ltb last name && derives cs c hints then
        match c with
        | [] => match rest with [] => true | _ => false end
        | _ => refutes (PositiveMap.add name c cs) name rest
        end
      else false
  end.

(* The given clauses have the numbers from 1. *)
Fixpoint numbered (cs : list clause) (n : positive) (k : known) : known * positive :=
  match cs with [] => (k, n) | c :: cs' => numbered cs' (Pos.succ n) (PositiveMap.add n c k) end.

(* `last` is one more than the last given clause: names are compared with it less one. *)
Definition lrat_check (cs : list clause) (steps : list step) : bool :=
  match cs with
  | [] => false
  | _ => match numbered cs 1 (PositiveMap.empty _) with (k, n) => refutes k (Pos.pred n) steps end
  end.

Section Sound.
  Variable val : positive -> bool.
  Definition models (cs : known) : Prop := forall n c, PositiveMap.find n cs = Some c -> clause_true val c = true.
  Definition agrees (f : falses) : Prop := forall v b, PositiveMap.find v f = Some b -> val v = negb b.

  Lemma is_false_ok l f : agrees f -> is_false l f = true -> lit_true val l = false.
  Proof.
    intros A H. destruct l as [|v|v]; simpl in *; auto;
      destruct (PositiveMap.find v f) as [b|] eqn:E; try discriminate; rewrite (A _ _ E); destruct b; simpl in *; congruence.
  Qed.

  Lemma make_false_ok l f : agrees f -> lit_true val l = false -> agrees (make_false l f).
  Proof.
    intros A H v b. destruct l as [|w|w]; simpl in *; auto; destruct (Pos.eq_dec v w) as [->|N];
      rewrite ?PositiveMap.gss, ?PositiveMap.gso by auto; auto; intro E; injection E as <-; simpl; auto.
    now apply negb_false_iff in H.
  Qed.

  Lemma open_ok c f : agrees f -> forall found,
    match open_literals c f found with
    | NoneOpen => found = NoneOpen /\ clause_true val c = false
    | OneOpen l => found = OneOpen l /\ clause_true val c = false \/
                   found = NoneOpen /\ (clause_true val c = true -> lit_true val l = true)
    | ManyOpen => True
    end.
  Proof.
    intro A. induction c as [|l c IH]; intro found; simpl.
    - destruct found; auto.
    - destruct (is_false l f) eqn:E.
      + specialize (IH found). apply is_false_ok in E; auto. rewrite E. auto.
      + destruct found; auto. specialize (IH (OneOpen l)). destruct (open_literals c f (OneOpen l)) as [|k|]; auto.
        * destruct IH; discriminate.
        * destruct IH as [[H1 H2]|[H1 _]]; [|discriminate]. injection H1 as ->. right. split; auto. lia.
  Qed.

  Lemma propagate_ok cs hints : models cs -> forall f, agrees f -> propagate cs hints f = true -> False.
  Proof.
    intro M. induction hints as [|h hints IH]; simpl; intros f A H; try discriminate.
    destruct (PositiveMap.find h cs) as [c|] eqn:E; try discriminate.
    assert (T := M _ _ E). assert (O := open_ok c f A NoneOpen).
    destruct (open_literals c f NoneOpen) as [|l|]; try discriminate.
    - destruct O; congruence.
    - destruct O as [[O _]|[_ O]]; try discriminate. specialize (O T). apply (IH _) in H; auto.
      apply make_false_ok; auto. destruct l; simpl in *; auto; try discriminate.
      + now rewrite O.
      + now apply negb_true_iff in O.
  Qed.

  Lemma derives_ok cs c hints : models cs -> derives cs c hints = true -> clause_true val c = true.
  Proof.
    intros M D. destruct (clause_true val c) eqn:T; auto. exfalso. eapply propagate_ok; eauto.
    assert (G : forall f, agrees f -> agrees (fold_left (fun f l => make_false l f) c f)).
    { clear D. induction c as [|l c IH]; simpl in *; auto. apply orb_false_iff in T as [T1 T2]. intros f A.
      apply IH; auto. apply make_false_ok; auto. }
    apply G. intros v b H. rewrite PositiveMap.gempty in H. discriminate.
  Qed.

  Lemma forget_ok names : forall cs cs', models cs -> forget names cs = Some cs' -> models cs'.
  Proof.
    induction names as [|n names IH]; simpl; intros cs cs' M H.
    - injection H as <-. auto.
    - destruct (PositiveMap.mem n cs); try discriminate. eapply IH; [|exact H].
      intros m c F. destruct (Pos.eq_dec m n) as [->|Ne].
      + rewrite PositiveMap.grs in F. discriminate.
      + rewrite PositiveMap.gro in F by auto. eapply M; eauto.
  Qed.

  Lemma refutes_ok steps : forall cs last, models cs -> refutes cs last steps = true -> False.
  Proof.
    induction steps as [|[name c hints|names] steps IH]; simpl; intros cs last M H; try discriminate.
    - destruct (Pos.ltb last name && derives cs c hints) eqn:E; try discriminate.
      apply andb_true_iff in E as [_ D]. apply derives_ok in D; auto. destruct c as [|l c]; try discriminate.
      eapply IH; [|exact H]. intros m d F. destruct (Pos.eq_dec m name) as [->|Ne].
      + rewrite PositiveMap.gss in F. congruence.
      + rewrite PositiveMap.gso in F by auto. eapply M; eauto.
    - destruct (forget names cs) as [cs'|] eqn:F; try discriminate. eapply IH; [|exact H]. eapply forget_ok; eauto.
  Qed.

  Lemma numbered_ok cs : forall n k k' n', (forall c, In c cs -> clause_true val c = true) -> models k ->
    numbered cs n k = (k', n') -> models k'.
  Proof.
    induction cs as [|c cs IH]; simpl; intros n k k' n' H M E.
    - injection E as <- _. auto.
    - eapply IH; [| |exact E]; auto. intros m d F. destruct (Pos.eq_dec m n) as [->|Ne].
      + rewrite PositiveMap.gss in F. injection F as <-. auto.
      + rewrite PositiveMap.gso in F by auto. eapply M; eauto.
  Qed.
End Sound.

Theorem lrat_sound cs steps : lrat_check cs steps = true -> ~ satisfiable cs.
Proof.
  intros H [val S]. unfold lrat_check in H. destruct cs as [|c0 cs]; try discriminate.
  destruct (numbered (c0 :: cs) 1 (PositiveMap.empty clause)) as [k n] eqn:E.
  eapply refutes_ok; [|exact H]. eapply numbered_ok; [exact S| |exact E].
  intros m d F. rewrite PositiveMap.gempty in F. discriminate.
Qed.
