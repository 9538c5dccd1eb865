// Writes a function in LLVM's text form.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::jit {

// The body of one function, written from top to bottom. Values and blocks have numbered names.
class IrText {
 public:
  // Writes an instruction with a result and returns the result's name: value("add i64 {}, {}", a,
  // b)
  template <typename... Args>
  std::string value(fmt::format_string<Args...> instruction, Args&&... args) {
    std::string name = fmt::format("%v{}", count_++);
    text_ += fmt::format("  {} = ", name);
    write(instruction, std::forward<Args>(args)...);
    return name;
  }
  template <typename... Args>
  void line(fmt::format_string<Args...> instruction, Args&&... args) {
    text_ += "  ";
    write(instruction, std::forward<Args>(args)...);
  }
  // Sets the end of the instructions from here on, such as their debug information.
  void setSuffix(std::string suffix) { suffix_ = std::move(suffix); }
  // A name for a block that begin() starts later.
  std::string block() { return fmt::format("b{}", count_++); }
  void begin(std::string_view block) { text_ += fmt::format("{}:\n", block); }
  void jump(std::string_view block) { line("br label %{}", block); }
  void branch(std::string_view condition, std::string_view yes, std::string_view no) {
    line("br i1 {}, label %{}, label %{}", condition, yes, no);
  }
  const std::string& text() const { return text_; }

 private:
  template <typename... Args>
  void write(fmt::format_string<Args...> instruction, Args&&... args) {
    text_ += fmt::format(instruction, std::forward<Args>(args)...);
    text_ += suffix_;
    text_ += '\n';
  }

  std::string text_, suffix_;
  int64_t count_ = 0;
};

// A double as LLVM reads it without loss.
inline std::string doubleText(double value) {
  return fmt::format("0x{:016X}", std::bit_cast<uint64_t>(value));
}

}  // namespace ts::jit
