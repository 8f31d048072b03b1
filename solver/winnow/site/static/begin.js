'use strict';
/* Begins to load the engine before the page's own scripts: its parts are large, and a table waits for them. */
(function (W) {
  W.engine = new W.Engine(new URL('.', document.baseURI).href, window.WinnowBuild);
  W.engine.start().catch(() => {}); /* The carrier, which asks again, says so. */
})(window.Winnow);
