#include "core/ir/constant_text.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/ir/escapes.h"
#include "core/tensor/tensor.h"

namespace ts::ir {

using types::Constant;
using types::TypeKind;

namespace {

// Whole numbers below the limit get a point; all others print with 17 digits.
void appendRealBelow(std::string& out, double value, double limit) {
  if (std::isfinite(value) && std::fabs(value) < limit && value == std::trunc(value)) {
    out += std::to_string(static_cast<int64_t>(value)) + ".";
    return;
  }
  std::array<char, 40> digits;
  int size = std::snprintf(digits.data(), digits.size(), "%.17g", value);
  out.append(digits.data(), static_cast<size_t>(size));
}

void appendComplex(std::string& out, std::complex<double> value) {
  constexpr double kIntegers = 9.2e18;
  appendRealBelow(out, value.real(), kIntegers);
  out += value.imag() >= 0 ? '+' : '-';
  appendRealBelow(out, std::fabs(value.imag()), kIntegers);
  out += 'j';
}

void appendElements(std::string& out, const std::vector<Constant>& elements,
                    const ConstantHook& hook) {
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) out += ", ";
    appendConstant(out, elements[i], hook);
  }
}

void appendDict(std::string& out, const std::vector<Constant>& items, const ConstantHook& hook) {
  out += '{';
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (i > 0) out += ", ";
    appendConstant(out, items[i], hook);
    out += ": ";
    appendConstant(out, items[i + 1], hook);
  }
  out += '}';
}

void appendContainer(std::string& out, const Constant& value, const ConstantHook& hook) {
  const auto& elements = value.elements();
  types::TypePtr type = value.type();
  if (type->is(TypeKind::Tuple)) {
    out += '(';
    appendElements(out, elements, hook);
    out += elements.size() == 1 ? ",)" : ")";
    return;
  }
  bool isDict = type->is(TypeKind::Dict);
  bool annotate = elements.empty() || !isInferableElement(type->element(isDict ? 1 : 0));
  // PyTorch prints no space after the comma for a dict.
  if (annotate) out += "annotate(" + type->annotation() + (isDict ? "," : ", ");
  if (isDict) {
    appendDict(out, elements, hook);
  } else {
    out += '[';
    appendElements(out, elements, hook);
    out += ']';
  }
  if (annotate) out += ')';
}

}  // namespace

bool isInferableElement(types::TypePtr element) {
  switch (element->kind()) {
    case TypeKind::Union:
    case TypeKind::Optional:
    case TypeKind::Number:
    case TypeKind::Interface:
    case TypeKind::Any: return false;
    default: return true;
  }
}

void appendReal(std::string& out, double value) {
  if (value == 0 && std::signbit(value)) out += '-';
  appendRealBelow(out, value, 1e10);
}

void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    bool isEscaped = false;
    for (auto [plain, letter] : kEscapes) {
      if (c != plain) continue;
      out += '\\';
      out += letter;
      isEscaped = true;
    }
    if (isEscaped) continue;
    if (c >= 0x20 && c < 0x7f) {
      out += c;
      continue;
    }
    // PyTorch prints bytes from 128 on as negative numbers.
    const int value = static_cast<signed char>(c);  // NOLINT(bugprone-signed-char-misuse)
    out += '\\';
    out += static_cast<char>('0' + value / 64);
    out += static_cast<char>('0' + value / 8 % 8);
    out += static_cast<char>('0' + value % 8);
  }
  out += '"';
}

void appendConstant(std::string& out, const Constant& value, const ConstantHook& hook) {
  if (hook && hook(out, value)) return;
  if (value.isNone()) {
    out += "None";
  } else if (value.isBool()) {
    out += value.toBool() ? "True" : "False";
  } else if (value.isInt()) {
    out += std::to_string(value.toInt());
  } else if (value.isReal()) {
    appendReal(out, value.toReal());
  } else if (value.isComplex()) {
    appendComplex(out, value.toComplex());
  } else if (value.isString()) {
    appendQuoted(out, value.toString());
  } else if (value.isContainer()) {
    appendContainer(out, value, hook);
  } else if (value.type()->is(TypeKind::Device)) {
    out += "torch.device(";
    appendQuoted(out, value.toDevice().name);
    out += ')';
  } else if (const auto* type = types::cast<types::EnumType>(value.type())) {
    out += type->qualifiedName() + "." + value.toEnum().name;
  } else if (value.type()->is(TypeKind::Function)) {
    out += value.type()->annotation();
  } else {
    const auto* tensor =
        value.isOpaque() ? static_cast<const tensor::Tensor*>(value.opaque().get()) : nullptr;
    out += tensor ? tensorText(*tensor) : "<Tensor>";
  }
}

}  // namespace ts::ir
