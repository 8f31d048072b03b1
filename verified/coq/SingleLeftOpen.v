(* Single Left with unknown cards: contents that show a loss whatever the unknown cards are. `parity` knows the number
   of cards alone. `assignments` is a tree that gives the unknown places their cards one after the other; a branch ends
   where relations rule out all cards in the places that are left. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation.
From Winnow Require Import Game Judge Cards SingleLeft SingleLeftChecks.
Import ListNotations.
Open Scope N_scope.

(* A deal in which None stands for a card that is not known. *)
Definition open_deal := list (option card).

Fixpoint unknowns (ks : open_deal) : nat :=
  match ks with [] => O | Some _ :: ks' => unknowns ks' | None :: ks' => S (unknowns ks') end.

(* The deal with these cards, in their order, in the unknown places. *)
Fixpoint fill (ks : open_deal) (us : list card) : list card :=
  match ks, us with
  | [], _ => []
  | Some c :: ks', _ => c :: fill ks' us
  | None :: ks', u :: us' => u :: fill ks' us'
  | None :: _, [] => []
  end.

(* What a certificate of such a deal claims: with the missing cards in the unknown places, in whatever order, no line of
   play wins. *)
Definition lost_whatever (r : rules) (ks : open_deal) (missing : list card) : Prop :=
  length missing = unknowns ks /\
  forall us, Permutation us missing ->
    forall l q, path (single_left r) (start r (fill ks us)) l q -> is_won r q = false.

Definition loses_from (r : rules) (p : position) : Prop :=
  forall l q, path (single_left r) p l q -> is_won r q = false.

Lemma forallb_same {A} (f g : A -> bool) l : (forall x, f x = g x) -> forallb f l = forallb g l.
Proof. intro E. induction l; simpl; now rewrite ?E, ?IHl. Qed.

Lemma fill_length ks : forall us, length us = unknowns ks -> length (fill ks us) = length ks.
Proof.
  induction ks as [|[c|] ks IH]; intros us L; simpl in *; auto. destruct us as [|u us]; simpl in *; [discriminate|].
  auto.
Qed.

(* ---- The checks -------------------------------------------------------------------------------------------------- *)

(* The cards as far as they are known, any card in the other places. *)
Definition veiled (ks : open_deal) : list card :=
  map (fun k : option card => match k with Some c => c | None => Card 0 0 end) ks.

Definition known (ks : open_deal) (n : N) : option card := nth (N.to_nat n) ks None.

Definition sure (ks : open_deal) (i : item) : bool :=
  match known ks (place i) with Some c => same_card c (face i) | None => false end.

Definition sure_window (ks : open_deal) (p : position) : bool := forallb (sure ks) (firstn 4 (hand p)).

(* Does the next forced move depend on an unknown card, or show one? *)
Definition asks (ks : open_deal) (p : position) : bool :=
  negb (sure_window ks p) ||
  match deck p, discard_moves p with x :: _, [] => negb (sure ks x) | _, _ => false end.

(* Forced play as far as the cards are known. *)
Fixpoint advance (r : rules) (ks : open_deal) (fuel : nat) (p : position) : position :=
  match fuel with
  | O => p
  | S f => if asks ks p then p else match legal r p with [] => p | m :: _ => advance r ks f (after_move p m) end
  end.

Fixpoint repeated (part : card -> N) (us : list card) : bool :=
  match us with [] => false | u :: us' => existsb (fun v => part v =? part u) us' || repeated part us' end.

(* May the cards in two places share a rank, or a suit? *)
Definition may (part : card -> N) (ks : open_deal) (missing : list card) (i j : item) : bool :=
  (place i =? place j) ||
  match known ks (place i), known ks (place j) with
  | Some a, Some b => part a =? part b
  | Some a, None | None, Some a => existsb (fun u => part u =? part a) missing
  | None, None => repeated part missing
  end.

Section Tree.
  Variable r : rules.
  Variable tables : open_deal -> list card -> position -> list (N * N).   (* nothing is assumed of them *)

  Definition ruled_out (ks : open_deal) (missing : list card) (p : position) : bool :=
    forallb (fun i => place i <? N.of_nat (length ks)) (rev (hand p) ++ deck p) &&
    match relations_by (may rank ks missing) (may suit ks missing) r p (tables ks missing p) with
    | Found e => loses e
    | _ => false
    end.

  Definition over (ks : open_deal) (p : position) : bool :=
    sure_window ks p && match legal r p with [] => negb (is_won r p) | _ => false end.

  (* Does every completion lose, by relations or, where all cards are known, by forced play to the end? *)
  Definition cut (ks : open_deal) (missing : list card) : bool :=
    let p := start r (veiled ks) in
    if forced r then
      let q := advance r ks (2 * length ks) p in
      match missing with [] => over ks q | _ => ruled_out ks missing q end
    else ruled_out ks missing p.

  (* The first unknown place gets a card. *)
  Fixpoint assign (u : card) (ks : open_deal) : open_deal :=
    match ks with [] => [] | None :: ks' => Some u :: ks' | k :: ks' => k :: assign u ks' end.

  Fixpoint without (u : card) (us : list card) : list card :=
    match us with [] => [] | v :: us' => if same_card u v then us' else v :: without u us' end.

  (* Each card once, in the order in which it comes first. *)
  Fixpoint kinds (us : list card) : list card :=
    match us with [] => [] | u :: us' => u :: filter (fun v => negb (same_card u v)) (kinds us') end.

  Section Children.
    Variable node : open_deal -> list card -> list bool -> option (list bool).

    Fixpoint children (us : list card) (ks : open_deal) (missing : list card) (words : list bool) : option (list bool) :=
      match us with
      | [] => Some words
      | u :: us' =>
          match node (assign u ks) (without u missing) words with
          | Some rest => children us' ks missing rest
          | None => None
          end
      end.
  End Children.

  (* The words of a node and of all below it are taken off: true is a split, false a cut. *)
  Fixpoint tree (depth : nat) (ks : open_deal) (missing : list card) (words : list bool) : option (list bool) :=
    match words, depth, missing with
    | false :: rest, _, _ => if cut ks missing then Some rest else None
    | true :: rest, S d, _ :: _ => children (tree d) (kinds missing) ks missing rest
    | _, _, _ => None
    end.

  (* ---- Proofs ---------------------------------------------------------------------------------------------------- *)

  Definition face_at (deal : list card) (n : N) : card := nth (N.to_nat n) deal (Card 0 0).

  (* The cards of a position as they are in a deal. *)
  Definition show (deal : list card) (i : item) : item := Item (place i) (face_at deal (place i)).
  Definition show_position (deal : list card) (p : position) : position :=
    Position (map (show deal) (hand p)) (map (show deal) (deck p)) (map (show deal) (discards p)) (redeals p).

  Lemma placed_show deal : forall vs rest n pre, deal = pre ++ rest -> N.of_nat (length pre) = n ->
    length vs = length rest -> map (show deal) (placed_from n vs) = placed_from n rest.
  Proof.
    induction vs as [|v vs IH]; intros rest n pre E L Len; destruct rest as [|c rest]; simpl in *; try discriminate; auto.
    f_equal.
    - unfold show, face_at. simpl. f_equal. subst. rewrite Nnat.Nat2N.id, app_nth2, Nat.sub_diag; auto.
    - apply (IH rest (N.succ n) (pre ++ [c])); [now rewrite <- app_assoc|rewrite app_length; simpl; lia|lia].
  Qed.

  Lemma show_start ks us : length us = unknowns ks ->
    show_position (fill ks us) (start r (veiled ks)) = start r (fill ks us).
  Proof.
    intro L. unfold show_position, start. f_equal. apply (placed_show _ _ _ 0 []); auto. unfold veiled.
    rewrite map_length, fill_length; auto.
  Qed.

  Lemma known_fill c : forall (ks : open_deal) us n, length us = unknowns ks -> nth n ks None = Some c -> nth n (fill ks us) (Card 0 0) = c.
  Proof.
    induction ks as [|[k|] ks IH]; intros us n L E; [destruct n; discriminate| |].
    - destruct n as [|n]; simpl in *; [congruence|auto].
    - destruct us as [|u us]; simpl in L; [discriminate|]. destruct n as [|n]; simpl in *; [discriminate|]. apply IH; auto; lia.
  Qed.

  Lemma unknown_fill : forall (ks : open_deal) us n, length us = unknowns ks -> (n < length ks)%nat -> nth n ks None = None ->
    In (nth n (fill ks us) (Card 0 0)) us.
  Proof.
    induction ks as [|[k|] ks IH]; intros us n L Ln E; simpl in Ln; [lia| |].
    - destruct n as [|n]; simpl in *; [discriminate|]. apply IH; auto; lia.
    - destruct us as [|u us]; simpl in L; [discriminate|]. destruct n as [|n]; simpl in *; auto. right. apply IH; auto; lia.
  Qed.

  Lemma unknown_differ (part : card -> N) : forall (ks : open_deal) us n m, length us = unknowns ks -> NoDup (map part us) ->
    (n < length ks)%nat -> (m < length ks)%nat -> nth n ks None = None -> nth m ks None = None ->
    part (nth n (fill ks us) (Card 0 0)) = part (nth m (fill ks us) (Card 0 0)) -> n = m.
  Proof.
    induction ks as [|[k|] ks IH]; intros us n m L D Ln Lm En Em E; simpl in Ln, Lm; [lia| |].
    - destruct n as [|n], m as [|m]; simpl in *; try discriminate. f_equal. apply (IH us); auto; lia.
    - destruct us as [|u us]; simpl in L; [discriminate|]. inversion D as [|x y Nin D']; subst.
      destruct n as [|n], m as [|m]; simpl in *; auto.
      + exfalso. apply Nin. rewrite E. apply in_map. apply unknown_fill; auto; lia.
      + exfalso. apply Nin. rewrite <- E. apply in_map. apply unknown_fill; auto; lia.
      + f_equal. apply (IH us); auto; lia.
  Qed.

  Lemma repeated_no (part : card -> N) us : repeated part us = false -> NoDup (map part us).
  Proof.
    induction us as [|u us IH]; simpl; intro H; constructor; apply orb_false_iff in H as [H1 H2]; auto.
    intro I. apply in_map_iff in I as [v [E I]].
    assert (X : existsb (fun w => part w =? part u) us = true) by (apply existsb_exists; exists v; split; auto; now apply N.eqb_eq).
    congruence.
  Qed.

  Lemma sure_show ks us i : length us = unknowns ks -> sure ks i = true -> show (fill ks us) i = i.
  Proof.
    unfold sure, known, show, face_at. intros L S. destruct (nth (N.to_nat (place i)) ks None) as [c|] eqn:E; [|discriminate].
    apply same_card_eq in S. subst c. rewrite (known_fill _ _ _ _ L E). now destruct i.
  Qed.

  Lemma may_ok part ks missing us i j : Permutation us missing -> length us = unknowns ks ->
    place i < N.of_nat (length ks) -> place j < N.of_nat (length ks) ->
    part (face_at (fill ks us) (place i)) = part (face_at (fill ks us) (place j)) -> may part ks missing i j = true.
  Proof.
    unfold may, known, face_at. intros P L Li Lj E. apply orb_true_iff.
    assert (M : forall n c, (n < length ks)%nat -> nth n ks None = None -> part (nth n (fill ks us) (Card 0 0)) = part c ->
      existsb (fun u => part u =? part c) missing = true).
    { intros n c Ln En Ec. apply existsb_exists. exists (nth n (fill ks us) (Card 0 0)). split; [|now apply N.eqb_eq].
      eapply Permutation_in; [exact P|]. apply unknown_fill; auto. }
    destruct (nth (N.to_nat (place i)) ks None) as [a|] eqn:Ei; destruct (nth (N.to_nat (place j)) ks None) as [b|] eqn:Ej.
    - right. rewrite (known_fill _ _ _ _ L Ei), (known_fill _ _ _ _ L Ej) in E. now apply N.eqb_eq.
    - right. apply (M (N.to_nat (place j))); auto; [lia|]. rewrite <- E. now rewrite (known_fill _ _ _ _ L Ei).
    - right. apply (M (N.to_nat (place i))); auto; [lia|]. rewrite E. now rewrite (known_fill _ _ _ _ L Ej).
    - destruct (repeated part missing) eqn:R; auto. left. apply repeated_no in R.
      assert (D : NoDup (map part us)) by (eapply Permutation_NoDup; [|exact R]; apply Permutation_map; now symmetry).
      apply N.eqb_eq. apply Nnat.N2Nat.inj.
      eapply (unknown_differ part ks us); eauto; lia.
  Qed.

  (* ---- Positions of a completion ---- *)

  Lemma put_show deal i l : put (show deal i) (map (show deal) l) = map (show deal) (put i l).
  Proof. induction l as [|j l IH]; simpl; auto. destruct (place i <=? place j); simpl; now rewrite ?IH. Qed.

  Lemma after_show deal p m : after_move (show_position deal p) m = show_position deal (after_move p m).
  Proof.
    destruct p as [h d x n]. destruct m; unfold after_move, show_position; simpl.
    - destruct h, d; reflexivity.
    - destruct h as [|a [|b [|c h]]]; simpl; auto; now rewrite !put_show.
    - destruct h as [|a [|b [|c [|e h]]]]; simpl; auto; now rewrite !put_show.
    - destruct h; reflexivity.
  Qed.

  Lemma legal_show ks us p : length us = unknowns ks -> sure_window ks p = true ->
    legal r (show_position (fill ks us) p) = legal r p.
  Proof.
    intros L S. unfold legal, all_moves.
    assert (D : discard_moves (show_position (fill ks us) p) = discard_moves p).
    { unfold discard_moves, sure_window in *. simpl. destruct (hand p) as [|a [|b [|c [|d h]]]]; simpl in *; auto.
      rewrite !andb_true_iff in S. destruct S as [Sa [_ [_ [Sd _]]]].
      pose proof (f_equal face (sure_show _ _ _ L Sa)) as Ea. pose proof (f_equal face (sure_show _ _ _ L Sd)) as Ed.
      simpl in Ea, Ed. now rewrite Ea, Ed. }
    assert (C : deck_moves (show_position (fill ks us) p) = deck_moves p).
    { unfold deck_moves. simpl. destruct (deck p); simpl; auto. destruct (discards p); auto. }
    rewrite D, C. unfold show_position. cbn [hand]. now rewrite count_map.
  Qed.

  Lemma forced_back p m rest : forced r = true -> legal r p = m :: rest -> loses_from r (after_move p m) -> loses_from r p.
  Proof.
    intros F E H l q P. destruct P as [p|p m' q l z I P].
    - unfold is_won, left_over. destruct (deck p); auto. now rewrite F, E.
    - apply next_in in I as [I ->]. change (moves p) with (legal r p) in I.
      assert (m' = m) as -> by (apply (legal_forced r p); auto; rewrite E; simpl; auto). exact (H _ _ P).
  Qed.

  Lemma advance_back ks us fuel : forced r = true -> length us = unknowns ks -> forall p,
    loses_from r (show_position (fill ks us) (advance r ks fuel p)) -> loses_from r (show_position (fill ks us) p).
  Proof.
    intros F L. induction fuel as [|f IH]; simpl; auto. intros p. unfold asks at 1.
    destruct (sure_window ks p) eqn:S; simpl; auto. destruct (match deck p with [] => _ | _ => _ end); auto.
    destruct (legal r p) as [|m rest] eqn:E; auto. intro H. apply IH in H. rewrite <- after_show in H.
    apply (forced_back _ m rest); auto. now rewrite (legal_show ks us p).
  Qed.

  Lemma over_ok ks us p : length us = unknowns ks -> over ks p = true -> loses_from r (show_position (fill ks us) p).
  Proof.
    intros L H. apply andb_true_iff in H as [S H]. destruct (legal r p) eqn:E; [|discriminate].
    assert (E' := legal_show ks us p L S). rewrite E in E'. apply negb_true_iff in H. intros l q P.
    remember (show_position (fill ks us) p) as z eqn:Z. destruct P as [z|z m q l w I P].
    - unfold is_won, left_over in *. rewrite E'. rewrite E in H. subst z. unfold show_position. cbn [hand deck].
      destruct (deck p); cbn [map]; auto. now rewrite count_map.
    - apply next_in in I as [I _]. change (moves z) with (legal r z) in I. rewrite E' in I. destruct I.
  Qed.

  (* ---- Relations of a completion ---- *)

  Section Shown.
    Variable deal : list card.
    Variables same_rank same_suit : item -> item -> bool.
    Hypothesis rank_places : forall i j, same_rank (show deal i) (show deal j) = same_rank i j.
    Hypothesis suit_places : forall i j, same_suit (show deal i) (show deal j) = same_suit i j.

    Lemma numbers_of_show f g l : (forall j, f (show deal j) = g j) -> numbers_of f (map (show deal) l) = numbers_of g l.
    Proof. intro E. unfold numbers_of. f_equal. induction l as [|j l IH]; simpl; auto. now rewrite E, IH. Qed.

    Lemma returns_show cards tops threes :
      returns same_rank (map (show deal) cards) tops threes = returns same_rank cards tops threes.
    Proof.
      unfold returns. rewrite map_length. f_equal. apply map_ext. intro k. rewrite nth_error_map.
      destruct (nth_error cards k); simpl; auto. erewrite numbers_of_show; [reflexivity|]. auto.
    Qed.

    Lemma closed_show cards lies tops :
      closed_relations same_rank same_suit (map (show deal) cards) lies tops = closed_relations same_rank same_suit cards lies tops.
    Proof.
      unfold closed_relations. rewrite returns_show, map_length. apply forallb_same. intro x. unfold closed_at.
      rewrite map_length. f_equal. destruct x; auto. rewrite nth_error_map. destruct (nth_error cards x); simpl; auto.
      erewrite numbers_of_show; [reflexivity|]. auto.
    Qed.

    Lemma least_show cards lies tops fuel : forall k layer,
      least_from (map (show deal) cards) lies tops fuel k layer = least_from cards lies tops fuel k layer.
    Proof.
      assert (E : ending (map (show deal) cards) tops = ending cards tops) by (unfold ending; now rewrite map_length).
      induction fuel as [|f IH]; intros k layer; simpl; rewrite E; auto. destruct (_ =? 0); auto.
    Qed.

    Lemma relations_show p table :
      relations_by same_rank same_suit r (show_position deal p) table = relations_by same_rank same_suit r p table.
    Proof.
      unfold relations_by. simpl. rewrite <- map_rev, <- map_app, !map_length, closed_show.
      unfold holds_at_start. rewrite map_length. rewrite least_show. now rewrite count_map.
    Qed.
  End Shown.

  Lemma ruled_out_ok ks missing us p : Permutation us missing -> length us = unknowns ks ->
    ruled_out ks missing p = true -> loses_from r (show_position (fill ks us) p).
  Proof.
    intros P L H. apply andb_true_iff in H as [R H]. rewrite forallb_forall in R.
    destruct (relations_by _ _ _ _ _) as [e| |] eqn:E; try discriminate.
    assert (K : forall part i j, may part ks missing (show (fill ks us) i) (show (fill ks us) j) = may part ks missing i j)
      by reflexivity. rewrite <- (relations_show (fill ks us)) in E by apply K.
    assert (M : forall part i j, In i (rev (hand (show_position (fill ks us) p)) ++ deck (show_position (fill ks us) p)) ->
      In j (rev (hand (show_position (fill ks us) p)) ++ deck (show_position (fill ks us) p)) ->
      part (face i) = part (face j) -> may part ks missing i j = true).
    { intros part i j Ii Ij Eij. simpl in Ii, Ij. rewrite <- map_rev, <- map_app in Ii, Ij.
      apply in_map_iff in Ii as [i' [<- Ii]]. apply in_map_iff in Ij as [j' [<- Ij]]. apply R, N.ltb_lt in Ii.
      apply R, N.ltb_lt in Ij. eapply may_ok; eauto. }
    apply relations_by_sound in E as [E _]; [|apply (M rank)|apply (M suit)]. intros l q. apply E. exact H.
  Qed.

  Lemma cut_ok ks missing us : Permutation us missing -> length us = unknowns ks -> cut ks missing = true ->
    loses_from r (start r (fill ks us)).
  Proof.
    intros P L H. rewrite <- show_start by exact L. unfold cut in H. destruct (forced r) eqn:F.
    - apply (advance_back ks us (2 * length ks)); auto.
      destruct missing; [now apply over_ok | eapply ruled_out_ok; eauto].
    - eapply ruled_out_ok; eauto.
  Qed.

  (* ---- The tree ---- *)

  Lemma fill_assign u ks : forall us, fill (assign u ks) us = fill ks (u :: us).
  Proof. induction ks as [|[k|] ks IH]; intros us; simpl; auto. now rewrite IH. Qed.

  Lemma unknowns_assign u ks : unknowns (assign u ks) = pred (unknowns ks).
  Proof. induction ks as [|[k|] ks IH]; simpl; auto. Qed.

  Lemma without_permutes u us : In u us -> Permutation us (u :: without u us).
  Proof.
    induction us as [|v us IH]; simpl; [tauto|]. intros [->|I].
    - now rewrite same_card_refl.
    - destruct (same_card u v) eqn:E; [apply same_card_eq in E; now subst|]. rewrite perm_swap. auto.
  Qed.

  Lemma kinds_all u us : In u us -> In u (kinds us).
  Proof.
    induction us as [|v us IH]; simpl; [tauto|]. intros [->|I]; auto.
    destruct (same_card v u) eqn:E; [apply same_card_eq in E; auto|]. right. apply filter_In. split; auto. now rewrite E.
  Qed.

  Lemma children_all node us ks missing : forall words rest, children node us ks missing words = Some rest ->
    forall u, In u us -> exists w w', node (assign u ks) (without u missing) w = Some w'.
  Proof.
    induction us as [|v us IH]; simpl; [tauto|]. intros words rest E u.
    destruct (node _ _ words) as [w|] eqn:N; [|discriminate]. intros [<-|I]; eauto.
  Qed.

  Lemma tree_ok : forall depth ks missing words rest, tree depth ks missing words = Some rest ->
    length missing = unknowns ks -> forall us, Permutation us missing -> loses_from r (start r (fill ks us)).
  Proof.
    induction depth as [|d IH]; intros ks missing words rest E L us P;
      assert (L' : length us = unknowns ks) by (now rewrite (Permutation_length P));
      destruct words as [|[|] words]; simpl in E; try discriminate.
    - destruct (cut ks missing) eqn:C; [eapply cut_ok; eauto | discriminate].
    - destruct missing as [|m missing]; [discriminate|]. set (ms := m :: missing) in *.
      destruct us as [|u us]; [apply Permutation_nil in P; discriminate|].
      assert (I : In u ms) by (eapply Permutation_in; [exact P | now left]).
      destruct (children_all _ _ _ _ _ _ E u (kinds_all _ _ I)) as [w [w' N]].
      rewrite <- fill_assign. assert (W := without_permutes _ _ I). eapply IH; [exact N| |].
      + rewrite unknowns_assign, <- L. rewrite (Permutation_length W). reflexivity.
      + eapply Permutation_cons_inv. rewrite P. exact W.
    - destruct (cut ks missing) eqn:C; [eapply cut_ok; eauto | discriminate].
  Qed.
End Tree.

(* ---- What `winnow-verify` calls ---------------------------------------------------------------------------------- *)

Inductive open_content := OpenParity | Assignments (words : list bool).

(* Such a certificate claims a loss and nothing else. *)
Definition loss_alone (c : claim mv) : bool :=
  is_unwinnable (says c) && negb (asks_best c) && match after c with [] => true | _ => false end &&
  negb (given (line c)) && negb (given (stated_score c)) && negb (given (stated_bound c)) && negb (optimal c).

Definition check_open (r : rules) (tables : open_deal -> list card -> position -> list (N * N)) (ks : open_deal)
    (missing : list card) (ct : open_content) (c : claim mv) : result :=
  let holds :=
    match ct with
    | OpenParity => match parity_check r (veiled ks) with Found _ => true | _ => false end
    | Assignments words =>
        (redeals_allowed r =? 0) &&
        match tree r tables (length missing) ks missing words with Some [] => true | _ => false end
    end in
  if loss_alone c && Nat.eqb (length missing) (unknowns ks) && holds then Verified else Failed.

Theorem open_sound r tables ks missing ct c : check_open r tables ks missing ct c = Verified ->
  says c = Unwinnable /\ lost_whatever r ks missing.
Proof.
  unfold check_open. destruct (loss_alone c && _ && _) eqn:B; [intros _|discriminate].
  rewrite !andb_true_iff in B. destruct B as [[A L] H]. apply Nat.eqb_eq in L.
  split; [unfold loss_alone in A; rewrite !andb_true_iff in A; destruct A as [[[[[[A _] _] _] _] _] _];
          destruct (says c); auto; discriminate|].
  split; auto. intros us P. destruct ct as [|words].
  - destruct (parity_check r (veiled ks)) as [e| |] eqn:E; try discriminate.
    assert (L' : length us = unknowns ks) by (now rewrite (Permutation_length P)).
    assert (C : count (veiled ks) = count (fill ks us))
      by (unfold veiled; now rewrite !count_length, map_length, fill_length).
    unfold parity_check in E. rewrite C in E.
    destruct (goal_within r (parity_of (count (fill ks us))) (count (fill ks us))) eqn:G; [discriminate|].
    assert (E' : parity_check r (fill ks us) = Found (Proven true (Some (parity_of (count (fill ks us)))))).
    { unfold parity_check. now rewrite G. }
    assert (R : reachable (single_left r) (start r (fill ks us)) (start r (fill ks us))) by (exists []; constructor).
    intros l q. apply (parity_sound _ _ _ _ R E'). reflexivity.
  - apply andb_true_iff in H as [_ H]. destruct (tree _ _ _ _ _ _) as [[|w rest]|] eqn:T; try discriminate.
    intros l q. eapply (tree_ok r tables); eauto.
Qed.
