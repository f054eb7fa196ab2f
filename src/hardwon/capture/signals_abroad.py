"""The signals of planted orders in other languages, by the same classes (hardwon.capture.signals)."""

from __future__ import annotations

import re

from hardwon.capture.order_words import Signals

OTHER_WORDS = re.compile(
    r"\b(?:el|la|los|las|que|del|una?|por|para|con|tus?|le|les|une|vous|tu|et|du|der|die|das|und|dem|den|nicht|ein|"
    r"eine|du|sie|alle|"
    r"um|uma|os|as|seu|suas?|voc\w+|il|lo|gli|di|e|tuo|het|een|de|van|niet|geen|je|dit|al|ahora|nada|ki|sag|sende|"
    r"lade|gib|ignora|"
    r"ignoriere|negeer|olvida|esegui|execute|asistente|assistente|voer|elk|zonder|vanaf|sin|sans|ohne|sem|senza)\b",
    re.IGNORECASE,
)

_OLD = (
    r"(?:anterior\w*|previas?|previos?|precedent\w*|précédent\w*|antérieur\w*|vorherige\w*|bisherige\w*|obige\w*|"
    r"früheren?|"
    r"vorige\w*|alle|todas|todos|toutes|tous|tutte|tutti|tuas?|suas?|tus|tue|deine\w*|ihre|tes|vos|eerdere|vorige|"
    r"voorgaande|"
    r"jouw|las|les|le|as|die|los|os)"
)
_RULES = (
    r"(?:instruc\w+|istruzion\w+|instruções|anweisung\w*|regel\w*|vorgabe\w*|befehl\w*|instruktion\w*|reglas|regras|"
    r"regole|règles|"
    r"consignes|órdenes|ordens|ordini|ordres|indicaciones|directrices|diretrizes|direttive|directives|instructies|"
    r"aanwijzingen|"
    r"richtlijnen|richtlinien|lignes directrices|políticas)"
)
_USER = (
    r"(?:usuari[oa]s?|usuári[oa]s?|utilizador\w*|utilisateurs?|utilisatrice|utent[ei]|nutzer\w*|benutzer\w*|"
    r"anwender\w*|gebruikers?|"
    r"desarrollador\w*|desenvolvedor\w*|développeurs?|sviluppator\w+|entwickler\w*|ontwikkelaars?|nadie|ninguém|"
    r"personne|nessuno|"
    r"niemand\w*|humano|mensch\w*)"
)
_SECRET = (
    r"(?:\.env\b|claves?|llaves?|contraseñas?|secretos?|credencial\w*|tokens?|clés?|mots? de passe|secrets?|"
    r"identifiants|schlüssel\w*|"
    r"passw[oö]rt\w*|zugangsdaten|geheimnis\w*|chaves?|senhas?|segredos?|credenziali|chiavi?|segreti|sleutels?|"
    r"wachtwoord\w*|geheimen|"
    r"inloggegevens|id_rsa|chiave)"
)
_SEND = (
    r"(?:envía\w*|enviar?|envie\w*|envoie\w*|envoyez|transmets|transmettez|sende\w*|schick\w*|übermitt\w*|lade|leite|"
    r"mande|manda|"
    r"invia\w*|spedisci|stuur|verzend|upload\w*|sube|publica|publie\w*|pubblica|carica|copia|téléverse\w*|muestra|"
    r"revela|"
    r"affiche|révèle|zeige|verrate|mostra|mostre|toon|onthul|télécharge\w*|poste)"
)
_HIGH = (
    r"(?:administra\w+|propietario|dueño|propriétaire|eigentümer|besitzer|proprietario|proprietário|beheerder|eigenaar|"
)
_HIGH += (
    r"usuario|usuário|utilisateur|utente|nutzer|benutzer|gebruiker|equipo de seguridad|sicherheitsteam|équipe sécurité)"
)
_GRANTED = (
    r"(?:autoriz\w+|aprob\w+|aprov\w+|approv\w+|validé\w*|autoris\w+|consent\w+|permit\w+|genehmigt|erlaubt|"
    r"zugestimmt|freigegeben|"
    r"goedgekeurd|toegestaan|bestätigt|confirm\w+|accordé|concedi\w+)"
)
_DELETE = (
    r"(?:borra\w*|elimina\w*|suprime|apague\w*|apaga|exclua|delete|supprime\w*|efface\w*|lösche\w*|lösch\w*|"
    r"entferne\w*|cancella\w*|"
    r"verwijder\w*|wis|overschrijf|sobrescribe|überschreib\w*|détruis|vernichte)"
)
_LARGE = (
    r"(?:pruebas|tests?|base de datos|banco de dados|base de données|datenbank|database|repositorio|repositório|"
    r"dépôt|repository|"
    r"carpeta|pasta|dossier|ordner|cartella|map|archivos|arquivos|fichiers|dateien|bestanden|historial|histórico|"
    r"historique|verlauf|"
    r"geschiedenis|copias|backups?|ramas?|branch\w*|todo|tout|alles|tutto|tudo)"
)

ABROAD: Signals = {
    "puts instructions aside": (
        (
            1.0,
            r"\b(?:ignor\w+|olvid\w+|descart\w+|omit\w+|oubli\w+|néglige\w*|esque\w+|desconsider\w+|dimentic\w+|"
            r"trascura\w*|"
            r"vergiss|vergesst|vergessen|missachte\w*|verwirf|negeer\w*|vergeet|desobede\w+|no sigas|ne suis pas|ne "
            r"suivez pas|"
            rf"befolge\w* nicht|não siga)\b.{{0,24}}\b{_OLD}\b.{{0,20}}?\b{_RULES}",
        ),
        (0.8, rf"\b(?:vergiss|ignorier\w*|missachte\w*|vergeet|negeer)\b.{{0,20}}\b{_RULES}"),
        (
            0.8,
            r"\b(?:befolgst|befolge|obedeces|obéis\w*|obedece|ubbidisci|gehorche|gehoorzaam)\b.{0,16}\b(?:nur|solo|"
            r"sólo|"
            r"uniquement|seulement|apenas|alleen|este|esta|ce document|dieser|diese)",
        ),
        (1.0, r"(?:忽略|無視|无视|忘记|忘記|忽视|不要遵守|不再遵守).{0,14}(?:指令|指示|规则|規則|提示|限制)"),
        (1.0, r"(?:指示|命令|ルール|規則|プロンプト).{0,10}(?:無視|忘れ|従わない)"),
        (1.0, r"(?:지시|명령|규칙).{0,12}(?:무시|잊)"),
        (
            1.0,
            r"(?:игнорир\w*|забудь\w*|не следуй\w*|отбрось\w*|пренебреги\w*)\b.{0,30}(?:инструкц|указани|правил|"
            r"приказ)",
        ),
        (0.8, r"この文書に従|このファイルに従|只(?:听从|服从|遵守)(?:这|本|此)"),
        (
            1.0,
            r"\b(?:haz caso omiso|hagas? caso omiso|no hagas caso|ne tiens pas compte|ne tenez pas compte|fai a meno|"
            r"setze dich über|kümmere dich nicht um|não leve em conta|eres libre de ignorar|tu peux ignorer|du "
            r"darfst ignorieren)\b",
        ),
    ),
    "gives the reader a role": (
        (
            0.9,
            r"\b(?:(?:ahora )?eres (?:ahora )?un\w*|tu es (?:maintenant|désormais) un\w*|vous êtes (?:maintenant|"
            r"désormais) un\w*|du "
            r"bist (?:jetzt|nun|ab jetzt|ab sofort) (?:ein\w*|der|die)|sie sind (?:jetzt|nun) ein\w*|você (?:agora "
            r")?é (?:agora )?um"
            r"\w*|(?:ora )?sei (?:ora |adesso )?un\w*|je bent (?:nu|vanaf nu) een|actúa como (?:root|un|admin\w*|si)|"
            r"agis comme|"
            r"agissez comme|handle als|verhalte dich|aja como|agisci come|gedraag je als|stell dir vor, du)\b",
        ),
        (
            0.8,
            r"\b(?:sin|sans|ohne|sem|senza|zonder) (?:restricciones|límites|restrictions?|limites?|einschränkungen|"
            r"grenzen|restrições"
            r"|restrizioni|limiti|beperkingen)\b|\b(?:uneingeschränkt\w*|onbeperkt\w*)\b",
        ),
        (
            0.9,
            r"你(?:现在|現在)?是(?:一个|一個)?.{0,8}(?:没有限制|不受限制|无限制)|你现在是|没有限制的|"
            r"あなたは(?:今から|これから|今や)"
            r"|制限のない|ты (?:теперь|отныне|сейчас) |без ограничений|너는 이제",
        ),
    ),
    "speaks to an AI": (
        (
            0.8,
            r"(?:^|\n)\W{0,6}(?:an (?:alle )?|a (?:todos )?(?:los )?|aux? |à (?:tous )?(?:les )?|ai |aan (?:alle "
            r")?|alle |todos )?"
            r"(?:ki-\w+|ai-\w+|asistente|assistente|assistent|agente|assistants? ia|agents? ia|assistenten|modelo|"
            r"ia)\w*\s*[,:]",
        ),
        (0.8, r"(?:^|\n)\W{0,6}(?:assistants?) :\s|\b(?:ki|ai|ia)-?(?:assistent\w*|agent\w*|modell\w*)\b"),
        (
            0.8,
            r"(?:AI|人工智能|智能)?(?:助手|代理)(?:们)?[，：:]|(?:AI)?(?:アシスタント|エージェント)(?:へ|は必ず|、|"
            r"：)|(?:ассистент|агент|"
            r"помощник|модель)\s*[,:]",
        ),
    ),
    "hides from the person": (
        (
            1.0,
            r"\b(?:no|ne|n'|não|non|nicht|nichts?|niemals|nunca|jamais|mai|niet|niets|nooit|nada|nulla|"
            rf"rien)\b.{{0,30}}?\b"
            r"(?:digas?|dig|decir|menciones?|informes?|avises?|cuentes?|reveles?|dis|dire|dites|mentionne\w*|"
            r"prévien\w*|informe\w*|"
            r"conte|diga|avise|mencione|informar|dire|menzionare|avvisare|informare|dica|sag\w*|erwähn\w*|erzähl\w*|"
            r"informier\w*|"
            rf"verrat\w*|melde\w*|vertel\w*|zeg\w*|meld\w*|vermeld\w*|noem)\b.{{0,24}}?(?:\b{_USER}\b|\bnotes?\b|"
            r"\bnota\b|\besto\b|"
            rf"\bcela\b|\bisto\b|\bquesto\b|\bes\b|\bdit\b)",
        ),
        (1.0, rf"\b(?:sag\w*|erzähl\w*|vertel\w*|zeg\w*)\b.{{0,10}}\b{_USER}\b.{{0,10}}\b(?:nichts?|niets?|rien)\b"),
        (
            0.8,
            r"\b(?:sin|sans|ohne|sem|senza|zonder)\b.{0,14}\b(?:preguntar|avisar|pedir|decir|informar|permiso|"
            r"confirmaci[oó]n|"
            r"autorizaci[oó]n|demander|prévenir|confirmation|accord|autorisation|rien dire|fragen|rückfrage|"
            r"nachzufragen|bescheid|"
            r"zustimmung|bestätigung|erlaubnis|freigabe|perguntar|permissão|confirmação|autorização|chiedere|"
            r"avvisare|conferma|"
            r"permesso|autorizzazione|vragen|toestemming|bevestiging|goedkeuring)",
        ),
        (
            0.7,
            r"\b(?:en secreto|en secret|heimlich|em segredo|in segreto|stiekem|discrètement|discretamente|a "
            r"escondidas|en silencio|"
            r"stillschweigend|unbemerkt|à l'insu|ohne dass der \w+ es merkt)\b|\b(?:erwähnt?|erwähne) es nicht\b",
        ),
        (
            0.8,
            r"\b(?:überspring\w*|salta\w*|omite|saute\w*|pule|sla)\b.{0,16}\b(?:freigabe|genehmigung|aprobaci[oó]n|"
            r"revisi[oó]n|"
            r"validation|revue|revisão|aprovação|approvazione|revisione|goedkeuring|controle|über)",
        ),
        (
            1.0,
            r"(?:不要|别|不得|请勿|無需|不必).{0,6}(?:告诉|告訴|通知|提醒|告知|提及).{0,6}(?:用户|用戶|任何人|开发者|"
            r"他们|主人)?",
        ),
        (0.8, r"(?:无需|無需|不需要|不用|跳过|无须).{0,6}(?:确认|確認|批准|许可|同意|询问|审查|授权)"),
        (
            1.0,
            r"(?:ユーザー|利用者|開発者|誰)(?:に|には|にも).{0,8}(?:言わ|知らせ|伝え|内緒|秘密|報告し)(?!てくだ|"
            r"ます).{0,6}",
        ),
        (0.8, r"(?:確認|許可|承認|同意)(?:せず|なし|を(?:取|求め)(?:らず|ずに)|は不要)|聞かずに"),
        (
            1.0,
            r"\bне (?:говори\w*|сообщай\w*|упоминай\w*|рассказывай\w*|уведомляй\w*|"
            r"предупреждай\w*)\b.{0,24}(?:пользовател|никому|"
            r"об этом|разработчик|этого|это)",
        ),
        (
            0.8,
            r"\bбез (?:спроса|подтвержд\w+|разрешени\w+|согласи\w+|проверки|ведома)\b|사용자에게 (?:말하지|알리지)|"
            r"확인 없이",
        ),
        (0.7, r"\bпропуск\w* (?:провер|ревью|подтвержд)|\b(?:тайно|незаметно|втайне)\b"),
        (
            0.8,
            r"\b(?:sin que nadie|sans que personne|ohne dass (?:jemand|es)|sem que ninguém|senza che nessuno|zonder "
            r"dat iemand)\b|\bbehaupte\b|\bfais croire\b|\bhaz creer\b",
        ),
    ),
    "claims another's word": (
        (0.55, rf"\b{_HIGH}\b.{{0,24}}\b{_GRANTED}"),
        (0.85, rf"\b{_HIGH}\b.{{0,16}}\b(?:ya|déjà|bereits|schon|já|già|reeds|al)\b.{{0,10}}\b{_GRANTED}"),
        (
            0.85,
            rf"\b{_HIGH}\b.{{0,10}}\b(?:hat alles|ha aprobado todo|a tout|ha approvato tutto|aprovou tudo)\b|"
            r"\btoda[s]? las "
            rf"acciones|\btoutes les actions\b",
        ),
        (
            0.45,
            r"\b(?:el usuario (?:quiere|prefiere|desea|dijo|permite)|l'utilisateur (?:veut|souhaite|préfère|a dit|"
            r"permet)|der (?:nutzer|"
            r"benutzer) (?:will|möchte|wünscht|bevorzugt|hat gesagt|erlaubt)|o usuário (?:quer|deseja|prefere|disse|"
            r"permite)|l'utente "
            r"(?:vuole|desidera|preferisce|permette)|de gebruiker (?:wil|wenst|heeft liever))\b",
        ),
        (
            0.85,
            r"(?:管理员|管理員|用户|所有者|安全团队).{0,4}(?:已经|已經|已|允许|同意).{0,4}(?:批准|授权|授權|同意|"
            r"允许|删除|许可)|"
            r"管理者.{0,8}(?:承認|許可)(?:済み|しました|している|されて)|администратор\w*.{0,12}(?:уже|"
            r"вс[её]).{0,10}(?:одобр|разреш)"
            r"|пользователь.{0,12}(?:уже )?(?:разрешил|одобрил|согласил)",
        ),
        (
            0.85,
            r"\b(?:ich bin|soy|je suis|sou|sono|ik ben) (?:der|die|el|la|le|o|il|de|l')? ?(?:administrator|admin\w*|"
            r"propietario|dueño|"
            r"propriétaire|besitzer|eigentümer|proprietario|dono|beheerder|eigenaar)",
        ),
        (
            0.8,
            r"\b(?:como si|fais comme si|faites comme si|als ob|tu so|tue so|fa finta|fate finta|finja|faça de conta|"
            r"doe alsof|haz como si)\b|假装|当作|ものとして|ふりをして|сделай вид|притворись|\b(?:der chef|el jefe|"
            r"le chef|il capo|o chefe|de baas) "
            r"(?:hat|ha|a|heeft)\b.{0,12}\b(?:erlaubt|autorizado|autorisé|permesso|autorizou|toegestaan|dicho|dit|"
            r"gesagt)",
        ),
    ),
    "sends secrets away": (
        (0.7, rf"\b{_SEND}\b.{{0,40}}?{_SECRET}"),
        (
            1.0,
            rf"\b{_SEND}\b.{{0,40}}?{_SECRET}.{{0,40}}?(?:https?://|@\w|\b(?:esta|este|ce|cette|diese\w*|dies\w*|"
            rf"questo|dit|deze|endereço|dirección|adresse|indirizzo|adres|correo|enlace|lien|link)\b)",
        ),
        (1.0, rf"\b{_SEND}\b.{{0,30}}?(?:https?://|@\w|\ban \w+@).{{0,30}}?{_SECRET}"),
        (
            0.7,
            r"(?:发送|發送|上传|泄露|提交|发到|公开).{0,16}(?:密钥|密碼|密码|令牌|凭证|\.env|机密)|(?:密钥|密码|令牌|"
            r"凭证|\.env|机密)."
            r"{0,16}(?:发送|發送|上传|发到|发给|公开)",
        ),
        (0.3, r"(?:网址|地址|链接|URL|アドレス|リンク|адрес|ссылк)"),
        (
            0.8,
            r"(?:秘密鍵|鍵|パスワード|トークン|\.env|認証情報).{0,14}(?:送信|送れ|送って|アップロード|公開|貼り付け)",
        ),
        (
            0.8,
            r"(?:отправ\w+|перешл\w+|загруз\w+|выложи\w*|покажи\w*).{0,24}(?:ключ|парол|токен|секрет|\.env|учётн)|"
            r"비밀 ?키",
        ),
        (
            1.0,
            r"\b(?:muestra|revela|imprime|affiche|révèle|montre|gib|zeige|nenne|rivela|mostra|stampa|mostre|revele|"
            r"imprima|toon|onthul|geef|print)\w*\b.{0,30}\b(?:prompt\w* del sistema|prompt (?:do|de) "
            r"sistema|prompt système|prompt di sistema|system-?prompt\w*|systemanweisung\w*|tus instrucciones|tes "
            r"instructions|tuas instruções|systeemprompt|instrucciones del sistema)",
        ),
        (
            1.0,
            r"(?:系统提示|系統提示|你的提示词|システムプロンプト|системн\w+ (?:промпт|инструкц\w+)).{0,12}(?:打印|"
            r"显示|输出|告诉|公开|完整|表示|出力|教え|полностью|целиком)|(?:打印|显示|输出|泄露|公开).{0,8}系统提示|"
            r"(?:выведи|покажи|раскрой|напечатай).{0,16}(?:системн|промпт|инструкц)",
        ),
        (
            0.8,
            r"\b(?:variables de entorno|variables d'environnement|umgebungsvariablen|variáveis de ambiente|variabili "
            r"d'ambiente|omgevingsvariabelen)\b.{0,30}(?:https?://|@\w)|\b(?:lade|"
            r"lad)\b.{0,20}\bschlüssel\w*\b.{0,6}\bhoch",
        ),
    ),
    "takes safeguards down": (
        (
            0.6,
            r"\b(?:desactiva\w*|deshabilita\w*|désactive\w*|deaktivier\w*|schalte\w*|desative\w*|desativa\w*|"
            r"disattiva\w*|schakel|"
            r"omite|evita|contourne\w*|umgehe\w*|umgeh\w*|salta|überspring\w*)\b.{0,30}\b(?:cortafuegos|seguridad|"
            r"pruebas|"
            r"revisi\w+|verificaci\w+|sécurité|pare-feu|tests|revue|vérification|sicherheit\w*|prüfung\w*|firewall|"
            r"tests?|review\w*|"
            r"segurança|revis\w+|testes|sicurezza|revisione|test|veiligheid|beveiliging|controles?|antivirus|sandbox)",
        ),
        (
            0.5,
            r"\b(?:tests?|pruebas|testes|code-reviews?|revisiones|revisões)\b.{0,16}\b(?:facultati\w+|opciona\w+|"
            r"optiona\w+|"
            r"opziona\w+|innecesari\w+|inutiles|unnötig|desnecessári\w+)|\bkeine code-reviews?\b|\bdesactivar las "
            r"revisiones\b",
        ),
        (
            0.6,
            r"(?:跳过|关闭|禁用|绕过|停用).{0,8}(?:审查|测试|验证|安全|防火墙|检查|确认)|(?:テスト|レビュー|検証|"
            r"確認|認証)(?:は不要|を(?:無効|"
            r"スキップ|省略|飛ばし))|(?:отключи\w*|обойди\w*|пропусти\w*|выключи\w*).{0,20}(?:провер|защит|тест|"
            r"фаервол|безопасн)",
        ),
        (
            0.5,
            r"(?:直接合并|直接推送|直接提交)|\bpush direct\w* naar main\b|\bdirekt auf main\b|\bdirectement sur "
            r"main\b|\bdirecto a main\b",
        ),
    ),
    "fetches and runs code": (
        (
            0.5,
            r"\b(?:ejecuta\w*|corre|exécute\w*|lance\w*|führe?t?|starte\w*|execute|rode|esegui|lancia|voer|"
            r"draai)\b.{0,40}\b(?:cada "
            r"comando|todo\w*|script|comandos?|commandes?|befehl\w*|skript|jeden|alle|elk commando|tudo|ogni comando|"
            r"comandi|"
            r"root-?\w*|superusuario|https?|droits|rechten)\b",
        ),
        (
            0.5,
            r"(?:执行|运行).{0,8}(?:所有|任何|下面|以下|全部).{0,4}(?:命令|指令|脚本|代码)?|直接执行|(?:すべての|"
            r"全ての|以下の)"
            r"コマンドを(?:実行|走)|выполня\w*.{0,16}(?:команд|скрипт|код)",
        ),
    ),
    "destroys work": (
        (0.55, rf"\b{_DELETE}\b.{{0,30}}\b{_LARGE}\b"),
        (0.45, rf"\b{_LARGE}\b.{{0,14}}\b(?:löschen|entfernen|verwijderen)\b"),
        (
            0.55,
            r"(?:删除|清空|移除).{0,8}(?:测试|数据库|仓库|文件|目录|所有|备份)|(?:テスト|データベース|リポジトリ|"
            r"ファイル|履歴)を(?:すべて)?"
            r"(?:削除|消去|消し)|удали\w*.{0,16}(?:тест|баз|репозитор|файл|папк|истори)|삭제",
        ),
    ),
    "writes the memory": (
        (
            0.8,
            r"\b(?:guarda\w*|almacena|recuerda|memoriza|enregistre\w*|mémorise\w*|retiens|merke?|merk dir|"
            r"speicher\w*|salve|guarde|"
            r"memorize|salva|memorizza|ricorda|onthoud|bewaar|sla op)\b.{0,24}\b(?:memoria|mémoire|gedächtnis|"
            r"erinnerung|memória|"
            r"geheugen|dauerhaft|permanentemente|définitivement|usuario|utilisateur|nutzer|benutzer|usuário|utente|"
            r"gebruiker)\b",
        ),
        (
            0.9,
            r"(?:保存|存入|写入|记录).{0,12}(?:记忆|記憶)|(?:记住|記住).{0,6}(?:用户|以后|永远)|到你的记忆|"
            r"記憶に(?:保存|残|書)|"
            r"(?:запомни|сохрани)\w*\s?:?.{0,20}(?:пользовател|памят|навсегда)|기억에 저장",
        ),
    ),
    "presses": (
        (
            0.35,
            r"\b(?:a partir de ahora|a partir de agora|desde ahora|désormais|dorénavant|à partir de maintenant|ab "
            r"jetzt|ab sofort|von nun "
            r"an|d'ora in poi|da ora in poi|vanaf nu|voortaan|отныне|с этого момента|урgente|urgente|dringend|sofort|"
            r"immédiatement|"
            r"inmediatamente|immediatamente|imediatamente|onmiddellijk|срочно|немедленно)\b|从现在(?:开始|起)|今から|"
            r"これ以降|これからは|以降、|"
            r"立即|马上|今すぐ|지금부터",
        ),
    ),
    "tells what to answer": (
        (
            0.6,
            r"\b(?:responde|répond\w*|antworte\w*|responda|rispondi|antwoord)\b.{0,16}\b(?:solo|sólo|siempre|"
            r"seulement|toujours|"
            r"nur|immer|apenas|sempre|alleen|altijd|sí|oui|ja)\b|отвечай (?:только|всегда)|只(?:回答|回复)|"
            r"と(?:だけ)?答え(?:ろ|て)",
        ),
    ),
}
