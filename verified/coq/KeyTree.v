(* Maps from positive numbers, whose paths end where no other key goes on: adding one copies as many nodes as it takes
   to tell the keys apart, and not one for each digit. *)

From Coq Require Import List PArith.
Import ListNotations.

Section KeyTree.
  Variable A : Type.

  Inductive key_tree :=
  | Empty
  | One (k : positive) (a : A)
  | Fork (zeros : key_tree) (here : option A) (ones : key_tree).

  Fixpoint at_key (t : key_tree) (k : positive) : option A :=
    match t with
    | Empty => None
    | One k' a => if Pos.eqb k k' then Some a else None
    | Fork zeros here ones => match k with xO k' => at_key zeros k' | xI k' => at_key ones k' | xH => here end
    end.

  (* Two different keys. *)
  Fixpoint two (k : positive) (a : A) (k' : positive) (a' : A) : key_tree :=
    match k, k' with
    | xO i, xO j => Fork (two i a j a') None Empty
    | xI i, xI j => Fork Empty None (two i a j a')
    | xO i, xI j => Fork (One i a) None (One j a')
    | xI i, xO j => Fork (One j a') None (One i a)
    | xH, xO j => Fork (One j a') (Some a) Empty
    | xH, xI j => Fork Empty (Some a) (One j a')
    | xO i, xH => Fork (One i a) (Some a') Empty
    | xI i, xH => Fork Empty (Some a') (One i a)
    | xH, xH => Empty
    end.

  Variable f : option A -> A.

  Fixpoint update (k : positive) (t : key_tree) {struct t} : key_tree :=
    match t with
    | Empty => One k (f None)
    | One k' a => if Pos.eqb k k' then One k (f (Some a)) else two k (f None) k' a
    | Fork zeros here ones =>
        match k with
        | xO k' => Fork (update k' zeros) here ones
        | xI k' => Fork zeros here (update k' ones)
        | xH => Fork zeros (Some (f here)) ones
        end
    end.

  Lemma at_two k : forall a k' a' j, k <> k' ->
    at_key (two k a k' a') j = if Pos.eqb j k then Some a else if Pos.eqb j k' then Some a' else None.
  Proof.
    induction k as [k IH|k IH|]; intros a [k'|k'|] a' [j|j|] D; cbn [two at_key Pos.eqb]; try reflexivity; try congruence;
      try (apply IH; congruence); try (destruct (Pos.eqb j k); reflexivity).
  Qed.

  Lemma at_update t : forall k j, at_key (update k t) j = if Pos.eqb j k then Some (f (at_key t k)) else at_key t j.
  Proof.
    induction t as [|k' a|zeros IH0 here ones IH1]; intros k j.
    - reflexivity.
    - cbn [update at_key]. destruct (Pos.eqb_spec k k') as [->|D].
      + cbn [at_key]. now destruct (Pos.eqb j k').
      + now rewrite at_two.
    - destruct k as [k|k|], j as [j|j|]; cbn [update at_key Pos.eqb]; auto.
  Qed.

  Variable B : Type.
  Variable add : A -> B -> B.

  (* All values, one after the other. *)
  Fixpoint gather (t : key_tree) (b : B) : B :=
    match t with
    | Empty => b
    | One _ a => add a b
    | Fork zeros here ones =>
        gather zeros (match here with Some a => add a (gather ones b) | None => gather ones b end)
    end.

  Lemma gather_has (has : B -> Prop) t : (forall a b, has b -> has (add a b)) -> forall b, has b -> has (gather t b).
  Proof.
    intro H. induction t as [|k a|zeros IH0 [a|] ones IH1]; intros b Hb; cbn [gather]; auto.
  Qed.

  Lemma gather_value (has : B -> Prop) a : (forall a b, has b -> has (add a b)) -> (forall b, has (add a b)) ->
    forall t k b, at_key t k = Some a -> has (gather t b).
  Proof.
    intros H Ha. induction t as [|k' a'|zeros IH0 here ones IH1]; intros k b E; cbn [at_key gather] in *.
    - discriminate.
    - destruct (Pos.eqb k k'); [|discriminate]. injection E as ->. apply Ha.
    - destruct k as [k|k|].
      + apply gather_has; auto. destruct here; [apply H|]; eapply IH1; eauto.
      + eapply IH0; eauto.
      + subst here. apply gather_has; auto.
  Qed.
End KeyTree.
