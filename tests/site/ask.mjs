/* Asks the package [call, question] each of the JSON on standard input; prints each value and the CPU seconds it took. */
import { readFileSync } from 'node:fs';
import { loadWinnow } from 'winnow-solitaire';

const w = await loadWinnow();
const told = [];
for (const [call, question] of JSON.parse(readFileSync(0, 'utf8'))) {
  const before = process.cpuUsage();
  const value = await w[call](question);
  const { user, system } = process.cpuUsage(before);
  told.push([value, (user + system) / 1e6]);
}
w.close();
console.log(JSON.stringify(told));
