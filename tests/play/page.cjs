/* Runs scripts of the page without a browser: the JSON on standard input names their `files`, and `script` is the body
of a function of `tab`, which opens a page of the same browser, and `given`. What that returns is printed as JSON. */
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const STATIC = path.join(__dirname, '../../solver/winnow/play/static');
const { files, script, given } = JSON.parse(fs.readFileSync(0, 'utf8'));
const kept = new Map();
const tabs = [];
let turn = Promise.resolve();

function storageOf(page) {
  const all = () => Object.fromEntries(kept);
  const api = {
    getItem: (name) => (kept.has(name) ? kept.get(name) : null),
    removeItem: (name) => kept.delete(name),
    setItem(name, text) {
      if (page.full) throw new Error('full');
      kept.set(name, text);
      tabs.filter((other) => other !== page).forEach((other) => other.heard.storage?.forEach((tell) => tell({ key: name, newValue: text })));
    },
  };
  return new Proxy(api, { ownKeys: () => Object.keys(all()), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
}

/** Open a page; `before` are values for its window. */
function tab(before = {}) {
  const nodes = {};
  const page = { console, setTimeout, URL, Blob, navigator: { locks: { request: (_name, work) => (turn = turn.catch(() => {}).then(work)) } }, heard: {} };
  page.window = page;
  page.document = { getElementById: (name) => (nodes[name] ||= { textContent: '' }) };
  page.addEventListener = (name, tell) => (page.heard[name] ||= []).push(tell);
  page.localStorage = storageOf(page);
  page.Winnow = { carrier: { folder: '', address: '' }, settings: { apply() {}, on: () => false }, plural: (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`, el() {} };
  Object.assign(page, before);
  vm.createContext(page);
  files.forEach((file) => vm.runInContext(fs.readFileSync(path.join(STATIC, file), 'utf8'), page));
  tabs.push(page);
  return page;
}

new Function('tab', 'given', 'kept', `return (async () => { ${script} })()`)(tab, given, kept).then(
  (value) => console.log(JSON.stringify(value)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
