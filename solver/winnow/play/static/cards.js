'use strict';
/* Draws a card from the looks of its deck: corner, letters and marks in inks. It knows no deck. */
(function (W) {
  const INK = (letter) => (letter ? `var(--ink-${letter})` : 'var(--ink)');

  function text(string, x, y, size, ink) {
    const node = W.svg('text', { x, y, 'font-size': size });
    node.textContent = string;
    node.style.fill = INK(ink);
    return node;
  }

  function mark(looks, item) {
    const shape = looks.shapes[item.shape];
    const size = item.size * 100;
    const place = `translate(${item.x * 100} ${item.y * 100}) scale(${size})`;
    const node = shape
      ? W.svg('path', { d: shape.path, transform: place, 'fill-rule': 'evenodd' })
      : W.svg('circle', { r: 1, transform: place });
    node.style.fill = INK(item.ink);
    return node;
  }

  /** Return what a card is called. */
  W.cardName = (looks, token) => (looks.cards[token] ? looks.cards[token].name : token);

  /** Return the picture of a card's face. */
  W.cardFace = function (looks, token) {
    const look = looks.cards[token] || { corner: token, letters: '', ink: '', marks: [] };
    const picture = W.svg('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' });
    const wide = look.corner.length > 1;
    /* Letters stand beneath the corner, or beside it where the marks need the room. */
    const beneath = look.marks.some((item) => item.x > 0.5 && item.y - item.size < 0.2) || !look.marks.length;
    const [left, line] = beneath ? [8, 50] : [wide ? 44 : 34, 29];
    picture.append(text(look.corner, 7, 31, wide ? 28 : 34, look.ink));
    if (look.letters) {
      const inks = [...look.letters].every((letter) => looks.inks[letter]);
      [...look.letters].forEach((letter, place) => {
        picture.append(text(letter, left + (beneath ? 16 : 22) * place, line, beneath ? 18 : 24, inks ? letter : look.ink));
      });
    }
    look.marks.forEach((item) => picture.append(mark(looks, item)));
    return picture;
  };

  /** Return the picture of a card's back. */
  W.cardBack = function () {
    const picture = W.svg('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' });
    const line = W.svg('path', { d: 'M14,14H86V126H14ZM14,14L86,126M86,14L14,126', class: 'weave' });
    picture.append(line);
    return picture;
  };

  /** Return a suit's shape alone, for an empty place or the legend; "" if the deck has no such shape. */
  W.suitShape = function (looks, letter) {
    if (!looks.shapes[letter]) return '';
    const picture = W.svg('svg', { viewBox: '-1.2 -1.2 2.4 2.4', 'aria-hidden': 'true', class: 'suit' });
    const path = W.svg('path', { d: looks.shapes[letter].path, 'fill-rule': 'evenodd' });
    path.style.fill = looks.inks[letter] ? INK(letter) : 'currentColor';
    picture.append(path);
    return picture;
  };

  /** Set the inks of a deck on an element, for light or dark. */
  W.setInks = function (node, looks) {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    for (const ink of Object.values(looks.inks)) {
      node.style.setProperty(`--ink-${ink.letter}`, dark ? ink.dark : ink.light);
    }
    node.style.setProperty('--paper', looks.paper[dark ? 1 : 0]);
  };
})(window.Winnow);
