"""The records of an event file: lengths and events, each with a checksum (TensorFlow's TFRecord)."""
import atexit
import os
import platform
import time

import _host
import torch

from ._protobuf import double, integer, message, text

_MOST_PENDING = 1 << 16    # bytes
_count = 0    # of the files of this process


def _checksum(data):
    crc = torch._C._crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xa282ead8 & 0xffffffff).to_bytes(4, 'little')


def record(data):
    length = len(data).to_bytes(8, 'little')
    return length + _checksum(length) + data + _checksum(data)


class EventFileWriter:
    """A file that events are appended to. They reach the disk at flush(), after `flush_secs` seconds and at the program's end."""

    def __init__(self, logdir, max_queue_size=10, flush_secs=120, filename_suffix=''):
        global _count
        self._logdir = os.fspath(logdir)
        self._flush_secs = flush_secs
        self._pending = []
        self._size = 0
        self._flushed = time.time()
        self._isClosed = False
        os.makedirs(self._logdir, exist_ok=True)
        now = time.time()
        name = f'events.out.tfevents.{int(now):010d}.{platform.node()}.{os.getpid()}.{_count}{filename_suffix}'
        _count += 1
        self.path = os.path.join(self._logdir, name)
        self.add(double(1, now) + text(3, 'brain.Event:2'))
        self.flush()
        atexit.register(self.flush)

    def get_logdir(self):
        return self._logdir

    def add_event(self, summary, step=None, walltime=None):
        event = double(1, time.time() if walltime is None else walltime)
        self.add(event + integer(2, 0 if step is None else int(step)) + message(5, summary))

    def add(self, event):
        if self._isClosed:
            return
        self._pending.append(record(event))
        self._size += len(event)
        if self._size > _MOST_PENDING or time.time() - self._flushed > self._flush_secs:
            self.flush()

    def flush(self):
        if self._pending:
            _host.write_file(self.path, b''.join(self._pending), 'a')
            self._pending = []
            self._size = 0
        self._flushed = time.time()

    def close(self):
        self.flush()
        self._isClosed = True

    def reopen(self):
        self._isClosed = False
