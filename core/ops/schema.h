// Schemas of operators and functions: their arguments and results.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/symbol.h"
#include "core/types/constant.h"
#include "core/types/type.h"

namespace ts::ops {

// The alias annotation after a type in a schema: "(a!)", "(a -> *)", "(a|b)".
struct AliasInfo {
  bool isWrite = false;
  bool isWildcardBefore = false;
  bool isWildcardAfter = false;
  std::vector<std::string> before;  // alias sets
  std::vector<std::string> after;
  std::vector<AliasInfo> contained;  // "Tensor(a!)[]" has an entry for its elements
};

struct Argument {
  std::string name;
  types::TypePtr type = nullptr;
  std::optional<int> broadcastSize;  // N of int[N]: a single int is accepted for N ints
  std::optional<types::Constant> defaultValue;
  bool keywordOnly = false;
  std::optional<AliasInfo> alias;
  bool inferred = false;  // the parameter is not annotated, so its type is Tensor
  // The declared base of the type, if values have a different type: "SymInt", "ScalarType",
  // "Layout", "MemoryFormat", "Dimname". Otherwise empty.
  std::string declaredBase;
};

struct FunctionSchema {
  std::string name;      // "aten::add", or the name of a function
  std::string overload;  // "Tensor"; may be empty
  std::vector<Argument> arguments;
  std::vector<Argument> returns;
  bool isVararg = false;
  bool isVarret = false;

  // "aten::add.Tensor"; only the name for an empty overload.
  std::string nameWithOverload() const;
  std::optional<size_t> argumentIndex(std::string_view argument) const;
  // Returns the text that PyTorch prints: "aten::add.Tensor(Tensor self, Tensor other, *, Scalar
  // alpha=1) -> Tensor".
  std::string str() const;
  // Returns true if the operator writes to any argument.
  bool isMutable() const;
  Symbol symbol() const { return Symbol::intern(name); }
};

// One line of the table, parsed on first access: for most operators only the first few overloads
// are ever needed.
struct TableSchema {
  std::string_view line;
  mutable std::atomic<const FunctionSchema*> parsed = nullptr;
};

// The overloads of one operator; a range of schema pointers.
class Overloads {
 public:
  class Iterator {
   public:
    using value_type = const FunctionSchema*;
    using difference_type = ptrdiff_t;
    explicit Iterator(const TableSchema* at = nullptr) : at_(at) {}
    const FunctionSchema* operator*() const { return Overloads::get(*at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    const TableSchema* at_;
  };

  Overloads() = default;
  Overloads(const TableSchema* first, size_t size) : first_(first), size_(size) {}
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const FunctionSchema* operator[](size_t i) const { return get(first_[i]); }
  const FunctionSchema* front() const { return get(*first_); }
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(first_ + size_); }

 private:
  static const FunctionSchema* get(const TableSchema& schema) {
    const FunctionSchema* parsed = schema.parsed.load(std::memory_order_acquire);
    return parsed ? parsed : parse(schema);
  }
  static const FunctionSchema* parse(const TableSchema& schema);

  const TableSchema* first_ = nullptr;
  size_t size_ = 0;
};

// Returns all overloads of an operator ("aten::add") in PyTorch's order of trial; empty for an
// unknown operator. Each line is parsed on first access. Thread-safe; the pointers stay valid
// for the life of the process.
Overloads schemasOf(Symbol name);
// Returns one overload by its exact name, or null.
const FunctionSchema* schema(Symbol name, std::string_view overload);
// The meaning of a single int as the default of a sized list, as in "int[2] stride=1". For
// operators it means a list of two ints. For functions written in Python it stays an int, which a
// call turns into a list.
enum class SizedDefaults : uint8_t { AreLists, AreInts };
// Parses the text of one schema. Returns nothing and sets `error` on failure.
std::optional<FunctionSchema> parseSchema(std::string_view text, std::string* error = nullptr,
                                          SizedDefaults sizedDefaults = SizedDefaults::AreLists);
// Returns the names of operators similar to an unknown name: best match first, at most `most`.
std::vector<std::string> nearNames(std::string_view name, size_t most = 3);

// The kind of object that a public Python name of torch means (data/names.tsv).
enum class NameKind : uint8_t {
  Builtin,
  Function,
  BooleanDispatch,
  Overloaded,
  Method,
  Property,
  Class,
  Other,
  Uncompilable
};
struct PublicName {
  NameKind kind;
  std::string_view name;    // "torch.nn.functional.relu"
  std::string_view target;  // "aten::relu", the schema of a Python function, ...
};
// Looks up a name by binary search in a read-only table. Returns null when the name is unknown or
// not public. The pointer stays valid for the life of the process.
const PublicName* publicName(std::string_view pythonName);

}  // namespace ts::ops
