// Compares printed code with PyTorch 1.13's output for the same graphs
// (tests/oracle/code_cases.jsonl).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/archive/code_printer.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::archive {
namespace {

// A graph refers to functions by their simple names, but printed code uses qualified names.
void qualify(const ir::Block* block, const nlohmann::json& names) {
  for (ir::Node* node : block->nodes()) {
    if (node->outputs().size() == 1) {
      if (const auto* type = types::cast<types::FunctionType>(node->output()->type())) {
        std::string simple(type->function()->simpleName());
        if (names.contains(simple))
          type->function()->qualifiedName = names[simple].get<std::string>();
      }
    }
    for (const ir::Block* nested : node->blocks()) qualify(nested, names);
    if (const auto* subgraph = node->attribute(ir::attr::Subgraph)) {
      qualify(std::get<ir::GraphPtr>(*subgraph)->block(), names);
    }
  }
}

std::string printedBody(const nlohmann::json& row) {
  ir::ParsedGraph parsed =
      ir::parseGraph(row["graph"].get<std::string>(), std::make_shared<types::TypeTable>());
  if (parsed.graph == nullptr) return parsed.error;
  qualify(parsed.graph->block(), row["functions"]);
  ir::Function function;
  function.qualifiedName = "__torch__.f";
  function.graph = parsed.graph;
  for (size_t i = 0; i < parsed.graph->inputs().size(); ++i) {
    function.schema.arguments.push_back(
        {.name = row["arguments"][i], .type = parsed.graph->inputs()[i]->type()});
  }
  std::string code = printCode(function);
  return code.substr(code.find(":\n", code.find(") -> ")) + 2);
}

TEST(CodeCases, BodiesAreThoseOfPyTorch) {
  std::ifstream file("tests/oracle/code_cases.jsonl");
  size_t count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    nlohmann::json row = nlohmann::json::parse(line);
    EXPECT_EQ(printedBody(row), row["body"].get<std::string>()) << row["id"];
  }
  EXPECT_GT(count, 300u);
}

}  // namespace
}  // namespace ts::archive
