"""theorems."""
