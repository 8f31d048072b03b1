"""Questions written as propositional clauses."""
