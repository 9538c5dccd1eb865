// Imports that programs rely on: star imports in globals(), folders added to sys.path, and modules
// that are imported for their effects.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "core/diag/diagnostic.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

namespace fs = std::filesystem;

// Modules by name; "folder/name" for a module that only a search of that folder finds. A module is
// a package if another one is in it.
class Modules final : public ModuleLoader {
 public:
  // root: the start of all paths.
  explicit Modules(std::map<std::string, std::string> texts, std::string root = {})
      : texts_(std::move(texts)), root_(std::move(root)) {}
  Loaded load(std::string_view name) override { return find(std::string(name)); }
  Loaded loadFrom(const std::string& folder, std::string_view name) override {
    const std::string path = fs::path(folder) / name;
    Loaded loaded = find(path);
    return loaded.tree ? loaded : find(fs::path(path).lexically_proximate(fs::current_path()));
  }

 private:
  Loaded find(const std::string& key) const {
    const auto entry = texts_.find(key);
    if (entry == texts_.end()) return {};
    diag::Sink sink;
    auto file = std::make_shared<SourceFile>(root_ + key + ".py", entry->second);
    const auto next = texts_.lower_bound(key + ".");
    const bool isPackage = next != texts_.end() && next->first.starts_with(key + ".");
    Loaded loaded{syntax::parse(file, sink), file->path(), isPackage, nullptr};
    if (sink.size() > 0)
      loaded.syntaxError = std::make_shared<const diag::Diagnostic>(sink.diagnostics()[0]);
    return loaded;
  }

  std::map<std::string, std::string> texts_;
  std::string root_;
};

std::string run(std::map<std::string, std::string> modules, const std::string& text,
                bool strict = false) {
  Modules loader(std::move(modules));
  Vm vm(loader, nativeLibrary());
  vm.strict = strict;
  return outputOf(vm, text);
}

TEST(Imports, GlobalsContainTheNamesOfStarImports) {
  EXPECT_EQ(run({{"m", "a = 1\n_hidden = 2\n"}, {"n", "a = 3\nb = 4\n"}},
                "from n import *\nfrom m import *\nprint(globals()['a'], globals()['b'], "
                "'_hidden' in globals())\n"),
            "1 4 False\n");
  EXPECT_EQ(
      run({{"m", "from n import *\n"}, {"n", "b = 4\n"}}, "import m\nprint(m.__dict__['b'])\n"),
      "4\n");
}

TEST(Imports, AFolderInSysPathIsSearched) {
  const std::string text =
      "import sys\nsys.path.insert(0, '../lib')\nimport helper\nprint(helper.x)\n";
  EXPECT_EQ(run({{"../lib/helper", "x = 1\n"}}, text), "1\n");
  EXPECT_EQ(run({{"../lib/helper", "x = 1\n"}}, text, true), "1\n");
}

TEST(Imports, AChangeOfSysPathFindsModulesThatWereMissing) {
  EXPECT_EQ(run({{"lib/helper", "x = 1\n"}},
                "import sys\ntry:\n  import helper\nexcept ImportError:\n  print('none')\n"
                "sys.path.append('lib')\nimport helper\nprint(helper.x)\n",
                true),
            "none\n1\n");
}

TEST(Imports, ARegistryContainsWhatImportedModulesRegister) {
  const std::string registry =
      "known = {}\ndef register(f):\n  known[f.__name__] = f\n  return f\n"
      "def create(name):\n  if name not in known:\n    raise RuntimeError(name)\n"
      "  return known[name]()\n";
  const std::string nets =
      "from registry import register\n@register\ndef small():\n  return 'small net'\n";
  EXPECT_EQ(run({{"registry", registry}, {"nets", nets}},
                "from registry import create\nimport nets\nmade = create('small')\nprint(made)\n"),
            "small net\n");
  EXPECT_EQ(run({{"registry", registry}, {"nets", nets}, {"all", "from nets import *\n"}},
                "from registry import create\nfrom all import *\nprint(create('small'))\n"),
            "small net\n");
}

TEST(Imports, AStatementThatFailsAgainEndsOnce) {
  EXPECT_EQ(run({{"m", "x = 1\n"}}, "import m\nprint('before')\nmade = {}['a']\nprint(made)\n"),
            "before\n<unknown>\n");
}

TEST(Imports, AModuleWithASyntaxErrorRaisesInRunningPrograms) {
  EXPECT_EQ(run({{"broken", "def f(x):\n    return x +\n"}},
                "try:\n  import broken\nexcept SyntaxError as error:\n  print(error.lineno, "
                "error.filename)\n",
                true),
            "2 broken.py\n");
}

// A class needs a name of its package, whose other star imports need the class.
TEST(Imports, StarImportsOfInstalledPackagesRunWhenANameIsNeeded) {
  Modules loader({{"nets", "from .ssd import *\nfrom .lite import *\n"},
                  {"nets._utils", "scale = 2\n"},
                  {"nets.lite",
                   "from .ssd import Ssd\n__all__ = ['lite']\nprint('lite')\n"
                   "def lite() -> Ssd:\n  return Ssd()\nlite.__annotations__\n"},
                  {"nets.ssd",
                   "from . import _utils\n__all__ = ['Ssd']\n"
                   "class Ssd:\n  scale = _utils.scale\n"}},
                 "lib/site-packages/");
  Vm vm(loader, nativeLibrary());
  vm.strict = true;
  EXPECT_EQ(outputOf(vm,
                     "import importlib\n"
                     "print(importlib.import_module('nets.ssd').Ssd.scale)\n"
                     "from nets import lite\nprint(lite().scale)\n"),
            "2\nlite\n2\n");
}

TEST(Imports, NamesOfMissingStandardModulesCanBeDerivedFrom) {
  EXPECT_EQ(run({},
                "import pickle, zipfile\n"
                "class Reader(pickle.Unpickler):\n  pass\n"
                "def f(path: zipfile.ZipFile | None): pass\n"
                "print(Reader.__name__, isinstance(3, pickle.Unpickler), "
                "issubclass(pickle.PickleError, Exception))\n",
                true),
            "Reader False True\n");
}

TEST(Imports, CallsOfMissingStandardModulesEndTheProgram) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());  // owns the file of the traceback
  vm.strict = true;
  try {
    outputOf(vm, "import pickle\ntry:\n  pickle.Unpickler()\nexcept BaseException:\n  print(1)\n");
    FAIL() << "the program went on";
  } catch (const GapReached& gap) {
    EXPECT_STREQ(gap.what(), "No module named 'pickle': JitScope has no 'pickle.Unpickler'");
    ASSERT_FALSE(gap.exception->traceback.empty());
    EXPECT_EQ(gap.exception->traceback.back().at.file->path(), "program.py");
  }
}

TEST(Imports, PackagesRunBeforeTheirSubmodules) {
  EXPECT_EQ(run({{"pkg", "print('pkg')\n"},
                 {"pkg.ops", "base = 1\nfrom .policy import P\nfrom .other import Q\n"},
                 {"pkg.ops.policy",
                  "from pkg.ops import base\nfrom pkg.ops.other import Q\n"
                  "class P: pass\n"},
                 {"pkg.ops.other", "from pkg.ops import base\nclass Q: pass\n"}},
                "from pkg.ops.policy import P\nprint(P.__name__)\n", true),
            "pkg\nP\n");
}

TEST(Imports, ProgramsReplaceModules) {
  EXPECT_EQ(run({{"m", "a = 1\n"}},
                "import sys\nclass Fake:\n  a = 2\nsys.modules['m'] = Fake()\nfrom m import a\n"
                "import m\nprint(a, m.a)\ndel sys.modules['m']\nimport m\nprint(m.a)\n",
                true),
            "2 2\n1\n");
}

TEST(Imports, SpecsFindAndRunFiles) {
  EXPECT_EQ(run({{"m", "a = 1\n"}, {"/lib/n", "b = 2\n"}},
                "from importlib import util\n"
                "print(util.find_spec('m').name, util.find_spec('absent'))\n"
                "spec = util.spec_from_file_location('other', '/lib/n.py')\n"
                "module = util.module_from_spec(spec)\nspec.loader.exec_module(module)\n"
                "print(module.b, module.__name__)\n",
                true),
            "m None\n2 other\n");
}

}  // namespace
}  // namespace ts::eval
