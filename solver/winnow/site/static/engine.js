'use strict';
/* The engine in this browser: its parts are fetched once, one worker answers the page, others think. */
(function (W) {
  const THINKERS = 2; /* One thinks, one is warm: a question that is dropped ends its worker. */

  const SLOW = 'The engine could not be loaded. Your game is kept: reload the page to try again.';

  /** Return a file's bytes, unpacked; `tell` takes the bytes that have come. What is broken in a cache is fetched anew. */
  async function unpacked(url, type, tell) {
    const read = async (address, options, count) => {
      const answer = await fetch(address, options);
      if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
      const counted = new TransformStream({
        transform(piece, out) {
          count(piece.length);
          out.enqueue(piece);
        },
      });
      const stream = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
      return new Uint8Array(await new Response(stream, { headers: { 'Content-Type': type } }).arrayBuffer());
    };
    try {
      return await read(url, {}, tell);
    } catch (error) {
      return read(`${url}?anew`, { cache: 'reload' }, () => {});
    }
  }

  W.unpacked = unpacked;

  W.Engine = class {
    /** `base` is the folder of the site, `build` what build.js says; `tell` takes the bytes come, and those in all. */
    constructor(base, build, tell = () => {}) {
      Object.assign(this, { base, build, tell });
      this.requests = new Map();
      this.numbers = 0;
      this.waiting = []; /* Questions for which no thinker is free. */
      this.thinkers = [];
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
      const { parts } = this.build;
      const first = ['wasm', 'runtime', 'winnow'];
      const total = first.reduce((sum, name) => sum + parts[name].size, 0);
      let come = 0;
      const count = (bytes) => {
        come += bytes;
        this.tell(Math.min(come, total), total);
      };
      const [wasm, runtime, winnow] = await Promise.all(first.map((name) => this.part(name, count)));
      /* Blobs go to workers without being copied. */
      this.given = { module: await WebAssembly.compile(wasm), runtime: new Blob([runtime]), winnow: new Blob([winnow]) };
      this.page = await this.worker('page');
      for (let count = 0; count < THINKERS; count += 1) this.addThinker();
      this.tell(total, total);
      this.rest().catch((error) => console.info(`A part of the engine has not come: ${error.message}`));
    }

    part(name, count = () => {}) {
      return unpacked(`${this.base}engine/${this.build.parts[name].file}`, 'application/wasm', count);
    }

    /** Load what the first questions do without: more packages, and the packs. */
    async rest() {
      this.later = new Blob([await this.part('later')]);
      this.thinkers.forEach(({ worker }) => worker && worker.postMessage({ later: this.later }));
      this.page.postMessage({ shelf: new Blob([await this.part('shelf')]) });
    }

    /** Start a worker; resolves when it is ready. */
    worker(role) {
      const worker = new Worker(`${this.base}worker.js`);
      return new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message || SLOW));
        worker.onmessage = ({ data }) => {
          if (data.failed) reject(new Error(data.failed));
          worker.onmessage = (event) => this.take(worker, event.data);
          resolve(worker);
        };
        worker.postMessage({ ...this.given, role });
      });
    }

    addThinker() {
      const thinker = { worker: null, question: null, of: null };
      this.thinkers.push(thinker);
      thinker.starting = this.worker('think').then((worker) => {
        if (thinker.ended) worker.terminate();
        thinker.worker = worker;
        if (this.later) worker.postMessage({ later: this.later });
        worker.onerror = () => this.lose(thinker, null);
        this.next();
      }, (error) => {
        this.thinkers = this.thinkers.filter((other) => other !== thinker);
        if (!this.thinkers.length) this.waiting.splice(0).forEach(({ number }) => this.thought(number, null));
      });
    }

    /** Give the questions that wait to thinkers that are free. */
    next() {
      for (const thinker of this.thinkers) {
        if (!this.waiting.length) return;
        if (!thinker.worker || thinker.question !== null) continue;
        const { number, of, message } = this.waiting.shift();
        Object.assign(thinker, { question: number, of });
        thinker.worker.postMessage({ number, message });
      }
    }

    thought(number, message) {
      this.page.postMessage({ thought: number, message });
    }

    /** End a thinker and start another in its place. */
    lose(thinker) {
      const { question } = thinker;
      thinker.ended = true;
      if (thinker.worker) thinker.worker.terminate();
      this.thinkers = this.thinkers.filter((other) => other !== thinker);
      this.addThinker();
      if (question !== null) this.thought(question, null);
      this.next();
    }

    /** End the thinker of a question that nobody waits for. */
    end(which) {
      const thinker = this.thinkers.find((other) => other.question !== null && which(other));
      if (thinker) this.lose(thinker);
    }

    /** Take a message of a worker. */
    take(worker, data) {
      if (data.ask !== undefined) {
        this.waiting.push({ number: data.ask, of: data.of, message: data.message });
        this.next();
      } else if (data.drop !== undefined) {
        this.waiting = this.waiting.filter(({ number }) => number !== data.drop);
        this.end((thinker) => thinker.question === data.drop);
      } else if (data.answer !== undefined) {
        const request = this.requests.get(data.number);
        this.requests.delete(data.number);
        if (request) request(JSON.parse(data.answer));
      } else {
        const thinker = this.thinkers.find((other) => other.worker === worker);
        thinker.question = null;
        if (data.message) this.thought(data.number, data.message);
        else this.lose(Object.assign(thinker, { question: data.number }));
        this.next();
      }
    }

    /** Return the status and the value of an answer. */
    async ask(name, body, signal) {
      await this.start();
      if (signal && signal.aborted) throw new DOMException('Dropped.', 'AbortError');
      this.numbers += 1;
      const number = this.numbers;
      return new Promise((resolve, reject) => {
        this.requests.set(number, ([status, value]) => resolve({ status, value }));
        if (signal) {
          signal.addEventListener('abort', () => {
            if (!this.requests.delete(number)) return;
            this.end((thinker) => thinker.of === number);
            this.page.postMessage({ leave: number });
            reject(new DOMException('Dropped.', 'AbortError'));
          });
        }
        this.page.postMessage({ number, name, body: JSON.stringify(body || {}) });
      });
    }
  };
})(window.Winnow);
