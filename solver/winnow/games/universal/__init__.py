"""Universal Solitaire: rules, face, theorems, engine, proofs, referee."""
