"""Attention in numpy: every variant that the essay explains, written to be read beside its paper."""
