(* winnow-rules: the extracted rules alone, for comparison with others. Reads one question a line on standard input:
   {"game", "rules", "deal", "number": null, "perft": depth}: the lines of play of each depth and what is spent in all;
   {"game", "rules", "deal", "number": null, "line": moves}: the legal moves of each position along the line, with
   score and won. *)

open Reader

let quoted l = "[" ^ S.concat ", " (L.map (fun s -> "\"" ^ s ^ "\"") l) ^ "]"

let perft session depths =
  let layer = ref [ (session.Session.start, 1) ] in
  for depth = 0 to depths - 1 do
    let lines = L.fold_left (fun s (_, k) -> s + k) 0 !layer in
    let spent = L.fold_left (fun s (p, k) -> s + (k * session.Session.spent p)) 0 !layer in
    Printf.printf "%s[%d, %d]" (if depth = 0 then "[" else ", ") lines spent;
    let seen = Hashtbl.create 1000 in
    L.iter (fun (p, k) ->
      L.iter (fun (_, q) ->
        let key = Marshal.to_string q [Marshal.No_sharing] in
        match Hashtbl.find_opt seen key with
        | Some (_, r) -> r := !r + k
        | None -> Hashtbl.add seen key (q, ref k)) (Game.next session.Session.game p)) !layer;
    layer := Hashtbl.fold (fun _ (q, r) l -> (q, !r) :: l) seen []
  done;
  print_endline "]"

let walk session line =
  let position = ref session.Session.start in
  let at p =
    Printf.sprintf "{\"legal\": %s, \"score\": %s, \"won\": %b}"
      (quoted (L.map (fun (m, _) -> session.Session.show m) (Game.next session.Session.game p)))
      (match session.Session.game.Game.score p with None -> "null" | Some s -> string_of_int (int_of_n s))
      (session.Session.game.Game.won p) in
  let first = at !position in
  let parts = first :: L.map (fun s ->
    match Game.play session.Session.game !position (session.Session.move s) with
    | Some q -> position := q; at q
    | None -> wrong "%s is not legal" s) line in
  print_endline ("[" ^ S.concat ", " parts ^ "]")

let () =
  try
    while true do
      let record = match Json.parse (input_line stdin) with Json.Object l -> l | _ -> wrong "no object" in
      let session = Session.of_record record in
      (match L.assoc_opt "perft" record with
       | Some (Json.Number s) -> perft session (small "depth" s)
       | _ -> walk session (Option.get (moves_or_null record "line")));
      flush stdout
    done
  with End_of_file -> ()
