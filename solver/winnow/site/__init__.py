"""Winnow as a folder of static files: the page, and the same program and engines in the browser's workers."""
