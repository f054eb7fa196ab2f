"""The words without which a sentence fits no rule of hardwon.maintenance.slot_rules, which costs more to load. Pure."""

from __future__ import annotations

import re

# A sentence without any of these fits no rule; looking for them is twenty times cheaper than trying all.
TRIGGER = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|ports?|owns?|owned|owners?|ownership|belongs?|works?|working|employed|live|living|lives|"
    r"based|prefer|name is|deploys?|run|runs|build|built|bundle|start|started|test|tests|lint|format|ship|type-?check|"
    r"indent\w*|quotes?|line length|required?|requires|targets?|needs|moved|switch\w*|migrat\w*|changed|replace[ds]?|"
    r"upgraded|converted|renamed|kept|stored|written|located|goes|go|tracked|hosted|hashed|encoded|encrypted|removed|"
    r"dropped|gone|retired|stopped|got rid|depends?|supports?|likes?|know|speak|publish|we(?:'re| are) on|"
    r"(?:the|our|my) [\w -]{2,40}? (?:is|are)|(?:is|are) (?:in|under|at))\b",
    re.IGNORECASE,
)
