/* Runs a Python file with the site's engine in node: node run.cjs FOLDER FILE ARGUMENT; FOLDER holds runtime/ and w/. */
const path = require('path');
const fs = require('fs');

(async () => {
  const [folder, file, argument] = process.argv.slice(2);
  const runtime = path.join(path.resolve(folder), 'runtime');
  const { loadPyodide } = require(path.join(runtime, 'pyodide.js'));
  const py = await loadPyodide({ indexURL: runtime });
  py.FS.mkdirTree('/w');
  py.FS.mount(py.FS.filesystems.NODEFS, { root: path.join(path.resolve(folder), 'w') }, '/w');
  py.globals.set('argument', argument);
  py.runPython('import sys\nsys.path.insert(0, "/w")\nsys.argv = ["", argument]');
  py.runPython(fs.readFileSync(file, 'utf8'));
})().catch((error) => {
  console.error(String(error.message || error));
  process.exit(1);
});
