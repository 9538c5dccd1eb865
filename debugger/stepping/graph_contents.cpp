#include "debugger/stepping/graph_contents.h"

#include <algorithm>

#include "core/diag/diagnostic.h"
#include "core/ir/kinds.h"
#include "core/syntax/parser.h"

namespace ts::stepping {

bool isNamedFunction(std::string_view function, const std::string& name) {
  return function == name || (function.size() > name.size() && function.ends_with(name) &&
                              function[function.size() - name.size() - 1] == '.');
}

bool GraphContents::isStop(const ir::Graph& graph, std::string_view function,
                           const BreakpointSet& breakpoints) {
  if (breakpoints.lines.empty() && breakpoints.functions.empty()) return false;
  Content& content = contentOf(graph, function);
  if (content.isOpen) return true;
  for (const auto& [path, wanted] : breakpoints.lines) {
    const auto lines = content.lines.find(path);
    if (lines == content.lines.end()) continue;
    if (std::ranges::any_of(wanted, [&](const Breakpoint& breakpoint) {
          return stopLine(lines->second, breakpoint.line).line != 0;
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

NextLine GraphContents::stopLine(const ir::Graph& graph, std::string_view function,
                                 const std::string& path, uint32_t line) {
  Content& content = contentOf(graph, function);
  const auto lines = content.lines.find(path);
  return lines == content.lines.end() ? NextLine() : stopLine(lines->second, line);
}

NextLine GraphContents::stopLine(Lines& lines, uint32_t line) {
  if (lines.numbers.contains(line)) return {line};
  const auto [next, isNew] = lines.moved.try_emplace(line);
  if (!isNew) return next->second;
  syntax::ModulePtr& tree = trees_[lines.file->path()];
  if (!tree) {
    diag::Sink problems;
    tree = syntax::parse(
        std::make_shared<SourceFile>(lines.file->path(), std::string(lines.file->text())),
        problems);
  }
  return next->second = nextInBlock(*tree, line, lines.numbers);
}

GraphContents::Content& GraphContents::contentOf(const ir::Graph& graph,
                                                 std::string_view function) {
  const auto [entry, isNew] = contents_.try_emplace(&graph);
  std::set<const ir::Graph*> seen;
  if (isNew) read(graph, function, entry->second, seen);
  return entry->second;
}

void GraphContents::read(const ir::Graph& graph, std::string_view function, Content& content,
                         std::set<const ir::Graph*>& seen) {
  content.functions.emplace(function);
  if (seen.insert(&graph).second) read(*graph.block(), content, seen);
}

void GraphContents::read(const ir::Block& block, Content& content,
                         std::set<const ir::Graph*>& seen) {
  const auto add = [&](const SourceRange& range) {
    if (!range) return;
    Lines& lines = content.lines[range.file->path()];
    lines.file = range.file;
    lines.numbers.insert(range.file->lineOf(range.span.begin));
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
  add(block.returnNode()->range());
}

}  // namespace ts::stepping
