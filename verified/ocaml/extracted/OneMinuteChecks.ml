open BinNat
open BinNums
open Game
open OneMinute

(** val closed_check_om :
    rules -> coq_N option -> pos -> (coq_N * move) list -> proven option **)

let closed_check_om r bound =
  closed_check (one_minute r) (Obj.magic state) same_state hash_state
    (Obj.magic (fun p -> p.handlings)) bound (fun b -> N.ltb r.budget b)
