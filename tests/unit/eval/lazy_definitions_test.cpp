// Lazy definitions of library modules, and lazily imported names.
#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// Loads module "m", and module "n" if it has a text.
class OneModule : public ModuleLoader {
 public:
  explicit OneModule(std::string text, std::string other = "")
      : text_(std::move(text)), other_(std::move(other)) {}
  Loaded load(std::string_view name) override {
    if (name != "m" && (name != "n" || other_.empty())) return {};
    diag::Sink sink;
    auto file =
        std::make_shared<SourceFile>(std::string(name) + ".py", name == "m" ? text_ : other_);
    return {syntax::parse(file, sink, {.skipFunctions = true}), file->path(), false};
  }

 private:
  std::string text_, other_;
};

// The output of a program; `module` is the text of module "m", `other` of module "n".
std::string run(const std::string& module, const std::string& text, const std::string& other = "") {
  OneModule loader(module, other);
  Vm vm(loader, nativeLibrary());
  return outputOf(vm, text);
}

TEST(LazyDefinitions, ALibraryFunctionIsCreatedOnFirstUse) {
  OneModule loader("");
  Vm vm(loader, nativeLibrary());
  Ref<Module> module = vm.module("torch.nn.functional");
  vm.runModule(*module);
  auto isLazy = [&](std::string_view name) {
    return module->globals->find(vm.intern(name))->as<Deferred>() != nullptr;
  };
  EXPECT_TRUE(isLazy("relu"));
  EXPECT_TRUE(vm.moduleAttribute(*module, vm.intern("relu")).as<Function>());
  EXPECT_FALSE(isLazy("relu"));
  EXPECT_TRUE(isLazy("softmax"));
}

TEST(LazyDefinitions, TheNamesOfALibraryModuleAreComplete) {
  EXPECT_EQ(run("",
                "import torch.nn.functional as F\n"
                "print(type(vars(F)['softmax']).__name__, 'relu' in F.__dict__)\n"),
            "function True\n");
}

TEST(LazyDefinitions, ImportedUserModulesRunAsInPython) {
  EXPECT_EQ(run("print('made')\nclass C:\n  print('body')\n", "import m\nprint(m.C.__name__)\n"),
            "made\nbody\nC\n");
}

TEST(LazyDefinitions, DecoratorsAndComputedDefaultsPreventLaziness) {
  EXPECT_EQ(run("names = []\n"
                "def keep(f):\n  names.append(f.__name__)\n  return f\n"
                "@keep\ndef f(): pass\n"
                "n = 1\ndef g(x=n): return x\nn = 2\n",
                "import m\nprint(m.names, m.g())\n"),
            "['f'] 1\n");
}

TEST(LazyDefinitions, AModuleRunsWhenANameImportedFromItIsUsed) {
  // Module "o" doesn't exist; "n" prints when it runs.
  const std::string source =
      "from n import one, two as other\nfrom o import three\ntry:\n  from n import four\nexcept "
      "ImportError:\n  four = 4\n";
  OneModule loader(source, "print('n runs')\none = 1\ntwo = 2\n");
  Vm vm(loader, nativeLibrary());
  std::string printed;
  vm.output = [&](std::string_view part) { printed += part; };
  Ref<Module> module = vm.module("m");
  vm.runModule(*module);
  auto get = [&](std::string_view name) { return vm.moduleAttribute(*module, vm.intern(name)); };
  EXPECT_EQ(printed, "");
  EXPECT_EQ(get("other").integerValue(), 2);
  EXPECT_EQ(printed, "n runs\n");
  EXPECT_EQ(get("one").integerValue(), 1);
  EXPECT_TRUE(get("three").isUnknown());
  EXPECT_TRUE(get("two").isUnbound());
}

TEST(LazyDefinitions, ModulesMayImportNamesFromEachOther) {
  const std::string module = "from n import two\none = 1\ndef f():\n  return two + one\n";
  EXPECT_EQ(run(module, "import m, n\nprint(m.f(), n.g())\n",
                "from m import one\ntwo = 2\ndef g():\n  return one\n"),
            "3 1\n");
  // A name that refers to itself raises ImportError.
  EXPECT_EQ(run("from n import lost\n",
                "import m\ntry:\n  print(m.lost)\nexcept ImportError: print('no')\n",
                "from m import lost\n"),
            "no\n");
}

TEST(LazyDefinitions, RecursiveFunctionsFindEachOther) {
  EXPECT_EQ(run("def even(n):\n  return n == 0 or odd(n - 1)\n"
                "def odd(n):\n  return n != 0 and even(n - 1)\n",
                "from m import odd\nprint(odd(7))\n"),
            "True\n");
}

TEST(LazyDefinitions, AStarImportThatCannotBindTheNameDoesNotRunItsModule) {
  const std::string module = "print('ran')\n__all__ = ['a']\na = 1\nb = 2\n";
  EXPECT_EQ(run(module, "from m import *\nprint(len('x'))\n"), "1\n");
  EXPECT_EQ(run(module, "from m import *\nprint(a)\n"), "ran\n1\n");
  EXPECT_EQ(run("print('ran')\n__all__ = ['a']\n__all__ += ['len']\nlen = id\n",
                "from m import *\nlen\n"),
            "ran\n");
}

}  // namespace
}  // namespace ts::eval
