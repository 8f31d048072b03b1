/* The questions of the JavaScript module: their fields are checked in JavaScript's terms before Python sees them. */
const MOST = 2n ** 64n - 1n;
const LONGEST = 20000; /* Characters of a text. */
const kind = (value) => Object.prototype.toString.call(value).slice(8, -1);
const cut = (text) => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

/** Return a value as a sentence names it. */
function named(value) {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (value !== null && type('object', 'function', 'symbol')(value)) return `a value of type ${kind(value)}`;
  return cut(String(value)) + (typeof value === 'bigint' ? 'n' : '');
}

/** Return a check of a field, which throws a TypeError unless its value `is` right, and a RangeError unless it `fits`. */
const check = (wanted, is, fits = () => true) => (name, value) => {
  const Kind = is(value) ? RangeError : TypeError;
  if (Kind === TypeError || !fits(value)) throw new Kind(`${name} must be ${wanted}, not ${named(value)}.`);
};
const type = (...types) => (value) => types.includes(typeof value);
const text = check(`a string of at most ${LONGEST} characters`, type('string'), (value) => value.length <= LONGEST);
const truth = check('true or false', type('boolean'));
const amount = (most) => check(`a number from 0 to ${most}`, type('number'), (value) => value >= 0 && value <= most);
const whole = (least, most) => check(`an integer from ${least} to ${most}`, type('number'),
  (value) => Number.isInteger(value) && value >= least && value <= most);
const oneOf = (...known) => check(known.join(' or '), type('string'), (value) => known.includes(value));
const number = check(
  `an integer from 0 to ${MOST}, above Number.MAX_SAFE_INTEGER a BigInt or a string`,
  type('number', 'bigint', 'string'),
  (value) => /^\d{1,20}$/.test(value) && BigInt(value) <= MOST && (Number.isSafeInteger(value) || typeof value !== 'number'),
);
const rule = check('a string, a boolean or a number up to Number.MAX_SAFE_INTEGER', type('string', 'boolean', 'number'),
  (value) => (typeof value === 'number' ? Math.abs(value) <= Number.MAX_SAFE_INTEGER : `${value}`.length <= LONGEST));
const list = check('a string or an array of strings', (value) => typeof value === 'string' || Array.isArray(value));

function words(name, value) {
  list(name, value);
  if (Array.isArray(value)) Array.from(value).forEach((word, place) => text(`${name}[${place}]`, word));
  else text(name, value);
}

/** Return the defined values of an object, which JSON might take from elsewhere, such as those of a Date. */
function plain(name, value, wanted = 'a plain object') {
  check(wanted, () => kind(value) === 'Object')(name, value);
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}

function rules(name, value) {
  Object.entries(plain(name, value)).forEach(([one, chosen]) => rule(`${name}.${cut(one)}`, chosen));
}

/** Return a check of an object that has some of the fields, and no others. */
const record = (fields, wanted) => (name, value) => {
  for (const [field, part] of Object.entries(plain(name, value, wanted))) {
    const known = Object.keys(fields);
    if (!known.includes(field)) throw new TypeError(`${name} has no field ${named(field)}, only ${known.join(', ')}.`);
    fields[field](name === 'limits' ? `limits.${field}` : field, part);
  }
};

const DEAL = { game: text, number, deal: words, rules, after: words };
const limits = record({ positions: whole(0, Number.MAX_SAFE_INTEGER), seconds: amount(1e9), memory: amount(4096) });
const SEARCH = { ...DEAL, best: truth, limits };
const seed = whole(0, Number.MAX_SAFE_INTEGER);
const FAIR = { samples: whole(1, 1e6), seed, policy: oneOf('natural', 'roll-outs', 'tree'), games: whole(1, 1e6) };
const QUESTIONS = {
  play: { ...DEAL, svg: truth },
  solve: SEARCH,
  hint: SEARCH,
  fairHint: { ...SEARCH, ...FAIR },
  review: { ...SEARCH, line: words },
};
const settings = record({ signal: check('an AbortSignal', (value) => value instanceof AbortSignal) });

/** Return the fields of a question, checked. */
function checked(ask, question) {
  record(QUESTIONS[ask], "an object such as { game: 'head', number: 1 }")('The question', question);
  const asked = plain('The question', question);
  for (const name of ['rules', 'limits']) if (name in asked) asked[name] = plain(name, asked[name]);
  text('game', asked.game);
  if (ask === 'review') words('line', asked.line);
  if (('number' in asked) === ('deal' in asked)) throw new TypeError('The question takes either a number or a deal.');
  return asked;
}

/** Return a text of JSON; a BigInt is text in it. */
function written(value) {
  try {
    return JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? String(part) : part));
  } catch (error) {
    throw new TypeError('The record must hold JSON values alone, without cycles.');
  }
}

class Winnow {
  #engine;

  constructor(engine) {
    this.#engine = engine;
    for (const ask of Object.keys(QUESTIONS)) {
      this[ask] = (question, options) => this.#ask(ask, () => checked(ask, question), options);
    }
  }

  async #ask(ask, fields, options = {}) {
    settings('The second argument', options);
    const { value, error } = JSON.parse(await this.#engine.think(written({ ...fields(), ask }), options.signal));
    if (error !== undefined) throw new RangeError(error);
    return value;
  }

  check(given, options) {
    return this.#ask('check', () => ({ record: plain('The record', given) }), options);
  }

  games(options) {
    return this.#ask('games', () => ({}), options);
  }

  async legalMoves(question, options) {
    return (await this.play(question, options)).legal_moves;
  }

  close() {
    this.#engine.close();
  }
}

const address = check('a string or a URL', (value) => typeof value === 'string' || value instanceof URL);
const loading = record({ base: address, progress: check('a function', type('function')) });

/** Return `loadWinnow` for an engine of engine.js and the folder of its site. */
export const loader = ({ Engine }, build, own) => async (given = {}) => {
  loading('The argument', given);
  const { base = own, progress = () => {} } = given;
  const engine = new Engine(String(base).replace(/\/?$/, '/'), build);
  engine.tell = progress;
  await engine.serve();
  return new Winnow(engine);
};
