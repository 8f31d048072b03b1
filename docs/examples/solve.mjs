/* Answers in Node. Before: winnow site -o build/site, then npm install build/site. */
import { loadWinnow } from 'winnow-solitaire';

const w = await loadWinnow();
for (let number = 1; number <= 5; number += 1) {
  const question = { game: 'universal', number, limits: { positions: 20000 } };
  const { verdict, line, reason, stopped } = await w.solve(question);
  console.log(number, verdict, line ? `in ${line.length} moves` : reason?.text ?? `(${stopped})`);
}
const { text } = await w.play({ game: 'single-left', number: 1, after: 'draw draw' });
console.log(text);
w.close();
