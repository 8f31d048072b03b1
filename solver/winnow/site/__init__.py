"""Builds Winnow as a folder of static files: the page, with the program and the engines in browser workers."""
