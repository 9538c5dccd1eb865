// Element-wise operators, losses, and operators that keep the shape.
#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

// The results have the shape of one argument; for a list of tensors, of its elements in order.
void inferSame(Inference& in) {
  if (auto tensors = in.list(0)) {
    std::vector<PartialShape> shapes;
    for (const Operand& tensor : *tensors) shapes.push_back(tensor.shape);
    if (in.outputs() == 1) return in.setList(std::move(shapes));
    for (size_t i = 0; i < shapes.size(); ++i) in.set(i, std::move(shapes[i]));
    return;
  }
  const Operand operand = in.operand(0);
  if (operand.isNumber()) return in.setAll(PartialShape::of({}));
  // cummax accepts any dimension of a tensor without elements.
  const bool hasDim = in.kind() == Kind::Along && !in.hasAlikeOutputs();
  const auto dim = hasDim ? in.integer("dim", std::nullopt) : std::nullopt;
  if (dim && operand.shape.hasRank() && !operand.shape.isRank(0) &&
      !rules::wrapDim(*dim, static_cast<int64_t>(operand.shape.rank())))
    return in.fail({rules::Condition::DimensionInRange, 0, 0,
                    static_cast<int64_t>(operand.shape.rank()), *dim});
  in.set(0, PartialShape(operand.shape));
  if (in.hasAlikeOutputs()) in.setAll(operand.shape);
}

// violation.operand counts the operands that are tensors.
Inferred broadcastOf(Inference& in) {
  std::optional<PartialShape> common;
  size_t tensors = 0;
  for (size_t i = 0; i < in.rule().operands.size() && !in.name(i).empty(); ++i) {
    if (!in.call().operand(in.name(i)).isTensor()) {
      if (in.call().operand(in.name(i)).kind == Operand::Kind::Unknown) common = PartialShape();
      continue;
    }
    PartialShape shape = in.shape(i);
    const size_t at = tensors++;
    if (!common) {
      common = std::move(shape);
      continue;
    }
    Inferred inferred = rules::broadcast(*common, shape);
    if (!inferred) {
      inferred.violation.operand = at;
      return inferred;
    }
    common = std::move(inferred.shape);
  }
  return common ? std::move(*common) : PartialShape::of({});
}

// Each result has the common shape of the elements at its place in all lists of tensors. Other
// operands are numbers, or tensors without dimensions. With number 1 each result is one number.
void inferBroadcastEach(Inference& in) {
  std::vector<PartialShape> common;
  for (size_t i = 0; i < in.rule().operands.size() && !in.name(i).empty(); ++i) {
    const Operand::Kind kind = in.call().operand(in.name(i)).kind;
    if (kind != Operand::Kind::Other && kind != Operand::Kind::Unknown) continue;
    const auto tensors = in.list(i);
    if (!tensors || (!common.empty() && tensors->size() != common.size())) return;
    if (common.empty()) common.assign(tensors->size(), PartialShape::of({}));
    if (in.rule().number == 1) break;
    for (size_t at = 0; at < common.size(); ++at) {
      Inferred inferred = rules::broadcast(common[at], (*tensors)[at].shape);
      if (!inferred) return in.fail(inferred.violation);
      common[at] = std::move(inferred.shape);
    }
  }
  if (in.outputs() == 1 && !common.empty()) in.setList(std::move(common));
}

// The reduction of a loss: 0 none, 1 mean, 2 sum; null when it is unknown.
std::optional<int64_t> reductionOf(Inference& in) { return in.integer("reduction", 1); }

void inferLoss(Inference& in) {
  Inferred common = broadcastOf(in);
  const auto reduction = reductionOf(in);
  if (!common) return in.fail(common.violation);
  if (reduction) in.set(0, *reduction == 0 ? std::move(common.shape) : PartialShape::of({}));
}

void inferRowLoss(Inference& in) {
  const PartialShape input = in.shape(0);
  const auto reduction = reductionOf(in);
  if (reduction && *reduction != 0) return in.set(0, PartialShape::of({}));
  if (!reduction || !input.hasRank()) return;
  if (input.rank() >= 2) in.set(0, PartialShape::of({input.sizes()[0]}));
}

void inferClassLoss(Inference& in) {
  const PartialShape input = in.shape(0);
  const auto reduction = reductionOf(in);
  if (reduction && *reduction != 0) return in.set(0, PartialShape::of({}));
  if (reduction && input.hasRank() && input.rank() >= 2)
    in.set(0, shapeOrUnknown(rules::select(input, 1)));
}

}  // namespace

bool inferElements(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Unknown:
    case Shape::NotTensor: return true;
    case Shape::Scalar: in.setAll(PartialShape::of({})); return true;
    case Shape::Same: inferSame(in); return true;
    case Shape::Broadcast: in.set(broadcastOf(in)); return true;
    case Shape::BroadcastEach: inferBroadcastEach(in); return true;
    case Shape::Loss: inferLoss(in); return true;
    case Shape::RowLoss: inferRowLoss(in); return true;
    case Shape::ClassLoss: inferClassLoss(in); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
