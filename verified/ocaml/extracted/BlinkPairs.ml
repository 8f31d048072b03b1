open BinInt
open BinNat
open BinNums
open Blink
open BlinkEncoder
open Datatypes
open List

(** val cells_between : coq_Z -> coq_Z -> coq_Z -> coq_Z -> cell list **)

let cells_between x0 x1 y0 y1 =
  flat_map (fun y ->
    map (fun x -> (x, y))
      (whole_from x0 (Z.to_nat (Z.add (Z.sub x1 x0) (Zpos Coq_xH)))))
    (whole_from y0 (Z.to_nat (Z.add (Z.sub y1 y0) (Zpos Coq_xH))))

(** val line_runs : bool -> bool list -> coq_N **)

let rec line_runs before = function
| [] -> N0
| b :: line' -> N.add (one ((&&) b (negb before))) (line_runs b line')
