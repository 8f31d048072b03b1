(* One-Minute Solitaire: what its certificates show, and why. *)

From Coq Require Import List NArith Bool Lia ZifyBool PeanoNat.
From Winnow Require Import Game Judge Cards OneMinute.
Import ListNotations.
Open Scope N_scope.

Lemma without_le k l : count l <= N.succ (count (without k l)).
Proof. revert k. induction l as [|x l IH]; intros [|k]; cbn [without count]; try lia. specialize (IH k). lia. Qed.

(* Each card but the base takes a handling. *)
Definition work (p : position) : N := handlings p + count (hand p) + count (waste p).

Lemma work_grows r p m : work p <= work (after_move r p m) /\ handlings p <= handlings (after_move r p m).
Proof.
  unfold work, after_move. destruct (negb (laid p)); cbn [hand waste handlings]; [lia|].
  destruct (impasse p).
  - destruct (Nat.ltb _ _); cbn [hand waste handlings].
    + assert (H := without_le (at_place m) (hand p)). lia.
    + assert (H := without_le (at_place m - length (hand p)) (waste p)). lia.
  - destruct (Nat.ltb (at_place m) (length (hand p))) eqn:L; cbn [hand waste handlings];
      rewrite ?count_app, !count_length, ?rev_length, ?firstn_length, ?skipn_length, ?app_length, ?rev_length.
    + lia.
    + lia.
Qed.

Lemma path_work r p l q : path (one_minute r) p l q -> work p <= work q /\ handlings p <= handlings q.
Proof.
  induction 1 as [|p m q l z I P IH]; [lia|]. apply next_in in I as [_ ->].
  assert (H := work_grows r p m). change (@apply (one_minute r) p m) with (after_move r p m) in *. lia.
Qed.

Lemma final_work p s : final p = Some s -> s = work p /\ s = handlings p.
Proof.
  unfold final, work. destruct (laid p), (hand p), (waste p); try discriminate.
  intro E; injection E as <-. cbn [count]. lia.
Qed.

Theorem handlings_best r base others p : reachable (one_minute r) (start base others) p ->
  shows (one_minute r) p (Proven false (Some (count others))).
Proof.
  intros [l' R]. split; simpl; [discriminate|]. intros b E l q s P L. injection E as <-. unfold no_better; simpl.
  apply final_work in L as [-> _]. assert (H := path_work _ _ _ _ (path_app _ _ _ _ _ _ R P)).
  unfold work in H at 1; cbn [start handlings hand waste] in H.
  rewrite count_length, rev_length, <- count_length in H. lia.
Qed.

(* Closed sets: a member stands for the positions of its state that cost as much or more. *)
Definition stands (m q : position) : Prop := state m = state q /\ handlings m <= handlings q.

Definition closed_check_om (r : rules) (bound : option N) :=
  closed_check (one_minute r) _ state same_state hash_state handlings bound (fun b => budget r <? b).

Lemma stands_step r m q mv : stands m q -> In mv (legal r q) ->
  In mv (legal r m) /\ stands (after_move r m mv) (after_move r q mv).
Proof.
  intros [E L]. destruct m as [l t h w c], q as [l' t' h' w' c']. unfold state in E; simpl in E, L.
  injection E as -> -> -> ->. intro I. split; [exact I|].
  unfold after_move, stands, state, impasse, coming. cbn [laid top hand waste handlings].
  repeat match goal with |- context [if ?b then _ else _] => destruct b end;
    cbn [laid top hand waste handlings]; split; auto; lia.
Qed.

Theorem closed_om_sound r bound p lines e : closed_check_om r bound p lines = Some e -> shows (one_minute r) p e.
Proof.
  eapply (closed_set_sound (one_minute r)) with (stands := stands).
  - apply same_state_eq.
  - intros m q E L. split; auto.
  - intros a b c [E1 L1] [E2 L2]. split; [congruence|lia].
  - intros m q mv S I. exists mv. apply (stands_step r); auto.
  - intros m q [E L]. simpl. unfold is_won, final. destruct m as [l t h w c], q as [l' t' h' w' c']. simpl in *.
    injection E as -> -> -> ->. destruct l', h', w'; try discriminate. lia.
  - intros m q s [E L]. destruct m as [l t h w c], q as [l' t' h' w' c']. injection E as -> -> -> ->.
    destruct l', h', w'; try discriminate. intro H. injection H as <-. exists c. auto.
  - intros m q l z s [E L] P F. left. apply final_work in F as [_ ->]. apply path_work in P. lia.
  - discriminate.
  - intros b q H W. simpl in W. unfold is_won in W. simpl. destruct (final q) as [s|]; try discriminate. exists s.
    split; auto. lia.
Qed.
