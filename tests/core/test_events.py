"""What a log keeps."""

import pytest

from parlour.core.events import HAND_OVER, MATCH_OVER, OVER, announce, is_heard, new_log


@pytest.mark.parametrize(("room", "kept"), [(0, 0), (1, 1), (3, 2)])
def test_a_log_keeps_what_it_has_room_for_and_tells_of_every_end_of_a_hand(room: int, kept: int) -> None:
    log = new_log(room)
    announce(log, MATCH_OVER, 0, 1, 0)
    assert log[0, OVER] == 0
    announce(log, HAND_OVER, 0, 1, 0)
    assert log[0, OVER] == 1
    assert log[0, 0] == kept
    assert log[1 : kept + 1, 0].tolist() == [MATCH_OVER, HAND_OVER][:kept]
    assert is_heard(log) == (room > 0)
