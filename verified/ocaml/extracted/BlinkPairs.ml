open BinNat
open BinNums
open Blink
open Datatypes
open List

(** val pairs : 'a1 list -> ('a1 * 'a1) list **)

let rec pairs = function
| [] -> []
| x :: l' -> app (map (fun x0 -> (x, x0)) l') (pairs l')

(** val line_runs : bool -> bool list -> coq_N **)

let rec line_runs before = function
| [] -> N0
| b :: line' -> N.add (one ((&&) b (negb before))) (line_runs b line')
