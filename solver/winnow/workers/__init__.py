"""Runners: functions on many tasks, in this process, in several, or on a cluster."""
