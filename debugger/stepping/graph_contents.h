// The places in graphs, by which the debugger knows whether a run can reach a breakpoint.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/ir/ir.h"
#include "core/syntax/ast.h"
#include "debugger/stepping/breakpoints.h"
#include "debugger/stepping/code_lines.h"

namespace ts::stepping {

// "Net.forward" of "__torch__.model.Net.forward" is the function that users name.
bool isNamedFunction(std::string_view function, const std::string& name);

// Remembers each graph that it has read; graphs must not change.
class GraphContents {
 public:
  // True when a run of the graph may stop at a breakpoint on a line, a function or an operator: in
  // the graph, or in a function that it calls.
  bool isStop(const ir::Graph& graph, std::string_view function, const BreakpointSet& breakpoints);
  // Returns the line at which a run of the graph stops for a breakpoint: its own line, or, where
  // the graph has no node, the next line of the same block that has one.
  NextLine stopLine(const ir::Graph& graph, std::string_view function, const std::string& path,
                    uint32_t line);

 private:
  struct Lines {
    const SourceFile* file = nullptr;  // of the graph's nodes
    std::set<uint32_t> numbers;
    std::map<uint32_t, NextLine> moved;  // results of stopLine()
  };
  struct Content {
    std::map<std::string, Lines, std::less<>> lines;  // by the path of the source
    std::set<std::string, std::less<>> functions;
    std::set<std::string, std::less<>> operators;
    bool isOpen = false;  // it calls Python code, or methods that are found when they are called
  };
  Content& contentOf(const ir::Graph& graph, std::string_view function);
  NextLine stopLine(Lines& lines, uint32_t line);
  void read(const ir::Graph& graph, std::string_view function, Content& content,
            std::set<const ir::Graph*>& seen);
  void read(const ir::Block& block, Content& content, std::set<const ir::Graph*>& seen);

  std::unordered_map<const ir::Graph*, Content> contents_;
  std::map<std::string, syntax::ModulePtr> trees_;  // by the path of the source
};

}  // namespace ts::stepping
