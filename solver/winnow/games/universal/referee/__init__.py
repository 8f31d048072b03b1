"""What the referee knows of Universal Solitaire."""

from winnow.games.universal.referee.part import UniversalReferee

__all__ = ["UniversalReferee"]
