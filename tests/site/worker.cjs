/* The service worker of a site without a browser: the JSON on standard input has `script`, the body of a function of
`browser` and `given`. What that returns is printed as JSON. */
const fs = require('fs');
const path = require('path');

const WORKER = fs.readFileSync(path.join(__dirname, '../../solver/winnow/site/static/sw.js'), 'utf8');
const { script, given } = JSON.parse(fs.readFileSync(0, 'utf8'));
const stores = new Map();
const caches = {
  async open(name) {
    if (!stores.has(name)) stores.set(name, new Map());
    const kept = stores.get(name);
    return { match: async (key) => kept.get(key), put: async (key, value) => { kept.set(key, value); }, kept };
  },
  keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name),
};

/** A browser: `hosted` are the files of a web host by address; sites are registered by their folder. */
const browser = {
  hosted: {},
  stores,
  async fetch(address) {
    const file = String(address).split('?')[0];
    const text = browser.hosted[file];
    return { ok: text !== undefined, text: text === undefined ? '404' : text, clone() { return this; } };
  },

  /** Return a version of a site's worker, installed; it waits while `open` says that pages of an older one are open. */
  async version(scope, version, files, open = false) {
    const heard = {};
    const self = {
      registration: { scope },
      location: new URL(scope),
      clients: { claim: async () => {} },
      addEventListener: (name, tell) => { heard[name] = tell; },
      skipWaiting: async () => { self.skipped = true; },
    };
    const here = (file) => new URL(file, scope).href;
    const scoped = { ...caches, open: async (name) => {
      const { match, put } = await caches.open(name);
      const add = async ({ url }) => {
        const answer = await browser.fetch(url);
        if (!answer.ok) throw new Error(`no ${url}`);
        await put(url, answer);
      };
      return { match: (key) => match(here(key)), put: (key, value) => put(here(key), value), add };
    } };
    class Request { constructor(file) { this.url = here(file); } }
    const run = new Function('self', 'caches', 'fetch', 'Request', `const VERSION = ${JSON.stringify(version)}; const FILES = ${JSON.stringify(files)};\n${WORKER}`);
    run(self, scoped, (request) => browser.fetch(request.url), Request);
    const told = async (name) => {
      let work = null;
      heard[name]({ waitUntil: (promise) => { work = promise; } });
      await work;
    };
    await told('install');
    if (!open || self.skipped) await told('activate');
    return {
      activate: () => told('activate'),
      /** Return what a page gets for an address. */
      async get(address, mode = 'no-cors') {
        let answer = null;
        heard.fetch({ request: { method: 'GET', url: address, mode }, respondWith: (promise) => { answer = promise; } });
        return (await (answer || browser.fetch(address))).text;
      },
    };
  },
};

new Function('browser', 'given', `return (async () => { ${script} })()`)(browser, given).then(
  (value) => console.log(JSON.stringify(value)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
