/* Asks the package [call, question] each of the JSON on standard input, and prints the values. */
import { readFileSync } from 'node:fs';
import { loadWinnow } from 'winnow-solitaire';

const w = await loadWinnow();
const values = [];
for (const [call, question] of JSON.parse(readFileSync(0, 'utf8'))) values.push(await w[call](question));
w.close();
console.log(JSON.stringify(values));
