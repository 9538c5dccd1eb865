// Files and bars of training scripts, for which Debian has no reference: TensorBoard's event files,
// tqdm's bars.
#include <gtest/gtest.h>

#include "core/eager/eager.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "tests/unit/eval/program.h"

namespace ts::eager {
namespace {

std::string outputOf(const std::string& text) {
  eval::NoModules loader;
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  eval::Vm vm(loader, eval::nativeLibrary());
  attach(vm, runtime);
  return eval::outputOf(vm, text);
}

// A reader of records and of protocol buffers that knows only their framing. Fields are printed as
// [number, value]; `shape` tells which fields contain messages (a dict), reals or texts.
constexpr char kReader[] = R"py(import os, struct, tempfile

def crc32c(data):
  sum = 0xffffffff
  for byte in data:
    sum ^= byte
    for _ in range(8):
      sum = sum >> 1 ^ (0x82f63b78 if sum & 1 else 0)
  return ~sum & 0xffffffff

def checked(data, sum):
  crc = crc32c(data)
  assert struct.unpack('<I', sum)[0] == (((crc >> 15) | (crc << 17)) + 0xa282ead8) & 0xffffffff
  return data

def records(data):
  at = 0
  while at < len(data):
    size = struct.unpack('<Q', checked(data[at:at + 8], data[at + 8:at + 12]))[0]
    yield checked(data[at + 12:at + 12 + size], data[at + 12 + size:at + 16 + size])
    at += size + 16

def varint(data, at):
  value = shift = 0
  while True:
    value |= (data[at] & 127) << shift
    shift += 7
    at += 1
    if data[at - 1] < 128:
      return value, at

def fields(data, shape):
  at, result = 0, []
  while at < len(data):
    key, at = varint(data, at)
    number, wire = key >> 3, key & 7
    if wire == 0:
      value, at = varint(data, at)
    elif wire == 1:
      value, at = struct.unpack('<d', data[at:at + 8])[0], at + 8
    elif wire == 5:
      value, at = round(struct.unpack('<f', data[at:at + 4])[0], 5), at + 4
    else:
      size, at = varint(data, at)
      value, at = data[at:at + size], at + size
      kind = shape.get(number, 'text')
      if isinstance(kind, dict):
        value = fields(value, kind)
      elif kind == 'doubles':
        value = [round(each, 5) for each in struct.unpack(f'<{size // 8}d', value)]
      elif kind == 'floats':
        value = [round(each, 5) for each in struct.unpack(f'<{size // 4}f', value)]
      else:
        value = value.decode() if kind == 'text' else (value[:4], len(value) > 50)
    result.append([number, value])
  return result

HPARAMS = {2: {4: {5: {1: {}}}, 5: {1: {}}}, 3: {1: {2: {}}}, 4: {}}
VALUE = {4: {4: 'bytes'}, 5: {6: 'doubles', 7: 'doubles'}, 8: {2: {2: {}}, 5: 'floats', 6: 'doubles'}, 9: {1: {2: HPARAMS}}}

def show(folder):
  for name in sorted(os.listdir(folder)):
    path = os.path.join(folder, name)
    if os.path.isdir(path):
      print(name)
      show(path)
      continue
    assert name.startswith('events.out.tfevents.') and name.split('.')[-2] == str(os.getpid()), name
    with open(path, 'rb') as file:
      for record in records(file.read()):
        event = fields(record, {5: {1: VALUE}})
        assert event[0][0] == 1 and event[0][1] > 1e9
        print(event[1:])

from torch.utils.tensorboard import SummaryWriter
import torch
folder = tempfile.mkdtemp()
)py";

TEST(TensorBoard, ScalarsAndTexts) {
  EXPECT_EQ(outputOf(std::string(kReader) + R"py(
with SummaryWriter(folder) as writer:
  writer.add_scalar('loss', torch.tensor(0.5), 3)
  writer.add_scalar('loss', 0, 300, walltime=2e9)
  writer.add_scalar('new', 1.5, 1, new_style=True)
  writer.add_scalar('double', 0.1, -1, new_style=True, double_precision=True)
  writer.add_text('note', 'caf\u00e9')
  print(writer.get_logdir() == folder)
  writer.flush()
writer.close()
show(folder)
try:
  SummaryWriter(folder).add_scalar('x', torch.zeros(2))
except AssertionError as error:
  print(error)
)py"),
            R"out(True
[[3, 'brain.Event:2']]
[[2, 3], [5, [[1, [[1, 'loss'], [2, 0.5]]]]]]
[[2, 300], [5, [[1, [[1, 'loss'], [2, 0.0]]]]]]
[[2, 1], [5, [[1, [[1, 'new'], [8, [[1, 1], [5, [1.5]]]], [9, [[1, [[1, 'scalars']]]]]]]]]]
[[2, 18446744073709551615], [5, [[1, [[1, 'double'], [8, [[1, 2], [6, [0.1]]]], [9, [[1, [[1, 'scalars']]]]]]]]]]
[[5, [[1, [[1, 'note/text_summary'], [9, [[1, [[1, 'text']]]]], [8, [[1, 7], [2, [[2, [[1, 1]]]]], [8, 'café']]]]]]]]
Tensor should contain one element (0 dimensions). Was given size: 2 and 1 dimensions.
)out");
}

TEST(TensorBoard, HistogramsAndImages) {
  EXPECT_EQ(outputOf(std::string(kReader) + R"py(
writer = SummaryWriter(folder, filename_suffix='.x')
writer.add_histogram('weights', torch.tensor([1.0, 2, 2, 3, -0.5]), 1, bins=[-1, 0, 1, 2, 3])
writer.add_histogram('default', torch.tensor([1.0, 1.25]), 1)
writer.add_image('image', torch.rand(3, 4, 5), 2)
writer.add_image('gray', torch.zeros(4, 5, dtype=torch.uint8), 2, dataformats='HW')
writer.add_images('batch', torch.rand(9, 1, 2, 2), 2)
writer.close()
name = os.listdir(folder)[0]
os.rename(os.path.join(folder, name), os.path.join(folder, name[:-2]))
show(folder)
)py"),
            R"out([[3, 'brain.Event:2']]
[[2, 1], [5, [[1, [[1, 'weights'], [5, [[1, -0.5], [2, 3.0], [3, 5.0], [4, 7.5], [5, 18.25], [6, [-1.0, 0.0, 1.0, 2.0, 3.0]], [7, [0.0, 1.0, 0.0, 1.0, 3.0]]]]]]]]]
[[2, 1], [5, [[1, [[1, 'default'], [5, [[1, 1.0], [2, 1.25], [3, 2.0], [4, 2.25], [5, 2.5625], [6, [0.91725, 1.00897, 1.10987, 1.22085, 1.34294]], [7, [0.0, 1.0, 0.0, 0.0, 1.0]]]]]]]]]
[[2, 2], [5, [[1, [[1, 'image'], [4, [[1, 4], [2, 5], [3, 3], [4, (b'\x89PNG', True)]]]]]]]]
[[2, 2], [5, [[1, [[1, 'gray'], [4, [[1, 4], [2, 5], [3, 3], [4, (b'\x89PNG', True)]]]]]]]]
[[2, 2], [5, [[1, [[1, 'batch'], [4, [[1, 4], [2, 16], [3, 3], [4, (b'\x89PNG', True)]]]]]]]]
)out");
}

TEST(TensorBoard, RunsOfScalarsAndHyperparameters) {
  EXPECT_EQ(outputOf(std::string(kReader) + R"py(
writer = SummaryWriter(folder)
writer.add_scalars('run/both', {'a': 1, 'b': 2}, 7)
writer.add_hparams({'lr': 0.5, 'name': 'adam', 'big': True}, {'accuracy': 0.75}, {'name': ['adam', 'sgd']}, run_name='trial')
writer.close()
show(folder)
)py"),
            R"out([[3, 'brain.Event:2']]
run_both_a
[[3, 'brain.Event:2']]
[[2, 7], [5, [[1, [[1, 'run/both'], [2, 1.0]]]]]]
run_both_b
[[3, 'brain.Event:2']]
[[2, 7], [5, [[1, [[1, 'run/both'], [2, 2.0]]]]]]
trial
[[3, 'brain.Event:2']]
[[5, [[1, [[1, '_hparams_/experiment'], [9, [[1, [[1, 'hparams'], [2, [[2, [[4, [[1, 'lr'], [4, 3]]], [4, [[1, 'name'], [4, 1], [5, [[1, [[3, 'adam']]], [1, [[3, 'sgd']]]]]]], [4, [[1, 'big'], [4, 3]]], [5, [[1, [[2, 'accuracy']]]]]]]]]]]]]]]]]]
[[5, [[1, [[1, '_hparams_/session_start_info'], [9, [[1, [[1, 'hparams'], [2, [[3, [[1, [[1, 'lr'], [2, [[2, 0.5]]]]], [1, [[1, 'name'], [2, [[3, 'adam']]]]], [1, [[1, 'big'], [2, [[2, 1.0]]]]]]]]]]]]]]]]]]
[[5, [[1, [[1, '_hparams_/session_end_info'], [9, [[1, [[1, 'hparams'], [2, [[4, [[1, 1]]]]]]]]]]]]]]
[[5, [[1, [[1, 'accuracy'], [2, 0.75]]]]]]
)out");
}

TEST(Tqdm, BarsAreTqdms) {
  EXPECT_EQ(
      outputOf(R"py(import io
from tqdm import tqdm, trange
from tqdm.auto import tqdm as auto
file = io.StringIO()
FORMAT = '{l_bar}{bar}| {n_fmt}/{total_fmt}{postfix}'
for i in tqdm(range(3), file=file, mininterval=0, bar_format=FORMAT, desc='train', ncols=40):
  pass
print(repr(file.getvalue()))
file = io.StringIO()
with auto(total=10, file=file, mininterval=0, bar_format=FORMAT, ascii=True, leave=False) as bar:
  bar.update(3)
  bar.set_description('epoch 1')
  bar.set_postfix(loss=0.123456, step=12, best='yes')
  bar.set_postfix_str('done')
  bar.update()
print(repr(file.getvalue()), bar.n, len(bar))
file = io.StringIO()
for i in trange(2, file=file, mininterval=0, bar_format='{desc}{n}', desc='outer '):
  for j in trange(2, file=file, mininterval=0, bar_format='{desc}{n}', desc='inner ', leave=False):
    pass
  tqdm.write(f'row {i}', file=file)
print(repr(file.getvalue()))
meter = tqdm.format_meter
print(meter(3, 10, 5), meter(0, 10, 0), meter(7, None, 2, unit='B', unit_scale=True), meter(1234567, 9876543, 100, unit_scale=True))
print(meter(10, 10, 4000, prefix='all', ncols=60), meter(3, 10, 30, ncols=0, postfix='x=1'), meter(5, 10, 1, ascii=True, ncols=50))
print(meter(20, 10, 5), repr(meter(1, 3, 1, colour='green')), meter(1, 3, 1, bar_format='{percentage:.1f} {bar:5a}|{rate_fmt}'))
print(tqdm.format_sizeof(1536, 'B', 1024), tqdm.format_interval(3725), tqdm.format_num(1234567), tqdm.format_num(0.00001), tqdm.format_num(7))
quiet = tqdm(iter('ab'), disable=True)
print(list(quiet), quiet.n, bool(tqdm([], disable=True)))
try:
  tqdm([], what=1)
except KeyError as error:
  print(error)
)py"),
      R"out('\rtrain:   0%|                       | 0/3\rtrain:  33%|#######6               | 1/3\rtrain:  67%|###############3       | 2/3\rtrain: 100%|#######################| 3/3\rtrain: 100%|#######################| 3/3\n'
'\r  0%|          | 0/10\r 30%|###       | 3/10\repoch 1:  30%|###       | 3/10\repoch 1:  30%|###       | 3/10, best=yes, loss=0.123, step=12\repoch 1:  30%|###       | 3/10, done                         \r                                    \r' 4 10
'\router 0\n\rinner 0\x1b[A\n\rinner 1\x1b[A\n\rinner 2\x1b[A\n\r       \x1b[A\r       \rrow 0\n\router 0\router 1\n\rinner 0\x1b[A\n\rinner 1\x1b[A\n\rinner 2\x1b[A\n\r       \x1b[A\r       \rrow 1\n\router 1\router 2\router 2\n'
 30%|███       | 3/10 [00:05<00:11,  1.67s/it]   0%|          | 0/10 [00:00<?, ?it/s] 7.00B [00:02, 3.50B/s]  12%|█▏        | 1.23M/9.88M [01:40<11:40, 12.3kit/s]
all: 100%|███████████████| 10/10 [1:06:40<00:00, 400.00s/it]  30% 3/10 [00:30<01:10, 10.00s/it, x=1]  50%|#######       | 5/10 [00:01<00:01,  5.00it/s]
20it [00:05,  4.00it/s] ' 33%|\x1b[32m███▎      \x1b[0m| 1/3 [00:01<00:02,  1.00it/s]' 33.3 #6   | 1.00it/s
1.50kB 1:02:05 1234567 1e-5 7
['a', 'b'] 0 False
"Unknown argument(s): {'what': 1}"
)out");
}

}  // namespace
}  // namespace ts::eager
