// Lazy definitions of imported modules: functions, classes, enum members, imported names.
#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/eval/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"

namespace ts::eval {
namespace {

// Loads module "m", and module "n" if it has a text. Both are in `folder`.
class OneModule : public ModuleLoader {
 public:
  explicit OneModule(std::string text, std::string other = "", std::string folder = "")
      : text_(std::move(text)), other_(std::move(other)), folder_(std::move(folder)) {}
  Loaded load(std::string_view name) override {
    if (name != "m" && (name != "n" || other_.empty())) return {};
    diag::Sink sink;
    auto file = std::make_shared<SourceFile>(folder_ + std::string(name) + ".py",
                                             name == "m" ? text_ : other_);
    return {syntax::parse(file, sink, {.skipFunctions = true}), file->path(), false};
  }

 private:
  std::string text_, other_, folder_;
};

constexpr const char* kInstalled = "/usr/lib/python3/dist-packages/";

// The output of a program; `module` is the text of module "m", `other` of module "n".
std::string run(const std::string& module, const std::string& text, const std::string& other = "",
                const std::string& folder = "") {
  OneModule loader(module, other, folder);
  Vm vm(loader, nativeLibrary());
  std::string printed;
  vm.output = [&](std::string_view part) { printed += part; };
  diag::Sink sink;
  auto file = std::make_shared<SourceFile>("program.py", text);
  Ref<Module> program = vm.addModule("program", file, syntax::parse(file, sink));
  vm.runModule(*program);
  return printed;
}

TEST(LazyDefinitions, AFunctionIsCreatedOnFirstUse) {
  OneModule loader("def f(x=1):\n  return x\ndef g(x=-2):\n  return x\n");
  Vm vm(loader, nativeLibrary());
  Ref<Module> module = vm.module("m");
  vm.runModule(*module);
  auto bound = [&](std::string_view name) { return *module->globals->find(vm.intern(name)); };
  EXPECT_TRUE(bound("f").as<Deferred>());
  Value f = vm.moduleAttribute(*module, vm.intern("f"));
  EXPECT_EQ(vm.call(f).integerValue(), 1);
  EXPECT_TRUE(bound("f").as<Function>());
  EXPECT_TRUE(bound("g").as<Deferred>());
}

TEST(LazyDefinitions, DecoratorsAndComputedDefaultsPreventLaziness) {
  EXPECT_EQ(run("names = []\n"
                "def keep(f):\n  names.append(f.__name__)\n  return f\n"
                "@keep\ndef f(): pass\n"
                "n = 1\ndef g(x=n): return x\nn = 2\n",
                "import m\nprint(m.names, m.g())\n"),
            "['f'] 1\n");
}

// The names of "m" that are still lazy after it has run; `other` is the text of module "n".
std::string lazyNames(const std::string& module, const std::string& other,
                      const std::string& folder = "") {
  OneModule loader(module, other, folder);
  Vm vm(loader, nativeLibrary());
  Ref<Module> made = vm.module("m");
  vm.runModule(*made);
  std::string names;
  made->globals->each([&](const Value& name, const Value& value) {
    const auto* deferred = value.as<Deferred>();
    if (deferred && deferred->definition &&
        deferred->definition->kind != syntax::StmtKind::ImportFrom)
      names += name.as<Str>()->text;
  });
  return names;
}

constexpr const char* kLegacy =
    "import functools, inspect\nfrom dataclasses import dataclass\nimport enum\n"
    "@dataclass\nclass Weights:\n  url: str\n  meta: dict\n"
    "class Meta(enum.EnumMeta):\n  def named(cls, name): return cls[name]\n"
    "class Base(enum.Enum, metaclass=Meta):\n  def __init__(self, value):\n    self._value_ = "
    "value\n"
    "def positional(fn):\n  names = tuple(inspect.signature(fn).parameters)\n"
    "  @functools.wraps(fn)\n  def wrapper(*args, **kwargs):\n    return fn(**dict(zip(names, "
    "args)), **kwargs)\n  return wrapper\n"
    "def legacy(**weights):\n  def outer(builder):\n    @positional\n    "
    "@functools.wraps(builder)\n"
    "    def inner(*args, **kwargs):\n      return builder(*args, **kwargs)\n    return inner\n  "
    "return outer\n"
    "made = []\ndef seen(fn):\n  made.append(fn)\n  return fn\n"
    "known = {}\ndef register(name=None):\n  def wrapper(fn):\n    known[name or fn.__name__] = "
    "fn\n    return fn\n  return wrapper\n"
    "def counted(fn):\n  global made\n  made = None\n  return fn\n";

TEST(LazyDefinitions, DecoratorsWithoutSideEffectsAndEnumsOfDataClassesAreLazy) {
  const std::string module =
      "from n import Base, Weights, legacy, positional\nfrom functools import partial\n_META = "
      "{'a': 1}\n"
      "class C(Base):\n  A = Weights(url='x', meta={**_META, 'f': partial(int, base=2)})\n  B = A\n"
      "@legacy(weights=('pretrained', C.A))\ndef f(*, weights=None): return 1\n@positional\ndef "
      "g(a): return a\n";
  EXPECT_EQ(lazyNames(module, kLegacy), "Cfg");
  OneModule loader(module, kLegacy);
  Vm vm(loader, nativeLibrary());
  Ref<Module> made = vm.module("m");
  EXPECT_EQ(vm.call(vm.moduleAttribute(*made, vm.intern("f"))).integerValue(), 1);
  EXPECT_EQ(
      vm.toStr(vm.getattr(vm.getattr(vm.moduleAttribute(*made, vm.intern("C")), vm.intern("A")),
                          vm.intern("name"))),
      "A");
}

TEST(LazyDefinitions, ObservableSideEffectsPreventLaziness) {
  EXPECT_EQ(
      lazyNames("from n import seen, counted\n@seen\ndef f(): pass\n@counted\ndef g(): pass\n",
                kLegacy),
      "");
  EXPECT_EQ(
      lazyNames("from n import unheard\n@unheard\ndef f(): pass\n@unheard.of()\ndef g(): pass\n",
                kLegacy),
      "");
  // The arguments change after the class body.
  EXPECT_EQ(
      lazyNames(
          "from n import Base, Weights\nx = {}\nclass C(Base):\n  A = Weights('', x)\nx['a'] = 1\n",
          kLegacy),
      "");
  EXPECT_EQ(
      lazyNames(
          "from n import Base, Weights\nx = {}\nclass C(Base):\n  A = Weights('', x)\nx = 1\n",
          kLegacy),
      "");
  EXPECT_EQ(lazyNames("from n import Base, made\nclass C(Base):\n  A = made.append(1)\n", kLegacy),
            "");
  EXPECT_EQ(lazyNames("class D:\n  def __init_subclass__(cls): print(cls)\nclass C(D):\n  A = 1\n",
                      kLegacy),
            "");
}

TEST(LazyDefinitions, SelfReferencesDoNotRecurseForever) {
  EXPECT_EQ(lazyNames("from n import D\nclass C(D):\n  A = f(1)\n",
                      "class M(M): pass\nclass D(D, metaclass=M): pass\n"),
            "");
  EXPECT_EQ(lazyNames("from n import d\n@d\ndef f(): pass\n",
                      "@d\ndef d(f): return d(e(f))\ndef e(f): return d(f)\n"),
            "");
}

TEST(LazyDefinitions, RegistrationsOfAnInstalledPackageAreLazy) {
  const std::string module =
      "from n import register\n@register()\ndef f(): pass\n@register(name='h')\ndef g(): pass\n";
  EXPECT_EQ(lazyNames(module, kLegacy), "");
  EXPECT_EQ(lazyNames(module, kLegacy, kInstalled), "fg");
}

// An enum whose values use module "n", which prints when it runs.
constexpr const char* kEnum =
    "import enum\nfrom n import one\n"
    "class Base(enum.Enum):\n"
    "  @classmethod\n  def check(cls, x):\n    return x if x is None else cls[x]\n"
    "  def twice(self):\n    return [self.value, self.value]\n"
    "class E(Base):\n  A = dict(x=one)\n  B = dict(x=2)\n  C = B\n";
constexpr const char* kOne = "print('n runs')\none = 1\n";

TEST(LazyDefinitions, EnumMembersOfAnInstalledPackageAreCreatedOnFirstUse) {
  EXPECT_EQ(run(kEnum,
                "import m\nprint(m.E.check(None))\n"
                "a = m.E.A\nprint(isinstance(a, m.E), a is m.E.A, a == m.E.A)\nprint(a.value, "
                "a.name, a)\n",
                kOne, kInstalled),
            "None\nTrue True True\nn runs\n{'x': 1} A E.A\n");
}

TEST(LazyDefinitions, AModuleRunsWhenANameImportedFromItIsUsed) {
  // Module "o" doesn't exist; "n" prints when it runs.
  const std::string module =
      "from n import one, two as other\nfrom o import three\ntry:\n  from n import four\nexcept "
      "ImportError:\n  four = 4\n";
  OneModule loader(module, "print('n runs')\none = 1\ntwo = 2\n");
  Vm vm(loader, nativeLibrary());
  std::string printed;
  vm.output = [&](std::string_view part) { printed += part; };
  Ref<Module> made = vm.module("m");
  vm.runModule(*made);
  auto get = [&](std::string_view name) { return vm.moduleAttribute(*made, vm.intern(name)); };
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

TEST(LazyDefinitions, ResultsOfCallsWithoutSideEffectsAreLazyInAnInstalledPackage) {
  const std::string other =
      "class Urls(dict):\n  def __getitem__(self, key): return key\nclass Loud(dict):\n  def "
      "__init__(self): print(self)\ndef f(): pass\n";
  const std::string module =
      "from n import Urls, f\nurls = Urls({'a': f.__name__})\nagain = dict(a=f)\nagain = "
      "dict(b=f)\n";
  EXPECT_EQ(lazyNames(module, other, kInstalled), "urls");
  EXPECT_EQ(lazyNames(module, other), "");
  EXPECT_EQ(lazyNames("from n import Loud\nloud = Loud()\nn = 1\nlist_ = list((n,))\n", other,
                      kInstalled),
            "");
  EXPECT_EQ(lazyNames("from n import f\na = dict(f=f)\na['b'] = 1\nb = dict(f=f)\nb.clear()\n",
                      other, kInstalled),
            "");
  EXPECT_EQ(
      run(module, "import m\nprint(m.urls, m.urls['b'], m.again.keys())\n", other, kInstalled),
      "{'a': 'f'} b dict_keys(['b'])\n");
}

TEST(LazyDefinitions, DictsOfImportedNamesAreLazyInAnInstalledPackage) {
  const std::string other = "print('n runs')\nKINDS = ['a', 'b']\n";
  const std::string module =
      "from n import KINDS\nmeta = {'kinds': KINDS, 'size': (1, -1)}\nmore: dict = {**meta, 'all': "
      "[[KINDS]]}\n"
      "changed = {'kinds': KINDS}\nchanged['x'] = 1\ntwice = [KINDS]\ntwice = [KINDS]\nplain = "
      "{'a': [1]}\nlooped = [looping]\nlooping = [looped]\n";
  EXPECT_EQ(lazyNames("from n import KINDS\nmeta = {'kinds': KINDS, 'size': (1, -1)}\nmore: "
                      "dict = {**meta, 'all': [[KINDS]]}\nplain = {'a': [1]}\n",
                      other, kInstalled),
            "metamore");
  EXPECT_EQ(lazyNames(module.substr(0, module.find("looped")), other, kInstalled), "metamore");
  EXPECT_EQ(lazyNames(module.substr(0, module.find("changed")), other), "");
  const std::string quiet = module.substr(0, module.find("changed"));
  EXPECT_EQ(run(quiet,
                "import m\nprint('asked')\nprint(m.more['size'], m.more['all'][0][0] is "
                "m.meta['kinds'])\n",
                other, kInstalled),
            "asked\nn runs\n(1, -1) True\n");
  EXPECT_EQ(
      run(quiet, "import m\nprint(list(m.__annotations__), m.__annotations__['more'] is dict)\n",
          other, kInstalled),
      "n runs\n['more'] True\n");
  EXPECT_EQ(
      run(quiet,
          "import m\nprint(sorted(n for n in vars(m) if n[0] != '_'), 'meta' in m.__dict__)\n",
          other, kInstalled),
      "n runs\n['KINDS', 'meta', 'more'] True\n");
}

TEST(LazyDefinitions, EveryAccessToAnEnumFindsItsMembers) {
  for (const char* look : {
           "print(m.E.B)",
           "print(m.E.C is m.E.B, m.E.C.name)",
           "print(list(m.E))",
           "print(len(m.E))",
           "print(m.E['B'])",
           "print(m.E.check('C'))",
           "print(m.E({'x': 2}))",
           "print([n for n in dir(m.E) if n < '_'])",
           "print('A' in vars(m.E))",
           "print(m.E.__members__)",
           "print(m.E.A in m.E)",
           "print(hash(m.E.A) == hash('A'))",
           "print(m.E.A.twice())",
           "print(vars(m.E.A)['_name_'])",
           "print({m.E.A: 1}[m.E.A])",
           "print(repr(m.E.A), str(m.E.A), f'{m.E.A}')",
           "a = m.E.A\na.own = 1\nprint(a.own, a.name, m.E.A.own)",
           "import copy\nprint(copy.copy(m.E.A) is m.E.A, copy.deepcopy([m.E.A])[0] is m.E.A)",
           "print(getattr(m.E, 'D', 'none'))",
           "print(sorted(m.E, key=lambda e: e.value['x'])[0])",
           "try:\n  class F(m.E): pass\nexcept TypeError as e: print(type(e))",
           "try:\n  m.E.A = 1\nexcept AttributeError: print('no')",
           "match m.E.A:\n  case m.E.B: print('B')\n  case m.E.A: print('A')",
           "first = m.E.A\nm.E = 5\nprint(first.value, m.E)",
       }) {
    const std::string program = "import m\n" + std::string(look) + "\n";
    // In a user's package members are never lazy.
    EXPECT_EQ(run(kEnum, program, "one = 1\n", kInstalled), run(kEnum, program, "one = 1\n"))
        << look;
    EXPECT_NE(run(kEnum, program, "one = 1\n"), "") << look;
  }
}

TEST(LazyDefinitions, MembersWithADataTypeAreCreatedTogether) {
  const std::string numbers =
      "import enum\nfrom n import one\nclass E(enum.IntEnum):\n  A = len([one])\n  B = max([one, "
      "2])\n";
  EXPECT_EQ(
      run(numbers, "import m\nE = m.E\nprint('asked')\nprint(E.A + 1, E.B)\n", kOne, kInstalled),
      "asked\nn runs\n2 2\n");
  const std::string flags =
      "import enum\nclass E(enum.Flag):\n  A = max([2, 1])\n  B = min([1, 2])\n";
  EXPECT_EQ(run(flags, "import m\nprint(list(m.E), m.E.A | m.E.B)\n", "", kInstalled),
            run(flags, "import m\nprint(list(m.E), m.E.A | m.E.B)\n"));
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
