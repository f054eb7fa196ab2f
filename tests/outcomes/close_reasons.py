"""Reasons with which people and agents close a bead, and what they say of its work. One reason a line."""

from __future__ import annotations

WORKED = """
Done
done.
Done in 4f2c9aa
Completed
All acceptance criteria met
All five subtasks are complete
Implemented retry with backoff in the sync worker
Implemented: rejected rows go to a dead letter table
Fixed
fixed the crash when the config is missing
Fix merged in #231
Fixed: error raised on blocked accounts is now shown to the user
Fixed the timeout that aborted nightly imports
Resolved by pinning the driver to 3.2
Resolved; failed uploads are retried three times
Added a test for cancelled orders
Added wontfix label handling to the importer
Adds validation for rejected coupons
Merged to main
PR 88 merged
Branch feature/limits merged
Landed as 09ab3de
Shipped in 2.4.0
Released with 1.9
Deployed to production, error rate back to normal
Removed the abandoned cart job
Removed dead code and the failing snapshot
Refactored the error handling; behaviour unchanged
Updated docs for failed payment flows
Upgraded to Node 22, no errors so far
Error pages are now translated
Failed logins are now rate limited
Timed out requests are retried automatically now
Blocked users can no longer post
Cancelled subscriptions now keep access until the end of the period
Aborted downloads resume where they stopped
Tests pass on all platforms
Tests green, lint clean
All checks green
CI is green again
Works now
Working as of a1b2c3d
Verified on staging
Verified: no failures in 500 runs
Confirmed fixed by the reporter
No longer reproduces after the upgrade
No longer fails on leap days
No more timeouts since the pool was enlarged
Doesn't crash any more with empty input
Never blocks the event loop now
Stopped the worker from failing on restarts
Handled the error case in the parser
Prevented duplicate charges when a request is aborted
Wrote the migration and ran it on a copy of production
Closed by commit 77fe012
Closes the gap in the audit log, tests added
Replaced the broken date picker
Reverted the bad index and rebuilt it properly; queries fast again
Rolled out to all tenants
Finished
finished, see notes
Complete
Completed with tests and docs
Cleaned up stale feature flags
Duplicate rows are merged on import now
Investigated and fixed: wrong lock order
Root cause found and fixed
Bumped the timeout and split the batch, passes reliably
Successfully migrated 12 tables
Success
Unblocked by the new API, then implemented and released
Built the exporter; handles rejected records
Created the dashboard
Ready and deployed
Everything works, including the failure paths
Rewrote the scheduler, flaky test is gone
Now returns 404 instead of an error page
Won the race: lock acquired before read, regression test added
Made the importer tolerate errors
Disabled the flaky check in favour of a deterministic one, suite passes
✅ done
Erledigt
Behoben in 3a4b5c6
Fertig, Tests grün
Umgesetzt und ausgerollt
Hecho
Arreglado en la rama principal
Terminé et déployé
Corrigé, les tests passent
已修复
完成了，测试通过
修正しました
対応済み
Implemented in commit 8d3c2f1, 14 tests added, all passing
Epic complete: all children closed
Bug fixed by checking for nil before the dereference
Fix verified by QA on two devices
Closed via PR #512
PR #77 landed
Feature shipped behind a flag
Added `--dry-run`; errors are reported per file
Migration complete, old table dropped
Flaky test stabilised by waiting for the event instead of sleeping
Memory leak gone after releasing the handle
Switched to a queue so that one failing consumer no longer blocks the others
Export works for broken encodings too
Retries failed jobs with backoff now
Documented the failure modes
Reduced timeouts by 80 %
Rejecting empty names now, with a clear error
Fixed. Was caused by a wrong timezone.
Invalid tokens are now refused with 401
Crash fixed
Error fixed, see the commit
Regression test added, bug fixed
Wired the cancel button, aborted requests are cleaned up
Implemented fail-fast mode
Reworked the abandoned-cart mail, sent to 5 % of users
Blocked IPs are listed in the admin page
Dropped support for Python 3.8
Deleted the stale branches
Nothing left to do, all subtasks done
Finally fixed!
Lint errors cleaned up
Approved and merged by the maintainers
Stopped retrying after a permanent failure
Sorted out the failing pipeline
No errors in the last 7 days, closing
Timeouts no longer kill the worker
Rolled back the broken deploy; builds pass again
Broken links repaired
Broken link in README corrected
Dead end pages removed
Too slow query optimised
Can't-connect dialog redesigned
Failed tests are rerun automatically
Broke the module into three files
Slower than before but correct, accepted
Time out after 30s instead of hanging
"""

FAILED = """
Could not reproduce the speedup; change dropped
Couldn't get it to compile on arm64
Cannot be done with the current API
Can't make the two versions coexist
Unable to migrate without downtime
Failed
Failed: the provider rejects our certificates
Failed to build on Windows
Failed after four attempts
Abandoned
Abandoned: memory use doubled
Abandoned after two days, the library is too buggy
Abandoned the approach, see demo-12
Gave up on this
Gave up: the SDK does not support streaming
Did not work
Didn't work on Safari
Doesn't work with IPv6
Does not scale past 10k rows
Not possible with this framework
Not feasible within the latency budget
Not fixed, the leak is still there
Not working, reverting
Tests still fail on CI
Still broken after the upgrade
Still crashes on startup
Build fails on arm64 and nobody knows why
Migration failed halfway and was rolled back
Reverted
Reverted: broke checkout in production
Reverted, caused a memory leak
Rolled back after the incident
Backed out because latency tripled
Timed out
Timed out waiting for the vendor
Blocked by upstream and dropped
Blocked: the vendor never answered
Dead end
Dead end: lock-free version is slower
Impossible with the current schema
No success after three days
Experiment failed, baseline is better
The approach failed in review
Unsuccessful
Attempted and failed
Tried twice, no luck
Ran out of time, nothing usable
Made things worse
Slower than before, dropped
Aborted
Aborted: data loss in the trial run
Implemented but had to be reverted, broke login
Fix did not help
Patch rejected by maintainers
Rejected: too risky
Infeasible
Nothing worked
Never got it running
Too slow in practice, gave up
Klappt nicht unter Windows
Aufgegeben
Ging nicht
No se pudo hacer
Impossible à faire
无法实现
失败了
できませんでした
Unable to get the vendor library to link
We could not find a way to keep both
Still fails with the same traceback
Prototype crashed under load, abandoned
Attempt failed: the API returns 500 for large batches
Didn't help, p99 unchanged
PR rejected
PR closed without merging, the approach was wrong
Upgrade broke the build; rolled back
Benchmarks show it is slower than before
Not achievable with the current hardware
Gave up after the third rewrite
Failed CI, not pursued
It does not work with our proxy
Reverted in 5f5f5f5 because of data loss
Could not be fixed without breaking the API
Had to be reverted
Spike failed
Broken by the new SDK, no workaround
Broken build abandoned
Can't be done
Couldn't be fixed
Reverted our broken attempt
"""

NEUTRAL = """
Closed
closed
Closing
n/a
Duplicate
Duplicate of bd-a1b2
Dup of #12
Same as demo-4
Superseded by demo-9
Superseded
Obsolete
Obsolete since the rewrite
Stale
Stale, no activity for 90 days
Auto-closed: parent epic closed
Auto-closed by the stale bot
Out of scope
Out of scope for this release
Won't fix
wontfix
Won't do
Not planned
Not a bug
Not needed any more
Not applicable after the redesign
Not reproducible
Cannot reproduce
Can't reproduce on 2.3
Could not reproduce
Unable to reproduce
Works as designed
Working as intended
By design
Invalid
Invalid: filed against the wrong repository
Wrong project
Created by mistake
Test issue
Test bead, please ignore
Moved to the backlog
Moved to bd-77f0
Merged into demo-12
Folded into demo-3
Split into demo-20 and demo-21
Tracked in JIRA-1022
Tracked elsewhere
No longer needed
No longer relevant
No longer applicable since the module was removed
Already implemented in 1.4
Already fixed upstream
Already done by somebody else
Deferred to Q3
Postponed
On hold
Cancelled
Canceled by product
Cancelled: priorities changed
Withdrawn
Declined
Batch delete
Orphaned
Squashed
Cleanup
Closing old issues
Low priority, closing
Replaced by demo-30
See demo-5
Consolidated with the epic
Not worth it
No action needed
Nothing to do
Question answered
Answered in chat
Discussed in the meeting
Converted to an epic
Reopened as demo-50
Veraltet
Duplikat von demo-3
Wird nicht umgesetzt
Duplicado de demo-2
重复
Duplicate: see bd-12
Obsolete: module deleted
No longer an issue
Not an issue
Closing as stale
stale bot
Closed as duplicate
Moved to GitHub
Merged with bd-99
Won't fix: working as intended
Superseded by the new design
Parent closed
Cancelled by user
Reassigned to the platform team
Tracking in bd-4
Covered by bd-33
This was already fixed last week
Abandoned carts feature dropped from the roadmap
Skipped for now
Will revisit later
Reverted the offending upgrade
Wrong fix merged
Wontfix
Partially done, rest in bd-88
Fixed on Linux but still broken on Windows
"""


def labelled() -> list[tuple[str, str]]:
    """(reason, verdict) pairs."""
    groups = ((WORKED, "worked"), (FAILED, "failed"), (NEUTRAL, "neutral"))
    return [(line, verdict) for text, verdict in groups for line in text.strip().split("\n")]
