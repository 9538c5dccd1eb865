#include "core/ops/schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/torch_profile.h"

namespace ts::ops {
namespace {

using types::Constant;
using types::TypeKind;
using types::TypePtr;

std::string joined(const std::vector<std::string>& sets) {
  return fmt::format("{}", fmt::join(sets, "|"));
}

std::string aliasText(const AliasInfo& info) {
  std::string text = "(" + joined(info.before);
  if (info.isWrite) text += "!";
  if (info.before != info.after) text += " -> " + joined(info.after);
  return text + ")";
}

std::string quoted(const std::string& value) {
  constexpr std::string_view kSpecial = "\\'\"\a\b\f\n\r\t\v";
  constexpr std::string_view kLetters = "\\'\"abfnrtv";
  std::string text = "\"";
  for (char c : value) {
    size_t special = kSpecial.find(c);
    if (special != std::string_view::npos) {
      text += '\\';
      text += kLetters[special];
    } else if (c >= ' ' && c < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return text + "\"";
}

// Returns the type as the schema spells it, with its declared base.
std::string spelled(TypePtr type, const std::string& declaredBase) {
  std::string text = type->declaration();
  if (declaredBase.empty()) return text;
  return declaredBase + text.substr(std::min(text.find_first_of("[?"), text.size()));
}

std::string defaultText(const Argument& argument) {
  const Constant& value = *argument.defaultValue;
  if (value.isString()) return quoted(value.toString());
  if (value.isNone() && argument.type->is(TypeKind::Tensor)) return "[ Tensor (undefined) ]";
  // A list of equal ints prints as a single int: "int[2] stride=1".
  // PyTorch 2 prints those of symbolic ints in full.
  const bool isShort = argument.declaredBase != "SymInt" || !atLeast(TorchProfile::Torch2_6);
  bool isIntList =
      isShort && argument.type->is(TypeKind::List) && argument.type->element()->is(TypeKind::Int);
  if (isIntList && value.isContainer() && value.elements().size() > 1) {
    const auto& elements = value.elements();
    bool allSame =
        std::ranges::all_of(elements, [&](const Constant& e) { return identical(e, elements[0]); });
    if (allSame) return elements[0].str();
  }
  return value.str();
}

std::string argumentText(const Argument& argument) {
  bool isOptional = argument.type->is(TypeKind::Optional);
  TypePtr type = isOptional ? argument.type->element() : argument.type;
  std::string text;
  if (type->is(TypeKind::List)) {
    text = spelled(type->element(), argument.declaredBase);
    if (argument.alias && !argument.alias->contained.empty())
      text += aliasText(argument.alias->contained[0]);
    text += argument.broadcastSize ? fmt::format("[{}]", *argument.broadcastSize) : "[]";
  } else {
    text = spelled(type, argument.declaredBase);
  }
  if (argument.alias && !argument.alias->before.empty()) text += aliasText(*argument.alias);
  if (isOptional) text += "?";
  if (!argument.name.empty()) text += " " + argument.name;
  if (argument.defaultValue) text += "=" + defaultText(argument);
  return text;
}

std::string returnsText(const FunctionSchema& schema) {
  if (schema.returns.empty() && schema.isVarret) return "...";
  std::string text;
  for (const Argument& result : schema.returns) {
    if (!text.empty()) text += ", ";
    text += argumentText(result);
  }
  if (schema.isVarret) text += ", ...";
  // A single return needs no parentheses, unless its type starts with one: it would read as a list.
  bool isBare = schema.returns.size() == 1 && !schema.isVarret && text[0] != '(';
  return isBare ? text : "(" + text + ")";
}

bool writes(const AliasInfo& info) {
  return info.isWrite || std::ranges::any_of(info.contained, writes);
}

}  // namespace

std::optional<size_t> FunctionSchema::argumentIndex(std::string_view argument) const {
  auto position = std::ranges::find(arguments, argument, &Argument::name);
  if (position == arguments.end()) return std::nullopt;
  return position - arguments.begin();
}

std::string FunctionSchema::nameWithOverload() const {
  return overload.empty() ? name : name + "." + overload;
}

std::string FunctionSchema::str() const {
  std::string text = nameWithOverload();
  text += "(";
  bool seenKeywordOnly = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (arguments[i].keywordOnly && !seenKeywordOnly) {
      seenKeywordOnly = true;
      text += "*, ";
    }
    text += argumentText(arguments[i]);
  }
  if (isVararg) text += arguments.empty() ? "..." : ", ...";
  return text + ") -> " + returnsText(*this);
}

bool FunctionSchema::isMutable() const {
  return std::ranges::any_of(arguments,
                             [](const Argument& a) { return a.alias && writes(*a.alias); });
}

}  // namespace ts::ops
