"""A static-site generator for essays whose figures and numbers come from code."""
