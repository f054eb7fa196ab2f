"""French."""

from __future__ import annotations

from hardwon.capture.phrases import Phrases, language

FRENCH = language(
    Phrases(
        name="fr",
        always=r"toujours|systématiquement|à chaque fois que|sans exception|chaque (?:nouvelle?|nouveau)|tou(?:s|"
        r"tes) les nouve\w+",
        never=r"jamais|en aucun cas|sous aucun prétexte|surtout pas",
        habits=r"j'oublie|toujours (?:pas|la même|les mêmes|un plaisir|bon à)|j'ai toujours|je n'ai jamais|"
        r"comme toujours|était|"
        r"depuis toujours|marche toujours|jamais (?:vu|entendu|pensé|eu)|ça ne (?:marche|finit) jamais",
        from_now=r"à partir de maintenant|désormais|dorénavant|à l'avenir|à partir d'aujourd'hui|la prochaine fois|"
        r"dès maintenant",
        remember=r"(?:s'il te plaît,? )?(?:retiens|souviens-toi|rappelle-toi|n'oublie pas|note(?: bien)?|"
        r"garde en tête|pour info(?:rmation)?|"
        r"pour mémoire|à savoir|à noter|fyi|sache)(?:\s*[:,]|\s+(?:que|qu'|de)\s*|\s+(?=l[ae]s?\b|l'))",
        rule=r"(?:nouvelle |notre |une |comme )?(?:règle|convention|consigne)\b",
        dont=r"\bne (?:pas|\w+ (?:pas|rien|plus))\b|\bn'\w+ (?:pas|rien)\b|\bpas (?:de|d')|\baucune?\b|\bsans\b",
        scope=r"dans ce (?:dépôt|repo|projet)|sans (?:me|mon|demander|prévenir)|à la main|directement|avant (?:de|"
        r"que|chaque)|sauf|"
        r"sur (?:main|master|la prod|prod)|en prod\w*|dans les \w+s|tou(?:s|tes)|chaque|dans \w+/\S*",
        we_use=r"(?:ici,? |chez nous,? |dans ce projet,? )?(?:on|nous) (?:utilise|utilisons|écrit|écrivons|"
        r"travaille|met|mettons|garde|"
        r"déploie|déployons|formate|appelle|vouvoie|tutoie|fait|faisons|stocke|nomme|passe par|teste)\b(?! de nouveau)",
        instead=r"au lieu d[e']|plutôt que?|et non|pas (?:avec|en|dans|par|comme)|mais pas|à la place de|"
        r",? pas [\w`/-]+[.!]*\Z",
        only=r"seulement|uniquement|que|seule?s?|au (?:plus|moins|maximum|minimum)|maximum|exactement|tou(?:s|tes)|"
        r"chaque|aucune?",
        decided=r"(?:bon,? |ok,? |alors,? |d'accord,? )?(?:(?:on|nous|j')(?: a| avons|ai)? (?:décidé|convenu|choisi|"
        r"opté|retenu)|"
        r"décision\s*:|(?:on|je) (?:part|reste|garde|prend|prends|abandonne|passe|attend|"
        r"laisse)\b(?=.*\b(?:parce que|car|puisque|pour|au lieu|"
        r"plutôt|à cause|sinon)\b)|(?:on|nous) (?:reste|restons) (?:sur|avec|en)|prenons .+(?:car|parce que|pour|"
        r"plutôt)|"
        r"pas (?:maintenant|tout de suite|pour l'instant)\b(?=.*\b(?:parce que|car|puisque)\b))",
        because=r"parce qu[e']|car|puisque?|sinon|à cause d[e']|afin d[e']|pour que|faute de",
        prefer=r"je (?:préfère|n'aime pas|déteste|veux (?:toujours|que tu)|voudrais (?:toujours|que tu))|"
        r"j'aime (?:mieux|bien quand|que)|"
        r"j'aimerais (?:que tu|toujours)",
        answer=r"(?:s'il te plaît,? )?(?:réponds?(?:-moi)?|écris(?:-moi)?|parle(?:-moi)?|"
        r"explique(?:-moi)?) (?:toujours |uniquement )?"
        r"(?:en|avec|sans|de façon|brièvement)\b|sois (?:bref|concis)|réponses courtes|(?:pas d'|sans )emojis?",
        careful=r"(?:attention|fais attention|gare|méfie-toi)\s*[:,!]?\s*(?:à|aux?|que|avec)?",
        asks=r"(?:demande-moi|préviens-moi|dis-moi|demande)(?: toujours)? avant (?:de|d\')",
        states=r"est|sont|s'appelle|tourne|écoute|utilise|attend|accepte|n'accepte|prend|a besoin|ont|exige|demande|"
        r"vit|vont|va|"
        r"se trouve|renvoie|supporte|requiert|commence|finit|doit|doivent|faut|a déménagé|n'est|ne sont|"
        r"part(?! \d+\W*$)|partent|coupe",
        trouble=r"erreurs?|échoue\w*|cassée?s?|ne marche (?:pas|plus)|ne passent? (?:pas|plus)|faux|manque|plante|"
        r"bloque|encore|"
        r"toujours pas|lente?|vide|rouge|vert|fini|fait|trop|à nouveau|[45]\d\d",
        openers=r"(?:ok(?:ay)?|bon|bien|oui|salut|bonjour|merci|parfait|super|aussi|et|mais|au fait|ah|alors|"
        r"autre chose|important|"
        r"s'il te plaît|stp|d'accord|d'ailleurs|puis|donc|ps)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        corrections=r"(?:non|faux|pas comme ça|ce n'est pas ça|c'est faux|incorrect|je t'ai dit(?: que| de)?|"
        r"je voulais dire|stop|attends|"
        r"en fait)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        polite=r"(?:peux|pourrais)-tu (?:s'il te plaît )?(?=toujours|ne jamais|désormais)|(?:tu peux|"
        r"tu pourrais) (?=toujours|ne jamais)|"
        r"(?:je veux|j'aimerais) que tu (?=\S)|merci de (?=\w)|(?:s'il te plaît|stp),? (?=\w)|veille à (?=\w)|"
        r"pense à (?=toujours)",
        closers=r"[,;.!–-]?\s+(?:ok(?:ay)?|d'accord|s'il te plaît|stp|merci|compris)",
        momentary=r"pour (?:l'instant|le moment)|maintenant(?! on)|aujourd'hui|demain|hier|cette (?:fois|semaine|"
        r"fonction|branche)|ce (?:matin|soir|"
        r"fichier|test|commit|mois)|temporairement|provisoirement|pas encore|tout à l'heure|tout de suite|"
        r"juste (?:ici|là)|la semaine prochaine",
        doubtful=r"peut-être|je (?:pense|crois|suppose|me demande|ne sais pas)|et si\b|que |quoi|comment|pourquoi|"
        r"qui\b|où\b|quand est|quel|"
        r"est-ce|on pourrait|devrait-on|faut-il|on devrait peut|imagine|si (?:on|nous) (?:avait|avions|était)|"
        r"y a-t-il|c'est quoi",
        mocking=r"\b(?:ha(?:ha)+|mdr|lol|bien sûr que non|bravo|ironie)\b|[🙄😂🤣🙃😅]",
        reported=r"(?:la doc|la documentation|le readme|le wiki|mon chef|ma chef\w*|le client|un collègue|le linter|"
        r"le ticket|l'article|"
        r"il|elle|ils) (?:dit|disent|a dit|veut|recommande|écrit)|selon|d'après",
        dangling=r"comme (?:ça|ci-dessus|avant)|la même chose|l'autre|celui-ci|celle-là|ce truc|"
        r"(?:fais|utilise|mets|laisse|change|enlève)-(?:le|la|les)\b",
        pronouns=r"il|elle|ils|elles|ça|cela|lui",
        local=r"dans ce (?:dépôt|repo|projet)|ici|notre|nos|chez nous|[\w-]+/[\w./-]+",
        requests=r"(?:s'il te plaît,? |stp,? |maintenant |puis |et )*(?:fais|écris|ajoute|change|crée|supprime|"
        r"enlève|montre|vérifie|regarde|"
        r"cherche|lance|corrige|mets|renomme|déplace|traduis|installe|ouvre|compte|explique|liste|donne|dis|génère|"
        r"implémente|remplace|utilise|essaie|teste)\b",
        past=r"avait|avons eu|a cassé|on a (?:eu|perdu|cassé)|était|s'est|déjà (?:eu|arrivé)",
        rejects=r"(?:ça|ce)? ?(?:n'en vaut pas la peine|ne vaut pas (?:le coup|la peine)|laisse tomber|oublie|"
        r"annule|reviens (?:à|en)|"
        r"retire-le|enlève-le|on reste (?:sur|avec)|tant pis|abandonne)\b",
        tries=r"(?:s'il te plaît,? )?(?:essaie|essaye|teste|regarde si|vérifie si|passe à|mets à jour)",
        alternatives=r"ou",
        stop_words="toujours jamais seulement utiliser faire tous toutes chaque ici",
        function_words="""le la les un une des de du et ou que qui en est sont ne pas se pour avec sans son sa ses au
        aux dans ce
        cette ces on nous je tu il elle mais si plus très toujours jamais parce car ici tout tous toutes chaque me te
        lui sur
        par comme été être avoir faut fait merci bonjour oui non désormais quand où aussi depuis""",
    )
)
