"""Runs scenarios.lua in a Neovim with its own terminal, and saves the terminal's output whenever a scenario asks for a picture."""
import errno
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

LINES, COLUMNS = 34, 116
MOST_SECONDS = 120
QUIET = 0.25  # seconds without output: the screen is drawn


def _drain(terminal, drawn, seconds):
    """Reads until `seconds` pass without output. Returns False when the other side has closed the terminal."""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            data = os.read(terminal, 1 << 16)
        except OSError as error:
            if error.errno == errno.EIO:
                return False
            raise
        if not data:
            return False
        drawn += data
    return True


def run(root, bin_folder, folder, home, match):
    """The results as lines of JSON, and the files with the terminal's output, one for each picture, up to its moment."""
    os.makedirs(home, exist_ok=True)
    wish, results = os.path.join(home, "wish"), os.path.join(home, "results")
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "HOME": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                   "JITSCOPE_BIN": bin_folder, "JITSCOPE_WISH": wish, "JITSCOPE_RESULTS": results, "JITSCOPE_MATCH": match}
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        environment[f"XDG_{name}_HOME"] = home
    # With an empty configuration file, unlike with -u NONE, Neovim loads plugins.
    init = os.path.join(home, "init.vim")
    open(init, "w", encoding="utf-8").close()
    plugin = os.path.join(root, "editors/nvim")
    script = os.path.join(root, "tests/conformance/editors/scenarios.lua")
    command = ["nvim", "-u", init, "-i", "NONE", "-n", "--cmd", f"set runtimepath^={plugin}", "-c", f"luafile {script}"]
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    drawn, frames = bytearray(), []
    end = time.monotonic() + MOST_SECONDS
    try:
        # A wish comes between two outputs of the terminal, or without one.
        while _drain(terminal, drawn, 0.02) and time.monotonic() < end:
            if not os.path.exists(wish):
                continue
            _drain(terminal, drawn, QUIET)
            with open(wish, encoding="utf-8") as text:
                frames.append(os.path.join(home, f"nvim-{text.read()}.tty"))
            with open(frames[-1], "wb") as frame:
                frame.write(drawn)
            os.remove(wish)
    finally:
        try:
            os.killpg(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(process, 0)
        os.close(terminal)
    if not os.path.exists(results):
        return ['{"scenario": "Neovim starts", "passed": false, "seconds": 0, "problem": "it has left no results"}'], []
    with open(results, encoding="utf-8") as text:
        return text.read().splitlines(), frames
