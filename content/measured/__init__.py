"""What was measured once, on a machine that is named: how attention grows with its text, and what the page weighs."""
