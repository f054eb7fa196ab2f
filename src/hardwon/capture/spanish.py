"""Spanish."""

from __future__ import annotations

from hardwon.capture.phrases import Phrases, language

SPANISH = language(
    Phrases(
        name="es",
        always=r"siempre|en todo momento|sin excepción|cada vez que|tod[oa]s? (?:l[oa]s )?nuev[oa]s?|cada nuev[oa]",
        never=r"nunca|jamás|bajo ningún concepto|en ningún caso|de ninguna manera",
        habits=r"siempre (?:me|se me) (?:olvid\w+|pas\w+|da)|nunca (?:he|había|vi|pens\w+|me)|como siempre|"
        r"desde siempre|"
        r"siempre (?:falla|fallan|sale|lo mismo|igual)|era|fue|bueno saber\w*|nunca más vi",
        from_now=r"a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro|la próxima vez|"
        r"de aquí en adelante",
        remember=r"(?:por favor,? )?(?:recuerda|ten en cuenta|acuérdate(?: de)?|toma nota|apunta|anota|no olvides|"
        r"que no se te olvide|"
        r"para que (?:lo )?sepas|para que conste|nota|ojo|aviso|fyi)(?:\s*[:,]|\s+que\b|\s+(?=l[ao]s?\b|el\b|usar|"
        r"en\b))",
        rule=r"(?:nueva |nuestra |una |como )?(?:regla|norma|convención)\b",
        dont=r"\bno (?!\w+[oa] (?:nada|idea)|sé\b|hay\b|está\b|es\b|funciona\b|puedo\b|me\b|pasa\b|va\b)\w+|"
        r"\bnada de\b|\bsin\b|\bprohibido\b",
        scope=r"en este (?:repo|repositorio|proyecto)|sin (?:preguntar\w*|mi|avisar\w*)|a mano|directamente|"
        r"antes de|nunca|"
        r"salvo|excepto|en (?:la|el|las|los) (?:rama )?(?:main|master|producción|vistas|tests|pruebas|código)|"
        r"tod[oa]s|en \w+/\S*|ningún|ninguna",
        we_use=r"(?:aquí |en este proyecto |en el equipo )?(?:nosotros )?(?:usamos|utilizamos|escribimos|"
        r"trabajamos con|guardamos|"
        r"desplegamos|formateamos|llamamos|hacemos|ponemos|tratamos|publicamos|probamos)\b|(?:aquí|en este (?:repo|"
        r"proyecto)) se (?:usa|hace|escribe)",
        instead=r"en (?:vez|lugar) de|y no|no (?:con|en|como|por)|sino|,? no [\w`/-]+[.!]*\Z|mejor que",
        only=r"sólo|solo|solamente|únicamente|como máximo|máximo|mínimo|al menos|exactamente|tod[oa]s|cada|ningún|"
        r"ninguna|nada",
        decided=r"(?:bueno,? |ok,? |vale,? )?(?:(?:hemos |he )?(?:decidido|acordado|quedado en)|decidimos|acordamos|"
        r"decisión\s*:|"
        r"(?:vamos|nos quedamos|seguimos) con (?=.*\b(?:porque|ya que|por|para|en vez|en lugar|así)\b)|"
        r"nos quedamos (?:con|en)|"
        r"(?:mejor |entonces )?(?:usamos|usemos|cogemos|elegimos|descartamos|esperamos|dejamos|"
        r"mantenemos)\b(?=.*\b(?:porque|ya que|"
        r"por|para|en vez|en lugar|hasta)\b)|(?:de momento|por ahora) no\b(?=.*\b(?:porque|ya que|hasta)\b)|"
        r"(?:vale|ok),? (?:vuelve|volvemos) a\b(?=.*\bno\b)|(?:vuelve|volvemos) a \S+, .*\bno\b)",
        because=r"porque|ya que|pues|puesto que|si no|de lo contrario|por culpa de|así que|para que",
        prefer=r"(?:yo )?(?:prefiero|me gusta(?:n|ría)? (?:más|que|los|las)|no me gusta(?:n)?|odio|"
        r"quiero (?:siempre|que (?:siempre|me)))",
        answer=r"(?:por favor,? )?(?:responde(?:me)?|contesta(?:me)?|escribe(?:me)?|háblame|"
        r"explica(?:me)?) (?:siempre |sólo |solo )?"
        r"(?:en|con|sin|de forma)\b|sé (?:breve|conciso)|respuestas (?:cortas|breves)|sin (?:emojis|resúmenes)",
        careful=r"(?:ojo|cuidado|atención)\s*[:,!]?\s*(?:con|que)?",
        asks=r"(?:pregúntame|avísame|consúltame|dime|pregunta)(?: siempre)? antes de\b",
        states=r"es|son|está|están|se llama|se llaman|usa|usan|necesita|necesitan|espera|acepta|aceptan|admite|va|"
        r"van|vive|viven|"
        r"escucha|corre|tiene|tienen|pide|exige|devuelve|soporta|requiere|cuesta|empieza|termina|se mudó|"
        r"se ha (?:movido|mudado)|pasa|manda|recibe|corta|sale|cierra|debe|deben",
        trouble=r"error(?:es)?|falla|fallan|roto|rota|no funciona|no va|mal|falta|faltan|se cuelga|todavía|aún|"
        r"otra vez|de nuevo|"
        r"lento|lenta|vacío|vacía|rojo|verde|listo|hecho|demasiado|muy (?:grande|pequeño|lento)|[45]\d\d",
        openers=r"(?:ok(?:ay)?|vale|bueno|bien|sí|hola|gracias|perfecto|genial|además|también|y|pero|por cierto|ah|"
        r"oye|mira|entonces|"
        r"otra cosa|importante|por favor|btw|ps|claro|luego|pues)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        corrections=r"(?:no(?=[,;:.!])|mal(?=[,;:.!])|así no|eso no|eso está mal|incorrecto|te (?:dije|"
        r"he dicho)(?: que)?|quise decir|"
        r"no es así|para(?=[,;!]))(?:[,:;!.–-]+\s*|\s+(?=\S))",
        polite=r"(?:puedes|podrías) (?:por favor )?(?=siempre|nunca|usar siempre)|(?:quiero|"
        r"me gustaría) que (?=siempre|nunca|uses|no)|"
        r"por favor,? (?=\w)|asegúrate (?:siempre )?de (?=que|siempre)",
        closers=r"[,;.!–-]?\s+(?:ok(?:ay)?|vale|por favor|gracias|entendido|sí)",
        momentary=r"por ahora|de momento|ahora mismo|hoy|mañana|ayer|esta (?:vez|semana|tarde|noche|mañana)|"
        r"todavía no|aún no|"
        r"temporalmente|un momento|este (?:archivo|fichero|test|commit|pr|mes)|esta (?:función|rama|tarea)|luego|"
        r"sólo aquí|solo aquí|"
        r"la semana que viene|desde (?:ayer|hoy)",
        doubtful=r"quizás?|tal vez|a lo mejor|creo que|pienso que|supongo|me pregunto|no sé|qué|cómo|por qué|quién|"
        r"dónde|cuándo|cuál|"
        r"deberíamos|podríamos|podemos|debería|y si\b|imagina|si (?:hubiéramos|tuviéramos|fuera)|hay\b|¿",
        mocking=r"\b(?:ja(?:ja)+|sí,? claro|qué gracia|lol|broma)\b|[🙄😂🤣🙃😅]",
        reported=r"(?:la documentación|el readme|la wiki|mi jefe|mi jefa|el cliente|un compañero|el linter|"
        r"el compilador|el ticket|"
        r"el artículo|él|ella|ellos) (?:dice|dijo|dicen|pone|quiere|recomienda)|según",
        dangling=r"eso (?:mismo|otra vez|ahora)|lo (?:mismo|anterior|siguiente|otro)|así\b(?! que)|la otra|el otro|"
        r"(?:haz|usa|pon|deja|quita|cambia)(?:lo|la|los|las)\b",
        pronouns=r"él|ella|ello|ellos|ellas|esto|eso",
        local=r"en este (?:repo|repositorio|proyecto)|aquí|nuestr[oa]s?|usamos|[\w-]+/[\w./-]+",
        requests=r"(?:por favor,? |ahora |luego |y )*(?:haz|escribe|añade|agrega|cambia|crea|borra|elimina|quita|"
        r"muestra|revisa|mira|busca|"
        r"prueba|ejecuta|lanza|arregla|pon|renombra|mueve|actualiza|traduce|instala|abre|cuenta|explica|lista|dame|"
        r"dime|sube|baja|"
        r"corrige|genera|implementa|reemplaza|usa)\b",
        past=r"tuvimos|hubo|pasó|rompimos|rompió|perdimos|ya (?:nos|me) (?:ha pasado|pasó)|fue|fueron|estuvo",
        rejects=r"(?:no (?:vale|merece) la pena|déjalo|olvídalo|descártalo|quítalo|vuelve (?:a|atrás)|deshazlo|"
        r"reviértelo|"
        r"seguimos con|nos quedamos con|no compensa|mejor no)\b",
        tries=r"(?:por favor,? )?(?:prueba|intenta|mira si|comprueba si|cambia a|pasa a|actualiza)",
        alternatives=r"o|u",
        stop_words="siempre nunca solo sólo usar usa hacer hay todos todas cada por favor",
        function_words="""el la los las un una unos unas de del al y o que en es son no se por para con sin su sus lo
        como más
        pero si ya muy esta este esto está están hay siempre nunca porque aquí ahora todo todos todas cada nada me te
        nos le
        vale gracias hola cuando donde también solo sólo desde hasta entre mi tu qué cómo usa usamos""",
    )
)
