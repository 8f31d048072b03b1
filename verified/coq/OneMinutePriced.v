(* Content `priced-layers` of One-Minute Solitaire: prices of cards bound what the rest of a line costs, and layer by
   layer the labels that do not reach the bound die out. *)

From Coq Require Import List NArith ZArith PArith Bool Lia PeanoNat FMapPositive.
From Winnow Require Import Game Judge Cards OneMinute OneMinuteChecks OneMinuteLabels.
Import ListNotations.
Open Scope nat_scope.

Fixpoint put (s : positive) (i : nat) : positive :=
  match s, i with
  | xH, _ => xH
  | xI s', O | xO s', O => xI s'
  | xI s', S i' => xI (put s' i')
  | xO s', S i' => xO (put s' i')
  end.

Lemma mem_put s : forall i j, mem (put s i) j = true -> mem s j = true \/ j = i.
Proof.
  induction s as [s IH|s IH|]; intros [|i] [|j]; simpl; auto; intro H; destruct (IH _ _ H); auto.
Qed.

Fixpoint disjoint (a b : positive) : bool :=
  match a, b with
  | xH, _ | _, xH => true
  | xI _, xI _ => false
  | xI a', xO b' | xO a', xI b' | xO a', xO b' => disjoint a' b'
  end.

Lemma disjoint_ok a : forall b i, disjoint a b = true -> mem a i = true -> mem b i = true -> False.
Proof. induction a as [a IH|a IH|]; intros [b|b|] [|i]; simpl; try discriminate; eauto. Qed.

(* Values that hold if certain cards are out, by asking one card after the other. *)
Inductive tree := Leaf (v : option Z) | Ask (y : nat) (here out : tree).

Fixpoint walk (s : positive) (t : tree) : option Z :=
  match t with Leaf v => v | Ask y here out => if mem s y then walk s here else walk s out end.

Definition nat_key (i : nat) : positive := Pos.of_succ_nat i.

Record item := It { ix : nat; key : positive; su : nat; price : Z }.

(* The tables for a set of suits gone and a pass: by the card just played; by place, at an impasse; by place and the
   card taken. *)
Record row := Row {
  played_at : PositiveMap.t tree;
  impasse_at : PositiveMap.t (option Z);
  taken_at : PositiveMap.t (PositiveMap.t (option Z)) }.

Record group := Group { from_layer : nat; prices_of : list Z; near : list (list (list nat)) }.

Section Priced.
  Variable r : rules.
  Variable cs : list card.
  Variable base : card.
  Variable target : Z.
  Variable passes : nat.
  Variable w : nat.                        (* how many cards lay in the waste at the start *)

  Notation number := (number cs).
  Notation card_of := (card_of cs base).
  Notation fit := (fit cs base).
  Notation some_match := (some_match cs base).
  Notation step := (step r cs base).
  Notation may := (may cs base).
  Notation runs := (runs r cs base).
  Notation wins := (wins r cs base target passes).

  Definition suit_no (i : nat) : nat := N.to_nat (suit (card_of i)).

  Section Prices.
    Variable prices : list Z.

    Definition items : list item := map (fun i => It i (nat_key i) (suit_no i) (nth i prices 0%Z)) (seq 0 number).
    Definition fit_items (t : nat) : list item := filter (fun z => fit t (ix z)) items.

    Lemma item_is i : i < number -> exists z, In z items /\ ix z = i /\ key z = nat_key i /\ su z = suit_no i /\ price z = nth i prices 0%Z.
    Proof.
      intro L. exists (It i (nat_key i) (suit_no i) (nth i prices 0%Z)). repeat split; auto. apply in_map_iff. exists i. split; auto.
      apply in_seq. lia.
    Qed.
    Lemma in_items z : In z items -> ix z < number /\ key z = nat_key (ix z) /\ su z = suit_no (ix z) /\ price z = nth (ix z) prices 0%Z.
    Proof. intro I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. repeat split; simpl; lia. Qed.

    (* The lists of cards that match a card, made once. *)
    Variable memo : list (list item).
    Definition fits_of (t : nat) : list item := match nth_error memo t with Some l => l | None => fit_items t end.
    Hypothesis memo_ok : forall t, fits_of t = fit_items t.

    (* What a value says of a label: no run from it that stays within the passes costs less. *)
    Definition fine (l : label) (v : option Z) : Prop := forall x, v = Some x -> forall l', runs l l' -> over l' ->
      turn l' < passes -> (256 * cost l + total_of (rest l) prices + x <= 256 * cost l')%Z.

    Lemma fine_less l v x : fine l (Some v) -> (x <= v)%Z -> fine l (Some x).
    Proof. intros F L y E l' R O T. injection E as <-. specialize (F v eq_refl l' R O T). lia. Qed.

    Lemma fine_steps l v : (v <= 0)%Z -> (forall x, may l x -> turn (step l x) < passes -> exists y, fine (step l x) (Some y) /\
      (v <= 256 * (cost (step l x) - cost l) - nth x prices 0 + y)%Z) -> fine l (Some v).
    Proof.
      intros Z H y E l' R O T. injection E as <-. destruct R as [l|l x l' M R].
      - rewrite (total_none _ _ O). lia.
      - assert (Lt := proj1 (runs_later _ _ _ _ _ R)). destruct (H x M ltac:(lia)) as [y [F L]].
        specialize (F y eq_refl l' R O T). rewrite step_rest in F. rewrite total_clear in F by apply M. lia.
    Qed.

    Definition gone (g : positive) (l : label) : Prop := forall y, y < number -> mem (rest l) y = true -> mem g (suit_no y) = false.
    Definition within (a b : positive) : Prop := forall y, y < number -> mem a y = true -> mem b y = true.

    Definition sound_played g k c t : Prop := forall s l, turn l = k -> at_top l = c -> spot l = c -> gone g l ->
      within (rest l) s -> mem (rest l) c = false -> fine l (walk s t).
    Definition sound_taken g k p x v : Prop := forall l, turn l = k -> at_top l = x -> spot l = p -> gone g l ->
      mem (rest l) x = false -> fine l v.
    Definition sound_impasse g k p v : Prop := forall l, turn l = k -> spot l = p -> gone g l ->
      some_match (rest l) (at_top l) = false -> fine l v.

    Definition sound_row (g : positive) (k : nat) (o : row) : Prop :=
      (forall c t, PositiveMap.find (nat_key c) (played_at o) = Some t -> sound_played g k c t) /\
      (forall p v, PositiveMap.find (nat_key p) (impasse_at o) = Some v -> sound_impasse g k p v) /\
      (forall p m, PositiveMap.find (nat_key p) (taken_at o) = Some m ->
        forall x v, PositiveMap.find (nat_key x) m = Some v -> sound_taken g k p x v).

    (* ---- The least of some values ---- *)

    Fixpoint lowest (f : item -> Z -> option Z) (l : list item) (a : Z) : option Z :=
      match l with [] => Some a | z :: l' => match f z a with None => None | Some b => lowest f l' b end end.

    Lemma lowest_ok f : (forall z a b, f z a = Some b -> (b <= a)%Z) -> forall l a v, lowest f l a = Some v ->
      (v <= a)%Z /\ forall z, In z l -> exists a b, f z a = Some b /\ (v <= b)%Z.
    Proof.
      intros D. induction l as [|z l IH]; intros a v E; cbn [lowest] in E.
      - injection E as <-. split; [lia|intros ? []].
      - destruct (f z a) as [b|] eqn:F; [|discriminate]. destruct (IH _ _ E) as [L H]. assert (Q := D z a b F).
        split; [lia|]. intros y [<-|I]; eauto.
    Qed.

    Section Row.
      Variables (g : positive) (k : nat).
      Variable next_played : PositiveMap.t tree.            (* of the next pass *)
      Variable more_gone : list (PositiveMap.t (option Z)). (* by suit: impasses with this suit gone too *)
      Hypothesis next_ok : forall c t, PositiveMap.find (nat_key c) next_played = Some t -> sound_played g (S k) c t.
      Hypothesis more_ok : forall s m, nth_error more_gone s = Some m ->
        forall p v, PositiveMap.find (nat_key p) m = Some v -> sound_impasse (put g s) k p v.

      (* What a match costs in this pass and in the next, and whether there is a next one; computed once a row. *)
      Variables (up down : Z) (later : bool).
      Hypothesis up_is : up = (256 * (Z.of_nat k + 1))%Z.
      Hypothesis down_is : down = (256 * (Z.of_nat k + 2 + picking r))%Z.
      Hypothesis later_is : later = (S k <? passes).

      (* Card z is played by a match, from place p; the cards that are not in s are out. *)
      Definition play (played : PositiveMap.t tree) (p : nat) (s : positive) (z : item) (a : Z) : option Z :=
        if mem g (su z) || negb (mem s (ix z)) then Some a else
        if comes k p (ix z)
        then match PositiveMap.find (key z) played with
             | Some t => match walk s t with Some y => Some (Z.min a (up - price z + y)) | None => None end
             | None => None
             end
        else if later
             then match PositiveMap.find (key z) next_played with
                  | Some t => match walk s t with Some y => Some (Z.min a (down - price z + y)) | None => None end
                  | None => None
                  end
             else Some a.

      Lemma play_less played p s z a b : play played p s z a = Some b -> (b <= a)%Z.
      Proof.
        unfold play. destruct (_ || _); [intro E; injection E as <-; lia|].
        destruct (comes k p (ix z)); [|destruct later; [|intro E; injection E as <-; lia]];
          (destruct (PositiveMap.find _ _) as [t|]; [|discriminate]; destruct (walk s t); [|discriminate];
           intro E; injection E as <-; lia).
      Qed.

      (* The value of a place and a top: what a match costs, or an impasse. *)
      Definition value (played : PositiveMap.t tree) (p x of_suit : nat) (s : positive) : option Z :=
        match nth_error more_gone of_suit with
        | None => None
        | Some m => match PositiveMap.find (nat_key p) m with
                    | Some (Some i) => lowest (play played p s) (fits_of x) (Z.min 0 i)
                    | _ => None
                    end
        end.

      Lemma value_ok played p x of_suit s l : of_suit = suit_no x -> (forall c t, PositiveMap.find (nat_key c) played = Some t -> sound_played g k c t) ->
        turn l = k -> at_top l = x -> spot l = p -> gone g l -> within (rest l) s -> fine l (value played p x of_suit s).
      Proof.
        intros -> Pl Tk Tx Sp Gn Wi. unfold value. destruct (nth_error more_gone _) as [m|] eqn:Nm; [|discriminate].
        destruct (PositiveMap.find _ m) as [[i|]|] eqn:Fi; try discriminate.
        destruct (lowest _ _ _) as [v|] eqn:Lo; [|discriminate].
        destruct (lowest_ok _ (play_less played p s) _ _ _ Lo) as [Li Lz]. rewrite memo_ok in Lz.
        destruct (some_match (rest l) (at_top l)) eqn:Sm.
        - apply fine_steps; [lia|]. intros y [My [Ly Fy]] Lt. specialize (Fy Sm). rewrite Tx in Fy.
          destruct (item_is y Ly) as [z [Iz [Ez [Ek [Es Ep]]]]].
          destruct (Lz z) as [a [b [Pz Lb]]]; [apply filter_In; split; auto; now rewrite Ez|].
          unfold play in Pz. rewrite Es, Ez, (Gn y Ly My), (Wi y Ly My) in Pz. cbn [negb orb] in Pz.
          assert (Gn' : gone g (step l y)).
          { intros u Lu Mu. rewrite step_rest, mem_clear in Mu. apply andb_true_iff in Mu as [Mu _]. auto. }
          assert (Wi' : within (rest (step l y)) s).
          { intros u Lu Mu. rewrite step_rest, mem_clear in Mu. apply andb_true_iff in Mu as [Mu _]. auto. }
          assert (Ny : mem (rest (step l y)) y = false) by (rewrite step_rest, mem_clear, Nat.eqb_refl; apply andb_false_r).
          unfold OneMinuteLabels.step in *. rewrite Sm, Tk, Sp in *. destruct (comes k p y); cbn [turn cost rest at_top spot] in *.
          + rewrite Ek in Pz. destruct (PositiveMap.find (nat_key y) played) as [t|] eqn:Ft; [|discriminate].
            destruct (walk s t) as [q|] eqn:Wt; [|discriminate]. injection Pz as <-. exists q. split.
            * rewrite <- Wt. apply (Pl y t Ft); auto.
            * rewrite Ep, up_is in Lb. lia.
          + assert (La : later = true) by (rewrite later_is; apply Nat.ltb_lt; exact Lt). rewrite La in Pz.
            rewrite Ek in Pz. destruct (PositiveMap.find (nat_key y) next_played) as [t|] eqn:Ft; [|discriminate].
            destruct (walk s t) as [q|] eqn:Wt; [|discriminate]. injection Pz as <-. exists q. split.
            * rewrite <- Wt. apply (next_ok y t Ft); auto.
            * rewrite Ep, down_is in Lb. lia.
        - apply (fine_less l i); [|lia]. apply (more_ok _ m Nm p (Some i) Fi); auto.
          intros y Ly My. destruct (mem (put g (suit_no x)) (suit_no y)) eqn:Mp; auto.
          apply mem_put in Mp as [Mp|Es]; [rewrite (Gn y Ly My) in Mp; discriminate|]. exfalso.
          assert (X : some_match (rest l) (at_top l) = true); [|congruence].
          apply existsb_exists. exists y. split; auto. apply filter_In. split; [apply in_seq; lia|].
          unfold OneMinuteLabels.fit, matches. apply orb_true_iff. right. apply N.eqb_eq. unfold suit_no in Es.
          rewrite Tx. lia.
      Qed.

      (* ---- A card just played ---- *)

      Fixpoint grow (played : PositiveMap.t tree) (c of_suit : nat) (ys : list nat) (s : positive) : tree :=
        match ys with
        | [] => Leaf (value played c c of_suit s)
        | y :: ys' => Ask y (grow played c of_suit ys' s) (grow played c of_suit ys' (clear s y))
        end.

      Lemma grow_ok played c of_suit l : of_suit = suit_no c -> (forall c t, PositiveMap.find (nat_key c) played = Some t -> sound_played g k c t) ->
        turn l = k -> at_top l = c -> spot l = c -> gone g l -> forall ys s s', within (rest l) s -> within (rest l) s' ->
        fine l (walk s (grow played c of_suit ys s')).
      Proof.
        intros Su Pl Tk Tx Sp Gn. induction ys as [|y ys IH]; intros s s' W W'; cbn [grow walk].
        - now apply value_ok.
        - destruct (mem s y) eqn:M; apply IH; auto. intros u Lu Mu. rewrite mem_clear, (W' u Lu Mu). simpl.
          apply negb_true_iff, Nat.eqb_neq. intros ->. rewrite (W u Lu Mu) in M. discriminate.
      Qed.

      Variable near_of : nat -> list nat.
      Variable everything : positive.
      Hypothesis every_ok : forall y, y < number -> mem everything y = true.

      Definition add_played (played : PositiveMap.t tree) (z : item) : PositiveMap.t tree :=
        if mem g (su z) then played
        else PositiveMap.add (key z) (grow played (ix z) (su z) (near_of (ix z)) (clear everything (ix z))) played.
      Definition all_played : PositiveMap.t tree :=
        fold_left add_played (if Nat.even k then rev' items else items) (PositiveMap.empty _).

      Lemma within_clear l c : mem (rest l) c = false -> within (rest l) (clear everything c).
      Proof.
        intros N y Ly My. rewrite mem_clear, every_ok by exact Ly. simpl. apply negb_true_iff, Nat.eqb_neq. intros ->.
        congruence.
      Qed.

      Definition played_ok (m : PositiveMap.t tree) : Prop :=
        forall c t, PositiveMap.find (nat_key c) m = Some t -> sound_played g k c t.

      Lemma key_other a b : a <> b -> nat_key a <> nat_key b.
      Proof. intros N E. apply N, SuccNat2Pos.inj. exact E. Qed.

      Lemma add_played_ok m z : In z items -> played_ok m -> played_ok (add_played m z).
      Proof.
        intros I H. unfold add_played. destruct (mem g (su z)); auto. intros c t.
        destruct (in_items z I) as [_ [-> [Su _]]]. destruct (Nat.eq_dec (ix z) c) as [<-|Ne].
        - rewrite PositiveMap.gss. intro E. injection E as <-. intros s l Tk Tx Sp Gn W N.
          apply grow_ok; auto. now apply within_clear.
        - rewrite PositiveMap.gso; [apply H|]. intro E. now apply (key_other c (ix z)) in E; auto.
      Qed.

      Lemma all_played_ok : played_ok all_played.
      Proof.
        unfold all_played.
        assert (K : forall l m, (forall z, In z l -> In z items) -> played_ok m -> played_ok (fold_left add_played l m)).
        { induction l as [|z l IH]; intros m Sub H; [exact H|]. apply IH; [intros y I; apply Sub; now right|].
          apply add_played_ok; auto. apply Sub. now left. }
        apply K; [|intros c t E; rewrite PositiveMap.gempty in E; discriminate].
        intros z I. destruct (Nat.even k); auto. unfold rev' in I. rewrite <- rev_alt in I. now apply in_rev.
      Qed.

      (* ---- A card taken at an impasse ---- *)

      Variable played : PositiveMap.t tree.
      Hypothesis played_sound : played_ok played.

      Definition add_taken (p : nat) (m : PositiveMap.t (option Z)) (z : item) : PositiveMap.t (option Z) :=
        if mem g (su z) then m else PositiveMap.add (key z) (value played p (ix z) (su z) (clear everything (ix z))) m.

      Definition taken_ok p (m : PositiveMap.t (option Z)) : Prop :=
        forall x v, PositiveMap.find (nat_key x) m = Some v -> sound_taken g k p x v.

      Lemma add_taken_ok p m z : In z items -> taken_ok p m -> taken_ok p (add_taken p m z).
      Proof.
        intros I H. unfold add_taken. destruct (mem g (su z)); auto. intros x v.
        destruct (in_items z I) as [_ [-> [Su _]]]. destruct (Nat.eq_dec (ix z) x) as [<-|Ne].
        - rewrite PositiveMap.gss. intro E. injection E as <-. intros l Tk Tx Sp Gn N. apply value_ok; auto.
          now apply within_clear.
        - rewrite PositiveMap.gso; [apply H|]. intro E. now apply (key_other x (ix z)) in E; auto.
      Qed.

      Lemma fold_taken_ok p : taken_ok p (fold_left (add_taken p) items (PositiveMap.empty _)).
      Proof.
        assert (K : forall l m, (forall z, In z l -> In z items) -> taken_ok p m -> taken_ok p (fold_left (add_taken p) l m)).
        { induction l as [|z l IH]; intros m Sub H; [exact H|]. apply IH; [intros y I; apply Sub; now right|].
          apply add_taken_ok; auto. apply Sub. now left. }
        apply K; auto. intros x v E. rewrite PositiveMap.gempty in E. discriminate.
      Qed.

      (* ---- An impasse ---- *)

      Definition handled (p i : nat) : Z := (256 * (Z.of_nat k + if comes k p i then 1 else 2))%Z.

      Definition take (m : PositiveMap.t (option Z)) (p : nat) (z : item) (a : Z) : option Z :=
        if mem g (su z) then Some a else
        match PositiveMap.find (key z) m with
        | Some (Some y) => Some (Z.min a (handled p (ix z) - price z + y))
        | _ => None
        end.

      Lemma impasse_ok p m : taken_ok p m -> sound_impasse g k p (lowest (take m p) items 0).
      Proof.
        intros H l Tk Sp Gn Sm. destruct (lowest _ _ _) as [v|] eqn:Lo; [|discriminate].
        assert (D : forall z a b, take m p z a = Some b -> (b <= a)%Z).
        { intros z a b. unfold take. destruct (mem g (su z)); [intro E; injection E as <-; lia|].
          destruct (PositiveMap.find _ _) as [[y|]|]; try discriminate. intro E. injection E as <-. lia. }
        destruct (lowest_ok _ D _ _ _ Lo) as [L0 Lz]. apply fine_steps; [lia|]. intros y [My [Ly _]] Lt.
        destruct (item_is y Ly) as [z [Iz [Ez [Ek [Es Ep]]]]]. destruct (Lz z Iz) as [a [b [Tz Lb]]].
        unfold take in Tz. rewrite Es, Ez, (Gn y Ly My), Ek in Tz.
        destruct (PositiveMap.find (nat_key y) m) as [[q|]|] eqn:Fy; try discriminate. injection Tz as <-.
        assert (Ny : mem (rest (step l y)) y = false) by (rewrite step_rest, mem_clear, Nat.eqb_refl; apply andb_false_r).
        assert (Gn' : gone g (step l y)).
        { intros u Lu Mu. rewrite step_rest, mem_clear in Mu. apply andb_true_iff in Mu as [Mu _]. auto. }
        exists q. split.
        - apply (H y (Some q) Fy); auto; [|now rewrite step_top|]; unfold OneMinuteLabels.step; rewrite Sm; auto.
        - rewrite Ep in Lb. unfold OneMinuteLabels.step. rewrite Sm, Tk, Sp. cbn [cost]. unfold handled in Lb. revert Lb.
          destruct (comes k p y); intro Lb; lia.
      Qed.

      (* ---- The row ---- *)

      Variable wanted : nat -> bool.         (* the places at which an impasse can come *)

      Definition add_place (o : PositiveMap.t (option Z) * PositiveMap.t (PositiveMap.t (option Z))) (p : nat) :=
        if wanted p
        then let m := fold_left (add_taken p) items (PositiveMap.empty _) in
             (PositiveMap.add (nat_key p) (lowest (take m p) items 0) (fst o), PositiveMap.add (nat_key p) m (snd o))
        else o.

      Definition finish_row : row :=
        let o := fold_left add_place (seq 0 (S number)) (PositiveMap.empty _, PositiveMap.empty _) in
        Row played (fst o) (snd o).

      Lemma finish_row_ok : sound_row g k finish_row.
      Proof.
        assert (K : forall l o,
          ((forall p v, PositiveMap.find (nat_key p) (fst o) = Some v -> sound_impasse g k p v) /\
           (forall p m, PositiveMap.find (nat_key p) (snd o) = Some m -> taken_ok p m)) ->
          ((forall p v, PositiveMap.find (nat_key p) (fst (fold_left add_place l o)) = Some v -> sound_impasse g k p v) /\
           (forall p m, PositiveMap.find (nat_key p) (snd (fold_left add_place l o)) = Some m -> taken_ok p m))).
        { induction l as [|p l IH]; intros o H; [exact H|]. apply IH. unfold add_place. destruct (wanted p); auto.
          destruct H as [H1 H2]. cbn [fst snd]. assert (Ft := fold_taken_ok p). split; intros p' v.
          - destruct (Nat.eq_dec p p') as [<-|Ne].
            + rewrite PositiveMap.gss. intro E. injection E as <-. now apply impasse_ok.
            + rewrite PositiveMap.gso; [apply H1|]. intro E. now apply (key_other p' p) in E; auto.
          - destruct (Nat.eq_dec p p') as [<-|Ne].
            + rewrite PositiveMap.gss. intro E. injection E as <-. exact Ft.
            + rewrite PositiveMap.gso; [apply H2|]. intro E. now apply (key_other p' p) in E; auto. }
        unfold sound_row, finish_row. cbn [played_at impasse_at taken_at]. split; [exact played_sound|].
        apply K. cbn [fst snd]. split; intros p v E; rewrite PositiveMap.gempty in E; discriminate.
      Qed.
    End Row.

    (* ---- All rows of a set of suits gone, from the last pass down; all sets, the larger ones first ---- *)

    Definition store := PositiveMap.t (list row).
    Definition sound_store (st : store) : Prop := forall g rows, PositiveMap.find g st = Some rows ->
      forall k o, nth_error rows k = Some o -> sound_row g k o.

    Variable nears : list (list (list nat)).
    Variable everything : positive.
    Hypothesis every_ok : forall y, y < number -> mem everything y = true.

    Definition none_at : PositiveMap.t (option Z) := PositiveMap.empty _.
    Definition more_of (st : store) (g : positive) (k : nat) : list (PositiveMap.t (option Z)) :=
      map (fun s => match PositiveMap.find (put g s) st with
                    | Some rows => match nth_error rows k with Some o => impasse_at o | None => none_at end
                    | None => none_at end) (seq 0 4).

    Definition want (g : positive) (k p : nat) : bool := mem g (suit_no p) || (Nat.eqb k 0 && Nat.eqb p w).

    Definition make_row (st : store) (g : positive) (k : nat) (next_played : PositiveMap.t tree) : row :=
      let more := more_of st g k in
      let here := nth k nears [] in
      let near_of := fun c => nth c here [] in
      let up := (256 * (Z.of_nat k + 1))%Z in
      let down := (256 * (Z.of_nat k + 2 + picking r))%Z in
      let later := S k <? passes in
      let played := all_played g k next_played more up down later near_of everything in
      finish_row g k next_played more up down later everything played (want g k).

    Fixpoint rows_of (st : store) (g : positive) (todo k : nat) : list row :=
      match todo with
      | 0 => []
      | S t => let after := rows_of st g t (S k) in
               make_row st g k (match after with [] => PositiveMap.empty _ | o :: _ => played_at o end) :: after
      end.

    Lemma more_of_ok st g k : sound_store st -> forall s m, nth_error (more_of st g k) s = Some m ->
      forall p v, PositiveMap.find (nat_key p) m = Some v -> sound_impasse (put g s) k p v.
    Proof.
      intros H s m E p v F. unfold more_of in E. rewrite nth_error_map in E.
      destruct (nth_error (seq 0 4) s) as [s'|] eqn:Ns; [|discriminate]. injection E as <-.
      assert (s' = s) as ->.
      { assert (L : s < 4) by (rewrite <- (seq_length 4 0); apply nth_error_Some; congruence).
        apply (nth_error_nth _ _ 0) in Ns. rewrite seq_nth in Ns; lia. }
      destruct (PositiveMap.find (put g s) st) as [rows|] eqn:Fr; [|rewrite PositiveMap.gempty in F; discriminate].
      destruct (nth_error rows k) as [o|] eqn:No; [|rewrite PositiveMap.gempty in F; discriminate].
      destruct (H _ _ Fr _ _ No) as [_ [H2 _]]. auto.
    Qed.

    Lemma rows_of_ok st g : sound_store st -> forall todo k j o, nth_error (rows_of st g todo k) j = Some o -> sound_row g (k + j) o.
    Proof.
      intro H. induction todo as [|t IH]; intros k j o E; [destruct j; discriminate|]. cbn [rows_of] in E.
      destruct j as [|j]; [|cbn [nth_error] in E; replace (k + S j) with (S k + j) by lia; apply IH; exact E].
      injection E as <-. rewrite Nat.add_0_r.
      set (np := match rows_of st g t (S k) with [] => PositiveMap.empty tree | o :: _ => played_at o end).
      assert (Np : forall c u, PositiveMap.find (nat_key c) np = Some u -> sound_played g (S k) c u).
      { intros c u F. unfold np in F. destruct (rows_of st g t (S k)) as [|o l] eqn:R;
          [rewrite PositiveMap.gempty in F; discriminate|].
        assert (Q := IH (S k) 0 o). rewrite R in Q. destruct (Q eq_refl) as [Q1 _]. rewrite Nat.add_0_r in Q1. auto. }
      unfold make_row. assert (Mo := more_of_ok st g k H). apply finish_row_ok; auto. apply all_played_ok; auto.
    Qed.

    Definition sets_of_suits : list positive := [31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17; 16]%positive.

    Definition all_rows : store :=
      fold_left (fun st g => PositiveMap.add g (rows_of st g passes 0) st) sets_of_suits (PositiveMap.empty _).

    Lemma all_rows_ok : sound_store all_rows.
    Proof.
      unfold all_rows.
      assert (K : forall l st, sound_store st ->
        sound_store (fold_left (fun st g => PositiveMap.add g (rows_of st g passes 0) st) l st)).
      { induction l as [|g l IH]; intros st H; [exact H|]. apply IH. intros g' rows F k o N.
        destruct (Pos.eq_dec g g') as [<-|Ne].
        - rewrite PositiveMap.gss in F. injection F as <-. exact (rows_of_ok st g H passes 0 k o N).
        - rewrite PositiveMap.gso in F by congruence. exact (H _ _ F _ _ N). }
      apply K. intros g rows F. rewrite PositiveMap.gempty in F. discriminate.
    Qed.

    (* ---- What the tables say of a label ---- *)

    Definition digit (b : bool) (s : positive) : positive := if b then xI s else xO s.
    Definition suits_gone (masks : list positive) (s : positive) (t : nat) : positive :=
      let out := fun i => match nth_error masks i with Some m => negb (Nat.eqb i t) && disjoint s m | None => false end in
      digit (out 0) (digit (out 1) (digit (out 2) (digit (out 3) xH))).

    Variable masks : list positive.
    Hypothesis masks_ok : forall i m, nth_error masks i = Some m -> forall y, y < number -> suit_no y = i -> mem m y = true.

    Lemma suits_gone_ok l t : gone (suits_gone masks (rest l) t) l.
    Proof.
      intros y Ly My. destruct (mem _ (suit_no y)) eqn:E; auto. exfalso. unfold suits_gone in E.
      assert (K : forall i, suit_no y = i -> match nth_error masks i with
        | Some m => negb (Nat.eqb i t) && disjoint (rest l) m | None => false end = true -> False).
      { intros i Ei H. destruct (nth_error masks i) as [m|] eqn:N; [|discriminate]. apply andb_true_iff in H as [_ H].
        exact (disjoint_ok _ _ y H My (masks_ok i m N y Ly Ei)). }
      remember (suit_no y) as i eqn:Ei.
      assert (Q : forall b s, mem (digit b s) 0 = b) by (intros [|] s; reflexivity).
      assert (Q' : forall b s j, mem (digit b s) (S j) = mem s j) by (intros [|] s j; reflexivity).
      destruct i as [|[|[|[|i]]]]; rewrite ?Q', ?Q in E; try (eapply K; [reflexivity|exact E]). destruct i; discriminate.
    Qed.

    Definition tables_say (st : store) (l : label) (top_key : positive) (top_suit : nat) : option Z :=
      match PositiveMap.find (suits_gone masks (rest l) top_suit) st with
      | None => None
      | Some rows =>
          match nth_error rows (turn l) with
          | None => None
          | Some o =>
              if Nat.eqb (at_top l) (spot l)
              then match PositiveMap.find top_key (played_at o) with Some t => walk (rest l) t | None => None end
              else match PositiveMap.find (nat_key (spot l)) (taken_at o) with
                   | Some m => match PositiveMap.find top_key m with Some v => v | None => None end
                   | None => None
                   end
          end
      end.

    Lemma tables_say_ok st l t : sound_store st -> mem (rest l) (at_top l) = false ->
      fine l (tables_say st l (nat_key (at_top l)) t).
    Proof.
      intros H N. unfold tables_say. assert (Gn := suits_gone_ok l t).
      destruct (PositiveMap.find _ st) as [rows|] eqn:F; [|discriminate].
      destruct (nth_error rows (turn l)) as [o|] eqn:No; [|discriminate]. destruct (H _ _ F _ _ No) as [H1 [_ H3]].
      destruct (Nat.eqb_spec (at_top l) (spot l)) as [E|_].
      - destruct (PositiveMap.find _ (played_at o)) as [u|] eqn:Ft; [|discriminate].
        apply (H1 _ _ Ft); auto. intros y _ M. exact M.
      - destruct (PositiveMap.find _ (taken_at o)) as [m|] eqn:Fm; [|discriminate].
        destruct (PositiveMap.find _ m) as [v|] eqn:Fv; [|discriminate]. apply (H3 _ _ Fm _ _ Fv); auto.
    Qed.

    (* No run from the label stays below the target and within the passes. *)
    Definition dead (st : store) (l : label) (sum : Z) (top_key : positive) (top_suit : nat) : bool :=
      (passes <=? turn l) || (target <=? cost l)%Z ||
      match tables_say st l top_key top_suit with
      | Some v => (256 * (target - 1) <? 256 * cost l + sum + v)%Z
      | None => false
      end.

    Definition good (l : label) : Prop := wins l /\ mem (rest l) (at_top l) = false.

    Lemma dead_ok st l t : sound_store st -> good l -> dead st l (total_of (rest l) prices) (nat_key (at_top l)) t = false.
    Proof.
      intros H [[l' [R [O [C T]]]] N]. unfold dead. destruct (runs_later _ _ _ _ _ R) as [Lt Lc].
      apply orb_false_iff. split; [apply orb_false_iff; split; [apply Nat.leb_gt; lia|apply Z.leb_gt; lia]|].
      assert (F := tables_say_ok st l t H N). destruct (tables_say _ _ _ _) as [v|]; auto.
      specialize (F v eq_refl l' R O T). apply Z.ltb_ge. lia.
    Qed.

    (* ---- A layer ---- *)

    (* The labels that follow, by their cards left, and the sets of cards left. *)
    Definition layer : Type := PositiveMap.t (list label) * list positive.
    Definition no_labels : layer := (PositiveMap.empty _, []).

    Definition dominatesb (a b : label) : bool :=
      Nat.eqb (at_top a) (at_top b) &&
      (cost a + picking r * Z.of_nat (turn b) <=? cost b + picking r * Z.of_nat (turn a))%Z &&
      ((turn a <? turn b) || (Nat.eqb (turn a) (turn b) &&
        (Nat.eqb (spot a) (spot b) ||
         forallb (fun x => negb (mem (rest b) x) || negb (comes (turn b) (spot b) x) || comes (turn a) (spot a) x) (seq 0 number)))).

    Lemma dominatesb_ok a b : rest a = rest b -> dominatesb a b = true -> good b -> good a.
    Proof.
      intros E D [W N]. unfold dominatesb in D. apply andb_true_iff in D as [D T]. apply andb_true_iff in D as [Et C].
      apply Nat.eqb_eq in Et. apply Z.leb_le in C. split; [|now rewrite E, Et].
      apply (dominates_wins r cs base target passes a b); auto. split; auto. split; auto. split; auto.
      apply orb_true_iff in T as [T|T]; [left; now apply Nat.ltb_lt|]. right. apply andb_true_iff in T as [T P].
      apply Nat.eqb_eq in T. split; auto. intros x Lx Mx Cx. apply orb_true_iff in P as [P|P].
      - apply Nat.eqb_eq in P. congruence.
      - rewrite forallb_forall in P. specialize (P x ltac:(apply in_seq; lia)). rewrite Mx, Cx in P. exact P.
    Qed.

    Definition insert (l : label) (y : layer) : layer :=
      match PositiveMap.find (rest l) (fst y) with
      | None => (PositiveMap.add (rest l) [l] (fst y), rest l :: snd y)
      | Some b => if existsb (fun e => dominatesb e l) b then y
                  else (PositiveMap.add (rest l) (l :: filter (fun e => negb (dominatesb l e)) b) (fst y), snd y)
      end.

    Definition has (y : layer) (l : label) : Prop :=
      exists b, PositiveMap.find (rest l) (fst y) = Some b /\ In l b /\ In (rest l) (snd y).
    Definition shelved (y : layer) : Prop := forall k b, PositiveMap.find k (fst y) = Some b ->
      In k (snd y) /\ forall l, In l b -> rest l = k.
    Definition some_good (y : layer) : Prop := exists l, has y l /\ good l.

    Lemma insert_ok l y : shelved y -> shelved (insert l y) /\ (some_good y -> some_good (insert l y)) /\
      (good l -> some_good (insert l y)).
    Proof.
      intros Sh. unfold insert. destruct (PositiveMap.find (rest l) (fst y)) as [b|] eqn:F.
      - destruct (Sh _ _ F) as [Ik Rb]. destruct (existsb _ b) eqn:Ex.
        + split; auto. split; auto. intro G. apply existsb_exists in Ex as [e [Ie D]]. exists e. split.
          * exists b. rewrite (Rb e Ie). auto.
          * apply (dominatesb_ok e l); auto.
        + assert (New : good l -> some_good (PositiveMap.add (rest l) (l :: filter (fun e => negb (dominatesb l e)) b) (fst y), snd y)).
          { intro G. exists l. split; auto. eexists. cbn [fst snd]. rewrite PositiveMap.gss. split; [reflexivity|].
            split; [now left|exact Ik]. }
          split; [|split; auto].
          * intros k b'. cbn [fst snd]. destruct (Pos.eq_dec (rest l) k) as [<-|Ne].
            -- rewrite PositiveMap.gss. intro E. injection E as <-. split; auto. intros e [<-|Ie]; auto.
               apply filter_In in Ie as [Ie _]. auto.
            -- rewrite PositiveMap.gso by congruence. apply Sh.
          * intros [e [[b' [Fe [Ie Ike]]] G]]. destruct (Pos.eq_dec (rest l) (rest e)) as [E|Ne].
            -- rewrite <- E, F in Fe. injection Fe as <-. destruct (dominatesb l e) eqn:D.
               ++ apply New. now apply (dominatesb_ok l e).
               ++ exists e. split; auto. eexists. cbn [fst snd]. rewrite <- E, PositiveMap.gss. split; [reflexivity|].
                  split; [|exact Ik]. right. apply filter_In. split; auto. now rewrite D.
            -- exists e. split; auto. exists b'. cbn [fst snd]. rewrite PositiveMap.gso by congruence. auto.
      - split; [|split].
        + intros k b'. cbn [fst snd]. destruct (Pos.eq_dec (rest l) k) as [<-|Ne].
          * rewrite PositiveMap.gss. intro E. injection E as <-. split; [now left|]. intros e [<-|[]]. reflexivity.
          * rewrite PositiveMap.gso by congruence. intro E. destruct (Sh _ _ E). split; auto. now right.
        + intros [e [[b' [Fe [Ie Ike]]] G]]. exists e. split; auto. exists b'. cbn [fst snd].
          rewrite PositiveMap.gso by congruence. split; auto. split; auto. now right.
        + intro G. exists l. split; auto. eexists. cbn [fst snd]. rewrite PositiveMap.gss. split; [reflexivity|].
          split; now left.
    Qed.

    Definition labels_of (y : layer) : list label :=
      fold_left (fun acc k => match PositiveMap.find k (fst y) with Some b => rev_append b acc | None => acc end) (snd y) [].

    Lemma labels_of_has y l : has y l -> In l (labels_of y).
    Proof.
      intros [b [F [I K]]]. unfold labels_of.
      assert (Keep : forall ks acc, In l acc -> In l (fold_left (fun acc k => match PositiveMap.find k (fst y) with
        | Some b => rev_append b acc | None => acc end) ks acc)).
      { induction ks as [|k ks IH]; intros acc H; [exact H|]. apply IH. destruct (PositiveMap.find k (fst y)); auto.
        rewrite rev_append_rev, in_app_iff. auto. }
      assert (Q : forall ks acc, In (rest l) ks -> In l (fold_left (fun acc k => match PositiveMap.find k (fst y) with
        | Some b => rev_append b acc | None => acc end) ks acc)).
      { induction ks as [|k ks IH]; intros acc H; [destruct H|]. cbn [fold_left]. destruct H as [->|H]; [|auto].
        apply Keep. rewrite F, rev_append_rev, in_app_iff, <- in_rev. auto. }
      now apply Q.
    Qed.

    (* ---- What follows a label ---- *)

    Definition next (matched : bool) (l : label) (x : nat) : label :=
      let k := turn l in
      if matched
      then if comes k (spot l) x
           then Label (clear (rest l) x) x k x (cost l + Z.of_nat k + 1)
           else Label (clear (rest l) x) x (S k) x (cost l + Z.of_nat k + 2 + picking r)
      else Label (clear (rest l) x) x k (spot l) (cost l + Z.of_nat k + if comes k (spot l) x then 1 else 2).

    Definition add_next (st : store) (matched : bool) (l : label) (sum : Z) (y : layer) (z : item) : layer :=
      let l' := next matched l (ix z) in
      if dead st l' (sum - price z) (key z) (su z) then y else insert l' y.

    Definition expand (st : store) (y : layer) (l : label) : layer :=
      let sum := total_of (rest l) prices in
      match filter (fun z => mem (rest l) (ix z)) (fits_of (at_top l)) with
      | [] => match filter (fun z => mem (rest l) (ix z)) items with
              | [] => insert l y
              | zs => fold_left (add_next st false l sum) zs y
              end
      | zs => fold_left (add_next st true l sum) zs y
      end.

    Lemma add_next_ok st matched l y z : sound_store st -> shelved y -> In z items -> mem (rest l) (ix z) = true ->
      some_match (rest l) (at_top l) = matched ->
      let y' := add_next st matched l (total_of (rest l) prices) y z in
      shelved y' /\ (some_good y -> some_good y') /\ (wins (step l (ix z)) -> some_good y').
    Proof.
      intros H Sh Iz Mz Sm. cbv zeta. unfold add_next.
      assert (E : next matched l (ix z) = step l (ix z)) by (unfold next, OneMinuteLabels.step; now rewrite Sm).
      rewrite E. destruct (in_items z Iz) as [_ [Ek [_ Ep]]].
      assert (G : wins (step l (ix z)) -> good (step l (ix z))).
      { intro W. split; auto. rewrite step_rest, step_top, mem_clear, Nat.eqb_refl. apply andb_false_r. }
      destruct (dead _ _ _ _ _) eqn:D.
      - split; auto. split; auto. intro W. exfalso. assert (Q := dead_ok st _ (su z) H (G W)).
        rewrite step_rest, step_top, total_clear, <- Ep, <- Ek in Q by exact Mz. congruence.
      - destruct (insert_ok (step l (ix z)) y Sh) as [H1 [H2 H3]]. auto.
    Qed.

    Lemma fold_next_ok st matched l : sound_store st -> some_match (rest l) (at_top l) = matched -> forall zs y,
      shelved y -> (forall z, In z zs -> In z items /\ mem (rest l) (ix z) = true) ->
      let y' := fold_left (add_next st matched l (total_of (rest l) prices)) zs y in
      shelved y' /\ (some_good y -> some_good y') /\ (forall z, In z zs -> wins (step l (ix z)) -> some_good y').
    Proof.
      intros H Sm. induction zs as [|z zs IH]; intros y Sh Zs; cbv zeta; cbn [fold_left].
      - split; auto. split; auto. intros ? [].
      - destruct (Zs z (or_introl eq_refl)) as [Iz Mz]. destruct (add_next_ok st matched l y z H Sh Iz Mz Sm) as [H1 [H2 H3]].
        destruct (IH _ H1 ltac:(intros u Iu; apply Zs; now right)) as [K1 [K2 K3]]. split; auto. split; auto.
        intros u [<-|Iu] W; eauto.
    Qed.

    Lemma expand_ok st y l : sound_store st -> shelved y ->
      shelved (expand st y l) /\ (some_good y -> some_good (expand st y l)) /\ (good l -> some_good (expand st y l)).
    Proof.
      intros H Sh. unfold expand. rewrite memo_ok.
      assert (Fits : forall x, x < number -> mem (rest l) x = true -> fit (at_top l) x = true ->
        exists z, ix z = x /\ In z (filter (fun z => mem (rest l) (ix z)) (fit_items (at_top l)))).
      { intros x Lx Mx Fx. destruct (item_is x Lx) as [z [Iz [Ez _]]]. exists z. split; auto. apply filter_In.
        rewrite Ez. split; auto. apply filter_In. rewrite Ez. auto. }
      destruct (filter _ (fit_items (at_top l))) as [|z0 zs0] eqn:Fm.
      - assert (Sm : some_match (rest l) (at_top l) = false).
        { destruct (some_match _ _) eqn:Sm; auto. apply existsb_exists in Sm as [x [Ix Mx]].
          apply filter_In in Ix as [Ix Fx]. apply in_seq in Ix. destruct (Fits x ltac:(lia) Mx Fx) as [z [_ []]]. }
        destruct (filter _ items) as [|z1 zs1] eqn:Fi; [apply insert_ok; exact Sh|]. rewrite <- Fi.
        destruct (fold_next_ok st false l H Sm (filter (fun z => mem (rest l) (ix z)) items) y Sh) as [H1 [H2 H3]].
        { intros z Iz. now apply filter_In in Iz. }
        split; auto. split; auto. intros [W N]. destruct (wins_step _ _ _ _ _ _ W) as [O|[x [[Mx [Lx _]] Wx]]].
        + exfalso. assert (Iz : In z1 (filter (fun z => mem (rest l) (ix z)) items)) by (rewrite Fi; now left).
          apply filter_In in Iz as [_ Mz]. rewrite O in Mz. discriminate.
        + destruct (item_is x Lx) as [z [Iz [Ez _]]]. apply (H3 z); [apply filter_In; rewrite Ez; auto|now rewrite Ez].
      - assert (Sub : forall z, In z (z0 :: zs0) -> In z items /\ mem (rest l) (ix z) = true /\ fit (at_top l) (ix z) = true).
        { rewrite <- Fm. intros z Iz. apply filter_In in Iz as [Iz Mz]. apply filter_In in Iz as [Iz Fz]. auto. }
        assert (Sm : some_match (rest l) (at_top l) = true).
        { destruct (Sub z0 (or_introl eq_refl)) as [Iz [Mz Fz]]. apply existsb_exists. exists (ix z0). split; auto.
          apply filter_In. split; auto. apply in_seq. destruct (in_items z0 Iz). lia. }
        destruct (fold_next_ok st true l H Sm (z0 :: zs0) y Sh) as [H1 [H2 H3]].
        { intros z Iz. destruct (Sub z Iz) as [? [? _]]. auto. }
        split; auto. split; auto. intros [W N]. destruct (wins_step _ _ _ _ _ _ W) as [O|[x [[Mx [Lx Fx]] Wx]]].
        + exfalso. destruct (Sub z0 (or_introl eq_refl)) as [_ [Mz _]]. rewrite O in Mz. discriminate.
        + destruct (Fits x Lx Mx (Fx Sm)) as [z [<- Iz]]. exact (H3 z Iz Wx).
    Qed.

    Definition all_next (st : store) (ls : list label) : list label := labels_of (fold_left (expand st) ls no_labels).

    Lemma all_next_ok st ls : sound_store st -> (exists l, In l ls /\ good l) -> exists l, In l (all_next st ls) /\ good l.
    Proof.
      intros H [l [I G]]. unfold all_next.
      assert (K : forall ls y, shelved y -> shelved (fold_left (expand st) ls y) /\
        (some_good y -> some_good (fold_left (expand st) ls y)) /\ (In l ls -> some_good (fold_left (expand st) ls y))).
      { clear I ls. induction ls as [|e ls IH]; intros y Sh; cbn [fold_left]; [split; auto; split; auto; intros []|].
        destruct (expand_ok st y e H Sh) as [H1 [H2 H3]]. destruct (IH _ H1) as [K1 [K2 K3]].
        split; auto. split; auto. intros [->|I]; auto. }
      destruct (K ls no_labels) as [_ [_ Q]]; [intros k b E; cbn in E; rewrite PositiveMap.gempty in E; discriminate|].
      destruct (Q I) as [e [He Ge]]. exists e. split; auto. now apply labels_of_has.
    Qed.

    Definition drop (st : store) (ls : list label) : list label :=
      fold_left (fun acc l => if dead st l (total_of (rest l) prices) (nat_key (at_top l)) (suit_no (at_top l)) then acc else l :: acc) ls [].

    Lemma drop_ok st ls : sound_store st -> (exists l, In l ls /\ good l) -> exists l, In l (drop st ls) /\ good l.
    Proof.
      intros H [l [I G]]. exists l. split; auto. unfold drop. assert (D := dead_ok st l (suit_no (at_top l)) H G).
      assert (K : forall ls acc, In l acc \/ In l ls -> In l (fold_left (fun acc l => if dead st l (total_of (rest l) prices)
        (nat_key (at_top l)) (suit_no (at_top l)) then acc else l :: acc) ls acc)).
      { clear I ls. induction ls as [|e ls IH]; intros acc [I|I]; cbn [fold_left].
        - exact I.
        - destruct I.
        - apply IH. left. destruct (dead st e _ _ _); [exact I|now right].
        - apply IH. destruct I as [->|I]; [|now right]. left. rewrite D. now left. }
      apply K. auto.
    Qed.
  End Prices.

  (* ---- All layers ---- *)

  Definition mask (s : nat) : positive :=
    fold_right (fun c m => if Nat.eqb (N.to_nat (suit c)) s then xI m else xO m) xH cs.

  Lemma mask_ok s y : y < number -> suit_no y = s -> mem (mask s) y = true.
  Proof.
    unfold suit_no, OneMinuteLabels.card_of, mask, OneMinuteLabels.number. intros L E.
    rewrite app_nth1 in E by exact L. revert y L E.
    induction cs as [|c l IH]; intros [|y] L E; simpl in *; try lia.
    - rewrite E, Nat.eqb_refl. reflexivity.
    - destruct (Nat.eqb _ s); simpl; apply IH; auto; lia.
  Qed.

  Definition make_memo (prices : list Z) : list (list item) := map (fit_items prices) (seq 0 (S number)).

  Lemma make_memo_ok prices t : fits_of prices (make_memo prices) t = fit_items prices t.
  Proof.
    unfold fits_of, make_memo. rewrite nth_error_map. destruct (nth_error (seq 0 (S number)) t) as [u|] eqn:E; auto.
    cbn [option_map]. assert (L : t < S number) by (rewrite <- (seq_length (S number) 0); apply nth_error_Some; congruence).
    apply (nth_error_nth _ _ 0) in E. rewrite seq_nth in E by exact L. now subst.
  Qed.

  Record tables := Tables { its_prices : list Z; its_memo : list (list item); its_store : store }.

  Definition make_tables (o : group) : tables :=
    let memo := make_memo (prices_of o) in
    Tables (prices_of o) memo (all_rows (prices_of o) memo (near o) (full number)).

  Definition sound_tables (t : tables) : Prop :=
    (forall x, fits_of (its_prices t) (its_memo t) x = fit_items (its_prices t) x) /\
    sound_store (its_prices t) (its_store t).

  Lemma make_tables_ok o : sound_tables (make_tables o).
  Proof.
    unfold make_tables, sound_tables. cbn [its_prices its_memo its_store]. split; [apply make_memo_ok|].
    apply all_rows_ok; [apply make_memo_ok|]. intros y L. rewrite mem_full. now apply Nat.ltb_lt.
  Qed.

  (* More labels than `most` are given up. *)
  Fixpoint layers (masks : list positive) (todo i : nat) (most : N) (groups : list group) (now : option tables)
    (ls : list label) : option (list label) :=
    match todo with
    | 0 => Some ls
    | S todo' =>
        let '(groups', now', ls') :=
          match groups with
          | o :: rest => if Nat.eqb (from_layer o) i
                         then let t := make_tables o in
                              (rest, Some t, if Nat.eqb i 0 then ls else drop (its_prices t) masks (its_store t) ls)
                         else (groups, now, ls)
          | [] => (groups, now, ls)
          end in
        match now' with
        | None => None
        | Some t =>
            let n := Cards.count ls' in
            if (most <? n)%N then None
            else layers masks todo' (S i) (most - n) groups' now'
                   (all_next (its_prices t) (its_memo t) masks (its_store t) ls')
        end
    end.

  Lemma layers_ok masks : (forall i m, nth_error masks i = Some m -> forall y, y < number -> suit_no y = i -> mem m y = true) ->
    forall todo i most groups now ls out, (forall t, now = Some t -> sound_tables t) ->
    layers masks todo i most groups now ls = Some out -> (exists l, In l ls /\ good l) -> exists l, In l out /\ good l.
  Proof.
    intros Mk. induction todo as [|todo IH]; intros i most groups now ls out Sn E G; cbn [layers] in E.
    - injection E as <-. exact G.
    - set (c := match groups with
        | o :: rest => if Nat.eqb (from_layer o) i
                       then let t := make_tables o in
                            (rest, Some t, if Nat.eqb i 0 then ls else drop (its_prices t) masks (its_store t) ls)
                       else (groups, now, ls)
        | [] => (groups, now, ls) end) in E.
      assert (Q : (forall t, snd (fst c) = Some t -> sound_tables t) /\ exists l, In l (snd c) /\ good l).
      { unfold c. destruct groups as [|o rest]; [auto|]. destruct (Nat.eqb (from_layer o) i); [|auto]. cbv zeta. cbn [fst snd].
        assert (S1 := make_tables_ok o). split; [intros t Et; injection Et as <-; exact S1|].
        destruct (Nat.eqb i 0); [exact G|]. destruct S1 as [_ S1]. apply drop_ok; auto. }
      destruct c as [[groups' now'] ls']. cbn [fst snd] in Q. destruct Q as [Q1 Q2]. destruct now' as [t|]; [|discriminate].
      cbv zeta in E. destruct (most <? Cards.count ls')%N; [discriminate|].
      destruct (Q1 t eq_refl) as [S1 S2]. eapply IH; [exact Q1|exact E|]. apply all_next_ok; auto.
  Qed.
End Priced.

(* ---- The check ---- *)

(* The base is laid. *)
Definition begun (r : rules) (p : position) : position := if laid p then p else after_move r p (Play (top p) 0 0).

(* So many passes cost as much as the target. *)
Definition enough (n first target pick : Z) (m : nat) : bool :=
  (2 * target <=? 2 * first + 2 * n + Z.of_nat m * (Z.of_nat m + 1) + 2 * pick * Z.of_nat m)%Z.
Fixpoint least_passes (fuel : nat) (n first target pick : Z) (m : nat) : nat :=
  match fuel with 0 => m | S f => if enough n first target pick m then m else least_passes f n first target pick (S m) end.

Definition most_labels : N := 40000000.

Definition priced_check (r : rules) (p : position) (bound : option N) (groups : list group) : outcome :=
  match bound with
  | None => Unable
  | Some b =>
      let q := begun r p in
      let cs := rev (waste q) ++ hand q in
      let l := first_label cs q in
      let target := Z.of_N b in
      let m := least_passes 64 (Z.of_nat (length cs)) (cost l) target (picking r) 1 in
      if negb (always_play r) && laid q && enough (Z.of_nat (length cs)) (cost l) target (picking r) m
      then if negb (forallb (fun o => length (near o) <=? m) groups) then Wrong else
           match layers r cs (top q) target m (length (waste q)) (map (mask cs) (seq 0 4)) (length cs) 0 most_labels groups
             None [l] with
           | Some [] => Found (Proven (budget r <? b)%N (Some b))
           | Some _ => Wrong
           | None => Unable
           end
      else Unable
  end.

Lemma begun_paths r p l q s : path (one_minute r) p l q -> final q = Some s -> exists l', path (one_minute r) (begun r p) l' q.
Proof.
  unfold begun. intros H F. destruct (laid p) eqn:La; [eauto|]. destruct H as [p|p m q1 l q I H].
  - unfold final in F. rewrite La in F. discriminate.
  - exists l. apply next_in in I as [I ->]. cbn in I. unfold legal in I. rewrite La in I. destruct I as [<-|[]]. exact H.
Qed.

Theorem priced_sound r p bound groups e : priced_check r p bound groups = Found e -> shows (one_minute r) p e.
Proof.
  unfold priced_check. destruct bound as [b|]; [|discriminate]. cbv zeta. set (q0 := begun r p).
  set (cs := rev (waste q0) ++ hand q0). set (l0 := first_label cs q0).
  set (m := least_passes 64 _ _ _ _ 1).
  destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C as [C En]. apply andb_true_iff in C as [Fr La].
  apply negb_true_iff in Fr. destruct (negb (forallb _ groups)); [discriminate|].
  destruct (layers _ _ _ _ _ _ _ _ _ _ _ _ _) as [[|]|] eqn:L; try discriminate. intro E. injection E as <-.
  assert (Costs : forall l q s, path (one_minute r) p l q -> final q = Some s -> (b <= s)%N).
  { intros l q s H F. destruct (begun_paths r p l q s H F) as [l' H'].
    assert (St := first_stands cs (top q0) q0 La eq_refl eq_refl).
    destruct (path_runs r cs (top q0) Fr q0 l' q H' _ St) as [x [R Sx]].
    destruct (stands_final cs (top q0) x q s Sx F) as [O Cx].
    destruct (N.le_gt_cases b s) as [Q|Q]; auto. exfalso.
    assert (Lt : turn x < m).
    { destruct (Nat.lt_ge_cases (turn x) m) as [T|T]; auto. exfalso.
      assert (Po := potential_runs _ _ _ _ _ R). unfold potential in Po. rewrite (size_none _ O) in Po.
      cbn [first_label rest turn] in Po. rewrite size_full in Po. unfold enough in En. apply Z.leb_le in En.
      fold l0 in En. unfold number in Po. unfold picking in *. rewrite Cx in Po. cbn [cost first_label] in *.
      change (cost l0) with (Z.of_N (handlings q0) - Z.of_nat (length (waste q0)))%Z in En. nia. }
    assert (G : good r cs (top q0) (Z.of_N b) m l0).
    { split; [exists x; repeat split; auto; lia|]. cbn [l0 first_label rest at_top]. rewrite mem_full. apply Nat.ltb_irrefl. }
    eapply layers_ok in L; [|..].
    - destruct L as [? [[] _]].
    - intros i k Ni y Ly Ey. rewrite nth_error_map in Ni. destruct (nth_error (seq 0 4) i) as [j|] eqn:Nj; [|discriminate].
      injection Ni as <-. assert (Li : i < 4) by (rewrite <- (seq_length 4 0); apply nth_error_Some; congruence).
      apply (nth_error_nth _ _ 0) in Nj. rewrite seq_nth in Nj by exact Li. simpl in Nj. subst j.
      now apply (mask_ok cs (top q0)).
    - discriminate.
    - exists l0. split; [now left|exact G]. }
  split; cbn [loses limit].
  - intros Lo l q H. destruct (won q) eqn:W; auto. exfalso. cbn in W. unfold is_won in W.
    destruct (final q) as [s|] eqn:F; [|discriminate]. specialize (Costs l q s H F). apply N.leb_le in W. apply N.ltb_lt in Lo. lia.
  - intros b' Eb l q s H F. injection Eb as <-. unfold no_better. cbn. exact (Costs l q s H F).
Qed.
