import os
import platform
import time
from datetime import datetime

import _host

from . import summary
from ._events import EventFileWriter


class FileWriter:
    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=''):
        self.event_writer = EventFileWriter(log_dir, max_queue, flush_secs, filename_suffix)

    def get_logdir(self):
        return self.event_writer.get_logdir()

    def add_summary(self, summary, global_step=None, walltime=None):
        self.event_writer.add_event(summary, global_step, walltime)

    def flush(self):
        self.event_writer.flush()

    def close(self):
        self.event_writer.close()

    def reopen(self):
        self.event_writer.reopen()


class SummaryWriter:
    """Writes scalars, histograms, texts and images into event files of a folder."""

    def __init__(self, log_dir=None, comment='', purge_step=None, max_queue=10, flush_secs=120, filename_suffix=''):
        if not log_dir:
            log_dir = os.path.join('runs', f"{datetime.now().strftime('%b%d_%H-%M-%S')}_{platform.node()}{comment}")
        self.log_dir = log_dir
        self.purge_step = purge_step
        self.max_queue = max_queue
        self.flush_secs = flush_secs
        self.filename_suffix = filename_suffix
        # While code is checked there are no files.
        self.file_writer = self.all_writers = None
        if _host.active:
            self._get_file_writer()

    def _get_file_writer(self):
        if self.all_writers is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
        return self.file_writer

    def get_logdir(self):
        return self.log_dir

    def _add(self, content, global_step, walltime):
        self._get_file_writer().add_summary(content, global_step, walltime)

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        if _host.active:
            self._add(summary.scalar(tag, scalar_value, new_style=new_style, double_precision=double_precision), global_step, walltime)

    # Each scalar has a folder of its own, so that TensorBoard shows them as runs in one chart.
    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        if not _host.active:
            return
        walltime = time.time() if walltime is None else walltime
        top = self._get_file_writer().get_logdir()
        for tag, value in tag_scalar_dict.items():
            folder = f"{top}/{main_tag.replace('/', '_')}_{tag}"
            if folder not in self.all_writers:
                self.all_writers[folder] = FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers[folder].add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins='tensorflow', walltime=None, max_bins=None):
        if _host.active:
            self._add(summary.histogram(tag, values, bins, max_bins=max_bins), global_step, walltime)

    def add_histogram_raw(self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None, walltime=None):
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError('len(bucket_limits) != len(bucket_counts), see the document.')
        if _host.active:
            self._add(summary.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats='CHW'):
        if _host.active:
            self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats='NCHW'):
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        if _host.active:
            self._add(summary.text_summary(tag, text_string), global_step, walltime)

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError('hparam_dict and metric_dict should be dictionary.')
        if not _host.active:
            return
        folder = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))
        with SummaryWriter(log_dir=folder) as writer:
            for content in summary.hparams(hparam_dict, metric_dict, hparam_domain_discrete):
                writer.file_writer.add_summary(content, global_step)
            for name, value in metric_dict.items():
                writer.add_scalar(name, value, global_step)

    def flush(self):
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()


def _missing(name):
    def method(self, *args, **kwargs):
        _host.unavailable(f"SummaryWriter.{name}() isn't available in JitScope: it has scalars, histograms, texts and images")

    method.__name__ = name
    return method


for _name in ('add_audio', 'add_custom_scalars', 'add_custom_scalars_marginchart', 'add_custom_scalars_multilinechart', 'add_embedding',
              'add_figure', 'add_graph', 'add_image_with_boxes', 'add_mesh', 'add_onnx_graph', 'add_pr_curve', 'add_pr_curve_raw',
              'add_tensor', 'add_video'):
    setattr(SummaryWriter, _name, _missing(_name))
