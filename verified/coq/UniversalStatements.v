(* What the variables of Universal's clauses say of a line of play that empties the talon, and why each clause is true
   of every such line: docs/soundness/universal_clauses.md, clause kind by clause kind. A line that leaves cards in the
   talon is one that is followed, from the moment `fin` on, until these cards have been dropped. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat Wf_nat Permutation.
From Winnow Require Import Game Cards Universal UniversalRules UniversalLine.
Import ListNotations.
Open Scope nat_scope.

(* The moment j is when card j leaves the talon; for a card that is not of the talon, the end of the line. *)
Inductive atom :=
| There (p : nat) (x : card)    (* x leaves the talon in pass p or later *)
| Waits (p : nat) (x y : card)  (* x, lower than y, does, and lies in the waste when the place of y is turned in pass p
  *)
| Count (p : nat) (x : card) (m : nat)  (* of the cards that pass p turns, m modulo D are there up to the place of x *)
| Before (x y : card)       (* x leaves the talon before y *)
| Barred (x j : card)       (* x lies on the bar at moment j *)
| Direct (y : card)         (* y is played from the waste to the bar *)
| Hosted (y x : card)       (* y is played from the waste below x *)
| Above (y h : card)        (* y is played from the waste above the head h *)
| Slot (g : card) (c : nat) (* g is played from the waste into the empty column c *)
| Moves (h v : card)        (* the column with the head h is moved below v, at some time *)
| Moved (h g : card)        (* the column with the head h is moved before moment g *)
| Resides (h : card) (c : nat)  (* h is head of column c, at some time *)
| More (b : list card) (k : nat)  (* more than k of these cards are not on the bar at the end *)
| Gone (h g : card).        (* before moment g a column is moved in which h lies, and h is or has been its head *)

Lemma head_is p c x : head (column p c) = Some x <-> is_head p c x.
Proof.
  unfold is_head. destruct (column p c) as [|y l]; simpl; split.
  - discriminate.
  - intros [l H]; discriminate.
  - intro H; injection H as ->; eauto.
  - intros [l' H]; injection H as -> _; reflexivity.
Qed.

Lemma foot_is p c x : foot (column p c) = Some x <-> is_foot p c x.
Proof.
  unfold is_foot. split.
  - intro F. apply count_removelast in F as [_ F]. eauto.
  - intros [l E]. destruct (foot (column p c)) as [f|] eqn:F.
    + apply count_removelast in F as [_ F]. rewrite E in F. apply app_inj_tail in F as [_ ->]. reflexivity.
    + rewrite E in F. destruct l; discriminate.
Qed.

Definition headed (p : position) (x : card) : Prop := exists c, is_head p c x.

Lemma headed_in p x : headed p x <-> In (Some x) (map head (columns p)).
Proof.
  split.
  - intros [c H]. apply head_is in H. apply in_map_iff. exists (column p c). split; auto.
    apply nth_In. apply nth_error_lt. unfold column in H. destruct (nth c (columns p) []); discriminate.
  - intro H. apply in_map_iff in H as [l [E I]]. apply (In_nth _ _ []) in I as [c [_ E']]. exists c. apply head_is.
    unfold column. now rewrite E'.
Qed.

Lemma ex_dec (Q : nat -> Prop) (D : forall t, {Q t} + {~ Q t}) n :
  {exists t, t < n /\ Q t} + {~ exists t, t < n /\ Q t}.
Proof.
  destruct (Exists_dec Q (seq 0 n) D) as [Y|N]; [left|right]; rewrite Exists_exists in *.
  - destruct Y as [t [I H]]. apply in_seq in I. exists t. split; [lia|exact H].
  - intros [t [L H]]. apply N. exists t. rewrite in_seq. auto with arith.
Qed.

Lemma option_card_dec (a b : option card) : {a = b} + {a <> b}.
Proof. decide equality. apply card_eq. Qed.
Lemma act_dec (a b : act) : {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Qed.
Lemma talon_dec p x : {talon p x} + {~ talon p x}.
Proof.
  unfold talon. destruct (in_dec card_eq x (waste p)); auto. destruct (in_dec card_eq x (stock p)); auto. right; tauto.
Defined.

Ltac same_waste W :=
  match goal with H : waste ?p = _ :: _ |- _ => match H with W => fail 1 | _ => rewrite W in H;
    injection H as <- <- end end.

(* How often the waste has been turned over between two positions. *)
Definition redealt (p q : position) : nat := N.to_nat (redeals p) - N.to_nat (redeals q).

(* The talon from the bottom of the waste to the last card of the stock. *)
Definition pile (p : position) : list card := rev (waste p) ++ stock p.

(* A line of play: the position at each moment and the move made there, until all cards have left the talon at
   the moment n. From `fin` on, after `passes` passes, only the talon is gone through and what is left of it dropped. *)
Class line := {
  r : rules;
  P : nat -> position;
  M : nat -> act;
  n : nat;
  fin : nat;
  passes : nat;
  size : nat;                               (* the least of `draw` and the size of the talon, at least 1 *)
  steps : forall t, moved r (P t) (M t) (P (S t));
  once0 : forall x, weight (P 0) x + Nat.b2n (onbar r (P 0) x) <= 1;
  valid0 : forall x, 1 <= weight (P 0) x -> N.to_nat (suit x) < length (bar (P 0)) /\ (rank x <= 9)%N;
  emptied : forall x, ~ talon (P n) x;
  size_is : size = N.to_nat (draw r) \/ length (pile (P 0)) < N.to_nat (draw r);
  size_some : size <> 0;
  before_fin : forall t, t < fin -> redealt (P 0) (P t) < passes /\ M t <> Drop;
  after_fin : forall t, fin <= t -> t < n -> (M t = Turn \/ M t = Redeal \/ M t = Drop) /\
    (M t = Drop -> passes <= redealt (P 0) (P t) /\ stock (P t) = []) }.
Global Hint Resolve steps once0 emptied : core.

Section Line.
  Context {ln : line}.

  Notation bars t x := (onbar r (P t) x = true).

  Lemma later (Q : nat -> Prop) s : (forall t, s <= t -> Q t -> Q (S t)) -> forall t, s <= t -> Q s -> Q t.
  Proof. intros K t Lt Qs. induction Lt; auto. Qed.

  Lemma weight_later s t x : s <= t -> weight (P t) x <= weight (P s) x.
  Proof.
    intro Lt. pattern t. apply (later _ s); auto.
    intros u _ H. destruct (weight_step r _ _ _ x (steps u)). lia.
  Qed.

  Lemma once t : forall x, weight (P t) x + Nat.b2n (onbar r (P t) x) <= 1.
  Proof.
    intro x. pattern t. apply (later _ 0); [|lia|auto].
    intros u _ H. destruct (weight_step r _ _ _ x (steps u)). lia.
  Qed.

  Lemma table_weight p x : table p x -> 1 <= weight p x.
  Proof. intros H. apply table_occ in H. unfold weight. lia. Qed.
  Lemma talon_weight p x : talon p x -> 1 <= weight p x.
  Proof. intros [H|H]; apply occ_in in H; unfold weight; lia. Qed.

  Lemma bars_length t : length (bar (P t)) = length (bar (P 0)).
  Proof. pattern t. apply (later _ 0); [|lia|auto]. intros u _ H. now rewrite (bar_length_step r _ _ _ (steps u)). Qed.

  Lemma valid t x : 1 <= weight (P t) x -> N.to_nat (suit x) < length (bar (P t)) /\ (rank x <= 9)%N.
  Proof. intro W. rewrite bars_length. apply valid0. assert (H := weight_later 0 t x ltac:(lia)). lia. Qed.

  Lemma bar_later s t x : s <= t -> bars s x -> bars t x.
  Proof. intros Lt B. pattern t. apply (later _ s); auto. intros u _. eapply onbar_step; eauto. Qed.

  Lemma seg_later s t l u : s <= t -> seg (P s) (l ++ [u]) -> seg (P t) (l ++ [u]) \/ bars t u.
  Proof.
    intros Lt H. pattern t. apply (later _ s); auto. intros v _ [S|B]; [|right; eapply onbar_step; eauto].
    eapply seg_step; eauto. apply (valid v), table_weight. destruct S as [c [a [b E]]]. exists c.
    rewrite E, !in_app_iff. simpl. auto.
  Qed.

  Lemma talon_earlier s t x : s <= t -> talon (P t) x -> talon (P s) x.
  Proof. intro Lt. pattern t. apply (later _ s); auto. intros u _ H T. apply H. eapply talon_step; eauto. Qed.

  (* ---- When a card leaves the talon ---- *)

  Fixpoint last_in (x : card) (k : nat) : nat :=
    match k with 0 => 0 | S k' => if talon_dec (P k') x then k' else last_in x k' end.
  Definition tau (x : card) : nat := if talon_dec (P 0) x then last_in x n else fin.

  Lemma last_in_spec x k : talon (P 0) x -> ~ talon (P k) x ->
    last_in x k < k /\ talon (P (last_in x k)) x /\ ~ talon (P (S (last_in x k))) x.
  Proof.
    intros T0. induction k as [|k IH]; intro Nk; [contradiction|]. cbn [last_in].
    destruct (talon_dec (P k) x) as [Y|N]; auto. destruct (IH N) as [L H]. split; [lia|exact H].
  Qed.

  Definition from (y : card) : Prop := talon (P 0) y.

  Lemma tau_spec x : from x -> tau x < n /\ talon (P (tau x)) x /\ ~ talon (P (S (tau x))) x.
  Proof. intro T. unfold tau. destruct (talon_dec (P 0) x); [|contradiction]. apply last_in_spec; auto. Qed.

  Lemma tau_lt x : from x -> tau x < n.
  Proof. intro T. apply tau_spec; auto. Qed.

  Lemma tau_end x : ~ from x -> tau x = fin.
  Proof. unfold tau, from. destruct (talon_dec (P 0) x); tauto. Qed.

  Lemma tau_talon x t : from x -> (talon (P t) x <-> t <= tau x).
  Proof.
    intro F. destruct (tau_spec x F) as [Lt [T N]]. split; intro H.
    - destruct (Nat.le_gt_cases t (tau x)); auto. exfalso. apply N. now apply (talon_earlier _ t).
    - exact (talon_earlier _ _ _ H T).
  Qed.

  Lemma leaving x : from x -> exists w, waste (P (tau x)) = x :: w /\
    (M (tau x) = BarWaste \/ (exists c, M (tau x) = Host c) \/ (exists c, M (tau x) = Crown c) \/ M (tau x) = Drop).
  Proof.
    intro F. destruct (tau_spec x F) as [L [T N]]. destruct (leaves_step r _ _ _ x (steps _) T N) as [[w W] H]. eauto.
  Qed.

  Lemma tau_inj x y : from x -> from y -> tau x = tau y -> x = y.
  Proof. intros Fx Fy E. destruct (leaving x Fx) as [w [W _]]. destruct (leaving y Fy) as [w' [W' _]]. congruence. Qed.

  Lemma out_before x j : from x -> (~ talon (P (tau j)) x <-> tau x < tau j).
  Proof. intro Fx. rewrite (tau_talon x (tau j) Fx). lia. Qed.

  (* ---- Passes ---- *)

  Notation pass t := (redealt (P 0) (P t)).

  Fixpoint up_to (x : card) (l : list card) : list card :=
    match l with [] => [] | y :: l' => y :: (if card_eq y x then [] else up_to x l') end.
  Fixpoint from_on (x : card) (l : list card) : list card :=
    match l with [] => [] | y :: l' => if card_eq y x then y :: l' else from_on x l' end.

  (* Pass p turns y: y is there when it begins, and not yet in the waste. *)
  Definition counted (p : nat) (y : card) : bool :=
    (p <=? pass (tau y)) && (negb (p =? 0) || negb (if in_dec card_eq y (waste (P 0)) then true else false)).

  (* ---- The statements ---- *)

  Definition sem (a : atom) : Prop :=
    match a with
    | There p x => p <= pass (tau x)
    | Waits p x y => p < pass (tau x) \/ (p = pass (tau x) /\ (stock (P (tau x)) = [] \/
        Exists (fun k => p <= pass (tau k) /\ ~ In k (stock (P (tau x)))) (from_on y (pile (P 0)))))
    | Count p x m => Nat.modulo (length (filter (counted p) (up_to x (pile (P 0))))) size = m
    | Before x y => tau x < tau y
    | Barred x j => bars (tau j) x
    | Direct y => M (tau y) = BarWaste
    | Hosted y x => match M (tau y) with Host c => foot (column (P (tau y)) c) = Some x | _ => False end
    | Above y h => match M (tau y) with Crown c => head (column (P (tau y)) c) = Some h | _ => False end
    | Slot g c => M (tau g) = Host c /\ head (column (P (tau g)) c) = None
    | Moves h v => exists t, t < n /\ match M t with
        | Merge c d => head (column (P t) c) = Some h /\ foot (column (P t) d) = Some v | _ => False end
    | Moved h g => exists t, t < tau g /\ match M t with Merge c d => head (column (P t) c) = Some h | _ => False end
    | More b k => k < length (filter (fun x => negb (onbar r (P fin) x)) b)
    | Resides h c => exists t, t < S n /\ head (column (P t) c) = Some h
    | Gone h g => exists t, t < tau g /\ (match M t with Merge c d => In h (column (P t) c) | _ => False end /\
        exists s, s < S t /\ In (Some h) (map head (columns (P s))))
    end.

  Lemma and_dec (A B : Prop) : {A} + {~ A} -> {B} + {~ B} -> {A /\ B} + {~ (A /\ B)}.
  Proof. tauto. Qed.

  Lemma sem_dec a : {sem a} + {~ sem a}.
  Proof.
    destruct a; simpl; try (apply ex_dec; intro t).
    - apply Compare_dec.le_dec.
    - destruct (Compare_dec.lt_dec p (pass (tau x))); auto. destruct (Nat.eq_dec p (pass (tau x))) as [E|E]; [|right;
        tauto].
      destruct (list_eq_dec card_eq (stock (P (tau x))) []) as [Z|Z]; auto.
      destruct (Exists_dec (fun k => p <= pass (tau k) /\ ~ In k (stock (P (tau x)))) (from_on y (pile (P 0)))) as
        [Q|Q]; auto.
      + intro k. apply and_dec; [apply Compare_dec.le_dec|]. destruct (in_dec card_eq k (stock (P (tau x)))); auto.
      + right. tauto.
    - apply Nat.eq_dec.
    - apply Compare_dec.lt_dec.
    - apply bool_dec.
    - apply act_dec.
    - destruct (M (tau y)); auto. apply option_card_dec.
    - destruct (M (tau y)); auto. apply option_card_dec.
    - apply and_dec; [apply act_dec | apply option_card_dec].
    - destruct (M t); auto. apply and_dec; apply option_card_dec.
    - destruct (M t); auto. apply option_card_dec.
    - apply option_card_dec.
    - apply Compare_dec.lt_dec.
    - apply and_dec.
      + destruct (M t); auto. apply in_dec, card_eq.
      + apply ex_dec. intro s. apply in_dec, option_card_dec.
  Qed.

  (* ---- What happens at an event ---- *)

  Definition covers_from (t : nat) (x y : card) : Prop := forall s, t < s -> seg (P s) ([x] ++ [y]) \/ bars s y.

  Lemma covers_since t x y : seg (P (S t)) ([x] ++ [y]) -> covers_from t x y.
  Proof. intros H s Lt. apply (seg_later (S t)); auto. Qed.

  Lemma hosted_event y x : from y -> sem (Hosted y x) -> exists c, M (tau y) = Host c /\
    is_foot (P (tau y)) c x /\ fits y x = true /\ covers_from (tau y) x y.
  Proof.
    intros F H. destruct (leaving y F) as [w [W _]]. simpl in H.
    destruct (M (tau y)) as [| |c|c| |c|c d| |] eqn:E; try contradiction. apply foot_is in H.
    assert (St := steps (tau y)). rewrite E in St. destruct (host_covers r _ _ _ _ _ _ St W H) as [C Fi].
    exists c. auto using covers_since.
  Qed.

  Lemma above_event y h : from y -> sem (Above y h) -> exists c, M (tau y) = Crown c /\
    is_head (P (tau y)) c h /\ is_head (P (S (tau y))) c y /\ covers_from (tau y) y h.
  Proof.
    intros F H. destruct (leaving y F) as [w [W _]]. simpl in H.
    destruct (M (tau y)) as [| |c|c| |c|c d| |] eqn:E; try contradiction. apply head_is in H.
    assert (St := steps (tau y)). rewrite E in St. destruct (crown_covers r _ _ _ _ _ _ St W H) as [C Hd].
    exists c. auto using covers_since.
  Qed.

  Lemma slot_event g c : from g -> sem (Slot g c) -> M (tau g) = Host c /\
    column (P (tau g)) c = [] /\ is_head (P (S (tau g))) c g /\ rank g = 9%N.
  Proof.
    intros F [E H]. destruct (leaving g F) as [w [W _]]. assert (St := steps (tau g)). rewrite E in St.
    assert (E0 : column (P (tau g)) c = []) by (destruct (column (P (tau g)) c); [auto|discriminate]).
    destruct (slot_fills r _ _ _ _ _ St W E0) as [C [Hd _]]. auto.
  Qed.

  Lemma merge_event t c d h : M t = Merge c d -> is_head (P t) c h -> exists v,
    is_foot (P t) d v /\ fits h v = true /\ covers_from t v h.
  Proof.
    intros E H. assert (St := steps t). rewrite E in St. assert (St' := St). inversion St; subst.
    assert (h0 = h) as -> by (destruct H as [l0 H]; congruence).
    assert (Fv : is_foot (P t) d v) by (unfold is_foot; eauto).
    exists v. repeat split; auto. apply covers_since. eapply merge_covers; eauto.
  Qed.

  Lemma moves_event h v : sem (Moves h v) -> exists t c d, t < n /\ M t = Merge c d /\ is_head (P t) c h /\
    is_foot (P t) d v /\ covers_from t v h.
  Proof.
    intros [t [L H]]. destruct (M t) as [| |c|c| |c|c d| |] eqn:E; try contradiction. destruct H as [H F].
    apply head_is in H. apply foot_is in F. destruct (merge_event t c d h E H) as [v' [F' [_ C]]].
    assert (v' = v) as -> by (apply foot_is in F, F'; congruence). exists t, c, d. auto 6.
  Qed.

  Lemma moved_event h g : from g -> sem (Moved h g) -> exists t c d, t < tau g /\ M t = Merge c d /\ is_head (P t) c h.
  Proof.
    intros F [t [L H]]. destruct (M t) as [| |c|c| |c|c d| |] eqn:E; try contradiction. apply head_is in H. eauto 6.
  Qed.

  (* ---- What lies under another card never is a head again ---- *)

  Definition covered (t : nat) (x : card) : Prop := bars t x \/ exists y, seg (P t) ([y] ++ [x]).

  Lemma covered_later s t x : s <= t -> covered s x -> covered t x.
  Proof.
    intros Lt [B|[y S]]; [left; eapply bar_later; eauto|].
    destruct (seg_later s t [y] x Lt S); unfold covered; eauto.
  Qed.

  Lemma head_table p c x : is_head p c x -> table p x.
  Proof. intro H. exists c. now apply head_in. Qed.
  Lemma foot_table p c x : is_foot p c x -> table p x.
  Proof. intros [l E]. exists c. rewrite E. apply in_or_app. right. now left. Qed.

  Lemma covered_no_head t c x : covered t x -> is_head (P t) c x -> False.
  Proof.
    intros [B|[y S]] H.
    - exact (table_not_bar r (P t) (once t) x (head_table _ _ _ H) B).
    - exact (head_not_covered r (P t) (once t) c x y H S).
  Qed.

  Lemma covers_covered t s x y : covers_from t x y -> t < s -> covered s y.
  Proof. intros C Lt. destruct (C s Lt); unfold covered; eauto. Qed.

  Lemma valid_table t x : table (P t) x -> N.to_nat (suit x) < length (bar (P t)).
  Proof. intro T. now apply (valid t), table_weight. Qed.

  Lemma head_stays s t c x : s <= t -> is_head (P s) c x -> is_head (P t) c x \/ covered t x.
  Proof.
    intros Lt H. pattern t. apply (later _ s); auto. intros u _ [Hd|C]; [|right; apply (covered_later u); auto].
    assert (St := steps u).
    destruct (head_step r _ _ _ c x St (valid_table u x (head_table _ _ _ Hd)) Hd) as [A|[A|[A|[d A]]]]; auto.
    - right; now left.
    - right; right. rewrite A in St.
      assert (W : exists y w, waste (P u) = y :: w) by (inversion St; subst; eauto).
      destruct W as [y [w W]]. exists y. exact (proj1 (crown_covers r _ _ _ _ _ _ St W Hd)).
    - right. assert (exists v, is_foot (P u) d v /\ fits x v = true /\ covers_from u v x) as [v [_ [_ C]]]
        by (eapply merge_event; eauto).
      eapply covers_covered; eauto.
  Qed.

  Lemma one_column s t c c' x : is_head (P s) c x -> is_head (P t) c' x -> c = c'.
  Proof.
    assert (K : forall s t c c', s <= t -> is_head (P s) c x -> is_head (P t) c' x -> c = c').
    { clear s t c c'. intros s t c c' Lt H H'. destruct (head_stays s t c x Lt H) as [A|A].
      - apply (head_column r (P t) (once t) c c' x A). now apply head_in.
      - exfalso. eapply covered_no_head; eauto. }
    intros H H'. destruct (Nat.le_gt_cases s t) as [Q|Q]; [eauto|]. symmetry. apply (K t s); auto. lia.
  Qed.

  (* A card comes to lie under another only once. *)
  Lemma one_covering s t c c' x y y' : is_head (P s) c x -> covers_from s y x ->
    is_head (P t) c' x -> covers_from t y' x -> s = t.
  Proof.
    intros H C H' C'. destruct (Nat.lt_total s t) as [Q|[Q|Q]]; auto; exfalso.
    - exact (covered_no_head t c' x (covers_covered s t y x C Q) H').
    - exact (covered_no_head s c x (covers_covered t s y' x C' Q) H).
  Qed.

  (* A card that lies over another and is a foot: that other one is barred. *)
  Lemma foot_barred t c x u : is_foot (P t) c x -> seg (P t) ([x] ++ [u]) \/ bars t u -> bars t u.
  Proof. intros F [S|B]; auto. exfalso. exact (foot_not_covering r (P t) (once t) c x u F S). Qed.

  (* One that lies over another and is barred: so is that other one. *)
  Lemma barred_barred t x u : bars t x -> seg (P t) ([x] ++ [u]) \/ bars t u -> bars t u.
  Proof. intros B [S|B']; auto. exfalso. exact (table_not_bar r (P t) (once t) x (seg_upper _ _ _ S) B). Qed.

  Lemma head_col t c c' x : is_head (P t) c x -> In x (column (P t) c') -> c = c'.
  Proof. apply (head_column r (P t) (once t)). Qed.
  Lemma not_bar t x : table (P t) x -> bars t x -> False.
  Proof. apply (table_not_bar r (P t) (once t)). Qed.
  Lemma not_talon t x : table (P t) x -> talon (P t) x -> False.
  Proof. apply (table_not_talon r (P t) (once t)). Qed.

  Lemma table_out t g x : t <= tau g -> table (P t) x -> ~ talon (P (tau g)) x.
  Proof. intros Le Tb T. exact (not_talon t x Tb (talon_earlier t _ x Le T)). Qed.

  Lemma out_lt x j : from x -> ~ talon (P (tau j)) x -> tau x < tau j.
  Proof. intros Fx. apply out_before; auto. Qed.

  (* ---- The bar ---- *)

  Lemma barred_out x j : sem (Barred x j) -> ~ talon (P (tau j)) x.
  Proof. intros B T. exact (talon_not_bar r _ (once _) x T B). Qed.

  Lemma barred_lower x y t : suit x = suit y -> (rank y <= rank x)%N -> bars t x -> bars t y.
  Proof. unfold onbar, on. intros -> L. lia. Qed.

  Lemma not_barred_yet x j : from j -> suit x = suit j -> (rank j <= rank x)%N -> ~ sem (Barred x j).
  Proof.
    intros F S R B. apply (barred_lower x j) in B; auto. destruct (tau_spec j F) as [_ [T _]].
    exact (talon_not_bar r _ (once _) j T B).
  Qed.

  Lemma barred_under x u j : seg (P 0) ([x] ++ [u]) -> sem (Barred x j) -> sem (Barred u j).
  Proof. intros S B. apply (barred_barred _ x u B). apply (seg_later 0); auto. lia. Qed.

  Lemma direct_moved x : from x -> sem (Direct x) ->
    (rank x = lowest r + nth (N.to_nat (suit x)) (bar (P (tau x))) 0)%N /\ bars (S (tau x)) x.
  Proof.
    intros F D. destruct (leaving x F) as [w [W _]]. assert (St := steps (tau x)).
    rewrite D in St. inversion St; subst. same_waste W. assert (V := valid (tau x) x).
    match goal with H : next_on_bar _ _ _ = true |- _ => unfold next_on_bar in H end. split; [now apply N.eqb_eq|].
    apply on_raise_self; auto. apply V. apply talon_weight. left. rewrite W. now left.
  Qed.

  Lemma direct_lower x y : from x -> suit y = suit x -> (rank y < rank x)%N -> sem (Direct x) -> sem (Barred y x).
  Proof. intros F S R D. destruct (direct_moved x F D) as [E _]. simpl. unfold onbar, on. rewrite S. lia. Qed.

  Lemma direct_barred x k : from x -> sem (Direct x) -> ~ talon (P (tau k)) x -> sem (Barred x k).
  Proof.
    intros F D O. destruct (direct_moved x F D) as [_ B]. apply (bar_later (S (tau x))); auto.
    assert (H := out_lt x k F O). lia.
  Qed.

  Lemma barred_stays x j k : from j -> sem (Barred x j) -> ~ talon (P (tau k)) j -> sem (Barred x k).
  Proof. intros Fj B O. apply (bar_later (tau j)); auto. assert (H := out_lt j k Fj O). lia. Qed.

  (* ---- Guests ---- *)

  Lemma hosted_out y x : from y -> sem (Hosted y x) -> ~ talon (P (tau y)) x.
  Proof. intros F H. destruct (hosted_event y x F H) as [c [_ [Ft _]]]. eapply table_out, foot_table; eauto. Qed.

  Lemma hosted_barred y x j : from y -> sem (Hosted y x) -> sem (Barred x j) -> sem (Barred y j).
  Proof.
    intros F H B. destruct (hosted_event y x F H) as [c [_ [Ft [_ C]]]].
    destruct (Nat.le_gt_cases (tau j) (tau y)) as [L|L].
    - exfalso. apply (not_bar _ x (foot_table _ _ _ Ft)). apply (bar_later (tau j)); auto.
    - apply (barred_barred _ x y B). apply C; auto.
  Qed.

  Lemma hosted_under y x u : from y -> seg (P 0) ([x] ++ [u]) -> sem (Hosted y x) -> sem (Barred u y).
  Proof.
    intros F S H. destruct (hosted_event y x F H) as [c [_ [Ft _]]].
    apply (foot_barred _ c x u Ft). apply (seg_later 0); auto. lia.
  Qed.

  Lemma hosted_twice y z x : from y -> from z -> sem (Hosted y x) -> sem (Hosted z x) -> ~ talon (P (tau z)) y ->
    sem (Barred y z).
  Proof.
    intros F Fz H H' O. destruct (hosted_event y x F H) as [c [_ [_ [_ C]]]].
    destruct (hosted_event z x Fz H') as [d [_ [Ft _]]].
    apply (foot_barred _ d x y Ft). apply C; auto using out_lt.
  Qed.

  (* ---- Crowns ---- *)

  Lemma above_out y h : from y -> sem (Above y h) -> ~ talon (P (tau y)) h.
  Proof. intros F H. destruct (above_event y h F H) as [c [_ [Hd _]]]. eapply table_out, head_table; eauto. Qed.

  Lemma above_not_barred y h : from y -> sem (Above y h) -> ~ sem (Barred h y).
  Proof.
    intros F H B. destruct (above_event y h F H) as [c [_ [Hd _]]].
    exact (not_bar _ h (head_table _ _ _ Hd) B).
  Qed.

  Lemma above_barred y h j : from y -> sem (Above y h) -> sem (Barred y j) -> sem (Barred h j).
  Proof.
    intros F H B. destruct (above_event y h F H) as [c [_ [_ [_ C]]]].
    assert (L : tau y < tau j) by (apply out_lt; auto; exact (barred_out y j B)).
    apply (barred_barred _ y h B). apply C; auto.
  Qed.

  Lemma above_guest y h z : from y -> from z -> sem (Above y h) -> sem (Hosted z y) -> sem (Barred h z).
  Proof.
    intros F Fz H H'. destruct (above_event y h F H) as [c [_ [_ [_ C]]]].
    destruct (hosted_event z y Fz H') as [d [_ [Ft _]]].
    apply (foot_barred _ d y h Ft). apply C, out_lt; auto. now apply hosted_out.
  Qed.

  (* ---- Places ---- *)

  Lemma columns_length t : length (columns (P t)) = length (columns (P 0)).
  Proof.
    pattern t. apply (later _ 0); [|lia|auto]. intros u _ H. rewrite <- H. destruct (steps u); cbn [columns];
    rewrite ?length_replace; auto.
  Qed.

  Lemma one_way y : from y -> M (tau y) = Drop \/ sem (Direct y) \/
    (exists x, sem (Hosted y x) /\ fits y x = true /\ 1 <= weight (P 0) x) \/
    (exists h, sem (Above y h) /\ fits h y = true /\ headed (P (tau y)) h) \/
    (exists c, sem (Slot y c) /\ rank y = 9%N /\ c < length (columns (P 0))).
  Proof.
    intro F. destruct (leaving y F) as [w [W Hm]]. assert (St := steps (tau y)).
    destruct Hm as [E|[[c E]|[[c E]|E]]]; [| | |now left]; right; rewrite E in St.
    - auto.
    - destruct (column (P (tau y)) c) as [|z l] eqn:Col.
      + right; right; right. exists c. destruct (slot_fills r _ _ _ _ _ St W Col) as [_ [R Lc]].
        rewrite columns_length in Lc. repeat split; auto. now rewrite Col.
      + right; left. destruct (snoc_cases (z :: l)) as [D|[l' [x D]]]; [discriminate|]. rewrite D in Col.
        assert (Ft : is_foot (P (tau y)) c x) by (exists l'; exact Col).
        destruct (host_covers r _ _ _ _ _ _ St W Ft) as [_ Fi].
        exists x. repeat split; auto.
        * simpl. rewrite E. now apply foot_is.
        * assert (Wx := weight_later 0 (tau y) x ltac:(lia)).
          assert (Wt := table_weight _ _ (foot_table _ _ _ Ft)). lia.
    - right; right; left. inversion St; subst. same_waste W. exists h.
      assert (Hd : is_head (P (tau y)) c h) by (exists l; assumption).
      repeat split; auto; [simpl; rewrite E; now apply head_is | now exists c].
  Qed.

  Definition way (y : card) (a : atom) : Prop :=
    match a with Direct z | Hosted z _ | Above z _ | Slot z _ => z = y | _ => False end.

  Lemma ways_exclusive y a b : way y a -> way y b -> sem a -> sem b -> a = b.
  Proof.
    destruct a, b; simpl; try tauto; intros <- E A B; try subst; auto.
    all: repeat match goal with
    | H : match ?m with _ => _ end |- _ => destruct m eqn:?; try contradiction
    | H : _ /\ _ |- _ => destruct H
    | H : ?m = _, H' : ?m = _ |- _ => rewrite H in H'
    end; try congruence.
    all: exfalso; match goal with H : Host ?c = Host ?d |- _ => assert (c = d) as -> by congruence end.
    all: match goal with H : foot ?l = Some _, H' : head ?l = None |- _ => destruct l; discriminate end.
  Qed.

  (* ---- Heads ---- *)

  Variable known : card -> Prop.
  Hypothesis known_first : forall c x, is_head (P 0) c x -> known x.
  Hypothesis known_next : forall y h, from y -> known h -> fits h y = true -> known y.

  Lemma fits_rank a b : fits a b = true -> (rank a + 1 = rank b)%N.
  Proof. unfold fits. intro H. apply andb_true_iff in H as [H _]. now apply N.eqb_eq. Qed.

  Lemma top_fits_none t a b : 1 <= weight (P t) b -> rank a = 9%N -> fits a b = true -> False.
  Proof. intros W R F. apply fits_rank in F. destruct (valid t b W). lia. Qed.

  Lemma waste_from t x w : waste (P t) = x :: w -> from x.
  Proof. intro W. apply (talon_earlier 0 t); [lia|]. left. rewrite W. now left. Qed.

  Lemma leaves_here t x w : waste (P t) = x :: w -> ~ talon (P (S t)) x -> tau x = t.
  Proof.
    intros W N. assert (F := waste_from t x w W).
    assert (T : talon (P t) x) by (left; rewrite W; now left).
    apply (tau_talon x t F) in T. rewrite (tau_talon x (S t) F) in N. lia.
  Qed.

  (* How a card became a head. *)
  Lemma became_head t c x : is_head (P t) c x -> is_head (P 0) c x \/
    (from x /\ tau x < t /\ is_head (P (S (tau x))) c x /\
      (rank x = 9%N \/ exists h, sem (Above x h) /\ fits h x = true /\ is_head (P (tau x)) c h)).
  Proof.
    induction t as [|t IH]; intro H; auto. assert (St := steps t).
    assert (N : ~ talon (P (S t)) x) by (intro T; exact (not_talon _ x (head_table _ _ _ H) T)).
    destruct (head_from r _ _ _ _ _ St H) as [A|[[w [W [_ [_ R]]]]|[w [h [W [E [A F]]]]]]].
    - destruct (IH A) as [B|[B [Lt B']]]; [left; exact B|]. right. auto.
    - right. rewrite (leaves_here t x w W N). repeat split; eauto using waste_from.
    - right. assert (T := leaves_here t x w W N). rewrite T. repeat split; auto; [now apply (waste_from t x w)|].
      right. exists h. simpl. rewrite T, E. repeat split; auto. now apply head_is.
  Qed.

  Lemma heads_known t c x : is_head (P t) c x -> known x \/ rank x = 9%N.
  Proof.
    revert c x. induction t as [t IH] using lt_wf_ind. intros c x H.
    destruct (became_head t c x H) as [A|[F [Lt [_ [R|[h [_ [Fi A]]]]]]]]; eauto.
    destruct (IH (tau x) Lt c h A) as [K|R]; eauto.
    exfalso. apply (top_fits_none 0 h x); auto. now apply talon_weight.
  Qed.

  Lemma crowned_known y h : from y -> fits h y = true -> headed (P (tau y)) h -> known h.
  Proof.
    intros F Fi [c H]. destruct (heads_known (tau y) c h H) as [K|R]; auto.
    exfalso. apply (top_fits_none 0 h y); auto. now apply talon_weight.
  Qed.

  (* A card of the talon is a head only if it was played above one. *)
  Lemma head_was_crowned t c x : is_head (P t) c x -> from x -> rank x <> 9%N ->
    exists h, sem (Above x h) /\ fits h x = true /\ known h.
  Proof.
    intros H F R. destruct (became_head t c x H) as [A|[_ [Lt [_ [R'|[h [Ab [Fi A]]]]]]]].
    - exfalso. apply (not_talon 0 x (head_table _ _ _ A)). exact F.
    - contradiction.
    - exists h. repeat split; auto. apply (crowned_known x); auto. now exists c.
  Qed.

  Lemma upper_above y x : from y -> from x -> rank x <> 9%N -> sem (Above y x) ->
    exists h, sem (Above x h) /\ fits h x = true /\ known h.
  Proof. intros F Fx R H. destruct (above_event y x F H) as [c [_ [Hd _]]]. now apply (head_was_crowned (tau y) c). Qed.

  Lemma upper_moves x v : from x -> rank x <> 9%N -> sem (Moves x v) ->
    exists h, sem (Above x h) /\ fits h x = true /\ known h.
  Proof. intros Fx R H. destruct (moves_event x v H) as [t [c [_ [_ [_ [Hd _]]]]]]. now apply (head_was_crowned t c).
  Qed.

  Lemma above_above y z x : from y -> from z -> sem (Above y x) -> sem (Above z x) -> y = z.
  Proof.
    intros F F' H H'. destruct (above_event y x F H) as [c [_ [A [_ C]]]].
    destruct (above_event z x F' H') as [d [_ [A' [_ C']]]].
    apply tau_inj; auto. exact (one_covering _ _ _ _ _ _ _ A C A' C').
  Qed.

  Lemma above_moves y x v : from y -> sem (Above y x) -> sem (Moves x v) -> False.
  Proof.
    intros F H H'. destruct (above_event y x F H) as [c [E [A [_ C]]]].
    destruct (moves_event x v H') as [t [c' [d [L [E' [A' [_ C']]]]]]].
    assert (Q := one_covering _ _ _ _ _ _ _ A C A' C'). congruence.
  Qed.

  Lemma moves_moves x v v' : sem (Moves x v) -> sem (Moves x v') -> v = v'.
  Proof.
    intros H H'. destruct (moves_event x v H) as [t [c [d [L [E [A [B C]]]]]]].
    destruct (moves_event x v' H') as [t' [c' [d' [L' [E' [A' [B' C']]]]]]].
    assert (Q := one_covering _ _ _ _ _ _ _ A C A' C'). subst t'. rewrite E in E'. injection E' as <- <-.
    apply foot_is in B, B'. congruence.
  Qed.

  (* ---- Columns ---- *)

  Lemma resides_is h c : sem (Resides h c) <-> exists t, t <= n /\ is_head (P t) c h.
  Proof. split; intros [t [L H]]; exists t; split; try lia; now apply head_is. Qed.

  Lemma resides_first h c c0 : is_head (P 0) c0 h -> (sem (Resides h c) <-> is_head (P 0) c h).
  Proof.
    intro H. rewrite resides_is. split.
    - intros [t [_ A]]. now rewrite <- (one_column 0 t c0 c h).
    - intro A. exists 0. split; auto. lia.
  Qed.

  Lemma resides_above y h c : from y -> sem (Above y h) -> (sem (Resides h c) <-> sem (Resides y c)).
  Proof.
    intros F H. destruct (above_event y h F H) as [c0 [_ [A [A' _]]]]. assert (L := tau_lt y F).
    rewrite !resides_is. split; intros [t [Lt B]].
    - assert (c0 = c) as <- by (eapply (one_column (tau y) t); eauto). eauto.
    - assert (c0 = c) as <- by (eapply (one_column (S (tau y)) t); eauto). exists (tau y). split; auto. lia.
  Qed.

  Lemma top_head_stays s t c x : s <= t -> is_head (P s) c x -> rank x = 9%N -> is_head (P t) c x \/ bars t x.
  Proof.
    intros Lt H R. pattern t. apply (later _ s); auto. intros u _ [Hd|B]; [|right; eapply onbar_step; eauto].
    assert (St := steps u).
    destruct (head_step r _ _ _ c x St (valid_table u x (head_table _ _ _ Hd)) Hd) as [A|[A|[A|[d A]]]]; auto; exfalso.
    - rewrite A in St. inversion St; subst. destruct Hd as [l0 Hd].
      match goal with Hc : column (P u) c = ?a :: _, Fi : fits ?a ?y = true, W : waste (P u) = ?y :: _ |- _ =>
        assert (a = x) as -> by congruence; apply (top_fits_none u x y); auto; apply talon_weight; left;
        rewrite W; now left end.
    - destruct (merge_event u c d x A Hd) as [v [Ft [Fi _]]].
      apply (top_fits_none u x v); auto. eapply table_weight, foot_table; eauto.
  Qed.

  Lemma empty_column t c x : column (P t) c = [] -> is_head (P t) c x -> False.
  Proof. intros E [l H]. congruence. Qed.

  Lemma slot_slot g o c : from g -> from o -> sem (Slot g c) -> sem (Slot o c) -> ~ talon (P (tau o)) g -> sem (Barred
    g o).
  Proof.
    intros F Fo H H' O. destruct (slot_event g c F H) as [_ [_ [A R]]]. destruct (slot_event o c Fo H') as [_ [E _]].
    assert (L := out_lt g o F O).
    destruct (top_head_stays (S (tau g)) (tau o) c g L A R) as [B|B]; auto.
    exfalso. eapply empty_column; eauto.
  Qed.

  Lemma resides_early h c g : from g -> sem (Resides h c) -> ~ talon (P (tau g)) h -> exists s, s <= tau g /\ is_head
    (P s) c h.
  Proof.
    intros F R O. apply resides_is in R as [t [L A]].
    destruct (became_head t c h A) as [B|[Fh [_ [B _]]]]; [exists 0; split; auto; lia|].
    exists (S (tau h)). split; auto. exact (out_lt h g Fh O).
  Qed.

  Lemma slot_top h g c : from g -> rank h = 9%N -> sem (Slot g c) -> sem (Resides h c) -> ~ talon (P (tau g)) h -> sem
    (Barred h g).
  Proof.
    intros F R H Re O. destruct (slot_event g c F H) as [_ [E _]]. destruct (resides_early h c g F Re O) as [s [L A]].
    destruct (top_head_stays s (tau g) c h L A R) as [B|B]; auto. exfalso. eapply empty_column; eauto.
  Qed.

  Lemma slot_gone h g c : from g -> sem (Slot g c) -> sem (Resides h c) -> ~ talon (P (tau g)) h ->
    sem (Barred h g) \/ sem (Gone h g).
  Proof.
    intros F H Re O. destruct (slot_event g c F H) as [_ [E _]]. destruct (resides_early h c g F Re O) as [s [L A]].
    assert (K : In h (column (P (tau g)) c) \/ bars (tau g) h \/
      exists u d, s <= u /\ u < tau g /\ M u = Merge c d /\ In h (column (P u) c)).
    { pattern (tau g). apply (later _ s); auto.
      - intros u Ls [I|[B|[u' [d [L1 [L2 K]]]]]].
        + assert (T : table (P u) h) by now exists c.
          destruct (column_step r _ _ _ c h (steps u) (valid_table u h T) I) as [I'|[B|[d Em]]]; auto.
          right; right. exists u, d. auto.
        + right; left. eapply onbar_step; eauto.
        + right; right. exists u', d. repeat split; try tauto; lia.
      - left. now apply head_in. }
    destruct K as [I|[B|[u [d [L1 [L2 [Em I]]]]]]]; [rewrite E in I; destruct I|auto|].
    right. exists u. split; auto. rewrite Em. split; auto. exists s. split; [lia|]. apply headed_in. now exists c.
  Qed.

  (* What becomes of a head. *)
  Lemma head_fate s t c h : s <= t -> is_head (P s) c h -> is_head (P t) c h \/ bars t h \/
    (exists y, from y /\ tau y < t /\ sem (Above y h) /\ fits h y = true) \/
    (exists u d, u < t /\ M u = Merge c d /\ is_head (P u) c h).
  Proof.
    intros Lt H. pattern t. apply (later _ s); auto. intros u _ [Hd|[B|[[y K]|[u' [d K]]]]].
    - assert (St := steps u).
      destruct (head_step r _ _ _ c h St (valid_table u h (head_table _ _ _ Hd)) Hd) as [A|[A|[A|[d A]]]]; auto.
      + right; right; left. rewrite A in St.
        assert (W : exists y w, waste (P u) = y :: w /\ fits h y = true).
        { inversion St; subst. exists x, w. split; auto. destruct Hd as [l0 Hd]. congruence. }
        destruct W as [y [w [W Fi]]].
        destruct (crown_covers r _ _ _ _ _ _ St W Hd) as [_ Hy].
        assert (T : tau y = u).
        { apply (leaves_here u y w W). intro T. exact (not_talon _ y (head_table _ _ _ Hy) T). }
        exists y. repeat split; auto; try lia; [now apply (waste_from u y w)|]. simpl. rewrite T, A. now apply head_is.
      + right; right; right. exists u, d. auto.
    - right; left. eapply onbar_step; eauto.
    - right; right; left. exists y. repeat split; try tauto; lia.
    - right; right; right. exists u', d. repeat split; try tauto; lia.
  Qed.

  Lemma gone_event h g : sem (Gone h g) -> exists u s c d c', u < tau g /\ s <= u /\ M u = Merge c d /\
    In h (column (P u) c) /\ is_head (P s) c' h.
  Proof.
    intros [u [L [Hm [s [Ls Hd]]]]]. destruct (M u) as [| |c|c| |c|c d| |] eqn:E; try contradiction.
    apply headed_in in Hd as [c' Hd]. exists u, s, c, d, c'. repeat split; auto. lia.
  Qed.

  Lemma gone_why h g : from g -> sem (Gone h g) -> sem (Moved h g) \/ exists y, from y /\ sem (Above y h) /\ fits h y =
    true.
  Proof.
    intros F H. destruct (gone_event h g H) as [u [s [c [d [c' [L [Ls [E [I Hd]]]]]]]]].
    destruct (head_fate s u c' h Ls Hd) as [A|[A|[[y A]|[u' [d' [L' [E' A]]]]]]].
    - assert (c' = c) as -> by exact (head_col u c' c h A I).
      left. exists u. split; auto. rewrite E. now apply head_is.
    - exfalso. apply (not_bar u h); auto. now exists c.
    - right. exists y. tauto.
    - left. exists u'. split; [lia|]. rewrite E'. now apply head_is.
  Qed.

  Lemma gone_out h g : from g -> sem (Gone h g) -> ~ talon (P (tau g)) h.
  Proof.
    intros F H. destruct (gone_event h g H) as [u [s [c [d [c' [L [Ls [E [I Hd]]]]]]]]].
    apply (table_out u); [lia|now exists c].
  Qed.

  Lemma gone_above h g y : from g -> from y -> sem (Gone h g) -> sem (Above y h) -> rank y <> 9%N /\ sem (Gone y g).
  Proof.
    intros F Fy H Ab. destruct (gone_event h g H) as [u [s [c [d [c' [L [Ls [E [I Hd]]]]]]]]].
    destruct (above_event y h Fy Ab) as [c1 [Ey [Ay [Ay' C]]]].
    assert (Not_merged : forall v c2 d2, M v = Merge c2 d2 -> is_head (P v) c2 h -> False).
    { intros v c2 d2 Ev Av. destruct (merge_event v c2 d2 h Ev Av) as [w [_ [_ C']]].
      assert (Q := one_covering _ _ _ _ _ _ _ Ay C Av C'). congruence. }
    destruct (head_fate s u c' h Ls Hd) as [A|[A|[[y' [Fy' [Lt [A _]]]]|[u' [d' [L' [E' A]]]]]]].
    - exfalso. assert (c' = c) as -> by exact (head_col u c' c h A I). eauto.
    - exfalso. apply (not_bar u h); auto. now exists c.
    - assert (y' = y) as -> by exact (above_above y' y h Fy' Fy A Ab).
      assert (Iy : In y (column (P u) c)).
      { destruct (C u Lt) as [[c2 [a [b Sg]]]|B].
        - apply in_split in I as [a' [b' Eh]].
          assert (Sg' : column (P u) c2 = (a ++ [y]) ++ h :: b) by (rewrite Sg; now rewrite <- !app_assoc).
          destruct (one_place r (P u) (once u) c2 _ h b c a' b' Sg' Eh) as [-> _].
          rewrite Sg', !in_app_iff. simpl. auto.
        - exfalso. apply (not_bar u h); auto. now exists c. }
      split.
      + intro R. destruct (top_head_stays (S (tau y)) u c1 y Lt Ay' R) as [B|B].
        * assert (c1 = c) as -> by exact (head_col u c1 c y B Iy).
          destruct (merge_event u c d y E B) as [v [Ft [Fi _]]].
          apply (top_fits_none u y v); auto. eapply table_weight, foot_table; eauto.
        * apply (not_bar u y); auto. now exists c.
      + exists u. split; auto. rewrite E. split; auto. exists (S (tau y)). split; [lia|]. apply headed_in.
        now exists c1.
    - exfalso. exact (Not_merged u' c' d' E' A).
  Qed.

  (* ---- Merges ---- *)

  Lemma moved_below h g : from g -> sem (Moved h g) -> exists v, sem (Moves h v) /\ fits h v = true /\ 1 <= weight (P
    0) v.
  Proof.
    intros F H. destruct (moved_event h g F H) as [t [c [d [L [E A]]]]].
    destruct (merge_event t c d h E A) as [v [Ft [Fi _]]]. exists v. repeat split; auto.
    - exists t. assert (Lg := tau_lt g F). split; [lia|]. rewrite E. split; [now apply head_is | now apply foot_is].
    - assert (W := weight_later 0 t v ltac:(lia)). assert (Wt := table_weight _ _ (foot_table _ _ _ Ft)).
      lia.
  Qed.

  Lemma moved_out h g : from g -> sem (Moved h g) -> ~ talon (P (tau g)) h.
  Proof.
    intros F H. destruct (moved_event h g F H) as [t [c [d [L [E A]]]]].
    apply (table_out t); [lia|exact (head_table _ _ _ A)].
  Qed.

  Lemma moved_stays h g l : from g -> from l -> sem (Moved h g) -> ~ talon (P (tau l)) g -> sem (Moved h l).
  Proof. intros F Fl [t [L H]] O. exists t. split; auto. assert (Q := out_lt g l F O). lia. Qed.

  Lemma moves_barred h v j : sem (Moves h v) -> sem (Barred v j) -> sem (Barred h j).
  Proof.
    intros H B. destruct (moves_event h v H) as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (Nat.le_gt_cases (tau j) t) as [Q|Q].
    - exfalso. apply (not_bar t v (foot_table _ _ _ Ft)). apply (bar_later (tau j)); auto.
    - apply (barred_barred _ v h B). apply C; auto.
  Qed.

  Lemma both_event h v g : from g -> sem (Moves h v) -> sem (Moved h g) -> exists t c d, t < tau g /\ M t = Merge c d /\
    is_head (P t) c h /\ is_foot (P t) d v /\ covers_from t v h.
  Proof.
    intros F H H'. destruct (moves_event h v H) as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (moved_event h g F H') as [t' [c' [d' [L' [E' A']]]]].
    destruct (merge_event t' c' d' h E' A') as [v' [_ [_ C']]].
    assert (Q := one_covering t t' c c' h v v' A C A' C'). subst t'. exists t, c, d. auto 6.
  Qed.

  Lemma both_out h v g : from g -> sem (Moves h v) -> sem (Moved h g) -> ~ talon (P (tau g)) v.
  Proof.
    intros F H H'. destruct (both_event h v g F H H') as [t [c [d [L [E [A [Ft C]]]]]]].
    apply (table_out t); [lia|exact (foot_table _ _ _ Ft)].
  Qed.

  Lemma both_under h v g u : from g -> seg (P 0) ([v] ++ [u]) -> sem (Moves h v) -> sem (Moved h g) -> sem (Barred u g).
  Proof.
    intros F S H H'. destruct (both_event h v g F H H') as [t [c [d [L [E [A [Ft C]]]]]]].
    apply (bar_later t); [lia|]. apply (foot_barred t d v u Ft). apply (seg_later 0); auto; lia.
  Qed.

  Lemma both_crowned h v g k : from g -> from v -> sem (Moves h v) -> sem (Moved h g) -> sem (Above v k) -> sem (Barred
    k g).
  Proof.
    intros F Fv H H' Ab. destruct (both_event h v g F H H') as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (above_event v k Fv Ab) as [c1 [_ [_ [_ Ck]]]].
    assert (Lv : tau v < t).
    { destruct (Nat.le_gt_cases t (tau v)) as [Q|Q]; auto. exfalso.
      apply (not_talon t v (foot_table _ _ _ Ft)). apply tau_talon; auto. }
    apply (bar_later t); [lia|]. apply (foot_barred t d v k Ft). apply Ck; auto.
  Qed.

  Lemma both_guest h v g y : from g -> from y -> sem (Moves h v) -> sem (Moved h g) -> sem (Hosted y v) ->
    sem (Barred h y) \/ (tau y < tau g /\ sem (Barred y g)).
  Proof.
    intros F Fy H H' Ho. destruct (both_event h v g F H H') as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (hosted_event y v Fy Ho) as [c1 [Ey [Fty [_ Cy]]]].
    destruct (Nat.lt_total t (tau y)) as [Q|[Q|Q]].
    - left. apply (foot_barred (tau y) c1 v h Fty). apply C; auto.
    - congruence.
    - right. split; [lia|]. apply (bar_later t); [lia|]. apply (foot_barred t d v y Ft). apply Cy; auto.
  Qed.

  Lemma both_late_guest h v g y : from g -> from y -> sem (Moves h v) -> sem (Moved h g) -> sem (Hosted y v) ->
    ~ talon (P (tau y)) g -> sem (Barred h y).
  Proof.
    intros F Fy H H' Ho O. destruct (both_guest h v g y F Fy H H' Ho) as [B|[L _]]; auto.
    assert (Q := out_lt g y F O). lia.
  Qed.

  Lemma pair_moved h o v g : h <> o -> from g -> sem (Moves h v) -> sem (Moves o v) -> sem (Moved h g) ->
    sem (Moved o g) -> sem (Barred h g) \/ sem (Barred o g).
  Proof.
    intros Ne F H1 H2 M1 M2.
    destruct (both_event h v g F H1 M1) as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (both_event o v g F H2 M2) as [t' [c' [d' [L' [E' [A' [Ft' C']]]]]]].
    destruct (Nat.lt_total t t') as [Q|[Q|Q]].
    - left. apply (bar_later t'); [lia|]. apply (foot_barred t' d' v h Ft'). apply C; auto.
    - subst t'. rewrite E in E'. injection E' as <- <-. apply head_is in A, A'. congruence.
    - right. apply (bar_later t); [lia|]. apply (foot_barred t d v o Ft). apply C'; auto.
  Qed.

  Lemma pair_later h o v g l : from g -> from l -> sem (Moves h v) -> sem (Moves o v) -> sem (Moved h g) ->
    ~ sem (Moved o g) -> sem (Moved o l) -> sem (Barred h l).
  Proof.
    intros F Fl H1 H2 M1 N M2.
    destruct (both_event h v g F H1 M1) as [t [c [d [L [E [A [Ft C]]]]]]].
    destruct (both_event o v l Fl H2 M2) as [t' [c' [d' [L' [E' [A' [Ft' C']]]]]]]. assert (Q : t < t').
    { destruct (Nat.lt_ge_cases t t') as [Q|Q]; auto. exfalso. apply N. exists t'. split; [lia|]. rewrite E'.
    now apply head_is. }
    apply (bar_later t'); [lia|]. apply (foot_barred t' d' v h Ft'). apply C; auto.
  Qed.

  (* ---- The order of the talon ---- *)

  Lemma talon_pile p x : talon p x <-> In x (pile p).
  Proof. unfold talon, pile. rewrite in_app_iff, <- in_rev. tauto. Qed.

  Definition lower_in (l : list card) (x y : card) : Prop := exists a b, l = a ++ x :: b /\ In y b.
  Notation lower x y := (lower_in (pile (P 0)) x y).

  Lemma pile_step t : pile (P (S t)) = pile (P t) \/
    exists x u v, pile (P t) = u ++ x :: v /\ pile (P (S t)) = u ++ v.
  Proof.
    unfold pile.
    destruct (steps t) as [k S Ek|R S|y w W B|y w c W Lc H|y w c h l W Lc E F|c l f Lc E B|c d h l l' v Lc Ld Ne Ec
      Ed F|y w W|];
      cbn [waste stock]; auto.
    - left. rewrite rev_app_distr, rev_involutive, <- app_assoc, firstn_skipn. reflexivity.
    - left. rewrite S, app_nil_r. reflexivity.
    - right. exists y, (rev w), (stock (P t)). rewrite W. cbn [rev]. rewrite <- app_assoc. auto.
    - right. exists y, (rev w), (stock (P t)). rewrite W. cbn [rev]. rewrite <- app_assoc. auto.
    - right. exists y, (rev w), (stock (P t)). rewrite W. cbn [rev]. rewrite <- app_assoc. auto.
    - right. exists y, (rev w), (stock (P t)). rewrite W. cbn [rev]. rewrite <- app_assoc. auto.
  Qed.

  Lemma lower_drop x y z a b u v : a ++ x :: b = u ++ z :: v -> In y b -> x <> z -> y <> z -> lower_in (u ++ v) x y.
  Proof.
    revert a. induction u as [|e u IH]; intros a E I Nx Ny.
    - destruct a as [|e a]; simpl in E; injection E as -> E; [contradiction|]. subst v. exists a, b. auto.
    - destruct a as [|e' a]; simpl in E; injection E as -> E.
      + subst b. exists [], (u ++ v). split; auto. apply in_app_or in I as [I|[I|I]]; try congruence; apply in_or_app;
          auto.
      + destruct (IH a E I Nx Ny) as [a' [b' [E' I']]]. eexists (_ :: a'), b'. cbn [app]. rewrite E'. auto.
  Qed.

  Lemma talon_once t x : occ x (pile (P t)) <= 1.
  Proof. assert (H := once t x). unfold weight in H. unfold pile. rewrite occ_app, occ_rev. lia. Qed.

  Lemma lower_later t x y : lower x y -> talon (P t) x -> talon (P t) y -> lower_in (pile (P t)) x y.
  Proof.
    intro H. pattern t. apply (later _ 0); [|lia|auto].
    intros u _ K Tx Ty. assert (K' := K (talon_step r _ _ _ _ (steps u) Tx) (talon_step r _ _ _ _ (steps u) Ty)).
    destruct (pile_step u) as [->|[z [a [b [E E']]]]]; auto.
    assert (Nz : ~ In z (a ++ b)).
    { intro I. apply occ_in in I. assert (Z := talon_once u z). rewrite E, occ_app, occ_cons, one_same in Z.
      rewrite occ_app in I. lia. }
    rewrite talon_pile, E' in Tx, Ty. destruct K' as [a1 [b1 [E1 I1]]]. rewrite E'.
    rewrite E in E1. symmetry in E1. eapply lower_drop; eauto; intros ->; contradiction.
  Qed.

  Lemma lower_from x y : lower x y -> from x /\ from y /\ x <> y.
  Proof.
    intros [a [b [E I]]]. unfold from. rewrite !talon_pile, E, !in_app_iff. simpl. repeat split; auto.
    intros ->. assert (O := talon_once 0 y). rewrite E, occ_app, occ_cons, one_same in O. apply occ_in in I.
    lia.
  Qed.

  Lemma redeals_later s t : s <= t -> (redeals (P t) <= redeals (P s))%N.
  Proof.
    intro Lt. pattern t. apply (later _ s); auto; [|lia]. intros u _ H. destruct (steps u); cbn [redeals]; lia.
  Qed.

  Lemma pass_mono s t : s <= t -> pass s <= pass t.
  Proof. intro Lt. assert (H := redeals_later s t Lt). unfold redealt. lia. Qed.

  Lemma pass_redeal t : pass (S t) = pass t -> (redeals (P (S t)) < redeals (P t))%N -> False.
  Proof. intros E R. assert (H := redeals_later 0 t ltac:(lia)). unfold redealt in E. lia. Qed.

  Lemma stock_shrinks s t x : s <= t -> pass s = pass t -> In x (stock (P t)) -> In x (stock (P s)).
  Proof.
    intro Lt. pattern t. apply (later _ s); auto.
    intros u Ls K E I.
    assert (P1 := pass_mono s u ltac:(lia)). assert (P2 := pass_mono u (S u) ltac:(lia)).
    apply K; [lia|]. assert (R := pass_redeal u ltac:(lia)).
    destruct (steps u) as [k S Ek|R' S|y w W B|y w c W Lc H|y w c h l W Lc Ec F|c l f Lc Ec B|c d h l l' v Lc Ld Nc
      Ec Ed F|y w W|];
      cbn [waste stock redeals] in *; auto.
    - rewrite <- (firstn_skipn k (stock (P u))). apply in_or_app. auto.
    - lia.
  Qed.

  Lemma stock_up t x y : lower x y -> In x (stock (P t)) -> talon (P t) y -> In y (stock (P t)).
  Proof.
    intros Lo I T. destruct (lower_later t x y Lo (or_intror I) T) as [a [b [E J]]].
    apply in_split in I as [s1 [s2 Es]]. assert (O := talon_once t x).
    assert (E2 : pile (P t) = (rev (waste (P t)) ++ s1) ++ x :: s2) by (unfold pile; rewrite Es;
      now rewrite <- app_assoc).
    rewrite E in O, E2. destruct (split_once x a b _ s2 O E2) as [_ ->]. rewrite Es. apply in_or_app. simpl. auto.
  Qed.

  Lemma top_not_stock x : from x -> ~ In x (stock (P (tau x))).
  Proof.
    intros F I. destruct (leaving x F) as [w [W _]]. assert (O := talon_once (tau x) x).
    unfold pile in O. rewrite occ_app, occ_rev, W, occ_cons, one_same in O. apply occ_in in I. lia.
  Qed.

  (* What lies at or before a card that the pass has turned is turned. *)
  Lemma turned_down t j k : from j -> from k -> pass t <= pass (tau k) -> k = j \/ lower j k ->
    ~ In k (stock (P t)) -> ~ In j (stock (P t)).
  Proof.
    intros Fj Fk H [->|Lo] N I; auto. destruct (talon_dec (P t) k) as [T|T].
    - apply N. eapply stock_up; eauto.
    - rewrite (tau_talon k t Fk) in T. assert (Q := pass_mono (tau k) t ltac:(lia)).
      apply (top_not_stock k Fk). apply (stock_up (tau k) j k Lo).
      + apply (stock_shrinks (tau k) t); auto; lia.
      + apply tau_spec; auto.
  Qed.

  (* What is turned and higher leaves first. *)
  Lemma higher_first i j : lower i j -> ~ In j (stock (P (tau i))) -> tau j < tau i.
  Proof.
    intros Lo N. destruct (lower_from i j Lo) as [Fi [Fj Ne]]. apply out_lt; auto. intros [T|T]; auto.
    destruct (leaving i Fi) as [w [W _]].
    destruct (lower_later (tau i) i j Lo) as [a [b [E J]]]; [apply tau_spec; auto|now left|].
    assert (E2 : pile (P (tau i)) = rev w ++ i :: stock (P (tau i))) by (unfold pile; rewrite W; cbn [rev];
      now rewrite <- app_assoc).
    assert (O := talon_once (tau i) i). rewrite E in O, E2. destruct (split_once i a b _ _ O E2) as [_ ->]. auto.
  Qed.

  Lemma from_on_split x a b : occ x (a ++ x :: b) <= 1 -> from_on x (a ++ x :: b) = x :: b.
  Proof.
    induction a as [|y a IH]; cbn [app from_on]; intro O.
    - destruct (card_eq x x); congruence.
    - rewrite occ_cons in O. destruct (card_eq y x) as [->|]; [|apply IH; lia].
      rewrite occ_app, occ_cons, !one_same in O. lia.
  Qed.

  Lemma from_on_in y k : from y -> (In k (from_on y (pile (P 0))) <-> k = y \/ lower y k).
  Proof.
    intro F. apply talon_pile in F. apply in_split in F as [a [b E]]. assert (O := talon_once 0 y).
    rewrite E in *. rewrite from_on_split by exact O. simpl. split.
    - intros [->|I]; auto. right. exists a, b. auto.
    - intros [->|[a' [b' [E' I]]]]; auto. destruct (split_once y a b a' b' O E') as [_ ->]. auto.
  Qed.

  Lemma waits_turned p i j : lower i j -> sem (Waits p i j) -> p <= pass (tau j) -> p = pass (tau i) -> tau j < tau i.
  Proof.
    intros Lo W Hj E. destruct (lower_from i j Lo) as [Fi [Fj _]]. apply higher_first; auto.
    destruct W as [W|[_ [W|W]]]; [lia|rewrite W; auto|].
    apply Exists_exists in W as [k [I [Hk N]]]. apply from_on_in in I; auto.
    assert (Fk : from k) by (destruct I as [->|I]; [auto|now apply lower_from in I]).
    apply (turned_down (tau i) j k); auto. lia.
  Qed.

  Lemma not_waits p i j : lower i j -> p <= pass (tau i) -> p <= pass (tau j) -> ~ sem (Waits p i j) -> tau i < tau j.
  Proof.
    intros Lo Hi Hj N. destruct (lower_from i j Lo) as [Fi [Fj Ne]].
    assert (E : p = pass (tau i)) by (destruct (Nat.eq_dec p (pass (tau i))); auto; exfalso; apply N; left; lia).
    destruct (in_dec card_eq j (stock (P (tau i)))) as [I|I].
    - assert (T : talon (P (tau i)) j) by now right. apply (tau_talon j _ Fj) in T.
      assert (Q : tau i <> tau j) by (intro Q; apply tau_inj in Q; auto). lia.
    - exfalso. apply N. right. split; auto. right. apply Exists_exists. exists j. repeat split; auto. apply from_on_in;
        auto.
  Qed.

  Lemma passes_apart i j : from i -> from j -> pass (tau i) < pass (tau j) -> tau i < tau j.
  Proof.
    intros Fi Fj L. destruct (Nat.lt_ge_cases (tau i) (tau j)) as [Q|Q]; auto.
    assert (H := pass_mono _ _ Q). lia.
  Qed.

  Lemma waits_here p i j : sem (Waits p i j) -> sem (There p i).
  Proof. simpl. intros [H|[H _]]; lia. Qed.

  Lemma waits_stays p i j : lower i j -> sem (There (S p) j) -> sem (Waits p i j) -> sem (There (S p) i).
  Proof.
    intros Lo Hj W. destruct (lower_from i j Lo) as [Fi [Fj _]]. simpl in *.
    destruct (Nat.eq_dec p (pass (tau i))) as [E|E]; [|lia]. assert (Q := waits_turned p i j Lo W ltac:(lia) E).
    assert (Q2 := pass_mono _ _ (Nat.lt_le_incl _ _ Q)). lia.
  Qed.

  Lemma waits_down p i j k : lower j k -> sem (Waits p i k) -> sem (Waits p i j).
  Proof.
    intros Lo [H|[E [H|H]]]; [left; auto|right; auto|right; split; auto; right].
    destruct (lower_from j k Lo) as [Fj [Fk _]].
    apply Exists_exists in H as [e [I H]]. apply Exists_exists. exists e. split; auto. apply from_on_in; auto.
    apply from_on_in in I; auto. right. destruct I as [->|[a [b [Ea Ib]]]]; auto.
    destruct Lo as [a' [b' [Eb Ik]]]. apply in_split in Ik as [c [d ->]].
    assert (O := talon_once 0 k). rewrite Ea in O.
    destruct (split_once k a b ((a' ++ j :: c)) d O) as [_ ->]; [rewrite <- Ea, Eb, <- app_assoc; reflexivity|].
    exists a', (c ++ k :: d). split; auto. apply in_or_app. simpl. auto.
  Qed.

  Lemma waits_under p i j k : lower i j -> lower i k -> lower j k -> sem (Waits p i j) -> sem (Waits p j k) -> sem
    (Waits p i k).
  Proof.
    intros Lij Lik Ljk W W'. destruct (lower_from i j Lij) as [Fi [Fj _]].
    assert (Hi := waits_here _ _ _ W). assert (Hj := waits_here _ _ _ W'). simpl in Hi, Hj.
    destruct (Nat.eq_dec p (pass (tau i))) as [E|E]; [|left; lia].
    assert (Q := waits_turned p i j Lij W Hj E). assert (Q2 := pass_mono _ _ (Nat.lt_le_incl _ _ Q)).
    assert (Shr : forall x, In x (stock (P (tau i))) -> In x (stock (P (tau j)))).
    { intros x. apply stock_shrinks; auto; lia. }
    right. split; auto. destruct W' as [W'|[_ [W'|W']]]; [lia| |].
    - left. destruct (stock (P (tau i))) as [|x s]; auto. specialize (Shr x (or_introl eq_refl)). rewrite W' in Shr.
      destruct Shr.
    - right. apply Exists_exists in W' as [e [I [H N]]]. apply Exists_exists. exists e. split; [exact I|]. auto.
  Qed.

  Lemma waste_waits x y : lower x y -> In y (waste (P 0)) -> sem (Waits 0 x y).
  Proof.
    intros Lo I. destruct (lower_from x y Lo) as [Fx [Fy _]].
    destruct (Nat.eq_dec 0 (pass (tau x))) as [E|E]; [|left; lia]. right. split; auto. right. apply Exists_exists.
    exists y. split; [apply from_on_in; auto|]. split; [lia|]. intro J.
    apply (stock_shrinks 0) in J; [|lia|rewrite <- E; unfold redealt; lia].
    assert (O := talon_once 0 y). unfold pile in O. rewrite occ_app, occ_rev in O. apply occ_in in I, J.
    lia.
  Qed.

  (* ---- Turns of several cards ---- *)

  Definition next_to (x y : card) : Prop := exists a b, pile (P 0) = a ++ x :: y :: b.

  Lemma next_splits x y k : next_to x y -> lower x k -> k = y \/ lower y k.
  Proof.
    intros [a [b E]] [a' [b' [E' I]]]. assert (O := talon_once 0 x). rewrite E in O, E'.
    destruct (split_once x a (y :: b) a' b' O E') as [_ <-]. destruct I as [->|I]; auto. right.
    exists (a ++ [x]), b. rewrite E, <- app_assoc. auto.
  Qed.

  Lemma counted_is p y : counted p y = true <-> p <= pass (tau y) /\ (p = 0 -> ~ In y (waste (P 0))).
  Proof.
    unfold counted. rewrite andb_true_iff, orb_true_iff, !negb_true_iff, Nat.leb_le, Nat.eqb_neq.
    destruct (in_dec card_eq y (waste (P 0))); intuition (try congruence; try lia).
  Qed.

  Lemma stock_nodup t : NoDup (stock (P t)).
  Proof.
    apply (NoDup_count_occ card_eq). intro x. assert (H := talon_once t x). unfold pile in H.
    rewrite occ_app in H. unfold occ in H. lia.
  Qed.

  Lemma same_length (a b : list card) : NoDup a -> NoDup b -> (forall x, In x a <-> In x b) -> length a = length b.
  Proof. intros A B H. apply Permutation_length, NoDup_Permutation; auto. Qed.

  Lemma stock_counted t y : In y (stock (P t)) -> counted (pass t) y = true.
  Proof.
    intro I. apply counted_is.
    assert (F : from y) by (apply (talon_earlier 0 t); auto; [lia|now right]).
    assert (T : talon (P t) y) by now right. apply (tau_talon y t F) in T. split.
    - apply pass_mono; auto.
    - intros Z W. apply (stock_shrinks 0) in I; [|lia|rewrite Z; unfold redealt; lia].
      assert (O := talon_once 0 y). unfold pile in O. rewrite occ_app, occ_rev in O. apply occ_in in I, W.
      lia.
  Qed.

  Lemma begins t : (t = 0 \/ exists u, t = S u /\ M u = Redeal) ->
    length (filter (counted (pass t)) (pile (P 0))) = length (stock (P t)).
  Proof.
    intro H. apply same_length; [|apply stock_nodup|].
    { apply NoDup_filter, (NoDup_count_occ card_eq). intro x. apply talon_once. }
    intro y.
    rewrite filter_In, <- talon_pile.
    split.
    - intros [F C]. apply counted_is in C as [C W]. destruct H as [->|[u [-> E]]].
      + destruct F as [F|F]; auto. exfalso. apply W; auto. unfold redealt. lia.
      + assert (St := steps u). rewrite E in St.
        assert (Q : waste (P (S u)) = [] /\ pass (S u) = S (pass u)).
        { assert (R := redeals_later 0 u ltac:(lia)). unfold redealt. inversion St; subst. cbn [waste redeals].
        split; auto. lia. }
        destruct Q as [Q1 Q2].
        assert (Tl : talon (P (S u)) y).
        { apply tau_talon; auto. destruct (Nat.le_gt_cases (S u) (tau y)) as [Q|Q]; auto.
          assert (Q3 := pass_mono (tau y) u ltac:(lia)). lia. }
        destruct Tl as [Tl|Tl]; auto. rewrite Q1 in Tl. destruct Tl.
    - intro I. split; [|now apply stock_counted]. apply (talon_earlier 0 t); auto; [lia|now right].
  Qed.

  Lemma turns t : stock (P t) <> [] ->
    exists q, length (filter (counted (pass t)) (pile (P 0))) = length (stock (P t)) + q * N.to_nat (draw r).
  Proof.
    induction t as [|t IH]; intro Ne.
    - exists 0. rewrite begins by auto. lia.
    - assert (St := steps t). assert (B := begins (S t)).
      assert (Same : redeals (P (S t)) = redeals (P t) -> pass (S t) = pass t) by (unfold redealt; congruence).
      remember (P (S t)) as p' eqn:Ep'. remember (M t) as m eqn:Em. symmetry in Em.
      destruct St as [k S Ek|R S|y w W B'|y w c W Lc H|y w c h l W Lc Ec F|c l f Lc Ec B'|c d h l l' v Lc Ld Nc Ec Ed
        F|y w W|];
        cbn [stock redeals] in *;
        try (rewrite (Same eq_refl); apply IH; exact Ne); auto.
      + rewrite (Same eq_refl). destruct (IH S) as [q Q]. exists (Datatypes.S q).
        assert (K : k < length (stock (P t))).
        { destruct (Nat.lt_ge_cases k (length (stock (P t)))) as [K|K]; auto. exfalso. apply Ne. now apply skipn_all2. }
        unfold turned in Ek. rewrite count_length in Ek. rewrite skipn_length, Nat.mul_succ_l. lia.
      + exists 0. rewrite B; [lia|right; eauto].
  Qed.

  Lemma up_to_split x a b : occ x (a ++ x :: b) <= 1 -> up_to x (a ++ x :: b) = a ++ [x].
  Proof.
    induction a as [|y a IH]; cbn [app up_to]; intro O.
    - destruct (card_eq x x); congruence.
    - rewrite occ_cons in O. destruct (card_eq y x) as [->|]; [|rewrite IH; auto; lia].
      rewrite occ_app, occ_cons, !one_same in O. lia.
  Qed.

  Lemma whole_turns q : q * N.to_nat (draw r) <= length (pile (P 0)) -> Nat.modulo (q * N.to_nat (draw r)) size = 0.
  Proof.
    intro Le. destruct size_is as [->|Lt].
    - destruct (N.to_nat (draw r)) as [|d]; [now rewrite Nat.mul_0_r | apply Nat.mod_mul; lia].
    - destruct q; [|nia]. destruct size as [|d]; [reflexivity|apply Nat.mod_0_l; lia].
  Qed.

  Lemma turn_ends t x : from x -> stock (P t) <> [] -> ~ In x (stock (P t)) -> pass t <= pass (tau x) ->
    (forall k, pass t <= pass (tau k) -> lower x k -> In k (stock (P t))) -> sem (Count (pass t) x 0).
  Proof.
    intros F Ne N Hp Above. destruct (turns t Ne) as [q Q]. simpl.
    assert (I := F). apply talon_pile in I. apply in_split in I as [a [b E]]. assert (O := talon_once 0 x).
    assert (Len : length (filter (counted (pass t)) b) = length (stock (P t))).
    { apply same_length; [apply NoDup_filter| now apply stock_nodup |].
      - apply (NoDup_count_occ card_eq). intro y. assert (Oy := talon_once 0 y).
        rewrite E, occ_app, occ_cons in Oy. unfold occ in Oy. lia.
      - intro y. rewrite filter_In. split.
        + intros [Ib C]. apply counted_is in C as [C _]. apply Above; auto. exists a, b. auto.
        + intro Is. split; [|now apply stock_counted].
          assert (Fy : from y) by (apply (talon_earlier 0 t); auto; [lia|now right]). assert (Iy := Fy).
          apply talon_pile in Iy. rewrite E in Iy. apply in_app_or in Iy as [Iy|[<-|Iy]]; auto; [|contradiction].
          apply (turned_down t y x Fy F Hp) in N; [contradiction|]. right. apply in_split in Iy as [a1 [a2 ->]].
          exists a1, (a2 ++ x :: b). rewrite E, <- app_assoc. split; auto. apply in_or_app. simpl. auto. }
    rewrite E in O, Q |- *. rewrite up_to_split by exact O.
    assert (E2 : a ++ x :: b = (a ++ [x]) ++ b) by (rewrite <- app_assoc; reflexivity).
    rewrite E2, filter_app, app_length, Len in Q.
    assert (Q2 : length (filter (counted (pass t)) (a ++ [x])) = q * N.to_nat (draw r)) by lia.
    rewrite Q2. apply whole_turns. rewrite <- Q2, E, E2, app_length.
    assert (K : forall (f : card -> bool) l, length (filter f l) <= length l).
    { intros f l. induction l as [|z l IH]; simpl; [lia|]. destruct (f z); simpl; lia. }
    specialize (K (counted (pass t)) (a ++ [x])). lia.
  Qed.

  Lemma not_turned p x y : lower x y -> p <= pass (tau x) -> ~ sem (Waits p x y) -> p = pass (tau x) /\
    stock (P (tau x)) <> [] /\ (forall k, p <= pass (tau k) -> k = y \/ lower y k -> In k (stock (P (tau x)))).
  Proof.
    intros Lo H N. destruct (lower_from x y Lo) as [Fx [Fy _]].
    assert (E : p = pass (tau x)) by (destruct (Nat.eq_dec p (pass (tau x))); auto; exfalso; apply N; left; lia).
    repeat split; auto.
    - intro Z. apply N. right. auto.
    - intros k Hk I. destruct (in_dec card_eq k (stock (P (tau x)))) as [J|J]; auto. exfalso. apply N. right.
      split; auto. right. apply Exists_exists. exists k. split; [apply from_on_in; auto|]. auto.
  Qed.

  Lemma own_turn_ends p x y : next_to x y -> sem (There p x) -> ~ sem (Waits p x y) -> sem (Count p x 0).
  Proof.
    intros Nx H N. assert (Lo : lower x y) by (destruct Nx as [a [b E]]; exists a, (y :: b); simpl; auto).
    destruct (lower_from x y Lo) as [Fx _].
    destruct (not_turned p x y Lo H N) as [E [Ne K]]. rewrite E in *. apply turn_ends; auto using top_not_stock.
    intros k Hk Lk. apply K; auto. now apply (next_splits x).
  Qed.

  Lemma other_turn_ends p x y z : lower x y -> lower x z -> next_to y z -> sem (Waits p x y) -> ~ sem (Waits p x z) ->
    sem (Count p y 0).
  Proof.
    intros Lxy Lxz Nx W N. destruct (lower_from x y Lxy) as [Fx [Fy _]].
    destruct (not_turned p x z Lxz (waits_here _ _ _ W) N) as [E [Ne K]].
    destruct W as [W|[_ [W|W]]]; [lia|contradiction|].
    apply Exists_exists in W as [k [I [Hk Nk]]]. apply from_on_in in I; auto.
    destruct I as [->|I].
    - rewrite E in *. apply turn_ends; auto. intros k Hk2 Lk. apply K; auto. now apply (next_splits y).
    - exfalso. apply Nk. apply K; auto. now apply (next_splits y).
  Qed.

  Lemma counted_up p x y : next_to x y -> length (filter (counted p) (up_to y (pile (P 0)))) =
    length (filter (counted p) (up_to x (pile (P 0)))) + (if counted p y then 1 else 0).
  Proof.
    intros [a [b E]]. assert (Ox := talon_once 0 x). assert (Oy := talon_once 0 y).
    rewrite E in Ox, Oy |- *. rewrite up_to_split by exact Ox.
    assert (E2 : a ++ x :: y :: b = (a ++ [x]) ++ y :: b) by (rewrite <- app_assoc; reflexivity).
    rewrite E2 in Oy |- *. rewrite up_to_split by exact Oy. rewrite (filter_app _ (a ++ [x]) [y]), app_length. simpl.
    destruct (counted p y); simpl; lia.
  Qed.

  Lemma next_mod a m : m < size -> (Nat.modulo a size = m <-> Nat.modulo (a + 1) size = Nat.modulo (m + 1) size).
  Proof.
    intro L. assert (Q := Nat.div_mod a size ltac:(lia)). assert (B := Nat.mod_upper_bound a size ltac:(lia)).
    set (c := Nat.modulo a size) in *.
    assert (E : Nat.modulo (a + 1) size = Nat.modulo (c + 1) size).
    { rewrite Q. rewrite <- Nat.add_assoc, Nat.add_comm, (Nat.mul_comm size). apply Nat.mod_add. lia. }
    rewrite E. split; [congruence|].
    destruct (Nat.eq_dec (c + 1) size) as [C|C]; destruct (Nat.eq_dec (m + 1) size) as [C'|C'].
    - lia.
    - rewrite C, Nat.mod_same by lia. rewrite Nat.mod_small by lia. lia.
    - rewrite C', Nat.mod_same by lia. rewrite Nat.mod_small by lia. lia.
    - rewrite !Nat.mod_small by lia. lia.
  Qed.

  (* None stands for the place before the first. *)
  Definition count_to (p : nat) (x : option card) : nat :=
    match x with Some y => length (filter (counted p) (up_to y (pile (P 0)))) | None => 0 end.
  Definition follows (x : option card) (y : card) : Prop :=
    match x with Some z => next_to z y | None => exists b, pile (P 0) = y :: b end.

  Lemma count_follows p x y : follows x y -> count_to p (Some y) = count_to p x + (if counted p y then 1 else 0).
  Proof.
    destruct x as [x|]; simpl; [apply counted_up|]. intros [b E]. rewrite E. simpl.
    destruct (card_eq y y); [|congruence]. destruct (counted p y); reflexivity.
  Qed.

  Lemma waste_uncounted x : In x (waste (P 0)) -> count_to 0 (Some x) = 0.
  Proof.
    intro I. simpl. apply in_rev in I. apply in_split in I as [a [b E]].
    assert (E2 : pile (P 0) = a ++ x :: (b ++ stock (P 0))) by (unfold pile; rewrite E, <- app_assoc; reflexivity).
    assert (O := talon_once 0 x). rewrite E2 in O |- *. rewrite up_to_split by exact O.
    assert (K : forall y, In y (a ++ [x]) -> counted 0 y = false).
    { intros y J. destruct (counted 0 y) eqn:C; auto. apply counted_is in C as [_ C]. exfalso. apply C; auto.
      apply in_rev. rewrite E. apply in_app_or in J as [J|[<-|[]]]; apply in_or_app; simpl; auto. }
    induction (a ++ [x]) as [|z l IH]; auto. simpl. rewrite K by now left. apply IH. intros y J. apply K. now right.
  Qed.

  (* ---- What stays ---- *)

  Lemma late_drops x : from x -> fin <= tau x -> M (tau x) = Drop /\ passes <= pass (tau x) /\ stock (P (tau x)) = [].
  Proof.
    intros F L. destruct (after_fin (tau x) L (tau_lt x F)) as [K D]. assert (E : M (tau x) = Drop); [|auto].
    destruct (leaving x F) as [w [_ [H|[[c H]|[[c H]|H]]]]]; auto; exfalso; destruct K as [K|[K|K]]; congruence.
  Qed.

  Lemma stays_late x : from x -> (sem (There passes x) <-> fin <= tau x).
  Proof.
    intro F. simpl. split; [|intro L; now apply late_drops]. intro H.
    destruct (Nat.le_gt_cases fin (tau x)) as [L|L]; auto. destruct (before_fin _ L). lia.
  Qed.

  Lemma stays_dropped x : from x -> (sem (There passes x) <-> M (tau x) = Drop).
  Proof.
    intro F. rewrite stays_late by exact F. split; [intro L; now apply late_drops|]. intro E.
    destruct (Nat.le_gt_cases fin (tau x)) as [L|L]; auto. destruct (before_fin _ L). contradiction.
  Qed.

  (* In one pass the higher of two cards leaves first if and only if the other waits for it. *)
  Lemma one_pass x y : passes = 1 -> lower x y -> (sem (Waits 0 x y) <-> tau y < tau x).
  Proof.
    intros One Lo. destruct (lower_from x y Lo) as [Fx [Fy _]]. split.
    - intro W. destruct (Nat.eq_dec 0 (pass (tau x))) as [E|E].
      + apply (waits_turned 0 x y Lo W); [lia|exact E].
      + apply higher_first; auto. destruct (late_drops x Fx) as [_ [_ Z]]; [|rewrite Z; auto].
        apply stays_late; auto. simpl. lia.
    - intro L. destruct (sem_dec (Waits 0 x y)) as [W|N]; auto.
      assert (Q := not_waits 0 x y Lo ltac:(lia) ltac:(lia) N). lia.
  Qed.
End Line.
