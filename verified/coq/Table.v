(* A hash table that is sound for any hash function: an entry is found only if the whole key is equal.
   The hash function decides how fast a look-up is, never what it answers. *)

From Coq Require Import List PArith FMapPositive.
Import ListNotations.

Section Table.
  Variables K V : Type.
  Variable same : K -> K -> bool.
  Variable hash : K -> positive.

  Definition table := PositiveMap.t (list (K * V)).

  Definition no_entries : table := PositiveMap.empty _.

  Definition bucket (t : table) (k : K) : list (K * V) :=
    match PositiveMap.find (hash k) t with Some b => b | None => [] end.

  Definition insert (k : K) (v : V) (t : table) : table :=
    PositiveMap.add (hash k) ((k, v) :: bucket t k) t.

  Fixpoint look (k : K) (b : list (K * V)) : option V :=
    match b with
    | [] => None
    | (k', v) :: b' => if same k k' then Some v else look k b'
    end.

  Definition lookup (k : K) (t : table) : option V := look k (bucket t k).

  (* Everything in the table satisfies P. *)
  Definition holds (P : K -> V -> Prop) (t : table) : Prop :=
    forall h b, PositiveMap.find h t = Some b -> Forall (fun e => P (fst e) (snd e)) b.

  Lemma holds_empty P : holds P no_entries.
  Proof. intros h b H. unfold no_entries in H. rewrite PositiveMap.gempty in H. discriminate. Qed.

  Lemma holds_bucket P t k : holds P t -> Forall (fun e => P (fst e) (snd e)) (bucket t k).
  Proof. unfold bucket; intro H. destruct (PositiveMap.find (hash k) t) eqn:E; eauto. Qed.

  Lemma holds_add P t k v : holds P t -> P k v -> holds P (insert k v t).
  Proof.
    intros H Hk h b. unfold insert.
    destruct (Pos.eq_dec h (hash k)) as [->|N].
    - rewrite PositiveMap.gss. intro E; injection E as <-. constructor; auto using holds_bucket.
    - rewrite PositiveMap.gso by auto. apply H.
  Qed.

  Hypothesis same_eq : forall a b, same a b = true -> a = b.

  Lemma look_in P b k v : Forall (fun e => P (fst e) (snd e)) b -> look k b = Some v -> P k v.
  Proof.
    induction 1 as [|[k' v'] b Hb _ IH]; simpl; try discriminate.
    destruct (same k k') eqn:E; auto. intro F; injection F as <-. apply same_eq in E. now subst.
  Qed.

  Lemma lookup_holds P t k v : holds P t -> lookup k t = Some v -> P k v.
  Proof. intros H F. eapply look_in; [apply holds_bucket, H | exact F]. Qed.
End Table.
