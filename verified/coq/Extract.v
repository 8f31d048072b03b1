(* The programs, as OCaml. Numbers stay the binary numbers of Coq; bool, list, option and pairs become OCaml's own. *)

From Coq Require Extraction ExtrOcamlBasic.
From Winnow Require Import Table CardSet CardTree Game Judge Cards SingleLeft SingleLeftChecks SingleLeftSet SingleLeftContents SingleLeftOpen OneMinute OneMinuteChecks OneMinuteCapacity OneMinuteLabels OneMinutePriced OneMinuteContents
  Head HeadCover HeadSets HeadMelds HeadBlocks HeadBlockSet HeadChecks Blink BlinkChecks BlinkWitness Clauses BlinkLine BlinkEncoder BlinkClauses BlinkRefuted BlinkPairs BlinkPlacements BlinkTree BlinkLayouts BlinkLossTree BlinkContents Universal UniversalRules UniversalLine UniversalStatements UniversalEncoder UniversalClauses UniversalPasses UniversalRefuted
  UniversalBuried UniversalContents Lrat.
Extraction Language OCaml.
Separate Extraction
  Game.next Game.play
  SingleLeft.single_left SingleLeft.start SingleLeftContents.check_single_left SingleLeftOpen.check_open
  OneMinute.one_minute OneMinute.start OneMinuteContents.check_one_minute
  Head.head Head.start HeadChecks.check_head
  Blink.blink Blink.start BlinkContents.check_blink
  Universal.universal Universal.start UniversalContents.check_universal
  Lrat.lrat_check.
