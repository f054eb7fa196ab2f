"""The MCP server a client starts (`mem serve --mcp`): answers at once, and passes calls to the SDK server.

Importing the MCP SDK takes longer than some hosts wait for a server's tools, so this bridge is standard
library and threads. `initialize` and the lists are answered from the manifest; tool calls and prompts are
checked against it and passed to the process behind (hardwon.server.backend). Nothing but JSON-RPC reaches
standard output, whatever a library prints.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

from hardwon import __version__
from hardwon.binding import bind
from hardwon.config.paths import Paths, environ_text, make_private_dir, trusted_environ
from hardwon.config.quick import quick_settings
from hardwon.server import manifest, wire
from hardwon.server.arguments import Offer, Refusal
from hardwon.server.backend import Backend, Call
from hardwon.server.pipes import LineReader, Outbox
from hardwon.server.roots import Rooting
from hardwon.server.shared import Door
from hardwon.server.strict import strict_tools
from hardwon.text.clean import one_line
from hardwon.wire.starting import package_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from hardwon.config.quick import Settings
    from hardwon.server.wire import Request

_LOG_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_ENVELOPE = "io.modelcontextprotocol/protocolVersion"  # requests of the protocol without a handshake
_UNSUPPORTED_VERSION = -32022
_LOG_MAX = 1 << 20
# Left by os._exit: taking the SDK's modules apart costs the client a fifth of a second and saves nothing.
_START_SERVER = (
    "import os, sys; count = int(sys.argv.pop(1)); sys.path += sys.argv[1 : 1 + count]; "
    "del sys.argv[1 : 1 + count]; from hardwon.server.mcp import main; os._exit(main())"
)
DRAIN_S = 8.0


class Bridge:
    """Understands each line of a client and sees that each request gets one answer.

    Args:
        content: the manifest with the project filled in (hardwon.server.manifest.filled).
        offered: names of the tools this session offers.
        send: takes a finished line for the client.
        backend: where calls go.
        project: what each call has to name, "" where it need not.
    """

    def __init__(
        self,
        *,
        content: dict[str, Any],
        offered: list[str],
        send: Callable[[bytes], None],
        backend: Backend,
        project: str = "",
    ) -> None:
        self._content = content
        tools = [tool for tool in content["tools"] if tool["name"] in offered]
        withheld = [tool["name"] for tool in content["tools"] if tool["name"] not in offered]
        self._offer = Offer(tools, content["prompts"], withheld, project)
        self._send = send
        self._backend = backend
        self._at_once: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "initialize": self._initialize,
            "ping": lambda params: {},
            "tools/list": lambda params: self._page(params, "tools", tools),
            "prompts/list": lambda params: self._page(params, "prompts", content["prompts"]),
            "resources/list": lambda params: self._page(params, "resources", []),
            "resources/templates/list": lambda params: self._page(params, "resourceTemplates", []),
            "resources/read": self._no_resource,
            "logging/setLevel": self._log_level,
        }

    def receive(self, line: bytes) -> None:
        """Serve one line from the client."""
        message = wire.read_line(line)
        if isinstance(message, wire.Request):
            self._serve(message)
        elif isinstance(message, wire.Fault):
            self._send(wire.error(message.id, message.code, message.message))
        elif isinstance(message, wire.Notification) and message.method == "notifications/cancelled":
            request_id = message.params.get("requestId")
            if isinstance(request_id, int | str):
                self._backend.cancel(request_id)

    def _serve(self, request: Request) -> None:
        try:
            if request.method in self._at_once:
                self._refuse_envelope(request.params)
                self._send(wire.result(request.id, self._at_once[request.method](request.params)))
                if request.method == "initialize":
                    self._warm(request.params)
            elif request.method in ("tools/call", "prompts/get"):
                self._refuse_envelope(request.params)
                params = self._checked(request.method, request.params)
                self._backend.submit(Call(client_id=request.id, method=request.method, params=params))
            else:
                raise Refusal(wire.METHOD_NOT_FOUND, "Method not found", one_line(request.method, 80))
        except Refusal as refusal:
            self._send(wire.error(request.id, refusal.code, str(refusal), refusal.data))

    def _refuse_envelope(self, params: dict[str, Any]) -> None:
        meta = params.get("_meta")
        if isinstance(meta, dict) and _ENVELOPE in meta:
            supported = self._content["protocolVersions"]
            raise Refusal(
                _UNSUPPORTED_VERSION,
                "this server speaks the protocol versions that begin with initialize",
                {"supported": supported, "requested": meta[_ENVELOPE]},
            )

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(params.get("protocolVersion"), str):
            raise Refusal(wire.INVALID_PARAMS, "protocolVersion: required, a string")
        return {"protocolVersion": self._version(params), **self._content["initialize"]}

    def _version(self, params: dict[str, Any]) -> str:
        """The client's version if we speak it, else our newest."""
        known: list[str] = self._content["protocolVersions"]
        wanted = params.get("protocolVersion")
        return wanted if wanted in known else known[-1]

    def greeted(self, params: dict[str, Any]) -> None:
        """Go on after an `initialize` that was answered before the project was known."""
        self._warm(params)

    def _warm(self, params: dict[str, Any]) -> None:
        info = params.get("clientInfo")
        name = info.get("name") if isinstance(info, dict) else None
        client = one_line(name, 60) if isinstance(name, str) else ""
        self._backend.warm(client=client or "mcp", handshake=handshake(self._version(params)))

    def _page(self, params: dict[str, Any], name: str, items: list[Any]) -> dict[str, Any]:
        if params.get("cursor"):
            raise Refusal(wire.INVALID_PARAMS, "cursor: there is one page only")
        return {name: items}

    def _no_resource(self, params: dict[str, Any]) -> dict[str, Any]:
        raise Refusal(wire.INVALID_PARAMS, "no such resource: this server has tools and prompts only")

    def _log_level(self, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("level") not in _LOG_LEVELS:
            raise Refusal(wire.INVALID_PARAMS, f"level: must be one of {', '.join(_LOG_LEVELS)}")
        return {}

    def _checked(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The params to pass on: fit, free of lone surrogates, with a key where the tool takes one."""
        name, given, schema = self._offer.checked(method, params)
        if "key" in schema["properties"]:
            given = {"key": "bridge-" + os.urandom(12).hex(), **given}
        return {"name": name, "arguments": wire.without_surrogates(given)}


def handshake(version: str) -> dict[str, Any]:
    """The params with which the bridge introduces itself to the process behind it."""
    info = {"name": "hardwon-bridge", "version": __version__}
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": info}


class Loop:
    """Waits for the client's lines, its leaving, and the word to stop, all in one place.

    Args:
        source: descriptor of the client's lines. sink: descriptor of its answers, watched for its end.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        self.must_leave = False

    def leave(self, *_: object) -> None:
        """Make `lines` end now; may be called from a signal handler or any thread."""
        self.must_leave = True
        try:
            os.write(self._wake_in, b"x")
        except OSError:
            pass

    def lines(self, *, is_idle: Callable[[], bool], tick: Callable[[], None]) -> Iterator[bytes]:
        """Each line of the client. After its last one, waits until what is in flight is answered.

        Args:
            is_idle: whether nothing is in flight.
            tick: called about once a second.
        """
        reader = LineReader(self._source)
        poll = select.poll()
        poll.register(self._source, select.POLLIN)
        poll.register(self._wake_out, select.POLLIN)
        poll.register(self._sink, 0)
        end = 0.0
        while not self.must_leave:
            if reader.ended:
                end = end or time.monotonic() + DRAIN_S
                if is_idle() or time.monotonic() > end:
                    return
            ready = dict(poll.poll(20 if reader.ended else 1000))
            tick()
            if self._sink in ready:
                return
            if self._source in ready:
                yield from reader.read()
                if reader.ended:
                    poll.unregister(self._source)


def claim_standard_streams() -> tuple[int, int]:
    """Take standard input and output for the protocol alone.

    What a library or a child reads from then on is empty, and what it prints goes to standard error.

    Returns:
        descriptors of the client's lines and of its answers.
    """
    spare = os.open(os.devnull, os.O_RDWR)
    while spare <= 2:  # a stream we were started without would be given to the next pipe
        spare = os.open(os.devnull, os.O_RDWR)
    source, sink = os.dup(0), os.dup(1)
    os.dup2(spare, 0)
    os.dup2(2, 1)
    os.close(spare)
    return source, sink


def _open_log(path: str) -> int:
    """The log of the process behind, private, started anew when it has grown."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    try:
        make_private_dir(os.path.dirname(path))
        if os.path.exists(path) and os.path.getsize(path) > _LOG_MAX:
            os.replace(path, path + ".1")
        return os.open(path, flags, 0o600)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def _server_argv() -> list[str]:
    """Starts the SDK server apart from the caller's Python variables, with our own packages in reach.

    Isolated mode leaves out the user's site folder, where an installation may live.
    """
    folders = package_folders()
    return [sys.executable, "-I", "-c", _START_SERVER, str(len(folders)), *folders]


def working_directory() -> str:
    """The folder the client started us in, also when it was deleted since."""
    try:
        return os.getcwd()
    except OSError:
        return os.environ.get("PWD") or "/"


def _offered(content: dict[str, Any], wanted: str) -> list[str]:
    every = [tool["name"] for tool in content["tools"]]
    offered, unknown = manifest.choose_tools(wanted, core=content["core"], everything=every)
    if unknown:
        names = ", ".join(one_line(word, 60) for word in unknown)
        sys.stderr.write(f"hardwon: HARDWON_TOOLS names no tool {names}; there are {', '.join(every)}\n")
        sys.stderr.flush()
    return offered


def _door(paths: Paths, environ: dict[str, str], settings: Settings, project: str, strict: bool) -> Door | None:
    """The way to the shared service, None where the person wants none."""
    if settings.service == "off":
        return None
    return Door(
        paths,
        environ,
        cwd=working_directory(),
        project=project,
        folders=package_folders(),
        may_start=settings.env != "testing",
        strict=strict,
    )


def main(
    project: str | None = None,
    *,
    server: Callable[[], list[str]] = _server_argv,
    with_service: bool = True,
    strict: bool = False,
) -> int:
    """Serve one client over standard input and output until it leaves.

    Args:
        project: the binding to serve; None takes the one of the working directory.
        server: gives the program and first arguments of the server behind; may raise NotReady.
        with_service: whether the shared service may be the server behind.
        strict: whether each call has to name the project; the setting `strict` asks for it too.

    Returns:
        the exit status: 0, or 1 when the installation is incomplete.
    """
    source, sink = claim_standard_streams()
    environ = trusted_environ(environ_text())
    paths = Paths.from_environment(environ)
    try:
        template = manifest.load()
    except (OSError, ValueError) as error:
        sys.stderr.write(f"hardwon: this installation is incomplete ({error}); install it again\n")
        return 1
    settings = quick_settings(paths, environ)
    strict = strict or settings.strict
    loop = Loop(source, sink)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, loop.leave)
    outbox = Outbox(sink, on_broken=loop.leave)
    backends: list[Backend] = []

    def begin(folder: str, greeted: dict[str, Any] | None) -> Callable[[bytes], None]:
        """Serve the project of a folder, or of the one we are in."""
        if folder:
            os.chdir(folder)
        bound = project or bind(working_directory(), paths).value
        content = manifest.filled(template, one_line(bound))
        if strict:
            content["tools"] = strict_tools(content["tools"])
        door = _door(paths, environ, settings, bound, strict) if with_service else None
        backend = _backend(server, bound, strict, outbox, paths.logs + "/mcp.log", door)
        backends.append(backend)
        offered = _offered(content, settings.tools)
        named = one_line(bound) if strict else ""
        bridge = Bridge(content=content, offered=offered, send=outbox.put, backend=backend, project=named)
        if greeted is not None:
            bridge.greeted(greeted)
        return bridge.receive

    if project or working_directory() not in (paths.home, os.path.realpath(paths.home), "/"):
        receive, rooting = begin("", None), None
    else:
        rooting = Rooting(introduce=lambda params: _introduced(template, params), begin=begin, send=outbox.put)
        receive = rooting.receive
    for line in loop.lines(
        is_idle=lambda: not (rooting and rooting.is_waiting) and all(backend.is_idle for backend in backends),
        tick=lambda: _tick(rooting, backends),
    ):
        receive(line)
    outbox.close(0.3)
    for backend in backends:
        backend.close()
    return 0


def _tick(rooting: Rooting | None, backends: list[Backend]) -> None:
    if rooting:
        rooting.tick()
    for backend in backends:
        backend.expire()


def _introduced(template: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
    """The answer to `initialize` while it is not known which folder the client has open."""
    content = manifest.filled(template, "that of the folder open in this program")
    known, wanted = content["protocolVersions"], params["protocolVersion"]
    return {"protocolVersion": wanted if wanted in known else known[-1], **content["initialize"]}


def _backend(
    server: Callable[[], list[str]], bound: str, strict: bool, outbox: Outbox, log_path: str, door: Door | None
) -> Backend:
    return Backend(
        command=lambda client: [*server(), "--project", bound, "--client", client, *(["--strict"] if strict else [])],
        answer=lambda call_id, body: outbox.put(wire.write_line({"id": call_id, **body})),
        open_log=lambda: _open_log(log_path),
        log_path=log_path,
        service=door,
    )


if __name__ == "__main__":
    sys.exit(main())
