/* Starts the browser's Python in node: node snapshot.cjs FOLDER FILE; FOLDER holds runtime/ and w/. It runs the Python
FILE, prints what that prints, and writes FOLDER/memory where FOLDER/names lists what is to be loaded before. */
const path = require('path');
const fs = require('fs');

const [folder, file] = process.argv.slice(2).map((name) => path.resolve(name));
const runtime = path.join(folder, 'runtime');
const { loadPyodide } = require(path.join(runtime, 'pyodide.js'));

/** Write the files of a folder into Python's. */
function write(py, from, to) {
  py.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [here, there] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.isDirectory()) write(py, here, there);
    else py.FS.writeFile(there, fs.readFileSync(here));
  }
}

/** Let memory hold nothing that differs from build to build: no time, no randomness, no folder of this machine. */
function standStill() {
  Date.now = () => 0;
  performance.now = () => 0;
  require('crypto').randomFillSync = (view) => view.fill(0);
  process.env.TZ = 'UTC';
  process.argv.length = 1;
}

async function started(options) {
  /* Hashes of texts do not differ from build to build. */
  const py = await loadPyodide({ indexURL: runtime, env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' }, ...options });
  write(py, path.join(folder, 'w'), '/w');
  py.runPython('import sys\nsys.path.insert(0, "/w")');
  return py;
}

/** Return the memory of an instance whose program has not begun. */
async function fresh() {
  const before = WebAssembly.instantiate;
  let memory;
  WebAssembly.instantiate = async (module, imports) => {
    const made = await before(module, imports);
    if (imports.env && imports.env.memory && !memory) memory = new Uint8Array(imports.env.memory.buffer.slice(0));
    return made;
  };
  await loadPyodide({ indexURL: runtime });
  WebAssembly.instantiate = before;
  return memory;
}

(async () => {
  const names = path.join(folder, 'names');
  const snapshot = fs.existsSync(names);
  if (snapshot) standStill();
  const py = await started({ _makeSnapshot: snapshot });
  py.globals.set('names', snapshot ? fs.readFileSync(names, 'utf8') : '');
  py.runPython(fs.readFileSync(file, 'utf8'));
  if (!snapshot) return;
  py.globals.delete('names');
  const [image, base] = [py.makeMemorySnapshot(), await fresh()];
  const start = image.length - py._module.HEAP8.length;
  /* The program's own data are in its module: what is equal to them becomes 0. */
  for (let at = 0; at < base.length; at += 1) image[start + at] ^= base[at];
  fs.writeFileSync(path.join(folder, 'memory'), image);
})().catch((error) => {
  console.error(String(error.message || error).trim().split('\n').pop());
  process.exit(1);
});
