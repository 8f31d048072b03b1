"""The checks of evidence for Blink Solitaire."""

from winnow.games.blink.referee.part import BlinkReferee

__all__ = ["BlinkReferee"]
