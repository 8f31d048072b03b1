(* Sets of places as numbers: bit i stands for place i. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation.
From Winnow Require Import Cards.
Import ListNotations.
Open Scope N_scope.

(* The places of a set, in rising order. *)
Fixpoint bits_from (i : N) (p : positive) : list N :=
  match p with xH => [i] | xO q => bits_from (N.succ i) q | xI q => i :: bits_from (N.succ i) q end.
Definition bits (b : N) : list N := match b with N0 => [] | Npos p => bits_from 0 p end.
Definition size (b : N) : nat := length (bits b).
Definition bit (i : N) : N := N.shiftl 1 i.
Definition mask (l : list N) : N := fold_right (fun i m => N.lor (bit i) m) 0 l.
Definition union (l : list N) : N := fold_right N.lor 0 l.

Lemma bits_from_in p : forall i x, In x (bits_from i p) <-> i <= x /\ N.testbit (Npos p) (x - i) = true.
Proof.
  induction p as [p IH|p IH|]; intros i x; cbn [bits_from].
  - cbn [In]. rewrite IH. split.
    + intros [<-|[L H]]; [split; [lia|]; now rewrite N.sub_diag|]. split; [lia|].
      replace (x - i) with (N.succ (x - N.succ i)) by lia. exact (eq_trans (N.testbit_odd_succ (Npos p) _ (N.le_0_l _)) H).
    + intros [L H]. destruct (N.eq_dec i x) as [|Ne]; auto. right. split; [lia|].
      replace (x - i) with (N.succ (x - N.succ i)) in H by lia.
      exact (eq_trans (eq_sym (N.testbit_odd_succ (Npos p) _ (N.le_0_l _))) H).
  - rewrite IH. split; intros [L H].
    + split; [lia|]. replace (x - i) with (N.succ (x - N.succ i)) by lia.
      exact (eq_trans (N.testbit_even_succ (Npos p) _ (N.le_0_l _)) H).
    + destruct (N.eq_dec i x) as [->|Ne]; [rewrite N.sub_diag in H; discriminate|]. split; [lia|].
      replace (x - i) with (N.succ (x - N.succ i)) in H by lia.
      exact (eq_trans (eq_sym (N.testbit_even_succ (Npos p) _ (N.le_0_l _))) H).
  - split.
    + intros [<-|[]]. split; [lia|]. now rewrite N.sub_diag.
    + intros [L H]. left. destruct (x - i) eqn:E; [lia|]. discriminate.
Qed.

Lemma bits_in b x : In x (bits b) <-> N.testbit b x = true.
Proof.
  destruct b as [|p]; cbn [bits]; [rewrite N.bits_0; split; [intros []|discriminate]|].
  rewrite bits_from_in, N.sub_0_r. intuition lia.
Qed.

Lemma bits_from_once p : forall i, NoDup (bits_from i p).
Proof.
  induction p as [p IH|p IH|]; intro i; cbn [bits_from]; auto.
  - constructor; auto. rewrite bits_from_in. lia.
  - repeat constructor. auto.
Qed.
Lemma bits_once b : NoDup (bits b).
Proof. destruct b; simpl; [constructor | apply bits_from_once]. Qed.

Lemma bit_at i x : N.testbit (bit i) x = (x =? i).
Proof. rewrite N.shiftl_1_l, N.pow2_bits_eqb. apply N.eqb_sym. Qed.

Lemma mask_at l x : N.testbit (mask l) x = true <-> In x l.
Proof.
  induction l as [|i l IH]; cbn [mask fold_right]; [rewrite N.bits_0; split; [discriminate|intros []]|].
  rewrite N.lor_spec, bit_at, orb_true_iff, N.eqb_eq. fold (mask l). rewrite IH. cbn [In]. intuition.
Qed.

Lemma same_set a b : (forall x, N.testbit a x = true <-> N.testbit b x = true) -> a = b.
Proof. intro H. apply N.bits_inj. intro x. specialize (H x). destruct (N.testbit a x), (N.testbit b x); intuition. Qed.

Lemma mask_same l l' : (forall x, In x l <-> In x l') -> mask l = mask l'.
Proof. intro H. apply same_set. intro x. now rewrite !mask_at. Qed.
Lemma mask_perm l l' : Permutation l l' -> mask l = mask l'.
Proof. intro P. apply mask_same. intro x. split; apply Permutation_in; auto. now symmetry. Qed.
Lemma mask_app l l' : mask (l ++ l') = N.lor (mask l) (mask l').
Proof. apply same_set. intro x. rewrite N.lor_spec, orb_true_iff, !mask_at. apply in_app_iff. Qed.

(* A list without repetition is the list of its set. *)
Lemma listed l b : NoDup l -> (forall x, In x l <-> N.testbit b x = true) -> Permutation l (bits b).
Proof. intros D H. apply NoDup_Permutation; auto using bits_once. intro x. now rewrite bits_in. Qed.
Lemma bits_mask l : NoDup l -> Permutation l (bits (mask l)).
Proof. intro D. apply listed; auto. intro x. symmetry. apply mask_at. Qed.
Lemma mask_bits b : mask (bits b) = b.
Proof. apply same_set. intro x. rewrite mask_at. apply bits_in. Qed.

Lemma size_perm l b : Permutation l (bits b) -> length l = size b.
Proof. apply Permutation_length. Qed.

Lemma bits_lor s s' a b : NoDup (s ++ s') -> Permutation s (bits a) -> Permutation s' (bits b) ->
  Permutation (s ++ s') (bits (N.lor a b)).
Proof.
  intros D P Q. apply listed; auto. intro x. rewrite in_app_iff, N.lor_spec, orb_true_iff, <- !bits_in.
  split; (intros [I|I]; [left|right]); first [exact (Permutation_in x P I) | exact (Permutation_in x Q I) |
    exact (Permutation_in x (Permutation_sym P) I) | exact (Permutation_in x (Permutation_sym Q) I)].
Qed.

Lemma filter_lists g s b m : Permutation s (bits b) -> (forall x, g x = negb (N.testbit m x)) ->
  Permutation (filter g s) (bits (N.ldiff b m)).
Proof.
  intros P G. apply listed.
  - apply NoDup_filter. apply (Permutation_NoDup (Permutation_sym P)), bits_once.
  - intro x. rewrite filter_In, G, N.ldiff_spec, andb_true_iff, <- bits_in.
    split; intros [I E]; split; auto; [exact (Permutation_in x P I) | exact (Permutation_in x (Permutation_sym P) I)].
Qed.

(* All sets of at most k of the places. *)
Fixpoint upto (k : nat) (l : list N) : list N :=
  match l, k with
  | [], _ | _, O => [0]
  | x :: l', S k' => map (N.lor (bit x)) (upto k' l') ++ upto k l'
  end.

Lemma upto_all l : forall k s, NoDup s -> (forall x, In x s -> In x l) -> (length s <= k)%nat -> In (mask s) (upto k l).
Proof.
  induction l as [|y l IH]; intros k s D Sub L.
  - destruct s as [|x s]; [destruct k; now left|]. destruct (Sub x (or_introl eq_refl)).
  - destruct k as [|k]; [destruct s; [now left|simpl in L; lia]|]. apply in_app_iff.
    destruct (in_dec N.eq_dec y s) as [I|N].
    + left. apply in_split in I as [a [b ->]]. apply NoDup_remove in D as [D N].
      apply in_map_iff. exists (mask (a ++ b)). split.
      * change (N.lor (bit y) (mask (a ++ b))) with (mask (y :: a ++ b)). apply mask_perm, Permutation_middle.
      * rewrite app_length in L. simpl in L. apply IH; auto; [|rewrite app_length; lia].
        intros x I. destruct (Sub x) as [->|]; auto; [|contradiction].
        apply in_app_iff in I. apply in_app_iff. simpl. tauto.
    + right. apply IH; auto. intros x I. destruct (Sub x I) as [->|]; auto. contradiction.
Qed.

Lemma upto_are l : forall k m, NoDup l -> In m (upto k l) -> (forall x, N.testbit m x = true -> In x l) /\ (size m <= k)%nat.
Proof.
  induction l as [|y l IH]; intros k m D I.
  - assert (m = 0) as -> by (destruct k; destruct I as [<-|[]]; auto). split; [intro x; now rewrite N.bits_0|apply Nat.le_0_l].
  - destruct k as [|k].
    + destruct I as [<-|[]]. split; [intro x; now rewrite N.bits_0|apply Nat.le_0_l].
    + inversion D as [|? ? N D']; subst. apply in_app_iff in I as [I|I].
      * apply in_map_iff in I as [m' [<- I]]. destruct (IH k m' D' I) as [Sub L]. split.
        -- intro x. rewrite N.lor_spec, bit_at, orb_true_iff, N.eqb_eq. simpl. intros [->|H]; auto.
        -- assert (P : Permutation ([y] ++ bits m') (bits (N.lor (bit y) m'))).
           { apply bits_lor; auto.
             - constructor; [|apply bits_once]. rewrite bits_in. auto.
             - apply listed; [repeat constructor; auto|]. intro x. rewrite bit_at, N.eqb_eq. simpl. intuition. }
           apply Permutation_length in P. rewrite app_length in P. cbn [length] in P. unfold size in *. lia.
      * destruct (IH (S k) m D' I) as [Sub L]. split; auto. intros x H. right. auto.
Qed.
