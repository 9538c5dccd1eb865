#include "core/trace/events.h"

#include <fmt/format.h>

namespace ts::trace {
namespace {

struct Row {
  std::string_view name;
  std::string_view text;  // {} is replaced by the subject
};
// In the order of Cause.
constexpr Row kRows[] = {
    {"boolean",
     "a tensor is used as a Python bool here: the trace keeps the value of this run and loses the "
     "other way"},
    {"float", "a tensor becomes a Python float here: the trace keeps the number of this run"},
    {"integer", "a tensor becomes a Python int here: the trace keeps the number of this run"},
    {"complex", "a tensor becomes a Python complex here: the trace keeps the number of this run"},
    {"number",
     "item() takes a number out of a tensor here: the trace keeps the number of this run"},
    {"list", "tolist() takes numbers out of a tensor here: the trace keeps those of this run"},
    {"numpy", "a tensor becomes a NumPy array here: operations on the array are not traced"},
    {"length",
     "len() of a tensor is a plain number: the trace keeps its value of this run; tensor.shape[0] "
     "would "
     "be recorded"},
    {"iteration",
     "iterating over a tensor records as many steps as it has rows in this run; torch.unbind says "
     "so openly"},
    {"constructor",
     "the result of {} is recorded as a constant: correct if it never changes, wrong if it is made "
     "of "
     "traced values"},
    {"list-output",
     "a list is among the results: its length will always be that of this run. Return a tuple, "
     "or pass strict=False"},
    {"resize",
     "resize_ hides where the tensor's values come from: later operations on it are "
     "recorded as operations on a constant"},
    {"nondeterministic",
     "the trace has random operators: {}. Was eval() forgotten? They may make its check fail, "
     "which check_trace=False leaves out"},
    {"output-differs", "{}"},
    {"index", ""},
    {"constant", ""},
};

}  // namespace

std::string_view nameOf(Cause cause) { return kRows[static_cast<size_t>(cause)].name; }

bool hasWarning(Cause cause) { return !kRows[static_cast<size_t>(cause)].text.empty(); }

std::string warningText(const Event& event) {
  return fmt::format(fmt::runtime(kRows[static_cast<size_t>(event.cause)].text), event.subject);
}

}  // namespace ts::trace
