/* Winnow in Node: the scripts of the site, with threads as their workers and the disk as their host. */
import { resolveObjectURL } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Worker as Thread } from 'node:worker_threads';
import { loader } from './questions.mjs';

/* A thread as a worker of a browser: without `process`, the runtime does what it does there. */
const BEGIN = `
const { runInThisContext } = require('node:vm');
const { parentPort, workerData } = require('node:worker_threads');
Object.assign(globalThis, {
  self: globalThis,
  location: new URL('file:///'),
  WorkerGlobalScope: class { static [Symbol.hasInstance](value) { return value === globalThis; } },
  postMessage: (message) => parentPort.postMessage(message),
});
workerData.text().then((script) => {
  delete globalThis.process;
  runInThisContext(script);
  parentPort.on('message', (data) => self.onmessage({ data }));
});
`;

class Worker {
  constructor(address) {
    this.thread = new Thread(BEGIN, { eval: true, workerData: resolveObjectURL(address) });
    this.thread.on('message', (data) => this.onmessage({ data }));
    this.thread.on('error', (error) => this.onerror(error));
  }

  postMessage(data) {
    this.thread.postMessage(data);
  }

  terminate() {
    this.thread.terminate();
  }
}

/* The scripts get these by the names that they have in a browser. */
const window = {};
async function fetchOrRead(address, options) {
  return address.startsWith('file:') ? new Response(await readFile(new URL(address))) : fetch(address, options);
}
const read = (name) => readFile(new URL(`${name}.js`, import.meta.url), 'utf8');
const scripts = await Promise.all(['parts', 'build', 'engine'].map(read));
const given = { window, fetch: fetchOrRead, Worker, console: { info: console.error } };
new Function(...Object.keys(given), scripts.join('\n'))(...Object.values(given));

/** As in winnow.mjs. */
export const loadWinnow = loader(window.Winnow, window.WinnowBuild, new URL('.', import.meta.url).href);
