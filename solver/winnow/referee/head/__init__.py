"""What the referee knows of Head Solitaire."""

from winnow.referee.head.part import HeadReferee

__all__ = ["HeadReferee"]
