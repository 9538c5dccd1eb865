// Input: bytes that describe a workspace: its modules, and how they import each other. Every module
// is checked.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/driver/workspace.h"

namespace {

using namespace ts;

constexpr size_t kModules = 8;
// %m is the name of a module, %p of a package that contains one.
constexpr std::string_view kLines[] = {
    "from %m import *",
    "import %m",
    "from %m import f",
    "from %m import f as g",
    "from . import %m",
    "from .%m import *",
    "from .. import *",
    "import %p.%m",
    "from %p import *",
    "from %p.%m import f, Net",
    "__all__ = ['f', 'missing']",
    "__all__ += %m.__all__",
    "def f(x):\n    return g(x) + %m.f(x)",
    "class Net(torch.nn.Module):\n    def forward(self, x):\n        return f(x)",
    "class Net(%m.Net):\n    pass",
    "s = torch.jit.script(f)",
    "s = torch.jit.script(Net())",
    "f = %m.f",
    "del f",
    "if x:\n    from %m import *",
    "try:\n    import %m\nexcept ImportError:\n    %m = None",
    "globals().update(vars(%m))",
    "def __getattr__(name):\n    return %m.f",
};

std::string lineOf(uint8_t kind, uint8_t other) {
  const auto digit = static_cast<char>('0' + other % kModules);
  std::string line;
  const std::string_view pattern = kLines[kind % std::size(kLines)];
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '%' && i + 1 < pattern.size()) {
      line += pattern[++i];
      line += pattern[i] == 'p' ? '0' : digit;
    } else {
      line += pattern[i];
    }
  }
  return line + '\n';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string texts[kModules];
  for (std::string& text : texts) text = "import torch\n";
  for (size_t i = 0; i + 2 < size && i < 600; i += 3)
    texts[data[i] % kModules] += lineOf(data[i + 1], data[i + 2]);
  OverlayFileSystem::Texts files;
  for (size_t i = 0; i < kModules; ++i) {
    const std::string name = "m" + std::to_string(i) + ".py";
    // The last two are in a package, the first of them as its __init__.py.
    const std::string path = i == 6 ? "p0/__init__.py" : i == 7 ? "p0/m7.py" : name;
    files.set(path, std::make_shared<const SourceFile>(path, texts[i]));
  }
  driver::Options options;
  options.roots = driver::Roots::All;
  const driver::Workspace workspace(std::make_shared<OverlayFileSystem>(files, nullptr), options);
  const driver::Snapshot snapshot = workspace.snapshot();
  files.forEach([&](const std::string& path, const SourceFilePtr&) { snapshot.check(path); });
  return 0;
}
