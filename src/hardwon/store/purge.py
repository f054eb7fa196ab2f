"""Takes memories out of a store for good, so that their words stand in none of its pages.

SQLite overwrites what is deleted, and the word index has its own switch for that; but pages that were rearranged before
keep old bytes in their gaps, so the file is written anew afterwards and its log emptied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import apsw

from hardwon.errors import StoreLocked
from hardwon.store.database import Database, guard
from hardwon.store.memories import delete_memory, text_hash
from hardwon.store.spaces import forget_vectors

WORD_MIN = 4  # characters from which on any word tells a text
SHORT_MIN = 2  # and from which on one does that is no everyday word
_WORD = re.compile(rf"[^\W_]{{{SHORT_MIN},}}")
_EVERYDAY_WORDS = """
a about all also an and any are as at be been but by can did do does for from get go had has have he her his how i id
if in into is it its itself just let me my new no nor not now of off ok old on once one only or our out own per she so
such than that the them then they this to too two up us use via was we were what when who why will with yes yet you
your der die das den dem des ein und ist im zu auf mit von für wir sie es als an bei le la les un une et est de du en
au aux que qui sur par pas el los las y o con por para su se lo al da os em na um uma api app bug cli css csv db dev
env etc fix git gb html http https ip js json kb key log mb md ms npm oh pip py row run sh sql ssh tag tmp ui url ux vm
xml yml yaml true null none add set end try see say may mai jan feb mar apr jun jul aug sep oct nov dec utc pm am
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
_MAGIC = b"sqlite format 3\0"
# Texts that are no memory's, and what stands there when one is taken out.
_ELSEWHERE = (
    ("sessions", "summary", ""),
    ("tasks", "title", ""),
    ("tasks", "reason", ""),
    ("tasks", "closing", ""),
    ("task_sources", "state", "{}"),
    ("cursors", "state", ""),
    ("events", "tool", ""),
    ("outcomes", "reason", ""),
    ("outcomes", "evidence", "{}"),
    ("outcomes", "extra", "{}"),
    ("restatements", "extra", "{}"),
    ("applied", "reason", ""),
    ("proposals", "subject", ""),
    ("proposals", "action", "{}"),
    ("proposals", "evidence", "{}"),
)


def words_of(text: str) -> set[str]:
    """The words of a text that it is told by, in small letters: long ones, and short ones that are not everyday."""
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= WORD_MIN or _tells(word)}


def _tells(word: str) -> bool:
    """Whether a short word tells a text; a number of two digits stands everywhere."""
    return word not in _EVERYDAY and not (word.isdecimal() and len(word) < WORD_MIN)


def is_short(word: str) -> bool:
    """Whether a word is so short that it stands in bytes by chance."""
    return len(word.encode("utf-8", "replace")) < WORD_MIN


def own_words(database: Database, ids: Sequence[str]) -> set[str]:
    """Words that stand in these memories, in any version, and in no other memory of the file.

    Args:
        database: an open store.
        ids: the memories.
    """
    chosen = set(ids)
    mine: set[str] = set()
    others: set[str] = set()
    for id, *texts in database.rows("SELECT memory_id, content, title, tags, files, surroundings FROM versions"):
        (mine if id in chosen else others).update(words_of("\n".join(map(str, texts))))
    return mine - others


def remove(database: Database, ids: Sequence[str], *, keep_ids: bool, words: Iterable[str]) -> None:
    """Take memories out, with all that tells of them, inside a transaction. Harmless twice.

    Args:
        database: a store open for writing.
        ids: the memories.
        keep_ids: clear the texts and leave the ids, with times and outcomes.
        words: words that may stand nowhere afterwards.
    """
    for id in ids:
        _remove_around(database, id)
        if keep_ids:
            _clear(database, id)
        else:
            delete_memory(database, id)
            for table in ("restatements", "outcomes", "versions"):
                database.change(f"DELETE FROM {table} WHERE memory_id = ?", (id,))
    _remove_words(database, set(words))


def _remove_around(database: Database, id: str) -> None:
    database.change("DELETE FROM applied WHERE memory_id = ?1 OR other_id = ?1", (id,))
    database.change("DELETE FROM folds WHERE original_id = ?1 OR summary_id = ?1", (id,))
    database.change("DELETE FROM task_memories WHERE memory_id = ?", (id,))
    database.change(
        "DELETE FROM proposals WHERE id IN (SELECT proposal_id FROM proposal_targets WHERE memory_id = ?)", (id,)
    )
    database.change("DELETE FROM proposal_targets WHERE proposal_id NOT IN (SELECT id FROM proposals)")


def _clear(database: Database, id: str) -> None:
    forget_vectors(database, id)
    # A key may be made of what was said.
    database.change("UPDATE memories SET key = NULL WHERE id = ?", (id,))
    database.change(
        """UPDATE versions SET content = '', title = '', tags = '[]', files = '[]', surroundings = '', around = '',
        split = '', text_hash = ?, origin = '{}', extra = '{}', change = CASE WHEN retired_at IS NULL THEN 'purged'
        ELSE change END, status = CASE WHEN retired_at IS NULL THEN 'retired' ELSE status END WHERE memory_id = ?""",
        (text_hash(""), id),
    )
    database.change("UPDATE outcomes SET reason = '', evidence = '{}', extra = '{}' WHERE memory_id = ?", (id,))
    database.change("DELETE FROM restatements WHERE memory_id = ?", (id,))


def _remove_words(database: Database, words: set[str]) -> None:
    """Empty the texts elsewhere in which a word stands that was only in what is taken out."""
    for table, column, empty in _ELSEWHERE:
        for number, text in database.rows(f"SELECT rowid, {column} FROM {table} WHERE {column} <> ?", (empty,)):
            if words & words_of(_unescaped(str(text))):
                if table == "sessions":
                    database.change("DELETE FROM sessions WHERE rowid = ?", (number,))
                else:
                    database.change(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (empty, number))


def _unescaped(text: str) -> str:
    """JSON's escapes as spaces: a word after a written line end is a word."""
    return text.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ")


def remove_session(database: Database, session_id: str) -> None:
    """Take a session's own record out, inside a transaction: its summary, events and what it was given."""
    database.change("DELETE FROM sessions WHERE id = ?", (session_id,))
    database.change("DELETE FROM events WHERE session_id = ?", (session_id,))
    database.change("DELETE FROM injections WHERE session_id = ?", (session_id,))


def remove_project(database: Database, project: str) -> None:
    """Take out what a project has besides memories, inside a transaction."""
    for table in ("sessions", "events", "injections", "tasks", "task_memories", "task_sources", "applied", "proposals"):
        database.change(f"DELETE FROM {table} WHERE project = ?", (project,))
    database.change("DELETE FROM proposal_targets WHERE proposal_id NOT IN (SELECT id FROM proposals)")
    database.change("DELETE FROM projects WHERE binding = ?", (project,))


def rewrite(database: Database) -> None:
    """Write the file anew and empty its log, so that no page keeps what stood there before.

    Raises:
        StoreLocked: another process reads or writes; nothing is lost, and it can be done again.
    """
    with guard(database.path):
        connection = database.connection
        connection.execute("INSERT INTO memory_fts (memory_fts) VALUES ('optimize')")
        connection.execute("VACUUM")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint (TRUNCATE)").fetchall()[0]
    if busy:
        raise StoreLocked(
            f"another process still reads {database.path}, so its log keeps old pages", "end it, then confirm again"
        )


def ids_of_session(database: Database, session_id: str, projects: Sequence[str]) -> list[str]:
    """Memories of some projects that any version says come from a session."""
    scope = f"AND project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(
        f"""SELECT DISTINCT memory_id FROM versions WHERE json_extract(origin, '$.session_id') = ? {scope}
        ORDER BY memory_id""",
        (session_id, *projects),
    )
    return [str(row[0]) for row in rows]


def ids_before(database: Database, moment: int, projects: Sequence[str]) -> list[str]:
    """Memories of some projects that were made before a moment and not said again since."""
    scope = f"AND m.project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(
        f"""SELECT m.id FROM memories m WHERE m.created_at < ? {scope} AND NOT EXISTS (
        SELECT 1 FROM restatements r WHERE r.memory_id = m.id AND r.at >= ?) ORDER BY m.id""",
        (moment, *projects, moment),
    )
    return [str(row[0]) for row in rows]


def ids_with(database: Database, text: str, projects: Sequence[str]) -> list[str]:
    """Memories of some projects in any version of which a text stands, in any case."""
    wanted = text.casefold()
    scope = f"WHERE project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(
        f"SELECT memory_id, content, title, tags, files, surroundings FROM versions {scope} ORDER BY memory_id",
        tuple(projects),
    )
    found = dict.fromkeys(str(id) for id, *texts in rows if wanted in "\n".join(map(str, texts)).casefold())
    return list(found)


def ids_of_project(database: Database, project: str) -> list[str]:
    """Every memory of a project."""
    return [str(row[0]) for row in database.rows("SELECT id FROM memories WHERE project = ? ORDER BY id", (project,))]


def holds_any(data: bytes, words: Iterable[str]) -> bool:
    """Whether one of some words stands in some bytes: a long one anywhere, a short one as a word.

    Args:
        data: in small letters.
        words: in small letters.
    """
    return any(
        (raw := word.encode("utf-8", "replace")) in data and (not is_short(word) or _as_word(raw, data))
        for word in words
    )


def _as_word(raw: bytes, data: bytes) -> bool:
    return re.search(rb"(?<![a-z0-9])" + re.escape(raw) + rb"(?![a-z0-9])", data) is not None


def raw_words(path: str, words: Iterable[str]) -> set[str]:
    """The words that stand in a file's bytes as words, in whatever case.

    Args:
        path: a file.
        words: in small letters.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read().lower()
    if data.startswith(_MAGIC) or path.endswith(("-wal", "-shm")):
        words = [word for word in words if not is_short(word)]
    return {word for word in words if re.search(rb"(?<![a-z0-9])" + re.escape(word.encode()) + rb"(?![a-z0-9])", data)}


def words_of_schema(database: Database) -> set[str]:
    """Words that every store holds, for they stand in its schema."""
    return words_of("\n".join(str(row[0]) for row in database.rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")))


def task_texts(database: Database, words: set[str]) -> list[tuple[str, str]]:
    """(key, text) of the titles and reasons of tasks in which a word stands."""
    rows = database.rows("SELECT key, title, reason FROM tasks")
    return [(str(key), str(text)) for key, *texts in rows for text in texts if words & words_of(str(text))]


def indexed_words(database: Database, words: Iterable[str]) -> set[str]:
    """The words whose stems stand in the word index: compressed prefixes hide them from a look at the bytes."""
    tokenizer = database.connection.fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])
    found = set()
    with guard(database.path):
        for word in words:
            stems = {stem for _, _, stem in tokenizer(word.encode(), apsw.FTS5_TOKENIZE_QUERY, None)}  # type: ignore[misc,str-unpack]
            if any(database.row("SELECT 1 FROM memory_terms WHERE term = ?", (str(stem),)) for stem in stems):
                found.add(word)
    return found
