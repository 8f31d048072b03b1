/** A deal, its rules, and the moves played: what `winnow solve` takes. */
export interface Question {
  game: string;
  /** A numbered deal: 0 to 2^64 - 1, above 2^53 as BigInt or text. */
  number?: number | bigint | string;
  /** The cards in the order of the deal, in place of a number. */
  deal?: string | string[];
  rules?: Record<string, string | number | boolean>;
  /** Moves already played, as `--after` takes them. */
  after?: string | string[];
}

export interface Search extends Question {
  best?: boolean;
  limits?: { positions?: number; seconds?: number; memory?: number };
}

/** A verdict, format `winnow-verdict/1`. */
export interface Verdict {
  format: 'winnow-verdict/1';
  game: string;
  verdict: 'winnable' | 'unwinnable' | 'undecided' | 'open';
  score: number | null;
  bound: number | null;
  optimal: boolean;
  line: string[] | null;
  proof: string | null;
  reason: { kind: string; text: string } | null;
  positions: number;
  seconds: number;
  [field: string]: unknown;
}

/** Every legal move with its verdict, format `winnow-hint/1`. */
export interface Hint {
  format: 'winnow-hint/1';
  verdict: Verdict['verdict'];
  moves: { move: string; verdict: Verdict['verdict']; score: number | null; bound: number | null }[];
  [field: string]: unknown;
}

export interface Position {
  after: string[];
  legal_moves: string[];
  won: boolean;
  over: boolean;
  score: number | null;
  /** The table as text. */
  text: string;
}

export interface Checked {
  status: 'verified' | 'unproven' | 'failed' | 'exhausted' | 'verified by search';
  text: string;
  claims: [string, string][];
}

export interface Options {
  /** Ends the question: its promise is then rejected with an AbortError. */
  signal?: AbortSignal;
}

/** Each promise is rejected with an Error whose message is one sentence if the question is refused. */
export interface Winnow {
  solve(question: Search, options?: Options): Promise<Verdict>;
  hint(question: Search, options?: Options): Promise<Hint>;
  legalMoves(question: Question, options?: Options): Promise<string[]>;
  /** Return the position after the moves of `after`. */
  play(question: Question, options?: Options): Promise<Position>;
  /** Check a verdict or a hint by the rules alone. */
  check(record: object, options?: Options): Promise<Checked>;
  /** End the workers. Questions under way are rejected. */
  close(): void;
}

export function loadWinnow(options?: { base?: string; progress?: (come: number, total: number) => void }): Promise<Winnow>;
