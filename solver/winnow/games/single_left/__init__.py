"""Single Left, also called One-Handed Solitaire: rules, face, theorems, engine, proofs, referee."""
