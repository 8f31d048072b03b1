"""Functions for kernels only."""
