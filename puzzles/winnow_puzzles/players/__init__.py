"""Simulated players of full deals, and the ratings and figures that follow from their play."""
