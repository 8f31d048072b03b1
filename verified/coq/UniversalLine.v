(* A line of play of Universal Solitaire, move by move: what is never undone. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Cards Universal UniversalRules.
Import ListNotations.
Open Scope nat_scope.

(* ---- How often a card is in a list ------------------------------------------------------------------------------ *)

Definition card_eq (a b : card) : {a = b} + {a <> b}.
Proof.
  destruct (same_card a b) eqn:E; [left; now apply same_card_eq|].
  right; intros ->. rewrite same_card_refl in E. discriminate.
Defined.

Definition occ (x : card) (l : list card) : nat := count_occ card_eq l x.
Definition one (y x : card) : nat := if card_eq y x then 1 else 0.

Lemma occ_nil x : occ x [] = 0. Proof. reflexivity. Qed.
Lemma occ_cons x y l : occ x (y :: l) = one y x + occ x l.
Proof. unfold occ, one; simpl. destruct (card_eq y x); reflexivity. Qed.
Lemma occ_app x a b : occ x (a ++ b) = occ x a + occ x b.
Proof. induction a as [|y a IH]; auto. rewrite <- app_comm_cons, !occ_cons, IH. lia. Qed.
Lemma occ_rev x a : occ x (rev a) = occ x a.
Proof. induction a as [|y a IH]; auto. cbn [rev]. rewrite occ_app, IH, !occ_cons, occ_nil. lia. Qed.
Lemma occ_in x l : In x l <-> 1 <= occ x l.
Proof. unfold occ. rewrite (count_occ_In card_eq). lia. Qed.
Lemma one_same x : one x x = 1.
Proof. unfold one. destruct (card_eq x x); congruence. Qed.

Lemma occ_replace l c x y : c < length l -> occ y (concat (replace l c x)) + occ y (nth c l []) = occ y (concat l) +
  occ y x.
Proof.
  revert c. induction l as [|z l IH]; intros [|c] L; cbn [length replace concat nth] in *; try lia; rewrite !occ_app.
  - lia.
  - specialize (IH c ltac:(lia)). lia.
Qed.

Lemma occ_nth c l y : occ y (nth c l []) <= occ y (concat l).
Proof.
  revert c. induction l as [|z l IH]; intros [|c]; cbn [concat nth]; rewrite ?occ_app, ?occ_nil; try lia.
  specialize (IH c). lia.
Qed.

Lemma occ_two c d l y : c <> d -> occ y (nth c l []) + occ y (nth d l []) <= occ y (concat l).
Proof.
  revert c d. induction l as [|z l IH]; intros [|c] [|d] N; cbn [concat nth]; rewrite ?occ_app, ?occ_nil; try lia.
  - assert (H := occ_nth d l y). lia.
  - assert (H := occ_nth c l y). lia.
  - specialize (IH c d ltac:(lia)). lia.
Qed.

Lemma in_concat_nth (y : card) l : In y (concat l) -> exists c, c < length l /\ In y (nth c l []).
Proof.
  induction l as [|z l IH]; cbn [concat]; [intros []|]. intro H. apply in_app_or in H as [H|H].
  - exists 0. split; simpl; auto; lia.
  - destruct (IH H) as [c [L I]]. exists (S c). split; simpl; auto; lia.
Qed.

(* A card that is there once is at one place. *)
Lemma split_once x a b a' b' : occ x (a ++ x :: b) <= 1 -> a ++ x :: b = a' ++ x :: b' -> a = a' /\ b = b'.
Proof.
  revert a'. induction a as [|y a IH]; intros [|y' a'] O E; cbn [app] in *.
  - injection E as ->. auto.
  - injection E as -> ->. rewrite occ_cons, occ_app, occ_cons, one_same in O. lia.
  - injection E as -> <-. rewrite occ_cons, occ_app, occ_cons, !one_same in O. lia.
  - injection E as -> E. rewrite occ_cons in O. destruct (IH a') as [-> ->]; auto. lia.
Qed.

Lemma snoc_cases {A} (b : list A) : b = [] \/ exists b' z, b = b' ++ [z].
Proof. induction b as [|z b _] using rev_ind; eauto. Qed.

Lemma nth_error_lt {A} (l : list (list A)) c : nth c l [] <> [] -> c < length l.
Proof. intro H. destruct (Nat.lt_ge_cases c (length l)); auto. rewrite nth_overflow in H by assumption. congruence. Qed.

(* ---- One move --------------------------------------------------------------------------------------------------- *)

(* The moves, and two more that the game does not have: a card leaves the talon to nowhere, so that every line can be
   followed until the talon is empty; and nothing is done, so that it goes on after that. *)
Inductive act :=
| Turn | Redeal | Host (c : nat) | Crown (c : nat) | BarWaste | BarFoot (c : nat) | Merge (c d : nat) | Drop | Stay.

Definition act_of (m : mv) : act :=
  match m with
  | Universal.Turn => Turn | Universal.Redeal => Redeal | Universal.Host c => Host c | Universal.Crown c => Crown c
  | Universal.BarWaste => BarWaste | Universal.BarFoot c => BarFoot c | Universal.Merge c d => Merge c d
  end.

Section Moves.
  Variable r : rules.

  Definition on (b : list N) (x : card) : bool := (rank x <? lowest r + nth (N.to_nat (suit x)) b 0)%N.
  Definition onbar (p : position) (x : card) : bool := on (bar p) x.
  Definition talon (p : position) (x : card) : Prop := In x (waste p) \/ In x (stock p).
  Definition table (p : position) (x : card) : Prop := exists c, In x (column p c).
  (* The cards of s lie one beneath the other in a column. *)
  Definition seg (p : position) (s : list card) : Prop := exists c a b, column p c = a ++ s ++ b.
  Definition weight (p : position) (x : card) : nat := occ x (concat (columns p)) + occ x (waste p) + occ x (stock p).
  Definition is_head (p : position) (c : nat) (x : card) : Prop := exists l, column p c = x :: l.
  Definition is_foot (p : position) (c : nat) (x : card) : Prop := exists l, column p c = l ++ [x].

  Lemma nth_raise b s s' : nth s (raise b s') 0%N = if (Nat.eqb s s' && (s <? length b)%nat)%bool then N.succ (nth s b
    0%N) else nth s b 0%N.
  Proof.
    revert s s'. induction b as [|x b IH]; intros [|s] [|s']; cbn [raise nth]; auto.
    - rewrite andb_false_r. reflexivity.
    - rewrite IH. reflexivity.
  Qed.

  Lemma length_raise b s : length (raise b s) = length b.
  Proof. revert s. induction b as [|x b IH]; intros [|s]; cbn; auto. Qed.

  Lemma on_raise_mono b s x : on b x = true -> on (raise b s) x = true.
  Proof. unfold on. rewrite nth_raise. destruct (_ && _)%bool; lia. Qed.

  Lemma on_raise_self b f : N.to_nat (suit f) < length b -> (rank f =? lowest r + nth (N.to_nat (suit f)) b 0)%N = true
    ->
    on (raise b (N.to_nat (suit f))) f = true.
  Proof. intros L E. unfold on. rewrite nth_raise, Nat.eqb_refl. apply Nat.ltb_lt in L. rewrite L. simpl. lia. Qed.

  Lemma on_raise_only b f x : (rank f =? lowest r + nth (N.to_nat (suit f)) b 0)%N = true ->
    on (raise b (N.to_nat (suit f))) x = true -> on b x = true \/ f = x.
  Proof.
    intros E. unfold on. rewrite nth_raise, !N.ltb_lt.
    destruct (Nat.eqb (N.to_nat (suit x)) (N.to_nat (suit f))) eqn:Q; simpl; [|auto].
    apply Nat.eqb_eq, N2Nat.inj in Q. destruct (_ <? _)%nat; auto. intro H. rewrite Q in *.
    destruct (N.eq_dec (rank x) (rank f)) as [R|R]; [right|left; lia]. destruct x, f; simpl in *; congruence.
  Qed.

  Inductive moved (p : position) : act -> position -> Prop :=
  | moved_turn k : stock p <> [] -> k = turned r p ->
      moved p Turn (Position (columns p) (bar p) (skipn k (stock p)) (rev (firstn k (stock p)) ++ waste p) (redeals p))
  | moved_redeal : redeals p <> 0%N -> stock p = [] ->
      moved p Redeal (Position (columns p) (bar p) (rev (waste p)) [] (N.pred (redeals p)))
  | moved_bar x w : waste p = x :: w -> next_on_bar r p x = true ->
      moved p BarWaste (Position (columns p) (on_bar p x) (stock p) w (redeals p))
  | moved_host x w c : waste p = x :: w -> c < length (columns p) ->
      (column p c = [] /\ rank x = 9%N \/ exists l v, column p c = l ++ [v] /\ fits x v = true) ->
      moved p (Host c) (Position (replace (columns p) c (column p c ++ [x])) (bar p) (stock p) w (redeals p))
  | moved_crown x w c h l : waste p = x :: w -> c < length (columns p) -> column p c = h :: l -> fits h x = true ->
      moved p (Crown c) (Position (replace (columns p) c (x :: column p c)) (bar p) (stock p) w (redeals p))
  | moved_foot c l f : c < length (columns p) -> column p c = l ++ [f] -> next_on_bar r p f = true ->
      moved p (BarFoot c) (Position (replace (columns p) c l) (on_bar p f) (stock p) (waste p) (redeals p))
  | moved_merge c d h l l' v : c < length (columns p) -> d < length (columns p) -> c <> d ->
      column p c = h :: l -> column p d = l' ++ [v] -> fits h v = true ->
      moved p (Merge c d) (Position (replace (replace (columns p) c []) d (column p d ++ column p c)) (bar p)
        (stock p) (waste p) (redeals p))
  | moved_drop x w : waste p = x :: w -> moved p Drop (Position (columns p) (bar p) (stock p) w (redeals p))
  | moved_stay : moved p Stay p.

  Lemma legal_moved p m : In m (legal r p) -> moved p (act_of m) (after_move r p m).
  Proof.
    intro I. apply legal_cases in I. unfold after_move.
    destruct I as [[-> S] | [[-> [S [_ R]]] | [[x [w [W H]]] | [c [f [Lc [F H]]]]]]]; cbn [act_of].
    - now constructor.
    - now constructor.
    - rewrite W. destruct H as [[-> B] | [c [Lc [[-> B] | [-> B]]]]]; cbn [act_of]; [now constructor| |].
      + econstructor; eauto. unfold may_host in B. destruct (foot (column p c)) as [v|] eqn:F.
        * right. apply count_removelast in F as [_ F]. eauto.
        * left. split; [destruct (column p c); [auto|discriminate]|]. now apply N.eqb_eq in B.
      + destruct (column p c) as [|h l] eqn:E; simpl in B; try discriminate. rewrite <- E. econstructor; eauto.
    - assert (F' := F). apply count_removelast in F as [_ F]. destruct H as [[-> B] | [d [Ld [Ne [-> B]]]]]; cbn [act_of].
      + rewrite F'. econstructor; eauto.
      + unfold may_merge in B. destruct (column p c) as [|h l] eqn:E; simpl in B; try discriminate.
        destruct (foot (column p d)) as [v|] eqn:Fd; try discriminate. apply count_removelast in Fd as [_ Fd].
        rewrite <- E. econstructor; eauto.
  Qed.

  Ltac occs := rewrite ?occ_app, ?occ_cons, ?occ_rev, ?occ_nil in *.

  (* A move keeps all cards in columns, waste and stock, but for one that goes to the bar, or is dropped. *)
  Lemma flow p m p' : moved p m p' -> (forall x, weight p x = weight p' x) /\ bar p' = bar p \/
    exists y, (forall x, weight p x = weight p' x + one y x) /\
      (m = Drop /\ bar p' = bar p \/ next_on_bar r p y = true /\ bar p' = on_bar p y).
  Proof.
    unfold weight.
    intros [k S Ek|R S|y w W B|y w c W L H|y w c h l W L E F|c l f L E B|c d h l l' v Lc Ld N Ec Ed F|y w W|];
      cbn [columns waste stock bar]; try rewrite W.
    - left. split; auto. intro x. rewrite <- (firstn_skipn k (stock p)) at 1. occs. lia.
    - left. split; auto. intro x. rewrite S. occs. lia.
    - right. exists y. split; auto. intro x. occs. lia.
    - left. split; auto. intro x. assert (H1 := occ_replace _ _ (column p c ++ [y]) x L). unfold column in *. occs. lia.
    - left. split; auto. intro x. assert (H1 := occ_replace _ _ (y :: column p c) x L). unfold column in *. occs. lia.
    - right. exists f. split; auto. intro x. assert (H1 := occ_replace _ _ l x L). unfold column in *.
      rewrite E in H1. occs. lia.
    - left. split; auto. intro x. assert (H1 := occ_replace _ _ [] x Lc).
      assert (H2 := occ_replace (replace (columns p) c []) d (column p d ++ column p c) x
        ltac:(rewrite length_replace; exact Ld)).
      rewrite nth_replace_other in H2 by exact N. unfold column in *. occs. lia.
    - right. exists y. split; auto. intro x. occs. lia.
    - auto.
  Qed.

  Lemma weight_step p m p' x : moved p m p' ->
    weight p' x + Nat.b2n (onbar p' x) <= weight p x + Nat.b2n (onbar p x) /\ weight p' x <= weight p x.
  Proof.
    intro M. unfold onbar. destruct (flow _ _ _ M) as [[W ->]|[y [W [[_ ->]|[N ->]]]]]; specialize (W x); try lia.
    unfold on_bar. destruct (on (raise _ _) x) eqn:O; cbn [Nat.b2n]; [|lia].
    apply on_raise_only in O as [O|O]; [rewrite O|subst; rewrite one_same in *|exact N]; cbn [Nat.b2n]; lia.
  Qed.

  Lemma kept_step p m p' x : moved p m p' -> m <> Drop -> N.to_nat (suit x) < length (bar p) -> 1 <= weight p x ->
    1 <= weight p' x \/ onbar p' x = true.
  Proof.
    intros M Nd Su Q. unfold onbar. destruct (flow _ _ _ M) as [[W _]|[y [W [[D _]|[N ->]]]]]; specialize (W x);
      [left; lia|contradiction|].
    destruct (card_eq y x) as [->|Ne]; [right; now apply on_raise_self|].
    unfold one in W. destruct (card_eq y x); [contradiction|]. left. lia.
  Qed.

  Lemma bar_length_step p m p' : moved p m p' -> length (bar p') = length (bar p).
  Proof. intros []; cbn; auto; apply length_raise. Qed.

  Lemma onbar_step p m p' x : moved p m p' -> onbar p x = true -> onbar p' x = true.
  Proof. intros []; unfold onbar; cbn; auto; apply on_raise_mono. Qed.

  Lemma talon_step p m p' x : moved p m p' -> talon p' x -> talon p x.
  Proof.
    unfold talon.
    intros [k S Ek|R S|y w W B|y w c W L H|y w c h l W L E F|c l f L E B|c d h l l' v Lc Ld N Ec Ed F|y w W|];
      cbn [columns waste stock bar]; try rewrite W; simpl; auto; try tauto.
    - rewrite in_app_iff, <- in_rev. intros [[H|H]|H]; auto; right; rewrite <- (firstn_skipn k (stock p));
        apply in_or_app; auto.
    - rewrite <- in_rev. tauto.
  Qed.

  (* A card leaves the talon by one of three moves. *)
  Lemma leaves_step p m p' x : moved p m p' -> talon p x -> ~ talon p' x ->
    (exists w, waste p = x :: w) /\ (m = BarWaste \/ (exists c, m = Host c) \/ (exists c, m = Crown c) \/ m = Drop).
  Proof.
    unfold talon.
    intros [k S Ek|R S|y w W B|y w c W L H|y w c h l W L E F|c l f L E B|c d h l l' v Lc Ld N Ec Ed F|y w W|];
      cbn [columns waste stock bar]; try rewrite W; simpl.
    - intros T Nt. destruct Nt. rewrite in_app_iff, <- in_rev. destruct T as [T|T]; auto.
      rewrite <- (firstn_skipn k (stock p)), in_app_iff in T. tauto.
    - rewrite <- in_rev, S. tauto.
    - intros T Nt. assert (y = x) as -> by tauto. eauto.
    - intros T Nt. assert (y = x) as -> by tauto. eauto 6.
    - intros T Nt. assert (y = x) as -> by tauto. eauto 7.
    - tauto.
    - tauto.
    - intros T Nt. assert (y = x) as -> by tauto. eauto 7.
    - tauto.
  Qed.

  Lemma nth_replace (l : list (list card)) c d x : c < length l ->
    nth d (replace l c x) [] = if Nat.eqb c d then x else nth d l [].
  Proof.
    intro L. destruct (Nat.eqb_spec c d) as [<-|N]; [now apply nth_replace_same | now apply nth_replace_other].
  Qed.

  Ltac same := left; exists []; rewrite app_nil_r; auto.

  (* What a move does to a column: nothing or cards below it, a card above it, its foot goes to the bar, it is moved. *)
  Lemma column_change p m p' c : moved p m p' ->
    (exists l, column p' c = column p c ++ l /\
      (column p c = [] -> l = [] \/ exists x w, l = [x] /\ waste p = x :: w /\ m = Host c /\ rank x = 9%N)) \/
    (exists x w h l, m = Crown c /\ waste p = x :: w /\ column p c = h :: l /\ fits h x = true /\
      column p' c = x :: column p c) \/
    (exists f, column p c = column p' c ++ [f] /\ (N.to_nat (suit f) < length (bar p) -> onbar p' f = true)) \/
    (exists d, m = Merge c d /\ column p' c = [] /\ column p' d = column p d ++ column p c).
  Proof.
    intro M. unfold onbar, column.
    destruct M as
      [k S Ek|R S|y w W B|y w c' W L H|y w c' h l W L E F|c' l f L E B|c' d h l l' v Lc Ld N Ec Ed F|y w W|];
      cbn [columns bar]; try (same; fail); unfold column in *;
      rewrite ?nth_replace by (rewrite ?length_replace; assumption).
    - destruct (Nat.eqb_spec c' c) as [->|_]; [|same]. left. exists [y]. split; auto. intro E.
      destruct H as [[_ R]|[l [v [E' _]]]]; [eauto 8|]. rewrite E in E'. destruct l; discriminate.
    - destruct (Nat.eqb_spec c' c) as [->|_]; [|same]. right; left. exists y, w, h, l. auto.
    - destruct (Nat.eqb_spec c' c) as [->|_]; [|same]. right; right; left. exists f. split; auto. intro Su.
      now apply on_raise_self.
    - destruct (Nat.eqb_spec d c) as [->|_].
      + left. exists (nth c' (columns p) []). split; auto. rewrite Ed. destruct l'; discriminate.
      + destruct (Nat.eqb_spec c' c) as [->|_]; [|same]. right; right; right. exists d.
        rewrite nth_replace, Nat.eqb_refl by (rewrite length_replace; exact Ld). auto.
  Qed.

  (* Cards of a column stay one beneath the other until the lowest of them is barred. *)
  Lemma seg_step p m p' s u : moved p m p' -> N.to_nat (suit u) < length (bar p) ->
    seg p (s ++ [u]) -> seg p' (s ++ [u]) \/ onbar p' u = true.
  Proof.
    intros M Su [c [a [b E0]]].
    destruct (column_change p m p' c M) as [[l [E _]]|[[x [_ [_ [_ [_ [_ [_ [_ E]]]]]]]]|[[f [E B]]|[d [_ [_ E]]]]]].
    - left. exists c, a, (b ++ l). now rewrite E, E0, <- !app_assoc.
    - left. exists c, (x :: a), b. now rewrite E, E0.
    - destruct (snoc_cases b) as [->|[b' [z ->]]].
      + right. rewrite E0, app_nil_r, app_assoc in E. apply app_inj_tail in E as [_ <-]. auto.
      + left. exists c, a, b'. rewrite E0, !app_assoc in E. apply app_inj_tail in E as [<- _].
        now rewrite <- !app_assoc.
    - left. exists d, (column p d ++ a), b. rewrite E, E0. now rewrite <- !app_assoc.
  Qed.

  (* The head of a column stays its head until it is barred, a card is played above it, or the column is moved. *)
  Lemma head_step p m p' c x : moved p m p' -> N.to_nat (suit x) < length (bar p) -> is_head p c x ->
    is_head p' c x \/ onbar p' x = true \/ (m = Crown c) \/ (exists d, m = Merge c d).
  Proof.
    intros M Su [l0 E0].
    destruct (column_change p m p' c M) as [[l [E _]]|[[y [_ [_ [_ [Em _]]]]]|[[f [E B]]|[d [Em _]]]]]; eauto.
    - left. exists (l0 ++ l). now rewrite E, E0.
    - rewrite E0 in E. destruct (column p' c) as [|z k] eqn:Ec; injection E as -> _; auto. left. now exists k.
  Qed.

  (* Who becomes a head. *)
  Lemma head_from p m p' c x : moved p m p' -> is_head p' c x ->
    is_head p c x \/ (exists w, waste p = x :: w /\ m = Host c /\ column p c = [] /\ rank x = 9%N) \/
    (exists w h, waste p = x :: w /\ m = Crown c /\ is_head p c h /\ fits h x = true).
  Proof.
    intros M [l0 E0]. destruct (column_change p m p' c M) as
      [[l [E N]]|[[y [w [h [l [Em [W [Ec [F E]]]]]]]]|[[f [E _]]|[d [_ [E _]]]]]]; rewrite E0 in E; try discriminate.
    - destruct (column p c) as [|z k] eqn:Ec; [|left; exists k; injection E as -> _; exact Ec].
      destruct (N eq_refl) as [->|[y [w [-> [W [Em R]]]]]]; [discriminate|]. injection E as -> _. eauto 7.
    - injection E as -> _. right; right. exists w, h. unfold is_head. eauto 6.
    - left. exists (l0 ++ [f]). exact E.
  Qed.

  (* A card stays in its column until it is barred or the column is moved. *)
  Lemma column_step p m p' c x : moved p m p' -> N.to_nat (suit x) < length (bar p) -> In x (column p c) ->
    In x (column p' c) \/ onbar p' x = true \/ exists d, m = Merge c d.
  Proof.
    intros M Su I.
    destruct (column_change p m p' c M) as [[l [E _]]|[[y [_ [_ [_ [_ [_ [_ [_ E]]]]]]]]|[[f [E B]]|[d [Em _]]]]];
    eauto.
    - left. rewrite E. apply in_or_app. auto.
    - left. rewrite E. now right.
    - rewrite E in I. apply in_app_or in I as [I|[<-|[]]]; auto.
  Qed.

  (* What a merge and a crowning leave behind. *)
  Lemma merge_covers p c d p' h v : moved p (Merge c d) p' -> is_head p c h -> is_foot p d v -> seg p' ([v] ++ [h]).
  Proof.
    intros M [l0 E0] [l1 E1]. inversion M; subst. exists d, l1, l0. unfold column in *. cbn [columns].
    rewrite nth_replace_same by (rewrite length_replace; assumption). rewrite E0, E1. now rewrite <- !app_assoc.
  Qed.

  Ltac same_waste W :=
    match goal with H : waste ?p = _ :: _ |- _ => match H with W => fail 1 | _ => rewrite W in H;
      injection H as <- <- end end.

  Lemma crown_covers p c p' y w h : moved p (Crown c) p' -> waste p = y :: w -> is_head p c h ->
    seg p' ([y] ++ [h]) /\ is_head p' c y.
  Proof.
    intros M W [l0 E0]. inversion M; subst. same_waste W. unfold seg, is_head, column in *. cbn [columns].
    split; [exists c, [], l0 | exists (column p c)]; rewrite nth_replace_same by assumption; auto. now rewrite E0.
  Qed.

  Lemma host_covers p c p' y w x : moved p (Host c) p' -> waste p = y :: w -> is_foot p c x ->
    seg p' ([x] ++ [y]) /\ fits y x = true.
  Proof.
    intros M W [l0 E0]. inversion M; subst. same_waste W. split.
    - exists c, l0, []. unfold column in *. cbn [columns]. rewrite nth_replace_same by assumption. rewrite E0.
      now rewrite <- !app_assoc.
    - match goal with H : _ \/ _ |- _ => destruct H as [[E _]|[l [v [E F]]]] end; rewrite E in E0; [destruct l0;
        discriminate|].
      apply app_inj_tail in E0 as [_ ->]. exact F.
  Qed.

  Lemma slot_fills p c p' y w : moved p (Host c) p' -> waste p = y :: w -> column p c = [] ->
    is_head p' c y /\ rank y = 9%N /\ c < length (columns p).
  Proof.
    intros M W E. inversion M; subst. same_waste W. split.
    - exists []. unfold column in *. cbn [columns]. rewrite nth_replace_same by assumption. now rewrite E.
    - match goal with H : _ \/ _ |- _ => destruct H as [[_ R]|[l [v [E' _]]]] end; auto. rewrite E in E'.
      destruct l; discriminate.
  Qed.

  (* Where there is at most one of each card. *)
  Section Once.
    Variable p : position.
    Hypothesis once : forall x, weight p x + Nat.b2n (onbar p x) <= 1.

    Lemma table_occ x : table p x -> 1 <= occ x (concat (columns p)).
    Proof. intros [c I]. apply occ_in in I. unfold column in I. assert (H := occ_nth c (columns p) x). lia. Qed.

    Lemma table_not_talon x : table p x -> talon p x -> False.
    Proof.
      intros T [W|W]; apply table_occ in T; apply occ_in in W; specialize (once x); unfold weight in once; lia.
    Qed.
    Lemma table_not_bar x : table p x -> onbar p x = true -> False.
    Proof. intros T B. apply table_occ in T. specialize (once x). unfold weight in once. lia. Qed.
    Lemma talon_not_bar x : talon p x -> onbar p x = true -> False.
    Proof.
      intros [W|W] B; apply occ_in in W; specialize (once x); unfold weight in once; rewrite B in once; simpl in once;
        lia.
    Qed.

    Lemma one_place c a x b c' a' b' : column p c = a ++ x :: b -> column p c' = a' ++ x :: b' -> c = c' /\ a = a' /\ b
      = b'.
    Proof.
      intros E E'. specialize (once x). unfold weight in once. unfold column in *.
      destruct (Nat.eq_dec c c') as [<-|N].
      - split; auto. rewrite E in E'. eapply split_once; eauto. assert (H := occ_nth c (columns p) x). rewrite E in H.
        lia.
      - assert (H := occ_two c c' (columns p) x N). rewrite E, E', !occ_app, !occ_cons, one_same in H. lia.
    Qed.

    Lemma head_not_covered c x y : is_head p c x -> seg p ([y] ++ [x]) -> False.
    Proof.
      intros [l E] [c' [a [b E']]]. assert (E2 : column p c' = (a ++ [y]) ++ x :: b) by (rewrite E';
        now rewrite <- !app_assoc).
      destruct (one_place c [] x l _ _ _ E E2) as [_ [H _]]. destruct a; discriminate.
    Qed.
    Lemma foot_not_covering c x u : is_foot p c x -> seg p ([x] ++ [u]) -> False.
    Proof.
      intros [l E] [c' [a [b E']]]. destruct (one_place c l x [] c' a (u :: b) E E') as [_ [_ H]]. discriminate.
    Qed.
    Lemma head_column c c' x : is_head p c x -> In x (column p c') -> c = c'.
    Proof. intros [l E] I. apply in_split in I as [a [b E']]. now destruct (one_place c [] x l c' a b E E'). Qed.
  End Once.

  Lemma head_in p c x : is_head p c x -> In x (column p c).
  Proof. intros [l ->]. now left. Qed.
  Lemma seg_upper p x u : seg p ([x] ++ [u]) -> table p x.
  Proof. intros [c [a [b E]]]. exists c. rewrite E. rewrite !in_app_iff. simpl. auto. Qed.
End Moves.
