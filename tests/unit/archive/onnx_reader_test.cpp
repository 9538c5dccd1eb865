#include "core/archive/onnx_reader.h"

#include <gtest/gtest.h>

#include "core/archive/archive_error.h"
#include "core/ir/text.h"

namespace ts::archive {
namespace {

std::string varint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  return out + static_cast<char>(value);
}

std::string number(uint32_t field, uint64_t value) { return varint(field << 3) + varint(value); }

std::string bytes(uint32_t field, const std::string& content) {
  return varint(field << 3 | 2) + varint(content.size()) + content;
}

std::string model(const std::string& graph) { return bytes(7, graph); }

// A ValueInfoProto of a float32 tensor.
std::string value(const std::string& name, std::initializer_list<uint64_t> sizes) {
  std::string shape;
  for (uint64_t size : sizes) shape += bytes(1, number(1, size));
  return bytes(1, name) + bytes(2, bytes(1, number(1, 1) + bytes(2, shape)));
}

std::string node(const std::string& op, std::initializer_list<std::string> inputs,
                 std::initializer_list<std::string> outputs, const std::string& more = {}) {
  std::string out;
  for (const std::string& input : inputs) out += bytes(1, input);
  for (const std::string& output : outputs) out += bytes(2, output);
  return bytes(1, out + bytes(4, op) + more);
}

std::string graphAttribute(const std::string& name, const std::string& graph) {
  return bytes(5, bytes(1, name) + bytes(6, graph));
}

std::string textOf(const std::string& graph) { return ir::print(*readOnnx(model(graph)).graph); }

std::string problemOf(const std::string& file) {
  try {
    readOnnx(file);
  } catch (const ArchiveError& error) {
    return error.what();
  }
  return {};
}

const std::string kX = bytes(11, value("x", {2, 3})), kY = bytes(12, value("y", {2, 3}));

TEST(OnnxReader, NodesHaveTheirOperatorsTypesAndAttributes) {
  const std::string axis = bytes(5, bytes(1, "axis") + number(3, 1) + number(20, 2));
  EXPECT_EQ(textOf(kX + kY + node("Softmax", {"x"}, {"y"}, axis)),
            "graph(%self : Any,\n"
            "      %x : Float(2, 3)):\n"
            "  %y : Float(2, 3) = onnx::Softmax[axis=1](%x)\n"
            "  return (%y)\n");
}

TEST(OnnxReader, NamesOfNodesBecomeScopes) {
  const std::string name = bytes(3, "/layer1/layer1.0/conv/Conv");
  const OnnxModel read = readOnnx(model(kX + kY + node("Relu", {"x"}, {"y"}, name)));
  EXPECT_EQ((*read.graph->nodes().begin())->get<std::string>(Symbol::intern("scope")),
            "__module.layer1/__module.layer1.0/__module.layer1.0.conv");
}

TEST(OnnxReader, InitializersAreWeightsOrShortLists) {
  const std::string weight = bytes(5, number(1, 2) + number(1, 3) + number(2, 1) + bytes(8, "w"));
  const std::string shape =
      bytes(5, number(1, 2) + number(2, 7) + bytes(7, varint(3) + varint(2)) + bytes(8, "s"));
  const OnnxModel read = readOnnx(model(kX + kY + weight + shape + node("Add", {"x", "w"}, {"t"}) +
                                        node("Reshape", {"t", "s"}, {"y"})));
  ASSERT_EQ(read.weights.size(), 1u);
  EXPECT_EQ(read.weights.at("w").dtype, "float32");
  EXPECT_EQ(read.weights.at("w").sizes, (std::vector<int64_t>{2, 3}));
  const std::string text = ir::print(*read.graph);
  EXPECT_NE(text.find("prim::GetAttr[name=\"w\"](%self)"), text.npos) << text;
  EXPECT_NE(text.find("prim::Constant[value=[3, 2]]"), text.npos) << text;
}

TEST(OnnxReader, BranchesAndLoopsHaveBlocks) {
  const std::string branch = node("Relu", {"x"}, {"b"}) + bytes(12, value("b", {}));
  const std::string condition = bytes(11, value("c", {}));
  const std::string text =
      textOf(kX + condition + kY +
             node("If", {"c"}, {"y"},
                  graphAttribute("then_branch", branch) + graphAttribute("else_branch", branch)));
  EXPECT_NE(text.find("prim::If(%c)"), text.npos) << text;
  const std::string body = bytes(11, value("i", {})) + bytes(11, value("go", {})) +
                           bytes(11, value("v", {})) + node("Relu", {"v"}, {"w"}) +
                           bytes(12, value("go", {})) + bytes(12, value("w", {}));
  const std::string loop =
      textOf(kX + kY + node("Loop", {"", "", "x"}, {"y"}, graphAttribute("body", body)));
  EXPECT_NE(loop.find("prim::Loop("), loop.npos) << loop;
  EXPECT_NE(loop.find("block0(%i"), loop.npos) << loop;
}

TEST(OnnxReader, LoopsCarryASequenceForEachScanOutput) {
  const std::string body = bytes(11, value("i", {})) + bytes(11, value("go", {})) +
                           node("Relu", {"x"}, {"w"}) + bytes(12, value("go", {})) +
                           bytes(12, value("w", {}));
  const OnnxModel read =
      readOnnx(model(kX + kY + node("Loop", {"", ""}, {"y"}, graphAttribute("body", body))));
  EXPECT_EQ(ir::verify(*read.graph), "");
  const std::string text = ir::print(*read.graph);
  for (const char* part : {"onnx::SequenceEmpty()", "onnx::SequenceInsert(",
                           "%y : Float(2, 3) = onnx::ConcatFromSequence[axis=0, new_axis=1]("})
    EXPECT_NE(text.find(part), text.npos) << part << text;
}

TEST(OnnxReader, SizesThatNoMemoryContainsAreUnknown) {
  const std::string huge = bytes(11, value("x", {uint64_t{1} << 62, uint64_t{1} << 62}));
  EXPECT_NE(textOf(huge + kY + node("Relu", {"x"}, {"y"})).find("%x : Float(*, *)"),
            std::string::npos);
}

TEST(OnnxReader, BrokenFilesHaveAReason) {
  EXPECT_EQ(problemOf(""), "the file has no graph: it is not an ONNX model");
  EXPECT_EQ(problemOf("\x0f"), "field 1 has the unknown wire type 7");
  EXPECT_EQ(problemOf("\x3a\x05x"), "the file ends within field 7");
  EXPECT_EQ(problemOf(model(kY + node("Relu", {"z"}, {"y"}))),
            "Relu uses `z`, which no earlier node defines");
  EXPECT_EQ(problemOf(model(kY + node("If", {}, {"y"}))), "a node lacks the graph `then_branch`");
}

TEST(OnnxReader, ReasonsShowControlCharactersOfNamesEscaped) {
  const std::string op("\0Re\x1b[31mlu", 10);
  EXPECT_EQ(problemOf(model(kY + node(op, {"z"}, {"y"}))),
            "\\x00Re\\x1b[31mlu uses `z`, which no earlier node defines");
}

TEST(OnnxReader, GraphsAreNestedUpToALimit) {
  std::string graph;
  for (size_t i = 0; i < 2 * 50; ++i) graph = node("Scan", {}, {}, graphAttribute("body", graph));
  EXPECT_EQ(problemOf(model(graph)), "graphs are nested too deeply (kMostOnnxNesting)");
}

TEST(OnnxReader, EveryCutOfAFileIsReadOrRejected) {
  const std::string branch = node("Relu", {"x"}, {"b"}) + bytes(12, value("b", {}));
  const std::string file =
      model(kX + kY +
            node("If", {"x"}, {"y"},
                 graphAttribute("then_branch", branch) + graphAttribute("else_branch", branch)));
  EXPECT_EQ(problemOf(file), "");
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(problemOf(file.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace ts::archive
