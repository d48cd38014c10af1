"""The one error of the drawing kit."""


class DrawingError(ValueError):
    """A figure cannot be baked; the message is for the figure's author."""
