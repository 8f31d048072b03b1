'use strict';
/* The carrier of a site: what needs no engine is read from files, the rest is answered by the engine in this browser. */
(function (W) {
  const { engine } = W;
  const { base } = engine;
  const { data } = window.WinnowBuild;
  const read = new Map();

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
      const value = W.unpacked(`${base}data/${data[name]}`).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
      value.catch(() => read.delete(name));
      read.set(name, value);
    }
    return read.get(name);
  }

  /** Return an opened puzzle, or null if no pack has it. */
  async function puzzle(id) {
    const { packs } = await stored('packs');
    for (const pack of packs) {
      const { puzzles } = pack.puzzles ? pack : await stored(`pack/${pack.id}`);
      if (puzzles.some((one) => one.id === id)) return (await stored(`open/${pack.id}`))[id];
    }
    return null;
  }

  /** Return the value of an answer that needs no engine, or null. */
  async function prepared(name, body) {
    if (name === 'open') return body.kind === 'puzzle' ? puzzle(body.id) : null;
    const file = { rules: () => `rules/${body.game}`, pack: () => `pack/${body.id}` }[name]?.() || name;
    return Object.hasOwn(data, file) ? stored(file) : null;
  }

  W.carrier = {
    /* Sites may share an origin. */
    folder: ` ${location.pathname.replace(/[^/]*$/, '')}`,
    address: base,

    /** Return the status and the value of an answer. */
    async ask(name, body, signal) {
      try {
        const value = await prepared(name, body);
        return value ? { status: 200, value } : await engine.ask(name, body, signal);
      } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new W.Trouble(`The engine cannot be loaded (${error.message}). Your game is kept: reload the page to try again.`, 0);
      }
    },
  };

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
