# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time after which a soak begins nothing new: TEST_UNTIL, in seconds of the
clock, which run-suite.py sets from SOAK_SECONDS. Without it there is no end."""

import os
import time

OVER = "not begun: SOAK_SECONDS are over"


def until():
    return float(os.environ.get("TEST_UNTIL") or "inf")


def late():
    return time.time() >= until()


def shares(parts):
    """The parts, each with its share of the time that the ones before left.
    Processes that a part starts inherit its end."""
    parts, end = list(parts), until()
    for i, part in enumerate(parts):
        now = time.time()
        if end < float("inf"):
            os.environ["TEST_UNTIL"] = str(int(
                now + max(0, end - now) / (len(parts) - i)))
        yield part
    if end < float("inf"):
        os.environ["TEST_UNTIL"] = str(int(end))
