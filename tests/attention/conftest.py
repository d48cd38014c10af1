"""Property tests draw the same examples every time, keep no files and are never timed."""

from hypothesis import settings

settings.register_profile("same every time", deadline=None, derandomize=True, database=None)
settings.load_profile("same every time")
