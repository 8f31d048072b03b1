"""The commands that the package adds to `winnow`."""
