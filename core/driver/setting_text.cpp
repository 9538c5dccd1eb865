#include "core/driver/setting_text.h"

#include "core/eval/builtins/numbers.h"

namespace ts::driver {
namespace {

constexpr size_t kLongestSetting = 200;  // bytes

struct TextWriter {
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return eval::reprReal(value); }
};

}  // namespace

std::string settingText(const Scalar& value) { return std::visit(TextWriter(), value); }

std::optional<std::string> settingText(const std::vector<std::optional<Scalar>>& items,
                                       bool isList) {
  std::string text;
  for (const std::optional<Scalar>& item : items) {
    if (!item || text.size() > kLongestSetting) return {};
    text += (text.empty() ? "" : ", ") + settingText(*item);
  }
  if (!isList && items.size() == 1) text += ",";
  return isList ? "[" + text + "]" : "(" + text + ")";
}

}  // namespace ts::driver
