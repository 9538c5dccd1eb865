#include "core/compiler/gradient_lints/flow.h"

#include <algorithm>

namespace ts::compiler {

namespace {

constexpr size_t kMostKept = 64;  // limit on the terms and saved tensors of a value

template <typename T>
void addAll(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& each : more)
    if (all.size() < kMostKept && std::ranges::find(all, each) == all.end()) all.push_back(each);
}

Flow::Kind joinedKind(const Flow& a, const Flow& b) {
  if (a.kind == b.kind) return a.kind;
  const auto isEither = [&](Flow::Kind kind) { return a.is(kind) || b.is(kind); };
  // Neither has a gradient.
  if (isEither(Flow::Kind::Plain) && isEither(Flow::Kind::Cut)) return Flow::Kind::Cut;
  return Flow::Kind::Unknown;
}

}  // namespace

Flow join(const Flow& a, const Flow& b) {
  Flow joined;
  joined.kind = joinedKind(a, b);
  if (joined.is(Flow::Kind::Layer) && a.layer != b.layer) joined.kind = Flow::Kind::Unknown;
  joined.isTensor = a.isTensor && b.isTensor;
  joined.holdsTensors = a.holdsTensors && b.holdsTensors;
  joined.cut = a.isCut() ? a.cut : b.cut;
  joined.layer = a.layer;
  joined.tensor = a.tensor == b.tensor ? a.tensor : 0;
  joined.lost = a.lost;
  addAll(joined.lost, b.lost);
  // Only both paths together are certain.
  for (const Save& save : a.saved)
    if (std::ranges::find(b.saved, save) != b.saved.end()) joined.saved.push_back(save);
  return joined;
}

Flow combine(const std::vector<Flow>& operands) {
  Flow result;
  const auto any = [&](auto&& holds) { return std::ranges::any_of(operands, holds); };
  const auto isTracked = [](const Flow& flow) {
    return flow.is(Flow::Kind::Tracked) || flow.is(Flow::Kind::CutLeaf);
  };
  const auto isSilent = [](const Flow& flow) {
    return !flow.is(Flow::Kind::Plain) && !flow.isCut() && !flow.is(Flow::Kind::Tracked);
  };
  const auto cut =
      std::ranges::find_if(operands, [](const Flow& flow) { return flow.is(Flow::Kind::Cut); });
  if (any(isTracked)) {
    result.kind = Flow::Kind::Tracked;
  } else if (any(isSilent)) {
    result.kind = Flow::Kind::Unknown;
  } else if (cut != operands.end()) {
    result.kind = Flow::Kind::Cut;
    result.cut = cut->cut;
  } else {
    result.kind = Flow::Kind::Plain;
  }
  result.isTensor = any([](const Flow& flow) { return flow.isTensor; });
  for (const Flow& operand : operands) {
    addAll(result.lost, operand.lost);
    addAll(result.saved, operand.saved);
  }
  return result;
}

FlowState join(const FlowState& a, const FlowState& b) {
  if (a.isDead) return b;
  if (b.isDead) return a;
  FlowState joined;
  for (const auto& [name, flow] : a.variables) {
    const auto other = b.variables.find(name);
    if (other != b.variables.end()) joined.variables.emplace(name, join(flow, other->second));
  }
  for (const auto& [tensor, change] : a.changes)
    if (b.versionOf(tensor) == change.version) joined.changes.emplace(tensor, change);
  return joined;
}

}  // namespace ts::compiler
