"""What people write after work that pleased them, did not, or that their words are not about. One message a line."""

from __future__ import annotations

GOOD = """
the bride loves it, print it
my test account gets exactly one mail now
checked 20 random rows, all fine
temperature is steady at 21 now
it survived the load test
this reads like our handbook. good
ok wow that was easy, it just works
both printers work now
the auditor had no questions
smooth as butter
cut the bill by half, thank you!
it's in production since noon, not a single error
yes, that is the order I meant
love the new names
pixel perfect
Endlich! Läuft seit zwei Stunden stabil
So soll es sein
c'est beaucoup plus lisible, bravo
mucho más rápido, gracias
比之前快了十倍，太好了
やっと通りました、感謝です
заказы больше не теряются, отлично
you saved my afternoon, it syncs again
ran the whole pipeline overnight, zero errors
ha, so simple! yes that's right
much calmer now, no alarms since noon
the vet says the doses are right now
great find, I'd never have looked there
it's exactly how the paper draft looks
that's what I call fast
we demoed it, people clapped
this is the way. merge
nice touch with the icon
good, that's the one
all students could log in today :)
finally a readable log
I can confirm the totals, all 14 match
Wunderbar, genau so hatte ich mir das vorgestellt
Super, jetzt stimmt's
Merci, c'est exactement le rendu voulu
Queda genial, gracias
Ficou ótimo!
Grazie, ora torna tutto
完美，正是我想要的
すごい、一発で直った
Вот теперь отлично
bardzo dobrze, działa
perfect, lookups are instant now
works like a charm
yes! exactly what I wanted
Nice work, merging this
👍 great, that fixed it
Klasse, läuft jetzt viel schneller
génial, ça marche
perfecto, funciona
ottimo, adesso va
很好,现在快多了
完璧です、速くなりました
отлично, работает
lgtm
confirmed, 40x faster
that did it
beautiful. merged.
ship it!
looks good to me, thank you
good job, tests are faster too
Sehr gut, danke!
Top!
yes, that's it
the numbers match the invoice now
looks right to me
great, the tests are green on my side too
much snappier
deployed it, no complaints so far
that fixed it for the customer
exactly what we wanted
nice and clean
QA signed off
works on my phone
spot on
this reads really well
I like that
good call using the index
CI is green, merged
the client loves it
awesome, works in both browsers
cool, that's how it should be
beautiful
that solved the crash, thanks
flawless
even the old data loads now
approved, go on with the next ticket
it prints correctly now
the leak is gone
yep that works
passt so
läuft einwandfrei
wunderbar, genau so
stimmt jetzt
parfait
ça marche maintenant
c'est exactement ça
impeccable, merci
funciona perfecto
ahora sí
muy bien, así queda
perfeito, era isso
agora funciona
perfetto
ora funziona
отлично
теперь работает
то что надо
可以了
很好，就是这样
完美
いいですね
動きました
ばっちりです
działa, dzięki
super, o to chodziło
werkt perfect
helemaal goed
funkar fint
perfekt, tack
harika oldu
잘 돼요
완벽해요
yes!! it finally prints both pages
this is so much easier to read
just tried with 10k rows, instant
my colleagues are happy, the export opens in excel now
that's the layout I had in mind
no complaints from the pilot group, great
exactly, and the log is readable now
cool, the map loads in under a second
very nice, keep it that way
okay that's neat
tested on staging: all 12 scenarios pass
the noise is gone, well done
perfect timing, it went live this morning without a hitch
wow, the build takes 20 s instead of 3 min
looks exactly like the mockup
I like the short form
yup, fixed
works. thanks!
it does what it should
ja super, so wollte ich das
Passt, danke dir
Top, die Seite lädt jetzt sofort
c'est nickel, merci
génial, exactement ce qu'il fallait
¡perfecto, gracias!
va benissimo così
太棒了，就是我要的效果
没问题了，谢谢
助かりました、直っています
всё супер, спасибо
""".strip().split("\n")

BAD = """
patients now appear under the wrong doctor
hm. our nightly export is 4 GB since Tuesday, it used to be 40 MB
the reviewer turned it down because of the global state
nobody on the team can read this regex
you're rounding twice, look at the third line
that's 200 lines for something that was 3
I specifically said no external calls from the worker
this belongs in the service, not in the view
the discount is applied to shipping as well, that's not allowed
my ears! the alarm plays at full volume
it compiles, but the robot drives into the wall
Got the page, it's upside down
both lamps are on now, should be one
what a mess, undo all of it
these numbers can't be right, we never sold 9 million
after the restart the setting is lost
with your change the pump never stops
the old file names are gone from the search
that broke offline mode
please never use force push here
the docs say the opposite of what the code does now
It asks for the camera permission twice
looks like you swapped min and max
Seit dem Update piept das Gerät ununterbrochen
Jetzt fehlt die Hälfte der Adressen
Das wollte der Kunde genau nicht
la page met 10 secondes à s'ouvrir maintenant
tu as oublié les accents partout, c'est illisible
ahora salen dos correos por pedido
注文が二重に登録されます
теперь письма уходят дважды
hoera, nu staat alles op zijn kop
I just got a call from the hotel, all bookings after Friday are gone from the screen
the pdf has the address on two pages now, that can't go to customers
sorry but no, I asked for the weekly report and this is monthly
uh, the app asks for my password on every click since this
did you even look at the screenshot? the legend is cut off
our DBA just shouted at me, that query locks the whole table
this is getting silly. third attempt and the badge is still grey
please put the old wording back, legal signed off on that one
that's a security hole, anyone can read the invoices with this
hm, now I see each message three times
the tests may be green but the page shows 'NaN km'
I've taken your commit out again, the sensors went silent
not helpful. the whole point was to keep the order
you changed the public signature! other teams call this
Works on Chrome. Safari shows a blank page.
Nein! Nicht die Produktionsdatenbank!!
Das bringt nichts, die Warnung kommt weiterhin
Also ehrlich, jetzt ist die Suche komplett tot
Pas terrible, le menu recouvre le titre
toujours pareil, rien ne s'affiche
Vale, pero ahora no arranca
no me convence, vuelve a la versión anterior
还是老样子，图片显示不出来
你把我的配置删了！
ダメだ、また落ちた
не помогло, та же ошибка в логах
fab, now even the intern can delete prod. well done.
thanks, I hate it
Oh joy, another config file
slow clap. the import takes an hour now
sure, "fixed". tell that to the 200 people in the queue
how lovely, my unread mails are all marked as read
what a relief, now NOTHING loads
please stop adding try/except everywhere
I'd rather have it in the sidebar, as we said yesterday
it was faster before
the migration ate the nicknames column
why is my name in the footer now?
this reads like a robot wrote it
half the icons are missing
no, this returns stale results now
that broke the admin page
why did you cache this? users see old prices
revert this please
I told you not to cache anything in look.py
this is wrong, the cache must be per user
nope, memory goes through the roof
Now it crashes on startup
Leider falsch, jetzt kommen alte Preise
ça ne marche pas du tout
no funciona, sigue igual
不对,结果是旧的
動きません
не работает, откати
Oh great, now it leaks memory. Brilliant.
wow, fantastic, production is down
yeah right, "cached". it takes longer than before
Thanks for breaking the search
please undo, caching here was a bad idea
we cannot cache this, prices change per minute
not good. results are outdated
Das geht so nicht, bitte zurück
non, remets comme avant
still slow
no difference at all
this makes it worse
I get TypeError: unhashable type: list now
the cache is never invalidated!! take it out
users are complaining about stale prices since this morning
this deletes the wrong rows!
you hard-coded the key, that must never be in the repo
the modal opens behind the header now
it takes 40 seconds instead of 3
that's the opposite of what I need
where did my comments go? put them back
I asked for a table, not a list
hmm no. the totals are off by one cent
customers got two mails each
that is not how we name things here
it should be sorted by date, not by name
we don't use lodash in this project, take it out
the colours are awful
not like this, please follow the style guide
this doesn't compile on windows
the login is dead since the last commit
still red on CI
prod is throwing 500s after your change
that only works on your machine
wrong file!
I see no change whatsoever
you removed the null check, that was there for a reason
please don't add comments to every line
that's way too complicated for such a small thing
the map is empty now
the export has all the umlauts garbled
our accessibility tester says the focus is lost
it's worse than before: two spinners now
half of the tests are skipped, that's cheating
rolled it back, it broke the checkout
I had to undo this, the printer jams with it
the customer hates it
too slow, undo
the button doesn't do anything
it logs the password in plain text!!
didn't help
same crash
nothing happens when I click
that made no difference
Not quite what I had in mind, the old layout was better
so now every request hits the database? no thanks
well that backfired
congratulations, you've just emptied the staging db
super. alles kaputt
das ist jetzt noch langsamer
so war das nicht gemeint
bitte rückgängig machen
nee, falsch herum
die Tests sind grün, aber die Seite ist leer
das stimmt nicht, die Steuer fehlt
c'est pire qu'avant
non ce n'est pas ça
ça plante encore
tu as cassé la page d'accueil
remets l'ancienne version
esto está mal
sigue fallando
no era eso lo que pedí
se ha roto el login
deshaz eso
não era isso
continua a dar erro
ficou pior
desfaz isso
non è quello che volevo
dà ancora errore
adesso è rotto
это не то
всё равно падает
стало хуже
верни как было
сломал авторизацию
ещё хуже, чем было
不是我要的
页面打不开了
更慢了
改回去
还是一样
違います
まだエラーが出ます
元に戻して
壊れました
nie działa
to nie to
nadal błąd
het werkt niet
nog steeds kapot
dat bedoelde ik niet
funkar inte
det blev värre
olmadı
hâlâ hata veriyor
안 돼요
여전히 에러가 나요
oh wonderful, the invoice now says undefined EUR
Great, now my grandmother's phone gets the alarm at 3 am.
a masterpiece. every heading is purple
love how it deletes the draft when you press save
sure, because what everyone wants is a popup on every page
nice try
well that was quick, it crashes in two seconds now
bravo, 14 duplicate mails in my inbox
fantastic news: the site is faster because it shows nothing
so helpful. the one field I needed is gone
ah yes, the famous "fix". same 500.
10/10, would wait 40 seconds again
thank you for turning my csv into soup
Ganz toll, jetzt sind alle Umlaute Fragezeichen
Bravo, maintenant plus personne ne peut se connecter
the second tab still shows yesterday's numbers
tried it on the tablet: same white screen
nope, the mail still goes to spam
it's back. 3 timeouts in the last hour
hm, I can still log in with the old password
deployed and the alarm went off again at 14:02
still getting the 403 for guests
the flicker is there again as soon as I resize
didn't change anything for me, the list is as slow as before
same thing on my side: 'undefined' in the header
the cron still runs twice
no, on the real device the sound is still choppy
it works in the test but not with the real file
no. tests pass because you deleted the failing one
I don't want a new dependency for that
please use the helper we already have instead
this is a public api, you can't rename it just like that
that's not our style, we don't write classes here
we agreed on feet, not metres
I never asked for a cache. remove it
out with it, the lawyers say we can't store that
too clever, nobody will understand it in a year
wrong direction, the arrow should point to the exit
this is not what the spec says
take out the animation, it makes people sick
Das ist falsch, die Steuer wird vorher abgezogen
Non, on garde l'ancien format
No, así no. Quiero el precio con IVA
不要用这个库，公司不允许
その命名はダメです。規約を見てください
нет, так не пойдёт, верни как было
the name is 'Lena', not 'Leni'
close, but the label should be bold
it's spelled 'cancelled' with two l
you forgot the french translation
good, only the padding is off by a pixel
fine except for the date format
almost! the tooltip should be on the left
""".strip().split("\n")

NEITHER = """
what's the difference between the two modes?
ok. the customer wants to see it on Thursday
do we have a test for leap years?
thank you, that explains it
now let's look at the invoices
can I delete the branch?
the next one is harder: the tax report
ok, and for the desktop app?
I'll be offline for an hour
do you need the credentials for that?
no need for a changelog entry
the ticket says to also cover refunds
fine by me
makes sense
how about caching?
Und wie ist es bei Gutschriften?
on fait quoi pour les anciens clients ?
¿y en producción?
那线上环境呢？
テストはどこにありますか
Can you also check the Polish texts?
fine, what about the logout then
let's see what the customer says
okay. I'm in a meeting until 3
then do the same for the other three files
ok so the next thing is the newsletter form
got it. what's the command to run only that test?
is there a way to make this configurable?
I need a coffee. back in ten
one question: does this work offline?
the deadline is friday btw
remind me to update the wiki
and how is the search index built?
ok, leave it like this for now
we also need an english version
alles klar, weiter mit Punkt 2
ok et pour les tests ?
entonces pasemos al siguiente
好的，继续
わかりました。次お願いします
понятно. дальше по списку
by the way my keyboard is dying, so excuse typos
our office wifi is terrible today
I'll revert to you tomorrow with the numbers
in the old system that crashed all the time, just so you know
there was an error in my first message, I meant 15 not 50
would that break if the file is empty?
my fault, I had the wrong branch checked out
ok
thanks, now let us do the docs
what does maxsize=None mean?
my laptop is broken, brb
can you also add a test?
next: the login page
hm, how much memory does it take?
should we revert if it fails in prod?
the build server is down again, ignore CI
is it thread safe?
one more thing: rename find to lookup
alright, continue
let me think about it
danke
k
/clear
cool, next one
I will test tomorrow
ok what's left?
next ticket: the footer links are dead
can you show me the diff?
thanks, I'll have a look later
how long does the suite take?
what would it cost to support PDF as well?
alright, then let's start with the importer
I have to leave now, we'll go on tomorrow
and now the same for the supplier page
please write a summary for the team
which python do we use in CI?
good. now rename the module
ok, new topic. we get an error in the mail worker: "connection refused". where is its config?
Danke. Als nächstes bitte die Suche.
merci. on passe à la page contact
vale, ahora los tests del carrito
好，下一个任务：导出功能
ありがとう。次はログイン画面をお願いします
my internet was down, sorry for the delay
the printer in the office is broken again, so no screenshots today
if that breaks anything we revert on Monday
support wrote: "nothing works, please fix". that was about the old release
don't worry about the red icon, that's the other team's job
I was wrong about the port, yours is right
is it wrong to use a set here?
failed to mention: the office is closed tomorrow
could you explain why the first try failed?
the failing test you fixed, was it flaky?
no need to rush
sorry, wrong window
""".strip().split("\n")
