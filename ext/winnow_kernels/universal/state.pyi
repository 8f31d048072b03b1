"""The moves and bounds of a position; used by kernels only (see state.pxd)."""
