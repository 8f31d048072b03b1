"""The referee of Head Solitaire."""

from winnow.games.head.referee.part import HeadReferee

__all__ = ["HeadReferee"]
