"""What several games' writers of certificates use."""
