open BinNums
open Game
open Head
open HeadBlockSet
open HeadBlocks
open Judge

type content =
| JustLine
| BlockSet of bpos list
| ClosedSet of (coq_N * mv) list

(** val evidence : rules -> coq_N option -> content -> position -> outcome **)

let evidence r bound c p =
  match c with
  | JustLine -> no_evidence (Some N0)
  | BlockSet members -> block_check r p bound members
  | ClosedSet lines ->
    shown
      (plain_check (head r) (Obj.magic same_position) (Obj.magic hash)
        (Obj.magic p) (Obj.magic lines))

(** val check_head : rules -> dcard list -> content -> mv claim -> result **)

let check_head r deal ct c =
  verify (head r) (Obj.magic start r deal) (Some N0)
    (Obj.magic evidence r c.stated_bound ct) (Obj.magic c)
