#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/ide/completion.h"
#include "core/ide/folding.h"
#include "core/ide/hover.h"
#include "core/ide/inlay.h"
#include "core/ide/outline.h"
#include "core/ide/selection.h"
#include "core/ide/signature.h"
#include "core/ide/tokens.h"
#include "tests/unit/ide/editor.h"

namespace ts::ide {
namespace {

using Strings = std::vector<std::string>;

void flatten(const std::vector<OutlineItem>& items, const std::string& indent, Strings& out) {
  for (const OutlineItem& item : items) {
    out.push_back(indent + item.name + item.detail);
    flatten(item.children, indent + "  ", out);
  }
}

TEST(Outline, ListsDefinitionsAsATree) {
  Editor editor(
      "import torch\nSCALE: int = 2\nclass Net(Module):\n    kind = 'a'\n    def __init__(self, n: "
      "int=3, *, k=1) -> None:\n"
      "        self.fc = 1\n        tmp = 2\n    def forward(self, x): return x\ndef f(a, /, *b, "
      "**c): pass\n");
  Strings out;
  flatten(outline(*editor.document), "", out);
  EXPECT_EQ(out,
            (Strings{"SCALEint", "Net", "  kind", "  __init__(self, n: int = 3, *, k=1) -> None",
                     "  fc", "  forward(self, x)", "f(a, /, *b, **c)"}));
}

TEST(Outline, HasAtMostItsLimitOfItemsAndOfText) {
  std::string text = "class A:\n    def f(self): pass\n    x: " + std::string(2000, 'X') + " = 1\n";
  for (size_t i = 0; i < kMaxOutlineItems; ++i) text += "v" + std::to_string(i) + " = 1\n";
  const std::vector<OutlineItem> items = outline(*Editor(text).document);
  EXPECT_EQ(items.size(), kMaxOutlineItems - 2) << "the class has two of the items";
  EXPECT_EQ(items.back().name, "v" + std::to_string(kMaxOutlineItems - 4));
  EXPECT_EQ(items[0].children[1].detail, std::string(kMaxOutlineText, 'X') + "...");
}

TEST(Folding, FoldsBlocksPartsImportsAndComments) {
  Editor editor(
      "import a\nimport b\n\n# one\n# two\ndef f():\n    if a:\n        x = [\n            1]\n    "
      "elif b:\n        pass\n"
      "    else:\n        y = 1\n");
  Strings out;
  for (const Fold& fold : folds(*editor.document))
    out.push_back(std::to_string(fold.firstLine) + "-" + std::to_string(fold.lastLine));
  EXPECT_EQ(out, (Strings{"1-2", "4-5", "6-13", "7-9", "8-9", "10-11", "12-13"}));
}

TEST(Selection, WidensStepByStep) {
  Editor editor("def f(x):\n    return g(x.si|ze, 2)\n");
  Strings out;
  for (const Span span : selectionRanges(*editor.document, editor.cursor))
    out.emplace_back(editor.document->file().text(span));
  EXPECT_EQ(
      out, (Strings{"size", "x.size", "g(x.size, 2)", "return g(x.size, 2)",
                    "def f(x):\n    return g(x.size, 2)", "def f(x):\n    return g(x.size, 2)\n"}));
}

TEST(Tokens, HaveTheKindsOfNames) {
  Editor editor(
      "import torch\nclass Net:\n    @property\n    def n(self): return len(self.v)\ndef f(a):\n   "
      " return torch.relu(a)\n");
  Strings out;
  for (const SemanticToken& token : semanticTokens(*editor.document))
    out.push_back(std::string(editor.document->file().text(token.span)) + ":" +
                  kTokenTypeNames[static_cast<size_t>(token.type)]);
  EXPECT_EQ(out,
            (Strings{"torch:namespace", "Net:class", "property:decorator", "n:property",
                     "self:parameter", "len:function", "self:parameter", "v:property", "f:function",
                     "a:parameter", "torch:namespace", "relu:method", "a:parameter"}));
}

std::optional<Hover> hovered(Editor& editor) {
  const driver::FileResult result = editor.check();
  return hover(*editor.resolver, editor.document, &result, {}, editor.cursor);
}

bool has(const Strings& all, const std::string& wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

TEST(Hovering, ShowsTypesAsTorchScriptSeesThem) {
  Editor editor("import torch\n@torch.jit.script\ndef f(x):\n    n = x.size(0)\n    return |n\n");
  EXPECT_EQ(hovered(editor)->code, "n: int");
  Editor parameter("import torch\n@torch.jit.script\ndef f(|x):\n    return x\n");
  EXPECT_EQ(hovered(parameter)->code, "x: Tensor");
  EXPECT_EQ(hovered(parameter)->texts.at(0), "not annotated: TorchScript assumes Tensor");
}

TEST(Hovering, ShowsRefinedTypes) {
  Editor editor(
      "import torch\nfrom typing import Optional\n@torch.jit.script\ndef f(x: Optional[int]) -> "
      "int:\n    if x is None:\n"
      "        return 0\n    return |x\n");
  EXPECT_EQ(hovered(editor)->code, "x: int");
  EXPECT_EQ(hovered(editor)->texts.at(0), "declared as `Optional[int]`");
}

TEST(Hovering, ShowsTheOverloadThatWasChosen) {
  Editor editor("import torch\n@torch.jit.script\ndef f(x):\n    return torch.|add(x, 2)\n");
  EXPECT_NE(hovered(editor)->code.find("def add("), std::string::npos);
  EXPECT_NE(hovered(editor)->texts.at(0).find("aten::add.Scalar"), std::string::npos);
}

TEST(Hovering, ShowsSignaturesAndDocumentation) {
  Editor editor("def f(a: int = 2) -> int:\n    'Doubles.'\n    return a * 2\n|f()\n");
  EXPECT_EQ(hovered(editor)->code, "def f(a: int = 2) -> int");
  EXPECT_EQ(hovered(editor)->texts, (Strings{"Doubles."}));
  EXPECT_FALSE(hovered(editor)->code.empty());
}

// A module whose forward is `body`, with the cursor in it.
std::string moduleWith(const std::string& body) {
  return "import torch.nn as nn\nclass Own(nn.Module):\n    'Mine.'\n\n"
         "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
         "        self.conv = nn.Conv2d(3, 8, 1)\n        self.own = Own()\n"
         "        self.layers = nn.ModuleList([Own(), Own()])\n"
         "        self.others = nn.Sequential(nn.ReLU(), Own())\n"
         "        self.made = nn.ModuleList([nn.Linear(1, 1) for _ in range(3)])\n"
         "    def forward(self, x):\n" +
         body;
}

TEST(Hovering, ShowsTheClassOfASubmodule) {
  Editor conv(moduleWith("        return self.|conv(x)\n"));
  EXPECT_EQ(hovered(conv)->code, "conv: Conv2d = nn.Conv2d(3, 8, 1)");
  const Strings texts = hovered(conv)->texts;
  ASSERT_EQ(texts.size(), 4);
  EXPECT_EQ(texts[0], "Slides learned kernels over an image.");
  EXPECT_EQ(texts[1],
            "Shapes: `(N, in_channels, H, W)` → `(N, out_channels, H_out, W_out)`, `size_out = "
            "(size + 2·padding − dilation·(kernel_size − 1) − 1) // stride + 1`");
  EXPECT_EQ(texts[3], "`torch.nn.modules.conv.Conv2d`");
  Editor own(moduleWith("        return self.|own(x)\n"));
  EXPECT_EQ(hovered(own)->texts, (Strings{"Mine.", "`a.Own`"}));
}

TEST(Hovering, LinksToThePagesOfPyTorch) {
  const auto link = [](const std::string& name) {
    return "[torch." + name + "](https://pytorch.org/docs/" +
           std::string(profileName(torchProfile())) + "/generated/torch." + name + ".html)";
  };
  const auto texts = [](const std::string& line) {
    Editor editor(
        "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
        "@torch.jit.script\ndef f(x):\n    return " +
        line + "\n");
    return hovered(editor)->texts;
  };
  EXPECT_TRUE(has(texts("nn.|Conv2d"), link("nn.Conv2d")));
  EXPECT_TRUE(has(texts("F.|relu(x)"), link("nn.functional.relu")));
  EXPECT_TRUE(has(texts("torch.|add(x, x)"), link("add")));
  EXPECT_TRUE(has(texts("x.|view(1)"), link("Tensor.view")));
  // A class without a description of its own, and names without a page.
  EXPECT_TRUE(has(texts("nn.|TripletMarginLoss"), link("nn.TripletMarginLoss")));
  for (const std::string& text : texts("nn.modules.conv.|_ConvNd"))
    EXPECT_EQ(text.find("https"), std::string::npos) << text;
}

TEST(Hovering, ShowsTheClassOfALoopVariableOverModules) {
  const auto codeOf = [](const std::string& loop) {
    Editor editor(moduleWith(loop));
    return hovered(editor)->code;
  };
  EXPECT_EQ(codeOf("        for layer in self.layers:\n            x = |layer(x)\n"), "layer: Own");
  EXPECT_EQ(codeOf("        for |layer in self.layers[1:]:\n            pass\n"), "layer: Own");
  EXPECT_EQ(codeOf("        for i, layer in enumerate(self.made):\n            x = |layer(x)\n"),
            "layer: Linear");
  // The elements have different classes.
  EXPECT_EQ(codeOf("        for layer in self.others:\n            x = |layer(x)\n"), "layer");
}

Strings labels(Editor& editor) {
  const driver::FileResult result = editor.check();
  Strings out;
  for (const Completion& completion :
       completions(*editor.resolver, editor.document, &result, editor.cursor).items)
    out.push_back(completion.label);
  return out;
}

TEST(Completing, OffersVisibleNames) {
  Editor editor("import torch\ndef f(alpha):\n    beta = 1\n    return |\ndef g(gamma): pass\n");
  const Strings all = labels(editor);
  for (const char* name : {"alpha", "beta", "f", "g", "torch", "len", "return"})
    EXPECT_TRUE(has(all, name)) << name;
  EXPECT_FALSE(has(all, "gamma"));
}

TEST(Completing, OffersAttributesOfSelfAndOfBases) {
  Editor editor(
      "import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n        "
      "super().__init__()\n        self.conv = 1\n"
      "    def forward(self, x):\n        return self.|\n");
  const Strings all = labels(editor);
  for (const char* name : {"conv", "forward", "register_buffer", "training"})
    EXPECT_TRUE(has(all, name)) << name;
}

TEST(Completing, OffersMethodsByType) {
  Editor tensor("def f(x):\n    return x.|\n");
  EXPECT_TRUE(has(labels(tensor), "view"));
  Editor list("from typing import List\ndef f(xs: List[int]):\n    xs.|\n");
  EXPECT_TRUE(has(labels(list), "append"));
  EXPECT_FALSE(has(labels(list), "view"));
  Editor module("import torch\ntorch.nn.functional.|\n");
  EXPECT_TRUE(has(labels(module), "relu"));
}

// The labels in the order in which an editor shows them.
Strings ordered(Editor& editor) {
  const driver::FileResult result = editor.check();
  auto items = completions(*editor.resolver, editor.document, &result, editor.cursor).items;
  std::ranges::sort(items, {},
                    [](const Completion& one) { return std::pair(one.rank, one.label); });
  Strings out;
  for (const Completion& one : items) out.push_back(one.label);
  return out;
}

TEST(Completing, OwnAttributesComeBeforeThoseOfTheLibrary) {
  Editor editor(
      "import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n        "
      "super().__init__()\n        self.zoom = 1\n"
      "    def forward(self, x):\n        return self.|\n");
  const Strings all = ordered(editor);
  EXPECT_EQ(all[0], "zoom");
  EXPECT_EQ(all[1], "forward");
}

TEST(Completing, InternalNamesComeLast) {
  Editor tensor("def f(x):\n    return x.|\n");
  const Strings all = ordered(tensor);
  const auto place = [&](std::string_view name) { return std::ranges::find(all, name); };
  EXPECT_LT(place("view"), place("unsafe_split"));
  EXPECT_NE(place("unsafe_split"), all.end());
}

Completion completion(Editor& editor, std::string_view label) {
  for (Completion& one :
       completions(*editor.resolver, editor.document, nullptr, editor.cursor).items)
    if (one.label == label) return std::move(one);
  return {};
}

TEST(Completing, NamesOfTorchHaveTheirSignatures) {
  Editor method("def f(x):\n    return x.|\n");
  EXPECT_EQ(completion(method, "relu").detail, "() -> Tensor");
  Editor function("import torch\ntorch.|\n");
  EXPECT_EQ(completion(function, "relu").detail, "(self: Tensor) -> Tensor");
}

TEST(Completing, NamesThatAreNotImportedAddTheirImport) {
  Editor member("import torch\ndef f(x):\n    return F.re|\n");
  const Completion relu = completion(member, "relu");
  ASSERT_EQ(relu.edits.size(), 1u);
  EXPECT_EQ(relu.edits[0].text, "import torch.nn.functional as F\n");
  EXPECT_EQ(relu.edits[0].range.span, (Span{13, 13}));
  Editor annotation("def f(x: Li|): pass\n");
  ASSERT_EQ(completion(annotation, "List").edits.size(), 1u);
  EXPECT_EQ(completion(annotation, "List").edits[0].text, "from typing import List\n");
  EXPECT_TRUE(completion(annotation, "int").edits.empty());
  Editor imported("from typing import List\ndef f(x: Li|): pass\n");
  EXPECT_TRUE(completion(imported, "List").edits.empty());
  Editor parameter("def f(F):\n    return F.re|\n");
  EXPECT_TRUE(completion(parameter, "relu_").edits.empty());
}

TEST(Completing, OffersKeywordsOfCalls) {
  Editor editor("def f(size: int, scale=1.0): pass\nf(1, |)\n");
  EXPECT_TRUE(has(labels(editor), "scale="));
}

TEST(Completing, OffersModulesAndTheirMembers) {
  Editor module("import torch.n|\n");
  EXPECT_TRUE(has(labels(module), "nn"));
  Editor name("from torch.nn import Li|\n");
  EXPECT_TRUE(has(labels(name), "Linear"));
}

TEST(Completing, IsSilentInStringsCommentsAndNumbers) {
  for (const char* text : {"x = 'a|b'\n", "# a|\n", "x = 1|\n"}) {
    Editor editor{std::string(text)};
    EXPECT_TRUE(labels(editor).empty()) << text;
  }
}

std::string help(const std::string& text) {
  Editor editor(text);
  const auto help = signatureHelp(*editor.resolver, editor.document, nullptr, editor.cursor);
  if (!help) return "";
  const Signature& active = help->signatures[help->active];
  if (!help->parameter) return active.label;
  const SignatureParameter& parameter = active.parameters[*help->parameter];
  return active.label.substr(0, parameter.begin) + "<" +
         active.label.substr(parameter.begin, parameter.end - parameter.begin) + ">" +
         active.label.substr(parameter.end);
}

TEST(SignatureHelping, MarksTheParameterThatIsWritten) {
  const std::string f = "def f(a: int, b=(1, 2), *c): pass\n";
  EXPECT_EQ(help(f + "f(|)\n"), "f(<a: int>, b=(1, 2), *c)");
  EXPECT_EQ(help(f + "f(1, |)\n"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "f(1, 2, 3, 4|)\n"), "f(a: int, b=(1, 2), <*c>)");
  EXPECT_EQ(help(f + "f(b=|3)\n"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "f(g(1, 2|), 3)\n"), "");
  EXPECT_EQ(help(f + "f(1)|\n"), "");
}

TEST(SignatureHelping, AnUnclosedCallGoesOnToTheNextCode) {
  const std::string f = "def f(a: int, b=(1, 2), *c): pass\n";
  EXPECT_EQ(help(f + "y = f(1, |\n"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "y = f(1, |"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "y = f(|\nz = 1\n"), "f(<a: int>, b=(1, 2), *c)");
  EXPECT_EQ(help(f + "y = f(1,\n      |\nz = 1\n"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "y = f(f(1), |\n"), "f(a: int, <b=(1, 2)>, *c)");
  EXPECT_EQ(help(f + "y = f(f(1)|\n"), "f(<a: int>, b=(1, 2), *c)");
  EXPECT_EQ(help(f + "y = f(1, \nz = 1|\n"), "");
}

TEST(SignatureHelping, KnowsClassesInstancesAndTorch) {
  EXPECT_EQ(help("class A:\n    def __init__(self, n): pass\nA(|\n"), "A(<n>)");
  EXPECT_EQ(help("class A:\n    def forward(self, x, y): pass\na = A()\na(1, |)\n"), "a(x, <y>)");
  EXPECT_EQ(help("import torch\ntorch.relu(|)\n"), "relu(<self: Tensor>) -> Tensor");
  EXPECT_EQ(help("import torch.nn as nn\nnn.Linear(2, |)\n").substr(0, 7), "Linear(");
}

TEST(Inlays, ShowTypesThatArentWritten) {
  Editor editor(
      "import torch\n@torch.jit.script\ndef f(x, n: int):\n    y = x + n\n    k: int = 3\n    for "
      "i in range(n):\n        y = y + i\n"
      "    return y\n");
  const driver::FileResult result = editor.check();
  Strings out;
  for (const InlayHint& hint : inlayHints(*editor.document, result, {0, 1000})) {
    const auto at = editor.document->file().position(hint.offset);
    out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + hint.text);
  }
  EXPECT_EQ(out, (Strings{"3:7: Tensor (inferred)", "4:5: Tensor", "6:9: int"}));
}

}  // namespace
}  // namespace ts::ide
