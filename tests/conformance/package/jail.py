"""A folder as root directory for programs: what isn't put into it isn't there."""
import functools
import os
import re
import shlex
import shutil
import subprocess

PATIENCE = 60  # seconds


class NotTried(Exception):
    """What a check needs isn't there."""


def run(command, **options):
    options = {"capture_output": True, "text": True, "timeout": PATIENCE, **options}
    return subprocess.run(command, check=False, **options)


def output(command, **options):
    done = run(command, **options)
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr}"
    return done.stdout


def libraries(program, **options):
    """What the dynamic linker loads for a program, by name; None for what it doesn't find. Nothing for a static one."""
    done = run(["ldd", program], **options)
    found = {}
    for line in done.stdout.splitlines():
        if match := re.match(r"\s*(\S+) => (not found|/\S+)", line):
            found[match[1]] = None if match[2] == "not found" else match[2]
        elif match := re.match(r"\s*(/\S+) \(0x", line):
            found[os.path.basename(match[1])] = match[1]
    return found


def owner(path):
    """The package that has brought a file; dpkg may know it by its place before /lib became /usr/lib."""
    path = os.path.realpath(path)
    for name in (path, path.removeprefix("/usr")):
        if (done := run(["dpkg-query", "-S", name])).returncode == 0:
            return done.stdout.split(":")[0]
    return None


@functools.cache
def namespace():
    """What begins a command that may mount as it likes, unseen by others; None where the system doesn't allow it."""
    for options in ([], ["--map-root-user"]):
        command = ["/usr/bin/unshare", "--mount", *options]
        if run([*command, "/bin/mount", "--bind", "/proc", "/mnt"]).returncode == 0:
            return command
    return None


class Jail:
    def __init__(self, folder):
        self.folder = folder
        for name in ("tmp", "dev", "proc", "project"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        open(os.path.join(folder, "dev/null"), "w", encoding="utf-8").close()

    def path(self, name):
        return os.path.join(self.folder, name.lstrip("/"))

    def put(self, source, name=None):
        """A file or folder, at its own place or another one."""
        to = self.path(name or source)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if os.path.isdir(source):
            shutil.copytree(source, to, dirs_exist_ok=True)
        else:
            shutil.copy2(source, to)

    def command(self, *arguments, **environment):
        """What runs the program in there, with an environment that has nothing but what is given."""
        enter = 'mount --rbind /proc "$0/proc"; exec /usr/bin/env -i %s /usr/sbin/chroot "$0" "$@"'
        settings = " ".join(shlex.quote(f"{key}={value}") for key, value in environment.items())
        return [*namespace(), "/bin/sh", "-ec", enter % settings, self.folder, *arguments]

    def run(self, *arguments, **environment):
        return run(self.command(*arguments, **environment))
