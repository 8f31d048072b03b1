'use strict';
/* Addresses within the page: how a game is opened, and links to positions. */
(function (W) {
  const SCREENS = ['', 'game', 'problems', 'pack', 'puzzle', 'deal', 'today', 'daily', 'play', 'down', 'learn', 'open', 'along', 'clock'];

  /** Return the address within the page that opens a game in this way. */
  W.address = function (how) {
    if (how.kind === 'lesson') return `#/learn/${how.game}`;
    if (how.kind === 'daily') return `#/daily/${how.day}`;
    if (how.kind === 'puzzle') return `#/puzzle/${how.id}`;
    if (how.kind === 'deal' && how.number !== undefined && !how.fair && !Object.keys(how.rules || {}).length) return `#/deal/${how.game}/${how.number}`;
    return `#/open/${encodeURIComponent(JSON.stringify(how))}`;
  };

  /** Return a part of a link. Mail and chat programs leave signs such as "!" out of a link that ends in them. */
  const whole = (text) => encodeURIComponent(text).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).replace(/%3B/g, ';').replace(/%2C/g, ',').replace(/%3D/g, '=');

  /** Return the address within the page of a position: `down` if the cards lie face down, game and rules, the number or the cards, and the moves. */
  W.linkTo = function (game, line) {
    const rules = Object.entries(game.set).map(([name, value]) => `,${name}=${value}`).join('');
    const deal = game.number && game.set.deck === undefined ? game.number : game.deal;
    return `#/${game.fair ? 'down/' : ''}${[game.game + rules, deal, line.join(';')].map(whole).join('/')}`;
  };

  /** Return how to open such an address, given as its decoded parts. */
  W.linked = function ([first, deal = '', moves = '']) {
    const [game, ...settings] = first.split(',');
    const rules = Object.fromEntries(settings.map((text) => text.split(/=(.*)/s)).map(([name, value = '']) => [name, value]));
    return { kind: 'link', game, rules, ...(/^[0-9]{1,20}$/.test(deal) ? { number: deal } : { deal }), moves };
  };

  /** Return the decoded parts of an address, `link` before those of a link to a position; throw a sentence for any other. */
  W.routed = function (hash, games) {
    let parts;
    try {
      parts = hash.split('/').slice(1).map((part) => decodeURIComponent(part));
    } catch (error) {
      throw new Error('This link cannot be read: it was cut short, or changed on its way.');
    }
    const [name = '', ...rest] = parts;
    if (SCREENS.includes(name)) return [name, ...rest];
    const [game, ...rules] = name.split(',');
    const known = games.find((one) => one === game.toLowerCase());
    if (!known) throw new Error(`This link opens nothing: there is no game "${game}".`);
    return ['link', [known, ...rules].join(','), ...rest];
  };
})(window.Winnow);
