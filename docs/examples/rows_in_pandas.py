"""Put the rows of a survey into a data frame of pandas, and print how many deals end with each score."""

import pandas as pd  # type: ignore[import-untyped]

import winnow


def main() -> None:
    """Print the number of deals by cards left."""
    found = winnow.survey("single-left", 200)
    frame = pd.DataFrame(found)
    print(frame.groupby("score").size())


if __name__ == "__main__":
    main()
