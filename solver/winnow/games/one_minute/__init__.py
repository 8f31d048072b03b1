"""One-Minute Solitaire: rules, face, theorems, engine, proofs, referee."""
