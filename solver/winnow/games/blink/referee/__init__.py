"""What the referee knows of Blink Solitaire."""

from winnow.games.blink.referee.part import BlinkReferee

__all__ = ["BlinkReferee"]
