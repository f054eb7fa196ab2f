"""Portuguese."""

from __future__ import annotations

from hardwon.capture.phrases import Phrases, language

PORTUGUESE = language(
    Phrases(
        name="pt",
        always=r"sempre|em todos os casos|sem exceção|toda vez que|cada nov[oa]|tod[oa]s? (?:[oa]s )?nov[oa]s?",
        never=r"nunca|jamais|em hipótese alguma|de jeito nenhum|em caso algum",
        habits=r"sempre (?:esqueço|dá|falha|me)|nunca (?:vi|tinha|pensei|funciona)|como sempre|desde sempre|era|foi|"
        r"bom saber|"
        r"eu sempre (?:esqueço|me)|sempre (?:a mesma|o mesmo)",
        from_now=r"a partir de agora|daqui (?:em|para|pra) (?:diante|frente)|de agora em diante|no futuro|"
        r"da próxima vez|doravante",
        remember=r"(?:por favor,? )?(?:lembre(?:-se)?|lembra|tenha em mente|anota|anote|guarda|"
        r"não (?:se )?esque[çc]\w+|para (?:sua )?informação|"
        r"pra constar|nota|obs|aviso|fyi|fica sabendo)(?:\s*[:,]|\s+(?:de )?que\b|\s+(?=[oa]s?\b))",
        rule=r"(?:nova |nossa |uma |como )?(?:regra|norma|convenção)\b",
        dont=r"\bnão (?!sei\b|há\b|está\b|é\b|funciona\b|consigo\b|me\b|deu\b|tem\b|foi\b)\w+|\bnada de\b|\bsem\b|"
        r"\bproibido\b",
        scope=r"neste (?:repo|repositório|projeto)|sem (?:perguntar|me|avisar|pedir)|à mão|na mão|diretamente|"
        r"direto|antes de|exceto|"
        r"salvo|em produção|na (?:main|master|produção)|n[oa]s \w+s|tod[oa]s|nenhum|nenhuma|em \w+/\S*",
        we_use=r"(?:aqui |neste projeto |no time |na equipe )?(?:nós |a gente )?(?:usamos|usa|utilizamos|escrevemos|"
        r"trabalhamos com|guardamos|"
        r"fazemos deploy|formatamos|chamamos|fazemos|colocamos|publicamos|testamos)\b",
        instead=r"em vez de|ao invés de|no lugar de|e não|não (?:com|em|como|por)|,? não [\w`/-]+[.!]*\Z|mas sim",
        only=r"só|somente|apenas|no máximo|máximo|mínimo|pelo menos|exatamente|tod[oa]s|cada|nenhum|nenhuma|nada",
        decided=r"(?:bom,? |ok,? |então,? )?(?:(?:nós |a gente )?(?:decidimos|decidiu|combinamos|optamos|escolhemos|"
        r"resolvemos)|decisão\s*:|"
        r"(?:vamos|ficamos|fica|seguimos|vamos ficar|vou) (?:com|de|usar|manter|adiar|esperar|"
        r"deixar)\b(?=.*\b(?:porque|pois|já que|"
        r"para|por causa|em vez|até)\b)|(?:melhor )?(?:usamos|usar|mantemos|mantém|descartamos)\b(?=.*\b(?:porque|"
        r"pois|já que|por causa|"
        r"em vez)\b)|(?:agora|por enquanto) não\b(?=.*\b(?:porque|pois|já que)\b))",
        because=r"porque|pois|já que|senão|caso contrário|por causa d[aeo]|para que|para não",
        prefer=r"(?:eu )?(?:prefiro|gosto (?:mais|quando|de)|não gosto|odeio|quero (?:sempre|que você))",
        answer=r"(?:por favor,? )?(?:responda?|responde|escreva|escreve|fala|fale|explique|explica)(?:-me|"
        r" pra mim)? (?:sempre |só )?"
        r"(?:em|com|sem|de forma)\b|seja (?:breve|conciso|direto)|respostas curtas|sem (?:emojis?|resumos?)",
        careful=r"(?:cuidado|atenção)\s*[:,!]?\s*(?:com|que)?",
        asks=r"(?:me )?(?:pergunt[ae]|avis[ae]|consult[ae])(?:-me)?(?: sempre)? antes de\b",
        states=r"é|são|está|estão|fica|ficam|se chama|chama-se|usa|usam|precisa|precisam|espera|aceita|aceitam|vai|"
        r"vão|vive|roda|escuta|"
        r"tem|têm|exige|devolve|retorna|suporta|requer|começa|termina|mudou|foi para|deve|devem|corta|só (?:aceita|"
        r"roda|funciona)",
        trouble=r"erros?|falha|falham|falhou|quebrad[oa]|não funciona|não roda|errad[oa]|falta|trava|ainda|de novo|"
        r"outra vez|lent[oa]|vazi[oa]|"
        r"vermelho|verde|pronto|feito|muito (?:grande|pequeno|lento)|[45]\d\d",
        openers=r"(?:ok(?:ay)?|bom|bem|sim|oi|olá|obrigad[oa]|perfeito|ótimo|além disso|também|e|mas|aliás|ah|olha|"
        r"então|outra coisa|"
        r"importante|por favor|btw|ps|certo|beleza|a propósito)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        corrections=r"(?:não(?=[,;:.!])|errado|assim não|isso não|está errado|incorreto|eu (?:disse|falei)(?: que)?|"
        r"quis dizer|"
        r"na verdade|para(?=[,;!]))(?:[,:;!.–-]+\s*|\s+(?=\S))",
        polite=r"(?:pode|poderia|você pode) (?:por favor )?(?=sempre|nunca)|(?:quero|gostaria) que você (?=\S)|"
        r"por favor,? (?=\w)|"
        r"(?:certifique-se|garanta) (?=\w)",
        closers=r"[,;.!–-]?\s+(?:ok(?:ay)?|tá|por favor|obrigad[oa]|certo|valeu)",
        momentary=r"por enquanto|por ora|agora mesmo|agora(?! em)|hoje|amanhã|ontem|desta vez|esta (?:semana|tarde|"
        r"função|tarefa)|este (?:arquivo|teste|"
        r"commit|mês)|ainda não|temporariamente|um momento|só aqui|semana que vem|desde ontem",
        doubtful=r"talvez|acho que|penso que|suponho|será que|não sei|o que|que |como |por que|quem|onde|quando|"
        r"qual|deveríamos|poderíamos|"
        r"podemos|e se\b|imagine|se (?:tivéssemos|fosse)|tem como",
        mocking=r"\b(?:k{3,}|haha+|rsrs+|lol|até parece|brincadeira)\b|[🙄😂🤣🙃😅]",
        reported=r"(?:a documentação|o readme|a wiki|meu chefe|minha chefe|o cliente|um colega|o linter|o ticket|"
        r"o artigo|ele|ela|eles) "
        r"(?:diz|disse|dizem|quer|recomenda|falou)|segundo",
        dangling=r"isso (?:mesmo|de novo|agora)|o (?:mesmo|anterior|seguinte|outro)|assim\b|a outra|"
        r"(?:faça|faz|use|usa|deixa|tira|muda) (?:isso|ele|ela)\b",
        pronouns=r"ele|ela|eles|elas|isso|isto|aquilo",
        local=r"neste (?:repo|repositório|projeto)|aqui|nosso|nossa|nossos|nossas|[\w-]+/[\w./-]+",
        requests=r"(?:por favor,? |agora |depois |e )*(?:faz|faça|escreve|escreva|adicion[ae]|muda|mude|cri[ae]|"
        r"apag[ae]|remov[ae]|tir[ae]|mostr[ae]|"
        r"verific[ae]|olh[ae]|procur[ae]|rod[ae]|execut[ae]|corrij[ae]|corrige|coloc[ae]|renomei[ae]|mov[ae]|"
        r"atualiz[ae]|traduz|instal[ae]|"
        r"abr[ae]|cont[ae]|expli[cq]u?[ae]|list[ae]|ger[ae]|implement[ae]|substitu[ai]|use|test[ae])\b",
        past=r"tivemos|houve|aconteceu|quebrou|quebramos|perdemos|foi|foram|já (?:nos )?aconteceu",
        rejects=r"(?:não (?:vale|compensa)|deixa (?:pra lá|isso)|esquece|descarta|desfaz|desfaça|volta (?:atrás|"
        r"para|pra|ao?)|reverte|"
        r"ficamos com|melhor não)\b",
        tries=r"(?:por favor,? )?(?:tenta|tente|testa|teste|experimenta|vê se|veja se|muda para|atualiza)",
        alternatives=r"ou",
        stop_words="sempre nunca só somente apenas usar fazer todos todas cada por favor",
        function_words="""o a os as um uma uns umas de do da dos das e ou que em no na nos nas é são não se por para
        pra com sem seu sua
        ao mais mas já muito este esta isso está tem sempre nunca porque aqui agora tudo todos todas cada nada me te
        lhe você vocês
        nós eu obrigado oi quando onde também só desde até entre meu minha foi ser vai pelo pela""",
    )
)
