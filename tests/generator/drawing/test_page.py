"""The sheet: controls become signals of the same name."""

import pytest

from generator.drawing import DrawingError, Layout, fn, play, raw, rect
from generator.drawing.vega import compile_drawing


def test_a_player_is_a_button_that_waits_to_be_pressed():
    page = Layout(576)
    page.state("frame", 3)
    playing = page.player("playing", "Turn the wheel")
    page.on(play("frame", "playing", 7, ms=700))
    drawing = page.draw(9, rect(5, 5, 5, 5))
    (control,) = drawing.controls
    assert (control.name, control.kind, control.value) == ("playing", "play", False)
    signals = {signal["name"]: signal for signal in compile_drawing(drawing)["signals"]}
    assert str(playing) == "playing"
    assert signals["playing"]["value"] is False
    assert [rule["events"][0].get("throttle") for rule in signals["playing"]["on"]] == [700]


def test_a_text_is_a_line_of_so_many_characters():
    page = Layout(576)
    typed = page.text("shout", "heave ho", 13, "What they shout")
    (control,) = page.draw(9, rect(5, 5, 5, 5)).controls
    assert (control.kind, control.value, control.high) == ("text", "heave ho", 13)
    assert str(typed) == "shout"


def test_a_stepper_whose_list_changes_goes_to_its_end():
    page = Layout(576)
    shout = page.text("shout", "heave", 13, "What they shout")
    page.stepper("letter", 2, "abcdefghijklm", "Letter", last=fn.length(shout) - 1)
    signals = {
        signal["name"]: signal for signal in compile_drawing(page.draw(9, rect(5, 5, 5, 5)))["signals"]
    }
    assert signals["letter_last"]["update"] == "(length(shout) - 1)"
    assert signals["letter"]["on"] == [{"events": [{"signal": "letter_last"}], "update": "letter_last"}]


def test_a_name_that_vega_needs_is_refused():
    with pytest.raises(DrawingError, match="'width' is a signal of Vega's own"):
        Layout(576).let("width", raw("5"))
