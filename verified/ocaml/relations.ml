(* The least relations of a position of Single Left. They need not be right: the proved check verifies them. *)

open Reader

(* Sets of numbers are bits of a machine word. *)
let most_cards = 60

let union rows members =
  let rec go members x found =
    if members = 0 then found
    else go (members lsr 1) (x + 1) (if members land 1 = 1 then found lor rows.(x) else found) in
  go members 0 0

(* By number, from 1: the numbers of the cards that may share a rank, and a suit; `drawn` of them lie in the hand. *)
let least_of ranks suits drawn =
  let n = Array.length ranks - 1 in
  let everyone = (2 lsl n) - 1 in
  let lies = Array.init (n + 1) (fun x -> if x < drawn then 1 lsl (x + 1) else 0)
  and tops = Array.init (n + 1) (fun x -> if x >= drawn then 1 lsl x else 0) in
  let rec grow () =
    let topping = ref 0 and grown = ref false in
    Array.iteri (fun x times -> if times <> 0 then topping := !topping lor (1 lsl x)) tops;
    let two = Array.map (union lies) lies in
    let three = Array.map (union lies) two in
    let returns = Array.mapi (fun a row -> union tops (row land ranks.(a))) three in
    for x = 0 to n do
      let row = lies.(x) lor ((tops.(x) lsl 1) land everyone) lor (three.(x) land suits.(x) land !topping) in
      let times = tops.(x) lor union returns row in
      if row <> lies.(x) || times <> tops.(x) then grown := true;
      lies.(x) <- row;
      tops.(x) <- times
    done;
    if !grown then grow () in
  grow ();
  L.init (n + 1) (fun x -> (n_of_int lies.(x), n_of_int tops.(x)))

(* `face` says what each card of hand and deck is; None: any of the missing ones. *)
let least_with face missing p =
  let cards = Array.of_list (L.rev_append p.SingleLeft.hand p.SingleLeft.deck) in
  if Array.length cards > most_cards then unable "relations of more than %d cards are not computed by this program" most_cards;
  let by of_card =
    let missing = L.map of_card missing in
    let several = L.length (L.sort_uniq compare missing) < L.length missing in
    let parts = Array.map (fun c -> Option.map of_card (face c)) cards in
    let may i j = match parts.(i), parts.(j) with
      | Some a, Some b -> a = b
      | Some a, None | None, Some a -> L.mem a missing
      | None, None -> several || i = j in
    let mask i =
      let found = ref 0 in
      Array.iteri (fun j _ -> if may i j then found := !found lor (1 lsl (j + 1))) parts;
      !found in
    Array.append [| 0 |] (Array.init (Array.length parts) mask) in
  least_of (by (fun c -> int_of_n c.Cards.rank)) (by (fun c -> int_of_n c.Cards.suit)) (L.length p.SingleLeft.hand)

let least p = least_with (fun c -> Some c.Cards.face) [] p

(* With unknown cards: an unknown one may be any of the missing ones. *)
let least_open known missing p =
  let known = Array.of_list known in
  least_with (fun c -> known.(int_of_n c.Cards.place)) missing p
