"""A store of notes over HTTP.

usage: notes.py PORT [memory|thread]   the second says what every reset leaves behind
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port = int(sys.argv[1])
leak = sys.argv[2] if len(sys.argv) > 2 else ""
lock = threading.Lock()
notes = {}
left = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        """Prints nothing."""

    def answer(self, text):
        body = f"{text}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/ready":
            return self.answer("ready")
        with lock:
            for _ in range(2000 if self.path == "/fill" else 1):
                notes[len(notes)] = "note " * 40 + str(len(notes))
            self.answer(len(notes))

    def do_POST(self):
        with lock:
            notes.clear()
            if leak == "memory":
                left.append(b"x" * 65536)
            elif leak == "thread":
                threading.Thread(target=threading.Event().wait, daemon=True).start()
            self.answer("reset")


ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
