(* Clauses over statements, of any kind, and their numbers: each statement gets the next one, from 2, where it first
   occurs. If all clauses are true, so are the numbered ones. *)

From Coq Require Import List PArith ZArith FMapPositive Bool Lia ZifyBool.
From Winnow Require Import Table Lrat.
Import ListNotations.

(* All of a list, which is often put together of others. *)
Definition all {A} (P : A -> Prop) (l : list A) : Prop := forall x, In x l -> P x.

Section All.
  Context {A : Type} {P : A -> Prop}.
  Lemma all_nil : all P []. Proof. intros c []. Qed.
  Lemma all_cons x l : P x -> all P l -> all P (x :: l).
  Proof. intros H K y [<-|I]; auto. Qed.
  Lemma all_one x : P x -> all P [x].
  Proof. intro H. apply all_cons; auto using all_nil. Qed.
  Lemma all_app l l' : all P l -> all P l' -> all P (l ++ l').
  Proof. intros H K x I. apply in_app_or in I as [I|I]; auto. Qed.
  Lemma all_flat {B} (f : B -> list A) l : (forall x, In x l -> all P (f x)) -> all P (flat_map f l).
  Proof. intros H x I. apply in_flat_map in I as [y [I J]]. exact (H y I x J). Qed.
  Lemma all_map {B} (f : B -> A) l : (forall x, In x l -> P (f x)) -> all P (map f l).
  Proof. intros H x I. apply in_map_iff in I as [y [<- I]]. auto. Qed.
End All.

Section Clauses.
  Variable atom : Type.
  Variable same_atom : atom -> atom -> bool.
  Variable hash_atom : atom -> positive.
  Hypothesis same_atom_eq : forall a b, same_atom a b = true -> a = b.

  Inductive lit := Yes | No | Is (a : atom) | Not (a : atom).
  Definition clause := list lit.

  Definition neg (l : lit) : lit := match l with Yes => No | No => Yes | Is a => Not a | Not a => Is a end.

  (* The number of each statement so far, the statement of each number, and the next number. *)
  Record numbers := Numbers { given_to : Table.table atom positive; named : PositiveMap.t atom; unused : positive }.

  Definition number_atom (a : atom) (s : numbers) : positive * numbers :=
    match lookup atom positive same_atom hash_atom a (given_to s) with
    | Some v => (v, s)
    | None => let v := unused s in
              (v, Numbers (insert atom positive hash_atom a v (given_to s)) (PositiveMap.add v a (named s)) (Pos.succ v))
    end.

  Fixpoint number_clause (c : clause) (s : numbers) : Lrat.clause * numbers :=
    match c with
    | [] => ([], s)
    | Is a :: c' => let (v, s1) := number_atom a s in let (d, s2) := number_clause c' s1 in (Zpos v :: d, s2)
    | Not a :: c' => let (v, s1) := number_atom a s in let (d, s2) := number_clause c' s1 in (Zneg v :: d, s2)
    | _ :: c' => number_clause c' s
    end.

  Definition is_yes (l : lit) : bool := match l with Yes => true | _ => false end.

  (* False literals are left out of a clause, a clause with a true one is left out. *)
  Definition number_one (now : numbers * list Lrat.clause) (c : clause) : numbers * list Lrat.clause :=
    let (s, done) := now in
    if existsb is_yes c then now else let (d, s1) := number_clause c s in (s1, d :: done).

  Definition no_numbers : numbers := Numbers (no_entries atom positive) (PositiveMap.empty _) 2%positive.

  (* The first clause says that the variable 1 is true. *)
  Definition numbered_clauses (cs : list clause) : list Lrat.clause :=
    rev' (snd (fold_left number_one cs (no_numbers, [[Zpos 1]]))).

  Variable sem : atom -> bool.

  Definition truth (l : lit) : bool := match l with Yes => true | No => false | Is a => sem a | Not a => negb (sem a) end.
  Definition any (c : clause) : bool := existsb truth c.
  Notation all := (all (fun c => any c = true)).

  Lemma neg_truth l : truth (neg l) = negb (truth l).
  Proof. destruct l; simpl; auto. now rewrite negb_involutive. Qed.

  (* ---- To show that clauses are true ---- *)

  Lemma any_neg l c : (truth l = true -> any c = true) -> any (neg l :: c) = true.
  Proof. intro H. unfold any in *. cbn [existsb]. rewrite neg_truth. destruct (truth l); cbn; auto. Qed.
  Lemma any_else l c : (truth l = false -> any c = true) -> any (l :: c) = true.
  Proof. intro H. unfold any in *. cbn [existsb]. destruct (truth l); cbn; auto. Qed.
  Lemma any_now l c : truth l = true -> any (l :: c) = true.
  Proof. unfold any. cbn [existsb]. now intros ->. Qed.
  Lemma any_in l c : In l c -> truth l = true -> any c = true.
  Proof. intros I T. apply existsb_exists. eauto. Qed.

  (* One literal of several is true, and no two are. False ones need not be named. *)
  Fixpoint none_twice (l : list lit) : list clause :=
    match l with [] => [] | x :: l' => map (fun y => [neg x; neg y]) l' ++ none_twice l' end.
  Definition is_no (l : lit) : bool := match l with No => true | _ => false end.
  Definition one_of (l : list lit) : list clause :=
    let l' := filter (fun x => negb (is_no x)) l in l' :: none_twice l'.

  Lemma none_twice_ok {A} (f : A -> lit) l : NoDup l ->
    (forall a b, In a l -> In b l -> truth (f a) = true -> truth (f b) = true -> a = b) -> all (none_twice (map f l)).
  Proof.
    induction l as [|a l IH]; cbn [map none_twice]; intros N H; [apply all_nil|].
    inversion N as [|a' l' Na Nl]; subst. apply all_app.
    - rewrite map_map. apply all_map. intros b I. apply any_neg. intro Ta. apply any_now.
      rewrite neg_truth. destruct (truth (f b)) eqn:Tb; auto. exfalso. apply Na.
      rewrite (H a b); simpl; auto.
    - apply IH; auto. intros b c Ib Ic. apply H; now right.
  Qed.

  Lemma filter_map {A B} (f : A -> B) (g : B -> bool) l : filter g (map f l) = map f (filter (fun a => g (f a)) l).
  Proof. induction l as [|a l IH]; simpl; auto. rewrite IH. destruct (g (f a)); reflexivity. Qed.

  Lemma one_of_ok {A} (f : A -> lit) l : NoDup l -> (exists a, In a l /\ truth (f a) = true) ->
    (forall a b, In a l -> In b l -> truth (f a) = true -> truth (f b) = true -> a = b) -> all (one_of (map f l)).
  Proof.
    intros N [a [I Ta]] H. unfold one_of. rewrite filter_map. apply all_cons.
    - apply any_in with (f a); auto. apply in_map. apply filter_In. destruct (f a); auto; discriminate.
    - apply none_twice_ok; [now apply NoDup_filter|]. intros b c Ib Ic. apply filter_In in Ib as [Ib _].
      apply filter_In in Ic as [Ic _]. auto.
  Qed.

  (* ---- Numbers ---- *)

  Definition val (names : PositiveMap.t atom) (v : positive) : bool :=
    match v with
    | xH => true
    | _ => match PositiveMap.find v names with Some a => sem a | None => false end
    end.

  Definition extends (s t : PositiveMap.t atom) : Prop :=
    forall v a, PositiveMap.find v s = Some a -> PositiveMap.find v t = Some a.
  Definition in_order (s : numbers) : Prop :=
    holds atom positive (fun a v => PositiveMap.find v (named s) = Some a) (given_to s) /\
    (forall v a, PositiveMap.find v (named s) = Some a -> (v < unused s)%positive /\ v <> 1%positive) /\
    (1 < unused s)%positive.

  Lemma number_atom_ok a s v s' : in_order s -> number_atom a s = (v, s') ->
    in_order s' /\ extends (named s) (named s') /\ PositiveMap.find v (named s') = Some a.
  Proof.
    intros [H1 [H2 H3]]. unfold number_atom. destruct (lookup _ _ _ _ a (given_to s)) as [u|] eqn:L; intro E;
      injection E as <- <-.
    - split; [repeat split; auto; apply (H2 _ _ H)|]. split; [intros x y; auto|].
      exact (lookup_holds atom positive same_atom hash_atom same_atom_eq _ _ _ _ H1 L).
    - set (v := unused s).
      assert (X : extends (named s) (PositiveMap.add v a (named s))).
      { intros u b F. rewrite PositiveMap.gso; auto. intros ->. apply H2 in F. lia. }
      split; [|split; [exact X|apply PositiveMap.gss]]. split; [|split]; cbn [named given_to unused].
      + apply holds_add; [|apply PositiveMap.gss]. intros h b F. specialize (H1 h b F).
        eapply Forall_impl; [|exact H1]. auto.
      + intros u b F. destruct (Pos.eq_dec u v) as [->|Ne]; [unfold v; lia|].
        rewrite PositiveMap.gso in F by exact Ne. apply H2 in F. lia.
      + lia.
  Qed.

  Lemma val_is names v a : PositiveMap.find v names = Some a -> v <> 1%positive -> val names v = sem a.
  Proof. intros F N. unfold val. rewrite F. destruct v; congruence. Qed.

  Definition no_first (names : PositiveMap.t atom) : Prop :=
    forall v a, PositiveMap.find v names = Some a -> v <> 1%positive.

  (* The clause is true whatever is numbered later. *)
  Definition stays_true (names : PositiveMap.t atom) (c : Lrat.clause) : Prop :=
    forall names', extends names names' -> no_first names' -> clause_true (val names') c = true.

  Lemma extends_trans a b c : extends a b -> extends b c -> extends a c.
  Proof. intros H K v x F. auto. Qed.

  Lemma stays_later a b c : extends a b -> stays_true a c -> stays_true b c.
  Proof. intros X S names' X'. apply S. eapply extends_trans; eauto. Qed.

  Lemma number_clause_ok c : forall s d s', in_order s -> number_clause c s = (d, s') -> existsb is_yes c = false ->
    in_order s' /\ extends (named s) (named s') /\ (any c = true -> stays_true (named s') d).
  Proof.
    assert (X : forall (s s1 s2 : numbers) (l : literal) c d v a (b : bool), extends (named s1) (named s2) ->
      PositiveMap.find v (named s1) = Some a ->
      (forall names, val names v = sem a -> lit_true (val names) l = b) ->
      (any c = true -> stays_true (named s2) d) -> b || any c = true -> stays_true (named s2) (l :: d)).
    { intros s s1 s2 l c' d v a b X F Tl K A names' X' N'. unfold clause_true. cbn [existsb].
      rewrite Tl by (apply val_is; eauto). destruct b; [reflexivity|]. exact (K A names' X' N'). }
    induction c as [|l c IH]; intros s d s' O E Y.
    - injection E as <- <-. split; auto. split; [intros v a; auto|]. discriminate.
    - destruct l as [| |a|a]; cbn [number_clause existsb is_yes orb] in E, Y; try discriminate; [auto| |].
      all: destruct (number_atom a s) as [v s1] eqn:E1; destruct (number_clause c s1) as [d2 s2] eqn:E2.
      all: injection E as <- <-; destruct (number_atom_ok a s v s1 O E1) as [O1 [X1 F1]].
      all: destruct (IH _ _ _ O1 E2 Y) as [O2 [X2 K]].
      all: split; [auto|split; [eapply extends_trans; eauto|eapply X; eauto]].
      intros names T. cbn [lit_true]. now rewrite T.
  Qed.

  Lemma number_ok cs : forall s done s' done', in_order s -> fold_left number_one cs (s, done) = (s', done') ->
    all cs -> (forall d, In d done -> stays_true (named s) d) ->
    in_order s' /\ (forall d, In d done' -> stays_true (named s') d).
  Proof.
    induction cs as [|c cs IH]; intros s done s' done' O E A D; cbn [fold_left] in E.
    - injection E as <- <-. auto.
    - unfold number_one at 2 in E. destruct (existsb is_yes c) eqn:Y.
      + eapply IH; eauto. intros x I; apply A; now right.
      + destruct (number_clause c s) as [d s1] eqn:E1. destruct (number_clause_ok c s d s1 O E1 Y) as [O1 [X K]].
        eapply IH; [exact O1|exact E| |].
        * intros x I; apply A; now right.
        * intros e [<-|I]; [apply K; apply A; now left | eapply stays_later; eauto].
  Qed.

  Theorem numbered_true cs : all cs -> satisfiable (numbered_clauses cs).
  Proof.
    intro A. unfold numbered_clauses. destruct (fold_left number_one cs _) as [s done] eqn:E.
    destruct (number_ok cs no_numbers [[Zpos 1]] s done) as [O D]; auto.
    - split; [apply holds_empty|]. split; [|reflexivity]. intros v a F. rewrite PositiveMap.gempty in F. discriminate.
    - intros d [<-|[]] names' _ _. reflexivity.
    - exists (val (named s)). intros c I. unfold rev' in I. rewrite <- rev_alt, <- in_rev in I. apply (D c I).
      + intros v a; auto.
      + intros v a F. now apply O in F.
  Qed.
End Clauses.

Arguments Yes {atom}.
Arguments No {atom}.
Arguments Is {atom}.
Arguments Not {atom}.
