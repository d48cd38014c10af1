"""Property tests draw the same examples every time, keep no files and are never timed.

`pytest --hypothesis-profile=long` draws others, and many more.
"""

from hypothesis import settings

settings.register_profile("same every time", deadline=None, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=10_000, database=None)
settings.load_profile("same every time")
