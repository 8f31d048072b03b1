open BinNat
open BinNums
open Datatypes
open Head
open HeadSets
open List
open Nat

type bpos = { bturn : coq_N; bburn : bool; line : coq_N list;
              down : coq_N list; cut : bool; spent : coq_N }

(** val total : coq_N list -> nat **)

let total bs =
  fold_right (fun b k -> add (size b) k) O bs

(** val without : coq_N list -> coq_N -> coq_N list **)

let without bs m =
  filter (fun b -> negb (N.eqb b N0)) (map (fun b -> N.ldiff b m) bs)

(** val some : coq_N -> coq_N list **)

let some b =
  if N.eqb b N0 then [] else b :: []

(** val laid :
    nat -> coq_N list -> ((coq_N list * coq_N) * nat) * coq_N list **)

let rec laid room = function
| [] -> ((([], N0), O), [])
| b :: bs' ->
  if PeanoNat.Nat.leb (size b) room
  then let (p, rest) = laid (sub room (size b)) bs' in
       let (p0, j) = p in let (w, pt) = p0 in ((((b :: w), pt), j), rest)
  else ((([], b), room), bs')

(** val any_meld : rules -> (coq_N -> bool) -> coq_N -> bool **)

let any_meld r meldq b =
  existsb meldq (upto (N.to_nat r.full) (bits b))

(** val ending : rules -> bpos -> bool **)

let ending r b =
  N.eqb b.bturn r.passes

(** val joined_hand : rules -> coq_N list -> coq_N list **)

let joined_hand r bs =
  let (p, rest) = laid (N.to_nat r.full) bs in
  let (p0, _) = p in
  let (w, pt) = p0 in app (some (union w)) (app (some pt) rest)

(** val normal : rules -> bpos -> bpos **)

let normal r b =
  if (&&) (ending r b) (negb b.bburn)
  then { bturn = b.bturn; bburn = b.bburn; line = (joined_hand r b.line);
         down = b.down; cut = b.cut; spent = b.spent }
  else b

(** val settle : rules -> (coq_N -> bool) -> nat -> bpos -> bpos **)

let rec settle r meldq again b =
  if (||)
       ((||) ((||) b.bburn (ending r b))
         (PeanoNat.Nat.leb (N.to_nat r.full) (total b.line)))
       (any_meld r meldq (union b.line))
  then normal r b
  else (match again with
        | O -> normal r b
        | S k ->
          settle r meldq k { bturn =
            (match b.down with
             | [] -> r.passes
             | _ :: _ -> N.add b.bturn (Npos Coq_xH)); bburn =
            (match b.line with
             | [] -> (match b.down with
                      | [] -> false
                      | _ :: _ -> true)
             | _ :: _ -> false); line = (app b.line b.down); down = []; cut =
            b.cut; spent = N0 })

(** val put : rules -> bpos -> coq_N list -> coq_N list -> nat -> bpos **)

let put r b rest gone k =
  if ending r b
  then { bturn = b.bturn; bburn = false; line = rest; down = []; cut = b.cut;
         spent = (N.add b.spent (N.of_nat k)) }
  else { bturn = b.bturn; bburn = false; line = rest; down =
         (if b.cut then b.down else app b.down gone); cut = b.cut; spent =
         N0 }

(** val exactly : nat -> coq_N -> coq_N list **)

let exactly k b =
  filter (fun m -> PeanoNat.Nat.eqb (size m) k) (upto k (bits b))

(** val moves : rules -> (coq_N -> bool) -> bpos -> bpos list **)

let moves r meldq b =
  let (p, rest) = laid (N.to_nat r.full) b.line in
  let (p0, j) = p in
  let (w, pt) = p0 in
  let hand = union w in
  app
    (map (fun m -> put r b (without b.line m) [] O)
      (filter meldq
        (flat_map (fun a -> map (N.coq_lor a) (upto j (bits pt)))
          (upto (N.to_nat r.full) (bits hand)))))
    (app
      (if PeanoNat.Nat.eqb (add (total w) j) (N.to_nat r.full)
       then flat_map (fun c ->
              if (||) r.optional (negb (any_meld r meldq (N.coq_lor hand c)))
              then (put r b (app (some (N.ldiff pt c)) rest)
                     (if N.eqb b.bturn (Npos Coq_xH)
                      then (N.coq_lor hand c) :: []
                      else app w (some c)) (N.to_nat r.full)) :: []
              else []) (exactly j pt)
       else [])
      (if b.bburn
       then map (fun i ->
              put r b (without b.line (bit i)) ((bit i) :: []) (S O))
              (bits (hd N0 b.line))
       else []))

(** val successors : rules -> (coq_N -> bool) -> bpos -> bpos list **)

let successors r meldq b =
  map (settle r meldq (S (S (S O)))) (moves r meldq b)

(** val ready : rules -> bpos -> bool **)

let ready r b =
  (&&)
    ((&&) (PeanoNat.Nat.ltb O (N.to_nat r.full))
      (negb ((&&) b.bburn (match b.line with
                           | [] -> true
                           | _ :: _ -> false))))
    ((||) (negb ((&&) b.cut (ending r b)))
      (PeanoNat.Nat.leb (N.to_nat r.full) (total b.line)))
