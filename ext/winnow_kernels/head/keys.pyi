"""Keys of lazy positions; used by kernels only (see keys.pxd)."""
