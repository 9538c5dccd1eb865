"""The peak memory of a program that a test runs.

The kernel adds the memory of the process that starts a program, until exec, to the program's peak: each child of a test that has held
600 MB has a peak of 600 MB. So a small process starts the program."""
import os
import subprocess
import sys

STARTER = """\
import os, signal, subprocess, sys
program = subprocess.Popen(sys.argv[3:])
signal.signal(signal.SIGALRM, lambda *_: program.kill())
signal.alarm(int(sys.argv[2]))
_, status, usage = os.wait4(program.pid, 0)
os.write(int(sys.argv[1]), b"%d" % usage.ru_maxrss)
os._exit(os.waitstatus_to_exitcode(status) & 0xff)
"""


def run_measured(arguments, seconds, **options):
    """Runs a program as subprocess.run does, and kills it after some seconds. Returns its result and its peak in kilobytes. The exit
    status of a program that a signal ends is above 128."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as peak:
        try:
            done = subprocess.run([sys.executable, "-I", "-S", "-c", STARTER, str(writer), str(seconds), *arguments], pass_fds=(writer,),
                                  check=False, **options)
        finally:
            os.close(writer)
        return done, int(peak.read())
