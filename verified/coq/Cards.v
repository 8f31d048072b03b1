(* Cards as pairs of small numbers, places in the deal, and lists of them. *)

From Coq Require Import List NArith Bool Lia ZifyBool.
Import ListNotations.
Open Scope N_scope.

(* Standard cards: rank 0 (A) to 12 (K), suit 0..3 (C D H S).
   Universal: rank 0 (1) to 9 (Galaxy), suit 0..5 (E J M N S V, high to low). *)
Record card := Card { rank : N; suit : N }.

Definition same_card (a b : card) : bool := (rank a =? rank b) && (suit a =? suit b).

Lemma same_card_eq a b : same_card a b = true -> a = b.
Proof. destruct a, b. unfold same_card; simpl. intro H. f_equal; lia. Qed.

Lemma same_card_refl a : same_card a a = true.
Proof. unfold same_card. now rewrite !N.eqb_refl. Qed.

(* How many there are, as a binary number. *)
Fixpoint count {A} (l : list A) : N := match l with [] => 0 | _ :: l' => N.succ (count l') end.

Lemma count_length {A} (l : list A) : count l = N.of_nat (length l).
Proof. induction l; simpl; rewrite ?IHl; lia. Qed.
Lemma count_app {A} (a b : list A) : count (a ++ b) = count a + count b.
Proof. rewrite !count_length, app_length. lia. Qed.
Lemma count_map {A B} (f : A -> B) l : count (map f l) = count l.
Proof. now rewrite !count_length, map_length. Qed.

Fixpoint same_list {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => same x y && same_list same a' b'
  | _, _ => false
  end.

Lemma same_list_eq {A} (same : A -> A -> bool) (H : forall x y, same x y = true -> x = y) a :
  forall b, same_list same a b = true -> a = b.
Proof.
  induction a as [|x a IH]; destruct b as [|y b]; simpl; try discriminate; auto.
  intro E. apply andb_true_iff in E as [E1 E2]. f_equal; auto.
Qed.

Lemma same_list_refl {A} (same : A -> A -> bool) (H : forall x, same x x = true) l : same_list same l l = true.
Proof. induction l as [|x l IH]; simpl; auto. now rewrite H. Qed.

(* No two entries are the same. *)
Fixpoint distinct_by {A} (same : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l' => negb (existsb (same x) l') && distinct_by same l' end.

Lemma distinct_by_once {A} (same : A -> A -> bool) (H : forall x, same x x = true) l :
  distinct_by same l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [distinct_by]; intro D; constructor; apply andb_true_iff in D as [N D]; auto.
  intro I. apply negb_true_iff in N. enough (existsb (same x) l = true) by congruence. apply existsb_exists. eauto.
Qed.

(* ---- Lists without repetition, and pairs of a list. ---- *)

Lemma once_app {A} (a b : list A) : NoDup (a ++ b) -> NoDup a /\ NoDup b /\ forall x, In x a -> ~ In x b.
Proof.
  induction a as [|y a IH]; simpl; intro D; [repeat split; auto; constructor|].
  inversion D as [|? ? N D']; subst. destruct (IH D') as [Da [Db F]]. rewrite in_app_iff in N. repeat split; auto.
  - constructor; tauto.
  - intros x [<-|I]; [tauto|auto].
Qed.

Lemma app_once {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) -> NoDup (a ++ b).
Proof.
  induction a as [|y a IH]; simpl; intros Da Db F; auto. inversion Da; subst. constructor; [|apply IH; auto].
  rewrite in_app_iff. intros [I|I]; [contradiction|exact (F y (or_introl eq_refl) I)].
Qed.

Lemma map_once {A B} (g : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> g x = g y -> x = y) -> NoDup (map g l).
Proof.
  induction l as [|x l IH]; cbn [map]; intros N H; [constructor|]. inversion N as [|y k Nx Nl]; subst. constructor.
  - intro I. apply in_map_iff in I as [y [E I]]. apply Nx. rewrite (H x y); simpl; auto.
  - apply IH; auto. intros y z Iy Iz. apply H; now right.
Qed.

Lemma NoDup_map_same {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros N Ix Iy E. inversion N as [|b k Na Nl]; subst.
  destruct Ix as [->|Ix], Iy as [->|Iy]; auto; exfalso; apply Na; [rewrite E|rewrite <- E]; now apply in_map.
Qed.

Lemma flat_once {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  intros N F D. induction N as [|x l Nx N IH]; [constructor|]. apply app_once.
  - apply F. now left.
  - apply IH. intros y I. apply F. now right.
  - intros z I J. apply in_flat_map in J as [y [Iy J]]. now rewrite (D x y z I J) in Nx.
Qed.

Lemma app_split {A} (a b a' b' : list A) : a ++ b = a' ++ b' -> (length a <= length a')%nat ->
  exists c, a' = a ++ c /\ b = c ++ b'.
Proof.
  revert a'. induction a as [|x a IH]; intros a' E L; [exists a'; auto|].
  destruct a' as [|y a']; simpl in *; [lia|]. injection E as -> E. destruct (IH a' E ltac:(lia)) as [c [-> ->]]. eauto.
Qed.

Fixpoint pairs {A} (l : list A) : list (A * A) :=
  match l with [] => [] | x :: l' => map (pair x) l' ++ pairs l' end.

Lemma pairs_in {A} (l : list A) x y : In (x, y) (pairs l) -> In x l /\ In y l.
Proof.
  induction l as [|z l IH]; [intros []|]. cbn [pairs]. intro I. apply in_app_or in I as [I|I].
  - apply in_map_iff in I as [w [E I]]. injection E as -> ->. split; [now left|now right].
  - apply IH in I as [? ?]. split; now right.
Qed.

Lemma pairs_once {A} (l : list A) : NoDup l -> NoDup (pairs l).
Proof.
  induction 1 as [|x l Nx N IH]; [constructor|]. apply app_once; auto; [apply map_once; auto; congruence|].
  intros z I J. apply in_map_iff in I as [y [<- _]]. now apply pairs_in in J as [J _].
Qed.

(* A card of the deal, known by its place in it. *)
Record item := Item { place : N; face : card }.

Definition same_item (a b : item) : bool := (place a =? place b) && same_card (face a) (face b).

Lemma same_item_eq a b : same_item a b = true -> a = b.
Proof. destruct a, b. unfold same_item; simpl. now intros [->%N.eqb_eq ->%same_card_eq]%andb_true_iff. Qed.

Fixpoint placed_from (n : N) (l : list card) : list item :=
  match l with [] => [] | c :: l' => Item n c :: placed_from (N.succ n) l' end.

(* Mixing numbers into a hash; any function would do. *)
Definition mix (h : positive) (n : N) : positive :=
  match N.land (N.pos h * 31 + n * 17 + 7) 1048575 with N0 => 1%positive | N.pos q => q end.
