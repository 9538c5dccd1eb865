"""Runs programs with a folder as their root directory, so that they see only the files that were put into it."""
import functools
import os
import re
import shlex
import shutil
import subprocess

PATIENCE = 60  # seconds
MOST_LLVM_BYTES = 60_000_000
# Libraries that programs open, with the packages that they are from; and packages that a library was linked from.
OPENED = {"libjitscope_llvm.so": "llvm-19-dev", "libsleef.so.3": "libsleef3", "libdnnl.so.2": "libdnnl2"}
LINKED = ("zlib1g-dev", "libzstd-dev")
LOG = """import torch


@torch.jit.script
def f(x):
    return torch.log2(x * x + 1) - x
"""


class NotTried(Exception):
    """Raised when a check cannot run because its tools are missing."""


def run(command, **options):
    options = {"capture_output": True, "text": True, "timeout": PATIENCE, **options}
    return subprocess.run(command, check=False, **options)


def output(command, **options):
    done = run(command, **options)
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr}"
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def libraries(program, **options):
    """{name: path} of the libraries that the dynamic linker loads for a program; the path is None when it finds none. Empty for a static program."""
    done = run(["ldd", program], **options)
    found = {}
    for line in done.stdout.splitlines():
        if match := re.match(r"\s*(\S+) => (not found|/\S+)", line):
            found[match[1]] = None if match[2] == "not found" else match[2]
        elif match := re.match(r"\s*(/\S+) \(0x", line):
            found[os.path.basename(match[1])] = match[1]
    return found


def owner(path):
    """The package of a file. dpkg may have recorded the path from before /lib became /usr/lib."""
    path = os.path.realpath(path)
    for name in (path, path.removeprefix("/usr")):
        if (done := run(["dpkg-query", "-S", name])).returncode == 0:
            return done.stdout.split(":")[0]
    return None


def check_licences(folder, licences, package):
    """Checks that the folder has libraries, and a licence for each. The package is in a folder beside that of the built programs."""
    names = [name for name in os.listdir(folder) if ".so" in name]
    assert names, f"{folder} has no libraries"
    sources = {}
    for program in ("tsviz", "tsdbg"):
        sources.update(libraries(os.path.join(os.path.dirname(package), "../bin", program)))
    for name in OPENED:
        sources.update(libraries(os.path.join(folder, name)))
    sources.update(OPENED)
    for name in names:
        source = sources[name] if name in OPENED else owner(sources[name])
        assert os.path.exists(os.path.join(licences, source)), f"{name} of {source}"
    for source in LINKED:
        assert os.path.exists(os.path.join(licences, source)), source
    assert "LLVM Exceptions" in read(os.path.join(licences, OPENED["libjitscope_llvm.so"]))
    assert "Apache License" in read(os.path.join(licences, "common-licenses/Apache-2.0"))


def check_compiler(run, folder):
    """Checks that the programs of a package compile code, by the libraries in the folder that they open. run(PROGRAM, ARGUMENTS...) starts a program."""
    size = os.path.getsize(os.path.join(folder, "libjitscope_llvm.so"))
    assert size <= MOST_LLVM_BYTES, size
    assert os.path.exists(os.path.join(folder, "libsleef.so.3"))
    target = ("/project/log.py:f", "--inputs", "torch.rand(5000)")
    done = run("tsdbg", "bench", *target, "--engines", "script,compiled", "--runs", "3")
    assert done.returncode == 0 and "compiled" in done.stdout, done.stdout + done.stderr
    done = run("tsviz", *target, "--format=asm")
    assert done.returncode == 0 and "Sleef_log2" in done.stdout, done.stdout + done.stderr


@functools.cache
def namespace():
    """The start of a command that may mount folders in its own mount namespace; None when the system does not allow that."""
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
        with open(os.path.join(folder, "project/log.py"), "w", encoding="utf-8") as file:
            file.write(LOG)

    def path(self, name):
        return os.path.join(self.folder, name.lstrip("/"))

    def put(self, source, name=None):
        """Copies a file or folder to its own path, or to another."""
        to = self.path(name or source)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if os.path.isdir(source):
            shutil.copytree(source, to, dirs_exist_ok=True)
        else:
            shutil.copy2(source, to)

    def command(self, *arguments, **environment):
        """A command that runs a program in the jail. Its environment contains only the given variables."""
        enter = 'mount --rbind /proc "$0/proc"; exec /usr/bin/env -i %s /usr/sbin/chroot "$0" "$@"'
        settings = " ".join(shlex.quote(f"{key}={value}") for key, value in environment.items())
        return [*namespace(), "/bin/sh", "-ec", enter % settings, self.folder, *arguments]

    def run(self, *arguments, **environment):
        return run(self.command(*arguments, **environment))
