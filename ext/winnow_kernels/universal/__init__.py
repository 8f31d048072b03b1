"""The kernels of Universal Solitaire."""
