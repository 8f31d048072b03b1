open BinNums
open Blink
open BlinkChecks
open Judge

type content =
| JustLine
| ClosedSet of (coq_N * mv) list

(** val evidence : rules -> bcard list -> content -> position -> outcome **)

let evidence r _ c p =
  match c with
  | JustLine -> no_evidence None
  | ClosedSet lines ->
    shown (closed_check_bl r (Obj.magic p) (Obj.magic lines))

(** val check_blink : rules -> bcard list -> content -> mv claim -> result **)

let check_blink r deal ct c =
  verify (blink r) (Obj.magic start deal) None (Obj.magic evidence r deal ct)
    (Obj.magic c)
