/* A worker with Python: it answers the page's requests, or thinks. Before it stand the runtime's scripts, and LOCK. */
(function () {
  'use strict';
  const NO_FILES = Uint8Array.from([80, 75, 5, 6, ...new Array(18).fill(0)]); /* An archive. The memory has what it would hold. */
  const parts = new Map(); /* Parts whose files are not written: their modules, and their files once they have come. */
  let missed = null; /* The part that an import asked for before it had come. */
  let waiting = []; /* Called when a part comes. */
  let py = null;
  let shelfComes = null;
  const shelf = new Promise((come) => { shelfComes = come; });

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

  function write(files) {
    for (const [path, bytes] of Object.entries(files)) {
      py.FS.mkdirTree(`/${path.slice(0, path.lastIndexOf('/'))}`);
      py.FS.writeFile(`/${path}`, bytes, { canOwn: true });
    }
  }

  /** Write the files of the part that has a module; return whether there is one. */
  function unpack(module) {
    const found = [...parts].find(([, { modules }]) => modules.includes(module));
    if (!found) return false;
    const [name, { files }] = found;
    if (!files) {
      missed = name;
      throw new Error('not yet');
    }
    parts.delete(name);
    write(files);
    return true;
  }

  /** Take a part that has come; what waits for it goes on. */
  async function take({ part, blob }) {
    const files = await filesOf(blob);
    if (parts.has(part)) parts.get(part).files = files;
    else write(files);
    if (part === 'shelf') shelfComes();
    waiting.splice(0).forEach((go) => go());
  }

  /** Return what work returns; it is begun anew when a part that it needs has come. */
  async function patiently(work) {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const needed = missed && parts.get(missed);
        missed = null;
        if (!needed || !String(error).includes('not yet')) throw error;
        if (!needed.files) await new Promise((go) => waiting.push(go));
      }
    }
  }

  /** Put the stored memory into an instance; what it shares with the module's own data is stored as 0. */
  function restore(image, buffer) {
    const start = image.byteLength % 65536;
    const [stored, own] = [new Uint32Array(image.buffer, start), new Uint32Array(buffer)];
    for (let at = 0; at < Math.min(stored.length, own.length); at += 1) stored[at] ^= own[at];
  }

  async function python({ module, memory, modules, base }) {
    const image = memory instanceof Blob ? new Uint8Array(await memory.arrayBuffer()) : memory;
    self.fetch = async (address) => new Response({ 'python_stdlib.zip': NO_FILES, 'pyodide-lock.json': LOCK }[String(address).split('/').pop()]);
    WebAssembly.instantiateStreaming = async (_answer, imports) => {
      const instance = await WebAssembly.instantiate(module, imports);
      restore(image, imports.env.memory.buffer);
      return { module, instance };
    };
    py = await loadPyodide({ indexURL: base, stdLibURL: `${base}python_stdlib.zip`, _loadSnapshot: image, env: { HOME: '/home/pyodide' } });
    Object.entries(modules).forEach(([name, names]) => parts.set(name, { modules: names, files: null }));
    py.globals.set('unpack', unpack);
    py.runPython('from winnow.site.start import restored\nrestored(unpack)');
  }

  /** Return what answers the page's requests; questions go out as messages, and their answers come back as such. */
  function answering() {
    py.globals.set('send', (ask, message, of) => {
      const bytes = message.toJs();
      message.destroy();
      self.postMessage({ ask, of, message: bytes });
    });
    py.globals.set('drop', (drop) => self.postMessage({ drop }));
    const worker = py.runPython('from winnow.site.browser import Worker\nWorker(send, drop)');
    shelf.then(() => worker.packs_come());
    return async (data) => {
      if (data.thought !== undefined) worker.take(data.thought, data.message ? py.toPy(data.message).tobytes() : undefined);
      else if (data.leave !== undefined) worker.leave(data.leave);
      else {
        const answer = await patiently(() => worker.answer(data.number, data.name, data.body)).catch(
          (error) => JSON.stringify([500, { error: `Winnow failed: ${String(error.message).trim().split('\n').pop()}` }]));
        self.postMessage({ number: data.number, answer });
      }
    };
  }

  /** Return what answers questions. */
  async function thinking() {
    const think = await patiently(() => py.runPython('from winnow.site.thinker import think\nthink'));
    const asked = {
      /* A question of the page's worker. */
      object(message) {
        const told = think(py.toPy(message).tobytes());
        const bytes = told.toJs();
        told.destroy();
        return bytes;
      },
      /* A question of the JavaScript module. */
      string: (message) => py.pyimport('winnow.site.library').answer(message),
    };
    return async ({ message }) => self.postMessage({ message: await patiently(() => asked[typeof message](message)).catch(() => null) });
  }

  self.onmessage = async ({ data: given }) => {
    try {
      await python(given);
      let work = null;
      self.onmessage = ({ data }) => (data.part ? take(data) : work(data));
      self.postMessage({ started: true });
      work = await (given.role === 'think' ? thinking : answering)();
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error.message || error) });
    }
  };
})();
