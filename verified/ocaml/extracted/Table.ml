open BinNums
open FMapPositive

type ('k, 'v) table = ('k * 'v) list PositiveMap.t

(** val no_entries : ('a1, 'a2) table **)

let no_entries =
  PositiveMap.empty

(** val bucket :
    ('a1 -> positive) -> ('a1, 'a2) table -> 'a1 -> ('a1 * 'a2) list **)

let bucket hash t0 k =
  match PositiveMap.find (hash k) t0 with
  | Some b -> b
  | None -> []

(** val insert :
    ('a1 -> positive) -> 'a1 -> 'a2 -> ('a1, 'a2) table -> ('a1, 'a2) table **)

let insert hash k v t0 =
  PositiveMap.add (hash k) ((k, v) :: (bucket hash t0 k)) t0

(** val look :
    ('a1 -> 'a1 -> bool) -> 'a1 -> ('a1 * 'a2) list -> 'a2 option **)

let rec look same k = function
| [] -> None
| p :: b' -> let (k', v) = p in if same k k' then Some v else look same k b'

(** val lookup :
    ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> 'a1 -> ('a1, 'a2) table ->
    'a2 option **)

let lookup same hash k t0 =
  look same k (bucket hash t0 k)
