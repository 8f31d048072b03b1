'use strict';
/* Reads the parts of a site. A page of a web host fetches them; one opened from the disk can only load them as scripts. */
window.Winnow = window.Winnow || {};
(function (W) {
  const [QUOTE, BACKSLASH, N, R] = [34, 92, 110, 114];
  let taken = null;

  /** Called by a part that is loaded as a script. */
  W.part = (text) => { taken = text; };

  /** Return a stream that takes a part's file, a script, and gives the text that it holds as bytes; `tell` takes the bytes that have come. */
  function contents(tell) {
    let [inside, escaped] = [false, false];
    return new TransformStream({
      transform(piece, out) {
        tell(piece.length);
        let to = 0;
        for (let at = 0; at < piece.length; at += 1) {
          const byte = piece[at];
          if (byte === QUOTE && !escaped) inside = !inside;
          else if (byte === BACKSLASH && !escaped) escaped = true;
          else if (inside) {
            piece[to] = escaped && byte === N ? 10 : escaped && byte === R ? 13 : byte;
            to += 1;
            escaped = false;
          }
        }
        out.enqueue(piece.subarray(0, to));
      },
    });
  }

  async function fetched(address, options, tell) {
    const answer = await fetch(address, options);
    if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
    return answer.body.pipeThrough(contents(tell));
  }

  /** Return a stream of a part's bytes, loaded as a script. */
  function loaded(address, tell) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.charset = 'x-user-defined'; /* One character for each byte. */
      script.onload = () => {
        const held = Uint8Array.from(taken, (letter) => letter.charCodeAt(0) & 255);
        taken = null;
        tell(held.length);
        script.remove();
        resolve(new Blob([held]).stream());
      };
      script.onerror = () => reject(new Error(`${address} is not there`));
      script.src = address;
      document.head.append(script);
    });
  }

  const bytes = async (answer) => new Uint8Array(await answer.arrayBuffer());

  /** Return `read` of an unpacked part, by default its bytes; `tell` is called with the number of bytes that have come. A broken part of a cache is fetched anew. */
  W.unpacked = async function (address, tell = () => {}, read = bytes) {
    const unpack = async (coming) => {
      const stream = (await coming).pipeThrough(new DecompressionStream('gzip'));
      return read(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
    };
    if (address.startsWith('file:') && window.document) return unpack(loaded(address, tell));
    try {
      return await unpack(fetched(address, { priority: 'low' }, tell));
    } catch (error) {
      return unpack(fetched(`${address}?anew`, { cache: 'reload' }, () => {}));
    }
  };

  /** Return the JSON value that a part holds. */
  W.json = (address) => W.unpacked(address, undefined, (answer) => answer.json());
})(window.Winnow);
