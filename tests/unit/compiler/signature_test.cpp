#include "core/base/torch_profile.h"
#include "tests/unit/compiler/types_of_classes.h"

namespace ts::compiler {
namespace {

using testing::Resolver;

constexpr std::string_view kBefore =
    "import torch, enum, math\nfrom torch import Tensor\nfrom typing import *\n";

struct Made {
  std::string text;  // the schema; or the rule of the first error and the text at its range
  size_t errors = 0;
  size_t firstDefaultError = 0;
};

Made make(const std::string& source, bool python = false, std::string_view name = "f") {
  Resolver resolver;
  const PyModule& module = resolver.sources.add(std::string(kBefore) + source);
  PyRef object = resolver.sources.environment.lookup(module.scope, name);
  if (!object || object->kind != PyKind::Function) return {"no function"};
  const PyFunction& function = *object->function;
  types::TypePtr self = function.owner ? types::anyType() : nullptr;
  auto signature = python ? resolver.annotations.pythonSignature(function, self)
                          : resolver.annotations.signature(function, self);
  if (signature.errors.empty())
    return {signature.schema.str() + (signature.hasReturn ? "" : " (inferred)")};
  auto& error = signature.errors[0];
  return {std::string(diag::info(error.rule).name) + ": " + std::string(error.range.text()),
          signature.errors.size(), signature.firstDefaultError};
}

std::string signature(const std::string& source) { return make(source).text; }

TEST(Signature, AnnotationsGiveTheTypes) {
  EXPECT_EQ(signature("def f(x: int, y) -> Tensor: pass"), "f(int x, Tensor y) -> Tensor");
  EXPECT_EQ(signature("def f(x: int, *, y: int) -> None: pass"), "f(int x, *, int y) -> NoneType");
  EXPECT_EQ(signature("from torch._jit_internal import BroadcastingList2\ndef f(x: "
                      "BroadcastingList2[int]) -> int: pass"),
            "f(int[2] x) -> int");
  EXPECT_EQ(signature("from torch._jit_internal import BroadcastingList2\ndef f() -> "
                      "BroadcastingList2[int]: pass"),
            "MisplacedBroadcastingList: BroadcastingList2[int]");
}

TEST(Signature, PositionalOnlyParametersAreDropped) {
  EXPECT_EQ(signature("def f(x: int, /, y: int = 2) -> int: pass"), "f(int y=2) -> int");
}

TEST(Signature, OneLineOfTypeComment) {
  EXPECT_EQ(signature("def f(x, y):\n  # type: (int, Tensor) -> int\n  pass"),
            "f(int x, Tensor y) -> int");
  EXPECT_EQ(signature("def f(x: int):\n  # type: (float) -> float\n  pass"), "f(float x) -> float");
  EXPECT_EQ(signature("def f(x):\n  '''doc'''\n  y = 1\n  # type: (int,) -> int # noqa\n  pass"),
            "f(int x) -> int");
  EXPECT_EQ(signature("def f(x):\n  # type: (int) -> int blah\n  pass"), "f(int x) -> int");
  EXPECT_EQ(signature("def f():\n  # type: () -> Dict[str, List[int]]\n  pass"),
            "f() -> Dict(str, int[])");
  EXPECT_EQ(signature("def f(x):  # type: ignore\n  pass").substr(0, 11), "f(Tensor x)");
  EXPECT_EQ(signature("def f(x: int) -> int:\n  y = x  # type: ignore[assignment]\n  return y"),
            "f(int x) -> int");
}

TEST(Signature, TypeCommentsOnManyLines) {
  EXPECT_EQ(signature("def f(x,  # type: int\n      y=3,  # type: int\n      ):\n  # type: (...) "
                      "-> int\n  pass"),
            "f(int x, int y=3) -> int");
  EXPECT_EQ(signature("def f(x,  # type: int\n      y  # type: int\n      ):\n  pass"),
            "ReturnTypeCommentMissing: # type: int");
  EXPECT_EQ(signature("def f(x,  # type: int  # noqa\n      y  # type: int\n      ):\n  # type: "
                      "(...) -> int\n  pass"),
            "BadTypeComment: # noqa");
}

TEST(Signature, MalformedTypeCommentsAreErrors) {
  EXPECT_EQ(signature("def f(x):  # type: (int) -> int\n  pass"),
            "BadTypeComment: # type: (int) -> int");
  EXPECT_EQ(signature("def f(x):\n  y = [] # type: List[int]\n"),
            "BadTypeComment: # type: List[int]");
  EXPECT_EQ(signature("def f(x):\n  #type: (int) -> int\n  pass"), "BadTypeComment: #type:");
  EXPECT_EQ(signature("def f(x):\n  # type: int -> int\n  pass"), "BadTypeComment: int -> int");
  EXPECT_EQ(signature("def f(x):\n  # type: (int -> int\n  pass"), "BadTypeComment: (int -> int");
  EXPECT_EQ(signature("def f(x):\n  # type: (int,, int) -> int\n  pass"), "BadTypeComment: ,");
  EXPECT_EQ(signature("def f(x):\n  # type: (x: int) -> int\n  pass"), "BadTypeComment: x: int");
  EXPECT_EQ(signature("def f(x, y):\n  # type: (int) -> int\n  pass"), "TypeCommentCount: f");
  EXPECT_EQ(signature("def f(x):\n  # type: (list(int)) -> int\n  pass"),
            "UnsupportedAnnotation: list(int)");
}

TEST(Signature, DefaultsAreConvertedToTheirTypes) {
  EXPECT_EQ(
      signature("def f(x: float = 1, y: complex = 2, z: int = True, w: bool = 1) -> int: pass"),
      "f(float x=1., complex y=2.+0.j, int z=1, bool w=True) -> int");
  EXPECT_EQ(signature("def f(x: Optional[int] = None, y: List[float] = (1, 2), z: Tuple[int, "
                      "float] = (1, 2)) -> int: pass"),
            "f(int? x=None, float[] y=[1., 2.], (int, float) z=(1, 2.)) -> int");
  EXPECT_EQ(signature("K = 3\ndef f(x: int = K, y: float = math.pi) -> int: pass"),
            "f(int x=3, float y=3.1415926535897931) -> int");
  EXPECT_EQ(
      signature("def f(x: torch.dtype = torch.float32, y: torch.device = 'cuda:0') -> int: pass"),
      "f(int x=6, Device y=cuda:0) -> int");
  EXPECT_EQ(signature("def f(x: Union[int, None, str] = None, y: Any = 3) -> int: pass"),
            "f(Union(int, NoneType, str) x=None, Any y=3) -> int");
}

TEST(Signature, NoneAsDefaultOfATensorIsAnUndefinedTensor) {
  EXPECT_EQ(signature("def f(x, mask=None) -> int: pass"),
            "f(Tensor x, Tensor mask=[ Tensor (undefined) ]) -> int");
  EXPECT_EQ(signature("def f(x: Tensor = None) -> int: pass"),
            "f(Tensor x=[ Tensor (undefined) ]) -> int");
  EXPECT_EQ(signature("def f(x: Tuple[Tensor, Tensor] = (None, None)) -> int: pass"),
            "f((Tensor, Tensor) x=(None, None)) -> int");
}

TEST(Signature, DefaultsThatDoNotFitAreErrors) {
  for (std::string parameter :
       {"x: int = 'a'", "x: int = None", "x: int = 1.5", "x=1", "x: int = ...",
        "x: Tuple[int, int] = (1, 2, 3)", "x: Union[int, str] = 2.0", "x: int = 2 ** 70",
        "x: torch.device = 'gpu'"}) {
    Made signature = make("def f(" + parameter + ") -> int: pass");
    std::string value = parameter.substr(parameter.find('=') + 1);
    value = value.substr(value.find_first_not_of(' '));
    EXPECT_EQ(signature.text, "BadDefault: " + value) << parameter;
  }
  EXPECT_EQ(signature("def f(x: List[int] = []) -> int: pass"), "MutableDefault: []");
  EXPECT_EQ(signature("def f(x: Tuple[List[int], int] = ([1], 2)) -> int: pass"),
            "MutableDefault: ([1], 2)");
  EXPECT_EQ(signature("class A: pass\ndef f(x: A = None) -> int: pass"), "MutableDefault: None");
}

TEST(Signature, ErrorsOfDefaultsComeLast) {
  Made signature = make("def f(x: Foo2 = 3, y: int = 'a') -> Foo3: pass");
  EXPECT_EQ(signature.text, "UnknownTypeName: Foo2");
  EXPECT_EQ(signature.errors, 3u);
  EXPECT_EQ(signature.firstDefaultError, 2u);
}

TEST(Signature, NamesOfAnEnclosingFunctionAreSeenOnlyWhenTheBodyUsesThem) {
  EXPECT_EQ(signature("def outer():\n  L = List[int]\n  def f(a: L) -> int:\n    return 1\n  "
                      "return f\nf = outer()"),
            "UnknownTypeName: L");
  EXPECT_EQ(signature("def outer():\n  L = List[int]\n  def f(a: L) -> int:\n    b: L = a\n    "
                      "return 1\n  return f\nf = outer()"),
            "f(int[] a) -> int");
}

TEST(Signature, NamesThatPythonLacksAreErrorsUnlessAnnotationsAreStrings) {
  EXPECT_EQ(signature("def f(x: Device) -> int: pass"), "UnknownTypeName: Device");
  EXPECT_EQ(signature("def f(x):\n  # type: (Device) -> int\n  pass"), "f(Device x) -> int");
}

TEST(Signature, OverloadsHaveTheDefaultsOfTheImplementationThatFit) {
  Resolver resolver;
  const PyModule& module = resolver.sources.add(
      "import torch\n@torch.jit._overload\ndef f(x: int, y: str): ...\ndef f(x=1, y=2, z: int = "
      "3): return x\n");
  PyFunction merged = *resolver.sources.environment.lookup(module.scope, "f")->function;
  ASSERT_EQ(merged.overloads.size(), 1u);
  merged.declaration = merged.overloads[0];
  auto signature = resolver.annotations.signature(merged, nullptr);
  EXPECT_TRUE(signature.errors.empty());
  EXPECT_EQ(signature.schema.str(), "f(int x=1, str y, int z=3) -> ()");
}

TEST(Signature, UnusedFunctionsTakeAnything) {
  EXPECT_EQ(signature("@torch.jit.unused\ndef f(x: Callable) -> int: pass"), "f(Any x) -> int");
}

TEST(Signature, IgnoredFunctionsHaveTheTypesThatPythonMakes) {
  auto python = [](const std::string& source) { return make(source, /*python=*/true).text; };
  EXPECT_EQ(python("def f(x: int, y=3): pass"), "f(int x, Tensor y) -> Tensor");
  EXPECT_EQ(python("def f(x): pass"), "f(Tensor x) -> () (inferred)");
  EXPECT_EQ(python("def f(x):\n  # type: (int) -> int\n  pass"), "f(int x) -> int");
  const bool isNew = atLeast(TorchProfile::Torch2_6);
  EXPECT_EQ(python("def f(x: 'int'): pass"),
            isNew ? "f(int x) -> Tensor" : "UnsupportedAnnotation: 'int'");
  EXPECT_EQ(python("def f(x: list[int]): pass"),
            isNew ? "f(int[] x) -> Tensor" : "UnsupportedAnnotation: list[int]");
  EXPECT_EQ(python("def f(x: int | None): pass"),
            isNew ? "f(int? x) -> Tensor" : "UnsupportedAnnotation: int | None");
  EXPECT_EQ(python("def f(x: Optional[None]): pass"), "f(NoneType x) -> Tensor");
}

}  // namespace
}  // namespace ts::compiler
