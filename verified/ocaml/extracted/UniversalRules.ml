open BinNums
open Game
open Universal

(** val closed_check_un :
    rules -> pos -> (coq_N * move) list -> proven option **)

let closed_check_un r =
  plain_check (universal r) (Obj.magic same_position) (Obj.magic hash)
