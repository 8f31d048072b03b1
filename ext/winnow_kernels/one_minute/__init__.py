"""one_minute."""
