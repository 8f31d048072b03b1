'use strict';
/* The engine in this browser: its parts are loaded once, one worker answers the page, others think. */
(function (W) {
  const THINKERS = 2; /* One thinks, one is warm: a question that is dropped ends its worker. */
  const FIRST = ['wasm', 'memory', 'runtime', 'winnow']; /* What a verdict needs. */
  const SLOW = 'The engine could not be loaded. Your game is kept: reload the page to try again.';

  /** Return a promise that `begin` settles; `signal` rejects it before, and then `leave` is called. */
  const unlessDropped = (signal, leave, begin) => new Promise((resolve, reject) => {
    const drop = () => reject(new DOMException('Dropped.', 'AbortError'));
    if (signal && signal.aborted) {
      drop();
      return;
    }
    if (signal) signal.addEventListener('abort', () => { drop(); leave(); });
    begin(resolve, reject);
  });

  W.Engine = class {
    /** `base` is the folder of the site, `build` what build.js says. */
    constructor(base, build) {
      Object.assign(this, { base, build });
      this.tell = () => {}; /* Takes the bytes that have come, and those in all. */
      this.come = {}; /* The bytes of each part that have come. */
      this.total = FIRST.reduce((sum, name) => sum + build.parts[name].size, 0);
      this.blobs = {}; /* Parts that workers get once they have come. Blobs go to workers without being copied. */
      this.requests = new Map();
      this.numbers = 0;
      this.waiting = []; /* Questions for which no thinker is free. */
      this.thinkers = [];
      this.started = new Map(); /* Workers that take parts, and their roles. */
    }

    /** Load the engine once; resolves when it answers. */
    start() {
      if (!this.starting) {
        this.starting = this.load().catch((error) => {
          this.starting = null;
          throw error;
        });
      }
      return this.starting;
    }

    async load() {
      this.prepare();
      this.page = await this.worker('page');
      this.tellCome();
      this.rest('winnow', 'later', 'shelf');
    }

    /** Load what questions of this page's own need (`think`), without a worker for requests; resolves when it answers. */
    async serve() {
      this.prepare();
      this.rest('winnow', 'later');
      this.fill();
      await this.thinkers[0].starting;
      if (!this.thinkers.length) throw this.trouble;
    }

    /** Begin to load what every worker needs. */
    prepare() {
      const { parts } = this.build;
      Object.assign(this, { come: {}, copied: null });
      const modules = Object.fromEntries(Object.entries(parts).filter(([, part]) => part.modules).map(([name, part]) => [name, part.modules]));
      this.given = Promise.all([this.part('wasm', WebAssembly.compileStreaming), this.part('memory')]).then(
        ([module, memory]) => ({ module, memory, modules, base: this.base }));
      /* Workers are started from a blob: a page opened from the disk can start no others. */
      this.script = this.part('runtime').then((runtime) => URL.createObjectURL(new Blob([runtime], { type: 'text/javascript' })));
    }

    /** Return what `read` makes of a part. In the end it counts with its size, also from the disk or fetched anew. */
    async part(name, read) {
      const { file, size } = this.build.parts[name];
      let come = 0;
      const part = await W.unpacked(`${this.base}engine/${file}`, (bytes) => this.count(name, come += bytes), read);
      this.count(name, size);
      return part;
    }

    /** Note how much has come of a part, and tell it if a verdict needs the part. */
    count(name, bytes) {
      if (!FIRST.includes(name)) return;
      this.come[name] = Math.min(bytes, this.build.parts[name].size);
      this.tellCome();
    }

    tellCome() {
      this.tell(Object.values(this.come).reduce((sum, bytes) => sum + bytes, 0), this.total);
    }

    /** Load what the first table does without: the engines, then more packages, and the packs. */
    async rest(...names) {
      try {
        for (const name of names) {
          await this.give(name);
          if (name === 'winnow') setTimeout(() => this.requests.size || this.fill()); /* A table that is waited for comes first. */
        }
      } catch (error) {
        console.info(`A part of the engine has not come: ${error.message}`);
      }
    }

    /** Load a part and give it to all workers; the packs are for the page alone. */
    async give(name) {
      const blob = this.blobs[name] || new Blob([await this.part(name)]);
      this.blobs[name] = blob;
      this.started.forEach((role, worker) => this.hand(worker, role, name));
    }

    hand(worker, role, part) {
      if (part !== 'shelf' || role === 'page') worker.postMessage({ part, blob: this.blobs[part] });
    }

    /** Start a thinker if one is missing; the next is started when it is ready, so that it does not delay the first. */
    fill() {
      /* A blob of the memory goes to thinkers without being copied here. */
      if (!this.copied) this.copied = this.given = this.given.then((given) => ({ ...given, memory: new Blob([given.memory]) }));
      if (!this.closed && this.thinkers.length < THINKERS && this.thinkers.every(({ worker }) => worker)) this.addThinker();
    }

    /** Start a worker; resolves when it is ready. */
    async worker(role) {
      /* Both may fail, and one is awaited first: in Node a failure that nobody awaits ends the program. */
      Promise.allSettled([this.script, this.given]);
      const worker = new Worker(await this.script);
      return new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message || SLOW));
        worker.onmessage = ({ data }) => {
          if (data.failed) reject(new Error(data.failed));
          else if (data.started) {
            this.started.set(worker, role);
            Object.keys(this.blobs).forEach((part) => this.hand(worker, role, part));
          } else {
            worker.onmessage = (event) => this.take(worker, event.data);
            resolve(worker);
          }
        };
        this.given.then((given) => worker.postMessage({ ...given, role }), reject);
      });
    }

    addThinker() {
      const thinker = { worker: null, question: null };
      this.thinkers.push(thinker);
      thinker.starting = this.worker('think').then((worker) => {
        if (thinker.ended) this.terminate(worker);
        thinker.worker = worker;
        worker.onerror = () => this.lose(thinker, null);
        this.next();
        this.fill();
      }, (error) => {
        this.trouble = error;
        this.thinkers = this.thinkers.filter((other) => other !== thinker);
        if (!this.thinkers.length) this.waiting.splice(0).forEach(({ answer }) => answer(null));
      });
    }

    terminate(worker) {
      this.started.delete(worker);
      worker.terminate();
    }

    /** Give the questions that wait to thinkers that are free. */
    next() {
      for (const thinker of this.thinkers) {
        if (!this.waiting.length) return;
        if (!thinker.worker || thinker.question) continue;
        thinker.question = this.waiting.shift();
        thinker.worker.postMessage({ message: thinker.question.message });
      }
    }

    /** Return the answer of the JavaScript module's Python to a text; `signal` ends the question. */
    think(message, signal) {
      const question = { message };
      return unlessDropped(this.closed ? AbortSignal.abort() : signal, () => this.drop((other) => other === question), (resolve, reject) => {
        question.answer = (found) => (found ? resolve(found) : reject(new Error('The engine ran out of memory or was stopped; ask again.')));
        this.waiting.push(question);
        this.next();
      });
    }

    /** End all workers. */
    close() {
      this.closed = true;
      this.waiting.splice(0).forEach(({ answer }) => answer(null));
      this.thinkers.forEach((thinker) => this.lose(thinker));
    }

    /** End a thinker and start another in its place. */
    lose(thinker) {
      const { question } = thinker;
      thinker.ended = true;
      if (thinker.worker) this.terminate(thinker.worker);
      this.thinkers = this.thinkers.filter((other) => other !== thinker);
      if (!this.closed) this.addThinker();
      if (question) question.answer(null);
      this.next();
    }

    /** Take back the questions that nobody waits for, and end their thinkers. */
    drop(which) {
      this.waiting = this.waiting.filter((question) => !which(question));
      this.thinkers.filter(({ question }) => question && which(question)).forEach((thinker) => this.lose(thinker));
    }

    /** Take a message of a worker. */
    take(worker, data) {
      if (data.ask !== undefined) {
        this.waiting.push({ number: data.ask, of: data.of, message: data.message, answer: (message) => worker.postMessage({ thought: data.ask, message }) });
        this.fill();
        this.next();
      } else if (data.drop !== undefined) this.drop(({ number }) => number === data.drop);
      else if (data.answer !== undefined) {
        const request = this.requests.get(data.number);
        this.requests.delete(data.number);
        if (request) request(JSON.parse(data.answer));
        this.fill();
      } else {
        const thinker = this.thinkers.find((other) => other.worker === worker);
        const { question } = thinker;
        if (!data.message) this.lose(thinker);
        else {
          thinker.question = null;
          question.answer(data.message);
        }
        this.next();
      }
    }

    /** Return the status and the value of an answer. */
    async ask(name, body, signal) {
      await this.start();
      this.numbers += 1;
      const number = this.numbers;
      const leave = () => {
        this.requests.delete(number);
        this.drop(({ of }) => of === number);
        this.page.postMessage({ leave: number });
      };
      const [status, value] = await unlessDropped(signal, leave, (resolve) => {
        this.requests.set(number, resolve);
        this.page.postMessage({ number, name, body: JSON.stringify(body || {}) });
      });
      return { status, value };
    }
  };
})(window.Winnow);
