/* Winnow for other pages: `const w = await loadWinnow(); await w.solve({ game: 'universal', number: 1 })`. */
import './parts.js';
import './build.js';
import './engine.js';

const { Engine } = window.Winnow;

class Winnow {
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  async #ask(ask, fields, { signal } = {}) {
    const text = JSON.stringify({ ...fields, ask }, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    const { value, error } = JSON.parse(await this.#engine.think(text, signal));
    if (error !== undefined) throw new Error(error);
    return value;
  }

  solve(question, options) {
    return this.#ask('solve', question, options);
  }

  hint(question, options) {
    return this.#ask('hint', question, options);
  }

  play(question, options) {
    return this.#ask('play', question, options);
  }

  async legalMoves(question, options) {
    return (await this.play(question, options)).legal_moves;
  }

  check(record, options) {
    return this.#ask('check', { record }, options);
  }

  close() {
    this.#engine.close();
  }
}

/** Return Winnow once it answers. `base` is the folder of a site, `progress` is called with the bytes come and in all. */
export async function loadWinnow({ base = new URL('.', import.meta.url).href, progress = () => {} } = {}) {
  const engine = new Engine(base, window.WinnowBuild);
  engine.tell = progress;
  await engine.serve();
  return new Winnow(engine);
}
