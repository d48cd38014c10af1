"""What the essay's figures share: the hues of the four roles."""

from generator.drawing import role

QUERY, KEY, VALUE, OUTPUT = map(role, ("query", "key", "value", "output"))
KEY_DASH = [1.5, 3]  # a key's line is dotted, as its underline is
VALUE_DASH = [5, 4]  # a value's is dashed
