"""The kernels of Head Solitaire."""
