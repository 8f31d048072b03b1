'use strict';
/* The carrier of a site: what needs no engine is read from files, the rest is answered by the engine in this browser. A
site of problems alone has no engine. */
(function (W) {
  const { engine = null } = W;
  const base = new URL('.', document.baseURI).href;
  const { data } = window.WinnowBuild;
  const read = new Map();
  const problems = new Map();

  /** Show how much of the engine has been loaded. */
  function showBytes(come, total) {
    const node = document.getElementById('loading');
    const mega = (bytes) => (bytes / 1e6).toFixed(1);
    node.hidden = come >= total && Boolean(engine.page);
    node.firstElementChild.value = come / total;
    node.lastElementChild.textContent = come < total ? `The engine: ${mega(come)} of ${mega(total)} MB` : `The engine starts (${mega(total)} MB)`;
  }

  /** Return the value of a file of answers. */
  function stored(name) {
    if (!read.has(name)) {
      const value = W.json(`${base}data/${data[name]}`);
      value.catch(() => read.delete(name));
      read.set(name, value);
    }
    return read.get(name);
  }

  /** Return the full deal of a pack, opened, or null. */
  async function fullDeal(id) {
    const { packs } = await stored('packs');
    /* Problems are stored one by one. */
    const pack = packs.find(({ problems: ofProblems, puzzles }) => !ofProblems && puzzles.some((one) => one.id === id));
    const deals = pack ? await stored(`open/${pack.id}`) : {};
    return Object.hasOwn(deals, id) ? deals[id] : null;
  }

  /** Return the value of an answer that needs no engine, or null. */
  async function prepared(name, body) {
    if (name === 'open') return body.kind === 'puzzle' ? fullDeal(body.id) : null;
    const file = name === 'rules' ? `rules/${body.game}` : name;
    return Object.hasOwn(data, file) ? stored(file) : null;
  }

  /** Return the stored positions of a problem, or null. */
  function problem(id) {
    if (!/^[0-9a-f]{16}$/.test(id) || !data.problems) return null;
    if (!problems.has(id)) {
      const coming = W.json(`${base}data/${data.problems}/${id}.part`).then((record) => new W.Stored(record, !engine));
      problems.set(id, coming.catch(() => problems.delete(id) && null));
    }
    return problems.get(id);
  }

  /** Return the value of an answer about a problem from its stored positions, or null: the engine, once it is there, knows all. */
  async function judged(name, body) {
    const opens = name === 'open' && body.kind === 'puzzle';
    if (engine && engine.page && !(opens && navigator.onLine)) return null;
    const known = await problem(opens ? body.id : body && body.puzzle);
    try {
      return known && known.answer(name, body);
    } catch (error) {
      if (!(error instanceof W.Unknown)) throw error;
      if (!engine) throw new W.Trouble(error.message, 404);
      return null;
    }
  }

  /** Return the status and the value of an answer of the engine. */
  function computed(name, body, signal) {
    if (engine) return engine.ask(name, body, signal);
    const error = name === 'open' && body.kind === 'puzzle' ? 'There is no such puzzle here.' : 'Without winnow play, this page opens its own puzzles only.';
    return { status: 404, value: { error } };
  }

  W.carrier = {
    deals: Boolean(engine),
    /* Sites may share an origin. */
    folder: ` ${location.pathname.replace(/[^/]*$/, '')}`,
    address: engine ? base : '',

    /** Return the status and the value of an answer. */
    async ask(name, body, signal) {
      try {
        const value = await prepared(name, body) || await judged(name, body);
        return value ? { status: 200, value } : await computed(name, body, signal);
      } catch (error) {
        if (error.name === 'AbortError' || error instanceof W.Trouble) throw error;
        throw new W.Trouble(`${engine ? 'The engine' : 'The page'} cannot be loaded (${error.message}). Your game is kept: reload the page to try again.`, 0);
      }
    },
  };

  if (!engine) return;
  const bar = W.el('p', { id: 'loading', role: 'status', hidden: true }, W.el('progress', { max: '1', value: '0', 'aria-label': 'The engine' }), ' ', W.el('span', {}));
  document.querySelector('header.top').after(bar);
  engine.tell = showBytes;
  engine.start().catch((error) => {
    bar.hidden = false;
    bar.lastElementChild.textContent = `The engine cannot be loaded: ${error.message}`;
  });
  if (base.startsWith('file:')) return;
  document.head.append(W.el('link', { rel: 'manifest', href: 'site.webmanifest' }));
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch((error) => console.info(`Not kept for use without a network: ${error.message}`));
})(window.Winnow);
