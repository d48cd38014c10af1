"""A host such as the essay may find: it packs what it sends."""

from __future__ import annotations

import gzip
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path

_PACKED = (".html", ".css", ".js", ".svg", ".json", ".csv", ".xml", ".txt")


@contextmanager
def host(site: Path) -> Iterator[str]:
    """Serve a site on this machine; gives its address."""
    handler = partial(_Handler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in _PACKED or not path.is_file():
            super().do_GET()
            return
        data = _gzip(path)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        kept = "/assets/" in self.path  # their names change with what they hold
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if kept else "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@cache
def _gzip(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 9)
