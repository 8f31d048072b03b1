'use strict';
/* A worker with Python: it answers the page's requests, or thinks. */
const bytesIn = (files) => (url, ...rest) => {
  const name = String(url).split('/').pop();
  return name in files ? Promise.resolve(new Response(files[name])) : fetched(url, ...rest);
};
const fetched = self.fetch;

/** Return the files that one part holds, by their paths. */
async function filesOf(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const end = bytes.indexOf(10);
  const files = {};
  let at = end + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    files[path] = bytes.subarray(at, at + size);
    at += size;
  }
  return files;
}

/** Run one of the runtime's scripts. */
function script(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  importScripts(address);
  URL.revokeObjectURL(address);
}

/** Write files below a folder of Python's. */
function write(py, files) {
  for (const [path, bytes] of Object.entries(files)) {
    const file = `/w/${path}`;
    py.FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    py.FS.writeFile(file, bytes, { canOwn: false });
  }
}

let later = null; /* Packages that few questions need, once they are here. */
let wanted = null; /* What waits for them. */

async function python(given) {
  const { module } = given;
  const [runtime, winnow] = await Promise.all([filesOf(given.runtime), filesOf(given.winnow)]);
  /* The module is compiled already. */
  self.fetch = bytesIn({ ...runtime, 'pyodide.asm.wasm': new Uint8Array() });
  WebAssembly.instantiateStreaming = async (_answer, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  script(runtime['pyodide.asm.js']);
  script(runtime['pyodide.js']);
  const py = await loadPyodide({ indexURL: new URL('engine/', self.location).href, stdLibURL: 'python_stdlib.zip' });
  write(py, winnow);
  py.globals.set('unpack_later', () => {
    if (!later) throw new Error('not yet');
    write(py, later);
  });
  py.runPython(START);
  return py;
}

const START = `
import importlib, importlib.machinery, sys
sys.path.insert(0, "/w")

class Later:
    """Unpacks the packages that few questions need when one of them is imported."""

    def find_spec(self, name, path=None, target=None):
        if name not in ("pysat", "pysolvers", "pycard", "networkx"):
            return None
        unpack_later()
        sys.meta_path.remove(self)
        importlib.invalidate_caches()
        return importlib.machinery.PathFinder.find_spec(name, path, target)

sys.meta_path.append(Later())
`;

/** Answer the page's requests; questions go out as messages, and their answers come back as such. */
function answering(py) {
  const send = (ask, message, of) => {
    const bytes = message.toJs();
    message.destroy();
    self.postMessage({ ask, of, message: bytes });
  };
  py.globals.set('send', send);
  py.globals.set('drop', (drop) => self.postMessage({ drop }));
  const worker = py.runPython('from winnow.site.browser import Worker\nWorker(send, drop)');
  self.onmessage = async ({ data }) => {
    if (data.thought !== undefined) worker.questions.take(data.thought, data.message ? py.toPy(data.message).tobytes() : undefined);
    else if (data.leave !== undefined) worker.leave(data.leave);
    else if (data.shelf) {
      write(py, await filesOf(data.shelf));
      worker.packs_come();
    }
    else {
      let answer;
      try {
        answer = await worker.answer(data.number, data.name, data.body);
      } catch (error) {
        answer = JSON.stringify([500, { error: `Winnow failed: ${String(error.message).trim().split('\n').pop()}` }]);
      }
      self.postMessage({ number: data.number, answer });
    }
  };
}

function thinking(py) {
  const think = py.runPython('from winnow.site.browser import think\nthink');
  const answer = (message) => {
    const told = think(py.toPy(message).tobytes());
    const bytes = told.toJs();
    told.destroy();
    return bytes;
  };
  const take = ({ number, message }) => {
    try {
      self.postMessage({ number, message: answer(message) });
    } catch (error) {
      /* A question that needs a package which has not come yet is asked again when it is here. */
      if (!later && String(error).includes('not yet')) wanted = () => take({ number, message });
      else self.postMessage({ number, message: null });
    }
  };
  self.onmessage = async ({ data }) => {
    if (!data.later) {
      take(data);
      return;
    }
    later = await filesOf(data.later);
    if (wanted) wanted();
    wanted = null;
  };
}

self.onmessage = async ({ data }) => {
  try {
    const py = await python(data);
    (data.role === 'think' ? thinking : answering)(py);
    self.postMessage({ ready: true });
  } catch (error) {
    self.postMessage({ failed: String(error.message || error) });
  }
};
