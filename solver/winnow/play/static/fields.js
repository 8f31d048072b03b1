'use strict';
/* What an entry of progress may hold. Winnow's server reads the object below, too: page and server check the same. */
window.Winnow = window.Winnow || {};
window.Winnow.progressFields = {
  "most": { "entries": 20000, "name": 80, "bytes": 100000, "depth": 20, "number": 9007199254740991 },
  "needed": ["open", "updated"],
  "kinds": {
    "game": ["text"],
    "open": ["object"],
    "line": ["moves"],
    "at": ["whole"],
    "spent": ["seconds"],
    "solved": ["flag"],
    "best": ["score", "none"],
    "higher": ["flag"],
    "fastest": ["seconds", "none"],
    "tries": ["whole"],
    "updated": ["whole"],
    "tried": ["whole", "none"],
    "first": ["flag", "none"],
    "took": ["seconds", "none"],
    "again": ["flag"],
    "helped": ["flag"],
    "good": ["flag", "none"],
    "lost": ["whole", "none"],
    "changes": ["counters"],
    "aside": ["lines"]
  }
};
