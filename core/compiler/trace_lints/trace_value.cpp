#include "core/compiler/trace_lints/trace_value.h"

#include <algorithm>

#include "core/eval/objects.h"

namespace ts::compiler {

TraceValue TraceValue::of(TracedKind kind, int rank) {
  TraceValue made;
  made.kind = kind;
  made.rank = rank;
  return made;
}

TraceValue TraceValue::plain(eval::Value value) {
  TraceValue made = of(TracedKind::Plain);
  made.value = std::move(value);
  return made;
}

TraceValue TraceValue::metadata(std::string_view what) {
  TraceValue made = of(TracedKind::Metadata);
  made.what = what;
  return made;
}

TraceValue TraceValue::sequence(std::vector<TraceValue> elements, bool isList) {
  TraceValue made = of(TracedKind::Sequence);
  made.elements = std::move(elements);
  made.isList = isList;
  return made;
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
  TraceValue made = a;
  if (a.rank != b.rank) made.rank = -1;
  made.requiresGrad = a.requiresGrad && b.requiresGrad;
  if (!a.value.same(b.value)) {
    if (a.kind == TracedKind::Object) return {};
    made.value = {};
  }
  for (size_t i = 0; i < made.elements.size(); ++i)
    made.elements[i] = join(a.elements[i], b.elements[i]);
  return made;
}

}  // namespace ts::compiler
