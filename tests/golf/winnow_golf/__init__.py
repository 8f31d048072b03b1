"""Golf Solitaire for Winnow: rules, a face and the page of rules; everything else is what Winnow does for any game."""
