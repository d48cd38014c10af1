"""One module per question: a Config, a frozen Result, and `run` from one to the other."""
