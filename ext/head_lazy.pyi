class LazyHead:
    """The moves of lazy positions under one set of rules; used by the kernel only (see lazy.pxd)."""
