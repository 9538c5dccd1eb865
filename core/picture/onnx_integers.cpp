#include "core/picture/onnx_integers.h"

#include <algorithm>

#include "core/shape_rules/rules.h"

namespace ts::viz {
// As in onnx_shapes.cpp.
namespace onnx {
namespace {

namespace rules = shape_rules;
using Found = std::optional<Integers>;
constexpr size_t kMostIntegers = 64;

Found same(const OnnxNode& in) { return in.integers(0); }

Found sizes(const OnnxNode& in) {
  const rules::PartialShape shape = in.shape(0);
  if (!shape.hasRank() || !in.text("start").empty() || !in.text("end").empty()) return {};
  Integers integers;
  for (int64_t size : shape.sizes()) integers.push_back(size < 0 ? kUnknownInteger : size);
  return integers;
}

Found chosen(const OnnxNode& in) {
  const Found all = in.integers(0), at = in.integers(1);
  if (!all || !at || in.number("axis", 0) != 0) return {};
  Integers integers;
  for (int64_t index : *at) {
    const auto wrapped = rules::wrapDim(index, std::ssize(*all));
    if (!wrapped || *wrapped >= std::ssize(*all)) return {};
    integers.push_back((*all)[static_cast<size_t>(*wrapped)]);
  }
  return integers;
}

Found joined(const OnnxNode& in) {
  Integers integers;
  for (size_t i = 0; i < in.inputs(); ++i) {
    const Found part = in.integers(i);
    if (!part) return {};
    integers.insert(integers.end(), part->begin(), part->end());
  }
  return integers;
}

Found part(const OnnxNode& in) {
  const Found all = in.integers(0), start = in.operand(1, "starts"), end = in.operand(2, "ends");
  const Found step = in.has(4) ? in.integers(4) : Integers{1};
  if (!all || !start || !end || !step || start->size() != 1 || end->size() != 1 ||
      *step != Integers{1} || (*start)[0] == kUnknownInteger || (*end)[0] == kUnknownInteger)
    return {};
  const auto size = std::ssize(*all);
  const auto bounded = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? std::max(at, -size) + size : at, 0, size);
  };
  const int64_t first = bounded((*start)[0]), last = std::max(first, bounded((*end)[0]));
  return Integers(all->begin() + first, all->begin() + last);
}

template <typename Combine>
Found combined(const OnnxNode& in, Combine&& combine) {
  const Found a = in.integers(0), b = in.integers(1);
  if (!a || !b || a->empty() || b->empty()) return {};
  if (a->size() != b->size() && a->size() != 1 && b->size() != 1) return {};
  Integers integers;
  for (size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
    const int64_t left = (*a)[a->size() == 1 ? 0 : i], right = (*b)[b->size() == 1 ? 0 : i];
    int64_t result = 0;
    const bool isKnown =
        left != kUnknownInteger && right != kUnknownInteger && combine(left, right, result);
    integers.push_back(isKnown ? result : kUnknownInteger);
  }
  return integers;
}
Found sum(const OnnxNode& in) {
  return combined(in, [](auto a, auto b, auto& to) { return !__builtin_add_overflow(a, b, &to); });
}
Found difference(const OnnxNode& in) {
  return combined(in, [](auto a, auto b, auto& to) { return !__builtin_sub_overflow(a, b, &to); });
}
Found product(const OnnxNode& in) {
  return combined(in, [](auto a, auto b, auto& to) { return !__builtin_mul_overflow(a, b, &to); });
}
Found quotient(const OnnxNode& in) {
  return combined(in, [](auto a, auto b, auto& to) {
    if (b <= 0) return false;
    to = a / b;
    return true;
  });
}

Found equal(const OnnxNode& in) {
  return combined(in, [](auto a, auto b, auto& to) {
    to = a == b ? 1 : 0;
    return true;
  });
}

// Where the condition is unknown, both elements may be equal.
Found either(const OnnxNode& in) {
  const Found condition = in.integers(0), a = in.integers(1), b = in.integers(2);
  if (!condition || !a || !b || a->size() != b->size() || a->size() != condition->size()) return {};
  Integers integers;
  for (size_t i = 0; i < a->size(); ++i) {
    const int64_t flag = (*condition)[i];
    const bool isEqual = (*a)[i] == (*b)[i];
    integers.push_back(flag == kUnknownInteger && !isEqual ? kUnknownInteger
                       : flag == 0                         ? (*b)[i]
                                                           : (*a)[i]);
  }
  return integers;
}

Found repeated(const OnnxNode& in) {
  const Found size = in.integers(0);
  const Integers value = in.text("value").empty() ? Integers{0} : in.list("value");
  if (!size || size->size() != 1 || value.size() != 1 || (*size)[0] < 0 ||
      (*size)[0] > static_cast<int64_t>(kMostIntegers))
    return {};
  return Integers(static_cast<size_t>((*size)[0]), value[0]);
}

Found counted(const OnnxNode& in) {
  const Found start = in.integers(0), limit = in.integers(1), step = in.integers(2);
  if (!start || !limit || !step || start->size() != 1 || limit->size() != 1 || step->size() != 1)
    return {};
  const int64_t first = (*start)[0], by = (*step)[0];
  if (first == kUnknownInteger || (*limit)[0] == kUnknownInteger || by <= 0) return {};
  Integers integers;
  for (int64_t at = first; at < (*limit)[0];) {
    integers.push_back(at);
    if (integers.size() > kMostIntegers || __builtin_add_overflow(at, by, &at)) return {};
  }
  return integers;
}

struct IntegersRow {
  std::string_view names;
  Found (*integers)(const OnnxNode& in);
};
constexpr IntegersRow kIntegersTable[] = {
    {" Cast Identity Reshape Squeeze Unsqueeze ", same},
    {" ConstantOfShape ", repeated},
    {" Range ", counted},
    {" Equal ", equal},
    {" Where ", either},
    {" Shape ", sizes},
    {" Gather ", chosen},
    {" Concat ", joined},
    {" Slice ", part},
    {" Add ", sum},
    {" Sub ", difference},
    {" Mul ", product},
    {" Div ", quotient},
};

}  // namespace
}  // namespace onnx

std::optional<Integers> onnxIntegers(const OnnxNode& node, std::string_view op) {
  const std::string name = " " + std::string(op) + " ";
  for (const onnx::IntegersRow& row : onnx::kIntegersTable) {
    if (row.names.find(name) == row.names.npos) continue;
    std::optional<Integers> integers = row.integers(node);
    return integers && integers->size() <= onnx::kMostIntegers ? integers : std::nullopt;
  }
  return {};
}

}  // namespace ts::viz
