"""Winnability tables: numbered deals decided in batches, kept in a database, summed up with confidence intervals."""
