"""What the referee knows of Single Left."""

from winnow.referee.single_left.part import SingleLeftReferee

__all__ = ["SingleLeftReferee"]
