"""The referee of Universal Solitaire."""

from winnow.games.universal.referee.part import UniversalReferee

__all__ = ["UniversalReferee"]
