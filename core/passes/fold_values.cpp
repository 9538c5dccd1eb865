// Identity (`is`), casts, str(), enums, devices and tuples.
#include <algorithm>
#include <iterator>
#include <string>

#include "core/ir/constant_text.h"
#include "core/passes/fold_table.h"

namespace ts::passes {

using types::Constant;
using types::TypeKind;

namespace {

// True if `is` holds for two constants. Plain values are identical when they are equal. Heap
// objects never are, because each constant is a new object.
bool areSame(const Constant& a, const Constant& b) {
  if (a.isString() || a.isContainer() || a.type()->is(TypeKind::Tensor) ||
      a.type()->is(TypeKind::Enum))
    return false;
  if (a.isReal() && b.isReal()) return a.toReal() == b.toReal();
  return identical(a, b);
}

bool is(Arguments a, Results& r) { return addResult(r, Constant::boolean(areSame(a[0], a[1]))); }
bool isNot(Arguments a, Results& r) {
  return addResult(r, Constant::boolean(!areSame(a[0], a[1])));
}

bool same(Arguments a, Results& r) { return addResult(r, a[0]); }
bool unwrap(Arguments a, Results& r) { return !a[0].isNone() && addResult(r, a[0]); }

bool toText(Arguments a, Results& r) {
  std::string result;
  if (a[0].isString()) {
    result = a[0].toString();
  } else if (a[0].isBool()) {
    result = a[0].toBool() ? "True" : "False";
  } else if (a[0].isNone()) {
    result = "None";
  } else if (a[0].isInt()) {
    result = std::to_string(a[0].toInt());
  } else if (a[0].isReal()) {
    // PyTorch prints -0.0 without the sign.
    ir::appendReal(result, a[0].toReal() == 0 ? 0.0 : a[0].toReal());
  } else if (a[0].type()->is(TypeKind::Device)) {
    result = a[0].toDevice().name;
  } else {
    return false;
  }
  return addResult(r, Constant::string(std::move(result)));
}

bool tupleItem(Arguments a, Results& r) {
  if (!a[0].isContainer() || !a[1].isInt()) return false;
  auto size = static_cast<int64_t>(a[0].elements().size());
  int64_t at = a[1].toInt() < 0 ? a[1].toInt() + size : a[1].toInt();
  return at >= 0 && at < size && addResult(r, a[0].elements()[static_cast<size_t>(at)]);
}

bool enumName(Arguments a, Results& r) {
  return a[0].type()->is(TypeKind::Enum) && addResult(r, Constant::string(a[0].toEnum().name));
}
bool enumValue(Arguments a, Results& r) {
  if (!a[0].type()->is(TypeKind::Enum)) return false;
  const types::EnumMember* member = a[0].toEnum().type->member(a[0].toEnum().name);
  return member != nullptr && addResult(r, member->value);
}

// Accepts "cpu" and "cuda:0": a device type that PyTorch knows, with an optional index.
bool device(Arguments a, Results& r) {
  if (a.size() != 1 || !a[0].isString()) return false;
  std::string_view text = a[0].toString();
  std::string_view type = text.substr(0, text.find(':'));
  constexpr std::string_view kTypes[] = {
      "cpu", "cuda", "ipu", "xpu",  "mkldnn", "opengl", "opencl", "ideep", "hip",          "ve",
      "ort", "mps",  "xla", "lazy", "vulkan", "meta",   "hpu",    "fpga",  "privateuseone"};
  if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes)) return false;
  if (type.size() < text.size()) {
    std::string_view index = text.substr(type.size() + 1);
    bool isPlain = index == "0" || (!index.empty() && index.size() <= 2 && index[0] != '0');
    if (!isPlain || index.find_first_not_of("0123456789") != index.npos) return false;
  }
  return addResult(r, Constant::device(std::string(text)));
}

bool deviceType(Arguments a, Results& r) {
  if (!a[0].type()->is(TypeKind::Device)) return false;
  const std::string& name = a[0].toDevice().name;
  return addResult(r, Constant::string(name.substr(0, name.find(':'))));
}

bool alwaysTrue(Arguments, Results& r) { return addResult(r, Constant::boolean(true)); }
bool alwaysFalse(Arguments, Results& r) { return addResult(r, Constant::boolean(false)); }

constexpr FoldRow kValueFolds[] = {
    {"aten::__is__", is},
    {"aten::__isnot__", isNot},
    {"aten::_get_tracing_state", alwaysFalse},
    {"aten::_unwrap_optional", unwrap},
    {"aten::_use_cudnn_rnn_flatten_weight", alwaysFalse},
    {"aten::device", device},
    {"aten::is_scripting", alwaysTrue},
    {"aten::str", toText},
    {"prim::EnumName", enumName},
    {"prim::EnumValue", enumValue},
    {"prim::TupleIndex", tupleItem},
    {"prim::type", deviceType},
    {"prim::unchecked_cast", same},
};

}  // namespace

std::span<const FoldRow> valueFolds() { return kValueFolds; }

}  // namespace ts::passes
