"""The kernels of One-Minute Solitaire."""
