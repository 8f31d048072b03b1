(* Universal Solitaire: what is true of every deal, and closed sets. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards Universal.
Import ListNotations.
Open Scope N_scope.

Lemma count_rev {A} (a : list A) : count (rev a) = count a.
Proof. rewrite !count_length, rev_length. reflexivity. Qed.
Lemma count_firstn_skipn {A} n (l : list A) : count (firstn n l) + count (skipn n l) = count l.
Proof. rewrite <- count_app, firstn_skipn. reflexivity. Qed.

Definition on_table (cols : list (list card)) : N := fold_right (fun c s => count c + s) 0 cols.

Lemma nth_replace_same l c x : (c < length l)%nat -> nth c (replace l c x) [] = x.
Proof. revert c; induction l; intros [|c] L; cbn in *; try lia; auto. apply IHl. lia. Qed.

Lemma nth_replace_other l c d x : c <> d -> nth d (replace l c x) [] = nth d l [].
Proof. revert c d; induction l; intros [|c] [|d] N; cbn; auto; try congruence. Qed.

Lemma length_replace l c x : length (replace l c x) = length l.
Proof. revert c; induction l; intros [|c]; cbn; auto. Qed.

Lemma on_table_replace l c x : (c < length l)%nat -> on_table (replace l c x) + count (nth c l []) = on_table l + count x.
Proof.
  revert c. induction l as [|y l IH]; intros [|c] L; cbn [length replace on_table fold_right nth] in *; try lia.
  specialize (IH c ltac:(lia)). unfold on_table in IH. lia.
Qed.

Lemma total_raise b s : total (raise b s) <= total b + 1.
Proof.
  revert s. induction b as [|n b IH]; intros [|s]; cbn [raise total fold_right]; try lia.
  specialize (IH s). unfold total in IH. lia.
Qed.

Lemma count_removelast (l : list card) f : foot l = Some f -> count l = count (removelast l) + 1 /\ l = removelast l ++ [f].
Proof.
  destruct l as [|x l]; try discriminate. intro H. injection H as <-.
  assert (L : forall (y z : card) k, last (y :: k) z = last k y).
  { intros y z k. revert y z. induction k as [|w k IH]; intros y z; auto.
    change (last (y :: w :: k) z) with (last (w :: k) z). congruence. }
  assert (E : x :: l = removelast (x :: l) ++ [last l x]).
  { rewrite (app_removelast_last x (l := x :: l)) at 1 by discriminate. now rewrite L. }
  split; auto. rewrite E at 1. rewrite count_app. reflexivity.
Qed.

(* The cases of a legal move. *)
Lemma legal_cases r p m : In m (legal r p) ->
  (m = Turn /\ stock p <> []) \/
  (m = Redeal /\ stock p = [] /\ waste p <> [] /\ redeals p <> 0) \/
  (exists x w, waste p = x :: w /\
     ((m = BarWaste /\ next_on_bar r p x = true) \/
      (exists c, (c < length (columns p))%nat /\
         ((m = Host c /\ may_host x (column p c) = true) \/ (m = Crown c /\ may_crown x (column p c) = true))))) \/
  (exists c f, (c < length (columns p))%nat /\ foot (column p c) = Some f /\
     ((m = BarFoot c /\ next_on_bar r p f = true) \/
      (exists d, (d < length (columns p))%nat /\ c <> d /\ m = Merge c d /\ may_merge (column p c) (column p d) = true))).
Proof.
  unfold legal. rewrite !in_app_iff. intros [H|[H|H]].
  - unfold talon_moves in H. destruct (stock p) eqn:S; destruct (waste p) eqn:W; simpl in H.
    + tauto.
    + destruct (redeals p =? 0) eqn:R; simpl in H; [tauto|]. destruct H as [<-|[]]. apply N.eqb_neq in R.
      right; left. repeat split; auto; congruence.
    + destruct H as [<-|[]]. left. split; congruence.
    + destruct H as [<-|[]]. left. split; congruence.
  - unfold waste_moves in H. destruct (waste p) as [|x w] eqn:W; simpl in H; [tauto|].
    right; right; left. exists x, w. split; auto. apply in_app_or in H as [H|H].
    + destruct (next_on_bar r p x) eqn:B; simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
    + apply in_flat_map in H as [c [Ic H]]. apply in_seq in Ic. right. exists c. split; [lia|].
      apply in_app_or in H as [H|H].
      * destruct (may_host x (column p c)) eqn:B; simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
      * destruct (may_crown x (column p c)) eqn:B; simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
  - right; right; right. apply in_flat_map in H as [c [Ic H]]. apply in_seq in Ic. unfold column_moves in H.
    destruct (foot (column p c)) as [f|] eqn:F; simpl in H; [|tauto]. exists c, f. split; [lia|]. split; auto.
    apply in_app_or in H as [H|H].
    + destruct (next_on_bar r p f) eqn:B; simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
    + apply in_flat_map in H as [d [Id H]]. apply in_seq in Id. right. exists d. split; [lia|].
      destruct (Nat.eqb c d) eqn:Q; simpl in H; [tauto|].
      destruct (may_merge (column p c) (column p d)) eqn:B; simpl in H; [|tauto]. destruct H as [<-|[]].
      apply Nat.eqb_neq in Q. repeat split; auto.
Qed.

(* No card appears from nowhere. *)
Definition in_all (p : position) : N := total (bar p) + on_table (columns p) + count (stock p) + count (waste p).

Lemma in_all_move r p m : In m (legal r p) -> in_all (after_move r p m) <= in_all p.
Proof.
  intro I. apply legal_cases in I. unfold in_all, after_move, on_bar.
  destruct I as [[-> _] | [[-> [S _]] | [[x [w [W H]]] | [c [f [Lc [F H]]]]]]].
  - cbn [bar columns stock waste]. rewrite count_app, count_rev.
    assert (H := count_firstn_skipn (turned r p) (stock p)). lia.
  - cbn [bar columns stock waste]. rewrite count_rev, S. lia.
  - rewrite W. destruct H as [[-> _] | [c [Lc [[-> _] | [-> _]]]]]; cbn [bar columns stock waste count].
    + assert (H := total_raise (bar p) (N.to_nat (suit x))). lia.
    + assert (H := on_table_replace (columns p) c (column p c ++ [x]) Lc). rewrite count_app in H. cbn [count] in H.
      unfold column in *. lia.
    + assert (H := on_table_replace (columns p) c (x :: column p c) Lc). cbn [count] in H. unfold column in *. lia.
  - destruct H as [[-> _] | [d [Ld [Ne [-> _]]]]].
    + rewrite F. cbn [bar columns stock waste].
      assert (H := total_raise (bar p) (N.to_nat (suit f))).
      assert (H2 := on_table_replace (columns p) c (removelast (column p c)) Lc).
      destruct (count_removelast _ _ F) as [H3 _]. unfold column in *. lia.
    + cbn [bar columns stock waste].
      assert (H := on_table_replace (replace (columns p) c []) d (column p d ++ column p c)
        ltac:(rewrite length_replace; exact Ld)).
      assert (H2 := on_table_replace (columns p) c [] Lc).
      rewrite nth_replace_other in H by exact Ne. rewrite count_app in H. cbn [count] in H2. unfold column in *. lia.
Qed.

Lemma in_all_start cols passes deal : in_all (start cols passes deal) = count deal.
Proof.
  unfold in_all, start. cbn [bar columns stock waste]. change (total (repeat 0 6)) with 0.
  rewrite <- (count_firstn_skipn cols deal). assert (H : forall l, on_table (map (fun c => [c]) l) = count l).
  { unfold on_table. induction l as [|a l IH]; cbn [map fold_right count]; auto. lia. }
  rewrite H, N.add_0_l, N.add_0_r. reflexivity.
Qed.

Theorem deck_best r cols passes deal p : reachable (universal r) (start cols passes deal) p ->
  shows (universal r) p (Proven false (Some (count deal))).
Proof.
  intros [l' R]. split; simpl; [discriminate|]. intros b E l q s P L. injection E as <-. injection L as <-.
  unfold no_better; simpl. rewrite <- (in_all_start cols passes).
  assert (H : in_all q <= in_all (start cols passes deal)).
  { refine (path_keeps (universal r) (fun x => in_all x <= in_all (start cols passes deal)) _ _ _ _
              (path_app _ _ _ _ _ _ R P) (N.le_refl _)).
    intros x m Hx I. exact (N.le_trans _ _ _ (in_all_move r x m I) Hx). }
  eapply N.le_trans; [|exact H]. unfold in_all. lia.
Qed.

Definition closed_check_un (r : rules) := plain_check (universal r) same_position hash.
