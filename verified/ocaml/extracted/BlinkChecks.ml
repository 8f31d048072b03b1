open BinInt
open BinNat
open BinNums
open Blink
open Cards
open Datatypes
open Game
open List

(** val shift : cell -> cell -> cell **)

let shift d c =
  ((Z.add (fst c) (fst d)), (Z.add (snd c) (snd d)))

(** val shift_entry : cell -> (cell * bcard) -> cell * bcard **)

let shift_entry d e =
  ((shift d (fst e)), (snd e))

(** val shift_table : cell -> layout -> layout **)

let shift_table d t =
  map (shift_entry d) t

(** val corner : layout -> cell **)

let corner t =
  match cells t with
  | [] -> (Z0, Z0)
  | c :: l -> ((least (map fst l) (fst c)), (least (map snd l) (snd c)))

(** val state : position -> layout * (coq_N * bcard) list **)

let state p =
  let c = corner p.table in
  ((shift_table ((Z.opp (fst c)), (Z.opp (snd c))) p.table), p.left)

(** val same_entry : (cell * bcard) -> (cell * bcard) -> bool **)

let same_entry a b =
  (&&) (same_cell (fst a) (fst b)) (same_bcard (snd a) (snd b))

(** val same_drawn : (coq_N * bcard) -> (coq_N * bcard) -> bool **)

let same_drawn a b =
  (&&) (N.eqb (fst a) (fst b)) (same_bcard (snd a) (snd b))

(** val same_state :
    (layout * (coq_N * bcard) list) -> (layout * (coq_N * bcard) list) -> bool **)

let same_state a b =
  (&&) (same_list same_entry (fst a) (fst b))
    (same_list same_drawn (snd a) (snd b))

(** val hash_state : (layout * (coq_N * bcard) list) -> positive **)

let hash_state s =
  fold_left (fun h e ->
    mix h
      (N.add
        (N.add
          (N.add
            (N.add
              (N.mul (Z.to_N (fst (fst e))) (Npos (Coq_xO (Coq_xO (Coq_xO
                (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
                (Coq_xO (Coq_xO Coq_xH))))))))))))))
              (N.mul (Z.to_N (snd (fst e))) (Npos (Coq_xO (Coq_xO (Coq_xO
                (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))))))))
            (N.mul (snd e).number (Npos (Coq_xO (Coq_xO (Coq_xI (Coq_xO
              (Coq_xO Coq_xH))))))))
          (N.mul (snd e).colour (Npos (Coq_xO (Coq_xI Coq_xH)))))
        (snd e).shape)) (fst s) Coq_xH

(** val closed_check_bl :
    rules -> pos -> (coq_N * move) list -> proven option **)

let closed_check_bl r =
  closed_check (blink r) (Obj.magic state) same_state hash_state (fun _ ->
    N0) None (fun _ -> false)
