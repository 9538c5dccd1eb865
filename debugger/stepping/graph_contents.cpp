#include "debugger/stepping/graph_contents.h"

#include <algorithm>

#include "core/ir/kinds.h"

namespace ts::stepping {

bool isNamedFunction(std::string_view function, const std::string& name) {
  return function == name || (function.size() > name.size() && function.ends_with(name) &&
                              function[function.size() - name.size() - 1] == '.');
}

bool GraphContents::isStop(const ir::Graph& graph, std::string_view function,
                           const BreakpointSet& breakpoints) {
  if (breakpoints.lines.empty() && breakpoints.functions.empty()) return false;
  const Content& content = contentOf(graph, function);
  if (content.isOpen) return true;
  for (const auto& [path, wanted] : breakpoints.lines) {
    const auto lines = content.lines.find(path);
    if (lines == content.lines.end()) continue;
    if (std::ranges::any_of(wanted, [&](const Breakpoint& breakpoint) {
          return lines->second.contains(breakpoint.line);
        }))
      return true;
  }
  return std::ranges::any_of(breakpoints.functions, [&](const Breakpoint& breakpoint) {
    return content.operators.contains(breakpoint.function) ||
           std::ranges::any_of(content.functions, [&](const std::string& name) {
             return isNamedFunction(name, breakpoint.function);
           });
  });
}

const GraphContents::Content& GraphContents::contentOf(const ir::Graph& graph,
                                                       std::string_view function) {
  const auto [found, isNew] = known_.try_emplace(&graph);
  std::set<const ir::Graph*> seen;
  if (isNew) read(graph, function, found->second, seen);
  return found->second;
}

void GraphContents::read(const ir::Graph& graph, std::string_view function, Content& content,
                         std::set<const ir::Graph*>& seen) {
  content.functions.emplace(function);
  if (seen.insert(&graph).second) read(*graph.block(), content, seen);
}

void GraphContents::read(const ir::Block& block, Content& content,
                         std::set<const ir::Graph*>& seen) {
  const auto add = [&](const SourceRange& range) {
    if (range) content.lines[range.file->path()].insert(range.file->lineOf(range.span.begin));
  };
  const auto call = [&](const ir::Function* function, const std::string& name) {
    if (function && function->graph) read(*function->graph, name, content, seen);
  };
  for (const ir::Node* node : block.nodes()) {
    add(node->range());
    for (const ir::CallStack* stack = node->callStack().get(); stack; stack = stack->caller.get())
      add(stack->callSite);
    content.operators.emplace(node->kind().str());
    if (node->is(ir::prim::CallFunction)) {
      const auto* type = types::cast<types::FunctionType>(node->input(0)->type());
      const ir::Function* function = type ? type->function() : nullptr;
      content.isOpen |= !function || !function->graph;
      if (function) call(function, std::string(function->simpleName()));
    } else if (node->is(ir::prim::CallMethod)) {
      const auto* type = types::cast<types::ClassType>(node->input(0)->type());
      const auto& name = node->get<std::string>(ir::attr::name);
      const ir::Function* method = type ? type->method(name) : nullptr;
      content.isOpen |= !method || !method->graph;
      if (method) call(method, std::string(type->simpleName()) + "." + name);
    } else if (node->is(ir::prim::PythonOp)) {
      content.isOpen = true;
    } else if (node->is(ir::prim::fork)) {
      read(*node->get<ir::GraphPtr>(ir::attr::Subgraph), "fork", content, seen);
    }
    for (const ir::Block* inner : node->blocks()) read(*inner, content, seen);
  }
}

}  // namespace ts::stepping
