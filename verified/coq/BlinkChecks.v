(* Blink Solitaire: what its certificates show, and why. *)

From Coq Require Import List NArith ZArith Bool Lia ZifyBool.
From Winnow Require Import Game Judge Cards Blink.
Import ListNotations.
Open Scope Z_scope.

(* ---- Shifting a layout changes nothing. -------------------------------------------------------------------------- *)

(* Each condition of the goal is asked. *)
Ltac ask_ifs := repeat match goal with |- context [if ?b then _ else _] => destruct b eqn:? end.

Definition shift (d c : cell) : cell := (fst c + fst d, snd c + snd d).
Definition shift_entry (d : cell) (e : cell * bcard) : cell * bcard := (shift d (fst e), snd e).
Definition shift_table (d : cell) (t : layout) : layout := map (shift_entry d) t.

Lemma same_cell_shift d a b : same_cell (shift d a) (shift d b) = same_cell a b.
Proof. unfold same_cell, shift. cbn [fst snd]. lia. Qed.

Lemma before_shift d a b : before (shift d a) (shift d b) = before a b.
Proof. unfold before, shift. cbn [fst snd]. lia. Qed.

Lemma add_entry_shift d c x t : add_entry (shift d c) x (shift_table d t) = shift_table d (add_entry c x t).
Proof.
  induction t as [|[e y] t IH]; simpl; auto. rewrite before_shift. destruct (before c e); simpl; auto.
  f_equal. exact IH.
Qed.

Lemma cells_shift d t : cells (shift_table d t) = map (shift d) (cells t).
Proof. unfold cells, shift_table. rewrite !map_map. reflexivity. Qed.

Lemma existsb_map {A B} (f : A -> B) g l : existsb g (map f l) = existsb (fun x => g (f x)) l.
Proof. induction l; simpl; congruence. Qed.
Lemma existsb_ext' {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intro H. induction l; simpl; rewrite ?H; congruence. Qed.

Lemma occupied_shift d t c : occupied (shift_table d t) (shift d c) = occupied t c.
Proof. unfold occupied. rewrite cells_shift, existsb_map. apply existsb_ext'. intro. apply same_cell_shift. Qed.

Lemma neighbours_shift d c : neighbours (shift d c) = map (shift d) (neighbours c).
Proof. unfold neighbours, shift; simpl. repeat (f_equal; try lia). Qed.

Lemma touches_shift d a b : touches (shift d a) (shift d b) = touches a b.
Proof. unfold touches. rewrite neighbours_shift, existsb_map. apply existsb_ext'. intro. apply same_cell_shift. Qed.

Lemma least_shift l k d : least (map (fun x => x + k) l) (d + k) = least l d + k.
Proof. induction l; simpl; lia. Qed.
Lemma most_shift l k d : most (map (fun x => x + k) l) (d + k) = most l d + k.
Proof. induction l; simpl; lia. Qed.

Lemma within_shift r d t c : within r (shift_table d t) (shift d c) = within r t c.
Proof.
  unfold within. rewrite cells_shift.
  assert (X : map fst (map (shift d) (cells t)) = map (fun x => x + fst d) (map fst (cells t)))
    by (rewrite !map_map; apply map_ext; reflexivity).
  assert (Y : map snd (map (shift d) (cells t)) = map (fun x => x + snd d) (map snd (cells t)))
    by (rewrite !map_map; apply map_ext; reflexivity).
  rewrite X, Y. unfold shift; cbn [fst snd]. rewrite !least_shift, !most_shift.
  f_equal; f_equal; lia.
Qed.

Lemma matches_shift d t c x : matches_all (shift_table d t) (shift d c) x = matches_all t c x.
Proof. induction t as [|e t IH]; simpl; auto. rewrite touches_shift. congruence. Qed.

Lemma add_cell_in c l x : In x (add_cell c l) <-> x = c \/ In x l.
Proof.
  induction l as [|e l IH]; simpl; [intuition|].
  destruct (same_cell c e) eqn:E.
  - apply same_cell_eq in E. subst. simpl. intuition.
  - destruct (before c e); simpl; rewrite ?IH; intuition.
Qed.

Lemma collect_in l x : In x (fold_right add_cell [] l) <-> In x l.
Proof. induction l; simpl; [tauto|]. rewrite add_cell_in, IHl. intuition. Qed.

Lemma open_cells_in r t c : t <> [] ->
  (In c (open_cells r t) <->
   (exists e, In e (cells t) /\ In c (neighbours e)) /\ occupied t c = false /\ within r t c = true).
Proof.
  intro Ht. unfold open_cells. destruct t as [|e0 t0]; [tauto|].
  rewrite filter_In, collect_in, in_flat_map, andb_true_iff, negb_true_iff. tauto.
Qed.

Lemma shift_open r d t c : t <> [] -> In c (open_cells r (shift_table d t)) ->
  exists c', c = shift d c' /\ In c' (open_cells r t).
Proof.
  intros Ht. assert (Hs : shift_table d t <> []) by (destruct t; simpl; congruence).
  rewrite open_cells_in by exact Hs. intros [[e [Ie Ic]] [O W]].
  rewrite cells_shift in Ie. apply in_map_iff in Ie as [e' [<- Ie]].
  rewrite neighbours_shift in Ic. apply in_map_iff in Ic as [c' [<- Ic]].
  exists c'. split; auto. rewrite open_cells_in by exact Ht.
  rewrite occupied_shift in O. rewrite within_shift in W. eauto.
Qed.

Lemma sum_map {A B} (f : A -> B) g l : sum g (map f l) = sum (fun x => g (f x)) l.
Proof. induction l; simpl; congruence. Qed.
Lemma sum_ext {A} (f g : A -> N) l : (forall x, f x = g x) -> sum f l = sum g l.
Proof. intro H. induction l; simpl; rewrite ?H; congruence. Qed.

Lemma score_shift d t : layout_score (shift_table d t) = layout_score t.
Proof.
  unfold layout_score, shift_table. rewrite sum_map. f_equal. apply sum_ext. intro a. rewrite sum_map.
  apply sum_ext. intro b. unfold pair_score, right_or_down, same_cell, shift_entry, shift. cbn [fst snd]. ask_ifs; lia.
Qed.

Definition stands (m q : position) : Prop := exists d, table q = shift_table d (table m) /\ left q = left m.

Lemma shift_shift a b t : shift_table a (shift_table b t) = shift_table (fst a + fst b, snd a + snd b) t.
Proof.
  unfold shift_table. rewrite map_map. apply map_ext. intros [[x y] k]. unfold shift_entry, shift; simpl.
  f_equal; f_equal; lia.
Qed.

Lemma shift_0 t : shift_table (0, 0) t = t.
Proof.
  rewrite <- (map_id t) at 2. apply map_ext. intros [[x y] k]. unfold shift_entry, shift; simpl.
  f_equal; f_equal; lia.
Qed.

Lemma stands_step r m q mv : stands m q -> In mv (legal r q) ->
  exists mv', In mv' (legal r m) /\ stands (after_move m mv') (after_move q mv).
Proof.
  destruct m as [t l], q as [t' l']. intros [d [E1 E2]]. simpl in E1, E2. subst t' l'.
  destruct t as [|e0 t0] eqn:Et.
  - intro I. exists mv. split; [exact I|]. exists (0, 0). split; [|reflexivity].
    symmetry. apply (shift_0 [(onto mv, placed mv)]).
  - rewrite <- Et. assert (Hne : t <> []) by congruence. clear Et e0 t0.
    unfold legal. cbn [table left]. rewrite !in_flat_map. intros [e [Ie I]].
    apply in_map_iff in I as [c [<- I]]. apply filter_In in I as [Ic M].
    apply shift_open in Ic as [c' [-> Ic]]; auto. rewrite matches_shift in M.
    exists (Put (snd e) c' (fst e)). split.
    + apply in_flat_map. exists e. split. { unfold shift_table in Ie. rewrite count_map in Ie. exact Ie. }
      apply in_map_iff. exists c'. split; auto. apply filter_In. auto.
    + exists d. split; auto. apply add_entry_shift.
Qed.

(* The state: the layout with its corner at 0,0, and the cards still to come. *)
Definition corner (t : layout) : cell :=
  match cells t with [] => (0, 0) | c :: l => (least (map fst l) (fst c), least (map snd l) (snd c)) end.
Definition state (p : position) : layout * list (N * bcard) :=
  let c := corner (table p) in (shift_table (- fst c, - snd c) (table p), left p).

Definition same_entry (a b : cell * bcard) : bool := same_cell (fst a) (fst b) && same_bcard (snd a) (snd b).
Definition same_drawn (a b : N * bcard) : bool := N.eqb (fst a) (fst b) && same_bcard (snd a) (snd b).
Definition same_state (a b : layout * list (N * bcard)) : bool :=
  same_list same_entry (fst a) (fst b) && same_list same_drawn (snd a) (snd b).

Lemma same_entry_eq a b : same_entry a b = true -> a = b.
Proof. destruct a, b. unfold same_entry; simpl. now intros [->%same_cell_eq ->%same_bcard_eq]%andb_true_iff. Qed.
Lemma same_drawn_eq a b : same_drawn a b = true -> a = b.
Proof. destruct a, b. unfold same_drawn; simpl. now intros [->%N.eqb_eq ->%same_bcard_eq]%andb_true_iff. Qed.
Lemma same_state_eq a b : same_state a b = true -> a = b.
Proof.
  destruct a, b. unfold same_state; simpl. intro H. apply andb_true_iff in H as [A B].
  apply (same_list_eq _ same_entry_eq) in A. apply (same_list_eq _ same_drawn_eq) in B. congruence.
Qed.

Definition hash_state (s : layout * list (N * bcard)) : positive :=
  fold_left (fun h e => mix h (Z.to_N (fst (fst e)) * 4096 + Z.to_N (snd (fst e)) * 256 +
                               number (snd e) * 36 + colour (snd e) * 6 + shape (snd e))) (fst s) 1%positive.

Definition closed_check_bl (r : rules) :=
  closed_check (blink r) _ state same_state hash_state (fun _ => 0%N) None (fun _ => false).

Theorem closed_bl_sound r p lines e : closed_check_bl r p lines = Some e -> shows (blink r) p e.
Proof.
  eapply (closed_set_sound (blink r)) with (stands := stands).
  - apply same_state_eq.
  - intros m q E _. injection E as E1 E2.
    exists (fst (corner (table q)) - fst (corner (table m)), snd (corner (table q)) - snd (corner (table m))).
    split; auto.
    transitivity (shift_table (fst (corner (table q)), snd (corner (table q)))
      (shift_table (- fst (corner (table q)), - snd (corner (table q))) (table q))).
    + rewrite shift_shift. cbn [fst snd]. rewrite <- (shift_0 (table q)) at 1. f_equal. f_equal; lia.
    + rewrite <- E1, shift_shift. reflexivity.
  - intros a b c [d1 [T1 L1]] [d2 [T2 L2]]. exists (fst d2 + fst d1, snd d2 + snd d1). rewrite T2, T1, shift_shift.
    split; congruence.
  - intros m q mv S I. apply (stands_step r); auto.
  - intros m q [d [_ L]]. simpl. unfold is_won. now rewrite L.
  - intros m q s [d [T L]]. simpl. unfold final. rewrite L. destruct (left m); try discriminate.
    intro E; injection E as <-. rewrite T, score_shift. eexists; split; eauto. unfold no_better; simpl. lia.
  - auto.
  - auto.
  - discriminate.
Qed.
