"""What the page is made of: its look, its scripts, its figures, and the files it links to."""
