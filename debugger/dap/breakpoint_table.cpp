#include "debugger/dap/breakpoint_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/diag/diagnostic.h"
#include "core/syntax/parser.h"
#include "debugger/session/source_lines.h"
#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/data_watch.h"

namespace ts::dap {

using protocol::JsonView;
using stepping::Breakpoint;

namespace {

constexpr size_t kMaxBreakpoints = 10'000;  // of one source

// Reads the members that line and function breakpoints share. Returns a problem; empty on success.
std::string readRules(JsonView from, Breakpoint& breakpoint) {
  breakpoint.condition = from["condition"].string().value_or("");
  breakpoint.log = from["logMessage"].string().value_or("");
  const std::string hits = from["hitCondition"].string().value_or("");
  if (hits.empty()) return {};
  breakpoint.hits = stepping::readHitRule(hits);
  if (breakpoint.hits) return {};
  return fmt::format(
      "the hit count `{}` must be a number, or a number behind one of "
      ">, >=, <, <=, ==, %",
      hits);
}

void write(JsonWriter& out, const Breakpoint& breakpoint, const std::string& problem) {
  out.beginObject().member("id", breakpoint.id).member("verified", problem.empty());
  if (breakpoint.line) out.member("line", breakpoint.line);
  if (!problem.empty()) out.member("message", problem);
  out.endObject();
}

}  // namespace

std::optional<uint64_t> addressIn(JsonView reference) {
  const std::string text = reference.string().value_or("");
  if (!text.starts_with("0x")) return {};
  uint64_t address = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + 2, end, address, 16);
  return error == std::errc() && last == end ? std::optional(address) : std::nullopt;
}

std::string BreakpointTable::linesOf(JsonView source, std::vector<uint32_t>& lines) const {
  if (const int64_t number = source["sourceReference"].integer().value_or(0); number > 0) {
    const SourceFilePtr file = sources_.find(number);
    if (!file) return fmt::format("no source has the number {}", number);
    diag::Sink problems;
    lines = stepping::linesWithCode(*syntax::parse(file, problems));
    return {};
  }
  return session::linesOfFile(sources_.pathOf(source).value_or(""), lines);
}

std::string BreakpointTable::setLines(JsonView arguments, JsonWriter& out) {
  const auto path = sources_.pathOf(arguments["source"]);
  if (!path) return "`source` needs a path or the number of a known source";
  const std::vector<JsonView> wanted = arguments["breakpoints"].elements();
  if (wanted.size() > kMaxBreakpoints)
    return fmt::format("a source can have at most {} breakpoints", kMaxBreakpoints);
  std::vector<uint32_t> lines;
  const std::string unreadable = linesOf(arguments["source"], lines);
  std::vector<Breakpoint> breakpoints, gradients;
  out.beginArray();
  for (const JsonView request : wanted) {
    Breakpoint breakpoint;
    breakpoint.id = ++lastId_;
    std::string problem = readRules(request, breakpoint);
    const bool isOfGradient = request["mode"].string() == kGradientMode;
    const int64_t line = request["line"].integer().value_or(0);
    if (line < 1 || line > INT32_MAX) {
      problem = "`line` must be a number from 1 on";
    } else if (!unreadable.empty()) {
      problem = unreadable;
    } else if (const auto next = std::ranges::lower_bound(lines, static_cast<uint32_t>(line));
               next != lines.end()) {
      breakpoint.line = *next;
    } else {
      problem = fmt::format("line {} and the lines behind it have no code", line);
    }
    write(out, breakpoint, problem);
    if (problem.empty()) (isOfGradient ? gradients : breakpoints).push_back(std::move(breakpoint));
  }
  out.endArray();
  const std::string file = session::normalizedPath(*path);
  set_.lines[file] = std::move(breakpoints);
  set_.gradients[file] = std::move(gradients);
  return {};
}

std::string BreakpointTable::replace(std::vector<Breakpoint>& list, JsonView arguments,
                                     JsonWriter& out, const char* kind, Read read) {
  const std::vector<JsonView> wanted = arguments["breakpoints"].elements();
  if (wanted.size() > kMaxBreakpoints)
    return fmt::format("there can be at most {} {} breakpoints", kMaxBreakpoints, kind);
  list.clear();
  out.beginArray();
  for (const JsonView request : wanted) {
    Breakpoint breakpoint;
    breakpoint.id = ++lastId_;
    std::string problem = readRules(request, breakpoint);
    if (std::string wrong = read(request, breakpoint); !wrong.empty()) problem = std::move(wrong);
    write(out, breakpoint, problem);
    if (problem.empty()) list.push_back(std::move(breakpoint));
  }
  out.endArray();
  return {};
}

std::string BreakpointTable::setFunctions(JsonView arguments, JsonWriter& out) {
  return replace(
      set_.functions, arguments, out, "function", [](JsonView from, Breakpoint& breakpoint) {
        breakpoint.function = from["name"].string().value_or("");
        return std::string(breakpoint.function.empty() ? "`name` must be the name of a function"
                                                       : "");
      });
}

std::string BreakpointTable::setData(JsonView arguments, JsonWriter& out) {
  return replace(set_.data, arguments, out, "data", [](JsonView from, Breakpoint& breakpoint) {
    static constexpr std::pair<const char*, Breakpoint::DataRule> kRules[] = {
        {"shape", Breakpoint::DataRule::Shape},
        {"dtype", Breakpoint::DataRule::Dtype},
        {"nan", Breakpoint::DataRule::NonFinite}};
    const std::string id = from["dataId"].string().value_or("");
    const size_t colon = id.rfind(':');
    if (colon == id.npos || !stepping::namesOfPath(id.substr(colon + 1)))
      return std::string("`dataId` must be an id of dataBreakpointInfo");
    if (from["accessType"].string().value_or("write") != "write")
      return std::string("`accessType` must be \"write\": reading a value is not noticed");
    breakpoint.function = id.substr(0, colon);
    breakpoint.data = id.substr(colon + 1);
    for (const auto& [name, rule] : kRules)
      if (breakpoint.condition == name) {
        breakpoint.dataRule = rule;
        breakpoint.condition.clear();
      }
    return std::string();
  });
}

std::string BreakpointTable::setInstructions(JsonView arguments, JsonWriter& out) {
  return replace(
      set_.nodes, arguments, out, "instruction", [](JsonView from, Breakpoint& breakpoint) {
        const auto address = addressIn(from["instructionReference"]);
        const int64_t offset = from["offset"].integer().value_or(0);
        if (!address)
          return std::string("`instructionReference` must be an address of a disassembly");
        breakpoint.address = *address + static_cast<uint64_t>(offset);
        return std::string();
      });
}

std::string BreakpointTable::setExceptions(JsonView arguments, JsonWriter& out) {
  const std::pair<std::string_view, bool*> filters[] = {{"raised", &set_.raised},
                                                        {"uncaught", &set_.uncaught},
                                                        {"divergence", &set_.divergence},
                                                        {"nan", &set_.nan},
                                                        {"tracer", &set_.tracer}};
  for (const auto& [name, isSet] : filters) *isSet = false;
  out.beginArray();
  for (const JsonView filter : arguments["filters"].elements()) {
    const std::string name = filter.string().value_or("");
    const auto* const flag =
        std::ranges::find(filters, name, [](const auto& filter) { return filter.first; });
    const bool isKnown = flag != std::end(filters);
    if (isKnown) *flag->second = true;
    out.beginObject().member("verified", isKnown);
    if (!isKnown)
      out.member("message", fmt::format("the filter `{}` is unknown; the filters are raised, "
                                        "uncaught, divergence, nan and tracer",
                                        name));
    out.endObject();
  }
  out.endArray();
  return {};
}

}  // namespace ts::dap
