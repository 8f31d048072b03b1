"""`python -m winnow` is the command `winnow`."""

from winnow.cli import main

main()
