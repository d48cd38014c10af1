"""The preview's server: on this machine only, for this machine only, and of nothing but the pages it is given.

It looks names up among pages in memory. No path of a request ever reaches the disk.
"""

from __future__ import annotations

import io
import socket
import sys
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any
from urllib.parse import parse_qs, unquote

from generator.desk.client import EVENTS, FILES, dressed, told, waiting_page
from generator.desk.stage import Shown, Stage

HOST = "127.0.0.1"
_OURS = ("127.0.0.1", "localhost", "[::1]")  # a page elsewhere whose name is made to lead here names another
_HEARTBEAT = 1.0  # seconds after which one who has gone away is found out
MOST = 100  # connections at once
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "bib": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "woff2": "font/woff2",
}


class Server(ThreadingHTTPServer):
    """Serves what stands on the stage. Raises OSError where the port cannot be had."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, stage: Stage, port: int, patience: float = 10.0) -> None:
        self.stage = stage
        self.patience = (
            patience  # seconds for a request to arrive, and for each piece of an answer to be taken
        )
        self._room = threading.Semaphore(MOST)
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return f"http://{HOST}:{self.server_port}/"

    def server_bind(self) -> None:
        """Bind without asking a name server who we are."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, unless there are too many of them."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and make room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Someone who goes away in the middle of an answer is nothing to be told."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """One request and its answer; then the connection is closed, whatever else it may hold."""

    server: Server
    server_version, sys_version = "preview", ""
    error_content_type = "text/plain; charset=utf-8"
    error_message_format = "%(code)d %(message)s\n"

    def setup(self) -> None:
        """Give a request its time as a whole: a byte now and then does not win it more."""
        super().setup()
        self.rfile = io.BufferedReader(_Hasty(self.connection, time.monotonic() + self.server.patience))

    def parse_request(self) -> bool:
        """Read the request; refuse what we do not serve before anybody looks at the rest of it."""
        if not super().parse_request():
            return False
        self.connection.settimeout(self.server.patience)
        refusal = self._refusal()
        if refusal:
            self._answer(refusal, "txt", f"{refusal.value} {refusal.phrase}\n".encode())
        return refusal is None

    def do_GET(self) -> None:
        """Send a page, a file of the preview's own, or word of every change."""
        path, _, query = self.path.partition("#")[0].partition("?")
        name = unquote(path.lstrip("/"))
        shown = self.server.stage.now
        if name == EVENTS:
            self._tell_changes(parse_qs(query).get("page", [""])[0])
        elif name in FILES:
            self._answer(HTTPStatus.OK, name, FILES[name].read_bytes())
        else:
            self._page(name or "index.html", shown)

    def do_HEAD(self) -> None:
        """The same without a body."""
        self.do_GET()

    def end_headers(self) -> None:
        """Every answer is of this moment, of the type that it says, and for this host's own pages."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal is for what is wrong with the essay."""

    def _refusal(self) -> HTTPStatus | None:
        host = self.headers.get("Host", "").lower()
        if host.removesuffix(f":{host.rpartition(':')[2]}") not in _OURS and host not in _OURS:
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.command not in ("GET", "HEAD"):
            return HTTPStatus.METHOD_NOT_ALLOWED
        return None if self.path.startswith("/") else HTTPStatus.BAD_REQUEST

    def _page(self, name: str, shown: Shown) -> None:
        status = HTTPStatus.OK
        if name not in shown.pages:
            status = HTTPStatus.NOT_FOUND if shown.pages else HTTPStatus.SERVICE_UNAVAILABLE
            name = "404.html"
        data = shown.pages.get(name, waiting_page().encode())
        if name.endswith(".html") and name in shown.pages:
            data = dressed(data.decode(), shown.versions[name]).encode()
        self._answer(status, name, data)

    def _answer(self, status: HTTPStatus, name: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header(
            "Content-Type", _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")
        )
        self.send_header("Content-Length", str(len(data)))
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _tell_changes(self, page: str) -> None:
        """Server-sent events for one page, for as long as somebody reads them."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        stage, seen = self.server.stage, None
        while self.command != "HEAD":
            shown = stage.after(seen, _HEARTBEAT)
            if stage.closed:
                break
            news = f"data: {told(shown, page)}\n\n" if shown is not seen else ": all as before\n\n"
            self.wfile.write(news.encode())
            seen = shown


class _Hasty(io.RawIOBase):
    """A connection that is read until a certain moment, and no longer."""

    def __init__(self, connection: socket.socket, until: float) -> None:
        self._connection, self._until = connection, until

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has come, or wait for it while there is time."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)
