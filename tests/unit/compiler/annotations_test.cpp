#include "core/compiler/resolve/annotations.h"

#include <algorithm>

#include "core/base/torch_profile.h"
#include "tests/unit/compiler/types_of_classes.h"

namespace ts::compiler {
namespace {

using testing::Resolver;

constexpr std::string_view kBefore = R"(
import torch, typing, enum, math
import torch.nn as nn
from torch import Tensor
from typing import *
from collections import namedtuple
class Foo:
  def __init__(self): self.x = 1
class Color(enum.Enum):
  R = 1
class Mod(nn.Module): pass
class Exc(ValueError): pass
class Outer:
  class Inner: pass
Alias = Optional[int]
ListAlias = List[Alias]
StrAlias = Optional["Foo"]
PipeAlias = int | None
LowerAlias = list[int]
TV = TypeVar("TV")
)";

// The type of an annotation; or the rule of its error and the text at its range.
std::string resolved(const std::string& annotation, bool allowBroadcast = false) {
  Resolver resolver;
  const PyModule& module =
      resolver.sources.add(std::string(kBefore) + "x: " + annotation + " = None\n");
  auto& stmt = syntax::as<syntax::AnnAssign>(*module.tree->body[module.tree->body.size() - 1]);
  auto resolved = resolver.annotations.resolve(*stmt.annotation, module.scope, *module.tree->file,
                                               allowBroadcast);
  if (resolved.error)
    return diag::info(resolved.error->rule).name.data() + std::string(": ") +
           std::string(resolved.error->range.text());
  std::string size = resolved.broadcastSize ? " of " + std::to_string(*resolved.broadcastSize) : "";
  return resolved.type->str() + size;
}

struct Case {
  std::string_view annotation;
  std::string_view type;
};

TEST(Annotations, TypesOfTypingAndTorchAreRead) {
  constexpr Case kCases[] = {
      {"int", "int"},
      {"float", "float"},
      {"complex", "complex"},
      {"bool", "bool"},
      {"str", "str"},
      {"None", "NoneType"},
      {"Tensor", "Tensor"},
      {"torch.Tensor", "Tensor"},
      {"torch.LongTensor", "Tensor"},
      {"nn.Parameter", "Tensor"},
      {"torch.device", "Device"},
      {"torch.dtype", "int"},
      {"torch.Stream", "Stream"},
      {"Any", "Any"},
      {"Text", "str"},
      {"list", "list"},
      {"tuple", "tuple"},
      {"List[int]", "int[]"},
      {"typing.List[int]", "int[]"},
      {"list[int]", "int[]"},
      {"dict[str, int]", "Dict(str, int)"},
      {"tuple[int, str]", "(int, str)"},
      {"Tuple[()]", "()"},
      {"tuple[()]", "()"},
      {"Tuple[int,]", "(int)"},
      {"List[List[int]]", "int[][]"},
      {"Dict[str, None]", "Dict(str, NoneType)"},
      {"Dict[torch.device, int]", "Dict(Device, int)"},
      {"Optional[Optional[int]]", "int?"},
      {"Union[int, None]", "int?"},
      {"Union[int, str, None]", "Union(int, NoneType, str)"},
      {"Union[int]", "int"},
      {"Union[int, float, complex]", "Scalar"},
      {"Optional[Union[int, float, complex]]", "Scalar?"},
      {"torch.jit.Future[int]", "Future[int]"},
      {"torch.futures.Future[Tensor]", "Future[Tensor]"},
      {"Optional[Tuple[int, None]]", "(int, NoneType)?"},
  };
  for (auto& [annotation, type] : kCases) {
    EXPECT_EQ(resolved(std::string(annotation)), type) << annotation;
  }
}

TEST(Annotations, StringsAreResolved) {
  EXPECT_EQ(resolved("\"List[int]\""), "int[]");
  EXPECT_EQ(resolved("\"torch.Tensor\""), "Tensor");
  EXPECT_EQ(resolved("List[\"Foo\"]"), "__torch__.case.Foo[]");
  EXPECT_EQ(resolved("Dict[str, \"Tuple[Foo, int]\"]"), "Dict(str, (__torch__.case.Foo, int))");
  EXPECT_EQ(resolved("\"Fooo\""), "UnknownTypeName: \"Fooo\"");
  // Dotted names are only resolved as Python objects, and Python does not evaluate strings.
  EXPECT_EQ(resolved("typing.List[\"Foo\"]"), "UnsupportedAnnotation: typing.List[\"Foo\"]");
}

TEST(Annotations, ClassesAndAliasesOfTheFileAreTypes) {
  EXPECT_EQ(resolved("Foo"), "__torch__.case.Foo");
  EXPECT_EQ(resolved("Outer.Inner"), "__torch__.case.Inner");
  EXPECT_EQ(resolved("Color"), "Enum<__torch__.case.Color>");
  EXPECT_EQ(resolved("Alias"), "int?");
  EXPECT_EQ(resolved("ListAlias"), "int?[]");
  EXPECT_EQ(resolved("List[Alias]"), "int?[]");
}

TEST(Annotations, UnsupportedTypesAreErrorsAtTheirRange) {
  constexpr Case kCases[] = {
      {"StrAlias", "UnsupportedAnnotation: StrAlias"},
      {"Tuple[int, ...]", "UnsupportedAnnotation: ..."},
      {"Callable", "UnknownTypeName: Callable"},
      {"Callable[[int], int]", "UnsupportedAnnotation: Callable[[int], int]"},
      {"Sequence[int]", "UnsupportedAnnotation: Sequence[int]"},
      {"List", "BareContainer: List"},
      {"Optional[List]", "BareContainer: Optional[List]"},
      {"torch.jit.Future", "BareContainer: torch.jit.Future"},
      {"dict", "UnknownTypeName: dict"},
      {"Dict[Optional[int], int]", "BadDictKey: Dict[Optional[int], int]"},
      {"Dict[\"Foo\", int]", "BadDictKey: \"Foo\""},
      {"Optional[int, str]", "WrongTypeArgumentCount: Optional[int, str]"},
      {"Dict[str]", "WrongTypeArgumentCount: Dict[str]"},
      {"Optional[None]", "UnsupportedAnnotation: Optional[None]"},
      {"Nowhere", "UnknownTypeName: Nowhere"},
      {"torch.layout", "UnknownTypeName: torch.layout"},
      {"nn.Linear", "UnknownTypeName: nn.Linear"},
      {"Mod", "UnknownTypeName: Mod"},
      {"Exc", "UnknownTypeName: Exc"},
      {"TV", "UnknownTypeName: TV"},
      {"math.pi", "UnknownTypeName: math.pi"},
      {"3", "UnsupportedAnnotation: 3"},
      {"[int]", "UnsupportedAnnotation: [int]"},
      {"(int, str)", "UnsupportedAnnotation: (int, str)"},
      {"type(None)", "UnsupportedAnnotation: type(None)"},
  };
  for (auto& [annotation, error] : kCases)
    EXPECT_EQ(resolved(std::string(annotation)), error) << annotation;
}

TEST(Annotations, UnionsWithABarAreTypesSinceVersion2) {
  const bool isNew = atLeast(TorchProfile::Torch2_6);
  EXPECT_EQ(resolved("int | None"), isNew ? "int?" : "UnsupportedAnnotation: int | None");
  EXPECT_EQ(resolved("List[int | str]"),
            isNew ? "Union(int, str)[]" : "UnsupportedAnnotation: int | str");
  EXPECT_EQ(resolved("PipeAlias"), isNew ? "int?" : "UnknownTypeName: PipeAlias");
}

TEST(Annotations, BuiltinContainersStandForThoseOfTypingSinceVersion2) {
  const bool isNew = atLeast(TorchProfile::Torch2_6);
  const auto expect = [&](const char* annotation, const char* type, const char* before) {
    EXPECT_EQ(resolved(annotation), isNew ? type : before) << annotation;
  };
  expect("LowerAlias", "int[]", "UnknownTypeName: LowerAlias");
  expect("Optional[list[int]]", "int[]?", "UnsupportedAnnotation: Optional[list[int]]");
  expect("Union[list[int], dict[str, int]]", "Union(int[], Dict(str, int))",
         "UnsupportedAnnotation: Union[list[int], dict[str, int]]");
  expect("Tuple[list[int], int]", "(int[], int)", "UnsupportedAnnotation: Tuple[list[int], int]");
  expect("\"list[int]\"", "int[]", "UnknownTypeName: \"list[int]\"");
  // A container without its element types stays an error.
  EXPECT_EQ(resolved("Optional[list]"), "UnsupportedAnnotation: Optional[list]");
}

TEST(Annotations, BroadcastingListsAreForParametersOnly) {
  EXPECT_EQ(resolved("BroadcastingList2[int]", true), "int[] of 2");
  EXPECT_EQ(resolved("Optional[BroadcastingList3[float]]", true), "float[]? of 3");
  EXPECT_EQ(resolved("_size_2_t", true), "int[] of 2");
  EXPECT_EQ(resolved("BroadcastingList2[str]", true),
            "MisplacedBroadcastingList: BroadcastingList2[str]");
  EXPECT_EQ(resolved("BroadcastingList2[int]"), "UnsupportedAnnotation: BroadcastingList2[int]");
}

TEST(Annotations, UnknownTypesAreSilent) {
  Resolver resolver;
  const PyModule& module =
      resolver.sources.add("from missing import T\nfrom typing import List\nx: List[T] = []\n");
  auto& stmt = syntax::as<syntax::AnnAssign>(*module.tree->body[2]);
  auto resolved = resolver.annotations.resolve(*stmt.annotation, module.scope, *module.tree->file);
  EXPECT_FALSE(resolved.error.has_value());
  EXPECT_TRUE(resolved.type->isUnknown());
}

// The text after applying the first fix of the annotation's error.
std::string fixed(const std::string& before, const std::string& annotation) {
  Resolver resolver;
  std::string text = before + "x: " + annotation + " = None\n";
  const PyModule& module = resolver.sources.add(text);
  auto& stmt = syntax::as<syntax::AnnAssign>(*module.tree->body[module.tree->body.size() - 1]);
  auto resolved = resolver.annotations.resolve(*stmt.annotation, module.scope, *module.tree->file);
  if (!resolved.error || resolved.error->fixes.empty()) return "no fix";
  auto edits = resolved.error->fixes[0].edits;
  std::ranges::sort(edits, {}, [](const diag::Edit& edit) { return edit.range.span.begin; });
  for (size_t i = edits.size(); i-- > 0;)
    text.replace(edits[i].range.span.begin, edits[i].range.span.size(), edits[i].text);
  return text;
}

TEST(Annotations, FixesGiveAnnotationsThatPyTorchAccepts) {
  const auto bar = [isNew = atLeast(TorchProfile::Torch2_6)](const char* text) {
    return isNew ? "no fix" : text;  // version 2 reads such unions
  };
  EXPECT_EQ(fixed("from typing import *\n", "int | None"),
            bar("from typing import *\nx: Optional[int] = None\n"));
  EXPECT_EQ(fixed("import typing\n", "int | str | None"),
            bar("import typing\nx: typing.Optional[typing.Union[int, str]] = None\n"));
  EXPECT_EQ(fixed("import torch\n", "int | None"),
            bar("from typing import Optional\nimport torch\nx: Optional[int] = None\n"));
  EXPECT_EQ(fixed("from typing import *\n", "List"),
            "from typing import *\nx: List[Tensor] = None\n");
  EXPECT_EQ(fixed("from typing import *\n", "Sequence[int]"),
            "from typing import *\nx: List[int] = None\n");
  EXPECT_EQ(fixed("from torch import Tensor\n", "Tensr"),
            "from torch import Tensor\nx: Tensor = None\n");
}

std::string classType(const std::string& text) {
  Resolver resolver;
  const PyModule& module = resolver.sources.add(
      "import torch, enum\nfrom typing import *\nfrom collections import namedtuple\n" + text);
  const PyClass& cls = *resolver.sources.environment.lookup(module.scope, "A")->cls;
  types::TypeTable table;
  std::optional<diag::Diagnostic> error;
  bool isEnum = cls.kind == ClassKind::Enum;
  types::TypePtr type = isEnum ? resolver.annotations.enumType(cls, table, &error)
                               : resolver.annotations.namedTuple(cls, table, &error);
  if (error) return diag::info(error->rule).name.data() + std::string(": ") + error->message;
  std::string spelling = type->str();
  if (auto* members = types::cast<types::EnumType>(type)) {
    for (auto& member : members->members())
      spelling += " " + member.name + "=" + member.value.str();
  }
  return spelling;
}

TEST(Annotations, NamedTuplesHaveFieldsAndDefaults) {
  EXPECT_EQ(classType("class A(NamedTuple):\n  a: int\n  b: float = 1.5\n"),
            "NamedTuple(a : int, b : float = 1.5)");
  EXPECT_EQ(classType("A = namedtuple('A', 'a b', defaults=(3,))\n"),
            "NamedTuple(a : Tensor, b : Tensor = 3)");
  EXPECT_EQ(classType("A = NamedTuple('A', [('a', int)])\n"), "NamedTuple(a : int)");
  EXPECT_EQ(classType("class B(NamedTuple):\n  a: int\nclass A(B): pass\n"), "NamedTuple(a : int)");
  // A class with its own annotations does not inherit those of its base.
  EXPECT_EQ(classType("class B(NamedTuple):\n  a: int\nclass A(B):\n  b: int\n"),
            "NamedTuple(a : Tensor)");
  EXPECT_EQ(classType("class A(NamedTuple):\n  a: 'int'\n").substr(0, 21),
            atLeast(TorchProfile::Torch2_6) ? "NamedTuple(a : int)" : "UnsupportedAnnotation");
  EXPECT_EQ(classType("class A(NamedTuple):\n  a: List[int] = []\n").substr(0, 13),
            "BadNamedTuple");
  EXPECT_EQ(classType("class A(NamedTuple):\n  a: torch.Tensor = torch.ones(1)\n").substr(0, 13),
            "BadNamedTuple");
}

TEST(Annotations, EnumsHaveValuesOfOneType) {
  EXPECT_EQ(classType("class A(enum.Enum):\n  R = 1\n  S = 2\n"), "Enum<__torch__.case.A> R=1 S=2");
  EXPECT_EQ(classType("class A(enum.Enum):\n  R = enum.auto()\n  S = enum.auto()\n"),
            "Enum<__torch__.case.A> R=1 S=2");
  EXPECT_EQ(
      classType("class A(enum.Flag):\n  R = enum.auto()\n  S = enum.auto()\n  T = enum.auto()\n"),
      "Enum<__torch__.case.A> R=1 S=2 T=4");
  EXPECT_EQ(classType("class A(enum.Enum):\n  R = 1\n  S = True\n  def m(self): pass\n"),
            "Enum<__torch__.case.A> R=1");
  for (std::string body : {"  R = 1\n  S = 'a'\n", "  R = 1\n  S = 1.5\n", "  R = (1, 2)\n",
                           "  R = None\n", "  R = True\n", "  pass\n"}) {
    EXPECT_EQ(classType("class A(enum.Enum):\n" + body).substr(0, 7), "BadEnum") << body;
  }
  const char* mixed = atLeast(TorchProfile::Torch2_6) ? "Enum<__" : "BadEnum";
  EXPECT_EQ(classType("class A(enum.IntEnum):\n  R = 1\n").substr(0, 7), mixed);
  EXPECT_EQ(classType("class A(str, enum.Enum):\n  R = 'r'\n").substr(0, 7), mixed);
}

TEST(Classes, AnEnumThatIsANumberConvertsItsValues) {
  if (!atLeast(TorchProfile::Torch2_6)) GTEST_SKIP() << "refused before PyTorch 2.6";
  const std::string before = "class I(enum.IntEnum):\n  X = 1\n  Y = 2\n";
  EXPECT_EQ(classType(before + "class A(enum.IntEnum):\n  R = I.X\n  S = 2\n"),
            "Enum<__torch__.case.A> R=1 S=2");
  EXPECT_EQ(classType(before + "class A(float, enum.Enum):\n  R = I.X\n"),
            "Enum<__torch__.case.A> R=1.");
  EXPECT_EQ(classType("class A(int, enum.Enum):\n  R = 1.0\n"), "Enum<__torch__.case.A> R=1");
  EXPECT_EQ(classType("class A(enum.IntEnum):\n  R = True\n"), "Enum<__torch__.case.A> R=1");
  EXPECT_EQ(classType(before + "class A(enum.Enum):\n  R = I.X\n").substr(0, 7), "BadEnum");
}

}  // namespace
}  // namespace ts::compiler
