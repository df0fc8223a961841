# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What ../fuzz/deadline.py is to Python: the time after which a soak begins
# nothing new is TEST_UNTIL.

end=${TEST_UNTIL:-}

# share N: of the time that is left, what comes next has one of N parts.
share()
{
	[ -n "$end" ] || return 0
	now=$(date +%s)
	TEST_UNTIL=$((now + (end > now ? end - now : 0) / $1))
	export TEST_UNTIL
}

late()
{
	[ -n "${TEST_UNTIL:-}" ] && [ "$(date +%s)" -ge "$TEST_UNTIL" ]
}

over='not begun: SOAK_SECONDS are over'
