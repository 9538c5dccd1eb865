// Breakpoints as data.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ts::stepping {

// A rule for the number of times that a breakpoint is reached: ">= 5", "% 10" or "3".
struct HitRule {
  enum class Kind : uint8_t { Equal, AtLeast, More, Less, AtMost, Multiple } kind = Kind::Equal;
  uint64_t number = 0;
  bool admits(uint64_t hits) const;
};
// Returns nothing for a text that is not a rule.
std::optional<HitRule> readHitRule(const std::string& text);

struct Breakpoint {
  int id = 0;
  uint32_t line = 0;     // of a line breakpoint; from 1
  std::string function;  // of a function breakpoint: "forward", "Net.forward", "model.Net.forward",
                         // "MulBackward0"
                         // of a data breakpoint: the name of the frame
  std::string data;      // of a data breakpoint: "total", "self.factor"
  enum class DataRule : uint8_t { Any, Shape, Dtype, NonFinite } dataRule = DataRule::Any;
  uint64_t address = 0;   // of an instruction breakpoint
  std::string condition;  // Python; empty: always
  std::optional<HitRule> hits;
  std::string log;  // text with {expressions}, which is printed instead of stopping
};

// All breakpoints of a session. Immutable once the stepper has it; hit counts belong to the
// stepper.
struct BreakpointSet {
  std::map<std::string, std::vector<Breakpoint>> lines;  // by the path of the source
  // By the path of the source, too: they stop where the gradient of a line is computed.
  std::map<std::string, std::vector<Breakpoint>> gradients;
  std::vector<Breakpoint> functions;
  std::vector<Breakpoint> data;
  std::vector<Breakpoint> nodes;
  bool raised = false;      // stop at each exception
  bool uncaught = false;    // stop at exceptions that no handler catches
  bool divergence = false;  // stop where engines diverge
  bool nan = false;         // stop at operators and nodes of the tape that make NaN or infinity of
                            // finite arguments
  bool tracer = false;      // stop where torch.jit.trace warns
};
using BreakpointSetPtr = std::shared_ptr<const BreakpointSet>;

// A part of a log message: text, or an expression with an optional format ("{x:.2f}").
struct LogPart {
  std::string text;
  bool isExpression = false;
  std::string format;
};
// Doubled braces are braces. An expression without its closing brace is text.
std::vector<LogPart> logParts(const std::string& message);

}  // namespace ts::stepping
