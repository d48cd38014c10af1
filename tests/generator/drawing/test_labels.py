"""Labels of crowded points: told apart, on the sheet, each beside its own point; and the outline of a group."""

import itertools
import math
import re

import pytest

from generator.drawing import hull, seat_labels

SHEET = (10, 10, 210, 170)
HEIGHT = 17
CROWD = [(60 + 23 * (i % 4), 60 + 19 * (i // 4)) for i in range(11)]  # nearer together than a label is wide
WIDTHS = [29 + 3 * (i % 5) for i in range(11)]


def boxes(points, widths, sheet=SHEET):
    """The rectangle of each label: left, top, right, bottom."""
    seats = seat_labels(points, widths, sheet, HEIGHT)
    return [
        (seat.x - width / 2, seat.y - HEIGHT / 2, seat.x + width / 2, seat.y + HEIGHT / 2)
        for seat, width in zip(seats, widths, strict=True)
    ]


def distance(point, box):
    return math.dist(point, (min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])))


def test_a_label_with_room_stands_on_the_right_of_its_point():
    (seat,) = seat_labels([(60, 90)], [40], SHEET, HEIGHT)
    assert seat.y == 90
    assert 5 < seat.x - 20 - 60 < 12
    assert seat.leader == ""


@pytest.mark.parametrize(("point", "side"), [((205, 90), "left"), ((15, 90), "right"), ((110, 12), "below")])
def test_a_label_stays_on_the_sheet(point, side):
    ((left, top, right, bottom),) = boxes([point], [180 if side == "below" else 40])
    assert SHEET[0] <= left < right <= SHEET[2]
    assert SHEET[1] <= top < bottom <= SHEET[3]
    assert {"left": right < point[0], "right": left > point[0], "below": top > point[1]}[side]


def test_labels_of_a_crowd_do_not_collide():
    placed = boxes(CROWD, WIDTHS)
    for a, b in itertools.combinations(placed, 2):
        assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])
    for box in placed:
        assert all(distance(point, box) > 3 for point in CROWD)  # the points are drawn about so large


def test_a_label_is_nearest_to_its_own_point_or_tied_to_it():
    seats = seat_labels(CROWD, WIDTHS, SHEET, HEIGHT)
    for i, box in enumerate(boxes(CROWD, WIDTHS)):
        nearest = min(range(len(CROWD)), key=lambda j: distance(CROWD[j], box))
        assert nearest == i or seats[i].leader


def test_a_leader_runs_from_the_point_to_its_label():
    seats = seat_labels(CROWD, WIDTHS, SHEET, HEIGHT)
    tied = [i for i, seat in enumerate(seats) if seat.leader]
    assert tied  # a crowd this dense needs some
    for i in tied:
        x1, y1, x2, y2 = map(float, re.findall(r"-?[\d.]+", seats[i].leader))
        assert math.dist(CROWD[i], (x1, y1)) == pytest.approx(6, abs=0.1)  # written to a tenth of a pixel
        assert distance((x2, y2), boxes(CROWD, WIDTHS)[i]) == pytest.approx(
            0, abs=2.2
        )  # the label has 2 px of air


def test_two_labels_of_one_place_are_told_apart():
    first, second = boxes([(100, 90), (100, 90)], [40, 40])
    assert first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]


def test_the_hull_leaves_out_what_lies_inside():
    corners = [(10, 10), (70, 10), (70, 50), (10, 50)]
    path = hull([*corners, (30, 30), (40, 10), (10, 10)])
    assert path.endswith("Z")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    assert sorted(zip(numbers[::2], numbers[1::2], strict=True)) == sorted(corners)
