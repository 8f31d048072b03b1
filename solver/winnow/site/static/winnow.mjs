/* Winnow for other pages: `const w = await loadWinnow(); await w.solve({ game: 'universal', number: 1 })`. */
import './parts.js';
import './build.js';
import './engine.js';
import { loader } from './questions.mjs';

/** Return Winnow once it answers. `base` is the folder of a site, `progress` is called with the bytes come and in all. */
export const loadWinnow = loader(window.Winnow, window.WinnowBuild, new URL('.', import.meta.url).href);
