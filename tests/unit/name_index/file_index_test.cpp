#include "core/name_index/file_index.h"

#include <gtest/gtest.h>

#include "tests/unit/name_index/marked.h"

namespace ts::name_index {
namespace {

// Expects all marked occurrences of the marked name, and no others.
void expectOccurrences(std::string_view text) {
  const Marked at = marked(text);
  const Occurrence* asked = at.index->at(at.cursor);
  ASSERT_TRUE(asked) << text;
  ASSERT_NE(asked->symbol, kNone) << text;
  std::vector<Span> spans;
  for (const Occurrence& occurrence : at.index->of(asked->symbol)) spans.push_back(occurrence.span);
  std::string shown;
  for (const Span span : spans) shown += std::to_string(span.begin) + " ";
  EXPECT_EQ(spans, at.places) << text << "\nfound at " << shown;
}

TEST(FileIndex, FindsAVariableOfAFunctionAndNotItsNamesakeOutside) {
  expectOccurrences("x = 1\ndef f(a):\n    ‹x› = a\n    return «x» + 1\nprint(x)\n");
}

TEST(FileIndex, FindsAModulesVariableInEarlierFunctions) {
  expectOccurrences("def f():\n    return «scale»\n‹scale› = 2\n");
}

TEST(FileIndex, AClasssNamesAreNotSeenFromItsMethods) {
  expectOccurrences("‹k› = 1\nclass A:\n    k = 2\n    def f(self):\n        return «k»\n");
}

TEST(FileIndex, GlobalAndNonlocalNamesLiveElsewhere) {
  expectOccurrences("‹n› = 0\ndef f():\n    global «n»\n    «n» += 1\n");
  expectOccurrences(
      "def f():\n    ‹n› = 0\n    def g():\n        nonlocal «n»\n        «n» = 1\n    return "
      "«n»\n");
}

TEST(FileIndex, AComprehensionsVariableIsItsOwn) {
  expectOccurrences("i = 5\nxs = [«i» * 2 for ‹i› in range(i)]\n");
}

TEST(FileIndex, AWalrusBindsOutsideOfTheComprehension) {
  expectOccurrences("def f(xs):\n    ys = [‹y› for x in xs if («y» := x)]\n    return «y»\n");
}

TEST(FileIndex, FindsAttributesOfInstancesThroughSelf) {
  expectOccurrences(
      "class Net(Module):\n    def __init__(self):\n        self.‹fc› = Linear(2, 3)\n    def "
      "forward(self, x):\n"
      "        return self.«fc»(x)\n");
}

TEST(FileIndex, FindsAttributesThroughBasesInstancesAndAnnotations) {
  expectOccurrences(
      "class A:\n    def ‹go›(self): pass\nclass B(A):\n    def run(self):\n        self.«go»()\n  "
      "      super().«go»()\n"
      "b = B()\nb.«go»()\ndef f(a: A):\n    a.«go»()\n    A.«go»(a)\n    B().«go»()\n");
}

TEST(FileIndex, FollowsSubmodules) {
  expectOccurrences(
      "class Inner:\n    def ‹forward›(self, x): return x\nclass Outer:\n    def __init__(self):\n "
      "       self.inner = Inner()\n"
      "    def forward(self, x):\n        return self.inner.«forward»(x)\n");
}

TEST(FileIndex, FindsParametersAtTheKeywordsOfCalls) {
  expectOccurrences("def f(‹size›: int):\n    return «size»\nf(«size»=3)\n");
  expectOccurrences("class A:\n    def __init__(self, ‹width›): self.w = «width»\nA(«width»=1)\n");
  expectOccurrences("class P(NamedTuple):\n    ‹x›: int\np = P(«x»=1)\np.«x»\n");
}

TEST(FileIndex, ReadsAnnotationsInStringsAndTypeComments) {
  expectOccurrences(
      "class ‹Net›:\n    pass\ndef f(a: '«Net»' = None):\n    # type: («Net») -> List[«Net»]\n    "
      "return a\n");
}

TEST(FileIndex, FindsNamesInFormattedStringsAndPatterns) {
  expectOccurrences("def f(‹v›):\n    print(f'{«v»:>3}')\n");
  expectOccurrences("def f(p):\n    match p:\n        case [‹a›, 1]:\n            return «a»\n");
}

TEST(FileIndex, WorksOnNamesThatAreNotAscii) {
  expectOccurrences("größe = 1\ndef f():\n    ‹naïveté› = größe\n    return «naïveté»\n");
}

TEST(FileIndex, WorksOnTextsThatDoNotParse) {
  expectOccurrences("def f(‹a›):\n    b = «a» +\n    return «a».\n");
}

TEST(FileIndex, ListsImports) {
  const Marked at = marked(
      "import torch.nn as nn\nfrom ..a.b import c as d, e\nfrom x import *\nimport os.path\n");
  const auto imports = at.index->imports();
  ASSERT_EQ(imports.size(), 5u);
  EXPECT_EQ(imports[0].module, "torch.nn");
  EXPECT_EQ(imports[1].module, "a.b");
  EXPECT_EQ(imports[1].level, 2);
  EXPECT_EQ(imports[1].name, "c");
  EXPECT_EQ(at.index->symbol(imports[1].symbol).name, "d");
  EXPECT_EQ(imports[3].name, "*");
  EXPECT_EQ(at.index->symbol(imports[4].symbol).name, "os");
}

TEST(FileIndex, NamesSymbolsByTheirPath) {
  const Marked at = marked("class Net:\n    def ‹forward›(self): pass\n");
  EXPECT_EQ(at.index->qualifiedName(at.index->at(at.cursor)->symbol), "Net.forward");
}

TEST(FileIndex, GivesDocstringsWithoutTheirIndentation) {
  const Marked at =
      marked("def f():\n    \"\"\"Adds.\n\n    Two lines:\n        more\n    \"\"\"\n");
  EXPECT_EQ(docstringOf(*at.index->symbol(0).function), "Adds.\n\nTwo lines:\n    more");
}

}  // namespace
}  // namespace ts::name_index
