"""Certificates: evidence for verdicts, written here and checked by `winnow.referee`, which shares no code with this."""

from winnow.api.prove import Proof, prove

__all__ = ["Proof", "prove"]
