"""What a position allows; used by kernels only (see state.pxd)."""
