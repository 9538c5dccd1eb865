// Input: bytes that choose statements and loops of a Python program. Each statement makes values
// grow or looks at all of them. The program runs in the static domain with little fuel: it has to
// end within two seconds and 300 MB, or some work is not charged. Sanitizers take five times
// longer.
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "core/base/heap.h"
#include "core/diag/diagnostic.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"

namespace {

using namespace ts;

constexpr uint64_t kFuel = 500'000;
constexpr std::clock_t kTime = 10 * CLOCKS_PER_SEC;  // of the processor
constexpr size_t kMemory = size_t{300} << 20;

constexpr const char* kStart =
    "import copy, re\nx = [0]\ns = 'ab'\nt = ()\nd = {}\nb = bytearray(b'ab')\ny = 0\n"
    "class C: pass\ndef f(k):\n    return [f(k - 1) for i in range(10)] if k else x\n";

constexpr std::string_view kStatements[] = {
    "x.extend(x)",
    "x += x",
    "x = [x, x]",
    "x = x[::-1]",
    "x = x * 3",
    "x.insert(0, 1)",
    "x.pop(0)",
    "x[1:1] = x",
    "x.sort(key=id)",
    "del x[0]",
    "s += s",
    "s = s * 9",
    "s = s.replace('a', 'aa')",
    "y = s.split('a')",
    "y = s.find('b' * 999)",
    "y = s == s + 'a'",
    "y = '{:>{w}}'.format(s, w=10**6)",
    "y = re.sub('(a|b)*c', s, s)",
    "y = re.findall('a*a*b', s)",
    "s = str(x)",
    "s = repr(t)",
    "t = (t, t)",
    "t = t + t",
    "y = hash(t)",
    "y = t == (t, t)",
    "y = copy.deepcopy(t)",
    "y = copy.deepcopy(x)",
    "d[len(d)] = dict(d)",
    "d.update({i: i for i in range(999)})",
    "y = set(x)",
    "y = sorted(range(9999))",
    "y = list(zip(x, x))",
    "y = max(range(10**9))",
    "y = sum(range(10**9))",
    "y = any(i == 5 for i in iter(int, 1))",
    "b += b",
    "del b[0]",
    "y = b.hex()",
    "y = bytes(10**7)",
    "C = type('C', (C,), {})",
    "y = C()",
    "f(5)",
    "y = [i for i in range(10**9)]",
    "y = 7 ** 99",
    "y = int('9' * 999)",
    "y = x.undefined",
    "raise ValueError(s)",
};
constexpr std::string_view kLoops[] = {
    "while True:", "for i in range(10**9):", "for i in x:", "for i in s:", "if x:", "for i in d:",
};

std::string programOf(const uint8_t* data, size_t size) {
  std::string text = kStart;
  size_t depth = 0;
  for (size_t i = 0; i < size && i < 200; ++i) {
    const std::string indent(depth * 4, ' ');
    const uint8_t byte = data[i];
    if (byte >= 240 && depth < 8) {
      text += indent + std::string(kLoops[byte % std::size(kLoops)]) + "\n";
      text += indent + "    y = 1\n";
      ++depth;
    } else if (byte >= 220 && depth > 0) {
      --depth;
    } else {
      text += indent + "try:\n" + indent + "    " +
              std::string(kStatements[byte % std::size(kStatements)]) + "\n" + indent +
              "except Exception:\n" + indent + "    pass\n";
    }
  }
  return text;
}

class NoModules : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  diag::Sink sink;
  const syntax::ModulePtr tree =
      syntax::parse(std::make_shared<SourceFile>("fuzz.py", programOf(data, size)), sink);
  const std::clock_t start = std::clock();
  {
    const heap::Budget budget(kMemory);
    NoModules loader;
    eval::Vm vm(loader, eval::nativeLibrary(), {.fuel = kFuel});
    const eval::Ref<eval::Module> module = vm.addModule("fuzz", tree->file, tree);
    try {
      vm.runModule(*module);
    } catch (const eval::Raised&) {
    } catch (const eval::UnknownTruth&) {
    } catch (const LimitError&) {
    }
  }
  if (std::clock() - start > kTime) __builtin_trap();
  return 0;
}
