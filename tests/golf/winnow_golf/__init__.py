"""Golf Solitaire for Winnow: rules, a face and the page of rules; everything else is Winnow's default."""
