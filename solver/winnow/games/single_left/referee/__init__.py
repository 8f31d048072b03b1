"""The referee of Single Left."""

from winnow.games.single_left.referee.part import SingleLeftReferee

__all__ = ["SingleLeftReferee"]
