#include "core/compiler/resolve/dataclass.h"

#include <fmt/format.h>

namespace ts::compiler {

namespace {

std::string init(const PyClass& cls, const std::vector<DataclassField>& fields) {
  std::string text = "def __init__(self";
  for (const DataclassField& field : fields) {
    text += fmt::format(", {}: {}", field.name, field.annotation);
    if (!field.defaultValue.empty()) text += fmt::format(" = {}", field.defaultValue);
  }
  text += ") -> None:\n";
  for (const DataclassField& field : fields) text += fmt::format("  self.{0} = {0}\n", field.name);
  if (cls.method("__post_init__")) text += "  self.__post_init__()\n";
  return fields.empty() ? text + "  pass\n" : text;
}

// A comparison method that compares field by field. `inner` compares two values that are not None.
// When only one value is None, that decides the result.
std::string comparison(std::string_view name, std::string_view className,
                       const std::vector<DataclassField>& fields,
                       const std::vector<std::string>& inner, bool whenEqual, bool raiseOnNone) {
  std::string text = fmt::format("def {}(self, other: {}) -> bool:\n", name, className);
  for (const DataclassField& field : fields) {
    text += fmt::format("  val1 = self.{0}\n  val2 = other.{0}\n", field.name);
    if (field.optional) text += "  if val1 is not None and val2 is not None:\n";
    for (const std::string& line : inner) text += (field.optional ? "    " : "  ") + line + "\n";
    if (field.optional) {
      text += "  elif (val1 is None) != (val2 is None):\n";
      text += raiseOnNone ? fmt::format("    raise TypeError('{} can not be compared with None')\n",
                                        className)
                          : "    return False\n";
    }
  }
  return text + fmt::format("  return {}\n", whenEqual ? "True" : "False");
}

struct Ordering {
  std::string_view name;
  std::string_view op;
  bool whenEqual;
};
constexpr Ordering kOrderings[] = {
    {"__lt__", "<", false}, {"__le__", "<", true}, {"__gt__", ">", false}, {"__ge__", ">", true}};

}  // namespace

std::string dataclassMethods(const PyClass& cls, const std::vector<DataclassField>& fields,
                             bool ordered) {
  std::string_view name = cls.def->name.text;
  std::string text;
  auto add = [&](std::string_view method, const std::string& source) {
    if (!cls.method(method)) text += source;
  };
  add("__init__", init(cls, fields));
  add("__eq__",
      comparison("__eq__", name, fields, {"if val1 != val2:", "  return False"}, true, false));
  add("__repr__", fmt::format("def __repr__(self) -> str:\n  return '{}'\n", name));
  if (!ordered) return text;
  for (const Ordering& ordering : kOrderings) {
    add(ordering.name,
        comparison(ordering.name, name, fields,
                   {fmt::format("if val1 {} val2:", ordering.op), "  return True",
                    fmt::format("elif val2 {} val1:", ordering.op), "  return False"},
                   ordering.whenEqual, true));
  }
  return text;
}

}  // namespace ts::compiler
