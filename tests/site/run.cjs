/* Runs a Python file with the site's engine in node: node run.cjs FOLDER FILE ARGUMENT; FOLDER holds the unpacked parts. */
const path = require('path');
const fs = require('fs');

(async () => {
  const [folder, file, argument] = process.argv.slice(2).map((name, place) => (place < 2 ? path.resolve(name) : name));
  const image = new Uint8Array(fs.readFileSync(path.join(folder, 'memory')));
  const start = image.length % 65536;
  const { instantiate } = WebAssembly;
  let restored = false;
  /* What the memory shares with the module's own data is stored as 0. */
  WebAssembly.instantiate = async (module, imports) => {
    const made = await instantiate(module, imports);
    if (!restored && imports.env && imports.env.memory) new Uint8Array(imports.env.memory.buffer).forEach((byte, at) => { image[start + at] ^= byte; });
    restored = true;
    return made;
  };
  const { loadPyodide } = require(path.join(folder, 'runtime.js'));
  const py = await loadPyodide({ indexURL: folder, stdLibURL: path.join(folder, 'lib', 'python313.zip'), _loadSnapshot: image, env: { HOME: '/home/pyodide' } });
  py.FS.mkdirTree('/w');
  py.FS.mount(py.FS.filesystems.NODEFS, { root: path.join(folder, 'w') }, '/w');
  py.globals.set('argument', argument);
  py.runPython('from winnow.site.start import restored\nrestored(lambda module: False)\nimport sys\nsys.argv = ["", argument]');
  py.runPython(fs.readFileSync(file, 'utf8'));
})().catch((error) => {
  console.error(String(error.message || error));
  process.exit(1);
});
