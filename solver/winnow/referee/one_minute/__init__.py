"""What the referee knows of One-Minute Solitaire."""

from winnow.referee.one_minute.part import OneMinuteReferee

__all__ = ["OneMinuteReferee"]
