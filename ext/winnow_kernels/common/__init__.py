"""What the kernels of several games share: budgets, tables, layers and clauses."""
