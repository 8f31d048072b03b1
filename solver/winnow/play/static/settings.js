'use strict';
/* What a player sets for the page: colours, size and side of the table. The style sheet does the rest. */
(function (W) {
  const el = W.el;
  const CHOICES = {
    scheme: { label: 'Light or dark', values: { auto: 'as the system', light: 'light', dark: 'dark' } },
    felt: { label: 'Table', values: { auto: 'as the game', green: 'green felt', blue: 'blue felt', wine: 'wine felt', slate: 'slate', violet: 'violet felt', contrast: 'high contrast' } },
    cards: { label: 'Cards', values: { auto: 'as the page', light: 'white', dark: 'dark' } },
  };
  const SWITCHES = {
    codes: 'Codes on cards, such as KH',
    large: 'Larger cards',
    left: 'For the left hand: the buttons on the left',
    timeless: 'Hide the clock',
    auto: 'Make obvious moves by themselves',
    stay: 'Leave the last moves to me when nothing can go wrong',
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const kept = () => W.store.settings;
  const value = (name) => (Object.hasOwn(CHOICES[name].values, kept()[name]) ? kept()[name] : Object.keys(CHOICES[name].values)[0]);
  const dark = () => (value('scheme') === 'auto' ? system.matches : value('scheme') === 'dark');

  function apply() {
    const root = document.documentElement;
    root.classList.toggle('dark', dark());
    root.dataset.felt = value('felt');
    Object.keys(SWITCHES).forEach((name) => root.classList.toggle(name, Boolean(kept()[name])));
    document.querySelectorAll('.board').forEach((board) => board.dispatchEvent(new Event('restyle')));
  }

  system.addEventListener('change', apply);

  function set(name, now) {
    W.store.set(name, now);
    apply();
  }

  W.settings = {
    apply,
    /** Give a table its felt: the player's choice, or else the game's own. */
    dress(node, felt) {
      node.dataset.felt = value('felt') === 'auto' ? felt : value('felt');
    },

    on: (name) => Boolean(kept()[name]),

    /** Whether cards are drawn light on dark. */
    darkCards() {
      return value('cards') === 'auto' ? dark() : value('cards') === 'dark';
    },

    dialog() {
      const selects = Object.entries(CHOICES).map(([name, { label, values }]) => {
        const options = Object.entries(values).map(([key, text]) => el('option', { value: key, selected: key === value(name) }, text));
        return el('label', { class: 'field-label' }, el('span', {}, label), el('select', { onchange: (event) => set(name, event.target.value) }, options));
      });
      const boxes = Object.entries(SWITCHES).map(([name, label]) => el('label', { class: 'switch' },
        el('input', { type: 'checkbox', checked: this.on(name), onchange: (event) => set(name, event.target.checked) }), ` ${label}`));
      W.dialog('Settings', el('div', { class: 'settings' }, selects, boxes));
    },
  };
})(window.Winnow);
