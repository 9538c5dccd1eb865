// Facts about expressions, recorded for editors while compiling: types and chosen overloads, by
// source range. Batch tools do not record them.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ops/schema.h"
#include "core/source/source_file.h"
#include "core/types/type.h"

namespace ts::compiler {

struct TypeFact {
  Span span;  // of an expression, an assignment target or a parameter
  types::TypePtr type;
};
struct OverloadFact {
  Span span;  // of the callee, or of the whole expression for an operator such as +
  const ops::FunctionSchema* schema;
};

// Adds facts of places that have none yet. Both lists are sorted by place.
template <typename Fact>
void addFacts(std::vector<Fact>& all, const std::vector<Fact>& more) {
  const auto place = [](const Fact& fact) { return std::pair(fact.span.begin, fact.span.end); };
  std::vector<Fact> merged;
  std::ranges::set_union(all, more, std::back_inserter(merged), {}, place, place);
  all = std::move(merged);
}

// The facts of one file or of several files. When code is compiled several times (a method of two
// module types), the first compilation wins.
class Facts {
 public:
  explicit Facts(const SourceFile* file)
      : Facts([file](const SourceFile& sourceFile) { return &sourceFile == file; }) {}
  // Records the facts of the files for which `wants` returns true. It is called once for each file.
  explicit Facts(std::function<bool(const SourceFile&)> wants) : wants_(std::move(wants)) {}

  void type(SourceRange at, types::TypePtr type) {
    if (!type || type->isUnknown()) return;
    if (Table* table = tableOf(at.file))
      table->types.try_emplace({at.span.begin, at.span.end}, type);
  }
  void overload(SourceRange at, const ops::FunctionSchema& schema) {
    if (Table* table = tableOf(at.file))
      table->overloads.try_emplace({at.span.begin, at.span.end}, &schema);
  }

  // The facts of one file, sorted by source range.
  std::vector<TypeFact> types(const SourceFile* file) const {
    std::vector<TypeFact> all;
    if (const Table* table = known(file))
      for (const auto& [at, type] : table->types) all.push_back({{at.first, at.second}, type});
    return all;
  }
  std::vector<OverloadFact> overloads(const SourceFile* file) const {
    std::vector<OverloadFact> all;
    if (const Table* table = known(file))
      for (const auto& [at, schema] : table->overloads)
        all.push_back({{at.first, at.second}, schema});
    return all;
  }

 private:
  using SpanKey = std::pair<uint32_t, uint32_t>;
  struct Table {
    bool isWanted = false;
    std::map<SpanKey, types::TypePtr> types;
    std::map<SpanKey, const ops::FunctionSchema*> overloads;
  };

  // Null when the file's facts are not wanted.
  Table* tableOf(const SourceFile* file) {
    if (!file) return nullptr;
    if (file != last_) {
      const auto [at, isNew] = tables_.try_emplace(file);
      if (isNew) at->second.isWanted = wants_(*file);
      last_ = file;
      lastTable_ = at->second.isWanted ? &at->second : nullptr;
    }
    return lastTable_;
  }
  const Table* known(const SourceFile* file) const {
    const auto entry = tables_.find(file);
    return entry == tables_.end() ? nullptr : &entry->second;
  }

  std::function<bool(const SourceFile&)> wants_;
  std::unordered_map<const SourceFile*, Table> tables_;
  // Most facts are of the same file as the one before.
  const SourceFile* last_ = nullptr;
  Table* lastTable_ = nullptr;
};

}  // namespace ts::compiler
