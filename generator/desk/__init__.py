"""The author's desk: the live preview, the check of a built site, and the skeleton of a new essay."""
