open BinNums
open Blink
open BlinkChecks
open BlinkWitness
open Judge

type content =
| JustLine
| Room
| MatchGraph
| ClosedSet of (coq_N * mv) list

(** val evidence : rules -> bcard list -> content -> position -> outcome **)

let evidence r deal c p =
  match c with
  | JustLine -> no_evidence None
  | Room -> room_check r deal
  | MatchGraph -> match_check r p
  | ClosedSet lines ->
    shown (closed_check_bl r (Obj.magic p) (Obj.magic lines))

(** val check_blink : rules -> bcard list -> content -> mv claim -> result **)

let check_blink r deal ct c =
  verify (blink r) (Obj.magic start deal) None (Obj.magic evidence r deal ct)
    (Obj.magic c)
