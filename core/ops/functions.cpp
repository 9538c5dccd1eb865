#include "core/ops/functions.h"

#include <charconv>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/ops/line_table.h"

namespace ts::ops {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <typename Number>
void readNumber(std::string_view text, Number& number) {
  std::from_chars(text.data(), text.data() + text.size(), number);
}

// tests/oracle/record_functions.py describes the format of the lines.
std::unique_ptr<const KnownFunction> readLine(std::string_view line) {
  std::vector<std::string_view> fields = split(line, '\t');
  auto function = std::make_unique<KnownFunction>();
  function->pythonName = fields[0];
  if (fields[1] == "dispatch") {
    function->kind = KnownFunction::Kind::BooleanDispatch;
    function->argument = fields[2];
    readNumber(fields[3], function->index);
    function->defaultFlag = fields[4] == "True";
    function->ifTrue = fields[5];
    function->ifFalse = fields[6];
    return function;
  }
  function->kind =
      fields[1] == "overloads" ? KnownFunction::Kind::Overloads : KnownFunction::Kind::Function;
  function->qualifiedName = fields[2];
  size_t colon = fields[3].rfind(':');
  function->file = fields[3].substr(0, colon);
  readNumber(fields[3].substr(colon + 1), function->line);
  function->compiles = split(fields[4], ' ');
  function->schemaTexts.assign(fields.begin() + 5, fields.end());
  return function;
}

}  // namespace

const std::vector<FunctionSchema>& KnownFunction::schemas() const {
  std::call_once(parsed_, [&] {
    for (std::string_view text : schemaTexts) {
      auto schema = parseSchema(text, nullptr, SizedDefaults::AreInts);
      if (schema) schemas_.push_back(std::move(*schema));
    }
  });
  return schemas_;
}

const KnownFunction* knownFunction(std::string_view pythonName) {
  struct Cache {
    std::mutex mutex;
    std::unordered_map<const char*, std::unique_ptr<const KnownFunction>> byLine;
  };
  static Cache& cache = *new Cache;
  const LineTable& table = kFunctionLines.current();
  auto [first, last] = table.equalRange(pythonName, firstField);
  if (first == last) return nullptr;
  std::lock_guard lock(cache.mutex);
  auto& slot = cache.byLine[table[first].data()];
  if (!slot) slot = readLine(table[first]);
  return slot.get();
}

}  // namespace ts::ops
