(* One-Minute Solitaire: how many cards each pass can play at most, and the handlings that this alone takes.

   The cards that a pass plays as they come up match one after the other, unless an impasse lies between. An impasse
   adds the card that is taken, and whatever comes after may follow it; each leaves a suit behind for good. A pass
   handles the cards that are left at its beginning, the present one those in the hand. *)

From Coq Require Import List NArith Bool Lia PeanoNat.
From Winnow Require Import Game Judge Cards OneMinute OneMinuteChecks.
Import ListNotations.
Open Scope nat_scope.

(* ---- What a pass can play ---------------------------------------------------------------------------------------- *)

Definition may_follow (t : option card) (x : card) : bool :=
  match t with None => true | Some c => matches c x end.

(* `run l t u n`: as the cards l come up, n cards can be played with u impasses, the first to match t. *)
Inductive run : list card -> option card -> nat -> nat -> Prop :=
| run_done l t : run l t 0 0
| run_skip x l t u n : run l t u n -> run (x :: l) t u n
| run_play x l t u n : may_follow t x = true -> run l (Some x) u n -> run (x :: l) t u (S n)
| run_impasse l t u n : run l None u n -> run l t (S u) (S n).

(* For each card what can be played from it on, itself included, by the number of impasses. *)
Definition reach (t : option card) (v : list (card * list nat)) (u : nat) : nat :=
  fold_right (fun e m => if may_follow t (fst e) then Nat.max (nth u (snd e) 0) m else m) 0 v.

Fixpoint from (t : option card) (v : list (card * list nat)) (u : nat) : nat :=
  Nat.max (reach t v u) (match u with O => 0 | S u' => S (from None v u') end).

Fixpoint values (most : nat) (l : list card) : list (card * list nat) :=
  match l with
  | [] => []
  | x :: l' => let v := values most l' in (x, map (fun u => S (from (Some x) v u)) (seq 0 (S most))) :: v
  end.

Definition longest (most : nat) (l : list card) (t : option card) : list nat :=
  let v := values most l in map (from t v) (seq 0 (S most)).

Lemma reach_mono t e v u : reach t v u <= reach t (e :: v) u.
Proof. unfold reach; simpl. destruct (may_follow t (fst e)); lia. Qed.

Lemma from_mono t e v u : from t v u <= from t (e :: v) u.
Proof.
  revert t. induction u as [|u IH]; intro t; cbn [from]; assert (H := reach_mono t e v); [specialize (H 0)|specialize (H (S u))].
  - lia.
  - specialize (IH None). lia.
Qed.

Lemma nth_map_seq (f : nat -> nat) m a : a < m -> nth a (map f (seq 0 m)) 0 = f a.
Proof.
  intro L. rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, seq_length; exact L).
  rewrite (map_nth f (seq 0 m) 0 a), seq_nth by exact L. reflexivity.
Qed.

Lemma run_from most l t u n : run l t u n -> u <= most -> n <= from t (values most l) u.
Proof.
  induction 1 as [l t|x l t u n R IH|x l t u n M R IH|l t u n R IH]; intro L.
  - lia.
  - specialize (IH L). cbn [values]. eapply Nat.le_trans; [exact IH|]. apply from_mono.
  - specialize (IH L). cbn [values].
    assert (H : S n <= reach t ((x, map (fun u => S (from (Some x) (values most l) u)) (seq 0 (S most))) :: values most l) u).
    { unfold reach; cbn [fold_right fst snd]. rewrite M. rewrite nth_map_seq by lia. lia. }
    destruct u; cbn [from]; lia.
  - specialize (IH ltac:(lia)). cbn [from]. lia.
Qed.

Lemma run_longest most l t u n : run l t u n -> u <= most -> n <= nth u (longest most l t) 0.
Proof. intros R L. unfold longest. rewrite nth_map_seq by lia. now apply run_from. Qed.

(* ---- Parts of a list, in order ----------------------------------------------------------------------------------- *)

Inductive part : list card -> list card -> Prop :=
| part_nil l : part [] l
| part_skip x l l' : part l l' -> part l (x :: l')
| part_take x l l' : part l l' -> part (x :: l) (x :: l').

Lemma part_refl l : part l l.
Proof. induction l; [constructor | apply part_take; auto]. Qed.

Lemma part_trans b c : part b c -> forall a, part a b -> part a c.
Proof.
  induction 1 as [l|x b c P IH|x b c P IH]; intros a H.
  - inversion H; constructor.
  - constructor. auto.
  - inversion H; subst; [constructor | apply part_skip; auto | apply part_take; auto].
Qed.

Lemma part_app a b c d : part a b -> part c d -> part (a ++ c) (b ++ d).
Proof.
  intros H K. induction H as [l|x l l' H IH|x l l' H IH]; simpl.
  - induction l; simpl; auto. apply part_skip. auto.
  - apply part_skip. exact IH.
  - apply part_take. exact IH.
Qed.

Lemma part_rev a b : part a b -> part (rev a) (rev b).
Proof.
  induction 1 as [l|x a b P IH|x a b P IH]; simpl.
  - constructor.
  - rewrite <- (app_nil_r (rev a)). apply part_app; auto. constructor.
  - apply part_app; auto. apply part_refl.
Qed.

Lemma part_without k l : part (without k l) l.
Proof.
  revert k. induction l as [|x l IH]; intros [|k]; simpl;
    [constructor | constructor | apply part_skip, part_refl | apply part_take; auto].
Qed.

Lemma part_skipn k l : part (skipn k l) l.
Proof.
  revert k. induction l as [|x l IH]; intros [|k]; simpl;
    [constructor | constructor | apply part_refl | apply part_skip; auto].
Qed.

Lemma part_skipn_S k l : part (skipn (S k) l) (skipn k l).
Proof.
  revert k. induction l as [|x l IH]; intros [|k]; [constructor | constructor | apply part_skip, part_refl | apply IH].
Qed.

Lemma part_remove k l : part (firstn k l ++ skipn (S k) l) l.
Proof.
  rewrite <- (firstn_skipn k l) at 3. apply part_app; [apply part_refl | apply part_skipn_S].
Qed.

Lemma part_in a b x : part a b -> In x a -> In x b.
Proof. induction 1; simpl; intuition. Qed.

Lemma part_cons x a l : part (x :: a) l -> exists b c, l = b ++ x :: c /\ part a c.
Proof.
  intro H. remember (x :: a) as xa eqn:E. revert x a E.
  induction H as [l|y a' l' P IH|y a' l' P IH]; intros x a E; try discriminate.
  - destruct (IH _ _ E) as [b [c [-> Q]]]. exists (y :: b), c. auto.
  - injection E as -> ->. exists [], l'. auto.
Qed.

Lemma run_skips a l t u n : run l t u n -> run (a ++ l) t u n.
Proof. intro R. induction a; simpl; auto. constructor. auto. Qed.

Lemma run_part l t u n : run l t u n -> forall l', part l l' -> run l' t u n.
Proof.
  induction 1 as [l t|x l t u n R IH|x l t u n M R IH|l t u n R IH]; intros l' P.
  - constructor.
  - apply part_cons in P as [b [c [-> P]]]. apply run_skips. constructor. auto.
  - apply part_cons in P as [b [c [-> P]]]. apply run_skips. apply run_play; auto.
  - constructor. auto.
Qed.

Lemma run_any l t u n : run l t u n -> run l None u n.
Proof.
  induction 1; [apply run_done | apply run_skip; auto | apply run_play; auto | apply run_impasse; auto].
Qed.

(* ---- What the later passes cost ---------------------------------------------------------------------------------- *)

Section Bill.
  Variable pickup : N.
  Variable cards : list card.                (* as they lie: the waste from its first dealt card, then the hand *)
  Variable most : nat.

  (* `bill left imp c`: passes that play `left` cards with at most `imp` impasses cost c or more. *)
  Inductive bill : nat -> nat -> N -> Prop :=
  | bill_none imp c : bill 0 imp c
  | bill_pass left imp l u n c c' : part l cards \/ part l (rev cards) -> run l None u n -> u <= imp ->
      bill (left - n) (imp - u) c' -> (pickup + N.of_nat left + c' <= c)%N -> bill left imp c.

  Lemma bill_more left imp c : bill left imp c -> forall imp', imp <= imp' -> bill left imp' c.
  Proof.
    induction 1 as [|left imp l u n c c' P R L B IH C]; intros imp' H; [constructor|].
    eapply bill_pass; eauto; [lia|]. apply IH. lia.
  Qed.

  Definition later : list nat :=
    map (fun ab => Nat.max (fst ab) (snd ab)) (combine (longest most cards None) (longest most (rev cards) None)).

  Lemma later_max u : u <= most -> nth u later 0 = Nat.max (nth u (longest most cards None) 0) (nth u (longest most (rev cards) None) 0).
  Proof.
    intro L. unfold later, longest.
    rewrite (nth_indep _ 0 ((fun ab => Nat.max (fst ab) (snd ab)) (0, 0)))
      by (rewrite map_length, combine_length, !map_length, !seq_length; lia).
    rewrite (map_nth (fun ab => Nat.max (fst ab) (snd ab))), combine_nth by (rewrite !map_length; reflexivity).
    reflexivity.
  Qed.

  Lemma run_later l u n : part l cards \/ part l (rev cards) -> run l None u n -> u <= most -> n <= nth u later 0.
  Proof.
    intros P R L. rewrite later_max by exact L.
    destruct P as [P|P]; apply (run_part _ _ _ _ R) in P; apply (run_longest most) in P; auto; lia.
  Qed.

  Fixpoint least_of (f : nat -> N) (u : nat) : N :=
    match u with O => f 0 | S u' => N.min (f (S u')) (least_of f u') end.

  Lemma least_of_le f u k : k <= u -> (least_of f u <= f k)%N.
  Proof.
    induction u as [|u IH]; intro L; cbn [least_of].
    - replace k with 0 by lia. lia.
    - destruct (Nat.eq_dec k (S u)) as [->|]; [lia|]. specialize (IH ltac:(lia)). lia.
  Qed.

  Lemma least_of_mono f g u : (forall k, k <= u -> (f k <= g k)%N) -> (least_of f u <= least_of g u)%N.
  Proof.
    induction u as [|u IH]; intro H; cbn [least_of]; [apply H; lia|].
    assert (H1 := H (S u) ltac:(lia)). assert (H2 : (least_of f u <= least_of g u)%N) by (apply IH; intros; apply H; lia). lia.
  Qed.

  (* The least that the passes still to begin can cost. *)
  Fixpoint after (plays : list nat) (fuel left imp : nat) : N :=
    match fuel with
    | O => 0
    | S f => match left with
             | O => 0
             | _ => pickup + N.of_nat left + least_of (fun u => after plays f (left - nth u plays 0) (imp - u)) imp
             end
    end.

  Lemma after_mono plays f a b imp : a <= b -> (after plays f a imp <= after plays f b imp)%N.
  Proof.
    revert a b imp. induction f as [|f IH]; intros a b imp L; cbn [after]; [lia|].
    destruct a as [|a]; [lia|]. destruct b as [|b]; [lia|].
    assert (H : N.le (least_of (fun u => after plays f (S a - nth u plays 0) (imp - u)) imp)
                     (least_of (fun u => after plays f (S b - nth u plays 0) (imp - u)) imp)).
    { apply least_of_mono. intros k _. apply IH. lia. }
    lia.
  Qed.

  Lemma bill_after left imp c : bill left imp c -> imp <= most -> forall f, (after later f left imp <= c)%N.
  Proof.
    induction 1 as [imp c|left imp l u n c c' P R L B IH C]; intros M f.
    - destruct f; simpl; lia.
    - destruct f as [|f]; cbn [after]; [lia|]. destruct left as [|left]; [lia|].
      assert (H := least_of_le (fun u => after later f (S left - nth u later 0) (imp - u)) imp u L). cbv beta in H.
      specialize (IH ltac:(lia) f).
      assert (K := run_later l u n P R ltac:(lia)).
      assert (Q := after_mono later f (S left - nth u later 0) (S left - n) (imp - u) ltac:(lia)). lia.
  Qed.
End Bill.

(* ---- Lines of play ----------------------------------------------------------------------------------------------- *)

(* The cards left, as they lie. *)
Definition lying (p : position) : list card := rev (waste p) ++ hand p.

Definition suits_in (l : list card) : nat := length (nodup N.eq_dec (map suit l)).

(* How many impasses there can still be. *)
Definition impasses (p : position) : nat := pred (suits_in (top p :: lying p)).

Lemma suits_incl l l' : incl (map suit l) (map suit l') -> suits_in l <= suits_in l'.
Proof.
  intro H. unfold suits_in. apply NoDup_incl_length; [apply NoDup_nodup|]. intros x I.
  apply nodup_In in I. apply nodup_In. auto.
Qed.

Lemma suits_fewer c l l' : incl (map suit l) (map suit l') -> ~ In (suit c) (map suit l) -> In (suit c) (map suit l') ->
  S (suits_in l) <= suits_in l'.
Proof.
  intros H Ni I. unfold suits_in.
  change (length (suit c :: nodup N.eq_dec (map suit l)) <= length (nodup N.eq_dec (map suit l'))).
  apply NoDup_incl_length.
  - constructor; [rewrite nodup_In; exact Ni|apply NoDup_nodup].
  - intros x [<-|J]; apply nodup_In; auto. apply nodup_In in J. auto.
Qed.

Lemma named_spec before l k m : In m (named before l k) ->
  exists j, at_place m = k + j /\ nth_error l j = Some (played m).
Proof.
  revert before k. induction l as [|c l IH]; simpl; intros before k H; [tauto|]. destruct H as [<-|H].
  - exists 0. simpl. split; [lia|reflexivity].
  - destruct (IH _ _ H) as [j [E F]]. exists (S j). split; [lia|exact F].
Qed.

Lemma firstn_sub {A} k (l : list A) x : In x (firstn k l) -> In x l.
Proof. intro H. rewrite <- (firstn_skipn k l). apply in_or_app. auto. Qed.

Lemma legal_named r p m : laid p = true -> In m (legal r p) ->
  nth_error (coming p) (at_place m) = Some (played m) /\
  (impasse p = false -> matches (top p) (played m) = true).
Proof.
  intros L H. unfold legal in H. rewrite L in H. cbn [negb] in H. cbv zeta in H. destruct (impasse p).
  - apply named_spec in H as [j [E F]]. simpl in E. subst j. split; auto. discriminate.
  - assert (X : In m (filter (fun m => matches (top p) (played m)) (named [] (coming p) 0))).
    { destruct (always_play r); auto. exact (firstn_sub _ _ _ H). }
    apply filter_In in X as [X M]. apply named_spec in X as [j [E F]]. simpl in E. subst j. auto.
Qed.

(* What a legal move does to the cards as they lie. *)
Lemma without_split l k x : nth_error l k = Some x -> l = firstn k l ++ x :: skipn (S k) l /\
  without k l = firstn k l ++ skipn (S k) l.
Proof.
  revert k. induction l as [|y l IH]; intros [|k] H; simpl in *; try discriminate.
  - injection H as ->. auto.
  - destruct (IH _ H) as [E F]. split; f_equal; auto.
Qed.

Local Arguments skipn : simpl never.
Local Arguments firstn : simpl never.

Section Line.
  Variable r : rules.
  Variable cards : list card.

  Definition inside (p : position) : Prop := part (lying p) cards \/ part (lying p) (rev cards).

  Definition claim_of (q z : position) : Prop :=
    exists u n c, run (hand q) (Some (top q)) u n /\ u <= impasses q /\
      bill (pickup r) cards (length (lying q) - n) (impasses q - u) c /\
      (handlings q + N.of_nat (length (hand q)) + c <= handlings z)%N.

  Lemma impasses_le p q : incl (map suit (top q :: lying q)) (map suit (top p :: lying p)) -> impasses q <= impasses p.
  Proof. intro H. apply suits_incl in H. unfold impasses. lia. Qed.

  Lemma coming_lying p x : In x (coming p) <-> In x (lying p).
  Proof. unfold coming, lying. rewrite !in_app_iff, <- in_rev. tauto. Qed.

  Lemma no_match p x : impasse p = true -> In x (lying p) -> suit x <> suit (top p).
  Proof.
    unfold impasse. intros H I E. apply negb_true_iff in H.
    assert (X : existsb (matches (top p)) (coming p) = true); [|congruence].
    apply existsb_exists. exists x. split; [now apply coming_lying|]. unfold matches. apply orb_true_iff. right.
    apply N.eqb_eq. auto.
  Qed.

  Lemma step p m z : inside p -> In m (legal r p) -> claim_of (after_move r p m) z ->
    inside (after_move r p m) -> claim_of p z.
  Proof.
    intros In_p I [u [n [c [R [U [B C]]]]]] In_q.
    destruct (laid p) eqn:L.
    2:{ unfold after_move in *. rewrite L in *. simpl in *. exists u, n, c. auto. }
    destruct (legal_named r p m L I) as [Hn Hm].
    unfold after_move in *. rewrite L in *. simpl in *.
    assert (Ix : In (played m) (lying p)) by (apply coming_lying; eapply nth_error_In; eauto).
    destruct (impasse p) eqn:Imp.
    - (* an impasse *)
      assert (F : forall h w, part h (hand p) -> incl w (waste p) ->
        S (length h + length w) = length (hand p) + length (waste p) ->
        let q := Position true (played m) h w (handlings p + 1) in
        (handlings p + N.of_nat (length (hand p)) <= handlings q + N.of_nat (length h))%N ->
        run h (Some (played m)) u n -> u <= impasses q -> bill (pickup r) cards (length (lying q) - n) (impasses q - u) c ->
        (handlings q + N.of_nat (length h) + c <= handlings z)%N -> claim_of p z).
      { intros h w Ph Pw Len q Cost R' U' B' C'. exists (S u), (S n), c.
        assert (K : S (impasses q) <= impasses p).
        { unfold impasses.
          assert (S (suits_in (top q :: lying q)) <= suits_in (top p :: lying p)).
          { apply (suits_fewer (top p)).
            - intros s J. apply in_map_iff in J as [y [<- [<-|J]]].
              + apply in_map. right. exact Ix.
              + apply in_map. right. unfold lying in *; simpl in J. apply in_app_or in J as [J|J]; apply in_or_app.
                * left. apply in_rev in J. apply -> in_rev. auto.
                * right. eapply part_in; eauto.
            - intro J. apply in_map_iff in J as [y [E [<-|J]]].
              + revert E. apply no_match; auto.
              + revert E. apply no_match; auto. unfold lying in *; simpl in J. apply in_app_or in J as [J|J]; apply in_or_app.
                * left. apply in_rev in J. apply -> in_rev. auto.
                * right. eapply part_in; eauto.
            - left. reflexivity. }
          assert (1 <= suits_in (top q :: lying q)).
          { unfold suits_in. destruct (nodup N.eq_dec (map suit (top q :: lying q))) eqn:E; simpl; [|lia].
            assert (X : In (suit (top q)) (nodup N.eq_dec (map suit (top q :: lying q)))) by (apply nodup_In; left; auto).
            rewrite E in X. destruct X. }
          lia. }
        split; [|split; [|split]].
        - apply run_impasse. apply run_any in R'. eapply run_part; eauto.
        - lia.
        - apply bill_more with (imp := impasses q - u); [|lia].
          replace (length (lying p) - S n) with (length (lying q) - n); auto.
          unfold lying; simpl. rewrite !app_length, !rev_length. lia.
        - lia. }
      assert (Lk : at_place m < length (coming p)) by (apply nth_error_Some; congruence).
      unfold coming in Hn, Lk. rewrite app_length in Lk.
      destruct (Nat.ltb (at_place m) (length (hand p))) eqn:K.
      + apply Nat.ltb_lt in K.
        assert (Wc := without_count (at_place m) (hand p) K). rewrite !count_length in Wc.
        eapply F; eauto using part_without; simpl; try lia. intros y J; exact J.
      + apply Nat.ltb_ge in K.
        assert (Wc := without_count (at_place m - length (hand p)) (waste p) ltac:(lia)). rewrite !count_length in Wc.
        eapply F; eauto using part_refl; simpl; try lia. intros y J. eapply part_in; [apply part_without|exact J].
    - specialize (Hm eq_refl).
      assert (Lk : at_place m < length (coming p)) by (apply nth_error_Some; congruence).
      unfold coming in Hn, Lk. rewrite app_length in Lk.
      destruct (Nat.ltb (at_place m) (length (hand p))) eqn:K.
      + (* it comes up in this pass *)
        apply Nat.ltb_lt in K. rewrite nth_error_app1 in Hn by exact K.
        destruct (without_split _ _ _ Hn) as [Eh _].
        set (k := at_place m) in *. set (x := played m) in *.
        assert (Ilen : length (hand p) = k + S (length (skipn (S k) (hand p)))) by (rewrite skipn_length; lia).
        assert (Q : impasses (Position true x (skipn (S k) (hand p)) (rev (firstn k (hand p)) ++ waste p)
                               (handlings p + N.of_nat k + 1)) <= impasses p).
        { apply impasses_le. intros s J. simpl in J. destruct J as [<-|J]; [apply in_map; right; exact Ix|].
          apply in_map_iff in J as [y [<- J]]. apply in_map. right. unfold lying in *; simpl in J.
          rewrite rev_app_distr, rev_involutive in J. rewrite !in_app_iff in *.
          destruct J as [[J|J]|J]; auto; right; [eapply firstn_sub; eauto|eapply part_in; [apply part_skipn|exact J]]. }
        exists u, (S n), c. split; [|split; [|split]].
        * rewrite Eh. apply run_skips. apply run_play; auto.
        * lia.
        * apply bill_more with (imp := impasses (Position true x (skipn (S k) (hand p)) (rev (firstn k (hand p)) ++ waste p)
                               (handlings p + N.of_nat k + 1)) - u); [|lia].
          replace (length (lying p) - S n) with
            (length (lying (Position true x (skipn (S k) (hand p)) (rev (firstn k (hand p)) ++ waste p)
                               (handlings p + N.of_nat k + 1))) - n); auto.
          unfold lying; simpl. rewrite !app_length, !rev_length, app_length, rev_length, firstn_length. lia.
        * simpl in C. lia.
      + (* it comes up in the next pass *)
        apply Nat.ltb_ge in K.
        set (k := at_place m) in *. set (x := played m) in *. set (up := rev (hand p) ++ waste p) in *.
        assert (Hup : nth_error up k = Some x).
        { unfold up. rewrite nth_error_app2 by (rewrite rev_length; exact K). rewrite rev_length.
          rewrite nth_error_app2 in Hn by exact K. exact Hn. }
        assert (Eup : up = rev (lying p)) by (unfold up, lying; rewrite rev_app_distr, rev_involutive; reflexivity).
        destruct (without_split _ _ _ Hup) as [Es _].
        assert (Lup : length up = length (lying p)) by (rewrite Eup, rev_length; reflexivity).
        assert (Klt : k < length up) by (apply nth_error_Some; congruence).
        set (q := Position true x (skipn (S k) up) (rev (firstn k up))
                    (handlings p + N.of_nat (length (hand p)) + pickup r + N.of_nat k + 1)) in *.
        assert (Lq : length (lying q) = pred (length up)).
        { unfold lying, q; simpl. rewrite app_length, !rev_length, firstn_length, skipn_length. lia. }
        assert (Q : impasses q <= impasses p).
        { apply impasses_le. intros s J. simpl in J. destruct J as [<-|J]; [apply in_map; right; exact Ix|].
          apply in_map_iff in J as [y [<- J]]. apply in_map. right. unfold lying, q in J; simpl in J.
          rewrite rev_involutive in J. apply in_rev. rewrite <- Eup. apply in_app_or in J as [J|J];
          [eapply firstn_sub; eauto|eapply part_in; [apply part_skipn|exact J]]. }
        exists 0, 0, (pickup r + N.of_nat (length (lying p)) + c)%N. split; [constructor|]. split; [lia|]. split.
        * rewrite !Nat.sub_0_r. eapply (bill_pass _ _ _ _ up u (S n) _ c).
          -- rewrite Eup. destruct In_p as [P|P]; [right; now apply part_rev|left].
             rewrite <- (rev_involutive cards). now apply part_rev.
          -- rewrite Es. apply run_skips. apply run_play; auto.
          -- lia.
          -- apply bill_more with (imp := impasses q - u); [|lia].
             replace (length (lying p) - S n) with (length (lying q) - n) by lia. exact B.
          -- lia.
        * unfold q in C; simpl in C. rewrite skipn_length in C. lia.
  Qed.

  Lemma inside_move p m : inside p -> In m (legal r p) -> inside (after_move r p m).
  Proof.
    intros H I. unfold after_move. destruct (laid p) eqn:L; simpl; [|exact H].
    destruct (legal_named r p m L I) as [Hn _].
    assert (T : forall q, part (lying q) (lying p) -> inside q).
    { intros q P. destruct H as [H|H]; [left|right]; eapply part_trans; eauto. }
    destruct (impasse p).
    - destruct (Nat.ltb _ _); apply T; unfold lying; simpl; apply part_app; auto using part_refl, part_without.
      apply part_rev, part_without.
    - destruct (Nat.ltb (at_place m) (length (hand p))) eqn:K.
      + apply T. unfold lying; simpl. rewrite rev_app_distr, rev_involutive, <- app_assoc.
        apply part_app; [apply part_refl|]. rewrite <- (firstn_skipn (at_place m) (hand p)) at 3.
        apply part_app; [apply part_refl|].
        apply part_skipn_S.
      + set (up := rev (hand p) ++ waste p).
        assert (Eup : up = rev (lying p)) by (unfold up, lying; rewrite rev_app_distr, rev_involutive; reflexivity).
        assert (P : part (firstn (at_place m) up ++ skipn (S (at_place m)) up) up).
        { apply part_remove. }
        assert (Eq : forall t h c, lying (Position true t h (rev (firstn (at_place m) up)) c) = firstn (at_place m) up ++ h)
          by (intros; unfold lying; simpl; now rewrite rev_involutive).
        unfold inside. rewrite !Eq.
        destruct H as [H|H]; [right|left]; eapply part_trans; try exact P; rewrite Eup; [now apply part_rev|].
        rewrite <- (rev_involutive cards). now apply part_rev.
  Qed.

  Lemma line_cost p l z : path (one_minute r) p l z -> inside p -> final z <> None -> claim_of p z.
  Proof.
    induction 1 as [p|p m q l z I P IH]; intros H F.
    - unfold final in F. destruct (laid p); [|congruence]. destruct (hand p) eqn:Eh; [|congruence].
      destruct (waste p) eqn:Ew; [|congruence]. exists 0, 0, 0%N.
      split; [constructor|]. split; [lia|]. split; [|rewrite Eh; simpl; lia].
      unfold lying. rewrite Eh, Ew. constructor.
    - apply next_in in I as [I ->]. change (@apply (one_minute r) p m) with (after_move r p m) in *.
      eapply step; eauto using inside_move.
  Qed.
End Line.

Definition capacity (r : rules) (p : position) : N :=
  let cards := lying p in
  let most := impasses p in
  let now := longest most (hand p) (Some (top p)) in
  let plays := later cards most in
  let n := length cards in
  let rest := least_of (fun u => after (pickup r) plays (S n) (n - nth u now 0) (most - u)) most in
  (handlings p + N.of_nat (length (hand p)) + rest)%N.

Theorem capacity_bounds r p l z s : path (one_minute r) p l z -> final z = Some s -> (capacity r p <= s)%N.
Proof.
  intros P F. assert (Fz := F). apply final_work in Fz as [_ ->].
  assert (H : claim_of r (lying p) p z).
  { eapply line_cost; eauto; [left; apply part_refl|congruence]. }
  destruct H as [u [n [c [R [U [B C]]]]]]. unfold capacity.
  set (f := fun u => after (pickup r) (later (lying p) (impasses p)) (S (length (lying p)))
    (length (lying p) - nth u (longest (impasses p) (hand p) (Some (top p))) 0) (impasses p - u)).
  assert (H1 := least_of_le f (impasses p) u U). unfold f in H1 at 2.
  assert (H2 := run_longest (impasses p) _ _ _ _ R U).
  assert (H3 := after_mono (pickup r) (later (lying p) (impasses p)) (S (length (lying p)))
    (length (lying p) - nth u (longest (impasses p) (hand p) (Some (top p))) 0) (length (lying p) - n) (impasses p - u) ltac:(lia)).
  assert (H4 := bill_after _ _ (impasses p) _ _ _ B ltac:(lia) (S (length (lying p)))).
  lia.
Qed.

Definition capacity_check (r : rules) (p : position) : outcome :=
  let least := capacity r p in Found (Proven (budget r <? least)%N (Some least)).

Theorem capacity_sound r p e : capacity_check r p = Found e -> shows (one_minute r) p e.
Proof.
  unfold capacity_check. intro E; injection E as <-. split; simpl.
  - intros L l q P. apply N.ltb_lt in L. unfold is_won. destruct (final q) as [s|] eqn:F; auto.
    assert (H := capacity_bounds _ _ _ _ _ P F). apply N.leb_gt. lia.
  - intros b E l q s P F. injection E as <-. unfold no_better; simpl. eapply capacity_bounds; eauto.
Qed.
