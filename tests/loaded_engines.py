"""Code to append to a program: it prints the engines, writers of proofs and kernels that the process has loaded."""

PRINT_ENGINES = r"""
import re
engine = re.compile(r"winnow_kernels|winnow\.(search|proving|api|games\.\w+\.(engine|proofs))\b")
print([name for name in sys.modules if engine.match(name)])
"""
