(* winnow-verify FILE: checks an unpacked certificate (winnow-proof/1) by the extracted, proved functions.
   winnow-verify CNF LRAT: checks a clausal proof of a DIMACS file.
   winnow-verify --list: checks the certificates named on standard input, one a line; before each answer stand its
   status and the processor seconds it took. For tests of many files.
   Prints one line. Exit status: 0 verified, 1 failed, 3 not told, 2 a file that cannot be read. *)

open Reader

let longest_line = 1 lsl 20

let read_file path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

(* Every line ends with a line feed, is ASCII, and is not too long. *)
let lines_of content =
  let n = S.length content in
  if n >= 2 && content.[0] = '\031' && content.[1] = '\139' then unable "the file is packed: unpack it first (gzip -dc)";
  if n = 0 || content.[n - 1] <> '\n' then wrong "the last line has no end";
  S.iter (fun c -> if Char.code c > 127 then wrong "a line is not ASCII text") content;
  let rec go i acc =
    if i < 0 then acc
    else
      let j = match S.rindex_from_opt content i '\n' with Some j when i >= 0 -> j | _ -> -1 in
      if i - j > longest_line then wrong "a line is too long";
      go (j - 1) (S.sub content (j + 1) (i - j) :: acc) in
  let all = go (n - 2) [] in
  if n >= 2 && content.[0] = '\n' then "" :: all else all

let fields = ["format"; "game"; "rules"; "deal"; "number"; "after"; "question"; "verdict"; "score"; "bound"; "optimal";
              "line"; "proof"; "reason"; "content"]

let after_of record = Option.value (moves_or_null record "after") ~default:[]

let claimed record =
  let open Session in
  { after = after_of record;
    line = moves_or_null record "line";
    verdict = (match text record "verdict" with
      | "winnable" -> Judge.Winnable
      | "unwinnable" -> Judge.Unwinnable
      | "undecided" -> Judge.Undecided
      | s -> unknown "verdict" s);
    best = (match text record "question" with "win" -> false | "best" -> true | s -> unknown "question" s);
    score = whole_or_null record "score";
    bound = whole_or_null record "bound";
    optimal = flag record "optimal" }

(* What the format asks of a reason: a kind with its text, and perhaps cards; only a loss has one. *)
let reason_kind record =
  let fits = function
    | "kind", Json.String _ | "text", Json.String _ -> ()
    | "cards", Json.Array l when L.for_all (function Json.String _ -> true | _ -> false) l -> ()
    | ("kind" | "text" | "cards"), _ -> wrong "reason is not a kind with its text"
    | name, _ -> unable "reason: %S is a field that this program does not know" name in
  match L.assoc "reason" record with
  | Json.Null -> None
  | Json.Object l ->
      L.iter fits l;
      if text record "verdict" <> "unwinnable" then wrong "only a loss has a reason";
      ignore (text l "text");
      Some (text l "kind")
  | _ -> wrong "reason is not a kind with its text"

(* Contents that are recomputed from the position, and the word that `proof` has for them. *)
let recomputed = [("parity", "theorem"); ("forced-play", "witness"); ("room", "witness"); ("match-graph", "witness")]

(* What the header says of the evidence beside the claim. *)
let check_words record content =
  L.iter (fun name -> if not (L.mem_assoc name record) then wrong "the header lacks %s" name) fields;
  let kind = reason_kind record in
  let proof = match L.assoc "proof" record with
    | Json.Null -> None
    | Json.String ("theorem" | "witness" | "certificate" | "exhausted" as word) -> Some word
    | Json.String word -> unable "proof is %S, which this program does not know" word
    | _ -> wrong "proof is not a text" in
  let fits = match L.assoc_opt content recomputed with
    | Some word -> proof = Some word && (kind = None || kind = Some content)
    | None when content = "line" -> L.mem proof [None; Some "theorem"; Some "witness"]
    | None -> proof = Some "certificate" in
  if not fits then wrong "proof and reason are not those of content %s" content

let about name record after =
  let number = match L.assoc "number" record with Json.Number s -> "deal " ^ s | _ -> "a deal of its own" in
  Printf.sprintf "%s, %s%s" name number (if after = [] then "" else " after the moves given")

let sentence record session c content =
  let parts =
    (match c.Session.line, c.Session.score with
     | Some _, Some s -> [Printf.sprintf "the line is legal and %s with %d"
         (if c.Session.verdict = Judge.Winnable then "wins" else "ends") (int_of_n s)]
     | _ -> []) @
    (if c.Session.verdict <> Judge.Unwinnable then []
     else if S.contains (text record "deal") '?' then ["no line wins, whatever the unknown cards are"]
     else if content = "stock-order" then
       ["no line wins, wherever those cards of waste and stock lie that the reason does not name"]
     else ["no line wins"]) @
    (match c.Session.bound with Some b -> [Printf.sprintf "no score is better than %d" (int_of_n b)] | None -> []) in
  Printf.sprintf "%s: %s (%s)" (about session.Session.name record c.Session.after) (S.concat "; " parts) content

let check_claim record lines =
  only record fields "header";
  let session = Session.of_record record in
  let c = claimed record in
  let content = text record "content" in
  match session.Session.check c content lines with
  | Judge.Verified -> check_words record content; sentence record session c content
  | Judge.Failed -> wrong "the certificate does not show what it claims (%s)" content
  | Judge.CannotTell -> unable "the check gave up before it could tell (%s)" content

let check_certificate path =
  match lines_of (read_file path) with
  | [] -> wrong "the file is empty"
  | header :: lines ->
      let record = match (try Json.parse header with Json.Bad s -> wrong "%s" s) with
        | Json.Object fields -> fields
        | _ -> wrong "the first line is not a JSON object" in
      match text record "format" with
      | "winnow-proof/1" -> check_claim record lines
      | "winnow-count-proof/1" as form -> unable "the format %s was retired" form
      | form -> unknown "format" form

(* ---- DIMACS ---- *)

let clauses_of content =
  let words l = L.filter (fun w -> w <> "") (S.split_on_char ' ' l) in
  let rec go declared found = function
    | [] -> (declared, L.rev found)
    | l :: rest ->
        (match words l with
         | [] -> go declared found rest
         | "c" :: _ -> go declared found rest
         | ["p"; "cnf"; variables; clauses] when declared = None ->
             go (Some (small "variables" variables, small "clauses" clauses)) found rest
         | ws ->
             if declared = None then wrong "the clauses begin without a line p cnf";
             (* DIMACS allows both; winnow prove --dimacs writes neither. *)
             (match up_to_zero literal_of ws with
              | c, [] -> go declared (c :: found) rest
              | _ | exception Wrong _ -> unable "a line that is not one clause")) in
  match go None [] (S.split_on_char '\n' content) with
  | Some (_, n), clauses when L.length clauses = n -> clauses
  | Some (_, n), clauses -> wrong "%d clauses instead of %d" (L.length clauses) n
  | None, _ -> wrong "there is no line p cnf"

let check_dimacs cnf lrat =
  let clauses = clauses_of (read_file cnf) in
  let proof = read_file lrat in
  let ended = proof <> "" && proof.[S.length proof - 1] = '\n' in
  let steps = L.map proof_step (lines_of (if ended then proof else proof ^ "\n")) in
  if Lrat.lrat_check clauses steps then Printf.sprintf "the %d clauses contradict each other" (L.length clauses)
  else wrong "the proof does not derive the empty clause"

let report path run =
  match run () with
  | text -> (0, Printf.sprintf "%s: verified: %s" path text)
  | exception Wrong text -> (1, Printf.sprintf "%s: failed: %s" path text)
  | exception Unable text -> (3, Printf.sprintf "%s: not checked: %s" path text)
  | exception Stack_overflow -> (3, Printf.sprintf "%s: not checked: the stack ran out" path)
  | exception Out_of_memory -> (3, Printf.sprintf "%s: not checked: the memory ran out" path)

let tell path run =
  match report path run with
  | status, text -> print_endline text; status
  | exception Sys_error text -> prerr_endline ("winnow-verify: cannot read " ^ text); 2

let rec check_list () =
  match input_line stdin with
  | exception End_of_file -> 0
  | path ->
      let begun = Sys.time () in
      let status, text = report path (fun () -> check_certificate path) in
      Printf.printf "%d %.6f %s\n%!" status (Sys.time () -. begun) text;
      check_list ()

let () =
  (* Fewer collections: priced layers hold many small values for long. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 200 };
  exit (match Array.to_list Sys.argv with
    | [_; "--list"] -> check_list ()
    | [_; path] -> tell path (fun () -> check_certificate path)
    | [_; cnf; lrat] -> tell lrat (fun () -> check_dimacs cnf lrat)
    | _ -> prerr_endline "usage: winnow-verify CERTIFICATE (unpacked), or winnow-verify CNF LRAT"; 2)
