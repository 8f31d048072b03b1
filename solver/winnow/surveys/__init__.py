"""Winnability tables: numbered deals decided in batches, kept in a database, counted with honest intervals."""
