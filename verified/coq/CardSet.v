(* Sets of up to 64 cards, numbered from 0: a word of sixteen hexadecimal digits. A card is found in two steps, and a set
   takes little memory. *)

From Coq Require Import List ZArith Bool Lia ZifyBool PeanoNat.
Import ListNotations.
Open Scope nat_scope.

Inductive hex := H0 | H1 | H2 | H3 | H4 | H5 | H6 | H7 | H8 | H9 | HA | HB | HC | HD | HE | HF.
Inductive bit := B0 | B1 | B2 | B3.
Inductive cell := C0 | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 | CA | CB | CC | CD | CE | CF | Nowhere.
Inductive place := Place (c : cell) (b : bit).
Inductive cards := Cards (c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF : hex).

Definition test (b : bit) (h : hex) : bool :=
  match b with
  | B0 => match h with H1 | H3 | H5 | H7 | H9 | HB | HD | HF => true | _ => false end
  | B1 => match h with H2 | H3 | H6 | H7 | HA | HB | HE | HF => true | _ => false end
  | B2 => match h with H4 | H5 | H6 | H7 | HC | HD | HE | HF => true | _ => false end
  | B3 => match h with H8 | H9 | HA | HB | HC | HD | HE | HF => true | _ => false end
  end.

Definition without (b : bit) (h : hex) : hex :=
  match b with
  | B0 => match h with H1 => H0 | H3 => H2 | H5 => H4 | H7 => H6 | H9 => H8 | HB => HA | HD => HC | HF => HE | _ => h end
  | B1 => match h with H2 => H0 | H3 => H1 | H6 => H4 | H7 => H5 | HA => H8 | HB => H9 | HE => HC | HF => HD | _ => h end
  | B2 => match h with H4 => H0 | H5 => H1 | H6 => H2 | H7 => H3 | HC => H8 | HD => H9 | HE => HA | HF => HB | _ => h end
  | B3 => match h with H8 => H0 | H9 => H1 | HA => H2 | HB => H3 | HC => H4 | HD => H5 | HE => H6 | HF => H7 | _ => h end
  end.

Definition at_cell (s : cards) (x : cell) : hex :=
  let '(Cards a b c d e f g h i j k l m n o p) := s in
  match x with C0 => a | C1 => b | C2 => c | C3 => d | C4 => e | C5 => f | C6 => g | C7 => h | C8 => i | C9 => j | CA => k | CB => l | CC => m | CD => n | CE => o | CF => p
  | Nowhere => H0 end.

Definition has (s : cards) (q : place) : bool := let '(Place x y) := q in test y (at_cell s x).

Definition off (s : cards) (q : place) : cards :=
  let '(Cards a b c d e f g h i j k l m n o p) := s in
  let '(Place x y) := q in
  match x with
  | C0 => Cards (without y a) b c d e f g h i j k l m n o p
  | C1 => Cards a (without y b) c d e f g h i j k l m n o p
  | C2 => Cards a b (without y c) d e f g h i j k l m n o p
  | C3 => Cards a b c (without y d) e f g h i j k l m n o p
  | C4 => Cards a b c d (without y e) f g h i j k l m n o p
  | C5 => Cards a b c d e (without y f) g h i j k l m n o p
  | C6 => Cards a b c d e f (without y g) h i j k l m n o p
  | C7 => Cards a b c d e f g (without y h) i j k l m n o p
  | C8 => Cards a b c d e f g h (without y i) j k l m n o p
  | C9 => Cards a b c d e f g h i (without y j) k l m n o p
  | CA => Cards a b c d e f g h i j (without y k) l m n o p
  | CB => Cards a b c d e f g h i j k (without y l) m n o p
  | CC => Cards a b c d e f g h i j k l (without y m) n o p
  | CD => Cards a b c d e f g h i j k l m (without y n) o p
  | CE => Cards a b c d e f g h i j k l m n (without y o) p
  | CF => Cards a b c d e f g h i j k l m n o (without y p)
  | Nowhere => s
  end.

(* ---- The numbers of cards ---- *)

Definition in_cell (x : cell) : list place := map (Place x) [B0; B1; B2; B3].
Definition places : list place :=
  flat_map in_cell [C0; C1; C2; C3; C4; C5; C6; C7; C8; C9; CA; CB; CC; CD; CE; CF].
Definition most_cards : nat := 64.
Definition place_of (i : nat) : place := nth i places (Place Nowhere B0).

Definition mem (s : cards) (i : nat) : bool := has s (place_of i).
Definition clear (s : cards) (i : nat) : cards := off s (place_of i).

Definition same_place (p q : place) : bool :=
  match p, q with
  | Place x B0, Place y B0 | Place x B1, Place y B1 | Place x B2, Place y B2 | Place x B3, Place y B3 =>
      match x, y with
      | C0, C0 | C1, C1 | C2, C2 | C3, C3 | C4, C4 | C5, C5 | C6, C6 | C7, C7 | C8, C8 | C9, C9 | CA, CA | CB, CB
      | CC, CC | CD, CD | CE, CE | CF, CF => true
      | _, _ => false
      end
  | _, _ => false
  end.

Lemma test_without y z h : test z (without y h) = test z h && negb (match y, z with
  | B0, B0 | B1, B1 | B2, B2 | B3, B3 => true | _, _ => false end).
Proof. destruct y, z, h; reflexivity. Qed.

Lemma has_off s p q : has (off s p) q = has s q && negb (same_place p q).
Proof.
  destruct s, p as [x y], q as [u v].
  destruct x, u; cbn [off has at_cell];
    try (rewrite test_without; destruct y, v; reflexivity);
    destruct y, v; cbn [same_place]; now rewrite andb_true_r.
Qed.

Lemma nowhere i : most_cards <= i -> place_of i = Place Nowhere B0.
Proof. intro L. apply nth_overflow. exact L. Qed.

Lemma mem_nowhere s i : most_cards <= i -> mem s i = false.
Proof. intro L. unfold mem. rewrite nowhere by exact L. now destruct s. Qed.

Lemma below (P : nat -> bool) : forallb P (seq 0 most_cards) = true -> forall i, i < most_cards -> P i = true.
Proof. intros A i L. rewrite forallb_forall in A. apply A, in_seq. lia. Qed.

Lemma same_place_of i j : i < most_cards -> j < most_cards -> same_place (place_of i) (place_of j) = Nat.eqb i j.
Proof.
  intros Li Lj. apply eqb_prop.
  apply (below (fun j => Bool.eqb (same_place (place_of i) (place_of j)) (Nat.eqb i j))); [|exact Lj].
  apply (below (fun i => forallb (fun j => Bool.eqb (same_place (place_of i) (place_of j)) (Nat.eqb i j))
    (seq 0 most_cards))); [vm_compute; reflexivity|exact Li].
Qed.

Lemma mem_clear s i j : mem (clear s i) j = mem s j && negb (Nat.eqb i j).
Proof.
  destruct (Nat.lt_ge_cases j most_cards) as [Lj|Gj]; [|now rewrite !mem_nowhere].
  unfold mem, clear. rewrite has_off. f_equal. f_equal. destruct (Nat.lt_ge_cases i most_cards) as [Li|Gi].
  - now apply same_place_of.
  - rewrite nowhere by exact Gi. replace (Nat.eqb i j) with false; [|symmetry; apply Nat.eqb_neq; lia].
    destruct (place_of j) as [[] []]; reflexivity.
Qed.

(* ---- All cards below a number ---- *)

Definition all_cards : cards := Cards HF HF HF HF HF HF HF HF HF HF HF HF HF HF HF HF.
Definition full (n : nat) : cards := fold_left off (skipn n places) all_cards.

Lemma mem_full n i : n <= most_cards -> mem (full n) i = (i <? n).
Proof.
  intro Ln. destruct (Nat.lt_ge_cases i most_cards) as [Li|Gi].
  2: { rewrite mem_nowhere by exact Gi. symmetry. apply Nat.ltb_ge. lia. }
  apply eqb_prop. apply (below (fun i => Bool.eqb (mem (full n) i) (i <? n))); [|exact Li].
  apply (proj1 (forallb_forall (fun n => forallb (fun i => Bool.eqb (mem (full n) i) (i <? n)) (seq 0 most_cards))
    (seq 0 (S most_cards)))); [vm_compute; reflexivity|]. apply in_seq. lia.
Qed.

(* ---- How many cards, and what they add up to ---- *)

Definition size (s : cards) : nat := length (filter (mem s) (seq 0 most_cards)).

Lemma size_below s i l : NoDup l -> mem s i = true -> length (filter (mem s) l) =
  (if existsb (Nat.eqb i) l then 1 else 0) + length (filter (mem (clear s i)) l).
Proof.
  intros D M. induction l as [|j l IH]; [reflexivity|]. inversion D as [|? ? N D']; subst. cbn [filter existsb].
  rewrite mem_clear. destruct (Nat.eqb_spec i j) as [<-|Ne]; cbn [negb orb].
  - rewrite M, andb_false_r. cbn [length]. rewrite IH by exact D'. replace (existsb (Nat.eqb i) l) with false; auto.
    symmetry. apply not_true_iff_false. intro E. apply existsb_exists in E as [x [I E]]. apply Nat.eqb_eq in E. now subst.
  - rewrite andb_true_r. destruct (mem s j); cbn [length]; rewrite IH by exact D'; lia.
Qed.

Lemma size_clear s i : mem s i = true -> size s = S (size (clear s i)).
Proof.
  intro M. unfold size. rewrite (size_below s i) by (auto; apply seq_NoDup). replace (existsb _ _) with true; auto.
  symmetry. apply existsb_exists. exists i. split; [|apply Nat.eqb_refl]. apply in_seq.
  destruct (Nat.lt_ge_cases i most_cards) as [L|G]; [lia|]. rewrite mem_nowhere in M by exact G. discriminate.
Qed.

Lemma size_none s : (forall i, mem s i = false) -> size s = 0.
Proof. intro H. unfold size. induction (seq 0 most_cards) as [|i l IH]; auto. cbn [filter]. now rewrite H. Qed.

Lemma size_full n : n <= most_cards -> size (full n) = n.
Proof.
  intro L. apply Nat.eqb_eq. apply (proj1 (forallb_forall (fun n => Nat.eqb (size (full n)) n) (seq 0 (S most_cards))));
    [vm_compute; reflexivity|]. apply in_seq. lia.
Qed.

Fixpoint total_from (s : cards) (l : list place) (prices : list Z) : Z :=
  match l, prices with
  | q :: l', y :: ys => if has s q then (y + total_from s l' ys)%Z else total_from s l' ys
  | _, _ => 0%Z
  end.
Definition total_of (s : cards) (prices : list Z) : Z := total_from s places prices.

Lemma places_are : places = map place_of (seq 0 most_cards).
Proof. reflexivity. Qed.

Lemma total_from_clear s i : i < most_cards -> mem s i = true -> forall m a prices, a + m <= most_cards ->
  total_from (clear s i) (map place_of (seq a m)) prices =
  (total_from s (map place_of (seq a m)) prices - if ((a <=? i) && (i <? a + m))%nat then nth (i - a)%nat prices 0 else 0)%Z.
Proof.
  intros Li Mi. induction m as [|m IH]; intros a prices L.
  - cbn [seq map total_from]. destruct (Nat.leb_spec a i), (Nat.ltb_spec i (a + 0)); cbn [andb]; lia.
  - cbn [seq map]. destruct prices as [|y ys].
    + cbn [total_from]. destruct (_ && _); [destruct (i - a)|]; reflexivity.
    + cbn [total_from]. change (has (clear s i) (place_of a)) with (mem (clear s i) a).
      change (has s (place_of a)) with (mem s a). rewrite mem_clear, IH by lia.
      destruct (Nat.eqb_spec i a) as [<-|Ne]; cbn [negb].
      * rewrite Mi, Nat.sub_diag. cbn [andb nth].
        replace (S i <=? i) with false by (symmetry; apply Nat.leb_gt; lia). rewrite Nat.leb_refl.
        replace (i <? i + S m) with true by (symmetry; apply Nat.ltb_lt; lia). cbn [andb]. lia.
      * rewrite andb_true_r. replace (i <? a + S m) with (i <? S a + m) by (f_equal; lia).
        destruct (Nat.leb_spec a i), (Nat.leb_spec (S a) i); try lia; cbn [andb];
          [|destruct (mem s a); lia].
        replace (i - a) with (S (i - S a)) by lia. cbn [nth].
        destruct (i <? S a + m), (mem s a); lia.
Qed.

Lemma total_clear s i prices : mem s i = true -> total_of (clear s i) prices = (total_of s prices - nth i prices 0)%Z.
Proof.
  intro M. assert (L : i < most_cards).
  { destruct (Nat.lt_ge_cases i most_cards); auto. rewrite mem_nowhere in M by lia. discriminate. }
  unfold total_of. rewrite places_are, (total_from_clear s i L M) by lia. rewrite Nat.sub_0_r. cbn [Nat.leb andb].
  apply Nat.ltb_lt in L. change (0 + most_cards) with most_cards. now rewrite L.
Qed.

Lemma total_none s prices : (forall i, mem s i = false) -> total_of s prices = 0%Z.
Proof.
  intro H. unfold total_of. rewrite places_are. revert prices.
  induction (seq 0 most_cards) as [|i l IH]; intros [|y ys]; cbn [map total_from]; auto.
  change (has s (place_of i)) with (mem s i). now rewrite H.
Qed.

(* The same by cells: what each of the sixteen digits of a cell adds. *)
Inductive sums := Sums (s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 sA sB sC sD sE sF : Z).

Definition sums_of (a b c d : Z) : sums :=
  (Sums 0 a b (a + b) c (a + c) (b + c) (a + b + c) d (a + d) (b + d) (a + b + d) (c + d) (a + c + d) (b + c + d) (a + b + c + d))%Z.

Definition pick (t : sums) (h : hex) : Z :=
  let '(Sums s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 sA sB sC sD sE sF) := t in
  match h with
  | H0 => s0 | H1 => s1 | H2 => s2 | H3 => s3 | H4 => s4 | H5 => s5 | H6 => s6 | H7 => s7
  | H8 => s8 | H9 => s9 | HA => sA | HB => sB | HC => sC | HD => sD | HE => sE | HF => sF
  end.

Fixpoint sums_by_cell (n : nat) (prices : list Z) : list sums :=
  match n, prices with
  | S n', a :: l => sums_of a (nth 0 l 0%Z) (nth 1 l 0%Z) (nth 2 l 0%Z) :: sums_by_cell n' (skipn 3 l)
  | _, _ => []
  end.

Definition digits (s : cards) : list hex :=
  let '(Cards a b c d e f g h i j k l m n o p) := s in [a; b; c; d; e; f; g; h; i; j; k; l; m; n; o; p].

Fixpoint total_by (l : list sums) (d : list hex) : Z :=
  match l, d with
  | t :: l', h :: d' => (pick t h + total_by l' d')%Z
  | _, _ => 0%Z
  end.

Lemma total_by_cells s xs : forall prices,
  total_by (sums_by_cell (length xs) prices) (map (at_cell s) xs) = total_from s (flat_map in_cell xs) prices.
Proof.
  assert (Nil : forall l, total_from s l [] = 0%Z) by (intros []; reflexivity).
  induction xs as [|x xs IH]; intro prices; [destruct prices; reflexivity|].
  destruct prices as [|a [|b [|c [|d l]]]]; [reflexivity| | | |];
    cbn [length sums_by_cell map total_by flat_map in_cell map app total_from nth skipn has]; rewrite IH, ?Nil;
    destruct (at_cell s x); cbn [sums_of pick test]; lia.
Qed.

Lemma total_by_is s prices : total_by (sums_by_cell 16 prices) (digits s) = total_of s prices.
Proof.
  change 16 with (length [C0; C1; C2; C3; C4; C5; C6; C7; C8; C9; CA; CB; CC; CD; CE; CF]).
  unfold total_of, places. rewrite <- total_by_cells. now destruct s.
Qed.

(* ---- Two sets ---- *)

Definition apart (a b : hex) : bool :=
  negb (test B0 a && test B0 b || test B1 a && test B1 b || test B2 a && test B2 b || test B3 a && test B3 b).

(* Whether a test holds in every cell. *)
Definition everywhere (f : hex -> hex -> bool) (s t : cards) : bool :=
  let '(Cards a b c d e f0 g h i j k l m n o p) := s in
  let '(Cards a' b' c' d' e' f' g' h' i' j' k' l' m' n' o' p') := t in
  f a a' && f b b' && f c c' && f d d' && f e e' && f f0 f' && f g g' && f h h' &&
  f i i' && f j j' && f k k' && f l l' && f m m' && f n n' && f o o' && f p p'.

Definition disjoint : cards -> cards -> bool := everywhere apart.

Lemma apart_ok y a b : apart a b = true -> test y a = true -> test y b = true -> False.
Proof. destruct y, a; cbn; try discriminate; destruct b; cbn; discriminate. Qed.

Lemma disjoint_ok s t i : disjoint s t = true -> mem s i = true -> mem t i = true -> False.
Proof.
  unfold mem. destruct s, t, (place_of i) as [x y]. unfold disjoint. cbn [everywhere]. rewrite !andb_true_iff.
  intros H Hs Ht. destruct x; cbn [has at_cell] in Hs, Ht; (eapply (apart_ok y); [|exact Hs|exact Ht]; tauto).
Qed.

Definition same_hex (a b : hex) : bool :=
  match a, b with
  | H0, H0 | H1, H1 | H2, H2 | H3, H3 | H4, H4 | H5, H5 | H6, H6 | H7, H7
  | H8, H8 | H9, H9 | HA, HA | HB, HB | HC, HC | HD, HD | HE, HE | HF, HF => true
  | _, _ => false
  end.

Definition same_cards : cards -> cards -> bool := everywhere same_hex.

Lemma same_hex_is a b : same_hex a b = true <-> a = b.
Proof. split; [destruct a, b; try reflexivity; discriminate|intros ->; destruct b; reflexivity]. Qed.

Lemma same_cards_is s t : reflect (s = t) (same_cards s t).
Proof.
  apply iff_reflect. destruct s, t. unfold same_cards. cbn [everywhere]. rewrite !andb_true_iff, !same_hex_is. split.
  - intro E. injection E. intros. subst. tauto.
  - intro H. repeat match goal with H : _ /\ _ |- _ => destruct H end. now subst.
Qed.

Lemma same_tests a b : (forall y, test y a = test y b) -> a = b.
Proof.
  intro H. assert (T0 := H B0). assert (T1 := H B1). assert (T2 := H B2). assert (T3 := H B3). clear H.
  destruct a, b; try reflexivity; first [discriminate T0|discriminate T1|discriminate T2|discriminate T3].
Qed.

Lemma in_places x y : x <> Nowhere -> In (Place x y) places.
Proof.
  intro N. apply in_flat_map. exists x.
  destruct x; try congruence; (split; [cbn; repeat (first [left; reflexivity|right])|destruct y; cbn; auto]).
Qed.

Lemma same_sets s t : (forall q, In q places -> has s q = has t q) -> s = t.
Proof.
  intro H. assert (K : forall x, match x with Nowhere => True | _ => at_cell s x = at_cell t x end).
  { intro x. assert (Kx : x <> Nowhere -> at_cell s x = at_cell t x).
    { intro N. apply same_tests. intro y. exact (H (Place x y) (in_places x y N)). }
    destruct x; auto; apply Kx; discriminate. }
  clear H. assert (K0 := K C0). assert (K1 := K C1). assert (K2 := K C2). assert (K3 := K C3). assert (K4 := K C4).
  assert (K5 := K C5). assert (K6 := K C6). assert (K7 := K C7). assert (K8 := K C8). assert (K9 := K C9).
  assert (KA := K CA). assert (KB := K CB). assert (KC := K CC). assert (KD := K CD). assert (KE := K CE).
  assert (KF := K CF). clear K. destruct s, t. cbn [at_cell] in *. now subst.
Qed.
