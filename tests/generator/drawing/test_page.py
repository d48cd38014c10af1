"""The sheet: controls become signals of the same name."""

from generator.drawing import Layout, play, rect
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
