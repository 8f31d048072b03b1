"""What the referee knows of Blink Solitaire."""

from winnow.referee.blink.part import BlinkReferee

__all__ = ["BlinkReferee"]
