"""universal."""
