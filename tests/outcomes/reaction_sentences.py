"""What people write after an agent has done something, and what it says of the work. One sentence a line."""

from __future__ import annotations

WORKED = """
perfect, that's it
works like a charm now, thank you
yep all green on my side
great job
that fixed it!
lgtm, ship it
no more errors, nice
it no longer crashes on startup, thanks
the flakiness is gone
can't complain, the page loads instantly
ok that works. now let's do the same for orders
thanks! next, add a changelog entry
awesome, merge it
Confirmed, the import finishes now.
yes exactly what I wanted
this is much better
The build passes again, great
no issues so far
I ran it on staging and everything works
beautiful
nice catch, that was it
that did the trick
solved, thanks a lot
good, commit it
👍
tests are green now
you nailed it
excellent work, the error messages read well
it isn't broken any more
Perfect. Can you also rename the helper to parse_row?
no complaints from the linter any more
love it
zero failures, finally
ha, not bad at all
the deploy went through without errors
yes! it works
sweet, thanks
that's right
Deployed to prod, looks good
happy with this
wow, so much faster
Thanks, works on my machine too
Nope, that's all. Thanks!
no problem at all, it runs fine
exactly
cool, now write the docs for it
danke, jetzt funktioniert es
Super, läuft
ya funciona, gracias
perfecto, todo pasa
parfait, ça marche maintenant
merci, c'est corrigé
funcionou, obrigado
可以了，谢谢
测试都通过了
没有报错了，很好
動きました、ありがとう
直りました
keine Fehler mehr, prima
ya no falla
Alright the export finally produces the right file.
ok looks right to me
That resolved it, cheers
It's working now! I had the wrong env var set
Awesome sauce
yes that is the correct behaviour
Hah, it was the cache after all. All good now.
The migration ran without a hitch
good stuff. push it
Brilliant, exactly the fix I was hoping for
No regressions in the nightly run
nice one. what's next?
ok great, it passes. let's move to the next item
all tests passing
thank you!!
I've merged your PR
The login error is gone
Tested on iPhone and Android, both fine
OK perfect
that seems to have fixed it
The warnings disappeared
cool
Good. Now let's add caching.
I can't reproduce the crash anymore
not seeing the error any more
It stopped failing
Runs in 3 seconds now instead of 40, impressive
yup that works
the output matches now
No need to change anything else, it's good as it is
sounds good, thanks
sounds right now, thanks
the bars line up again
printed fine on both machines
perfect, the client signed it off
that was the missing piece
now it looks like the drawing
the numbers add up, thank you
all 14 tickets come through now
it survived the night, no restarts
good, the alarm stays quiet now
down from 40 seconds to 2, wonderful
checked on the phone: smooth
I can log in again :)
reads much nicer
that's how I imagined it
the customer is happy, close the ticket
the map shows the right towns now
yes, like that
great, the colours are the ones from the guide
no duplicates in the list any more, thanks
tried it with the big file, went through
ok that did it
looks as it should
the beep is gone. you're a star
finally! it prints umlauts
super clean, I'll take it
that's the one
brilliant, even the old files open
nice and quiet in the log now
the board boots, all leds on
works here too
I'd call that done
it ran through the whole archive, nothing lost
spot on
the seats can be booked again, thank you
looks right on the scope
the hum is gone on my speakers
good. what about the german texts?
all right, the tests agree with you
ran it twice, same numbers both times. good
yay it compiles
feels snappy
the ghost entries are gone
passes the validator now
the old people at the club can read it now
wonderful, exactly the layout of the paper
"""

FAILED = """
still broken
it still doesn't work
no
nope, same error
that's not what I meant at all
you broke the login
Now the tests fail
why did you delete the fixtures??
revert that
undo this please, I liked the old layout
great, now nothing compiles
thanks for breaking the build
wow, it doesn't even start
I get a KeyError now
this is wrong
wrong file
it's worse than before
nothing changed
no luck
doesn't help, the queue is still stuck
the page is blank now
CI is red again
please roll back your changes
I told you not to touch the migrations
not fixed. the spinner keeps spinning
hmm it crashes when I click save
that broke pagination
Same traceback as before:
you misunderstood, I wanted the total per month
fail
I'm getting a 500 when I open the page now
No, use the existing client. Don't add another dependency.
this makes no sense
stop changing the tests to make them pass
you just commented out the assertion, that's cheating
the error came back again
try again
That solution is a terrible hack, I don't want it
it's not working
can't log in any more, you broke it
nope
ugh, another exception
nice, you deleted the config
Didn't work.
still getting ECONNREFUSED
You ignored what I said about the cache
put it back the way it was
that didn't fix anything
Oh great. Another regression.
yeah right, 'all tests pass'. 3 of them are failing
it compiles but the output is wrong again and it still crashes
bring back the old behaviour
I did not ask for a refactor
wrong again
funktioniert immer noch nicht
nein, das ist falsch
sigue fallando
no funciona
ça ne marche toujours pas
annule ça, ce n'est pas ce que je voulais
ainda não funciona
还是不行
没用，同样的错误
まだエラーが出ます
違います、元に戻してください
na toll, jetzt ist alles kaputt
It's the same as before
Hmm, the button does nothing now
that's the wrong table
the import now throws a ValueError
I asked for a warning, not an error
The fix you made yesterday is fine but this one broke everything
Why is the test still red?
you removed the logging I added
This doesn't solve my problem
It ran but produced an empty file
no no no
I can't open the app anymore
Getting a white screen since your last change
The tests you wrote don't test anything
This isn't what we discussed
Not good. The API returns 400 for everything.
The server won't start
Nothing is displayed
I think you broke something, the sidebar is gone
Your change causes an infinite loop
Not really, it's still 2 pixels off
doesn't compile
Error: Cannot find module './db'  -- that's what I get now
it fails on the second run
Wrong. The discount applies before tax.
that's worse
didn't help
unfortunately it's still crashing
tests fail
it broke the build
You changed the public API, which I explicitly told you not to do
this is not what the ticket says
3 tests are failing now
nah, drop it. the previous version was better
seriously? you deleted my notes
the same test fails again
well now the whole page is gone
I still see the old logo
no change on my side
doesn't do anything here
it comes back after a reload
the red line is back
that wasn't it
hasn't helped
now both are gone
nothing in the log either
the list is still empty after login
not on the tablet
the totals are off by one day now
it rounds the wrong way
I'd rather have the old behaviour
this breaks the import for everyone
no. we never store times in local zone
that's the opposite of what I need
hm no, the arrow points left
please take the cache out again, it serves stale pages
it eats all the memory now
the lights go on by themselves since this afternoon
you mixed up the two units
this can't go out like that
the reviewer says this is not how we do it
nope, blank screen
wonderful, now the backup is empty too
thanks a lot, the whole index is gone
I had to roll that back on the server
it deletes the wrong rows
the test passes because you removed the check
and the second one still doesn't print
the query takes longer than before
didn't you read the note? no inline styles
that's not the file I meant
same symptom, different line
it's back to 9 seconds
the sensor reads zero all the time
we don't do it like that here
the page jumps when I scroll, it didn't before
I get two mails each time now
oh come on, not the vendor folder again
the doors don't open any more
now every customer gets the same number
hm. the second page is upside down
this doubles all bookings
sorry but that's not usable
the ids have changed, that must not happen
you've put the key into the repo!
looks awful on a phone
what is this? the price is zero
we can't use a gpl library
the printer still prints nothing
why is there a sleep in it again
that only hides the error
it's a workaround, not a fix
you removed the licence header
I see the same three errors
it still takes the old address
not what we agreed on
nice try, but the leak is still there
the customer got someone else's invoice
you can't do that in a migration
the checksum doesn't match
ten minutes and it's still running
it overwrote my config
"""

PARTIAL = """
it works for one row and then hangs, so it's not fixed
it works, but the colours are still wrong
almost there
better, but the footer still overlaps
that fixed the crash but now it's slow
not quite, the header is right though
close, the total should include tax
tests pass now, but the linter still complains
the first one works, the second still fails
half of it works
getting closer
works, except the date is still off by one
läuft, aber der Export ist immer noch kaputt
casi, falta el encabezado
presque, il manque le titre
Works for json but not for yaml
the crash is gone, but the data is still wrong
mostly works, the sort order is off
ok good progress, 3 of 5 tests pass
It's better now but not perfect
login works, logout doesn't
the first page is right, the others are empty
better, one of the three still hangs
it starts now, only the icon is missing
good on linux. on the mac it crashes as before
half of them are fixed
"""

NOTHING = """
ok
yes
go ahead
continue
does it handle empty files?
did you run the tests?
now add a test for the parser
next: fix the failing test in auth
if it fails, tell me
make sure it still works on Windows
can you explain why this was needed?
write a failing test first
what about performance?
how do I run this locally?
let's look at the deployment script
add error handling to the uploader
please also update the readme, thanks
the customer reported an error in the export, look into it
Could you make the error message clearer? Thanks
I wonder whether this breaks the old clients
use tabs in this file
what does the flag do
commit this
rename fail_count to failure_count
show me the diff
which tests fail on main?
let me know if it works
it should fail when the file is missing
sounds like a plan, go
we need to support broken pipes too
are you sure?
open a pull request
option 2
the tests should pass on Python 3.11 too
handle the case where the server crashes
ja
weiter
schreib bitte noch einen Test
sí, continúa
ajoute un test
请写一个测试
テストを書いてください
run the linter
I'll check tomorrow
fix the bug where the list is empty
create a ticket for the flaky test
debug why the worker crashes on SIGTERM
Let's use redis for this
What does this error mean?
add a retry when the request fails
can you check why the build is slow
Run the tests again
Now do the same for the other module
how about a dropdown instead?
Actually, wait
here's the log
explain the failing case in the spec
I'd like a flag to skip broken records
do you think this could break older versions?
the next task is the broken link checker
Which of these is wrong?
Set the timeout to 30
fine
B
Is it possible that the cache is stale?
there's another ticket: users can't reset their password. please fix
Look at the error handling in api.py
write tests for the failure cases
The design doc says retries must be idempotent
we deploy on Fridays
let's undo the freeze tomorrow
revert the feature flag default to off in config.yml
make it fail fast on bad input
Please fix the typo in the README, thanks
the report should show failed jobs in red
what's wrong with using a set here?
What if the file doesn't exist?
I don't understand this part
what would it take to support postgres as well?
can you show me where that is used?
I'm off for lunch
let's do the invoices next
put the result into a table
and the same for the staging bucket
how long does the full run take?
is the password in the repo?
tomorrow we do the second half
the deadline moved to friday
my colleague will look at it
write that down in the readme
how does the old system handle this?
which of the two is older?
I'll be back in ten minutes
use the english names
it should also take a directory
explain it to me like I'm new here
and if the file is missing?
do it for the other region as well
ok, and what about the tests?
remind me what the flag was called
leave the second one for later
add ana to the reviewers
the meeting is at three
there is also a bug in the login, but that is for another day
the other team has broken tests, ignore those
can we undo a deploy?
how would I revert this if needed?
what does "failed" mean in this table?
paste the stack trace into the ticket
the spec is in docs/spec.pdf
there's a second printer in the cellar
do you remember the old format?
please don't commit yet
we have a new customer in Graz
I wonder if we could share the cache
what's left to do?
the server has 8 GB
next one: the calendar
make it a bit shorter
can we have that in blue?
is there a test for this?
let's wait for the review
I'll test it on Monday
does anybody still use this?
it should fail loudly when the key is missing
we call that a batch
sort them by name
good morning
who wrote this?
"""


def labelled() -> list[tuple[str, str]]:
    """(sentence, verdict) pairs; "" where it says nothing of the work."""
    groups = ((WORKED, "worked"), (FAILED, "failed"), (PARTIAL, "partial"), (NOTHING, ""))
    return [(line, verdict) for text, verdict in groups for line in text.strip().split("\n")]
