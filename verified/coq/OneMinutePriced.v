(* Content `priced-layers` of One-Minute Solitaire: prices of cards bound what the rest of a line costs, and layer by
   layer the labels that do not reach the bound die out. *)

From Coq Require Import List NArith ZArith PArith Bool Lia ZifyBool PeanoNat FMapPositive.
From Winnow Require Import Game Judge Cards CardSet CardTree OneMinute OneMinuteChecks OneMinuteLabels.
Import ListNotations.
Open Scope nat_scope.

(* Sets of suits: digit i from the low end says whether i is in the set, the leading one ends it. *)
Fixpoint suit_in (s : positive) (i : nat) : bool :=
  match s, i with
  | xH, _ => false
  | xI _, O => true
  | xO _, O => false
  | xI s', S i' | xO s', S i' => suit_in s' i'
  end.

Fixpoint put (s : positive) (i : nat) : positive :=
  match s, i with
  | xH, _ => xH
  | xI s', O | xO s', O => xI s'
  | xI s', S i' => xI (put s' i')
  | xO s', S i' => xO (put s' i')
  end.

Lemma suit_put s : forall i j, suit_in (put s i) j = true -> suit_in s j = true \/ j = i.
Proof. induction s as [s IH|s IH|]; intros [|i] [|j]; simpl; auto; intro H; destruct (IH _ _ H); auto. Qed.

(* Values that hold if certain cards are out, by asking one card after the other. *)
Inductive tree := Leaf (v : option Z) | Ask (q : place) (here out : tree).

Fixpoint walk (s : cards) (t : tree) : option Z :=
  match t with Leaf v => v | Ask q here out => if has s q then walk s here else walk s out end.

Definition nat_key (i : nat) : positive := Pos.of_succ_nat i.

(* Each entry of a map by numbers has a property. *)
Definition each {A} (Q : nat -> A -> Prop) (m : PositiveMap.t A) : Prop :=
  forall i a, PositiveMap.find (nat_key i) m = Some a -> Q i a.

Lemma each_none {A} (Q : nat -> A -> Prop) : each Q (PositiveMap.empty A).
Proof. intros i a E. rewrite PositiveMap.gempty in E. discriminate. Qed.

Lemma each_add {A} (Q : nat -> A -> Prop) m i a : each Q m -> Q i a -> each Q (PositiveMap.add (nat_key i) a m).
Proof.
  intros H Qa j b. destruct (Nat.eq_dec i j) as [<-|N].
  - rewrite PositiveMap.gss. congruence.
  - rewrite PositiveMap.gso; [apply H|]. intro E. apply N. symmetry. apply SuccNat2Pos.inj. exact E.
Qed.

Lemma nth_error_seq k i j : nth_error (seq 0 k) i = Some j -> j = i.
Proof.
  intro E. assert (L : i < k) by (rewrite <- (seq_length k 0); apply nth_error_Some; congruence).
  apply (nth_error_nth _ _ 0) in E. now rewrite seq_nth in E.
Qed.

(* A card: its number, and its place in sets of cards. *)
Record item := It { ix : nat; loc : place; key : positive; su : nat; price : Z }.

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

    Definition items : list item := map (fun i => It i (place_of i) (nat_key i) (suit_no i) (nth i prices 0%Z)) (seq 0 number).
    Definition fit_items (t : nat) : list item := filter (fun z => fit t (ix z)) items.

    Lemma item_is i : i < number -> exists z, In z items /\ ix z = i /\ loc z = place_of i /\ key z = nat_key i /\ su z = suit_no i /\ price z = nth i prices 0%Z.
    Proof.
      intro L. exists (It i (place_of i) (nat_key i) (suit_no i) (nth i prices 0%Z)). repeat split; auto. apply in_map_iff. exists i. split; auto.
      apply in_seq. lia.
    Qed.
    Lemma in_items z : In z items -> ix z < number /\ loc z = place_of (ix z) /\ key z = nat_key (ix z) /\ su z = suit_no (ix z) /\ price z = nth (ix z) prices 0%Z.
    Proof. intro I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. repeat split; simpl; lia. Qed.

    (* The items, and the lists of those that match a card, made once. *)
    Variable all_items : list item.
    Hypothesis all_items_are : all_items = items.
    Variable memo : list (list item).
    Definition fits_of (t : nat) : list item := match nth_error memo t with Some l => l | None => fit_items t end.
    Hypothesis memo_ok : forall t, fits_of t = fit_items t.
    (* What the cards of each cell add to the sum of the prices, made once. *)
    Variable by_cell : list sums.
    Definition total (s : cards) : Z := total_by by_cell (digits s).
    Hypothesis by_cell_ok : forall s, total s = total_of s prices.

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

    (* Values are kept as they count from the label before, which comes to the card at the top in the same pass. *)
    Definition fine_by (d : Z) (l : label) (v : option Z) : Prop := forall x, v = Some x -> fine l (Some (x - d)%Z).
    Definition arriving (k x : nat) : Z := (256 * (Z.of_nat k + 1) - nth x prices 0)%Z.
    Definition taking (k p x : nat) : Z := (256 * (Z.of_nat k + if comes k p x then 1 else 2) - nth x prices 0)%Z.
    Definition raised (d : Z) (v : option Z) : option Z := match v with Some x => Some (d + x)%Z | None => None end.

    Lemma raised_fine d l v : fine l v -> fine_by d l (raised d v).
    Proof. intros F x E. destruct v as [y|]; [|discriminate]. injection E as <-. now replace (d + y - d)%Z with y by lia. Qed.

    Definition gone (g : positive) (l : label) : Prop := forall y, y < number -> mem (rest l) y = true -> suit_in g (suit_no y) = false.
    Lemma gone_step g l x : gone g l -> gone g (step l x).
    Proof. intros G y L M. apply step_left in M. auto. Qed.

    Definition within (a b : cards) : Prop := forall y, y < number -> mem a y = true -> mem b y = true.

    Definition sound_played g k c t : Prop := forall s l, turn l = k -> at_top l = c -> spot l = c -> gone g l ->
      within (rest l) s -> mem (rest l) c = false -> fine_by (arriving k c) l (walk s t).
    Definition sound_taken g k p x v : Prop := forall l, turn l = k -> at_top l = x -> spot l = p -> gone g l ->
      mem (rest l) x = false -> fine_by (taking k p x) l v.
    Definition sound_impasse g k p v : Prop := forall l, turn l = k -> spot l = p -> gone g l ->
      some_match (rest l) (at_top l) = false -> fine l v.

    Definition sound_row (g : positive) (k : nat) (o : row) : Prop :=
      each (sound_played g k) (played_at o) /\ each (sound_impasse g k) (impasse_at o) /\
      each (fun p => each (sound_taken g k p)) (taken_at o).

    Lemma fold_each {A} (Q : nat -> A -> Prop) (f : PositiveMap.t A -> item -> PositiveMap.t A) :
      (forall m z, In z items -> each Q m -> each Q (f m z)) ->
      forall l m, incl l items -> each Q m -> each Q (fold_left f l m).
    Proof.
      intro K. induction l as [|z l IH]; intros m Sub H; [exact H|]. apply IH; [intros y I; apply Sub; now right|].
      apply K; auto. apply Sub. now left.
    Qed.

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
      Hypothesis next_ok : each (sound_played g (S k)) next_played.
      Hypothesis more_ok : forall s m, nth_error more_gone s = Some m -> each (sound_impasse (put g s) k) m.

      (* What a card costs that comes, and one that has been passed; what a match in the next pass costs beside what it
         costs there; whether there is a next pass; computed once a row. *)
      Variables (up twice extra : Z) (later : bool).
      Hypothesis up_is : up = (256 * (Z.of_nat k + 1))%Z.
      Hypothesis twice_is : twice = (256 * (Z.of_nat k + 2))%Z.
      Hypothesis extra_is : extra = (256 * picking r)%Z.
      Hypothesis later_is : later = (S k <? passes).

      (* Card z is played by a match, from place p; the cards that are not in s are out. *)
      Definition play (played : PositiveMap.t tree) (p : nat) (s : cards) (z : item) (a : Z) : option Z :=
        if suit_in g (su z) || negb (has s (loc z)) then Some a else
        if comes k p (ix z)
        then match PositiveMap.find (key z) played with
             | Some t => match walk s t with Some y => Some (Z.min a y) | None => None end
             | None => None
             end
        else if later
             then match PositiveMap.find (key z) next_played with
                  | Some t => match walk s t with Some y => Some (Z.min a (y + extra)) | None => None end
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
      Definition value (played : PositiveMap.t tree) (p x of_suit : nat) (s : cards) : option Z :=
        match nth_error more_gone of_suit with
        | None => None
        | Some m => match PositiveMap.find (nat_key p) m with
                    | Some (Some i) => lowest (play played p s) (fits_of x) (Z.min 0 i)
                    | _ => None
                    end
        end.

      Lemma value_ok played p x of_suit s l : of_suit = suit_no x -> each (sound_played g k) played ->
        turn l = k -> at_top l = x -> spot l = p -> gone g l -> within (rest l) s -> fine l (value played p x of_suit s).
      Proof.
        intros -> Pl Tk Tx Sp Gn Wi. unfold value. destruct (nth_error more_gone _) as [m|] eqn:Nm; [|discriminate].
        destruct (PositiveMap.find _ m) as [[i|]|] eqn:Fi; try discriminate.
        destruct (lowest _ _ _) as [v|] eqn:Lo; [|discriminate].
        destruct (lowest_ok _ (play_less played p s) _ _ _ Lo) as [Li Lz]. rewrite memo_ok in Lz.
        destruct (some_match (rest l) (at_top l)) eqn:Sm.
        - apply fine_steps; [lia|]. intros y [My [Ly Fy]] Lt. specialize (Fy Sm). rewrite Tx in Fy.
          destruct (item_is y Ly) as [z [Iz [Ez [Eq [Ek [Es Ep]]]]]].
          destruct (Lz z) as [a [b [Pz Lb]]]; [apply filter_In; split; auto; now rewrite Ez|]. unfold play in Pz.
          rewrite Es, Ez, Eq, (Gn y Ly My) in Pz. change (has s (place_of y)) with (mem s y) in Pz.
          rewrite (Wi y Ly My) in Pz. assert (Gn' := gone_step g l y Gn).
          assert (Wi' : within (rest (step l y)) s) by (intros u Lu Mu; apply step_left in Mu; auto).
          assert (Ny := step_out r cs base l y).
          unfold OneMinuteLabels.step in *. rewrite Sm, Tk, Sp in *. destruct (comes k p y); cbn [turn cost rest at_top spot] in *.
          + rewrite Ek in Pz. destruct (PositiveMap.find (nat_key y) played) as [t|] eqn:Ft; [|discriminate].
            destruct (walk s t) as [q|] eqn:Wt; [|discriminate]. injection Pz as <-. exists (q - arriving k y)%Z. split.
            * refine (Pl y t Ft s _ _ _ _ _ _ _ q Wt); auto.
            * unfold arriving. lia.
          + assert (La : later = true) by (rewrite later_is; apply Nat.ltb_lt; exact Lt). rewrite La in Pz.
            rewrite Ek in Pz. destruct (PositiveMap.find (nat_key y) next_played) as [t|] eqn:Ft; [|discriminate].
            destruct (walk s t) as [q|] eqn:Wt; [|discriminate]. injection Pz as <-. exists (q - arriving (S k) y)%Z. split.
            * refine (next_ok y t Ft s _ _ _ _ _ _ _ q Wt); auto.
            * unfold arriving. lia.
        - apply (fine_less l i); [|lia]. apply (more_ok _ m Nm p (Some i) Fi); auto. intros y Ly My.
          destruct (suit_in (put g (suit_no x)) (suit_no y)) eqn:Mp; auto.
          apply suit_put in Mp as [Mp|Es]; [rewrite (Gn y Ly My) in Mp; discriminate|].
          assert (X : some_match (rest l) (at_top l) = true); [|congruence]. apply existsb_exists. exists y.
          split; auto. apply filter_In. split; [apply in_seq; lia|]. apply orb_true_iff. right. unfold suit_no in Es.
          rewrite Tx. lia.
      Qed.

      (* ---- A card just played ---- *)

      Fixpoint grow (played : PositiveMap.t tree) (d : Z) (c of_suit : nat) (ys : list nat) (s : cards) : tree :=
        match ys with
        | [] => Leaf (raised d (value played c c of_suit s))
        | y :: ys' => Ask (place_of y) (grow played d c of_suit ys' s) (grow played d c of_suit ys' (clear s y))
        end.

      Lemma grow_ok played c of_suit l : of_suit = suit_no c -> each (sound_played g k) played ->
        turn l = k -> at_top l = c -> spot l = c -> gone g l -> forall ys s s', within (rest l) s -> within (rest l) s' ->
        fine_by (arriving k c) l (walk s (grow played (arriving k c) c of_suit ys s')).
      Proof.
        intros Su Pl Tk Tx Sp Gn. induction ys as [|y ys IH]; intros s s' W W'; cbn [grow walk].
        - apply raised_fine. now apply value_ok.
        - change (has s (place_of y)) with (mem s y). destruct (mem s y) eqn:M; apply IH; auto. intros u Lu Mu.
          rewrite mem_clear, (W' u Lu Mu). apply negb_true_iff, Nat.eqb_neq. intros ->. rewrite (W u Lu Mu) in M.
          discriminate.
      Qed.

      Variable near_of : nat -> list nat.
      Variable everything : cards.
      Hypothesis every_ok : forall y, y < number -> mem everything y = true.

      Definition add_played (played : PositiveMap.t tree) (z : item) : PositiveMap.t tree :=
        if suit_in g (su z) then played
        else PositiveMap.add (key z) (grow played (up - price z) (ix z) (su z) (near_of (ix z)) (clear everything (ix z))) played.
      Definition all_played : PositiveMap.t tree :=
        fold_left add_played (if Nat.even k then rev' all_items else all_items) (PositiveMap.empty _).

      Lemma within_clear l c : mem (rest l) c = false -> within (rest l) (clear everything c).
      Proof.
        intros N y Ly My. rewrite mem_clear, every_ok by exact Ly. apply negb_true_iff, Nat.eqb_neq. congruence.
      Qed.

      Lemma add_played_ok m z : In z items -> each (sound_played g k) m -> each (sound_played g k) (add_played m z).
      Proof.
        intros I H. unfold add_played. destruct (suit_in g (su z)); auto.
        destruct (in_items z I) as [_ [_ [-> [Su Ep]]]]. apply each_add; auto. intros s l Tk Tx Sp Gn W N.
        replace (up - price z)%Z with (arriving k (ix z)) by (unfold arriving; rewrite Ep, up_is; reflexivity).
        apply grow_ok; auto. now apply within_clear.
      Qed.

      Lemma all_played_ok : each (sound_played g k) all_played.
      Proof.
        apply fold_each; [auto using add_played_ok| |apply each_none]. intros z I. rewrite all_items_are in I.
        destruct (Nat.even k); auto. unfold rev' in I. rewrite <- rev_alt in I. now apply in_rev in I.
      Qed.

      (* ---- A card taken at an impasse ---- *)

      Variable played : PositiveMap.t tree.
      Hypothesis played_sound : each (sound_played g k) played.

      Definition add_taken (p : nat) (m : PositiveMap.t (option Z)) (z : item) : PositiveMap.t (option Z) :=
        if suit_in g (su z) then m
        else PositiveMap.add (key z) (raised ((if comes k p (ix z) then up else twice) - price z)
               (value played p (ix z) (su z) (clear everything (ix z)))) m.

      Lemma add_taken_ok p m z : In z items -> each (sound_taken g k p) m -> each (sound_taken g k p) (add_taken p m z).
      Proof.
        intros I H. unfold add_taken. destruct (suit_in g (su z)); auto.
        destruct (in_items z I) as [_ [_ [-> [Su Ep]]]]. apply each_add; auto. intros l Tk Tx Sp Gn N.
        replace ((if comes k p (ix z) then up else twice) - price z)%Z with (taking k p (ix z))
          by (unfold taking; rewrite Ep, up_is, twice_is; now destruct (comes k p (ix z))).
        apply raised_fine. apply value_ok; auto. now apply within_clear.
      Qed.

      Lemma fold_taken_ok p : each (sound_taken g k p) (fold_left (add_taken p) all_items (PositiveMap.empty _)).
      Proof. apply fold_each; [auto using add_taken_ok|rewrite all_items_are; apply incl_refl|apply each_none]. Qed.

      (* ---- An impasse ---- *)

      Definition take (m : PositiveMap.t (option Z)) (z : item) (a : Z) : option Z :=
        if suit_in g (su z) then Some a else
        match PositiveMap.find (key z) m with
        | Some (Some y) => Some (Z.min a y)
        | _ => None
        end.

      Lemma impasse_ok p m : each (sound_taken g k p) m -> sound_impasse g k p (lowest (take m) all_items 0).
      Proof.
        rewrite all_items_are.
        intros H l Tk Sp Gn Sm. destruct (lowest _ _ _) as [v|] eqn:Lo; [|discriminate].
        assert (D : forall z a b, take m z a = Some b -> (b <= a)%Z).
        { intros z a b. unfold take. destruct (suit_in g (su z)); [intro E; injection E as <-; lia|].
          destruct (PositiveMap.find _ _) as [[y|]|]; try discriminate. intro E. injection E as <-. lia. }
        destruct (lowest_ok _ D _ _ _ Lo) as [L0 Lz]. apply fine_steps; [lia|]. intros y [My [Ly _]] Lt.
        destruct (item_is y Ly) as [z [Iz [Ez [_ [Ek [Es Ep]]]]]]. destruct (Lz z Iz) as [a [b [Tz Lb]]].
        unfold take in Tz. rewrite Es, (Gn y Ly My), Ek in Tz.
        destruct (PositiveMap.find (nat_key y) m) as [[q|]|] eqn:Fy; try discriminate. injection Tz as <-.
        assert (Ny := step_out r cs base l y). assert (Gn' := gone_step g l y Gn).
        exists (q - taking k p y)%Z. split.
        - refine (H y (Some q) Fy (step l y) _ _ _ _ _ q eq_refl); auto; [|now rewrite step_top|];
            unfold OneMinuteLabels.step; rewrite Sm; auto.
        - unfold OneMinuteLabels.step. rewrite Sm, Tk, Sp. cbn [cost]. unfold taking.
          destruct (comes k p y); lia.
      Qed.

      (* ---- The row ---- *)

      Variable wanted : nat -> bool.         (* the places at which an impasse can come *)

      Definition add_place (o : PositiveMap.t (option Z) * PositiveMap.t (PositiveMap.t (option Z))) (p : nat) :=
        if wanted p
        then let m := fold_left (add_taken p) all_items (PositiveMap.empty _) in
             (PositiveMap.add (nat_key p) (lowest (take m) all_items 0) (fst o), PositiveMap.add (nat_key p) m (snd o))
        else o.

      Definition finish_row : row :=
        let o := fold_left add_place (seq 0 (S number)) (PositiveMap.empty _, PositiveMap.empty _) in
        Row played (fst o) (snd o).

      Lemma finish_row_ok : sound_row g k finish_row.
      Proof.
        assert (K : forall l o, each (sound_impasse g k) (fst o) /\ each (fun p => each (sound_taken g k p)) (snd o) ->
          each (sound_impasse g k) (fst (fold_left add_place l o)) /\
          each (fun p => each (sound_taken g k p)) (snd (fold_left add_place l o))).
        { induction l as [|p l IH]; intros o H; [exact H|]. apply IH. unfold add_place. destruct (wanted p); auto.
          destruct H as [H1 H2]. cbn [fst snd]. assert (Ft := fold_taken_ok p). split; apply each_add; auto.
          now apply impasse_ok. }
        unfold sound_row, finish_row. cbn [played_at impasse_at taken_at]. split; [exact played_sound|].
        apply K. cbn [fst snd]. split; apply each_none.
      Qed.
    End Row.

    (* ---- All rows of a set of suits gone, from the last pass down; all sets, the larger ones first ---- *)

    Definition store := PositiveMap.t (list row).
    Definition sound_store (st : store) : Prop := forall g rows, PositiveMap.find g st = Some rows ->
      forall k o, nth_error rows k = Some o -> sound_row g k o.

    Variable nears : list (list (list nat)).
    Variable everything : cards.
    Hypothesis every_ok : forall y, y < number -> mem everything y = true.

    Definition none_at : PositiveMap.t (option Z) := PositiveMap.empty _.
    Definition more_of (st : store) (g : positive) (k : nat) : list (PositiveMap.t (option Z)) :=
      map (fun s => match PositiveMap.find (put g s) st with
                    | Some rows => match nth_error rows k with Some o => impasse_at o | None => none_at end
                    | None => none_at end) (seq 0 4).

    Definition want (g : positive) (k p : nat) : bool := suit_in g (suit_no p) || (Nat.eqb k 0 && Nat.eqb p w).

    Definition make_row (st : store) (g : positive) (k : nat) (next_played : PositiveMap.t tree) : row :=
      let more := more_of st g k in
      let here := nth k nears [] in
      let near_of := fun c => nth c here [] in
      let up := (256 * (Z.of_nat k + 1))%Z in
      let twice := (256 * (Z.of_nat k + 2))%Z in
      let extra := (256 * picking r)%Z in
      let later := S k <? passes in
      let played := all_played g k next_played more up extra later near_of everything in
      finish_row g k next_played more up twice extra later everything played (want g k).

    Fixpoint rows_of (st : store) (g : positive) (todo k : nat) : list row :=
      match todo with
      | 0 => []
      | S t => let after := rows_of st g t (S k) in
               make_row st g k (match after with [] => PositiveMap.empty _ | o :: _ => played_at o end) :: after
      end.

    Lemma more_of_ok st g k : sound_store st -> forall s m, nth_error (more_of st g k) s = Some m ->
      each (sound_impasse (put g s) k) m.
    Proof.
      intros H s m E p v F. unfold more_of in E. rewrite nth_error_map in E.
      destruct (nth_error (seq 0 4) s) as [s'|] eqn:Ns; [|discriminate]. injection E as <-.
      apply nth_error_seq in Ns. subst s'.
      destruct (PositiveMap.find (put g s) st) as [rows|] eqn:Fr; [|rewrite PositiveMap.gempty in F; discriminate].
      destruct (nth_error rows k) as [o|] eqn:No; [|rewrite PositiveMap.gempty in F; discriminate].
      destruct (H _ _ Fr _ _ No) as [_ [H2 _]]. exact (H2 _ _ F).
    Qed.

    Lemma rows_of_ok st g : sound_store st -> forall todo k j o, nth_error (rows_of st g todo k) j = Some o -> sound_row g (k + j) o.
    Proof.
      intro H. induction todo as [|t IH]; intros k j o E; [destruct j; discriminate|].
      destruct j as [|j]; [|cbn [nth_error] in E; replace (k + S j) with (S k + j) by lia; apply IH; exact E].
      injection E as <-. rewrite Nat.add_0_r.
      set (np := match rows_of st g t (S k) with [] => PositiveMap.empty tree | o :: _ => played_at o end).
      assert (Np : each (sound_played g (S k)) np).
      { intros c u F.
        destruct (rows_of st g t (S k)) as [|o l] eqn:R; [rewrite PositiveMap.gempty in F; discriminate|].
        assert (Q := IH (S k) 0 o). rewrite R in Q. destruct (Q eq_refl) as [Q1 _]. rewrite Nat.add_0_r in Q1.
        exact (Q1 _ _ F). }
      assert (Mo := more_of_ok st g k H). apply finish_row_ok; auto. apply all_played_ok; auto.
    Qed.

    Definition sets_of_suits : list positive := [31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17; 16]%positive.

    Definition all_rows : store :=
      fold_left (fun st g => PositiveMap.add g (rows_of st g passes 0) st) sets_of_suits (PositiveMap.empty _).

    Lemma all_rows_ok : sound_store all_rows.
    Proof.
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
    Definition suits_gone (masks : list cards) (s : cards) (t : nat) : positive :=
      let out := fun i => match nth_error masks i with Some m => negb (Nat.eqb i t) && disjoint s m | None => false end in
      digit (out 0) (digit (out 1) (digit (out 2) (digit (out 3) xH))).

    Variable masks : list cards.
    Hypothesis masks_ok : forall i m, nth_error masks i = Some m -> forall y, y < number -> suit_no y = i -> mem m y = true.

    Lemma suits_gone_ok l t : gone (suits_gone masks (rest l) t) l.
    Proof.
      intros y Ly My. destruct (suit_in _ (suit_no y)) eqn:E; auto. exfalso. unfold suits_gone in E.
      assert (K : forall i, suit_no y = i -> match nth_error masks i with
        | Some m => negb (Nat.eqb i t) && disjoint (rest l) m | None => false end = true -> False).
      { intros i Ei H. destruct (nth_error masks i) as [m|] eqn:N; [|discriminate]. apply andb_true_iff in H as [_ H].
        exact (disjoint_ok _ _ y H My (masks_ok i m N y Ly Ei)). }
      remember (suit_no y) as i eqn:Ei.
      assert (Q : forall b s, suit_in (digit b s) 0 = b) by (intros [|] s; reflexivity).
      assert (Q' : forall b s j, suit_in (digit b s) (S j) = suit_in s j) by (intros [|] s j; reflexivity).
      destruct i as [|[|[|[|i]]]]; rewrite ?Q', ?Q in E; try (eapply K; [reflexivity|exact E]). destruct i; discriminate.
    Qed.

    Definition rows_at (st : store) (g : positive) : list row := match PositiveMap.find g st with Some o => o | None => [] end.

    Definition say_played (rows : list row) (k : nat) (top_key : positive) (s : cards) : option Z :=
      match nth_error rows k with
      | Some o => match PositiveMap.find top_key (played_at o) with Some t => walk s t | None => None end
      | None => None
      end.
    Definition say_taken (rows : list row) (k p : nat) (top_key : positive) : option Z :=
      match nth_error rows k with
      | Some o => match PositiveMap.find (nat_key p) (taken_at o) with
                  | Some m => match PositiveMap.find top_key m with Some v => v | None => None end
                  | None => None
                  end
      | None => None
      end.

    Lemma say_played_ok st g l : sound_store st -> gone g l -> at_top l = spot l -> mem (rest l) (at_top l) = false ->
      fine_by (arriving (turn l) (at_top l)) l (say_played (rows_at st g) (turn l) (nat_key (at_top l)) (rest l)).
    Proof.
      intros H Gn E N. unfold say_played, rows_at. destruct (PositiveMap.find g st) as [rows|] eqn:F.
      2: { destruct (turn l); discriminate. }
      destruct (nth_error rows _) as [o|] eqn:No; [|discriminate]. destruct (H _ _ F _ _ No) as [H1 _].
      destruct (PositiveMap.find _ (played_at o)) as [u|] eqn:Ft; [|discriminate]. apply (H1 _ _ Ft); auto.
      congruence.
    Qed.

    Lemma say_taken_ok st g l : sound_store st -> gone g l -> mem (rest l) (at_top l) = false ->
      fine_by (taking (turn l) (spot l) (at_top l)) l (say_taken (rows_at st g) (turn l) (spot l) (nat_key (at_top l))).
    Proof.
      intros H Gn N. unfold say_taken, rows_at. destruct (PositiveMap.find g st) as [rows|] eqn:F.
      2: { destruct (turn l); discriminate. }
      destruct (nth_error rows _) as [o|] eqn:No; [|discriminate]. destruct (H _ _ F _ _ No) as [_ [_ H3]].
      destruct (PositiveMap.find _ (taken_at o)) as [m|] eqn:Fm; [|discriminate].
      destruct (PositiveMap.find _ m) as [v|] eqn:Fv; [|discriminate]. apply (H3 _ _ Fm _ _ Fv); auto.
    Qed.

    Definition tables_say (st : store) (l : label) (t : nat) : option Z :=
      let rows := rows_at st (suits_gone masks (rest l) t) in
      if Nat.eqb (at_top l) (spot l)
      then raised (- arriving (turn l) (at_top l)) (say_played rows (turn l) (nat_key (at_top l)) (rest l))
      else raised (- taking (turn l) (spot l) (at_top l)) (say_taken rows (turn l) (spot l) (nat_key (at_top l))).

    Lemma tables_say_ok st l t : sound_store st -> mem (rest l) (at_top l) = false -> fine l (tables_say st l t).
    Proof.
      intros H N. unfold tables_say. assert (Gn := suits_gone_ok l t).
      assert (K : forall d v, fine_by d l v -> fine l (raised (- d) v)).
      { intros d [x|] F y E; [|discriminate]. injection E as <-. replace (- d + x)%Z with (x - d)%Z by lia. exact (F x eq_refl _ eq_refl). }
      destruct (Nat.eqb_spec (at_top l) (spot l)) as [E|_]; apply K; [now apply say_played_ok|now apply say_taken_ok].
    Qed.

    (* No run from the label stays below the target and within the passes. *)
    Definition dead (st : store) (l : label) (sum : Z) (top_suit : nat) : bool :=
      (passes <=? turn l) || (target <=? cost l)%Z ||
      match tables_say st l top_suit with
      | Some v => (256 * (target - 1) <? 256 * cost l + sum + v)%Z
      | None => false
      end.

    Definition good (l : label) : Prop := wins l /\ mem (rest l) (at_top l) = false.

    Lemma dead_ok st l t : sound_store st -> good l -> dead st l (total_of (rest l) prices) t = false.
    Proof.
      intros H [[l' [R [O [C T]]]] N]. destruct (runs_later _ _ _ _ _ R) as [Lt Lc]. apply orb_false_iff.
      split; [apply orb_false_iff; split; [apply Nat.leb_gt; lia|apply Z.leb_gt; lia]|].
      assert (F := tables_say_ok st l t H N). destruct (tables_say _ _ _) as [v|]; auto.
      specialize (F v eq_refl l' R O T). lia.
    Qed.

    (* ---- A layer ---- *)

    (* The labels that follow, by their cards left. *)
    Definition layer : Type := card_tree (list label).

    Definition dominatesb (a b : label) : bool :=
      Nat.eqb (at_top a) (at_top b) &&
      (cost a + picking r * Z.of_nat (turn b) <=? cost b + picking r * Z.of_nat (turn a))%Z &&
      ((turn a <? turn b) || (Nat.eqb (turn a) (turn b) &&
        (Nat.eqb (spot a) (spot b) ||
         forallb (fun x => negb (mem (rest b) x) || negb (comes (turn b) (spot b) x) || comes (turn a) (spot a) x) (seq 0 number)))).

    Lemma dominatesb_ok a b : rest a = rest b -> dominatesb a b = true -> good b -> good a.
    Proof.
      intros E D [W N]. apply andb_true_iff in D as [D T]. apply andb_true_iff in D as [Et C]. apply Nat.eqb_eq in Et.
      apply Z.leb_le in C. split; [|now rewrite E, Et]. apply (dominates_wins r cs base target passes a b); auto.
      split; auto. split; auto. split; auto. apply orb_true_iff in T as [T|T]; [left; now apply Nat.ltb_lt|]. right.
      apply andb_true_iff in T as [T P]. apply Nat.eqb_eq in T. split; auto. intros x Lx Mx Cx.
      apply orb_true_iff in P as [P|P].
      - apply Nat.eqb_eq in P. congruence.
      - rewrite forallb_forall in P. specialize (P x ltac:(apply in_seq; lia)). lia.
    Qed.

    Definition beside (l : label) (o : option (list label)) : list label :=
      match o with
      | None => [l]
      | Some b => if existsb (fun e => dominatesb e l) b then b else l :: filter (fun e => negb (dominatesb l e)) b
      end.
    Definition insert (l : label) (y : layer) : layer := update _ (beside l) (rest l) y.

    Definition keeps (y : layer) (l : label) : Prop := exists b, at_key _ y (rest l) = Some b /\ In l b.
    Definition shelved (y : layer) : Prop := forall k b, at_key _ y k = Some b -> forall l, In l b -> rest l = k.
    Definition some_good (y : layer) : Prop := exists l, keeps y l /\ good l.

    (* The layer y' follows y, with something good that was there, and if P is so. *)
    Definition carries (y y' : layer) (P : Prop) : Prop :=
      shelved y' /\ (some_good y -> some_good y') /\ (P -> some_good y').

    Lemma fold_carries {A} (f : layer -> A -> layer) (P : A -> Prop) zs :
      (forall y z, In z zs -> shelved y -> carries y (f y z) (P z)) ->
      forall y, shelved y -> carries y (fold_left f zs y) (exists z, In z zs /\ P z).
    Proof.
      induction zs as [|z zs IH]; intros K y Sh; cbn [fold_left]; [repeat split; auto; intros [? [[] _]]|].
      destruct (K y z (or_introl eq_refl) Sh) as [H1 [H2 H3]].
      destruct (IH (fun y u I => K y u (or_intror I)) _ H1) as [K1 [K2 K3]]. repeat split; auto.
      intros [u [[<-|I] Pu]]; eauto.
    Qed.

    Lemma beside_in l o e : In e (beside l o) -> e = l \/ exists b, o = Some b /\ In e b.
    Proof.
      unfold beside. destruct o as [b|]; [|intros [<-|[]]; auto].
      destruct (existsb _ b); [right; eauto|]. intros [<-|I]; auto. apply filter_In in I as [I _]. right. eauto.
    Qed.

    (* Of a label that is there, or new, one as good stays. *)
    Lemma beside_good l o e : (forall b x, o = Some b -> In x b -> rest x = rest l) ->
      (e = l \/ exists b, o = Some b /\ In e b) -> good e -> exists x, In x (beside l o) /\ rest x = rest l /\ good x.
    Proof.
      intros R I G. unfold beside. destruct o as [b|].
      2: { destruct I as [->|[b [E _]]]; [|discriminate]. exists l. split; [now left|auto]. }
      assert (Rb := fun x => R b x eq_refl). destruct (existsb _ b) eqn:Ex.
      - destruct I as [->|[b' [E I]]].
        + apply existsb_exists in Ex as [x [Ix D]]. exists x. split; auto. split; auto.
          apply (dominatesb_ok x l); auto.
        + injection E as <-. exists e. auto.
      - destruct I as [->|[b' [E I]]]; [exists l; split; [now left|auto]|]. injection E as <-.
        destruct (dominatesb l e) eqn:D.
        + exists l. split; [now left|]. split; auto. apply (dominatesb_ok l e); auto. symmetry. auto.
        + exists e. split; [right; apply filter_In; now rewrite D|auto].
    Qed.

    Lemma insert_ok l y : shelved y -> carries y (insert l y) (good l).
    Proof.
      intros Sh. unfold insert.
      assert (R : forall b x, at_key _ y (rest l) = Some b -> In x b -> rest x = rest l) by (intros b x E; exact (Sh _ _ E x)).
      assert (New : forall e, rest e = rest l -> (e = l \/ exists b, at_key _ y (rest l) = Some b /\ In e b) -> good e ->
        some_good (update _ (beside l) (rest l) y)).
      { intros e _ I G. destruct (beside_good l _ e R I G) as [x [Ix [Rx Gx]]]. exists x. split; auto.
        eexists. rewrite at_update, Rx. destruct (same_cards_is (rest l) (rest l)); [|congruence]. split; [reflexivity|exact Ix]. }
      split; [|split].
      - intros k b E e I. rewrite at_update in E. destruct (same_cards_is k (rest l)) as [->|_]; [|eapply Sh; eauto].
        injection E as <-. apply beside_in in I as [->|[b' [E I]]]; auto. eapply Sh; eauto.
      - intros [e [[b [E I]] G]]. destruct (same_cards_is (rest e) (rest l)) as [D|D].
        + apply (New e); auto. right. rewrite <- D. eauto.
        + exists e. split; auto. exists b. rewrite at_update. destruct (same_cards_is (rest e) (rest l)); [congruence|auto].
      - intro G. apply (New l); auto.
    Qed.

    Definition labels_of (y : layer) : list label := gather _ _ (@rev_append label) y [].

    Lemma labels_of_keeps y l : keeps y l -> In l (labels_of y).
    Proof.
      intros [b [E I]]. refine (gather_value _ _ _ (In l) b _ _ y _ [] E).
      - intros a c H. rewrite rev_append_rev, in_app_iff. auto.
      - intro c. rewrite rev_append_rev, in_app_iff, <- in_rev. auto.
    Qed.

    (* ---- What follows a label ---- *)

    Definition next (matched : bool) (l : label) (z : item) : label :=
      let k := turn l in
      let x := ix z in
      let rest' := off (rest l) (loc z) in
      if matched
      then if comes k (spot l) x
           then Label rest' x k x (cost l + Z.of_nat k + 1)
           else Label rest' x (S k) x (cost l + Z.of_nat k + 2 + picking r)
      else Label rest' x k (spot l) (cost l + Z.of_nat k + if comes k (spot l) x then 1 else 2).

    Definition above (spare : Z) (v : option Z) : bool := match v with Some x => (spare <? x)%Z | None => false end.

    (* No run after this card stays below the target, by the tables; `spare` is what may be added to the label's cost and
       prices. *)
    Definition hopeless (st : store) (rows : list row) (extra : Z) (matched : bool) (l : label) (spare : Z) (z : item) : bool :=
      if matched
      then if comes (turn l) (spot l) (ix z)
           then above spare (say_played rows (turn l) (key z) (off (rest l) (loc z)))
           else (passes <=? S (turn l)) ||
                above (spare - extra) (say_played rows (S (turn l)) (key z) (off (rest l) (loc z)))
      else if Nat.eqb (ix z) (spot l)
           then let l' := next matched l z in dead st l' (total (rest l')) (su z)
           else above spare (say_taken rows (turn l) (spot l) (key z)).

    Definition add_next (st : store) (rows : list row) (extra : Z) (matched : bool) (l : label) (spare : Z) (y : layer)
      (z : item) : layer :=
      if hopeless st rows extra matched l spare z then y
      else let l' := next matched l z in if (target <=? cost l')%Z then y else insert l' y.

    Definition limit : Z := (256 * (target - 1))%Z.

    Definition expand (st : store) (extra : Z) (y : layer) (l : label) : layer :=
      let spare := (limit - (256 * cost l + total (rest l)))%Z in
      let rows := rows_at st (suits_gone masks (rest l) 4) in
      match filter (fun z => has (rest l) (loc z)) (fits_of (at_top l)) with
      | [] => match filter (fun z => has (rest l) (loc z)) all_items with
              | [] => insert l y
              | zs => fold_left (add_next st rows extra false l spare) zs y
              end
      | zs => fold_left (add_next st rows extra true l spare) zs y
      end.

    Section After.
      Variables (st : store) (extra : Z) (l : label).
      Hypothesis H : sound_store st.
      Hypothesis extra_is : extra = (256 * picking r)%Z.

      Notation spare := (limit - (256 * cost l + total_of (rest l) prices))%Z.
      Notation rows := (rows_at st (suits_gone masks (rest l) 4)).

      Lemma above_ok d l' a v : fine_by d l' v -> wins l' ->
        (256 * cost l' + total_of (rest l') prices - d = 256 * cost l + total_of (rest l) prices + a)%Z ->
        above (spare - a) v = false.
      Proof.
        intros F [e [R [O [C T]]]] E. destruct v as [x|]; [|reflexivity]. cbn [above].
        assert (Q := F x eq_refl _ eq_refl e R O T). unfold limit. lia.
      Qed.

      Lemma hopeless_ok matched z : In z items -> mem (rest l) (ix z) = true -> some_match (rest l) (at_top l) = matched ->
        wins (step l (ix z)) -> hopeless st rows extra matched l spare z = false.
      Proof.
        intros Iz Mz Sm W. destruct (in_items z Iz) as [_ [El [Ek _]]].
        assert (N : mem (rest (step l (ix z))) (at_top (step l (ix z))) = false) by (rewrite step_top; apply step_out).
        assert (Gn := gone_step _ l (ix z) (suits_gone_ok l 4)).
        assert (To := total_clear (rest l) (ix z) prices Mz).
        assert (Ew : next matched l z = step l (ix z)) by (unfold next, OneMinuteLabels.step; now rewrite Sm, El).
        unfold hopeless. rewrite by_cell_ok, El. change (off (rest l) (place_of (ix z))) with (clear (rest l) (ix z)). rewrite Ew, Ek.
        assert (P := say_played_ok st _ (step l (ix z)) H Gn). assert (T := say_taken_ok st _ (step l (ix z)) H Gn N).
        assert (D := dead_ok st (step l (ix z)) (su z) H (conj W N)).
        assert (L : turn (step l (ix z)) < passes).
        { destruct W as [e [R [_ [_ Te]]]]. destruct (runs_later _ _ _ _ _ R). lia. }
        destruct matched; [destruct (comes (turn l) (spot l) (ix z)) eqn:Co|destruct (Nat.eqb (ix z) (spot l)); [exact D|]];
          unfold OneMinuteLabels.step in *; rewrite Sm in *; try rewrite Co in *; cbn [turn cost rest at_top spot] in *.
        - rewrite <- (Z.sub_0_r spare). eapply above_ok; [exact (P eq_refl N)|exact W|].
          cbn [turn cost rest at_top spot]. unfold arriving. lia.
        - apply orb_false_iff. split; [apply Nat.leb_gt; exact L|].
          eapply above_ok; [exact (P eq_refl N)|exact W|]. cbn [turn cost rest at_top spot]. unfold arriving. lia.
        - rewrite <- (Z.sub_0_r spare). eapply above_ok; [exact T|exact W|].
          cbn [turn cost rest at_top spot]. unfold taking. destruct (comes (turn l) (spot l) (ix z)); lia.
      Qed.

      Lemma add_next_ok matched y z : shelved y -> In z items -> mem (rest l) (ix z) = true ->
        some_match (rest l) (at_top l) = matched ->
        carries y (add_next st rows extra matched l spare y z) (wins (step l (ix z))).
      Proof.
        intros Sh Iz Mz Sm. unfold add_next. destruct (in_items z Iz) as [_ [El _]].
        assert (E : next matched l z = step l (ix z)) by (unfold next, OneMinuteLabels.step; now rewrite Sm, El).
        rewrite E. destruct (hopeless _ _ _ _ _ _ _) eqn:Ho.
        { repeat split; auto. intro W. rewrite hopeless_ok in Ho by auto. discriminate. }
        destruct (Z.leb_spec target (cost (step l (ix z)))) as [Ta|_].
        { repeat split; auto. intros [e [R [_ [C _]]]]. destruct (runs_later _ _ _ _ _ R). lia. }
        destruct (insert_ok (step l (ix z)) y Sh) as [H1 [H2 H3]]. repeat split; auto. intro W. apply H3. split; auto.
        rewrite step_top. apply step_out.
      Qed.

      Lemma fold_next_ok matched zs y : some_match (rest l) (at_top l) = matched -> shelved y ->
        (forall z, In z zs -> In z items /\ mem (rest l) (ix z) = true) ->
        carries y (fold_left (add_next st rows extra matched l spare) zs y) (exists z, In z zs /\ wins (step l (ix z))).
      Proof. intros Sm Sh Zs. apply fold_carries; auto. intros y' z I S'. destruct (Zs z I). now apply add_next_ok. Qed.
    End After.

    Lemma expand_ok st extra y l : extra = (256 * picking r)%Z -> sound_store st -> shelved y ->
      carries y (expand st extra y l) (good l).
    Proof.
      intros Ex H Sh. unfold expand. rewrite by_cell_ok, memo_ok, all_items_are.
      assert (By_number : forall zs, (forall z, In z zs -> In z items) ->
        filter (fun z => has (rest l) (loc z)) zs = filter (fun z => mem (rest l) (ix z)) zs).
      { intros zs Sub. apply filter_ext_in. intros z Iz. destruct (in_items z (Sub z Iz)) as [_ [-> _]]. reflexivity. }
      rewrite !By_number; auto; [|intros z Iz; now apply filter_In in Iz].
      assert (Fits : forall x, x < number -> mem (rest l) x = true -> fit (at_top l) x = true ->
        exists z, ix z = x /\ In z (filter (fun z => mem (rest l) (ix z)) (fit_items (at_top l)))).
      { intros x Lx Mx Fx. destruct (item_is x Lx) as [z [Iz [Ez _]]]. exists z. split; auto. apply filter_In.
        rewrite Ez. split; auto. apply filter_In. rewrite Ez. auto. }
      destruct (filter _ (fit_items (at_top l))) as [|z0 zs0] eqn:Fm.
      - assert (Sm : some_match (rest l) (at_top l) = false).
        { destruct (some_match _ _) eqn:Sm; auto. apply existsb_exists in Sm as [x [Ix Mx]].
          apply filter_In in Ix as [Ix Fx]. apply in_seq in Ix. destruct (Fits x ltac:(lia) Mx Fx) as [z [_ []]]. }
        destruct (filter _ items) as [|z1 zs1] eqn:Fi; [apply insert_ok; exact Sh|]. rewrite <- Fi.
        destruct (fold_next_ok st extra l H Ex false (filter (fun z => mem (rest l) (ix z)) items) y Sm Sh)
          as [H1 [H2 H3]].
        { intros z Iz. now apply filter_In in Iz. }
        repeat split; auto. intros [W N]. destruct (wins_step _ _ _ _ _ _ W) as [O|[x [[Mx [Lx _]] Wx]]].
        + assert (Iz : In z1 (filter (fun z => mem (rest l) (ix z)) items)) by (rewrite Fi; now left).
          apply filter_In in Iz as [_ Mz]. congruence.
        + destruct (item_is x Lx) as [z [Iz [Ez _]]]. apply H3. exists z. rewrite filter_In, Ez. auto.
      - assert (Sub : forall z, In z (z0 :: zs0) -> In z items /\ mem (rest l) (ix z) = true /\ fit (at_top l) (ix z) = true).
        { rewrite <- Fm. intros z Iz. apply filter_In in Iz as [Iz Mz]. apply filter_In in Iz as [Iz Fz]. auto. }
        assert (Sm : some_match (rest l) (at_top l) = true).
        { destruct (Sub z0 (or_introl eq_refl)) as [Iz [Mz Fz]]. apply existsb_exists. exists (ix z0). split; auto.
          apply filter_In. split; auto. apply in_seq. destruct (in_items z0 Iz). lia. }
        destruct (fold_next_ok st extra l H Ex true (z0 :: zs0) y Sm Sh) as [H1 [H2 H3]].
        { intros z Iz. destruct (Sub z Iz) as [? [? _]]. auto. }
        repeat split; auto. intros [W N]. destruct (wins_step _ _ _ _ _ _ W) as [O|[x [[Mx [Lx Fx]] Wx]]].
        + destruct (Sub z0 (or_introl eq_refl)) as [_ [Mz _]]. congruence.
        + destruct (Fits x Lx Mx (Fx Sm)) as [z [<- Iz]]. eauto.
    Qed.

    Definition all_next (st : store) (ls : list label) : list label :=
      labels_of (fold_left (expand st (256 * picking r)%Z) ls (Empty _)).

    Lemma all_next_ok st ls : sound_store st -> (exists l, In l ls /\ good l) -> exists l, In l (all_next st ls) /\ good l.
    Proof.
      intros H G.
      destruct (fold_carries (expand st (256 * picking r)%Z) good ls) with (y := Empty (list label)) as [_ [_ Q]].
      - intros y l _ Sh. now apply expand_ok.
      - intros k b E. discriminate.
      - destruct (Q G) as [e [He Ge]]. exists e. split; auto. now apply labels_of_keeps.
    Qed.

    Definition drop (st : store) (ls : list label) : list label :=
      fold_left (fun acc l => if dead st l (total (rest l)) (suit_no (at_top l)) then acc else l :: acc) ls [].

    Lemma drop_ok st ls : sound_store st -> (exists l, In l ls /\ good l) -> exists l, In l (drop st ls) /\ good l.
    Proof.
      intros H [l [I G]]. exists l. unfold drop. assert (D := dead_ok st l (suit_no (at_top l)) H G).
      rewrite <- by_cell_ok in D.
      assert (K : forall ls acc, In l acc \/ In l ls -> In l (fold_left (fun acc l => if dead st l (total (rest l))
        (suit_no (at_top l)) then acc else l :: acc) ls acc)).
      { clear I ls. induction ls as [|e ls IH]; intros acc [I|I]; cbn [fold_left].
        - exact I.
        - destruct I.
        - apply IH. left. destruct (dead st e _ _); [exact I|now right].
        - apply IH. destruct I as [->|I]; [|now right]. left. rewrite D. now left. }
      auto.
    Qed.
  End Prices.

  (* ---- All layers ---- *)

  (* The cards of a suit. *)
  Definition mask (s : nat) : cards :=
    fold_left (fun m i => if Nat.eqb (suit_no i) s then m else clear m i) (seq 0 number) (full number).

  Lemma mask_ok s y : number <= most_cards -> y < number -> suit_no y = s -> mem (mask s) y = true.
  Proof.
    intros Few L E.
    assert (K : forall l m, mem m y = true ->
      mem (fold_left (fun m i => if Nat.eqb (suit_no i) s then m else clear m i) l m) y = true).
    { induction l as [|i l IH]; intros m M; [exact M|]. apply IH. destruct (Nat.eqb_spec (suit_no i) s) as [_|N]; auto.
      rewrite mem_clear, M. apply negb_true_iff, Nat.eqb_neq. congruence. }
    apply K. rewrite mem_full by exact Few. now apply Nat.ltb_lt.
  Qed.

  Definition make_memo (prices : list Z) : list (list item) := map (fit_items prices) (seq 0 (S number)).

  Lemma make_memo_ok prices t : fits_of prices (make_memo prices) t = fit_items prices t.
  Proof.
    unfold fits_of, make_memo. rewrite nth_error_map. destruct (nth_error (seq 0 (S number)) t) as [u|] eqn:E; auto.
    apply nth_error_seq in E. now subst.
  Qed.

  Record tables := Tables { its_prices : list Z; its_items : list item; its_memo : list (list item); its_sums : list sums;
    its_store : store }.

  Definition make_tables (o : group) : tables :=
    let memo := make_memo (prices_of o) in
    let all_items := items (prices_of o) in
    Tables (prices_of o) all_items memo (sums_by_cell 16 (prices_of o))
      (all_rows (prices_of o) all_items memo (near o) (full number)).

  Definition sound_tables (t : tables) : Prop :=
    its_items t = items (its_prices t) /\
    (forall x, fits_of (its_prices t) (its_memo t) x = fit_items (its_prices t) x) /\
    (forall s, total (its_sums t) s = total_of s (its_prices t)) /\
    sound_store (its_prices t) (its_store t).

  Hypothesis few : number <= most_cards.

  Lemma make_tables_ok o : sound_tables (make_tables o).
  Proof.
    split; [reflexivity|]. split; [apply make_memo_ok|]. split; [intro s; apply total_by_is|].
    apply all_rows_ok; [reflexivity|apply make_memo_ok|]. intros y L. rewrite mem_full by exact few.
    now apply Nat.ltb_lt.
  Qed.

  (* More labels than `most` are given up. *)
  Fixpoint layers (masks : list cards) (todo i : nat) (most : N) (groups : list group) (now : option tables)
    (ls : list label) : option (list label) :=
    match todo with
    | 0 => Some ls
    | S todo' =>
        let '(groups', now', ls') :=
          match groups with
          | o :: rest => if Nat.eqb (from_layer o) i
                         then let t := make_tables o in
                              (rest, Some t, if Nat.eqb i 0 then ls else drop (its_prices t) (its_sums t) masks (its_store t) ls)
                         else (groups, now, ls)
          | [] => (groups, now, ls)
          end in
        match now' with
        | None => None
        | Some t =>
            let n := Cards.count ls' in
            if (most <? n)%N then None
            else layers masks todo' (S i) (most - n) groups' now'
                   (all_next (its_prices t) (its_items t) (its_memo t) (its_sums t) masks (its_store t) ls')
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
                            (rest, Some t, if Nat.eqb i 0 then ls else drop (its_prices t) (its_sums t) masks (its_store t) ls)
                       else (groups, now, ls)
        | [] => (groups, now, ls) end) in E.
      assert (Q : (forall t, snd (fst c) = Some t -> sound_tables t) /\ exists l, In l (snd c) /\ good l).
      { destruct groups as [|o rest]; [auto|]. destruct (Nat.eqb (from_layer o) i); [|auto].
        assert (S1 := make_tables_ok o). split; [intros t Et; injection Et as <-; exact S1|].
        destruct (Nat.eqb i 0); [exact G|]. destruct S1 as [_ [_ [S0 S1]]]. apply drop_ok; auto. }
      destruct c as [[groups' now'] ls']. destruct Q as [Q1 Q2]. destruct now' as [t|]; [|discriminate].
      destruct (most <? Cards.count ls')%N; [discriminate|]. destruct (Q1 t eq_refl) as [S0 [S1 [S2 S3]]].
      eapply IH; [exact Q1|exact E|]. apply all_next_ok; auto.
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
      if negb (always_play r) && laid q && (length cs <=? most_cards) && enough (Z.of_nat (length cs)) (cost l) target (picking r) m
      then if negb (forallb (fun o => length (near o) <=? m) groups) then Wrong else
           match layers r cs (top q) target m (length (waste q)) (map (mask cs (top q)) (seq 0 4)) (length cs) 0 most_labels groups
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
  unfold priced_check. destruct bound as [b|]; [|discriminate]. set (q0 := begun r p).
  set (cs := rev (waste q0) ++ hand q0). set (l0 := first_label cs q0). set (m := least_passes 64 _ _ _ _ 1).
  destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C. destruct C as [[[Fr La] Few] En].
  apply Nat.leb_le in Few. apply negb_true_iff in Fr.
  destruct (negb (forallb _ groups)); [discriminate|].
  destruct (layers _ _ _ _ _ _ _ _ _ _ _ _ _) as [[|]|] eqn:L; try discriminate. intro E. injection E as <-.
  assert (Costs : forall l q s, path (one_minute r) p l q -> final q = Some s -> (b <= s)%N).
  { intros l q s H F. destruct (begun_paths r p l q s H F) as [l' H'].
    assert (St := first_stands r cs (top q0) Fr q0 Few La eq_refl eq_refl).
    destruct (path_runs r cs (top q0) Fr q0 l' q H' _ St) as [x [R Sx]].
    destruct (stands_final r cs (top q0) Fr x q s Sx F) as [O Cx]. destruct (N.le_gt_cases b s) as [Q|Q]; auto.
    assert (Lt : turn x < m).
    { destruct (Nat.lt_ge_cases (turn x) m) as [T|T]; auto. assert (Po := potential_runs _ _ _ _ _ R).
      unfold potential in Po. rewrite (size_none _ O) in Po. cbn [first_label rest turn] in Po.
      rewrite size_full in Po by exact Few. unfold enough in En. fold l0 in En. unfold number in Po.
      unfold picking in *. rewrite Cx in Po. cbn [cost first_label] in *.
      change (cost l0) with (Z.of_N (handlings q0) - Z.of_nat (length (waste q0)))%Z in En. nia. }
    assert (G : good r cs (top q0) (Z.of_N b) m l0).
    { split; [exists x; repeat split; auto; lia|]. cbn [l0 first_label rest at_top]. rewrite mem_full by exact Few. apply Nat.ltb_irrefl. }
    eapply layers_ok in L; [|..].
    - destruct L as [? [[] _]].
    - exact Few.
    - intros i k Ni y Ly Ey. rewrite nth_error_map in Ni.
      destruct (nth_error (seq 0 4) i) as [j|] eqn:Nj; [|discriminate]. injection Ni as <-.
      apply nth_error_seq in Nj. subst j.
      now apply (mask_ok cs (top q0)); auto.
    - discriminate.
    - exists l0. split; [now left|exact G]. }
  split; cbn [loses limit].
  - intros Lo l q H. destruct (won q) eqn:W; auto. cbn in W. unfold is_won in W.
    destruct (final q) as [s|] eqn:F; [|discriminate]. specialize (Costs l q s H F). lia.
  - intros b' Eb l q s H F. injection Eb as <-. exact (Costs l q s H F).
Qed.
