"""The preview's server, spoken to byte by byte: it gives its pages to this machine, and nothing to anybody else."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from generator.desk.server import MOST, Server
from generator.desk.stage import Stage
from generator.problems import Place, Problem
from tests.generator.waiting import wait_until

PAGE = b'<html><head><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"></head></html>'
PAGES = {
    "index.html": PAGE,
    "404.html": b"<html><head></head><body>nothing here</body></html>",
    "code/a b.py.html": PAGE,
    "assets/page-1.js": b"1",
    "data/spring.csv": b"a\n",
    "pictures/fig-neap.svg": b"<svg/>",
    "assets/face.woff2": b"wOF2",
    "data/spring.json": b"{}",
    "feed.xml": b"<feed/>",
}


@pytest.fixture
def server() -> Iterator[Server]:
    stage = Stage()
    stage.turn(PAGES, frozenset())
    with Server(stage, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        stage.close()
        server.shutdown()


def send(server: Server, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(request)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    code = status.split()[1 if status.startswith("HTTP/") else 0]  # who asks in no version gets no headers
    return int(code), dict(line.split(": ", 1) for line in lines), body


def ask(
    server: Server, target: str, method: str = "GET", host: str = "127.0.0.1"
) -> tuple[int, dict[str, str], bytes]:
    return send(server, f"{method} {target} HTTP/1.1\r\nHost: {host}:{server.server_port}\r\n\r\n".encode())


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html?reload#top", "text/html; charset=utf-8"),
        ("/code/a%20b.py.html", "text/html; charset=utf-8"),
        ("/assets/page-1.js", "text/javascript; charset=utf-8"),
        ("/data/spring.csv", "text/csv; charset=utf-8"),
        ("/data/spring.json", "application/json"),
        ("/pictures/fig-neap.svg", "image/svg+xml"),
        ("/assets/face.woff2", "font/woff2"),
        ("/feed.xml", "application/xml"),
        ("/.preview/preview.js", "text/javascript; charset=utf-8"),
        ("/.preview/preview.css", "text/css; charset=utf-8"),
    ],
)
def test_a_page_comes_with_its_type_and_is_never_kept(server: Server, target: str, kind: str) -> None:
    status, headers, body = ask(server, target)
    assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, kind, "no-store")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert int(headers["Content-Length"]) == len(body) > 0


def test_head_has_the_headers_of_get_and_no_body(server: Server) -> None:
    _, got, _ = ask(server, "/")
    status, headers, body = ask(server, "/", "HEAD")
    assert (status, body) == (200, b"")
    assert headers["Content-Length"] == got["Content-Length"]


@pytest.mark.parametrize(
    "target",
    [
        "/../pyproject.toml",
        "/%2e%2e/pyproject.toml",
        "/..%2fpyproject.toml",
        "/..%5cpyproject.toml",
        "/code/../../pyproject.toml",
        "/pyproject.toml",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/etc/passwd%00.html",
        "/%00",
        "/%ff%fe",
        "/%",
        "/code/",
        "/code",
        "/assets",
        "/.preview/",
        "/.preview/client.py",
        "/.preview/../server.py",
        "/index.html/",
    ],
)
def test_what_is_no_page_is_not_there(server: Server, target: str) -> None:
    assert Path("pyproject.toml").is_file()  # so there would be something to find
    status, headers, body = ask(server, target)
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"nothing here" in body
    assert b"root:" not in body


def test_a_link_that_leads_out_leads_nowhere(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").symlink_to("/etc")
    monkeypatch.chdir(tmp_path)
    assert Path("data/passwd").is_file()
    assert ask(server, "/data/passwd")[0] == 404


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW", "get"]
)
def test_other_methods_are_refused(server: Server, method: str) -> None:
    status, headers, _ = ask(server, "/", method)
    assert (status, headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "[::1]", "127.0.0.1"])
def test_this_machine_has_three_names(server: Server, host: str) -> None:
    assert ask(server, "/", host=host)[0] == 200
    assert send(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example:127.0.0.1",
        "127.0.0.2",
        "0.0.0.0",
        "",
    ],
)
def test_a_foreign_name_that_leads_here_is_refused(server: Server, host: str) -> None:
    status, _, body = ask(server, "/", host=host)
    assert status == 421
    assert b"<html>" not in body


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 421),  # no host at all
        (b"GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),  # as one asks a proxy
        (b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n", 505),
        (b"GET\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),  # TLS
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: a\r\n" * 300 + b"\r\n", 431),
    ],
    ids=["no host", "proxy", "version", "no path", "tls", "long path", "long header", "many headers"],
)
def test_a_request_that_is_none_is_refused(server: Server, request_: bytes, status: int) -> None:
    try:
        assert send(server, request_)[0] == status
    except ConnectionResetError:
        assert status in (414, 431)  # it hung up before all of that was sent
    assert ask(server, "/")[0] == 200


def test_who_does_not_finish_a_request_is_left(server: Server) -> None:
    server.patience = 0.05
    with socket.create_connection(("127.0.0.1", server.server_port)) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        assert slow.recv(1) == b""
    server.patience = 10
    assert ask(server, "/")[0] == 200


def test_more_connections_than_there_is_room_for_are_closed_and_the_rest_served(server: Server) -> None:
    held = [socket.create_connection(("127.0.0.1", server.server_port)) for _ in range(MOST)]
    over = [socket.create_connection(("127.0.0.1", server.server_port)) for _ in range(7)]
    for connection in over:
        assert connection.recv(1) == b""
        connection.close()
    for connection in held:
        connection.sendall(b"GET /data/spring.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(15).startswith(b"HTTP/1.0 200 OK")
        connection.close()
    wait_until(lambda: threading.active_count() < 10)  # each takes note of the end of its connection
    assert ask(server, "/")[0] == 200


def test_everybody_hears_of_every_change_and_of_the_end(server: Server) -> None:
    problem = Problem(
        Place("content/01-a.md", 3, 5), "no figure is named 'b'", ":::{figure} b", "did you mean 'a'?"
    )
    with (
        socket.create_connection(("127.0.0.1", server.server_port)) as connection,
        connection.makefile("rb") as lines,
    ):
        connection.sendall(b"GET /.preview/events?page=index.html HTTP/1.1\r\nHost: localhost\r\n\r\n")
        first = news(lines)
        assert first == {"version": server.stage.now.versions["index.html"], "work": [], "problems": []}
        server.stage.change(problems=(problem,))
        [plain] = news(lines)["problems"]
        assert (plain["place"], plain["message"]) == ("content/01-a.md:3:5", "no figure is named 'b'")
        assert plain["excerpt"].splitlines()[0] == "    3 | :::{figure} b"
        assert "did you mean 'a'?" in plain["excerpt"]
        server.stage.turn({"index.html": PAGE + b"more"}, frozenset())
        assert news(lines)["version"] != first["version"]
        server.stage.close()
        assert lines.read() == b"\n"


def news(lines: BinaryIO) -> Any:
    """The next piece of news."""
    line = next(line for line in lines if line.startswith(b"data: "))
    return json.loads(line.removeprefix(b"data: "))


def test_before_there_is_a_page_one_waits(server: Server) -> None:
    server.stage.turn({}, frozenset(PAGES))
    status, _, body = ask(server, "/")
    assert status == 503
    assert b"/.preview/preview.js" in body


def test_a_used_port_cannot_be_had(server: Server) -> None:
    with pytest.raises(OSError, match="in use"):
        Server(Stage(), server.server_port)
