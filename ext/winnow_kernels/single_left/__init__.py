"""The kernels of Single Left."""
