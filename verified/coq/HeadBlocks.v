(* Positions of Head Solitaire in which the order of some cards is left open: what such a block position stands for, its
   moves, and why each legal move of a position that it stands for is met by one of them. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Permutation.
From Winnow Require Import Game Cards Head HeadCover HeadSets.
Import ListNotations.
Open Scope N_scope.

(* Cards are known by their places in the position of the claim; a block is a set of places. `line` is the hand and then
   the pile; `down` the discards, which the last pass only counts (`spent`). `cut`: any cards may follow, in the last pass
   behind `line`, in the pass before behind `down`. *)
Record bpos := BPos { bturn : N; bburn : bool; line : list N; down : list N; cut : bool; spent : N }.

(* The sequence begins with the cards of the blocks, each block in some order; nothing else follows unless it is open. *)
Fixpoint begins (open : bool) (bs s : list N) : Prop :=
  match bs with
  | [] => open = true \/ s = []
  | b :: bs' => exists s1 s2, s = s1 ++ s2 /\ Permutation s1 (bits b) /\ begins open bs' s2
  end.

Definition total (bs : list N) : nat := fold_right (fun b k => size b + k)%nat O bs.
Definition without (bs : list N) (m : N) : list N := filter (fun b => negb (b =? 0)) (map (fun b => N.ldiff b m) bs).
Definition some (b : N) : list N := if b =? 0 then [] else [b].
Notation proper := (Forall (fun b => b <> 0)).

(* The whole blocks in a hand that has room for so many cards, the block that it parts with how many cards of it, and
   what follows. *)
Fixpoint laid (room : nat) (bs : list N) : list N * N * nat * list N :=
  match bs with
  | [] => ([], 0, O, [])
  | b :: bs' =>
      if (size b <=? room)%nat then match laid (room - size b) bs' with (w, pt, j, rest) => (b :: w, pt, j, rest) end
      else ([], b, room, bs')
  end.

Lemma begins_app o bs bs' : forall s s', begins false bs s -> begins o bs' s' -> begins o (bs ++ bs') (s ++ s').
Proof.
  induction bs as [|b bs IH]; simpl; intros s s' B B'.
  - destruct B as [B| ->]; [discriminate|exact B'].
  - destruct B as [s1 [s2 [-> [P B]]]]. exists s1, (s2 ++ s'). rewrite app_assoc. auto.
Qed.

Lemma begins_parts o bs bs' : forall s, begins o (bs ++ bs') s ->
  exists s1 s2, s = s1 ++ s2 /\ begins false bs s1 /\ begins o bs' s2.
Proof.
  induction bs as [|b bs IH]; simpl; intros s B.
  - exists [], s. auto.
  - destruct B as [s1 [s2 [-> [P B]]]]. destruct (IH _ B) as [u1 [u2 [-> [B1 B2]]]].
    exists (s1 ++ u1), u2. rewrite app_assoc. split; auto. split; auto. exists s1, u1. auto.
Qed.

Lemma begins_more bs : forall s x, begins true bs s -> begins true bs (s ++ x).
Proof.
  induction bs as [|b bs IH]; simpl; intros s x B; auto. destruct B as [s1 [s2 [-> [P B]]]].
  exists s1, (s2 ++ x). rewrite app_assoc. auto.
Qed.

Lemma begins_total o bs : forall s, begins o bs s -> (total bs <= length s)%nat /\ (o = false -> length s = total bs).
Proof.
  induction bs as [|b bs IH]; simpl; intros s B.
  - split; [lia|]. intros ->. destruct B as [B| ->]; [discriminate|reflexivity].
  - destruct B as [s1 [s2 [-> [P B]]]]. destruct (IH _ B) as [L E]. rewrite app_length, (size_perm _ _ P). lia.
Qed.

Lemma begins_union bs : forall s, NoDup s -> begins false bs s -> Permutation s (bits (union bs)).
Proof.
  induction bs as [|b bs IH]; simpl; intros s D B.
  - destruct B as [B| ->]; [discriminate|constructor].
  - destruct B as [s1 [s2 [-> [P B]]]]. apply bits_lor; auto. apply IH; auto. now apply once_app in D.
Qed.

Lemma proper_without bs m : proper (without bs m).
Proof. apply Forall_forall. intros b I. apply filter_In in I as [_ E]. lia. Qed.
Lemma proper_some b : proper (some b).
Proof. unfold some. destruct (N.eqb_spec b 0); constructor; auto. Qed.

Lemma begins_filter o bs m : forall s, begins o bs s -> begins o (without bs m) (filter (fun x => negb (N.testbit m x)) s).
Proof.
  induction bs as [|b bs IH]; simpl; intros s B.
  - destruct B as [B| ->]; auto.
  - destruct B as [s1 [s2 [-> [P B]]]]. rewrite filter_app. specialize (IH _ B).
    assert (Q := filter_lists (fun x => negb (N.testbit m x)) s1 b m P (fun x => eq_refl)).
    unfold without in *. simpl. destruct (N.eqb_spec (N.ldiff b m) 0) as [E|_]; simpl.
    + rewrite E in Q. apply Permutation_sym, Permutation_nil in Q. now rewrite Q.
    + exists (filter (fun x => negb (N.testbit m x)) s1), (filter (fun x => negb (N.testbit m x)) s2). auto.
Qed.

Lemma begins_some o b bs s1 s2 : Permutation s1 (bits b) -> begins o bs s2 -> begins o (some b ++ bs) (s1 ++ s2).
Proof.
  intros P B. unfold some. destruct (N.eqb_spec b 0) as [->|_]; simpl.
  - apply Permutation_sym, Permutation_nil in P. now subst.
  - exists s1, s2. auto.
Qed.

Lemma laid_line bs : forall room w pt j rest, proper bs -> laid room bs = (w, pt, j, rest) -> bs = w ++ some pt ++ rest.
Proof.
  induction bs as [|b bs IH]; simpl; intros room w pt j rest F E.
  - injection E as <- <- <- <-. reflexivity.
  - inversion F as [|? ? Nb F']; subst. destruct (size b <=? room)%nat.
    + destruct (laid (room - size b) bs) as [[[w' pt'] j'] rest'] eqn:E'. injection E as <- <- <- <-.
      now rewrite (IH _ _ _ _ _ F' E') at 1.
    + injection E as <- <- <- <-. unfold some. apply N.eqb_neq in Nb. rewrite Nb. reflexivity.
Qed.

Lemma laid_ok o bs : forall room h p w pt j rest, laid room bs = (w, pt, j, rest) ->
  begins o bs (h ++ p) -> (length h <= room)%nat -> (length h = room \/ p = []) -> (o = true -> (room <= total bs)%nat) ->
  exists s1 s2 t u, h = s1 ++ s2 /\ p = t ++ u /\ begins false w s1 /\ Permutation (s2 ++ t) (bits pt) /\
    length s2 = j /\ begins o rest u.
Proof.
  induction bs as [|b bs IH]; simpl; intros room h p w pt j rest E B L F O.
  - injection E as <- <- <- <-. assert (h = []) as ->.
    { destruct B as [B|B]; [specialize (O B); destruct h; auto; simpl in L; lia|]. now apply app_eq_nil in B. }
    exists [], [], [], p. simpl in *. repeat split; auto.
  - destruct B as [a [c [Ea [P B]]]]. assert (La := size_perm _ _ P). destruct (Nat.leb_spec (size b) room) as [Q|Q].
    + destruct (laid (room - size b) bs) as [[[w' pt'] j'] rest'] eqn:E'. injection E as <- <- <- <-.
      assert (X : exists h', h = a ++ h' /\ c = h' ++ p).
      { destruct F as [F|F]; [apply app_split; auto; lia|]. subst p. rewrite app_nil_r in Ea. exists c.
        now rewrite app_nil_r. }
      destruct X as [h' [-> ->]]. rewrite app_length in *.
      assert (F' : length h' = (room - size b)%nat \/ p = []) by (destruct F; [left; lia|now right]).
      destruct (IH (room - size b)%nat h' p w' pt' j' rest' E' B ltac:(lia) F' ltac:(intro X; specialize (O X); lia))
        as [s1 [s2 [t [u [-> [-> [B1 [P1 [L1 B2]]]]]]]]].
      exists (a ++ s1), s2, t, u. rewrite app_assoc. repeat split; auto. exists a, s1. auto.
    + injection E as <- <- <- <-. destruct (app_split h p a c Ea ltac:(lia)) as [t [-> ->]].
      exists [], h, t, c. repeat split; simpl; auto.
      destruct F as [F|F]; auto. apply app_eq_nil in F as [-> ->]. rewrite app_nil_r in *. lia.
Qed.

(* ---- Melds of a hand, by place ----------------------------------------------------------------------------------- *)

Lemma choices_lift (f : N -> dcard) l : NoDup l -> forall bf c, In c (choices (naming bf (map f l))) ->
  exists s, NoDup s /\ (forall x, In x s -> In x l) /\ Permutation (map snd (fst c)) (map f s) /\
    snd c = map f (filter (fun x => negb (N.testbit (mask s) x)) l).
Proof.
  induction l as [|y l IH]; intros D bf c I.
  - destruct I as [<-|[]]. exists []. repeat split; auto; constructor.
  - inversion D as [|? ? Ny D']; subst. apply in_app_iff in I as [I|I]; apply in_map_iff in I as [d [<- I]]; destruct
      (IH D' _ _ I) as [s [Ds [Sub [P E]]]]; cbn [fst snd map].
    + exists (y :: s). assert (Ns : ~ In y s) by (intro J; apply Ny; auto). split; [now constructor|].
      split; [intros x [<-|J]; simpl; auto|]. split; [simpl; now constructor|]. rewrite E. cbn [filter].
      assert (T : N.testbit (mask (y :: s)) y = true) by (apply mask_at; now left). rewrite T. f_equal.
      apply filter_ext_in. intros x J. f_equal. cbn [mask fold_right]. rewrite N.lor_spec, bit_at. fold (mask s).
      destruct (N.eqb_spec x y) as [->|]; [contradiction|reflexivity].
    + exists s. split; auto. split; [intros x J; simpl; auto|]. cbn [filter].
      destruct (N.testbit (mask s) y) eqn:T; [apply mask_at in T; apply Sub in T; contradiction|]. now rewrite E.
Qed.

Lemma choices_have (f : N -> dcard) l (g : N -> bool) : forall bf, exists c, In c (choices (naming bf (map f l))) /\
  map snd (fst c) = map f (filter g l).
Proof.
  induction l as [|y l IH]; intro bf; [exists ([], []); simpl; auto|].
  destruct (IH (f y :: bf)) as [c [I E]]. simpl. destruct (g y).
  - eexists. split; [apply in_app_iff; left; apply in_map_iff; exists c; split; [reflexivity|exact I]|].
    cbn [fst map snd]. now rewrite E.
  - eexists. split; [apply in_app_iff; right; apply in_map_iff; exists c; split; [reflexivity|exact I]|]. exact E.
Qed.

Section Blocks.
  Variable r : rules.
  Variable f : N -> dcard.                      (* the card at a place *)
  Variable n : N.                               (* how many places there are *)
  Variable meldq : N -> bool.                   (* a set of places holds a meld *)
  Notation full := (N.to_nat (Head.full r)).
  Hypothesis meldq_ok : forall m, (forall x, N.testbit m x = true -> x < n) -> (size m <= full)%nat ->
    meldq m = is_meld (map f (bits m)).

  Definition any_meld (b : N) : bool := existsb meldq (upto full (bits b)).

  Lemma meldq_list s : NoDup s -> (forall x, In x s -> x < n) -> (length s <= full)%nat ->
    meldq (mask s) = is_meld (map f s).
  Proof.
    intros D K L. assert (P := bits_mask s D). rewrite meldq_ok.
    - apply meld_perm, Permutation_map. now symmetry.
    - intros x T. apply K. now apply mask_at.
    - now rewrite <- (size_perm _ _ P).
  Qed.

  Lemma has_meld_is h : NoDup h -> (forall x, In x h -> x < n) -> (length h <= full)%nat ->
    (has_meld (map f h) = true <-> exists s, NoDup s /\ (forall x, In x s -> In x h) /\ meldq (mask s) = true).
  Proof.
    intros D K L. unfold has_meld. split.
    - destruct (melds (map f h)) as [|c cs] eqn:E; [discriminate|]. intros _.
      assert (I : In c (c :: cs)) by now left. rewrite <- E in I. apply filter_In in I as [I Mc].
      destruct (choices_lift f h D _ _ I) as [s [Ds [Sub [P _]]]]. exists s. repeat split; auto.
      rewrite meldq_list; auto; [now rewrite <- (meld_perm _ _ P)|].
      assert (X := NoDup_incl_length Ds Sub). lia.
    - intros [s [Ds [Sub Ms]]]. assert (Ls := NoDup_incl_length Ds Sub).
      destruct (choices_have f h (N.testbit (mask s)) []) as [c [I E]].
      assert (P : Permutation (filter (N.testbit (mask s)) h) s).
      { apply NoDup_Permutation; auto; [now apply NoDup_filter|]. intro x. rewrite filter_In, mask_at. intuition. }
      assert (X : In c (melds (map f h))).
      { apply filter_In. split; auto. cbn beta. refine (eq_trans (f_equal is_meld E) _). rewrite (meld_perm _ _ (Permutation_map f P)), <- meldq_list; auto. lia. }
      destruct (melds (map f h)); [destruct X|reflexivity].
  Qed.

  Lemma any_meld_is h b : Permutation h (bits b) -> (forall x, In x h -> x < n) -> (length h <= full)%nat ->
    has_meld (map f h) = any_meld b.
  Proof.
    intros P K L. assert (D : NoDup h) by (apply (Permutation_NoDup (Permutation_sym P)), bits_once).
    apply Bool.eq_true_iff_eq. rewrite has_meld_is by auto. unfold any_meld. rewrite existsb_exists. split.
    - intros [s [Ds [Sub Ms]]]. exists (mask s). split; auto. apply upto_all; auto.
      + intros x I. apply (Permutation_in x P). auto.
      + assert (X := NoDup_incl_length Ds Sub). lia.
    - intros [m [I Mm]]. apply upto_are in I as [Sub _]; [|apply bits_once]. exists (bits m).
      split; [apply bits_once|]. rewrite mask_bits. split; auto. intros x J. apply (Permutation_in x (Permutation_sym P)).
      apply Sub. now apply bits_in.
  Qed.

  (* ---- What a block position stands for ---- *)

  Definition ending (b : bpos) : bool := bturn b =? passes r.

  Record rep (b : bpos) (q : position) (h p d : list N) : Prop := Rep {
    rep_turn : turn q = bturn b;
    rep_burn : may_burn q = bburn b;
    rep_hand : hand q = map f h;
    rep_pile : pile q = map f p;
    rep_once : NoDup (h ++ p ++ d);
    rep_known : forall x, In x (h ++ p ++ d) -> x < n;
    rep_full : (length h <= full)%nat;
    rep_line : proper (line b);
    rep_down : proper (down b);
    rep_begins : begins (cut b && ending b) (line b) (h ++ p);
    rep_kind : if ending b then down b = [] /\ d = [] /\ spent b <= count (discards q)
               else spent b = 0 /\ discards q = map f d /\ begins (cut b) (down b) d /\
                 (cut b = true -> bburn b = false /\ bturn b + 1 = passes r /\ down b <> []) }.

  Lemma line_once b q h p d : rep b q h p d -> NoDup (h ++ p) /\ NoDup d /\ forall x, In x (h ++ p) -> ~ In x d.
  Proof. intro R. assert (D := rep_once _ _ _ _ _ R). rewrite app_assoc in D. now apply once_app in D. Qed.

  (* ---- Drawing ---- *)

  Definition joined_hand (bs : list N) : list N :=
    match laid full bs with (w, pt, _, rest) => some (union w) ++ some pt ++ rest end.
  Definition normal (b : bpos) : bpos :=
    if ending b && negb (bburn b) then BPos (bturn b) (bburn b) (joined_hand (line b)) (down b) (cut b) (spent b) else b.

  Fixpoint settle (again : nat) (b : bpos) : bpos :=
    if bburn b || ending b || (full <=? total (line b))%nat || any_meld (union (line b)) then normal b
    else match again with
         | O => normal b
         | S k => settle k (BPos (match down b with [] => passes r | _ => bturn b + 1 end)
                     (match line b, down b with [], _ :: _ => true | _, _ => false end) (line b ++ down b) [] (cut b) 0)
         end.

  Lemma proper_app (a b : list N) : proper (a ++ b) -> proper a /\ proper b.
  Proof. intro H. now apply Forall_app in H. Qed.

  Lemma normal_rep b q h p d : rep b q h p d -> rep (normal b) q h p d.
  Proof.
    intro R. unfold normal. destruct (ending b && negb (bburn b)) eqn:C; auto.
    destruct (line_once _ _ _ _ _ R) as [D _]. assert (L := rep_line _ _ _ _ _ R).
    assert (B := rep_begins _ _ _ _ _ R). unfold joined_hand.
    destruct (laid full (line b)) as [[[w pt] j] rest] eqn:E. assert (Q := laid_line _ _ _ _ _ _ L E).
    rewrite Q in L, B. apply proper_app in L as [Lw L]. apply begins_parts in B as [s1 [s2 [Es [B1 B2]]]].
    rewrite Es in D. assert (P := begins_union w s1 (proj1 (once_app _ _ D)) B1). destruct R.
    constructor; cbn [bturn bburn line down cut spent]; auto.
    - apply Forall_app. split; auto using proper_some.
    - rewrite Es. now apply begins_some.
  Qed.

  Lemma fill_rep b q h p d : rep b q h p d -> exists h' p', rep b (fill r q) h' p' d /\ h' ++ p' = h ++ p /\
    (length h' = full \/ p' = []).
  Proof.
    intro R. destruct R. set (k := N.to_nat (Head.full r - count (hand q))).
    assert (Ek : k = (full - length h)%nat) by (unfold k; rewrite rep_hand0, count_map, count_length; lia).
    assert (E : (h ++ firstn k p) ++ skipn k p = h ++ p) by now rewrite <- app_assoc, firstn_skipn.
    exists (h ++ firstn k p), (skipn k p). split; [|split; [exact E|]].
    - constructor; cbn [fill turn may_burn hand pile discards]; auto; fold k.
      + now rewrite rep_hand0, rep_pile0, map_app, firstn_map.
      + now rewrite rep_pile0, skipn_map.
      + rewrite app_assoc, E, <- app_assoc. auto.
      + intro x. rewrite app_assoc, E, <- app_assoc. auto.
      + rewrite app_length, firstn_length. lia.
      + now rewrite E.
    - destruct (Nat.le_gt_cases (length p) k) as [Q|Q].
      + right. now apply skipn_all2.
      + left. rewrite app_length, firstn_length. lia.
  Qed.

  Lemma full_is h : is_full r (map f h) = Nat.eqb (length h) full.
  Proof. unfold is_full. rewrite count_map, count_length. lia. Qed.

  Lemma stops_same b q h p d : rep b q h p d -> (length h = full \/ p = []) ->
    (may_burn q || is_full r (hand q) || has_meld (hand q) || (turn q =? passes r)) =
    (bburn b || ending b || (full <=? total (line b))%nat || any_meld (union (line b))).
  Proof.
    intros R F. assert (On := line_once _ _ _ _ _ R). destruct R. rewrite rep_burn0, rep_turn0, rep_hand0, full_is.
    unfold ending. destruct (bburn b), (bturn b =? passes r) eqn:En; simpl; rewrite ?orb_true_r; auto.
    rewrite orb_false_r. unfold ending in rep_begins0. rewrite En, andb_false_r in rep_begins0.
    assert (T := proj2 (begins_total _ _ _ rep_begins0) eq_refl). rewrite app_length in T.
    destruct (Nat.eqb_spec (length h) full) as [E|E].
    - destruct (Nat.leb_spec full (total (line b))); [reflexivity|lia].
    - destruct F as [F| ->]; [contradiction|]. rewrite app_nil_r in *. simpl in T.
      destruct (Nat.leb_spec full (total (line b))); [lia|]. apply any_meld_is; [|intros x I; apply rep_known0|lia].
      + apply begins_union; [apply On | exact rep_begins0].
      + apply in_app_iff. auto.
  Qed.

  Lemma begins_some_bits o bs s : proper bs -> begins o bs s -> bs <> [] -> s <> [].
  Proof.
    destruct bs as [|b bs]; [congruence|]. intros F [s1 [s2 [-> [P _]]]] _ E. apply app_eq_nil in E as [-> _].
    apply Permutation_nil in P. inversion F as [|? ? Nb _]; subst. apply Nb. rewrite <- (mask_bits b), P. reflexivity.
  Qed.

  Lemma settle_rep again : forall b q h p d, rep b q h p d -> exists h' p' d',
    rep (settle again b) (draw again r q) h' p' d' /\ (length h' = full \/ p' = []).
  Proof.
    induction again as [|k IH]; intros b q h p d R0; destruct (fill_rep b q h p d R0) as [h' [p' [R [_ F]]]];
      assert (S := stops_same _ _ _ _ _ R F); cbn [draw settle]; rewrite S;
      destruct (bburn b || ending b || (full <=? total (line b))%nat || any_meld (union (line b))) eqn:C;
      try solve [exists h', p', d; auto using normal_rep]. apply orb_false_iff in C as [C _].
    apply orb_false_iff in C as [C Lt]. apply orb_false_iff in C as [_ En]. assert (R1 := R). destruct R1.
    rewrite En, andb_false_r in rep_begins0. rewrite En in rep_kind0. destruct rep_kind0 as [_ [Ed [Bd Ct]]].
    assert (T := proj2 (begins_total _ _ _ rep_begins0) eq_refl). rewrite app_length in T.
    destruct F as [F| ->]; [lia|]. rewrite app_nil_r in *. assert (Nd : down b = [] -> d = []).
    { intro E. rewrite E in Bd. destruct Bd as [Bd|Bd]; auto. now destruct (proj2 (proj2 (Ct Bd))). }
    assert (Nd' : down b <> [] -> d <> []) by (apply (begins_some_bits _ _ _ rep_down0 Bd)).
    assert (Nl : line b = [] -> h' = []).
    { intro E. rewrite E in rep_begins0. now destruct rep_begins0. }
    assert (Nl' : line b <> [] -> h' <> []) by (apply (begins_some_bits _ _ _ rep_line0 rep_begins0)).
    apply (IH _ _ h' d []). set (b' := BPos _ _ _ _ _ _).
    assert (Eb : match map f d with [] => passes r | _ => turn (fill r q) + 1 end = bturn b').
    { subst b'. rewrite rep_turn0. destruct (down b) as [|x l]; [rewrite Nd by reflexivity; reflexivity|].
      destruct d; [destruct (Nd' ltac:(discriminate) eq_refl)|reflexivity]. }
    rewrite Ed, rep_hand0, Eb.
    constructor; cbn [turn may_burn hand pile discards]; subst b'; cbn [bturn bburn line down cut spent]; auto.
    - destruct (line b) as [|x l]; [rewrite Nl by reflexivity|destruct h'; [destruct (Nl' ltac:(discriminate) eq_refl)|]];
        cbn [map]; auto; (destruct (down b) as [|y l']; [rewrite Nd by reflexivity; reflexivity|]);
        (destruct d; [destruct (Nd' ltac:(discriminate) eq_refl)|reflexivity]).
    - now rewrite app_nil_r.
    - intros x. rewrite app_nil_r. auto.
    - apply Forall_app. auto.
    - apply begins_app with (s := h'); [exact rep_begins0|]. unfold ending. destruct (cut b) eqn:Ec; [|exact Bd].
      destruct (Ct eq_refl) as [_ [E2 E3]]. destruct (down b) eqn:E; [congruence|]. rewrite E2, N.eqb_refl. exact Bd.
    - unfold ending. match goal with |- if ?c then _ else _ => destruct c eqn:E end.
      + repeat split; auto. apply N.le_0_l.
      + split; [reflexivity|]. split; [reflexivity|]. split; [right; reflexivity|]. intro Ec.
        destruct (Ct Ec) as [_ [E2 E3]]. destruct (down b); [congruence|]. rewrite E2, N.eqb_refl in E. discriminate.
  Qed.

  (* ---- Moves ---- *)

  (* What a move leaves in hand and pile, and the k cards that it puts down. *)
  Definition put (b : bpos) (rest gone : list N) (k : nat) : bpos :=
    if ending b then BPos (bturn b) false rest [] (cut b) (spent b + N.of_nat k)
    else BPos (bturn b) false rest (if cut b then down b else down b ++ gone) (cut b) 0.

  Definition exactly (k : nat) (b : N) : list N := filter (fun m => Nat.eqb (size m) k) (upto k (bits b)).

  Definition moves (b : bpos) : list bpos :=
    match laid full (line b) with (w, pt, j, rest) =>
      let hand := union w in
      map (fun m => put b (without (line b) m) [] 0)
        (filter meldq (flat_map (fun a => map (N.lor a) (upto j (bits pt))) (upto full (bits hand)))) ++
      (if Nat.eqb (total w + j) full then
         flat_map (fun c => if optional r || negb (any_meld (N.lor hand c))
           then [put b (some (N.ldiff pt c) ++ rest) (if bturn b =? 1 then [N.lor hand c] else w ++ some c) full] else [])
           (exactly j pt)
       else []) ++
      (if bburn b then map (fun i => put b (without (line b) (bit i)) [bit i] 1) (bits (hd 0 (line b))) else [])
    end.

  Definition successors (b : bpos) : list bpos := map (settle 3) (moves b).

  (* The hand of what it stands for does not reach beyond its blocks. *)
  Definition ready (b : bpos) : bool :=
    (0 <? full)%nat && negb (bburn b && match line b with [] => true | _ => false end) &&
    (negb (cut b && ending b) || (full <=? total (line b))%nat).

  Lemma put_rep b q h p d rest gone k h' x q' : rep b q h p d ->
    NoDup (h' ++ p ++ x) -> (forall y, In y (h' ++ p ++ x) -> In y (h ++ p)) -> (length h' <= full)%nat ->
    begins (cut b && ending b) rest (h' ++ p) -> begins false gone x -> proper rest -> proper gone -> (k <= length x)%nat ->
    q' = Position (map f p) (map f h') (discards q ++ map f x) (turn q) false ->
    exists d', rep (put b rest gone k) q' h' p d'.
  Proof.
    intros R D Sub L B Bg Pr Pg K ->. assert (On := line_once _ _ _ _ _ R). destruct R. unfold put.
    destruct (ending b) eqn:En.
    - exists []. destruct rep_kind0 as [Ed [-> S]]. assert (D' := D). rewrite app_assoc in D'. apply once_app in D' as [D' _].
      constructor; cbn; auto; unfold ending in *; cbn [bturn]; rewrite ?En; auto.
      + now rewrite app_nil_r.
      + intros y I. apply rep_known0. rewrite app_nil_r. apply Sub. rewrite app_nil_r in I. rewrite app_assoc, in_app_iff. auto.
      + repeat split; auto. rewrite !count_length, app_length, map_length in *. lia.
    - exists (d ++ x). destruct rep_kind0 as [S [Ed [Bd Ct]]]. destruct On as [Dl [Dd F]].
      constructor; cbn; auto; unfold ending in *; cbn [bturn]; rewrite ?En in *; auto.
      + apply (Permutation_NoDup (l := (h' ++ p ++ x) ++ d)).
        * rewrite <- !app_assoc. do 2 apply Permutation_app_head. apply Permutation_app_comm.
        * apply app_once; auto.
      + intros y I. apply rep_known0. rewrite app_assoc, in_app_iff. rewrite !in_app_iff in I.
        destruct I as [I|[I|[I|I]]]; auto; left; apply Sub; rewrite !in_app_iff; auto.
      + destruct (cut b); auto. apply Forall_app. auto.
      + split; [reflexivity|]. split; [now rewrite Ed, map_app|]. split.
        * destruct (cut b); [now apply begins_more|now apply begins_app].
        * intro Ec. rewrite Ec. destruct (Ct Ec) as [_ E]. auto.
  Qed.

  Lemma filter_out s l : (forall x, In x l -> ~ In x s) -> filter (fun x => negb (N.testbit (mask s) x)) l = l.
  Proof.
    intro F. induction l as [|y l IH]; auto. simpl. destruct (N.testbit (mask s) y) eqn:T.
    - apply mask_at in T. destruct (F y (or_introl eq_refl) T).
    - simpl. f_equal. apply IH. intros x I. apply F. now right.
  Qed.

  Lemma filter_shorter (g : N -> bool) l : (length (filter g l) <= length l)%nat.
  Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (g x); simpl; lia. Qed.

  (* Some move of the block position leads to one that stands for this position before its draw. *)
  Definition stepped (b : bpos) (q : position) : Prop := exists b' h p d, In b' (moves b) /\ rep b' q h p d.

  Theorem step b q h p d m : rep b q h p d -> (length h = full \/ p = []) -> ready b = true -> In m (legal r q) ->
    exists b' h' p' d', In b' (successors b) /\ rep b' (after_move r q m) h' p' d' /\ (length h' = full \/ p' = []).
  Proof.
    intros R F Rd I.
    assert (K : exists q', after_move r q m = drawn r q' /\ stepped b q').
    2: { destruct K as [q' [-> [b' [h' [p' [d' [Ib R']]]]]]]. destruct (settle_rep 3 b' q' h' p' d' R') as [h2 [p2 [d2 [R2 F2]]]].
         exists (settle 3 b'), h2, p2, d2. split; [now apply in_map|]. auto. }
    unfold stepped, moves. apply andb_true_iff in Rd as [Rd R3]. apply andb_true_iff in Rd as [R1 R2].
    assert (On := line_once _ _ _ _ _ R). destruct On as [Dl [_ _]].
    destruct (laid full (line b)) as [[[w pt] j] rest] eqn:E. assert (Lb := rep_begins _ _ _ _ _ R).
    assert (Pl := rep_line _ _ _ _ _ R). assert (Ll := laid_line _ _ _ _ _ _ Pl E).
    destruct (laid_ok _ _ full h p w pt j rest E Lb (rep_full _ _ _ _ _ R) F) as
      [s1 [s2 [t [u [Eh [Ep [B1 [P2 [L2 B3]]]]]]]]].
    { lia. }
    assert (Ds : NoDup s1 /\ NoDup (s2 ++ t)).
    { rewrite Eh, Ep in Dl. rewrite <- app_assoc, (app_assoc s2) in Dl. apply once_app in Dl as [D1 [D2 _]].
      apply once_app in D2 as [D2 _]. auto. }
    destruct Ds as [D1 D2]. assert (P1 := begins_union w s1 D1 B1).
    assert (Dh : NoDup h) by (apply once_app in Dl; tauto).
    assert (Kn : forall x, In x h -> x < n).
    { intros x J. apply (rep_known _ _ _ _ _ R). apply in_app_iff. auto. }
    apply in_app_iff in I as [I|I]; [|apply in_app_iff in I as [I|I]].
    - (* a meld *)
      apply in_map_iff in I as [c [<- I]]. apply filter_In in I as [I Mc]. rewrite (rep_hand _ _ _ _ _ R) in I.
      destruct (choices_lift f h Dh _ _ I) as [s [Ss [Sub [Ps Er]]]].
      assert (Ls := NoDup_incl_length Ss Sub). assert (Lh := rep_full _ _ _ _ _ R).
      assert (Mm : meldq (mask s) = true).
      { rewrite meldq_list; auto; [|lia]. now rewrite <- (meld_perm _ _ Ps). }
      set (g := fun x => negb (N.testbit (mask s) x)).
      assert (Fp : filter g p = p).
      { apply filter_out. intros x J J'. apply once_app in Dl as [_ [_ Dl]]. exact (Dl x (Sub x J') J). }
      assert (Fhp : filter g (h ++ p) = filter g h ++ p) by (rewrite filter_app; now f_equal).
      eexists. split; [reflexivity|]. exists (put b (without (line b) (mask s)) [] 0).
      destruct (put_rep b q h p d (without (line b) (mask s)) [] 0 (filter g h) []
        (Position (pile q) (snd c) (discards q) (turn q) false) R) as [d' R'];
        [ | | | | now right | apply proper_without | constructor | lia | | exists (filter g h), p, d'; split; [|exact R']].
      + rewrite app_nil_r, <- Fhp. now apply NoDup_filter.
      + intros y. rewrite app_nil_r, <- Fhp. intro J. now apply filter_In in J.
      + assert (X := filter_shorter g h). lia.
      + rewrite <- Fhp. now apply begins_filter.
      + rewrite (rep_pile _ _ _ _ _ R), Er, app_nil_r. reflexivity.
      + apply in_app_iff. left. apply in_map_iff. exists (mask s). split; auto. apply filter_In. split; auto.
        apply in_flat_map. set (a := filter (N.testbit (mask s)) s1). set (a2 := filter (N.testbit (mask s)) s2).
        assert (Em : mask s = N.lor (mask a) (mask a2)).
        { rewrite <- mask_app. apply mask_same. intro x. unfold a, a2. rewrite in_app_iff, !filter_In, mask_at.
          split; [|tauto]. intro J. assert (J' := Sub x J). rewrite Eh in J'. apply in_app_iff in J'. tauto. }
        exists (mask a). split.
        * apply upto_all; [now apply NoDup_filter| |].
          -- intros x J. apply filter_In in J as [J _]. exact (Permutation_in x P1 J).
          -- assert (X := filter_shorter (N.testbit (mask s)) s1). fold a in X. rewrite Eh, app_length in Lh. lia.
        * rewrite Em. apply in_map. apply upto_all; [apply NoDup_filter; now apply once_app in D2| |].
          -- intros x J. apply filter_In in J as [J _]. apply (Permutation_in x P2). apply in_app_iff. auto.
          -- assert (X := filter_shorter (N.testbit (mask s)) s2). fold a2 in X. lia.
    - destruct (is_full r (hand q) && _) eqn:C; [|destruct I]. apply andb_true_iff in C as [C1 C2].
      rewrite (rep_hand _ _ _ _ _ R), full_is in C1. apply in_map_iff in I as [o [<- I]].
      assert (X : exists x, o = map f x /\ Permutation h x /\ ((bturn b =? 1) = false -> x = h)).
      { unfold orders in I. rewrite (rep_turn _ _ _ _ _ R), (rep_hand _ _ _ _ _ R) in I. destruct (bturn b =? 1).
        - apply permutations_perm in I. apply Permutation_sym, Permutation_map_inv in I as [x [-> Px]].
          exists x. repeat split; auto. discriminate.
        - destruct I as [<-|[]]. exists h. auto. }
      destruct X as [x [-> [Px Ex]]]. set (ch := mask s2).
      assert (Ds2 : NoDup s2) by (now apply once_app in D2).
      assert (Pc : Permutation s2 (bits ch)) by now apply bits_mask.
      assert (Ph : Permutation h (bits (N.lor (union w) ch))) by (rewrite Eh in *; now apply bits_lor).
      set (gone := if bturn b =? 1 then [N.lor (union w) ch] else w ++ some ch).
      assert (Bg : begins false gone x).
      { destruct (bturn b =? 1).
        - exists x, []. rewrite app_nil_r. repeat split; auto; [|now right]. now rewrite <- Px.
        - rewrite (Ex eq_refl), Eh. apply begins_app; auto. rewrite <- (app_nil_r s2), <- (app_nil_r (some ch)).
          apply begins_some; auto. now right. }
      assert (Pg : proper gone).
      { rewrite Ll in Pl. apply proper_app in Pl as [Pw _]. destruct (bturn b =? 1).
        - constructor; auto. intro Z. rewrite Z in Ph. apply Permutation_length in Ph. simpl in Ph. lia.
        - apply Forall_app. split; auto using proper_some. }
      assert (Br : begins (cut b && ending b) (some (N.ldiff pt ch) ++ rest) p).
      { rewrite Ep. apply begins_some; auto. apply listed.
        - now apply once_app in D2.
        - intro y. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, <- bits_in. split.
          + intro J. split; [apply (Permutation_in y P2), in_app_iff; auto|].
            destruct (N.testbit ch y) eqn:T; auto. apply mask_at in T. apply once_app in D2 as [_ [_ D2]].
            destruct (D2 y T J).
          + intros [J T]. apply (Permutation_in y (Permutation_sym P2)) in J. apply in_app_iff in J as [J|J]; auto.
            apply mask_at in J. fold ch in J. congruence. }
      eexists. split; [reflexivity|]. exists (put b (some (N.ldiff pt ch) ++ rest) gone full).
      destruct (put_rep b q h p d (some (N.ldiff pt ch) ++ rest) gone full [] x
        (Position (pile q) [] (discards q ++ map f x) (turn q) false) R) as [d' R'];
        [ | | simpl; lia | exact Br | exact Bg | | exact Pg | | | exists [], p, d'; split; [|exact R']].
      + simpl. apply (Permutation_NoDup (l := h ++ p)); auto. rewrite Permutation_app_comm. now apply Permutation_app_head.
      + simpl. intros y J. rewrite in_app_iff in *. destruct J; auto. left. now apply (Permutation_in y (Permutation_sym Px)).
      + rewrite Ll in Pl. apply proper_app in Pl as [_ Pl]. apply proper_app in Pl as [_ Pl]. apply Forall_app.
        auto using proper_some.
      + rewrite <- (Permutation_length Px). lia.
      + rewrite (rep_pile _ _ _ _ _ R). reflexivity.
      + apply in_app_iff. right. apply in_app_iff. left.
        assert (Tw : Nat.eqb (total w + j) full = true).
        { rewrite <- C1, Eh, app_length, <- (proj2 (begins_total _ _ _ B1) eq_refl). lia. }
        rewrite Tw. apply in_flat_map. exists ch. split.
        * apply filter_In. split; [apply upto_all; auto|].
          -- intros y J. apply (Permutation_in y P2), in_app_iff. auto.
          -- lia.
          -- apply Nat.eqb_eq. rewrite <- (size_perm _ _ Pc). exact L2.
        * assert (M0 : optional r || negb (any_meld (N.lor (union w) ch)) = true).
          { rewrite <- (any_meld_is h _ Ph Kn ltac:(lia)). rewrite (rep_hand _ _ _ _ _ R) in C2. unfold has_meld.
            destruct (melds (map f h)); rewrite orb_comm; exact C2. }
          rewrite M0. now left.
    - (* a card is burned *)
      destruct (may_burn q) eqn:Mb; [|destruct I]. destruct I as [<-|[]].
      rewrite (rep_burn _ _ _ _ _ R) in Mb. rewrite Mb. rewrite Mb in R2.
      destruct (line b) as [|b0 bs] eqn:El; [discriminate|]. clear R2.
      assert (Lb' := Lb). destruct Lb' as [c1 [c2 [Ec [Pc _]]]].
      assert (Nb : b0 <> 0) by (now inversion Pl).
      destruct h as [|y h1].
      { exfalso. destruct F as [F| ->]; [simpl in F; lia|]. symmetry in Ec. apply app_eq_nil in Ec as [-> _].
        apply Permutation_nil in Pc. apply Nb. rewrite <- (mask_bits b0), Pc. reflexivity. }
      assert (Iy : In y (bits b0)).
      { destruct c1 as [|z c1]; [apply Permutation_nil in Pc; destruct Nb; now rewrite <- (mask_bits b0), Pc|].
        injection Ec as -> _. apply (Permutation_in z Pc). now left. }
      assert (Ny : ~ In y (h1 ++ p)) by (simpl in Dl; now inversion Dl).
      assert (Em : mask [y] = bit y) by (cbn [mask fold_right]; apply N.lor_0_r).
      eexists. split; [reflexivity|]. exists (put b (without (b0 :: bs) (bit y)) [bit y] 1).
      destruct (put_rep b q (y :: h1) p d (without (b0 :: bs) (bit y)) [bit y] 1 h1 [y]
        (Position (pile q) (tl (hand q)) (discards q ++ firstn 1 (hand q)) (turn q) false) R) as [d' R'];
        [ | | | | | apply proper_without | | simpl; lia | | exists h1, p, d'; split; [|exact R']].
      + apply (Permutation_NoDup (l := y :: h1 ++ p)); auto. rewrite app_assoc. apply Permutation_cons_append.
      + intros z J. rewrite app_assoc in J. apply in_app_iff in J as [J|[<-|[]]]; simpl; auto.
      + assert (X := rep_full _ _ _ _ _ R). simpl in X. lia.
      + assert (Ef : filter (fun x => negb (N.testbit (bit y) x)) ((y :: h1) ++ p) = h1 ++ p).
        { cbn [app filter]. rewrite bit_at, N.eqb_refl. rewrite <- Em. apply filter_out. intros z J [->|[]].
          contradiction. }
        rewrite <- Ef. now apply begins_filter.
      + exists [y], []. repeat split; auto; [|now right]. rewrite <- Em. apply bits_mask. repeat constructor. auto.
      + constructor; auto. intro Z. assert (X := bit_at y y). rewrite Z, N.eqb_refl, N.bits_0 in X. discriminate.
      + rewrite (rep_pile _ _ _ _ _ R), (rep_hand _ _ _ _ _ R). reflexivity.
      + apply in_app_iff. right. apply in_app_iff. right. apply in_map_iff. exists y. auto.
  Qed.
End Blocks.
