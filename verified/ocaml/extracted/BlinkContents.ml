open BinNums
open Blink
open BlinkChecks
open BlinkLossTree
open BlinkRefuted
open BlinkTree
open BlinkWitness
open Judge
open Lrat

type content =
| JustLine
| Room
| MatchGraph
| Clauses of coq_N option * step list
| LossTree of coq_N * tree_line list
| ClosedSet of (coq_N * mv) list

(** val evidence : rules -> bcard list -> content -> position -> outcome **)

let evidence r deal c p =
  match c with
  | JustLine -> no_evidence None
  | Room -> room_check r deal
  | MatchGraph -> match_check r p
  | Clauses (above, steps) -> clauses_check r p above steps
  | LossTree (bound, text) -> loss_check r p bound text
  | ClosedSet lines ->
    shown (closed_check_bl r (Obj.magic p) (Obj.magic lines))

(** val check_blink : rules -> bcard list -> content -> mv claim -> result **)

let check_blink r deal ct c =
  verify (blink r) (Obj.magic start deal) None (Obj.magic evidence r deal ct)
    (Obj.magic c)
