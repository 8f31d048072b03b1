(* Content `block-set`: block positions of which every successor is settled or stood for by an earlier one. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation FMapPositive.
From Winnow Require Import Game Judge Cards Head HeadCover HeadSets HeadMelds HeadBlocks.
Import ListNotations.
Open Scope N_scope.

(* ---- One block position stands for what another one stands for. -------------------------------------------------- *)

(* The blocks of the first, which may end early if it is open, are those of the other with some neighbours joined. `acc`
   is what has been joined to the next block so far. *)
Fixpoint joined (open open' : bool) (ms : list N) (acc : N) (bs : list N) : bool :=
  match bs with
  | [] => (acc =? 0) && match ms with [] => open || negb open' | _ => false end
  | x :: bs' =>
      match ms with
      | [] => (acc =? 0) && open
      | m :: ms' => let a := N.lor acc x in if a =? m then joined open open' ms' 0 bs' else joined open open' ms a bs'
      end
  end.

Lemma joined_begins o o' bs : forall ms acc s0 s, joined o o' ms acc bs = true -> begins o' bs s ->
  NoDup (s0 ++ s) -> Permutation s0 (bits acc) -> begins o ms (s0 ++ s).
Proof.
  induction bs as [|x bs IH]; intros ms acc s0 s J B D P; cbn [joined] in J.
  - apply andb_true_iff in J as [Z J]. apply N.eqb_eq in Z. subst acc. apply Permutation_sym, Permutation_nil in P.
    subst s0. destruct ms; [|discriminate]. destruct o; [now left|]. destruct o'; [discriminate|]. exact B.
  - destruct ms as [|m ms].
    + apply andb_true_iff in J as [_ ->]. now left.
    + destruct B as [s1 [s2 [-> [P1 B]]]]. rewrite app_assoc in *.
      assert (Q : Permutation (s0 ++ s1) (bits (N.lor acc x))) by (apply bits_lor; auto; now apply once_app in D).
      destruct (N.eqb_spec (N.lor acc x) m) as [<-|_].
      * exists (s0 ++ s1), s2. split; auto. split; auto. change s2 with ([] ++ s2).
        apply (IH ms 0 [] s2 J B); auto. now apply once_app in D.
      * exact (IH (m :: ms) _ _ _ J B D Q).
Qed.

Lemma joined_proper o o' bs : forall ms acc, joined o o' ms acc bs = true -> Forall (fun b => b <> 0) bs ->
  Forall (fun b => b <> 0) ms.
Proof.
  induction bs as [|x bs IH]; intros ms acc J F; cbn [joined] in J; destruct ms as [|m ms]; auto.
  - lia.
  - inversion F as [|? ? Nx F']; subst. destruct (N.eqb_spec (N.lor acc x) m) as [<-|_]; [|eauto].
    constructor; [|eauto]. intro Z. apply N.lor_eq_0_iff in Z as [_ Z]. contradiction.
Qed.

Section Members.
  Variable r : rules.
  Variable cards : list dcard.             (* hand, pile and discards of the position of the claim *)
  Variable all_of : list N.                (* their melds *)
  Variable bound : N.
  Let full := N.to_nat (Head.full r).
  Let f := card_at cards.
  Let n := count cards.
  Variable meldq : N -> bool.

  (* Not every number is a block position. *)
  Definition formed (m : bpos) : bool :=
    if ending r m then match down m with [] => true | _ => false end
    else (spent m =? 0) && (negb (cut m) ||
      (negb (bburn m) && (bturn m + 1 =? passes r) && match down m with [] => false | _ => true end)).

  Definition stands_for (m b : bpos) : bool :=
    formed m && (bturn m =? bturn b) && Bool.eqb (bburn m) (bburn b) && (spent m <=? spent b) &&
    (if ending r b then joined (cut m) (cut b) (line m) 0 (line b)
     else same_list N.eqb (line m) (line b) && joined (cut m) (cut b) (down m) 0 (down b)).

  Lemma stands_rep m b q h p d : stands_for m b = true -> rep r f n b q h p d -> rep r f n m q h p d.
  Proof.
    intros S R. apply andb_true_iff in S as [S J]. apply andb_true_iff in S as [S Sp].
    apply andb_true_iff in S as [S Bu]. apply andb_true_iff in S as [Fm Tu]. apply N.eqb_eq in Tu.
    apply Bool.eqb_prop in Bu. assert (Em : ending r m = ending r b) by (unfold ending; now rewrite Tu).
    assert (On := line_once _ _ _ _ _ _ _ _ R). destruct On as [Dl [Dd _]]. destruct R. unfold formed in Fm.
    rewrite Em in Fm. destruct (ending r b) eqn:En.
    - destruct (down m) eqn:Ed; [|discriminate]. destruct rep_kind as [_ [-> K]]. rewrite andb_true_r in rep_begins.
      constructor; rewrite ?Em, ?Ed; auto; try congruence.
      + exact (joined_proper _ _ _ _ _ J rep_line).
      + rewrite andb_true_r. exact (joined_begins _ _ _ _ 0 [] _ J rep_begins Dl (perm_nil _)).
      + repeat split; auto. lia.
    - apply andb_true_iff in Fm as [Z Fc]. apply N.eqb_eq in Z. apply andb_true_iff in J as [El J].
      apply (same_list_eq N.eqb (fun x y H => proj1 (N.eqb_eq x y) H)) in El.
      destruct rep_kind as [_ [Ed [Bd _]]]. rewrite andb_false_r in rep_begins.
      constructor; rewrite ?Em, ?El; auto; try congruence.
      + exact (joined_proper _ _ _ _ _ J rep_down).
      + now rewrite andb_false_r.
      + repeat split; auto.
        * exact (joined_begins _ _ _ _ 0 [] _ J Bd Dd (perm_nil _)).
        * rewrite H in Fc. apply andb_true_iff in Fc as [Fc _]. apply andb_true_iff in Fc as [Fc _].
          now apply negb_true_iff in Fc.
        * rewrite H in Fc. apply andb_true_iff in Fc as [Fc _]. apply andb_true_iff in Fc as [_ Fc].
          now apply N.eqb_eq in Fc.
        * rewrite H in Fc. apply andb_true_iff in Fc as [_ Fc]. destruct (down m); congruence.
  Qed.

  (* ---- The members ---- *)

  (* A tree of blocks leads to the members: from a node, by a block, to the next node. It decides only which member is
     looked at. `known`: by set of cards, so many that melds cannot leave over. *)
  Record tree := Tree { next : PositiveMap.t N; members : PositiveMap.t bpos; nodes : N; known : PositiveMap.t nat }.

  Definition edge (node block : N) : positive := N.succ_pos (N.shiftl block 32 + node).
  Definition slot (node : N) (open : bool) : positive := N.succ_pos (2 * node + (if open then 1 else 0)).
  Definition at_slot (t : tree) (node : N) (open : bool) : option bpos := PositiveMap.find (slot node open) (members t).

  Definition way (b : bpos) : list N :=
    bturn b :: (if bburn b then 1 else 0) :: if ending r b then [] else line b ++ [0].
  Definition blocks (b : bpos) : list N := if ending r b then line b else down b.

  Fixpoint walk (t : tree) (node : N) (l : list N) : option N :=
    match l with
    | [] => Some node
    | x :: l' => match PositiveMap.find (edge node x) (next t) with Some node' => walk t node' l' | None => None end
    end.

  Definition good (o : option bpos) (b : bpos) : bool := match o with Some m => stands_for m b | None => false end.

  Fixpoint search (t : tree) (b : bpos) (node acc : N) (bs : list N) : bool :=
    match bs with
    | [] => false
    | x :: bs' =>
        let a := N.lor acc x in
        match PositiveMap.find (edge node a) (next t) with
        | Some node' => good (at_slot t node' true) b ||
            (match bs' with [] => good (at_slot t node' false) b | _ => search t b node' 0 bs' end)
        | None => false
        end || search t b node a bs'
    end.

  Definition stood (t : tree) (b : bpos) : bool :=
    match walk t 0 (way b) with
    | None => false
    | Some node => match blocks b with [] => good (at_slot t node false) b | bs => search t b node 0 bs end
    end.

  (* The position is settled, or a member stands for it; what has been found out on the way. *)
  Definition held (t : tree) (b : bpos) : option tree :=
    if (bound <=? spent b) || stood t b then Some t
    else if cut b then None
    else
      let s := union (line b ++ down b) in
      let k := N.to_nat (bound - 1 - spent b) in
      if match PositiveMap.find (N.succ_pos s) (known t) with Some k' => (k <=? k')%nat | None => false end then Some t
      else if cannot_leave all_of s k
           then Some (Tree (next t) (members t) (nodes t) (PositiveMap.add (N.succ_pos s) k (known t)))
           else None.

  Fixpoint all_held (t : tree) (bs : list bpos) : option tree :=
    match bs with [] => Some t | b :: bs' => match held t b with Some t' => all_held t' bs' | None => None end end.

  Fixpoint add_way (t : tree) (node : N) (l : list N) : tree * N :=
    match l with
    | [] => (t, node)
    | x :: l' =>
        match PositiveMap.find (edge node x) (next t) with
        | Some node' => add_way t node' l'
        | None => add_way (Tree (PositiveMap.add (edge node x) (nodes t) (next t)) (members t) (nodes t + 1) (known t))
                    (nodes t) l'
        end
    end.

  Definition place (t : tree) (m : bpos) : option tree :=
    let (t', node) := add_way t 0 (way m ++ blocks m) in
    if match at_slot t' node (cut m) with Some m' => spent m <? spent m' | None => true end && (spent m <? bound)
    then Some (Tree (next t') (PositiveMap.add (slot node (cut m)) m (members t')) (nodes t') (known t'))
    else None.

  Definition end_ok (m : bpos) : bool :=
    negb ((bburn m || ending r m) && (total (line m) <? full)%nat && negb (any_meld r meldq (union (line m)))) ||
    (bound <=? N.of_nat (total (line m)) + spent m).

  (* What the format asks of a member beside this: each card once, none from elsewhere, something to decide, and no parted
     block of more cards than a hand. *)
  Definition tidy (m : bpos) : bool :=
    let every := line m ++ down m in
    formed m && (bturn m <=? passes r) && Nat.eqb (total every) (size (union every)) && (union every <? N.shiftl 1 n) &&
    negb (bburn m && match down m with [] => false | _ => true end) &&
    match laid full (line m) with (_, pt, j, _) => Nat.eqb j 0 || (size pt <=? full)%nat end &&
    (let m' := settle r meldq 3 m in (bturn m' =? bturn m) && Bool.eqb (bburn m') (bburn m) &&
      same_list N.eqb (line m') (line m)).

  Definition take (t : tree) (m : bpos) : option tree :=
    if tidy m && (ready r m && end_ok m) then
      match all_held t (successors r meldq m) with Some t' => place t' m | None => None end
    else None.

  Fixpoint take_all (t : tree) (ms : list bpos) : option tree :=
    match ms with [] => Some t | m :: ms' => match take t m with Some t' => take_all t' ms' | None => None end end.

  (* ---- Why it holds ---- *)

  Hypothesis all_of_is : all_of = all_melds cards full.
  Hypothesis meldq_ok : forall m, (forall x, N.testbit m x = true -> x < n) -> (size m <= full)%nat ->
    meldq m = is_meld (map f (bits m)).

  Definition settled (q : position) : Prop := forall l q' s, path (head r) q l q' -> spare r q' = Some s -> bound <= s.

  Definition sound (all : list bpos) (t : tree) : Prop :=
    (forall i m, PositiveMap.find i (members t) = Some m -> In m all) /\
    (forall s k, PositiveMap.find (N.succ_pos s) (known t) = Some k -> cannot_leave all_of s k = true).

  (* Settled, or a member stands for it. *)
  Definition fine (all : list bpos) (b : bpos) : Prop :=
    bound <= spent b \/ (exists m, In m all /\ stands_for m b = true) \/
    (cut b = false /\ exists k, cannot_leave all_of (union (line b ++ down b)) k = true /\
      (N.to_nat (bound - 1 - spent b) <= k)%nat).

  Lemma good_ok all t node open b : sound all t -> good (at_slot t node open) b = true ->
    exists m, In m all /\ stands_for m b = true.
  Proof. intros [S _]. unfold good, at_slot. destruct (PositiveMap.find _ _) as [m|] eqn:E; [|discriminate]. eauto. Qed.

  Lemma search_ok all t b bs : sound all t -> forall node acc, search t b node acc bs = true ->
    exists m, In m all /\ stands_for m b = true.
  Proof.
    intro S. induction bs as [|x bs IH]; intros node acc H; cbn [search] in H; [discriminate|].
    apply orb_true_iff in H as [H|H]; [|eauto]. destruct (PositiveMap.find _ _) as [node'|]; [|discriminate].
    apply orb_true_iff in H as [H|H]; [eapply good_ok; eauto|].
    destruct bs as [|y bs]; [eapply good_ok; eauto | eauto].
  Qed.

  Lemma held_ok all t b t' : sound all t -> held t b = Some t' -> sound all t' /\ fine all b.
  Proof.
    intros S H. unfold held in H. destruct ((bound <=? spent b) || stood t b) eqn:C.
    - injection H as <-. split; auto. apply orb_true_iff in C as [C|C]; [left; now apply N.leb_le|right; left].
      unfold stood in C. destruct (walk t 0 (way b)); [|discriminate].
      destruct (blocks b) eqn:E; [eapply good_ok; eauto | eapply search_ok; eauto].
    - destruct (cut b) eqn:Ec; [discriminate|]. destruct (match PositiveMap.find (N.succ_pos (union (line b ++ down
        b))) (known t) with Some _ => _ | None => _ end) eqn:K.
      + injection H as <-. split; auto. right. right. split; auto.
        destruct (PositiveMap.find _ _) as [k'|] eqn:E; [|discriminate]. exists k'. split; [now apply S|]. now apply Nat.leb_le.
      + destruct (cannot_leave all_of _ _) eqn:L; [|discriminate]. injection H as <-. split.
        * split; [apply S|]. cbn [known]. intros s k E. destruct (N.eq_dec s (union (line b ++ down b))) as [->|Ne].
          -- rewrite PositiveMap.gss in E. congruence.
          -- rewrite PositiveMap.gso in E; [now apply S|]. lia.
        * right. right. split; auto. eexists. split; [exact L|]. lia.
  Qed.

  Lemma all_held_ok all bs : forall t t', sound all t -> all_held t bs = Some t' ->
    sound all t' /\ forall b, In b bs -> fine all b.
  Proof.
    induction bs as [|b bs IH]; intros t t' S H; cbn [all_held] in H.
    - injection H as <-. split; auto. intros b [].
    - destruct (held t b) as [t1|] eqn:E; [|discriminate]. destruct (held_ok _ _ _ _ S E) as [S1 F1].
      destruct (IH _ _ S1 H) as [S2 F2]. split; auto. intros b' [<-|I]; auto.
  Qed.

  Lemma add_way_same l : forall t node, members (fst (add_way t node l)) = members t /\ known (fst (add_way t node l)) = known t.
  Proof.
    induction l as [|x l IH]; intros t node; cbn [add_way]; auto. destruct (PositiveMap.find _ _); auto.
    destruct (IH (Tree (PositiveMap.add (edge node x) (nodes t) (next t)) (members t) (nodes t + 1) (known t)) (nodes t)).
    auto.
  Qed.

  Lemma fine_more all m b : fine all b -> fine (m :: all) b.
  Proof. intros [H|[[m' [I H]]|H]]; [left|right; left|right; right]; auto. exists m'. simpl. auto. Qed.

  Definition member_ok (all : list bpos) (m : bpos) : Prop :=
    ready r m = true /\ end_ok m = true /\ forall b, In b (successors r meldq m) -> fine all b.

  Lemma take_ok all t m t' : sound all t -> take t m = Some t' -> sound (m :: all) t' /\ member_ok (m :: all) m.
  Proof.
    intros S H. unfold take in H. destruct (tidy m && (ready r m && end_ok m)) eqn:C; [|discriminate].
    apply andb_true_iff in C as [_ C]. apply andb_true_iff in C as [C1 C2].
    destruct (all_held t _) as [t1|] eqn:E; [|discriminate]. destruct (all_held_ok _ _ _ _ S E) as [S1 F].
    unfold place in H. destruct (add_way t1 0 (way m ++ blocks m)) as [t2 node] eqn:W.
    destruct (add_way_same (way m ++ blocks m) t1 0) as [W1 W2]. rewrite W in W1, W2. cbn [fst] in W1, W2.
    destruct (_ && (spent m <? bound)); [|discriminate]. injection H as <-. split.
    - split; cbn [members known].
      + intros i m' X. destruct (Pos.eq_dec i (slot node (cut m))) as [->|Ne].
        * rewrite PositiveMap.gss in X. injection X as <-. now left.
        * rewrite PositiveMap.gso in X by auto. rewrite W1 in X. right. eapply S1. exact X.
      + rewrite W2. apply S1.
    - repeat split; auto. intros b I. now apply fine_more, F.
  Qed.

  Lemma take_all_ok ms : forall all t t', sound all t -> (forall m, In m all -> member_ok all m) -> take_all t ms = Some t' ->
    exists all', sound all' t' /\ forall m, In m all' -> member_ok all' m.
  Proof.
    induction ms as [|m ms IH]; intros all t t' S G H; cbn [take_all] in H; [injection H as <-; eauto|].
    destruct (take t m) as [t1|] eqn:E; [|discriminate]. destruct (take_ok _ _ _ _ S E) as [S1 M1].
    apply (IH (m :: all) t1 t'); auto. intros m' [<-|I]; auto. destruct (G m' I) as [A [B C]].
    repeat split; auto. intros b Ib. now apply fine_more, C.
  Qed.

  Definition stands_here (m : bpos) (q : position) : Prop :=
    exists h p d, rep r f n m q h p d /\ (length h = full \/ p = []).

  Lemma fine_here all b q h p d : fine all b -> rep r f n b q h p d -> (length h = full \/ p = []) ->
    settled q \/ exists m, In m all /\ stands_here m q.
  Proof.
    intros Fi R F. assert (Hh : count (hand q) <= Head.full r).
    { rewrite (rep_hand _ _ _ _ _ _ _ _ R), count_length, map_length. assert (X := rep_full _ _ _ _ _ _ _ _ R). lia. }
    destruct Fi as [Sp|[[m [I S]]|[Ec [k [C L]]]]].
    - left. intros l q' s P E. destruct R. destruct (ending r b) eqn:En.
      + apply N.eqb_eq in En. assert (X := discards_above r q l q' s Hh ltac:(congruence) P E). lia.
      + lia.
    - right. exists m. split; auto. exists h, p, d. split; auto. eapply stands_rep; eauto.
    - left. intros l q' s P E. assert (D := rep_once _ _ _ _ _ _ _ _ R). assert (K := rep_known _ _ _ _ _ _ _ _ R).
      destruct R. rewrite Ec in *. assert (Bd : begins false (down b) d).
      { destruct (ending r b); [destruct rep_kind as [-> [-> _]]; now right|apply rep_kind]. }
      rewrite app_assoc in D, K. assert (Pu := begins_union _ _ D (begins_app _ _ _ _ _ rep_begins Bd)).
      rewrite all_of_is in C. assert (U := cannot_leave_ok cards full _ _ _ Pu K C).
      assert (Ecards : hand q ++ pile q ++ (if turn q =? passes r then [] else discards q) = map f ((h ++ p) ++ d)).
      { rewrite rep_hand, rep_pile, !map_app, <- app_assoc. do 2 f_equal. unfold ending in rep_kind. rewrite rep_turn.
        destruct (bturn b =? passes r); [destruct rep_kind as [_ [-> _]]; reflexivity|apply rep_kind]. }
      unfold f in Ecards. rewrite <- Ecards in U. assert (X := uncoverable_above r q _ l q' s Hh U P E).
      rewrite rep_turn in X. unfold ending in rep_kind.
      destruct (bturn b =? passes r); [destruct rep_kind as [_ [_ Q]]|destruct rep_kind as [Q _]]; lia.
  Qed.

  Lemma end_here all m q s : member_ok all m -> stands_here m q -> spare r q = Some s -> bound <= s.
  Proof.
    intros [Rd [En _]] [h [p [d [R F]]]] E. assert (D := rep_once _ _ _ _ _ _ _ _ R).
    assert (K := rep_known _ _ _ _ _ _ _ _ R). destruct R. unfold spare in E.
    destruct (pile q) eqn:Ep; [|discriminate]. destruct (_ && negb (has_meld (hand q))) eqn:C; [|discriminate].
    injection E as <-. rewrite !andb_true_iff in C. destruct C as [[C1 C2] C3].
    rewrite rep_burn, rep_turn in C1. rewrite rep_hand, full_is in C2. fold full in rep_full, C2.
    symmetry in rep_pile. apply map_eq_nil in rep_pile. subst p. rewrite app_nil_r in *. unfold end_ok, ending in En.
    rewrite C1 in En. rewrite !andb_true_l in En. assert (T := begins_total _ _ _ rep_begins). destruct T as [T1 T2].
    destruct (cut m && ending r m) eqn:O.
    { unfold ready in Rd. rewrite O in Rd. rewrite andb_true_iff in Rd. destruct Rd as [_ Rd]. lia. }
    specialize (T2 eq_refl). destruct (Nat.ltb_spec (total (line m)) full) as [L|L]; [|lia].
    assert (Dh : NoDup h) by now apply once_app in D. rewrite <- (any_meld_is r f n meldq meldq_ok h) in En; [|now
      apply begins_union|intros x I; apply K, in_app_iff; auto|fold full; lia]. rewrite rep_hand in C3.
    rewrite C3 in En. rewrite rep_hand, !count_length, map_length. unfold ending in rep_kind.
    destruct (bturn m =? passes r); [destruct rep_kind as [_ [_ Q]]; rewrite count_length in Q|destruct rep_kind as [Q
      _]]; lia.
  Qed.

  Theorem members_settle all q : (forall m, In m all -> member_ok all m) ->
    (settled q \/ exists m, In m all /\ stands_here m q) -> settled q.
  Proof.
    intros G H l q' s P. revert H. induction P as [q|q mv q1 l q' I P IH]; intros H E.
    - destruct H as [H|[m [Im S]]]; [exact (H [] q s (path_nil _ q) E)|]. eapply end_here; eauto.
    - apply IH; auto. destruct H as [H|[m [Im S]]].
      + left. intros l2 q2 s2 P2. apply (H (mv :: l2) q2 s2). econstructor; eauto.
      + apply next_in in I as [I ->]. destruct S as [h [p [d [R F]]]]. destruct (G m Im) as [Rd [_ Su]].
        destruct (step r f n meldq meldq_ok m q h p d mv R F Rd I) as [b [h' [p' [d' [Ib [R' F']]]]]].
        eapply fine_here; [apply Su, Ib|exact R'|exact F'].
  Qed.
End Members.

(* ---- The position of the claim ----------------------------------------------------------------------------------- *)

(* The cards that the letters of a certificate name. *)
Definition cards_of (p : position) : list dcard := hand p ++ pile p ++ discards p.

Definition first_of (r : rules) (p : position) : bpos :=
  let seen := length (hand p ++ pile p) in
  let all := places (cards_of p) in
  let last := turn p =? passes r in
  normal r (BPos (turn p) (may_burn p) (map bit (firstn seen all)) (if last then [] else map bit (skipn seen all)) false
    (if last then count (discards p) else 0)).

Lemma begins_bits l : begins false (map bit l) l.
Proof.
  induction l as [|x l IH]; [now right|]. exists [x], l. repeat split; auto. apply listed; [repeat constructor; auto|].
  intro y. rewrite bit_at, N.eqb_eq. simpl. intuition.
Qed.
Lemma proper_bits l : Forall (fun b => b <> 0) (map bit l).
Proof.
  apply Forall_forall. intros b I Z. apply in_map_iff in I as [x [E _]]. assert (X := bit_at x x).
  rewrite E, Z, N.bits_0, N.eqb_refl in X. discriminate.
Qed.

Lemma first_rep r p : count (hand p) <= full r -> exists h q d,
  rep r (card_at (cards_of p)) (count (cards_of p)) (first_of r p) p h q d /\ length h = length (hand p) /\
  (pile p = [] -> q = []).
Proof.
  intro H. set (cards := cards_of p).
  assert (E : map (card_at cards) (places cards) = hand p ++ pile p ++ discards p) by exact (cards_at cards).
  apply map_eq_app in E as [h [l [El [Eh E]]]]. apply map_eq_app in E as [q [d [-> [Eq Ed]]]].
  exists h, q, (if turn p =? passes r then [] else d).
  assert (Lh : length h = length (hand p)) by (rewrite <- Eh; now rewrite map_length).
  split; [|split; [exact Lh|intro Z; rewrite Z in Eq; now apply map_eq_nil in Eq]].
  assert (Sn : length (hand p ++ pile p) = length (h ++ q)).
  { rewrite !app_length, <- Eh, <- Eq, !map_length. reflexivity. }
  unfold first_of. fold cards. rewrite El, Sn, app_assoc, firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all.
  rewrite firstn_O, app_nil_r. apply normal_rep.
  assert (D : NoDup ((h ++ q) ++ d)) by (rewrite <- app_assoc, <- El; apply numbered_once).
  assert (K : forall x, In x ((h ++ q) ++ d) -> x < count cards).
  { intros x I. apply (places_are cards). now rewrite El, app_assoc. }
  assert (D' := once_app _ _ D).
  constructor; cbn [bturn bburn line down cut spent]; auto using proper_bits, begins_bits.
  - rewrite app_assoc. destruct (turn p =? passes r); [rewrite app_nil_r; apply D'|exact D].
  - intros x. rewrite app_assoc. intro I. apply K. destruct (turn p =? passes r); auto. rewrite app_nil_r in I.
    apply in_app_iff. auto.
  - rewrite Lh. rewrite count_length in H. lia.
  - destruct (turn p =? passes r); auto using proper_bits.
  - unfold ending. cbn [bturn]. destruct (turn p =? passes r) eqn:T; rewrite ?T.
    + repeat split; auto. apply N.le_refl.
    + split; auto. split; auto. split; [apply begins_bits|discriminate].
Qed.

Definition block_check (r : rules) (p : position) (bound : option N) (ms : list bpos) : outcome :=
  match bound with
  | None => Wrong
  | Some b =>
      let cards := cards_of p in
      let melds := all_melds cards (N.to_nat (full r)) in
      let holds_meld := set_of melds in
      if (count (hand p) =? full r) || match pile p with [] => true | _ => false end then
        match take_all r cards melds b (is_in holds_meld)
          (Tree (PositiveMap.empty _) (PositiveMap.empty _) 1 (PositiveMap.empty _)) ms with
        | None => Wrong
        | Some t => match held r melds b t (first_of r p) with
                    | Some _ => Found (Proven (target r <? b) (Some b))
                    | None => Wrong
                    end
        end
      else Unable
  end.

Theorem block_set_sound r deal p bound ms e : reachable (head r) (start r deal) p ->
  block_check r p bound ms = Found e -> shows (head r) p e.
Proof.
  intros R C. apply hand_reachable in R. unfold block_check in C. destruct bound as [b|]; [|discriminate].
  set (cards := cards_of p) in *. set (melds := all_melds cards (N.to_nat (full r))) in *.
  destruct ((count (hand p) =? full r) || _) eqn:Fl; [|discriminate].
  destruct (take_all _ _ _ _ _ _ _) as [t|] eqn:T; [|discriminate].
  destruct (held _ _ _ t _) as [t'|] eqn:Hd; [|discriminate]. injection C as <-.
  assert (Mq : forall m, (forall x, N.testbit m x = true -> x < count cards) -> (size m <= N.to_nat (full r))%nat ->
    is_in (set_of melds) m = is_meld (map (card_at cards) (bits m))).
  { intros m K L. apply Bool.eq_true_iff_eq. rewrite is_in_set. now apply all_melds_ok. }
  assert (S0 : sound melds [] (Tree (PositiveMap.empty _) (PositiveMap.empty _) 1 (PositiveMap.empty _))).
  { split; cbn [members known]; intros i m X; rewrite PositiveMap.gempty in X; discriminate. }
  destruct (take_all_ok r cards melds b _ ms [] _ _ S0 (fun m I => match I with end) T) as [all [S1 G]].
  destruct (held_ok r cards melds b all _ _ _ S1 Hd) as [_ Fi].
  destruct (first_rep r p R) as [h [q [d [Rp [Lh Lq]]]]]. fold cards in Rp.
  assert (F : length h = N.to_nat (full r) \/ q = []).
  { apply orb_true_iff in Fl as [Fl|Fl].
    - left. apply N.eqb_eq in Fl. rewrite Lh, <- Fl, count_length. lia.
    - right. apply Lq. now destruct (pile p). }
  assert (St : settled r b p).
  { apply (members_settle r cards melds b _ eq_refl Mq all p G). eapply fine_here; eauto. }
  split; cbn [loses limit].
  - intros L l q' P. change (is_won r q' = false). unfold is_won. destruct (spare r q') as [s|] eqn:E; auto.
    assert (X := St l q' s P E). lia.
  - intros b' Eb l q' s P E. injection Eb as <-. exact (St l q' s P E).
Qed.
