#include "core/ide/resolver.h"

#include <gtest/gtest.h>

#include "core/ide/calls.h"
#include "core/ide/references.h"
#include "core/ide/rename.h"
#include "tests/unit/ide/editor.h"

namespace ts::ide {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

// Expects the definition at the only mark.
void expectDefinition(Files files) {
  Editor editor(std::move(files));
  const auto target = editor.resolver->at(editor.document, editor.cursor);
  ASSERT_TRUE(target);
  ASSERT_EQ(editor.marks.size(), 1u);
  const auto& [path, spans] = *editor.marks.begin();
  EXPECT_EQ(target->document->path(), path);
  EXPECT_EQ(target->info().nameSpan, spans[0]);
}

TEST(Resolver, FollowsImportedNames) {
  expectDefinition({{"/w/a.py", "from b import f\n|f()\n"}, {"/w/b.py", "def «f»(): pass\n"}});
  expectDefinition({{"/w/a.py", "from b import f as g\n|g()\n"}, {"/w/b.py", "def «f»(): pass\n"}});
  expectDefinition({{"/w/a.py", "import b\nb.|f()\n"}, {"/w/b.py", "def «f»(): pass\n"}});
  expectDefinition({{"/w/a.py", "import p.b as q\nq.|f()\n"},
                    {"/w/p/__init__.py", ""},
                    {"/w/p/b.py", "def «f»(): pass\n"}});
}

TEST(Resolver, AClassWithoutANameHasNoParents) {
  for (const char* text :
       {"class B:\n  def f(self): pass\nclass (B):\n  def g(self):\n    super().|f()\n",
        "class B:\n  def f(self): pass\nclass :\n  def g(self):\n    super(|).f()\n"}) {
    Editor editor(Files{{"/w/a.py", text}});
    EXPECT_FALSE(editor.resolver->at(editor.document, editor.cursor)) << text;
  }
}

TEST(Resolver, FollowsReexports) {
  expectDefinition({{"/w/a.py", "import p\np.|Net()\n"},
                    {"/w/p/__init__.py", "from .models import *\n"},
                    {"/w/p/models/__init__.py", "from .net import Net\n"},
                    {"/w/p/models/net.py", "class «Net»: pass\n"}});
}

TEST(Resolver, FollowsRelativeImports) {
  expectDefinition({{"/w/p/q/a.py", "from ..util import scale\n|scale\n"},
                    {"/w/p/__init__.py", ""},
                    {"/w/p/q/__init__.py", ""},
                    {"/w/p/util.py", "«scale» = 2\n"}});
}

TEST(Resolver, FindsInheritedMembersInOtherFiles) {
  expectDefinition({{"/w/a.py",
                     "from b import Base\nclass Net(Base):\n    def forward(self, x):\n        "
                     "return self.|fc(x)\n"},
                    {"/w/b.py", "class Base:\n    def __init__(self):\n        self.«fc» = 1\n"}});
}

TEST(Resolver, FindsMembersOfSubmodules) {
  expectDefinition(
      {{"/w/a.py",
        "from b import Inner\nclass Net:\n    def __init__(self):\n        self.inner = Inner()\n"
        "    def forward(self, x):\n        return self.inner.|go(x)\n"},
       {"/w/b.py", "class Inner:\n    def «go»(self, x): return x\n"}});
}

TEST(Resolver, FilesThatImportEachOtherComeToAnEnd) {
  Editor editor(Files{{"/w/a.py", "from b import f\n|f\n"}, {"/w/b.py", "from a import f\n"}});
  EXPECT_FALSE(editor.resolver->at(editor.document, editor.cursor));
}

TEST(Resolver, KnowsTorchWithoutAnInstallation) {
  Editor editor("import torch.nn as nn\nfc = nn.|Linear(2, 3)\n");
  const auto target = editor.resolver->at(editor.document, editor.cursor);
  ASSERT_TRUE(target);
  EXPECT_EQ(target->info().name, "Linear");
  EXPECT_TRUE(target->document->isEmbedded);
}

std::vector<std::string> shown(const std::vector<Reference>& places) {
  std::vector<std::string> all;
  for (const Reference& place : places) all.push_back(Editor::shown(*place.document, place.span));
  return all;
}

TEST(References, AreFoundInAllFiles) {
  Editor editor(Files{{"/w/a.py", "def |f(): pass\nf()\n"},
                      {"/w/b.py", "from a import f\nf()\n"},
                      {"/w/c.py", "import a\na.f()\nf = 1\n"},
                      {"/w/d.py", "from a import f as g\ng()\n"},
                      {"/w/e.py", "def f(): pass\nf()\n"}});
  const auto definition = editor.resolver->at(editor.document, editor.cursor);
  EXPECT_EQ(shown(findReferences(*editor.resolver, editor.documents, *editor.snapshot, *definition,
                                 editor.paths)),
            (std::vector<std::string>{"a.py:1:5", "a.py:2:1", "b.py:1:15", "b.py:2:1", "c.py:2:3",
                                      "d.py:1:15"}));
}

RenameResult renamed(Editor& editor, std::string_view name) {
  return rename(*editor.resolver, editor.documents, *editor.snapshot, editor.document,
                editor.cursor, name, editor.paths);
}

TEST(Rename, ReachesKeywordsOfCallsAndOtherFiles) {
  Editor editor(Files{{"/w/a.py", "def f(|size: int):\n    return size\nf(size=1)\n"},
                      {"/w/b.py", "from a import f\nf(size=2)\n"}});
  const RenameResult rename = renamed(editor, "width");
  EXPECT_EQ(rename.error, "");
  EXPECT_EQ(shown(rename.places),
            (std::vector<std::string>{"a.py:1:7", "a.py:2:12", "a.py:3:3", "b.py:2:3"}));
}

TEST(Rename, RefusesNamesWithAnotherMeaning) {
  Editor editor("def f(|a, b):\n    return a + b\n");
  EXPECT_NE(renamed(editor, "b").error.find("'b' means something else"), std::string::npos);
  EXPECT_NE(renamed(editor, "if").error.find("not a valid"), std::string::npos);
  EXPECT_NE(renamed(editor, "a b").error.find("not a valid"), std::string::npos);
  EXPECT_NE(renamed(editor, "1").error.find("not a valid"), std::string::npos);
  EXPECT_EQ(renamed(editor, "größe").error, "");
}

TEST(Rename, RefusesNamesOfTorch) {
  Editor editor("import torch.nn as nn\nfc = nn.|Linear(2, 3)\n");
  EXPECT_NE(prepareRename(*editor.resolver, editor.document, editor.cursor).error, "");
}

TEST(Calls, GoBothWays) {
  Editor editor(Files{{"/w/a.py", "def |f(): pass\ndef g():\n    f()\n    f()\nf()\n"},
                      {"/w/b.py", "import a\ndef h():\n    a.f()\n"}});
  const auto callee = callableAt(*editor.resolver, editor.document, editor.cursor);
  ASSERT_TRUE(callee);
  const auto callers =
      callersOf(*editor.resolver, editor.documents, *editor.snapshot, *callee, editor.paths, {});
  ASSERT_EQ(callers.size(), 3u);
  EXPECT_EQ(callers[0].function.info().name, "g");
  EXPECT_EQ(callers[0].spans.size(), 2u);
  EXPECT_TRUE(callers[1].function.isModule());
  EXPECT_EQ(callers[2].function.info().name, "h");
  const auto called = calleesOf(*editor.resolver, callers[2].function);
  ASSERT_EQ(called.size(), 1u);
  EXPECT_EQ(called[0].function.info().name, "f");
}

}  // namespace
}  // namespace ts::ide
