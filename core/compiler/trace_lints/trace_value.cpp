#include "core/compiler/trace_lints/trace_value.h"

#include <algorithm>

#include "core/eval/values/objects.h"

namespace ts::compiler {

TraceValue TraceValue::of(TracedKind kind, int rank) {
  TraceValue value;
  value.kind = kind;
  value.rank = rank;
  return value;
}

TraceValue TraceValue::plain(eval::Value value) {
  TraceValue result = of(TracedKind::Plain);
  result.value = std::move(value);
  return result;
}

TraceValue TraceValue::metadata(std::string_view what) {
  TraceValue value = of(TracedKind::Metadata);
  value.what = what;
  return value;
}

TraceValue TraceValue::sequence(std::vector<TraceValue> elements, bool isList) {
  TraceValue value = of(TracedKind::Sequence);
  value.elements = std::move(elements);
  value.isList = isList;
  return value;
}

bool TraceValue::holdsTraced() const {
  switch (kind) {
    case TracedKind::Tensor:
    case TracedKind::Size:
    case TracedKind::Sizes:
    case TracedKind::TensorList: return true;
    case TracedKind::Sequence: return std::ranges::any_of(elements, &TraceValue::holdsTraced);
    default: return false;
  }
}

std::optional<bool> TraceValue::truth() const {
  if (kind == TracedKind::Sequence) return !elements.empty();
  if (kind != TracedKind::Plain) return std::nullopt;
  if (value.isNone()) return false;
  if (value.isBool() || value.isInt()) return value.integerValue() != 0;
  if (value.isFloat()) return value.realValue() != 0;
  if (const auto* text = value.as<eval::Str>()) return !text->text.empty();
  return std::nullopt;
}

TraceValue join(const TraceValue& a, const TraceValue& b) {
  if (a.kind != b.kind || a.object != b.object || a.elements.size() != b.elements.size() ||
      a.isList != b.isList)
    return {};
  TraceValue value = a;
  if (a.rank != b.rank) value.rank = -1;
  value.requiresGrad = a.requiresGrad && b.requiresGrad;
  value.hasOwnLength = a.hasOwnLength && b.hasOwnLength;
  if (a.fields != b.fields) value.fields.clear();
  if (!a.value.same(b.value)) {
    if (a.kind == TracedKind::Object) return {};
    value.value = {};
  }
  for (size_t i = 0; i < value.elements.size(); ++i)
    value.elements[i] = join(a.elements[i], b.elements[i]);
  return value;
}

}  // namespace ts::compiler
