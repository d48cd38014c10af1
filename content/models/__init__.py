"""Two published models, run by the essay's own code: what is recorded of them, and how it is made anew."""
