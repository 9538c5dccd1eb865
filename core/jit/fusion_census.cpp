#include "core/jit/fusion_census.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/operator_facts/facts.h"

namespace ts::jit {

using interp::Instruction;
using interp::Op;
using interp::Program;

namespace {

// Views take no time. Other results are not elements.
bool isCounted(const ir::Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  if (schema == nullptr) return false;
  const auto* facts = operator_facts::factsOf(*schema);
  if (facts != nullptr && facts->kind == operator_facts::Kind::View) return false;
  return std::ranges::any_of(node.outputs(), [](const ir::Value* value) {
    return value->type()->str().find("Tensor") != std::string::npos;
  });
}

std::string nameOf(const ir::Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  if (schema == nullptr || schema->overload.empty()) return node.kind().str();
  return fmt::format("{}.{}", node.kind().str(), schema->overload);
}

}  // namespace

std::string reasonOutside(const Program& program, int32_t instruction) {
  const Instruction& at = program.code[static_cast<size_t>(instruction)];
  const ir::Node& node = *program.nodes[static_cast<size_t>(instruction)];
  const auto function = program.kernels[static_cast<size_t>(at.c)];
  const auto* kernel = kernels::findPointwise(function);
  if (kernel != nullptr && kernel->into == kernels::Into::Self)
    return fmt::format("{} writes to a tensor that other values may share", nameOf(node));
  if (kernel != nullptr || reductionOfAll(function) != Reduction::None)
    return "no neighbour shares its loop, and its own kernel is as fast";
  if (hasPlan(function))
    return fmt::format("{} has a loop only for other arguments, or beside other operators",
                       nameOf(node));
  return fmt::format("{} is a kernel of its own: it has no formula for one element", nameOf(node));
}

void FusionCensus::add(const Program& program, std::span<const FusedSpan> groups) {
  for (int32_t i = 0; i < static_cast<int32_t>(program.code.size()); ++i) {
    if (program.code[static_cast<size_t>(i)].op != Op::Kernel) continue;
    const bool isInside =
        std::ranges::any_of(groups, [&](const FusedSpan& group) { return group.contains(i); });
    if (!isInside) reasons_[program.nodes[static_cast<size_t>(i)]] = reasonOutside(program, i);
  }
}

void FusionCensus::refuse(std::string_view reason) {
  if (!isLoop_) return;
  for (const ir::Node* node : running_) reasons_[node] = reason;
  running_.clear();
}

void FusionCensus::reached(std::span<const ir::Node* const> nodes) {
  close();
  running_.clear();
  for (const ir::Node* node : nodes)
    if (isCounted(*node) && std::ranges::find(running_, node) == running_.end())
      running_.push_back(node);
  isLoop_ = std::ranges::any_of(
      running_, [&](const ir::Node* node) { return nodes.size() > 1 || !reasons_.contains(node); });
  begin_ = std::chrono::steady_clock::now();
}

void FusionCensus::close() {
  if (running_.empty()) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  for (const ir::Node* node : running_) {
    auto [entry, isNew] = operators_.try_emplace(node);
    Counted& counted = entry->second;
    const double own = seconds / static_cast<double>(running_.size());
    if (isNew) counted.order = operators_.size();
    counted.least = isNew ? own : std::min(counted.least, own);
    counted.isInLoop = isLoop_;
    ++counted.runs;
  }
}

std::vector<FusionCensus::Row> FusionCensus::rows() {
  close();
  running_.clear();
  std::vector<Row> rows(operators_.size());
  for (const auto& [node, counted] : operators_)
    rows[counted.order - 1] = {node, counted.least * static_cast<double>(counted.runs),
                               counted.isInLoop ? "" : reasons_[node]};
  return rows;
}

}  // namespace ts::jit
