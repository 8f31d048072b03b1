"""Certificates: evidence for verdicts, written here and checked by `solver.referee`, which shares no code with this."""

from solver.proofs.proving import Proof, prove

__all__ = ["Proof", "prove"]
