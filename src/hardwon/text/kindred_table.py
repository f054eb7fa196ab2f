"""Words that people use for one another: the families each word stands in. Light.

Written by bench/kindred.py from bench/data/kindred.txt; change that. Stems are as SQLite's porter tokenizer gives
them, pairs of characters as hardwon.text.tokens cuts them; by their first letter, so that little is read for a word.
" sign+in=004 " says that "sign in" stands in family 0x004.
"""

from __future__ import annotations

BY_LETTER: dict[str, str] = {
    "*": (
        " 2fa=007 401=00c 403=00b 404=120121 413=131 429=07a 500=124 502=122 503=123 イン+ンデ+デッ+ック+クス=2f7"
        " エイ+イリ+リア+アス=2f8 エラ+ラー=2c5 キャ+ャッ+ッシ+シュ=2c7 キャ+ャン+ンセ+セル=2e8 キュ+ュー=2ca"
        " コマ+マン+ンド=2eb コミ+ミッ+ット=2cf サー+ーバ=2c9 サー+ーバ+バー=2c9 スク+クリ+リプ+プト=2ea"
        " タイ+イム+ムア+アウ+ウト=2e5 テス+スト=2c2 ディ+ィレ+レク+クト+トリ=2cd デプ+プロ+ロイ=2c3"
        " デー+ータ+タベ+ベー+ース=2c1 バー+ージ+ジョ+ョン=2ef パス+スワ+ワー+ード=2d6 ビル+ルド=2f0"
        " ファ+ァイ+イル=2cc フォ+ォル+ルダ=2cd フォ+ォン+ント=2f2 ブラ+ラン+ンチ=2ce ペー+ージ=2f4 ボタ+タン=2f5"
        " マイ+イグ+グレ+レー+ーシ+ショ+ョン=2d2 マー+ージ=2d0 ユー+ーザ+ザー=2d9 リト+トラ+ライ=2e6"
        " リリ+リー+ース=2c4 ログ=2c8 ログ+グイ+イン=2d7 ロー+ール+ルバ+バッ+ック=2d1 仓库=2e1 付款=2db 价格=2df"
        " 作り+り直+直す=2f9 依存=2ee 依赖=2ee 価格=2df 倉庫=2e1 再構+構築=2f9 函数=2ec 分支=2ce 别名=2f8 制限=2e7"
        " 发布=2c4 发票=2de 取消=2e8 变量=2ed 合并=2d0 命令=2eb 回滚=2d1 图片=2f1 在庫=2e0 変数=2ed 失敗=2c6 失败=2c6"
        " 字体=2f2 客户=2da 密码=2d6 库存=2e0 按钮=2f5 接口=2cb 提交=2cf 搜索=2f6 支付=2db 支払=2db 数据+据库=2c1"
        " 文件=2cc 日志=2c8 服务+务器=2c9 期限=2e9 本番=2d5 权限=2d8 构建=2f0 検索=2f6 権限=2d8 決済=2db 注文=2dc"
        " 测试=2c2 版本=2ef 环境=2d4 環境=2d4 生产=2d5 用户=2d9 画像=2f1 登录=2d7 目录=2cd 短信=2e2 移行=2d2 索引=2f7"
        " 缓存=2c7 翻訳=2f3 翻译=2f3 脚本=2ea 設定=2d3 認証+証コ+コー+ード=2e3 請求+求書=2de 订单=2dc 设置=2d3"
        " 超时=2e5 迁移=2d2 返金=2dd 退款=2dd 通知=2e4 部署=2c3 配置=2d3 重建=2f9 重试=2e6 错误=2c5 関数=2ec 队列=2ca"
        " 限制=2e7 顧客=2da 页面=2f4 验证+证码=2e3 "
    ),
    "a": (
        " a11i=157 abort=10b absent=120 accept=020 accommod=211 account=00e1dd1de2b5 acl=009 actualizar=298 addon=1b9"
        " address=2b3 admin=00f administr=00f adr=1be afraid=23d ag=24e agent=058 aggreg=0d5 agre=0201bd aim=246"
        " alarm=137 alb=089 alemb=0a4 alert=13716c alia=1b62f8 alloc=1e8 allowlist=01c almacen=280 alpin=093"
        " alter=0e0 alter+tabl=0a5 amazon=080 ambit=246 amend=026 amount=1df1f2 analys=360 analysi=360 analyt=155"
        " ancient=1af android=15b angri=23f anim=165 annot=035186 announc=139 annual=24f anonym=01f anonymis=01f"
        " answer=182 anterior=26b anxieti=23e anxiou=23e apart=216 apartar=27f api=2cb api+kei=005 aplicacion=2ae"
        " app=1592ae app+review=15d app+store=15d appl=15a appl+pai=1f8 appli=03f approv=02d arbitrari=1a0"
        " archiv=0cb0de archivo=287 aria=157 art=224 artefact=04e articl=1e5 artifact=04e artwork=224 asap=1ca"
        " asdf=36a ask=1c5 assert=0fe async=179 asynchron=179 at=30a at+least=07c at+most=07b at+onc=076 atom=0b7"
        " attach=0db audit=021 auth=000 authent=000002007 author=00900a auto+increment=0c2 autoincr=0c2 autosc=062"
        " autoscal=062 avisar=2bd aw=080 await=179 award=24a ax=35e axi=35e azur=082 "
    ),
    "b": (
        " babi=20c back+out=029 backend=07e backfil=0b0 background=068 background+job=069 background+process=069"
        " backoff=071 backport=036 backtrac=11a backup=09e09f28b bad=129 bad+gatewai=122 ban=01b bank=1f7 barrel=177"
        " basement=263 bash=1b4 basket=1e4 bastion=08d batch=075 beach=250 bearer=006 began=2fa begin=2fa begun=2fa"
        " beverag=239 bewar=11e bicycl=219 big=1ad bike=219 bill=09a1d91dd277 binari=04e1b8 bind=2fb birthdai=24d"
        " bite=2fc bitten=2fc black=103 black+fridai=1e1202 blacklist=01b blackout=048 blame=035 blank=0be12a"
        " bloat=0bc blob=085 block=01b10e126 blocklist=01b blue+green=045 bodi=184 boilerpl=190 book=1de21e"
        " bookkeep=1de bool=19a boolean=19a boot=06506725d bootstrap=055369 born=24d borrar=299 boss=1c1"
        " bottleneck=113 bought=301 bounc=064 bound=2fb boyfriend=20b branch=2ce break=10a2682fd break+up=0e8"
        " bring=2fe bring+back=02a broke=0ff10a2fd broken=10910a1272682fd broker=06a brother=207 brought=2fe"
        " browser=141142 browser+test=0f4 bucket=085 buddi=20d budget=09a bugfix=047 bui=1d6301 build=2962f0 bulk=075"
        " bump=050051 bun=362 bundl=04b04c bundler=366 burn=300 burnt=300 buscar=29c busi=1d1 bust=0c7 button=1452f5"
        " buyer=1c226e bypass=11c "
    ),
    "c": (
        " cach=0590c52c7 cach+kei=059 caducar=2ba cafe=238 callback=06e15117a cambiar=29b came=304 camp=265"
        " campaign=16a1e1 canari=045 cancel=2e8 cap=07b capac=062 car=218 card=1da care=11e career=212 carpeta=288"
        " carrier=1ea1eb carrito=276 cart=1e4276 cast=0eb cat=217 catalog=1e6 catalogu=1e6 catch=302 caught=302"
        " caus=11b caution=11e cdn=086 celular=2ab cent=1f3 cert=012 certif=012 changelog=030 changeset=022"
        " charg=1d81d9273 chargeback=1db1fe chariti=243 charset=133 cheap=09b check+out=037 checkout=0371d61d7275"
        " checksum=014 cherri+pick=036 child=20334f children=34f choic=0c1 choos=1bb303 chose=1bb303 chosen=303"
        " christma=202 chrome=142 chunk=04c075 church=25e ci=049 ci+failur=100 cipher=011 citi=256 clash=028"
        " clave=270272 clean+up=191 clear=0c7 cli=1b21b3 click=145 client=1411c226d26e clinic=21b clip=164 clock=19c"
        " clone=0370e2 cloth=25c cloud=080 cloudfront=086 cluster=05f cobrar=273 cobro=273 code=284 code+freez=048"
        " codeown=02e codigo=284 codigo+postal=285 coffe=23a cola=2a0 cold+start=067 cold+storag=0cb colleagu=1c0"
        " collect=1d9 colleg=22a collis=028 color=14d colour=14d column=0a728f columna=28f combin=0e7 come=304"
        " command=2eb command+line=1b3 commit=2cf compani=1d1 compar=0e9 compil=04b04d compilacion=296 compilar=296"
        " complain=200 complaint=200 complianc=021 compon=144 compos=05d compra=275 comprador=26e comprar=275"
        " comput=08f concert=221 concurr=0760771b1 conda=363 condit=13e config=2d3 configur=187 confirm=2bb"
        " confirmar=2bb conflict=028 conftest=0f9 connect=1aa connect+lost=12f connect+pool=1a9 consensu=1bd"
        " consent=02002d consol=1b3 constant=173 constraint=0ac0ae consum=06906c1c2 contact=1c5 context=1a8"
        " continu+integr=049 contract=10617d contract+test=106 contrasena=270 convent=18b convert=0eb cook=236"
        " cooki=010154 copi=09e0e2166 copia+de+seguridad=28b cor=019 core=098 correo=282 correr=297 corrupt=127"
        " cost=09a1df count=0d4 counter=0c2 countri=1f0257 coupon=1e01e2 courier=1eb cours=229 cover=0fb coverag=0fb"
        " cowork=1c0 cpu=098 crash=10b credenti=003004005 credit+card=1da criteria=35f criterion=35f cron=05a06f"
        " crop=163 cross+origin=019 csrf=018 css=14914a css+framework=369 csv=0d7 ctx=1a8 cuda=099 cuenta=2b5"
        " cure=11d currenc=1f6 cursor=0d3 custom=1c21c326d26e2da custom+servic=1ff cve=015 cypress=0f4 "
    ),
    "d": (
        " dad=205206 daemon=06806907f dai=2a3 damag=127 dark+mode=14e darwin=091 dashboard=134 databas=2c1"
        " datadog=134 date=19c datetim=19c daughter=203 db=0a2 ddl=0a40a5 dead=193 dead+letter=072 dead+tupl=0bc"
        " deadlin=1141c72e9 deadlock=079 deal=305 dealt=305 death=24c debian=093 debit=1d9 debug=119 debug+mode=18a"
        " decid=1bb decim=19919f decis=1bb declin=12d decor=186 decrypt=011 dedup=074 dedupl=074 deep+link=15f"
        " default+branch=03a degre=22e delai=071115 delet+after=0ca deliv=1ea deliveri=1ea deni=00b12d12e"
        " denylist=01b depend=2ee depend+updat=050 dependabot=050 deploi=03d03f2672c3 deploy=03d deprec=192"
        " descuento=27b desplegar=267 despliegu=267 destroi=0dd devic=159 devolucion=279 dhl=1eb di=10b24c dia=2a3"
        " diagnos=119 dialog=147 dict=196 dictionari=196 diff=0e9 differ=132 dig=306 digest=014 dinner=237"
        " direccion=2b3 directori=2cd directorio=288 disabl=101 disagre=132 disallow=00b disast=0a0 disclos=01d"
        " disconnect=12f discount=1e027b discount+code=1e2 diseas=21c dish=235 disk=094 disk+full=095 dislik=214"
        " displai=14f disrupt=126 distinct=0af divid=0e8 divorc=228 django=367 dlq=072 dn=088 do+not=1cd doc=18e"
        " docker=05b docker+compos=05d dockerfil=05b doctor=21a document=0c016d18e dog=217 dollar=1f5 domain=088"
        " doubl=0740f8 downgrad=029052 download=0390dc downtim=125 drain=066 drank=308 draw=14f307 drawn=307"
        " dream=247 drew=307 drink=239308 drive=309 driven=309 drop=0dd12f drove=309 drunk=308 due=1c7 dug=306"
        " dump=09e0cd duplic=0730740af0e2 duti=138 "
    ),
    "e": (
        " e+mail=169 e2=0f4 earlier=02b eat=30a eaten=30a edg=086 edit=0e0 ejecutar=297 elasticsearch=0d0 elb=089"
        " element=144 eliminar=299 email=169282 emerg=0471ca emit=06b employe=1c4 emul=0f7 encod=0ed133 encrypt=011"
        " end=249 end+to+end=0f30f4 endless=12b endpoint=17b17c enjoi=213 entitl=00a enum=0c1 enumer=0c1 env=044188"
        " env+var=188 enviar=27d envio=27d environ=2d4 environ+variabl=188 ephemer=043 eras=0dd error=2c5"
        " error+budget=13b esbuild=366 escap=017 eslint=102 eur=1f4 euro=1f4 event=06d everi+night=05a evict=0c6"
        " exampl=18f exce=130 excel=0d7 exchang+rate=1f6 excit=23b exclud=03c execut=1b8 executor=058 exercis=234"
        " exhaust=240 existencia=27e exit+code=10d expect=0fe expens=09a expir=0c60c82ba expirar=2ba expiri=0c82e9"
        " explain=0b4 exploit=015 export=0cd176 expos=01d176 express=368 extend=1a6 extens=1b9 extern=09d extract=0cd "
    ),
    "f": (
        " factura=277 facturacion=277 facturar=277 fail=2c6 failur=108109269 faith=25e25f fake=0f70f8 fall=30b"
        " falla=26926a fallar=26a fallen=30b fallo=269 fast=110 fastapi=367 faster=111 fastifi=368 father=205206"
        " fault=108 favorit=213 favourit=213 fear=23d featur+flag=046 featur+toggl=046 fed=30c feed=30c feedback=02c"
        " feel=30d feet=353 fell=30b felt=30d fetch=0390dc0e4 fichero=287 fight=30e file=2cc filesystem=094 fill=0b0"
        " film=20e filter=0d1 find=0cf fingerprint=014 finish=249 firefox=142 firewal=08b firm=1d1 fit=234"
        " fixtur=0b10f9 fixup=026 fk=0ac flake=0fa flake8=102 flaki=0fa flask=367 flat=216 flew=310 float=199"
        " flower=254 flown=310 flush=0c7 fly=310 flywai=0a4 fnm=36a folder=2cd font=14c2f2 food=235 foot=353"
        " forbad=311 forbid=311 forbidden=00b311 forc+push=027 foreign=0ad foreign+kei=0ac forest=251 forgav=313"
        " forget=312 forgiv=313 forgiven=313 forgot=312 forgotten=312 formatt=103 former=02b forward=151 fought=30e"
        " fraud=1fe free=1fa freez=04810e314 freight=1ea fresh=1b0 fridai=1c82aa friend=20d front+end=141"
        " frontend=141 froze=314 frozen=05310e314 full+scan=0b5 full+text=0cf function=2ec fuzz=105 "
    ),
    "g": (
        " game=230 garag=263 garden=253 gatewai=08a gave=315 gcp=081 gdpr=01e gener=1a5 getawai=20f gift+card=1e3"
        " gig=221 girlfriend=20b github+action=049 gitignor=03c gitlab+ci=049 give=315 give+back=1db glad=23b"
        " global=178 go+back=02a go+live=03d goal=246 god=25f goe+live=03d golden=0fc gone=120316 good=1e51e7"
        " googl+cloud=081 googl+plai=15b gotcha=11f gpu=099 gradual=045 graduat=22e grafana=134 grandfath=209"
        " grandma=208 grandmoth=208 grandpa=209 grant=009 graphql=17f green+light=02d grew=317 grid=149 group=00d1bf"
        " grow=317 grown=317 grpc=180 gst=1f1 guarante=201 guid=0c318e guidelin=18b guitar=222 gym=234 "
    ),
    "h": (
        " hack=11c halt=066 handler=17a17b handset=159 hang=07910e318 happi=23b harden=016 hash=014 hate=214"
        " health=21d health+check=13c13d healthz=13c heap=096097 hear=319 heard=319 held=1e831b helm=05f help=242"
        " helpdesk=1ff hibern=0bd hid=31a hidden=31a hide=31a hike=232 hill=252 histori=030 hobbi=22f"
        " hold=0e61e827f31b holidai=20220f home=216 hook=03306e hope=247 hora=2a2 hospit=21b host=07d09c hostnam=088"
        " hotel=211 hotfix=047 hour=2a2 hous=216 how+mani=0d4 hpa=062 http=01217e huge=1ad hung=318 husband=20a"
        " huski=033 hydrat=150 hypothesi=105 "
    ),
    "i": (
        " i18n=167 iac=083 icon=14b id=0c4 idea=245 idempot=073 ident=002 identifi=0020ab0c30c4 idioma=2af ill=21c"
        " imag=05b05c0fd1622592b22f1 imagen=2b2 imit=0f7 immedi=1ca impuesto=27c incid=0a0125140 inconsist=132"
        " incorrect=128 index=0d02f7 index+file=177 inexpens=09b infinit+loop=12b infra=083084 infrastructur=083084"
        " ingest=0cc ingress=089 inherit=1a6 iniciar+sesion=2b7 inject=017 instanc=06107d instruct=13a instructor=22c"
        " instrument=222 integr=025 integr+test=0f3 interceptor=185 interest=22f interfac=17d1a72cb intermitt=0fa"
        " intern+server+error=124 interrupt=126 invalid=0c7128129 inventario=27e inventori=1e727e2e0 investig=119"
        " invoic=1dd2772de io=15a io+build=15c ipad=15a iphon=15a isol=0b8 item=1e5 iter=194 iva=27c "
    ),
    "j": (
        " jaeger=136 jenkin=049 jest=0f1364 jmeter=0f5 job=04a06921229f joi=23b join=0b60e7 journei=20f json=0c0"
        " jsonb=0c0 juev=2a9 jwt=006 "
    ),
    "k": (
        " k6=0f5 k8=05f kafka=06a keep=0ca0e631c keep+asid=1e8 kei+rotat=01a kept=31c kick+out=001 kid=203"
        " kill=06610b kitten=217 knife=358 knive=358 koa=368 kube=05f kubernet=05f "
    ),
    "l": (
        " l10n=167 label=166 lag=10f lai=31d laid=31d lambda=087 land=025 languag=1671682af laps=0c8 laptop=08f"
        " larg=1ad latenc=10f112 latest=1b0 launch=03d065 law=1d2 lawyer=1d3 layer=05c layout=149 lead=1c131e"
        " leader=0ba leaf=359 leak=01d12c learn=22b31f learnt=31f leav=320359 led=31e ledger=1de left=320"
        " lefthook=033 legaci=1921af legal=1d21d3 lend=321 lent=321 lerna=36b letter=25b lgtm=02d life=356"
        " limit=07a07b2e7 link=0ad152 lint=102 linter=102 linux=093 liquibas=0a4 listen=06c17a liter=173 littl=1ae"
        " live=04013c261356 llave=272 load=0cc0e40f50f6 load+balanc=089 load+test=0f5 local=090167168 localhost=090"
        " localis=167 lock=078079 lock+file=053 lockfil=053 locust=0f5 log=13529e2c8 log+in=000 log+out=001"
        " logger=135 login=0002b72d7 logo=14b logout=001 lookup=0b60cf loop=194 lose=24b322 loss=24b lost=120322"
        " love=213 loyalti=1fb lune=2a6 "
    ),
    "m": (
        " mac=091 machin=07d08f maco=091 mad=23f mail=169282 main=03a maintain=02e major=054 makefil=056 malform=129"
        " manag=1c1 manual=18e map=196 marathon=231 mariadb=0a2 market=16a marketplac=1fc marri=227 marshal=0ed"
        " mart=2a7 mask=01f mass=075 master=03a0ba matric=35c matrix=35c max=07b maximum=07b meal=235237 meet=325"
        " member=00e memcach=0c5 memois=0c5 memoiz=0c5 memori+leak=12c memori+safe=1a3 mensaj=283 menu=148"
        " mercancia=27e merchant=1fc merg=0250e72d0 merg+request=024 messag=06d16c283 messag+queue=06a met=325"
        " metric=134 mfa=007 mice=355 microservic=07f microsoft=082 middlewar=185 miercol=2a8 migracion=290"
        " migrat=0510a40a52902d2 min=07c minimum=07c minor=054 minut=2a1 minuto=2a1 mirror=0ce mise=36a mismatch=132"
        " miss=0be120121 mobil=1592ab mocha=364 mock=0f8 modal=147 model=0a60bd modifi=0e0 modificar=29b"
        " modul+level=178 mom=204206 mondai=1c92a6 monei=1f2 monei+back=1db monitor=134 monorepo=03136b"
        " moratorium=048 mother=204206 mountain=252 mous=355 movi=16420e movil=2ab mr=024 mum=204 music=220"
        " must+not=00b1cd mutat+test=107 mutex=078 mutmut=107 my+machin=090 mypi=104 mysql=0a2 "
    ),
    "n": (
        " nameserv=088 namespac=060 narrow=0d1 nat=06a nation=257 nav=148 navig=148 nestj=368 network=08c"
        " never=1cd2c0 newborn=20c newer=051 newslett=16916a nginx=08a nightli=05a nil=0be no+connect=160"
        " no+space=095 node=06107d none=0be nose=365 not+found=120121 note=25b notebook=08f noth=12a"
        " notif=06d13916c2e4 notifi=1392bd notificar=2bd novel=21e now+and+then=0fa nox=365 npm=362 null=0be"
        " nunca=2c0 nvm=36a nx=36b "
    ),
    "o": (
        " object+storag=085 observ=134 obsolet=0c9192 occup=212 ocean=250 offlin=160 offset=0d3 old=02b0c91921af24e"
        " older=052 on+call=138 on+time+code=008 oncal=138 oom=097 oomkil=097 opensearch=0d0 opentelemetri=136"
        " opentofu=083 opt+in=020 optim=111 optimis=111 orden=274 order=2dc origin=03b orm=0bd osx=091 otp=007008"
        " out+of+memori=097 out+of+space=095 outag=0a0123125 outdat=0c9 outfit=25c output=04e overflow=130"
        " overwrit=027326 overwritten=326 overwrot=326 own+machin=090 owner=00f02e ownership=1a3 "
    ),
    "p": (
        " packag+manag=362363 pagar=273 page=2ad2f4 pager=137138 pagin=0d3 pagina=2ad pago=273 pai=1d71d8327"
        " pai+back=1db paid=1d8327 paint=14f pal=20d panic=10b pantalla=2ac parallel=0761b1 parcel=1ea366 parent=206"
        " pars=0ec parser=0ec partit=0bb partner=20a20b pass+awai=24c passcod=003 passphras=003 password=0030042702d6"
        " pastim=22f patch=024 pattern=1a1 paus=115 payload=184 payment=1d71d82732db paypal=1f8 pc=08f pdf=16d"
        " pedido=274 penni=1f3 peopl=1bf1c3350 perform=10f110111112 perform+test=0f5 period=06f permiso=271"
        " permiss=00900d2712d8 permit=00a persist=0e5 person=1c3350 person+data=01e pet=217 pg=0a3 phone=1592ab2b4"
        " photo=162259 physician=21a piano=222 pic=162 pick=1bb pictur=0fd162259 pii=01e pin=052053 ping=13913d"
        " pip=363 pipelin=04904a pipenv=363 pitfal=11f pixel=155 pk=0ab plai+store=15d plan=1f9245 plant=253254"
        " platform=084 playbook=13a playwright=0f4 plugin=1b9 pnpm=362 poetri=363 poison=072 polici=18b pool=1a9"
        " popul=0b0 popup=147 port=08e postal+code=1ef285 postcod=1ef postgr=0a20a3 postgresql=0a2 postmortem=140"
        " pr=024 practic=18b pre+commit=033 pre+product=042 precio=27a precis=19f prefer=187 preprod=042 prettier=103"
        " preview=043 previo=26b previou=02b26b price=1df27a2df pride=241 primari=0ba primari+kei=0ab print=16e"
        " printer=16e prior=02b prisma=0bd privaci=01e privat=005 privileg=009 prize=24a probe=13c13d procedur=13a16f"
        " process=1a2 processor=098 prod=040041 produc=06b produccion=295 product=0400411e51e62952d5 profess=212"
        " profil=00e prohibit=00b prometheu=134 promo=1e0 promo+code=1e2 promot=1e01e1 properti=0a7 properti+base=105"
        " propos=1be proto=180 protobuf=180 protocol=1a7 proud=241 prove=002 provis=055 proxi=08908a pseudonym=01f"
        " psql=0a3 publicar=267 publish=03803d03e06b pull=039 pull+request=024 pulumi=083 puppi=217 purchas=1d6275"
        " purg=0c60dd push=03815e push+notif=15e put+asid=1e8 put+live=03d pyenv=36a pylint=102 pytest=0f1365 "
    ),
    "q": " quantiti=1e7 queri+plan=0b4 queue=06a2a02ca quick=110 quickli=110 quota=07a07b ",
    "r": (
        " rabbitmq=06a race=077231 race+condit=077 rain=255 ram=096 random=0fa1a0 rank=0d2 rate+limit=07a"
        " rational=1bc rbac=009 re+export=177 readi=13c readm=18e reason=11b1bc reattempt=070 rebas=026 rebat=1e0"
        " reboot=064 rebuild=2f9 receipt=1dd receiv=06c rechazado=2bc rechazar=2bc recip=236 record=0a8 recov=02a28c"
        " recoveri=09f recuperar=28c recur=1f9 red=100 redact=01f redeliv=070 redi=0c5 redirect=151 reduct=1e0"
        " reembolso=279 refactor=191 refer=0ac0ad0fc refund=1db1dc2792dd refus=12d12e regex=1a1 region=0a11f0"
        " registri=05c registro=29e regla=2be regresar=26c regress=0ff regul=1d2 regular+express=1a1 reimburs=1db"
        " reject=12d12e2bc releas=02f03d03e2662672c4 releas+note=030 religion=25e reload=064 remot=03b render=14f"
        " renew=01a renov=050 repair=11d repeat=070074 repli=182 replic=0ce replica=0610b9 repo=031 report=13f"
        " repositori=031 reserv=1e827f reserva=27f reservar=27f resid=261 resiz=163 resolv=11d respaldo=28b rest=17e"
        " restart=063064 restaur=238 restaurar=28c restor=02a09f28c restructur=191 retent=0ca retri=0700712e6"
        " retrospect=140 revers+proxi=08a revert=0292d1 review=02c review+app=043 revis=022 reward=1fb rewrit=19134e"
        " rewrit+histori=027 rewritten=34e rewrot=34e rfc=1be ridden=328 ride=328 right=009 ring=329 rise=32a"
        " risen=32a rode=328 role=00d roll+back=029 roll+out=03d roll+over=01a rollback=02926c2d1 rollout=03d063"
        " rollup=04c366 romper=268 root=00f root+caus=11b rose=32a rota=268 rotat=01a roto=268 rout=15317c router=153"
        " routin=16f row=0a8 rpc=180 ruff=102 rule=0ae18b2be runbook=13a rung=329 runner=058 "
    ),
    "s": (
        " s3=085 sad=23c safari=142 safe=016 sai+ye=02d sale=1e1 sampl=18f sampl+data=0b1 sandbox=043 sang=334"
        " sanit=017 sanitis=017 sank=335 sat=336 save=09b0e5 saw=32c scaffold=190 scale=062163 scan=0b5 scare=23d"
        " schedul=05a06f schema=0a40a610617f361 schema+chang=0a5 schemata=361 school=229 scope=009 screen=1432ac"
        " screen+reader=157 screenshot=0fc0fd script=2ea scrub=01f sea=250 search=0cf29c2f6 search+engin=156"
        " search+index=0d0 season=202 second+factor=007 secondari=0b9 secret=004005 secur=016 secur+group=08b"
        " secur+hole=015 seed=0b1 seen=32c segfault=10b select=0b2 selenium=0f4 sell=32d seller=1fc semana=2a4"
        " semaphor=078 semver=054 send=06b32e send+back=1dc sent=32e seo=156 separ=0e8228 sequenc=0c2 sequenti=0b5"
        " serial=0c20ed serialis=0ed serializ=0b8 server=2c9 server+render=150 server+side=07e serverless=087"
        " servic=07e07f sesion=2b6 session=0101542b6 set=2d3 set+asid=1e8 set+up=055 setup=0550f9 sha=022 shake=32f"
        " shaken=32f shard=0bb shelf=35a shell=1b31b4 shelv=03435a shine=330 ship=03d1ea27d shipment=1ea shoe=25d"
        " shone=330 shook=32f shoot=331 shop=1d4281 shopper=1c2 shortcut=1b6 shot=331 show=14f221332 shown=332"
        " shrank=333 shrink=333 shrunk=333 shut+down=066 shutdown=066 sibl=207 sick=21c sign=013 sign+in=000"
        " sign+off=02d sign+out=001 signatur=013 signin=000 signoff=02d signout=001 sigsegv=10b sigterm=066 simul=0f7"
        " simultan=076 sing=334 singleton=178 sink=335 sister=207 sit=336 size+limit=131 skeleton=190 skip=101"
        " sku=1e5 sla=13b sleep=115337 slept=337 slo=13b slow=0b410f113 slow+queri=0b4 sluggish=10f sm=16b2e2"
        " sm+code=008 small=1ae smartphon=159 snapshot=09e0fc socket=08e1aa soft+delet=0de sold=32d solr=0d0 solv=11d"
        " sometim=0fa song=220 sort=0d2 span=136 speak=338 spec=0f2 speed=110111112 speed+up=110 spend=09a339"
        " spent=339 spin=33a spin+up=065 split=0bb0e8 spoke=338 spoken=338 sporad=0fa sport=230 spous=20a"
        " spreadsheet=0d7 spun=33a spy=0f8 sq=06a sql=0a20b2 sqlalchemi=0bd sqlite=0a2 squash=025026 ssh=08d ssl=012"
        " sso=000 ssr=150 stack+trace=11a staff=1c4 stage=042044 stale=0c9 stamp=278 stand=33b standbi=0b9"
        " starlett=367 start+up=067 startup=067 stash=034 state=13e statement=0b2 static=178 statu=10d13e steal=33c"
        " stick=33d stock=1e727e2e0 stole=33c stolen=33c stood=33b storag=094154 store=0e50e61d4281 store+review=15d"
        " storefront=1d4 stori=117 stress=23e stress+test=0f5 strike=33e struck=33e stub=0f8 stuck=07910e33d"
        " studi=22b style=14914a18b subclass=1a6 submodul=032 subnet=08c subscrib=06c subscript=1f9 subtre=032"
        " suggest=1be sum=0d51f2 summari=13f sung=334 sunk=335 superus=00f supplier=09d1fd support=1ff242 swam=341"
        " swear=33f sweep=340 swept=340 swim=341 switch=046 swore=33f sworn=33f swum=341 sync=0ce synchron=0ce"
        " synchronis=0ce "
    ),
    "t": (
        " tag=02f tailwind=369 take=342 take+long=10f taken=342 tarea=29f target=056 task=06929f taught=343"
        " tax=1f127c tea=23a teach=343 teacher=22c team=1bf teammat=1c0 tear=344 teeth=354 telefono=2b4 telemetri=155"
        " tell=139345 templat=1901a5 temporari+environ=043 tenant=060 tent=265 termin=0661b3 terraform=083 test=2c2"
        " test+data=0b1 test+environ=042 test+framework=364365 test+runner=364365 test+suit=0f1 testflight=15c"
        " text=1662b1 text+messag=16b texto=2b1 theme=14a14e third+parti=09d thread=1a21b1 threw=347 throttl=07a"
        " throughput=112 throw=347 thrown=347 thrown+out=001 thumbnail=163 thursdai=1c92a9 ticket=117 tienda=281"
        " timbrado=278 timbrar=278 time+out=114 timeout=1142e5 timer=06f timestamp=19c timezon=19d tini=1ae tire=240"
        " tl=012 togeth=076 toggl=046 token=005006 told=345 tombston=0de too+larg=130131 too+mani+request=07a"
        " took=342 tool=1b2 tooth=354 topic=06a tore=344 torn=344 total=0d40d5 totp=007 town=256 tox=365 trace=11a136"
        " traceback=11a track=1551ed track+number=1ed traduccion=2b0 traffic=0f6 trail=021232 trait=1a7 transact=0b7"
        " transfer=1f7 transform=0eb transit=165 translat=0eb1672b02f3 transpil=04d trap=11f travel=20f trial=1fa"
        " trip=20f210 troubleshoot=119 trunk=03a tsc=104 ttl=0c8 tuesdai=1c92a7 tunnel=08d tupl=0a8 turbopack=366"
        " turborepo=36b twice=073074 two+factor=007 type+check=104 typecheck=04d typefac=14c typesens=0d0 "
    ),
    "u": (
        " uat=042 ubuntu=093 ui=141 unauthent=00c unauthor=00c unavail=123 understand=348 understood=348 undo=029"
        " unhappi=23c unicod=133 uniqu=0af unit+test=0f2 unittest=365 univers=22a univers+link=15f unrespons=10e"
        " unstabl=0fa unus=193 up=1eb upgrad=050051298 upload=0380db upset=23c upstream=03b urgent=0471ca url=15217c"
        " usd=1f5 user=2d9 utc=19d utf8=133 uuid=0c3 uv=363 "
    ),
    "v": (
        " vacat=20f vacuum=0bc variabl=2ed vat=1f127c vehicl=218 vencer=2ba vendor=09c09d1fc1fd verbos=18a"
        " verif+code=0082e3 verifi=002 version=2662ef version+manag=36a vertex=35d vertic=35d video=164 viern=2aa"
        " view=143 violin=222 visit=210 visitor=1c2 visual=0fd vite=04c366 vitest=0f1364 volta=36a volum=094"
        " volunt=243 volver=26c voucher=1e01e21e3 vpc=08c vpn=08d vulner=015 "
    ),
    "w": (
        " waf=08b wait=115 wake=349 wallet=1f8 warehous=1e72802e1 warn=11e137139 warranti=201 wear=34a weather=255"
        " web=141 web+framework=367368 webhook=06e webpack=04c366 wed=227 wednesdai=1c92a8 week=2a4 weekdai=1c9"
        " weekend=1c8 wellb=21d went=316 whitelist=01c widget=144 wife=20a357 win=24a win32=092 window=092 wipe=0dd"
        " withdraw=34c withdrawn=34c withdrew=34c wive=357 woke=349 woken=349 woman=352 women=352 wood=251 word=166"
        " wore=34a workaround=11c worker=068069 workflow=04904a workout=234 workspac=03136b workstat=08f worn=34a"
        " worri=23d wrong=128 "
    ),
    "x": " x509=012 xfail=101 xsrf=018 ",
    "y": " yarn=362 year=24f ",
    "z": " zip=1ef zip+code=1ef zone=0a1 zsh=1b4 ",
}
