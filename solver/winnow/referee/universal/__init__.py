"""What the referee knows of Universal Solitaire."""

from winnow.referee.universal.part import UniversalReferee

__all__ = ["UniversalReferee"]
