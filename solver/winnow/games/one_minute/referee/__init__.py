"""The referee of One-Minute Solitaire."""

from winnow.games.one_minute.referee.part import OneMinuteReferee

__all__ = ["OneMinuteReferee"]
