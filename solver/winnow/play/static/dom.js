'use strict';
/* Small helpers that every part of the page uses. */
window.Winnow = window.Winnow || {};
(function (W) {
  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name === 'style') Object.assign(node.style, value); /* The page's policy forbids the attribute. */
      else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, '');
      else node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return node;
  }

  /** Make an element: `el('button', { class: 'x', onclick: f }, 'text', child)`. A null value leaves the name out. */
  W.el = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

  W.svg = (tag, attributes, ...children) => filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

  const ICONS = {
    undo: 'M9 4L3 10l6 6v-4c5 0 8 1 11 6c0-7-4-10-11-10z',
    redo: 'M15 4l6 6l-6 6v-4c-5 0-8 1-11 6c0-7 4-10 11-10z',
    hint: 'M12 2l2.6 6.2L21 9l-5 4.4L17.6 20L12 16.4L6.4 20L8 13.4L3 9l6.4-.8z',
    lamp: 'M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 18.5h6V20H9zM10 21h4v1.5h-4z',
    more: 'M5 10a2 2 0 1 0 .01 0zM12 10a2 2 0 1 0 .01 0zM19 10a2 2 0 1 0 .01 0z',
    flame: 'M13 2c1 4-4 6-4 10c-1-1-1.500-2-1.500-3.500C5 11 4.500 13 4.500 15a7.500 7.500 0 0 0 15 0c0-5-5-7-6.500-13z',
    sound: 'M4 9v6h4l5 5V4L8 9zM15 8v8c2-1 3-2.300 3-4s-1-3-3-4zM15 3v2c3 1 5 4 5 7s-2 6-5 7v2c4-1 7-5 7-9s-3-8-7-9z',
    mute: 'M4 9v6h4l5 5V4L8 9zM15 9l2-2l2 2l2-2l2 2l-2 2l2 2l-2 2l-2-2l-2 2l-2-2l2-2z',
    back: 'M15 4l-8 8l8 8l2-2l-6-6l6-6z',
  };
  /** Return a small picture for a button that also has words or a label. */
  W.icon = (name) => W.svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, W.svg('path', { d: ICONS[name] }));

  let turn = 0;
  /** Let a screen reader say a sentence, also if it is the same as before. */
  W.announce = function (text) {
    const live = document.getElementById('live');
    turn += 1;
    live.textContent = text + (turn % 2 ? '' : '\u00a0');
  };

  W.clockText = function (seconds) {
    const whole = Math.floor(seconds);
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor(whole / 60) % 60;
    const rest = String(whole % 60).padStart(2, '0');
    return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
  };

  W.plural = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many || `${one}s`}`;

  /** Show a dialog with a title and content; it returns the dialog. Escape and the button close it. */
  W.dialog = function (title, ...content) {
    const close = W.el('button', { class: 'plain', onclick: () => box.close(), 'aria-label': 'Close' }, '\u2715');
    const head = W.el('h2', { id: 'dialog-title' }, title);
    const body = W.el('div', { class: 'dialog-body', tabindex: '0' }, ...content);
    const box = W.el('dialog', { 'aria-labelledby': 'dialog-title' }, W.el('header', {}, head, close), body);
    const back = document.activeElement;
    box.addEventListener('close', () => {
      box.remove();
      if (back && back.isConnected) back.focus();
    });
    box.addEventListener('click', (event) => event.target === box && box.close());
    document.body.append(box);
    box.showModal();
    return box;
  };

  W.button = (text, name, action) => W.el('button', { type: 'button', class: name || null, onclick: action }, text);

  /** Return a button that closes what it lies on. */
  W.cross = (action) => W.el('button', { type: 'button', class: 'plain close', 'aria-label': 'Close', onclick: action }, '\u2715');

  W.download = function (name, text) {
    const link = W.el('a', { download: name, href: URL.createObjectURL(new Blob([text], { type: 'application/json' })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000); /* A busy browser reads it later. */
  };

  W.calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
})(window.Winnow);
