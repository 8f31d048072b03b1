'use strict';
/* The carrier of winnow play: its server on this machine. */
(function (W) {
  W.carrier = {
    deals: true,
    /* A server's address is another with each run. */
    folder: '',
    /* The address of the page, for links to it; this one is for this machine alone. */
    address: '',

    /** Return the status and the value of an answer. */
    async ask(name, body, signal) {
      const text = JSON.stringify(body || {});
      try {
        const answer = await fetch(`api/${name}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: text,
          keepalive: name === 'progress' && Boolean(body) && text.length < 60000, /* Also sent when the page is left. */
          signal,
        });
        const value = answer.ok ? await answer.json() : await answer.json().catch(() => ({}));
        return { status: answer.status, value };
      } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new W.Trouble('Winnow does not answer. Start it again and open its new address: your game is kept.', 0);
      }
    },
  };
})(window.Winnow);
