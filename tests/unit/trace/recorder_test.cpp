// Records traces without Python: the tests dispatch operators directly.
#include <gtest/gtest.h>

#include "core/ir/text.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"
#include "core/trace/recorder.h"

namespace ts::trace {
namespace {

class FakeProgram final : public TracedProgram {
 public:
  SourceRange place() override { return {}; }
  SourceFilePtr fileOf(const SourceRange&) override { return nullptr; }
  std::string variableOf(const Tensor&) override { return variable; }
  bool isInsideLibrary() override { return inLibrary; }
  void warn(const Event& event) override { warnings.push_back(event.cause); }
  std::string variable;
  bool inLibrary = false;
  std::vector<Cause> warnings;
};

struct RecorderTest : testing::Test {
  FakeProgram program;
  Recorder recorder{program, {}};

  static Tensor ones(std::initializer_list<int64_t> sizes) {
    Tensor zeros = tensor::empty(sizes, tensor::DType::Float32);
    kernels::fill(zeros, 1.0);
    return zeros;
  }
  Tensor call(const char* name, const char* overload, std::initializer_list<IValue> arguments) {
    kernels::Stack stack(arguments);
    kernels::DispatchObserver* outer = kernels::setDispatchObserver(&recorder);
    kernels::dispatch(*ops::schema(Symbol::intern(name), overload), stack);
    kernels::setDispatchObserver(outer);
    return stack.front().toTensor();
  }
  std::string finished() { return ir::print(*recorder.finish({}), {.locations = false}); }
};

TEST_F(RecorderTest, anOperatorIsANodeAndItsNumbersAreConstants) {
  const Tensor x = recorder.addInput(ones({2, 3}), "x").toTensor();
  recorder.addOutput(call("aten::sum", "dim_IntList",
                          {x, tensor::makeIntList(std::vector<int64_t>{1}), false, IValue()}));
  EXPECT_EQ(finished(), R"(graph(%x : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):
  %1 : int = prim::Constant[value=1]()
  %2 : int[] = prim::ListConstruct(%1)
  %3 : bool = prim::Constant[value=0]()
  %4 : NoneType = prim::Constant()
  %5 : Float(2, strides=[1], requires_grad=0, device=cpu) = aten::sum(%x, %2, %3, %4)
  return (%5)
)");
}

TEST_F(RecorderTest, unusedNodesAreRemovedButWritesStay) {
  const Tensor x = recorder.addInput(ones({2}), "x").toTensor();
  call("aten::neg", "", {x});
  call("aten::relu_", "", {x});
  recorder.addOutput(x);
  EXPECT_EQ(finished(), R"(graph(%x : Float(2, strides=[1], requires_grad=0, device=cpu)):
  %2 : Float(2, strides=[1], requires_grad=0, device=cpu) = aten::relu_(%x)
  return (%2)
)");
}

TEST_F(RecorderTest, aSizeIsAValueOfTheGraph) {
  const Tensor x = recorder.addInput(ones({2, 3}), "x").toTensor();
  const Tensor size = recorder.sizeOf(x, -1);
  recorder.stash(1, 0, size);
  recorder.addOutput(call("aten::view", "", {x, tensor::makeIntList(std::vector<int64_t>{3, 2})}));
  EXPECT_EQ(finished(), R"(graph(%x : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):
  %1 : int = prim::Constant[value=-1]()
  %2 : int = aten::size(%x, %1)
  %3 : Long(device=cpu) = prim::NumToTensor(%2)
  %4 : int = aten::Int(%3)
  %5 : int = prim::Constant[value=2]()
  %6 : int[] = prim::ListConstruct(%4, %5)
  %7 : Float(3, 2, strides=[2, 1], requires_grad=0, device=cpu) = aten::view(%x, %6)
  return (%7)
)");
}

TEST_F(RecorderTest, aTensorOfElsewhereIsAConstantAndAnEvent) {
  const Tensor x = recorder.addInput(ones({}), "x").toTensor();
  recorder.addOutput(call("aten::mul", "Tensor", {x, ones({})}));
  ASSERT_EQ(recorder.events().size(), 1u);
  EXPECT_EQ(recorder.events()[0].cause, Cause::Constant);
  EXPECT_TRUE(program.warnings.empty());
  EXPECT_NE(finished().find("prim::Constant[value={1}]()"), std::string::npos);
}

TEST_F(RecorderTest, aConstantThatRequiresAGradientIsRefused) {
  const Tensor x = recorder.addInput(ones({}), "x").toTensor();
  const Tensor weight = ones({});
  weight.impl()->requiresGrad = true;
  EXPECT_THROW(call("aten::mul", "Tensor", {x, weight}), tensor::Error);
  kernels::setDispatchObserver(nullptr);
}

TEST_F(RecorderTest, aResultThatWasNeverSeenIsRefused) {
  recorder.addInput(ones({}), "x");
  EXPECT_THROW(recorder.addOutput(ones({})), tensor::Error);
}

TEST_F(RecorderTest, aListAmongTheResultsIsWarnedOf) {
  const Tensor x = recorder.addInput(ones({}), "x").toTensor();
  recorder.addOutput(tensor::makeTensorList(std::vector{x, x}));
  EXPECT_EQ(program.warnings, std::vector{Cause::ListOutput});
}

TEST_F(RecorderTest, tuplesAreTakenApartAndPutTogether) {
  const IValue pair = recorder.addInput(tensor::makeTuple({ones({1}), ones({2})}), "pair");
  recorder.addOutput(tensor::makeTuple({pair.toTuple().items[1], pair.toTuple().items[0]}));
  EXPECT_EQ(
      finished(),
      R"(graph(%pair : (Float(1, strides=[1], requires_grad=0, device=cpu), Float(2, strides=[1], requires_grad=0, device=cpu))):
  %1 : Float(1, strides=[1], requires_grad=0, device=cpu), %2 : Float(2, strides=[1], requires_grad=0, device=cpu) = prim::TupleUnpack(%pair)
  %3 : (Float(2, strides=[1], requires_grad=0, device=cpu), Float(1, strides=[1], requires_grad=0, device=cpu)) = prim::TupleConstruct(%2, %1)
  return (%3)
)");
}

TEST_F(RecorderTest, aValueIsCalledAsTheVariableThatHoldsIt) {
  const Tensor x = recorder.addInput(ones({}), "x").toTensor();
  const Tensor y = call("aten::neg", "", {x});
  program.variable = "y";
  recorder.addOutput(call("aten::neg", "", {y}));
  EXPECT_NE(finished().find("%y : "), std::string::npos);
}

TEST_F(RecorderTest, thereAreNoWarningsAboutTheLibrary) {
  program.inLibrary = true;
  recorder.note(Cause::Boolean);
  EXPECT_TRUE(recorder.events().empty());
  program.inLibrary = false;
  recorder.note(Cause::Boolean);
  EXPECT_EQ(program.warnings, std::vector{Cause::Boolean});
}

}  // namespace
}  // namespace ts::trace
