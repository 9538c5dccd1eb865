// What imported modules put off until somebody asks for it.
#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/eval/vm.h"
#include "core/syntax/parser.h"

namespace ts::eval {
namespace {

// Knows the module "m".
class OneModule : public ModuleLoader {
 public:
  explicit OneModule(std::string text) : text_(std::move(text)) {}
  Loaded load(std::string_view name) override {
    if (name != "m") return {};
    diag::Sink sink;
    auto file = std::make_shared<SourceFile>("m.py", text_);
    return {syntax::parse(file, sink, {.skipFunctions = true}), file->path(), false};
  }

 private:
  std::string text_;
};

// What the program prints that may import the module "m" of this text.
std::string run(const std::string& module, const std::string& text) {
  OneModule loader(module);
  Vm vm(loader);
  std::string printed;
  vm.output = [&](std::string_view part) { printed += part; };
  diag::Sink sink;
  auto file = std::make_shared<SourceFile>("program.py", text);
  Ref<Module> program = vm.addModule("program", file, syntax::parse(file, sink));
  vm.runModule(*program);
  return printed;
}

TEST(Deferral, AFunctionIsMadeWhenItIsAskedFor) {
  OneModule loader("def f(x=1):\n  return x\ndef g(x=-2):\n  return x\n");
  Vm vm(loader);
  Ref<Module> module = vm.module("m");
  vm.runModule(*module);
  auto bound = [&](std::string_view name) { return *module->globals->find(vm.intern(name)); };
  EXPECT_TRUE(bound("f").as<Deferred>());
  Value f = vm.moduleAttribute(*module, vm.intern("f"));
  EXPECT_EQ(vm.call(f).integerValue(), 1);
  EXPECT_TRUE(bound("f").as<Function>());
  EXPECT_TRUE(bound("g").as<Deferred>());
}

TEST(Deferral, DecoratedFunctionsAndThoseWithComputedDefaultsAreMadeAtOnce) {
  EXPECT_EQ(run("names = []\n"
                "def keep(f):\n  names.append(f.__name__)\n  return f\n"
                "@keep\ndef f(): pass\n"
                "n = 1\ndef g(x=n): return x\nn = 2\n",
                "import m\nprint(m.names, m.g())\n"),
            "['f'] 1\n");
}

TEST(Deferral, FunctionsThatCallEachOtherAndThemselvesFindEachOther) {
  EXPECT_EQ(run("def even(n):\n  return n == 0 or odd(n - 1)\n"
                "def odd(n):\n  return n != 0 and even(n - 1)\n",
                "from m import odd\nprint(odd(7))\n"),
            "True\n");
}

TEST(Deferral, AModuleWhoseStarCannotBindTheNameIsNotRun) {
  const std::string module = "print('ran')\n__all__ = ['a']\na = 1\nb = 2\n";
  EXPECT_EQ(run(module, "from m import *\nprint(len('x'))\n"), "1\n");
  EXPECT_EQ(run(module, "from m import *\nprint(a)\n"), "ran\n1\n");
  EXPECT_EQ(run("print('ran')\n__all__ = ['a']\n__all__ += ['len']\nlen = id\n",
                "from m import *\nlen\n"),
            "ran\n");
}

}  // namespace
}  // namespace ts::eval
