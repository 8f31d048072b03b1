/* Asks wrong questions of each field and prints how each was refused. */
import { loadWinnow } from 'winnow-solitaire';
const w = await loadWinnow();
const best = { game: 'single-left', number: 2n ** 64n - 1n, rules: { goal: 'one' } };
const kept = await w.solve(best);
const values = { none: null, nan: NaN, broken: 1.7, minus: -1, unsafe: 2 ** 53, text: 'x', array: [1], object: { a: 1 },
  date: new Date(), call: () => 1, wide: 10n ** 30n };
const fields = { solve: ['game', 'number', 'deal', 'rules', 'after', 'best', 'limits', 'other'],
  fairHint: ['samples', 'seed', 'policy', 'games'], review: ['line'], play: ['number', 'after', 'svg'] };
const refused = [];
async function refuse(field, asked) {
  const { name, message } = await asked.then(() => ({ name: 'nothing' }), (error) => error);
  refused.push([field, name, message]);
}
for (const [value, given] of Object.entries(values)) {
  for (const [ask, names] of Object.entries(fields)) {
    for (const name of names) {
      const [number, line] = [name === 'deal' ? undefined : 1, ask === 'review' ? '' : undefined];
      await refuse(name, w[ask]({ game: 'head', number, line, [name]: given }));
    }
    if (value !== 'object') await refuse('question', w[ask](given));
  }
  await refuse('positions', w.hint({ game: 'head', number: 1, limits: { positions: given } }));
  await refuse('hand', w.play({ game: 'head', number: 1, rules: { hand: given } }));
  await refuse('signal', w.games({ signal: given }));
  await refuse('base', loadWinnow({ base: value === 'text' ? 5 : given }));
}
const cycle = {};
cycle.of = cycle;
for (const record of [null, 5, 'x', [], cycle]) await refuse('record', w.check(record));
await refuse('number', w.solve({ game: 'head' }));
const { svg } = await w.play({ ...best, svg: true });
console.log(JSON.stringify({ refused, kept, checked: await w.check(kept), svg }));
w.close();
