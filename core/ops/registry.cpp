// Look-up of operators by name in the compiled table; schemas are parsed on first use.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "core/base/per_profile.h"
#include "core/ops/edit_distance.h"
#include "core/ops/line_table.h"
#include "core/ops/program_schemas.h"
#include "core/ops/schema.h"

namespace ts::ops {
namespace {

// Returns "aten::add" for "aten::add.Tensor(...".
std::string_view operatorName(std::string_view line) {
  size_t ns = line.find("::");
  return line.substr(0, line.find_first_of(".(", ns));
}

// The operators that the program defines. Never destroyed, as those of a profile.
struct Registry;
struct ProgramSchemas {
  std::mutex mutex;
  std::unordered_map<Symbol, std::deque<std::string>> lines;
  std::vector<Registry*> registries;  // of the profiles in use
  std::atomic<bool> isAny = false;
};
ProgramSchemas& programSchemas() {
  static auto& schemas = *new ProgramSchemas;
  return schemas;
}

// The operators of one profile. Never destroyed, because its schemas must live as long as the
// process.
struct Registry {
  Registry() {
    const std::lock_guard lock(programSchemas().mutex);
    programSchemas().registries.push_back(this);
  }
  // Sets the overloads of a name, with the lock held.
  const Overloads& add(Symbol name, std::vector<TableSchema> overloads) {
    const std::vector<TableSchema>& kept = lines.emplace_back(std::move(overloads));
    return byName[name] = Overloads(kept.data(), kept.size());
  }

  std::shared_mutex mutex;
  std::unordered_map<Symbol, Overloads> byName;
  std::deque<std::vector<TableSchema>> lines;
};

// With the lock held.
std::vector<TableSchema> linesOfProgram(Symbol name) {
  const auto& all = programSchemas().lines;
  const auto found = all.find(name);
  if (found == all.end()) return {};
  std::vector<TableSchema> lines(found->second.size());
  for (size_t i = 0; i < lines.size(); ++i) lines[i].line = found->second[i];
  return lines;
}

Registry& registry() {
  static auto& registries = *new PerProfile<Registry>;
  return registries.get();
}

std::string_view namespaceOf(std::string_view name) {
  size_t end = name.find("::");
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}

std::string_view bareName(std::string_view name) {
  size_t ns = name.find("::");
  return ns == std::string_view::npos ? name : name.substr(ns + 2);
}

}  // namespace

namespace {

const Overloads& overloadsOf(Symbol name) {
  Registry& schemas = registry();
  {
    std::shared_lock lock(schemas.mutex);
    auto entry = schemas.byName.find(name);
    if (entry != schemas.byName.end()) return entry->second;
  }
  std::unique_lock lock(schemas.mutex);
  auto entry = schemas.byName.find(name);
  if (entry != schemas.byName.end()) return entry->second;
  const LineTable& table = kSchemaLines.current();
  auto [first, last] = table.equalRange(name.str(), operatorName);
  // Caches missing names too: passes repeatedly look up nodes without a schema.
  if (first == last) {
    const std::lock_guard ofProgram(programSchemas().mutex);
    std::vector<TableSchema> lines = linesOfProgram(name);
    return lines.empty() ? schemas.byName[name] : schemas.add(name, std::move(lines));
  }
  std::vector<TableSchema> lines(last - first);
  for (size_t i = first; i < last; ++i) lines[i - first].line = table[i];
  return schemas.add(name, std::move(lines));
}

}  // namespace

// Two threads may parse the same schema at once; the first result is kept.
const FunctionSchema* Overloads::parse(const TableSchema& schema) {
  auto parsed = parseSchema(schema.line);
  auto created = std::make_unique<FunctionSchema>(parsed ? std::move(*parsed) : FunctionSchema());
  const FunctionSchema* first = nullptr;
  return schema.parsed.compare_exchange_strong(first, created.get(), std::memory_order_acq_rel)
             ? created.release()
             : first;
}

Overloads schemasOf(Symbol name) {
  // A cache of each thread and profile, indexed by symbol number, to avoid the lock and the hash.
  static thread_local std::array<std::vector<const Overloads*>, kTorchProfileCount> ofProfile;
  std::vector<const Overloads*>& asked = ofProfile[indexOf(torchProfile())];
  if (name.number() >= asked.size()) asked.resize(name.number() + 64);
  const Overloads*& overloads = asked[name.number()];
  if (!overloads) overloads = &overloadsOf(name);
  return *overloads;
}

const FunctionSchema* schema(Symbol name, std::string_view overload) {
  for (const FunctionSchema* candidate : schemasOf(name)) {
    if (candidate->overload == overload) return candidate;
  }
  return nullptr;
}

std::string defineSchema(const std::string& text) {
  std::string error;
  const std::optional<FunctionSchema> parsed = parseSchema(text, &error);
  if (!parsed) return error;
  const Symbol name = parsed->symbol();
  const std::string_view space = namespaceOf(parsed->name);
  if (space.empty()) return "the name of an operator has a namespace: " + parsed->name;
  ProgramSchemas& program = programSchemas();
  for (const FunctionSchema* existing : schemasOf(name))
    if (existing->overload == parsed->overload || !isOfProgram(*existing))
      return "Tried to register an operator (" + text +
             ") with the same name and overload name multiple times.";
  std::vector<Registry*> registries;
  {
    const std::lock_guard lock(program.mutex);
    program.lines[name].push_back(text);
    program.isAny = true;
    registries = program.registries;
  }
  // The name may be cached as a missing one. A registry is locked before the program's schemas.
  for (Registry* registry : registries) {
    const std::unique_lock ofRegistry(registry->mutex);
    const std::lock_guard lock(program.mutex);
    registry->add(name, linesOfProgram(name));
  }
  return {};
}

bool isOfProgram(const FunctionSchema& schema) {
  ProgramSchemas& program = programSchemas();
  if (!program.isAny.load(std::memory_order_relaxed)) return false;
  const std::lock_guard lock(program.mutex);
  return program.lines.contains(schema.symbol());
}

std::vector<std::string> nearNames(std::string_view name, size_t most) {
  struct Candidate {
    size_t distance;
    bool isPrivate;
    std::string_view name;
    auto operator<=>(const Candidate&) const = default;  // NOLINT(modernize-use-nullptr)
  };
  std::string_view wantedNamespace = namespaceOf(name).empty() ? "aten" : namespaceOf(name);
  std::string_view wanted = bareName(name);
  size_t limit = std::max<size_t>(1, wanted.size() / 3);
  std::vector<Candidate> candidates;
  std::string_view previous;
  const LineTable& table = kSchemaLines.current();
  for (size_t i = 0; i < table.size; ++i) {
    std::string_view candidate = operatorName(table[i]);
    if (candidate == previous || namespaceOf(candidate) != wantedNamespace) continue;
    previous = candidate;
    std::string_view bare = bareName(candidate);
    size_t distance = editDistance(wanted, bare, limit);
    if (distance > limit || distance == 0) continue;
    candidates.push_back({distance, bare.starts_with('_') && !wanted.starts_with('_'), candidate});
  }
  size_t count = std::min(most, candidates.size());
  std::ranges::partial_sort(candidates, candidates.begin() + count);
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.emplace_back(candidates[i].name);
  return names;
}

}  // namespace ts::ops
