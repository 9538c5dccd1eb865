// The names that each construct binds, as kind:name pairs in source order.
#include "core/syntax/bindings.h"

#include <gtest/gtest.h>

#include <string>

#include "core/diag/diagnostic.h"
#include "core/syntax/parser.h"

namespace ts::syntax {
namespace {

ModulePtr parsed(const std::string& text) {
  diag::Sink sink;
  return parse(std::make_shared<SourceFile>("test.py", text), sink);
}

std::string kindName(BindingKind kind) {
  switch (kind) {
    case BindingKind::Assign: return "assign";
    case BindingKind::AnnAssign: return "annotated";
    case BindingKind::AugAssign: return "augmented";
    case BindingKind::Delete: return "del";
    case BindingKind::For: return "for";
    case BindingKind::With: return "with";
    case BindingKind::Except: return "except";
    case BindingKind::Import: return "import";
    case BindingKind::ImportFrom: return "from";
    case BindingKind::ImportStar: return "star";
    case BindingKind::Function: return "def";
    case BindingKind::Class: return "class";
    case BindingKind::TypeAlias: return "type";
    case BindingKind::Walrus: return "walrus";
    case BindingKind::Comprehension: return "comprehension";
    case BindingKind::Capture: return "capture";
    case BindingKind::Parameter: return "parameter";
    case BindingKind::TypeParameter: return "typeparam";
    case BindingKind::Global: return "global";
    case BindingKind::Nonlocal: return "nonlocal";
    case BindingKind::Recovered: return "recovered";
  }
  return "?";
}

// Appends bindings as text, and checks that each span covers the name.
struct Printer {
  const SourceFile& file;
  std::string text;
  void operator()(const NameBinding& binding) {
    text += (text.empty() ? "" : " ") + kindName(binding.kind) + ":" + std::string(binding.name);
    EXPECT_EQ(file.text(binding.span), binding.name);
    EXPECT_NE(binding.node, nullptr);
  }
};

// The bindings of the module's scope.
std::string all(const std::string& text) {
  const ModulePtr module = parsed(text);
  Printer printer{*module->file, {}};
  forEachBinding(module->body, printer);
  return printer.text;
}

// The bindings of the module's first statement itself.
std::string own(const std::string& text) {
  const ModulePtr module = parsed(text);
  Printer printer{*module->file, {}};
  forEachOwnBinding(*module->body[0], printer);
  return printer.text;
}

TEST(Bindings, Assignments) {
  EXPECT_EQ(own("a = b\n"), "assign:a");
  EXPECT_EQ(own("a = b = c\n"), "assign:a assign:b");
  EXPECT_EQ(own("a, (b, *c), [d, e.f, g[h]] = i\n"), "assign:a assign:b assign:c assign:d");
  EXPECT_EQ(own("a: int = 1\n"), "annotated:a");
  EXPECT_EQ(own("a: int\n"), "annotated:a");
  EXPECT_EQ(own("a.b: int = 1\n"), "");
  EXPECT_EQ(own("a += 1\n"), "augmented:a");
  EXPECT_EQ(own("a.b += 1\n"), "");
  EXPECT_EQ(own("del a, (b, c), d.e\n"), "del:a del:b del:c");
  EXPECT_EQ(own("type A[T] = list[T]\n"), "type:A");
}

TEST(Bindings, PathsSelectElementsUpToAStar) {
  const ModulePtr module = parsed("a, (b, (c, d)), *e, f = (g, h) = i\n");
  std::string text;
  forEachOwnBinding(*module->body[0], [&](const NameBinding& binding) {
    text += std::string(binding.name) + (binding.path->isFixed ? "" : "?");
    for (uint32_t index : binding.path->indices) text += std::to_string(index);
    text += " ";
    EXPECT_EQ(binding.target->kind, ExprKind::Tuple);
    EXPECT_FALSE(binding.path->isWhole());
    EXPECT_EQ(binding.stmt, module->body[0]);
  });
  EXPECT_EQ(text, "a0 b10 c110 d111 e?2 f?3 g0 h1 ");
  const ModulePtr single = parsed("a = b\n");
  forEachOwnBinding(*single->body[0],
                    [](const NameBinding& binding) { EXPECT_TRUE(binding.path->isWhole()); });
}

TEST(Bindings, CompoundStatementsBindTheirOwnNamesOnly) {
  EXPECT_EQ(own("for a, *b in c:\n  d = 1\nelse:\n  e = 1\n"), "for:a for:b");
  EXPECT_EQ(own("async def f():\n  async for a in b: pass\n"), "def:f");
  EXPECT_EQ(own("with a as b, c as (d, e), f:\n  g = 1\n"), "with:b with:d with:e");
  EXPECT_EQ(own("try:\n  a = 1\nexcept B as c:\n  d = 1\nexcept E:\n  pass\n"), "except:c");
  EXPECT_EQ(own("try:\n  a = 1\nexcept* B as c:\n  d = 1\n"), "except:c");
  EXPECT_EQ(own("while a:\n  b = 1\n"), "");
  EXPECT_EQ(own("if a:\n  b = 1\n"), "");
  EXPECT_EQ(own("(a := 1)\n"), "");
}

TEST(Bindings, Imports) {
  EXPECT_EQ(own("import a, b.c, d.e as f\n"), "import:a import:b import:f");
  EXPECT_EQ(own("from a import b, c as d\n"), "from:b from:d");
  EXPECT_EQ(own("from a import *\n"), "star:*");
  const ModulePtr module = parsed("import b.c\n");
  forEachOwnBinding(*module->body[0],
                    [](const NameBinding& binding) { EXPECT_EQ(binding.alias->name, "b.c"); });
}

TEST(Bindings, DefinitionsAndDeclarations) {
  EXPECT_EQ(own("@d\ndef f[T](a, b=1):\n  c = 1\n"), "def:f");
  EXPECT_EQ(own("@d\nclass C[T](B):\n  c = 1\n"), "class:C");
  EXPECT_EQ(own("global a, b\n"), "global:a global:b");
  const ModulePtr module = parsed("def f():\n  nonlocal a\n");
  Printer printer{*module->file, {}};
  forEachBinding(as<FunctionDef>(*module->body[0]).body, printer);
  EXPECT_EQ(printer.text, "nonlocal:a");
}

TEST(Bindings, PatternsCaptureTheirPartsFirst) {
  EXPECT_EQ(own("match a:\n"
                "  case [b, *c] as d: pass\n"
                "  case {'k': e, **f}: pass\n"
                "  case G(h, i=j) if k: pass\n"
                "  case (1 as l) | (2 as l): pass\n"
                "  case M.n | _ | None: pass\n"),
            "capture:b capture:c capture:d capture:e capture:f capture:h capture:j capture:l "
            "capture:l");
}

TEST(Bindings, ParametersAreInSourceOrder) {
  const ModulePtr module = parsed("def f[T: int, *Ts, **P](a, /, b, *c, d, **e): pass\n");
  const auto& def = as<FunctionDef>(*module->body[0]);
  std::string text;
  forEachParameter(*def.args, [&](const Arg& arg) { text += arg.arg.text; });
  EXPECT_EQ(text, "abcde");
  text.clear();
  forEachTypeParameter(def.typeParams, [&](const TypeParamNode& param) {
    text += std::string(param.name.text) + " ";
  });
  EXPECT_EQ(text, "T Ts P ");
}

TEST(Bindings, AScopeIncludesNestedStatements) {
  EXPECT_EQ(all("if (a := b):\n  c = 1\nelif d:\n  e = 1\nelse:\n  f = 1\n"),
            "walrus:a assign:c assign:e assign:f");
  EXPECT_EQ(all("for a in b:\n  c = 1\nelse:\n  d = 1\n"), "for:a assign:c assign:d");
  EXPECT_EQ(all("while a:\n  b = 1\nelse:\n  c = 1\n"), "assign:b assign:c");
  EXPECT_EQ(all("with a as b:\n  c = 1\n"), "with:b assign:c");
  EXPECT_EQ(all("try:\n  a = 1\nexcept B as c:\n  d = 1\nelse:\n  e = 1\nfinally:\n  f = 1\n"),
            "except:c assign:a assign:d assign:e assign:f");
  EXPECT_EQ(all("match a:\n  case b if (c := 1):\n    d = 1\n"), "capture:b walrus:c assign:d");
}

TEST(Bindings, AScopeExcludesFunctionsLambdasAndClasses) {
  EXPECT_EQ(all("@(a := d)\ndef f(b=(c := 1)) -> (e := int):\n  g = 1\n"),
            "def:f walrus:a walrus:c walrus:e");
  EXPECT_EQ(all("class C((a := B), k=(b := 1)):\n  c = 1\n"), "class:C walrus:a walrus:b");
  EXPECT_EQ(all("a = lambda b, c=(d := 1): (e := 2)\n"), "assign:a walrus:d");
}

TEST(Bindings, ComprehensionsBindInTheirOwnScopeExceptForWalrus) {
  EXPECT_EQ(all("[(a := b) for b, c in d if (e := c)]\n"),
            "comprehension:b comprehension:c walrus:a walrus:e");
  EXPECT_EQ(all("{a: b for a in c for b in a}\n"), "comprehension:a comprehension:b");
  EXPECT_EQ(all("f(a for a in b)\n{a for a in b}\n"), "comprehension:a comprehension:a");
}

TEST(Bindings, SyntaxErrorsKeepTheNames) {
  const ModulePtr module = parsed("for a, b in\n  c = 1\n");
  std::string names;
  forEachBinding(module->body, [&](const NameBinding& binding) { names += binding.name; });
  EXPECT_NE(names.find('a'), std::string::npos);
}

}  // namespace
}  // namespace ts::syntax
