(* Maps from sets of cards. A fork asks for one card, the first that tells two keys apart. *)

From Coq Require Import List Bool.
From Winnow Require Import CardSet.
Import ListNotations.

Section CardTree.
  Variable A : Type.

  Inductive card_tree :=
  | Empty
  | One (k : cards) (a : A)
  | Fork (q : place) (out here : card_tree).

  Fixpoint at_key (t : card_tree) (k : cards) : option A :=
    match t with
    | Empty => None
    | One k' a => if same_cards k k' then Some a else None
    | Fork q out here => if has k q then at_key here k else at_key out k
    end.

  Definition differ (k k' : cards) (q : place) : bool := xorb (has k q) (has k' q).

  (* Two different keys. *)
  Definition two (k : cards) (a : A) (k' : cards) (a' : A) : card_tree :=
    match find (differ k k') places with
    | Some q => if has k q then Fork q (One k' a') (One k a) else Fork q (One k a) (One k' a')
    | None => Empty
    end.

  Lemma some_place k k' : k <> k' -> exists q, find (differ k k') places = Some q.
  Proof.
    intro D. destruct (find (differ k k') places) as [q|] eqn:F; [eauto|]. exfalso. apply D, same_sets.
    intros q I. apply xorb_eq, (find_none _ _ F q I).
  Qed.

  Lemma at_two k a k' a' j : k <> k' ->
    at_key (two k a k' a') j = if same_cards j k then Some a else if same_cards j k' then Some a' else None.
  Proof.
    intro D. unfold two. destruct (some_place k k' D) as [q F]. rewrite F. apply find_some in F as [_ F]. unfold differ in F.
    destruct (has k q) eqn:Hk, (has k' q) eqn:Hk'; try discriminate; cbn [at_key];
      destruct (same_cards_is j k) as [E|N]; destruct (same_cards_is j k') as [E'|N']; try congruence; subst;
      rewrite ?Hk, ?Hk'; try reflexivity; now destruct (has j q).
  Qed.

  Variable f : option A -> A.

  Fixpoint update (k : cards) (t : card_tree) : card_tree :=
    match t with
    | Empty => One k (f None)
    | One k' a => if same_cards k k' then One k (f (Some a)) else two k (f None) k' a
    | Fork q out here => if has k q then Fork q out (update k here) else Fork q (update k out) here
    end.

  Lemma at_update t : forall k j, at_key (update k t) j = if same_cards j k then Some (f (at_key t k)) else at_key t j.
  Proof.
    induction t as [|k' a|q out IH0 here IH1]; intros k j; cbn [update at_key].
    - reflexivity.
    - destruct (same_cards_is k k') as [->|D]; [|now rewrite at_two]. cbn [at_key]. now destruct (same_cards j k').
    - destruct (has k q) eqn:Hk; cbn [at_key]; destruct (has j q) eqn:Hj; rewrite ?IH0, ?IH1; try reflexivity;
        destruct (same_cards_is j k); congruence.
  Qed.

  Variable B : Type.
  Variable add : A -> B -> B.

  (* All values, one after the other. *)
  Fixpoint gather (t : card_tree) (b : B) : B :=
    match t with
    | Empty => b
    | One _ a => add a b
    | Fork _ out here => gather out (gather here b)
    end.

  Lemma gather_has (has : B -> Prop) t : (forall a b, has b -> has (add a b)) -> forall b, has b -> has (gather t b).
  Proof. intro H. induction t as [|k a|q out IH0 here IH1]; intros b Hb; cbn [gather]; auto. Qed.

  Lemma gather_value (has : B -> Prop) a : (forall a b, has b -> has (add a b)) -> (forall b, has (add a b)) ->
    forall t k b, at_key t k = Some a -> has (gather t b).
  Proof.
    intros H Ha. induction t as [|k' a'|q out IH0 here IH1]; intros k b E; cbn [at_key gather] in *.
    - discriminate.
    - destruct (same_cards k k'); [|discriminate]. injection E as ->. apply Ha.
    - destruct (CardSet.has k q); [|eapply IH0; eauto]. apply gather_has; auto. eapply IH1; eauto.
  Qed.
End CardTree.
