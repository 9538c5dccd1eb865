#include "core/onnx/export.h"

#include <gtest/gtest.h>

#include "core/archive/onnx_reader.h"
#include "core/ir/text.h"
#include "core/onnx/write.h"

namespace ts::onnx {
namespace {

// A function of tensors of the shape [2, 3].
struct Program {
  ir::Function function;
  interp::Stack arguments;

  explicit Program(const std::string& text) {
    ir::ParsedGraph parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
    if (!parsed.graph) throw std::runtime_error(parsed.error);
    function.graph = parsed.graph;
    for (const ir::Value* input : function.graph->block()->inputs()) {
      ops::Argument argument;
      argument.name = input->debugName();
      function.schema.arguments.push_back(argument);
      const int64_t sizes[] = {2, 3};
      arguments.emplace_back(tensor::empty(sizes, DType::Float32));
    }
  }
  Exported exported(const ExportOptions& options = {}) const {
    return exportFunction(function, arguments, options);
  }
};

// The operators of a graph with those of its subgraphs in brackets: "Add If(Mul)(Sub)".
std::string operatorsOf(const Graph& graph) {
  std::string text;
  for (const Node& node : graph.nodes) {
    text += (text.empty() ? "" : " ") + node.op;
    for (const Attribute& attribute : node.attributes)
      if (const auto* inner = std::get_if<GraphPtr>(&attribute.value))
        text += '(' + operatorsOf(**inner) + ')';
  }
  return text;
}

std::string operatorsOf(const std::string& text, const ExportOptions& options = {}) {
  return operatorsOf(Program(text).exported(options).model.graph);
}

std::string problemOf(const std::string& text) {
  try {
    Program(text).exported();
  } catch (const ExportError& error) {
    return error.what();
  }
  return {};
}

TEST(Export, NamesInputsAndOutputs) {
  const Exported exported = Program(R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %sum : Tensor = aten::add(%x, %y, %one)
  return (%sum)
)")
                                .exported({.dynamic = {{{"x", 0}, "batch"}}});
  const Graph& graph = exported.model.graph;
  ASSERT_EQ(graph.inputs.size(), 2u);
  EXPECT_EQ(graph.inputs[0].name, "x");
  EXPECT_EQ(graph.inputs[0].symbols[0], "batch");
  ASSERT_EQ(graph.outputs.size(), 1u);
  EXPECT_EQ(graph.outputs[0].name, "output");
  EXPECT_EQ(graph.nodes[0].outputs[0], "output");
  EXPECT_EQ(exported.counts.operators, 1u);
}

TEST(Export, ComputesKnownCallsInAdvance) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %size : int = aten::size(%x, %zero)
  %twice : int = aten::add(%size, %size)
  %product : Tensor = aten::mul(%x, %twice)
  return (%product)
)"),
            "Mul");
}

TEST(Export, ComputesSizesThatDiffer) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %size : int = aten::size(%x, %zero)
  %product : Tensor = aten::mul(%x, %size)
  return (%product)
)",
                        {.dynamic = {{{"x", 0}, "batch"}}}),
            "Shape Gather Cast Mul");
}

// A write to a row changes the whole tensor, and views of it.
TEST(Export, WritesThroughViews) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %y : Tensor = aten::relu(%x)
  %row : Tensor = aten::select(%y, %zero, %zero)
  %written : Tensor = aten::sigmoid_(%row)
  return (%y)
)"),
            "Relu Gather Sigmoid Unsqueeze Slice Concat");
}

TEST(Export, RefusesWhatDependsOnStrides) {
  EXPECT_NE(problemOf(R"(graph(%x : Tensor):
  %minus : int = prim::Constant[value=-1]()
  %sizes : int[] = prim::ListConstruct(%minus)
  %y : Tensor = aten::relu(%x)
  %flat : Tensor = aten::reshape(%y, %sizes)
  %written : Tensor = aten::sigmoid_(%flat)
  return (%y)
)")
                .find("depend on strides"),
            std::string::npos);
}

TEST(Export, MakesBranches) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %none : NoneType = prim::Constant()
  %sum : Tensor = aten::sum(%x, %none)
  %is : bool = aten::Bool(%sum)
  %y : Tensor = prim::If(%is)
    block0():
      %a : Tensor = aten::relu(%x)
      -> (%a)
    block1():
      %b : Tensor = aten::sigmoid(%x)
      -> (%b)
  return (%y)
)"),
            "ReduceSum Cast If(Relu)(Sigmoid)");
}

// The loop changes a tensor that it does not carry.
TEST(Export, CarriesWrittenTensors) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %yes : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %rounds : int = aten::size(%x, %zero)
  %y : Tensor = aten::relu(%x)
   = prim::Loop(%rounds, %yes)
    block0(%i : int):
      %written : Tensor = aten::sigmoid_(%y)
      -> (%yes)
  return (%y)
)",
                        {.dynamic = {{{"x", 0}, "rows"}}}),
            "Shape Gather Relu Loop(Sigmoid Identity)");
}

TEST(Export, LeavesOutBranchesThatRaise) {
  const Exported exported = Program(R"(graph(%x : Tensor):
  %none : NoneType = prim::Constant()
  %text : str = prim::Constant[value="no"]()
  %sum : Tensor = aten::sum(%x, %none)
  %is : bool = aten::Bool(%sum)
   = prim::If(%is)
    block0():
       = prim::RaiseException(%text, %none)
      -> ()
    block1():
      -> ()
  %y : Tensor = aten::relu(%x)
  return (%y)
)")
                                .exported();
  EXPECT_EQ(operatorsOf(exported.model.graph), "Relu");
  EXPECT_EQ(exported.counts.assertions, 1u);
}

// A part of a list of views.
TEST(Export, WritesThroughParts) {
  EXPECT_EQ(operatorsOf(R"(graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %y : Tensor = aten::relu(%x)
  %parts : Tensor[] = aten::chunk(%y, %one, %one)
  %part : Tensor = prim::ListUnpack(%parts)
  %written : Tensor = aten::sigmoid_(%part)
  return (%y)
)"),
            "Relu Identity Sigmoid");
}

TEST(Export, UnrollsShortLoops) {
  const Exported exported = Program(R"(graph(%x : Tensor):
  %yes : bool = prim::Constant[value=1]()
  %three : int = prim::Constant[value=3]()
  %y : Tensor = prim::Loop(%three, %yes, %x)
    block0(%i : int, %in : Tensor):
      %out : Tensor = aten::mul(%in, %i)
      -> (%yes, %out)
  return (%y)
)")
                                .exported();
  EXPECT_EQ(operatorsOf(exported.model.graph), "Mul Mul Mul");
  EXPECT_EQ(exported.counts.unrolled, 3u);
}

TEST(Export, KeepsNamesOfSizes) {
  const Exported exported = Program(R"(graph(%x : Tensor):
  %y : Tensor = aten::relu(%x)
  return (%y)
)")
                                .exported({.dynamic = {{{"x", 0}, "batch"}}});
  const ValueInfo& output = exported.model.graph.outputs.at(0);
  ASSERT_EQ(output.symbols.size(), 2u);
  EXPECT_EQ(output.symbols[0], "batch");
  EXPECT_EQ(output.shape.size(1), 3);
}

TEST(Export, RefusesOperatorsWithoutRow) {
  EXPECT_NE(problemOf(R"(graph(%x : Tensor):
  %y : Tensor = aten::digamma(%x)
  return (%y)
)")
                .find("`aten::digamma` has no ONNX form"),
            std::string::npos);
}

TEST(Write, IsReadAgain) {
  const Exported exported = Program(R"(graph(%x : Tensor):
  %y : Tensor = aten::relu(%x)
  return (%y)
)")
                                .exported();
  const std::string path = testing::TempDir() + "/onnx_write_test.onnx";
  const Written written = writeOnnx(exported.model, path);
  ASSERT_EQ(written.error, "");
  std::FILE* file = std::fopen(path.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  std::string bytes(written.bytes, '\0');
  EXPECT_EQ(std::fread(bytes.data(), 1, bytes.size(), file), bytes.size());
  std::fclose(file);
  std::remove(path.c_str());
  const archive::OnnxModel model = archive::readOnnx(bytes);
  EXPECT_NE(ir::print(*model.graph).find("onnx::Relu(%x)"), std::string::npos)
      << ir::print(*model.graph);
}

// A folder that does not exist: an error, and no file.
TEST(Write, TellsFailures) {
  const Exported exported = Program(R"(graph(%x : Tensor):
  return (%x)
)")
                                .exported();
  EXPECT_EQ(writeOnnx(exported.model, "/nonexistent/model.onnx").error,
            "No such file or directory");
}

// Weights above the limit are in a file of their own, at places that the model tells.
TEST(Write, SeparatesLargeWeights) {
  Exported exported = Program(R"(graph(%x : Tensor):
  %y : Tensor = aten::relu(%x)
  return (%y)
)")
                          .exported();
  const int64_t size = 1000;
  const Tensor weight = tensor::empty(std::span(&size, 1), DType::Float32);
  std::fill_n(weight.data<float>(), size, 1.0F);
  exported.model.graph.initializers.push_back({"weight", weight});
  const std::string path = testing::TempDir() + "/onnx_large_test.onnx";
  const Written written = writeOnnx(exported.model, path, 100);
  EXPECT_EQ(written.error, "");
  EXPECT_EQ(written.weightFile, path + ".data");
  std::FILE* file = std::fopen(written.weightFile.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  float first = 0;
  EXPECT_EQ(std::fread(&first, sizeof first, 1, file), 1u);
  EXPECT_EQ(first, 1.0F);
  std::fclose(file);
  std::remove(path.c_str());
  std::remove(written.weightFile.c_str());
}

}  // namespace
}  // namespace ts::onnx
