"""The cases, how they are run, and how their outcome is judged."""
import os
import resource
import select
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

SECONDS, MEGABYTES = 10, 500  # of the processor and of memory, that a program may take for one case
SANITIZED_SECONDS = 300       # with sanitizers, where memory tells nothing
SHORT_STACKS = {"ASAN_OPTIONS": "malloc_context_size=8"}  # of allocations: they take a fifth of the time
PATIENCE = 4                  # times as long a program may wait: for a processor, or for a pipe without a writer


@dataclass
class Case:
    group: str
    name: str
    program: str                                # tscheck, tsviz or tsdbg
    arguments: list
    files: dict = field(default_factory=dict)   # contents by name, in the case's folder; None: a pipe
    statuses: tuple = (0, 1)
    says: str = ""                              # what standard output or error contains
    output: str = ""                            # a file for standard output; empty: a pipe
    seconds: int = SECONDS
    megabytes: int = MEGABYTES


@dataclass
class Outcome:
    seconds: float
    megabytes: float
    problem: str = ""
    said: str = ""


def spawn(case, folder):
    binary = os.path.join(os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin")), case.program)
    output = open(case.output, "wb") if case.output else open(os.path.join(folder, ".stdout"), "wb")
    with output, open(os.path.join(folder, ".stderr"), "wb") as errors:
        return subprocess.Popen([binary, *case.arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                env={**SHORT_STACKS, **os.environ})


def wait(process, seconds):
    """(status or None, usage): of the ended process; None when it had to be killed."""
    end = os.pidfd_open(process.pid)  # readable when the process has ended
    try:
        has_ended = select.select([end], [], [], PATIENCE * seconds)[0]
    finally:
        os.close(end)
    if not has_ended:
        process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode if has_ended else None, usage


def read(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def run(case, sanitized=False):
    """Runs the case in a folder of its own."""
    folder = tempfile.mkdtemp(prefix="attack-")
    try:
        for name, content in case.files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if content is None:
                os.mkfifo(path)
                continue
            with open(path, "wb") as file:
                file.write(content.encode(errors="surrogateescape") if isinstance(content, str) else content)
        seconds = SANITIZED_SECONDS if sanitized else case.seconds
        status, usage = wait(spawn(case, folder), seconds)
        outcome = Outcome(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
        outcome.said = said = read(os.path.join(folder, ".stdout")) + read(os.path.join(folder, ".stderr"))
        if status is None:
            outcome.problem = f"did not end within {PATIENCE * seconds} s"
        elif outcome.seconds > seconds:
            outcome.problem = f"took {outcome.seconds:.1f} s of the processor"
        elif status < 0:
            outcome.problem = f"ended by signal {-status}"
        elif "Sanitizer" in said:
            outcome.problem = said[said.index("Sanitizer") - 40:][:300]
        elif status not in case.statuses:
            outcome.problem = f"exit status {status}: {said[-200:]}"
        elif case.says not in said:
            outcome.problem = f"does not say `{case.says}`: {said[-200:]}"
        elif outcome.megabytes > case.megabytes and not sanitized:
            outcome.problem = f"took {outcome.megabytes:.0f} MB"
        return outcome
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def forbid_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
