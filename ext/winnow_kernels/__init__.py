"""Compiled kernels. They know cards as small numbers and nothing of the package `solver`."""
