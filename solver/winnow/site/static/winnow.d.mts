/** The cards of a deal, or moves: in one text, or one by one. */
export type Words = string | string[];
/** The values of a game's rules by their names, which `games` lists. */
export type Rules = Record<string, string | number | boolean>;
export type Outcome = 'winnable' | 'unwinnable' | 'undecided' | 'open';

/** A deal, its rules, and the moves played. Either `number` or `deal` is given. */
export interface Question {
  game: string;
  /** A numbered deal: 0 to 2^64 - 1, above Number.MAX_SAFE_INTEGER as BigInt or text. */
  number?: number | bigint | string;
  /** The cards in the order of the deal, instead of a number. */
  deal?: Words;
  rules?: Rules;
  /** Moves already played, as `--after` takes them. */
  after?: Words;
}

export interface Search extends Question {
  /** Asks for the best score instead of a win. */
  best?: boolean;
  /** `memory` is in MiB, at most 4096. */
  limits?: { positions?: number; seconds?: number; memory?: number };
}

export interface FairSearch extends Search {
  /** The most orders of the unseen cards that are looked at: 1 to 1,000,000. */
  samples?: number;
  seed?: number;
  policy?: 'natural' | 'roll-outs' | 'tree';
  /** The games that are played on to choose a move: 1 to 1,000,000. */
  games?: number;
}

export interface LineReview extends Search {
  /** The moves to review, played after those of `after`. */
  line: Words;
}

/** What every record states of its question. */
interface Asked {
  game: string;
  rules: Rules;
  deal: string;
  after: string[];
}

interface Numbered extends Asked {
  /** Null for cards that were given; text above Number.MAX_SAFE_INTEGER. */
  number: number | string | null;
  question: 'win' | 'best';
}

interface Found extends Numbered {
  verdict: Outcome;
  score: number | null;
  bound: number | null;
  optimal: boolean;
  line: string[] | null;
  proof: 'theorem' | 'witness' | 'certificate' | 'exhausted' | null;
  reason: { kind: string; text: string; cards?: string[] } | null;
  positions: number;
  seconds: number;
  engine: string;
  /** A winning and a losing order of a deal's unknown cards. */
  completions?: { winning?: string; losing?: string };
  /** The share of the orders of a deal's unknown cards that can be won. */
  share?: Interval & { samples: number; exact: boolean; seed: number };
  /** What ended the search if it is not finished: `positions`, `seconds`, `memory`, `moves`, or `package NAME`. */
  stopped?: string;
}

export interface Verdict extends Found {
  format: 'winnow-verdict/1';
}

/** Every legal move with its verdict. */
export interface Hint extends Found {
  format: 'winnow-hint/1';
  moves: { move: string; verdict: Outcome; score: number | null; bound: number | null }[];
}

export interface Interval {
  share: number;
  low: number;
  high: number;
}

export interface FairMove {
  move: string;
  can_still_be_won: Interval;
  won_by_play: Interval;
  mean_score: { mean: number; low: number | null; high: number | null; of: number } | null;
  best_play?: Interval;
}

/** What each move is worth to a player who has seen only the cards shown; best move first. */
export interface FairHint extends Asked {
  format: 'winnow-fair/1';
  unseen: string[];
  policy: string;
  games: number;
  seed: number;
  samples: number;
  exact: boolean;
  moves: FairMove[];
  advice?: { policy: string; games: number; move: string | null };
  stopped?: string;
}

/** After `kept` moves the deal can still be won, after `lost` moves it cannot. */
export interface Review extends Numbered {
  format: 'winnow-review/1';
  start: Outcome;
  end: Outcome;
  played: string[];
  kept: number | null;
  lost: number | null;
  winning: string[];
  best?: { moves: number; score: number | null }[];
}

export interface Card {
  /** The card's place in the deal; it never changes. */
  key: string;
  card: string;
  face_up: boolean;
  /** Its column and row in a grid. */
  cell: [number, number] | null;
}

/** Cards that belong together. Lengths are in widths of a card, which is 1.4 high. */
export interface Pile {
  key: string;
  title: string;
  x: number;
  y: number;
  spread: 'stack' | 'right' | 'down' | 'grid';
  cards: Card[];
  /** From one card to the next; in a grid, from one cell to the next. */
  step: [number, number];
  /** In a grid: cards on cells of odd column + row are turned by 90 degrees. */
  crossed: boolean;
  marked: number;
  /** The free cells of a grid on which a card may be laid now. */
  cells: [number, number][];
  emblem: string | null;
}

/** A legal move as something done with cards: `cards` are keys, `source`, `target` and `tap` are keys of piles. */
export interface Gesture {
  move: string;
  says: string;
  label: string;
  cards: string[];
  source: string | null;
  target: string | null;
  cell: [number, number] | null;
  end: 'last' | 'first';
  /** The pile that does the move when it is clicked. */
  tap: string | null;
  /** The player chooses the order of the cards: the last words of `move`, in the order of `cards`. */
  ordered: boolean;
  /** The move leaves less than the budget needs at least: a problem does not offer it. */
  over: boolean;
}

export interface Table {
  format: 'winnow-table/1';
  width: number;
  height: number;
  piles: Pile[];
  counters: { title: string; value: number; limit: number | null }[];
  gestures: Gesture[];
  won: boolean;
  over: boolean;
  score: number | null;
  /** The move that a player need not think about. */
  forced: string | null;
}

export interface Position {
  deal: string;
  after: string[];
  legal_moves: string[];
  won: boolean;
  over: boolean;
  score: number | null;
  /** The table as text. */
  text: string;
  table: Table;
  /** The table as a picture, if the question has `svg: true`: an SVG element. */
  svg?: string;
}

export interface Checked {
  status: 'verified' | 'unproven' | 'failed' | 'exhausted' | 'verified by search';
  text: string;
  claims: [string, Checked['status']][];
}

export interface Game {
  name: string;
  title: string;
  /** What the score counts. */
  unit: string;
  /** Whether a higher score is better. */
  higher: boolean;
  /** Whether `fairHint` knows the game. */
  fair: boolean;
  /** The cards of the full deck. */
  deck: string[];
  /** A rule that is not given has its default, or the value of the rule that it `follows`. */
  rules: { name: string; default: string | number | boolean; help: string; follows: string }[];
}

export interface Options {
  /** Ends the question: its promise is then rejected with an AbortError. */
  signal?: AbortSignal;
}

/** A refused question rejects its promise: with a TypeError for a value of the wrong type, else with a RangeError. */
export interface Winnow {
  solve(question: Search, options?: Options): Promise<Verdict>;
  hint(question: Search, options?: Options): Promise<Hint>;
  fairHint(question: FairSearch, options?: Options): Promise<FairHint>;
  review(question: LineReview, options?: Options): Promise<Review>;
  legalMoves(question: Question, options?: Options): Promise<string[]>;
  /** Return the position after the moves of `after`. */
  play(question: Question & { svg?: boolean }, options?: Options): Promise<Position>;
  /** Check a verdict or a hint by the rules alone. */
  check(record: object, options?: Options): Promise<Checked>;
  games(options?: Options): Promise<Game[]>;
  /** End the workers. Questions that wait are rejected. */
  close(): void;
}

export function loadWinnow(options?: {
  base?: string | URL;
  progress?: (come: number, total: number) => void;
}): Promise<Winnow>;
