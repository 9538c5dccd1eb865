#include "core/compiler/resolve/python_env.h"

#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

using testing::Sources;

// A short description of an object: "External torch.relu", "Constant 3", "Function case.f".
std::string show(PyRef object) {
  if (!object) return "undefined";
  auto list = [&](std::string text) {
    for (PyRef element : object->elements) text += " (" + show(element) + ")";
    return text;
  };
  switch (object->kind) {
    case PyKind::Unknown: return "Unknown";
    case PyKind::Constant: return "Constant " + object->constant.str();
    case PyKind::Ellipsis: return "Ellipsis";
    case PyKind::Tuple: return list("Tuple");
    case PyKind::List: return list("List");
    case PyKind::Dict: return list("Dict");
    case PyKind::Set: return list("Set");
    case PyKind::Function: return "Function " + object->function->qualifiedName;
    case PyKind::Class: return "Class " + object->cls->qualifiedName;
    case PyKind::Module: return (object->module ? "Source " : "Module ") + object->name;
    case PyKind::External: return "External " + object->name;
    case PyKind::Scripted: return list("Scripted");
    case PyKind::Dispatch:
      return list("Dispatch " + object->name + " " + std::to_string(object->index) + " " +
                  object->constant.str());
    case PyKind::EnumMember: return "Member " + object->name;
    case PyKind::Instance:
      return "Instance " + (object->cls ? object->cls->qualifiedName : object->name);
    case PyKind::Opaque: return "Opaque " + object->name;
    case PyKind::Alias: return list("Alias");
  }
  return "?";
}

std::string lookup(const std::string& text, std::string_view name, Sources::Texts others = {}) {
  Sources sources(std::move(others));
  const PyModule& module = sources.add(text);
  return show(sources.environment.lookup(module.scope, name));
}

// The value of the variable x after the statements.
std::string x(const std::string& text, Sources::Texts others = {}) {
  return lookup(text, "x", std::move(others));
}

TEST(PythonEnv, ImportsGiveKnownModulesAndTheirMembersUnderOneName) {
  EXPECT_EQ(x("import torch as x"), "Module torch");
  EXPECT_EQ(x("import torch.nn.functional as x"), "Module torch.nn.functional");
  EXPECT_EQ(x("import torch.nn.functional\nx = torch.nn.functional.relu"),
            "External torch.nn.functional.relu");
  EXPECT_EQ(x("from torch import Tensor as x"), "External torch.Tensor");
  EXPECT_EQ(x("from torch.nn.modules.module import Module as x"), "External torch.nn.Module");
  EXPECT_EQ(x("from torch.nn.functional import Optional as x"), "External typing.Optional");
  EXPECT_EQ(x("from torch import float as x"), "External torch.float32");
  EXPECT_EQ(x("from torch._jit_internal import is_scripting as x"),
            "External torch.jit.is_scripting");
  EXPECT_EQ(x("import torch\nx = torch._C._nn.gelu"), "External torch._C._nn.gelu");
  EXPECT_EQ(x("from torch import _VF\nx = _VF.lstm"), "External torch._VF.lstm");
  EXPECT_EQ(x("import torch\nx = torch.ops.aten.relu.default"),
            "External torch.ops.aten.relu.default");
  EXPECT_EQ(x("from math import pi as x"), "Constant 3.1415926535897931");
}

TEST(PythonEnv, StarImportsBringPublicNames) {
  EXPECT_EQ(x("from typing import *\nx = List"), "External typing.List");
  EXPECT_EQ(x("from math import *\nx = sqrt"), "External math.sqrt");
  EXPECT_EQ(lookup("from torch import *", "_C"), "undefined");
  EXPECT_EQ(x("from other import *", {{"other", "x = 1"}}), "Constant 1");
  EXPECT_EQ(x("from other import *", {{"other", "__all__ = ['y']\nx = 1\ny = 2"}}), "undefined");
  EXPECT_EQ(x("x = 3\nfrom other import *", {{"other", "x = 1"}}), "Constant 1");
  EXPECT_EQ(x("from other import *\nx = 3", {{"other", "x = 1"}}), "Constant 3");
}

TEST(PythonEnv, ModulesWithSourceAreRead) {
  Sources::Texts files = {{"pkg.__init__", "from .a import f\nfrom . import b"},
                          {"pkg.a", "from .b import g as f"},
                          {"pkg.b", "def g(): pass\nY = 4"}};
  EXPECT_EQ(x("from pkg import f as x", files), "Function pkg.b.g");
  EXPECT_EQ(x("import pkg\nx = pkg.b.Y", files), "Constant 4");
  EXPECT_EQ(x("import pkg.b\nx = pkg.b.Y", files), "Constant 4");
  EXPECT_EQ(x("from pkg import nothing as x", files), "Unknown");
  EXPECT_EQ(x("from missing import thing as x"), "Unknown");
  EXPECT_EQ(x("import missing.part as x"), "Unknown");
}

TEST(PythonEnv, OnlyNamesThatCertainlyDoNotExistAreUndefined) {
  EXPECT_EQ(lookup("", "nowhere"), "undefined");
  EXPECT_EQ(lookup("from missing import *", "nowhere"), "Unknown");
  EXPECT_EQ(lookup("", "len"), "External builtins.len");
  EXPECT_EQ(lookup("", "RuntimeError"), "External builtins.RuntimeError");
  Sources sources(Sources::Texts{{"mine", "a = 1"}});
  auto& environment = sources.environment;
  EXPECT_EQ(environment.attribute(environment.importName("torch"), "frobnicate"), nullptr);
  EXPECT_EQ(environment.attribute(environment.importName("torch.nn.functional"), "reluu"), nullptr);
  EXPECT_EQ(environment.attribute(environment.importName("math"), "sqroot"), nullptr);
  EXPECT_EQ(environment.attribute(environment.importName("mine"), "b"), nullptr);
  EXPECT_EQ(show(environment.attribute(environment.importName("torch.Tensor"), "frob")), "Unknown");
}

TEST(PythonEnv, TheLastDefiniteBindingDecides) {
  EXPECT_EQ(x("x = 1\nx = 2"), "Constant 2");
  EXPECT_EQ(x("x = 1\nif cond:\n  x = 2"), "Unknown");
  EXPECT_EQ(x("x = 1\nif cond:\n  x = 1"), "Constant 1");
  EXPECT_EQ(x("x = 1\nif cond:\n  x = 2\nelse:\n  x = 2"), "Constant 2");
  EXPECT_EQ(x("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  x = 1\nelse:\n  x = 2"),
            "Constant 2");
  EXPECT_EQ(x("import sys\nif sys.version_info >= (3, 8):\n  x = 1\nelse:\n  x = 2"), "Constant 1");
  EXPECT_EQ(x("import sys\nif sys.version_info[0] == 2:\n  x = 1\nelse:\n  x = 2"), "Constant 2");
  EXPECT_EQ(x("x = 1\nif __name__ == '__main__':\n  x = 2"), "Constant 1");
  EXPECT_EQ(x("try:\n  import torch as x\nexcept ImportError:\n  x = None"), "Module torch");
  EXPECT_EQ(x("x = True\ntry:\n  import foo\nexcept ImportError:\n  x = False"), "Unknown");
  EXPECT_EQ(x("for x in range(3): pass"), "Unknown");
  EXPECT_EQ(x("x = 1\ndel x"), "undefined");
  EXPECT_EQ(x("x = 1\nx += 1"), "Unknown");
  EXPECT_EQ(x("with open('f') as g:\n  x = 1"), "Constant 1");
}

TEST(PythonEnv, RightHandSidesSeeWhatIsBoundBeforeThem) {
  Sources sources;
  const PyModule& module = sources.add("def f(): return 1\nx = f\ndef f(): return x()\n");
  PyRef first = sources.environment.lookup(module.scope, "x"),
        second = sources.environment.lookup(module.scope, "f");
  ASSERT_EQ(first->kind, PyKind::Function);
  EXPECT_NE(first, second);
  EXPECT_LT(first->function->def->span.begin, second->function->def->span.begin);
}

TEST(PythonEnv, CyclesEndInUnknown) {
  EXPECT_EQ(x("from other import x", {{"other", "from case import x"}}), "Unknown");
  EXPECT_EQ(x("from a import x", {{"a", "from b import x"}, {"b", "from a import x"}}), "Unknown");
  EXPECT_EQ(x("def f(): return f()\nx = f()"), "Unknown");
}

TEST(PythonEnv, LiteralsAndSimpleArithmeticAreValues) {
  EXPECT_EQ(x("x = -3"), "Constant -3");
  EXPECT_EQ(x("x = 0x10"), "Constant 16");
  EXPECT_EQ(x("x = 2 ** 10 - 1"), "Constant 1023");
  EXPECT_EQ(x("x = 1e3"), "Constant 1000.");
  EXPECT_EQ(x("x = 99999999999999999999"), "Opaque int");
  EXPECT_EQ(x("x = b'a'"), "Opaque bytes");
  EXPECT_EQ(x("x = (1, 'a')"), "Tuple (Constant 1) (Constant a)");
  EXPECT_EQ(x("x = {'k': 1}['k']"), "Constant 1");
  EXPECT_EQ(x("a, (b, x) = 1, (2, 3)"), "Constant 3");
  EXPECT_EQ(x("a, *x = 1, 2"), "Unknown");
  EXPECT_EQ(x("from typing import List\nx = List[int]"),
            "Alias (External typing.List) (External builtins.int)");
  EXPECT_EQ(x("import torch\nx = torch.ones(2)"), "Opaque Tensor");
  EXPECT_EQ(x("import torch\nx = torch.device('cpu')"), "Instance torch.device");
  EXPECT_EQ(x("import functools\nx = functools.partial(len)"), "Opaque partial");
}

TEST(PythonEnv, ClosuresComeFromCallsThatOnlyMakeThem) {
  Sources sources;
  const PyModule& module = sources.add(
      "def outer(k, m=5):\n  q = 1\n  def f(x): return x + q + k + m\n  return f\nx = outer(7)\n");
  PyRef f = sources.environment.lookup(module.scope, "x");
  ASSERT_EQ(show(f), "Function case.outer.<locals>.f");
  EXPECT_EQ(show(sources.environment.lookup(*f->function->scope, "q")), "Constant 1");
  EXPECT_EQ(show(sources.environment.lookup(*f->function->scope, "k")), "Constant 7");
  EXPECT_EQ(show(sources.environment.lookup(*f->function->scope, "m")), "Constant 5");
  EXPECT_EQ(show(sources.environment.lookup(*f->function->scope, "outer")), "Function case.outer");
  EXPECT_EQ(show(sources.environment.lookup(*f->function->scope, "nothing")), "undefined");
  EXPECT_EQ(x("def outer(c):\n  if c: return 1\n  return 2\nx = outer(1)"), "Unknown");
}

TEST(PythonEnv, NestedFunctionsAreFoundByTheirStatement) {
  Sources sources;
  const PyModule& module =
      sources.add("class A:\n  def m(self):\n    def inner(): pass\n    return inner\n");
  auto& cls = syntax::as<syntax::ClassDef>(*module.tree->body[0]);
  auto& method = syntax::as<syntax::FunctionDef>(*cls.body[0]);
  EXPECT_EQ(show(sources.environment.objectFor(module, cls)), "Class case.A");
  PyRef m = sources.environment.objectFor(module, method);
  ASSERT_EQ(show(m), "Function case.A.m");
  EXPECT_EQ(m->function->owner->qualifiedName, "case.A");
  EXPECT_EQ(m->function, m->function->owner->method("m"));
  EXPECT_EQ(show(sources.environment.objectFor(module, *method.body[0])),
            "Function case.A.m.<locals>.inner");
}

const PyFunction& function(Sources& sources, const std::string& text, std::string_view name = "f") {
  const PyModule& module = sources.add("import torch\n" + text);
  return *sources.environment.lookup(module.scope, name)->function;
}

TEST(PythonEnv, DecoratorsMarkFunctions) {
  Sources sources;
  EXPECT_TRUE(function(sources, "@torch.jit.script\ndef f(): pass").marks.script);
  EXPECT_TRUE(function(sources, "@torch.jit.ignore\ndef f(): pass").marks.ignore);
  EXPECT_TRUE(function(sources, "@torch.jit.ignore()\ndef f(): pass").marks.ignore);
  EXPECT_TRUE(function(sources, "@torch.jit.ignore(drop=True)\ndef f(): pass").marks.drop);
  EXPECT_TRUE(function(sources, "@torch.jit.unused\ndef f(): pass").marks.drop);
  EXPECT_TRUE(
      function(sources, "from torch.jit import export\n@export\ndef f(): pass").marks.exported);
  EXPECT_TRUE(
      function(sources, "import functools\n@functools.lru_cache\ndef f(): pass").marks.unknown);
  EXPECT_FALSE(function(sources, "@torch.no_grad()\ndef f(): pass").marks.unknown);
  EXPECT_FALSE(function(sources, "def f(): pass").marks.unknown);
}

TEST(PythonEnv, DecoratorsOfTheFileAreFollowed) {
  EXPECT_EQ(x("def same(f): return f\n@same\ndef x(): pass"), "Function case.x");
  EXPECT_EQ(x("def wrap(f):\n  def inner(): pass\n  return inner\n@wrap\ndef x(): pass"),
            "Function case.wrap.<locals>.inner");
  EXPECT_EQ(x("import functools\ndef wrap(f):\n  @functools.wraps(f)\n  def inner(*a): pass\n  "
              "return inner\n@wrap\ndef x(): pass"),
            "Function case.x");
  EXPECT_EQ(
      x("def named(n):\n  def apply(f): return f\n  return apply\n@named('a')\ndef x(): pass"),
      "Function case.x");
}

TEST(PythonEnv, OverloadsBelongToTheLastDefinition) {
  Sources sources;
  auto& f = function(sources,
                     "@torch.jit._overload\ndef f(x: int): ...\n@torch.jit._overload\ndef f(x: "
                     "str): ...\ndef f(x): return x");
  ASSERT_EQ(f.overloads.size(), 2u);
  EXPECT_TRUE(f.overloads[0]->marks.overload);
  EXPECT_LT(f.overloads[0]->def->span.begin, f.overloads[1]->def->span.begin);
}

TEST(PythonEnv, ClassesAreOfTheKindOfTheirBases) {
  auto kind = [](const std::string& text) {
    Sources sources;
    const PyModule& module = sources.add(
        "import torch, enum\nimport torch.nn as nn\nfrom typing import NamedTuple\n" + text);
    return sources.environment.lookup(module.scope, "A")->cls->kind;
  };
  EXPECT_EQ(kind("class A: pass"), ClassKind::Plain);
  EXPECT_EQ(kind("class A(object): pass"), ClassKind::Plain);
  EXPECT_EQ(kind("class A(nn.Module): pass"), ClassKind::NnModule);
  EXPECT_EQ(kind("class A(nn.Conv2d): pass"), ClassKind::NnModule);
  EXPECT_EQ(kind("class B(nn.Module): pass\nclass A(B): pass"), ClassKind::NnModule);
  EXPECT_EQ(kind("class A(ValueError): pass"), ClassKind::Exception);
  EXPECT_EQ(kind("class A(enum.Enum): R = 1"), ClassKind::Enum);
  EXPECT_EQ(kind("class A(str, enum.Enum): R = 'r'"), ClassKind::Enum);
  EXPECT_EQ(kind("class A(NamedTuple): x: int"), ClassKind::NamedTuple);
  EXPECT_EQ(kind("@torch.jit.interface\nclass A: pass"), ClassKind::Interface);
  EXPECT_EQ(kind("from missing import B\nclass A(B): pass"), ClassKind::Unknown);
}

TEST(PythonEnv, ClassAttributesAreFoundInBasesToo) {
  std::string text =
      "class B:\n  K = 3\n  @staticmethod\n  def s(): pass\nclass A(B):\n  L = 4\n  M = L\n";
  EXPECT_EQ(x(text + "x = A.K"), "Constant 3");
  EXPECT_EQ(x(text + "x = A.M"), "Constant 4");
  EXPECT_EQ(x(text + "x = A.s"), "Function case.B.s");
  Sources sources;
  const PyModule& module = sources.add(text);
  EXPECT_EQ(sources.environment.attribute(sources.environment.lookup(module.scope, "A"), "nothing"),
            nullptr);
}

TEST(PythonEnv, EnumsHaveMembersWithValues) {
  std::string text = "import enum\nclass E(enum.Enum):\n  R = 1\n  S = 'a'\n  def m(self): pass\n";
  EXPECT_EQ(x(text + "x = E.R"), "Member R");
  EXPECT_EQ(x(text + "x = E.S.value"), "Constant a");
  EXPECT_EQ(x(text + "x = E.S.name"), "Constant S");
  EXPECT_EQ(x(text + "x = E.m"), "Function case.E.m");
}

TEST(PythonEnv, NamedTuplesComeFromCallsToo) {
  Sources sources;
  const PyModule& module = sources.add(
      "from collections import namedtuple\nfrom typing import NamedTuple\n"
      "P = namedtuple('P', 'a, b', defaults=(3,))\nQ = NamedTuple('Q', [('a', int)])");
  auto& p = *sources.environment.lookup(module.scope, "P")->cls;
  ASSERT_EQ(p.fields.size(), 2u);
  EXPECT_EQ(p.qualifiedName, "case.P");
  EXPECT_EQ(p.fields[1].name, "b");
  EXPECT_EQ(p.fields[0].value, nullptr);
  EXPECT_NE(p.fields[1].value, nullptr);
  auto& q = *sources.environment.lookup(module.scope, "Q")->cls;
  ASSERT_EQ(q.fields.size(), 1u);
  EXPECT_NE(q.fields[0].annotation, nullptr);
}

TEST(PythonEnv, WrappersOfTorchItselfAreSeenThrough) {
  EXPECT_EQ(x("from torch._jit_internal import boolean_dispatch\ndef t(): pass\ndef f(): pass\n"
              "x = boolean_dispatch(arg_name='flag', arg_index=6, default=False, if_true=t, "
              "if_false=f, module_name=__name__)"),
            "Dispatch flag 6 False (Function case.t) (Function case.f)");
  EXPECT_EQ(
      x("import torch\nfrom torch._C import _add_docstr\nx = _add_docstr(torch.conv1d, r'doc')"),
      "External torch.conv1d");
  EXPECT_EQ(x("import torch\ndef f(): pass\nx = torch.jit.script(f)"),
            "Scripted (Function case.f)");
}

TEST(PythonEnv, DefinitionsOfKnownNamesComeFromTheirSources) {
  Sources sources(Sources::Texts{{"torch.nn.functional", "def relu(input): pass"}});
  PyRef relu = sources.environment.importName("torch.nn.functional.relu");
  EXPECT_EQ(show(relu), "External torch.nn.functional.relu");
  EXPECT_EQ(show(sources.environment.definitionOf(relu)), "Function torch.nn.functional.relu");
  EXPECT_EQ(
      sources.environment.definitionOf(sources.environment.importName("torch.nn.functional.gelu")),
      nullptr);
}

}  // namespace
}  // namespace ts::compiler
