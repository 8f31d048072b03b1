'use strict';
/* Draws a card from the looks of its deck: corner, letters and marks in inks. It knows no deck. */
(function (W) {
  const INK = (letter) => (letter ? `var(--ink-${letter})` : 'var(--ink)');

  const text = (string, x, y, size, ink, attributes) => W.svg('text', { x, y, 'font-size': size, style: { fill: INK(ink) }, ...attributes }, string);

  function mark(looks, { shape, x, y, size, ink }) {
    const known = looks.shapes[shape] || looks.figures[shape];
    const placed = { transform: `translate(${x * 100} ${y * 100}) scale(${size * 100})`, style: { fill: INK(ink) } };
    return known ? W.svg('path', { d: known.path, 'fill-rule': 'evenodd', class: 'mark', ...placed }) : W.svg('circle', { r: 1, ...placed });
  }

  const picture = (...parts) => W.svg('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' }, ...parts);

  /** Return what a card is called. */
  W.cardName = (looks, token) => (looks.cards[token] ? looks.cards[token].name : token);

  /** Return the picture of a card's face; its code is shown if the player wants codes. */
  W.cardFace = function (looks, token) {
    const look = looks.cards[token] || { corner: token, letters: '', ink: '', marks: [] };
    /* A rank of two characters is squeezed to the width of one: it stays in view where cards overlap. */
    const squeezed = look.corner.length > 1 ? { textLength: 28, lengthAdjust: 'spacingAndGlyphs' } : {};
    return picture(
      text(look.corner, 5, 37, 42, look.ink, squeezed),
      text(look.letters, 96, 18, 17, look.ink, { 'text-anchor': 'end', class: 'code' }),
      ...look.marks.map((item) => mark(looks, item)));
  };

  const tokens = (text) => text.split(/(?<![A-Za-z0-9])([A-Z0-9]{2,6})(?![A-Za-z0-9])/);

  /** Return a sentence with the names of cards in place of their codes, to be heard. */
  W.spoken = (looks, text) => tokens(text).map((part) => (Object.hasOwn(looks.cards, part) ? W.cardName(looks, part) : part)).join('');

  /** Return a sentence with small cards in place of their codes, as nodes. */
  W.said = (looks, text) => tokens(text).filter(Boolean).map((part) => (Object.hasOwn(looks.cards, part) ? chip(looks, part) : part));

  /** Return a card as a word: its corner and its suits. */
  function chip(looks, token) {
    const { corner, marks, ink } = looks.cards[token];
    const suits = new Map(marks.filter((item) => looks.shapes[item.shape]).map((item) => [item.shape + item.ink, item]));
    const shapes = [...suits.values()].map((item) => {
      const shape = W.suitShape(looks, item.shape);
      shape.firstChild.style.fill = INK(item.ink);
      return shape;
    });
    const rank = W.el('span', { class: 'rank', 'data-corner': corner, 'aria-hidden': 'true', style: { color: INK(ink) } });
    const node = W.el('span', { class: 'chip' }, W.el('span', { class: 'unseen' }, W.cardName(looks, token)), rank, shapes);
    W.setInks(node, looks);
    return node;
  }

  /** Return the picture of a card's back. */
  W.cardBack = function () {
    const lines = [];
    for (let at = -120; at < 100; at += 12) lines.push(`M${at},8l140,140M${at + 120},8l-140,140`);
    return picture(W.svg('path', { d: lines.join(''), class: 'weave' }), W.svg('path', { d: 'M0,0H100V140H0ZM8,8V132H92V8Z', class: 'rim', 'fill-rule': 'evenodd' }));
  };

  /** Return a suit's shape alone, for an empty place or the legend; "" if the deck has no such shape. */
  W.suitShape = function (looks, letter) {
    if (!looks.shapes[letter]) return '';
    const fill = looks.inks[letter] ? INK(letter) : 'currentColor';
    const shape = W.svg('path', { d: looks.shapes[letter].path, 'fill-rule': 'evenodd', style: { fill } });
    return W.svg('svg', { viewBox: '-1.2 -1.2 2.4 2.4', 'aria-hidden': 'true', class: 'suit' }, shape);
  };

  /** Set the inks of a deck on an element, for light or dark cards. */
  W.setInks = function (node, looks) {
    const dark = W.settings.darkCards();
    for (const ink of Object.values(looks.inks)) {
      node.style.setProperty(`--ink-${ink.letter}`, dark ? ink.dark : ink.light);
    }
    node.style.setProperty('--paper', looks.paper[dark ? 1 : 0]);
  };
})(window.Winnow);
