open BinNums
open Cards
open Judge
open OneMinute
open OneMinuteChecks
open OneMinutePriced

type content =
| JustLine
| ClosedSet of (coq_N * mv) list
| PricedLayers of group list

(** val evidence :
    rules -> card list -> coq_N option -> content -> position -> outcome **)

let evidence r others bound c p =
  match c with
  | JustLine -> no_evidence (Some (count others))
  | ClosedSet lines ->
    shown (closed_check_om r bound (Obj.magic p) (Obj.magic lines))
  | PricedLayers groups -> priced_check r p bound groups

(** val check_one_minute :
    rules -> card -> card list -> content -> mv claim -> result **)

let check_one_minute r base others ct c =
  verify (one_minute r) (Obj.magic start base others) (Some (count others))
    (Obj.magic evidence r others c.stated_bound ct) (Obj.magic c)
