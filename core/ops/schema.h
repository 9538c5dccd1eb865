// Operator and function schemas: what a call takes and gives.
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

// "(a!)", "(a -> *)", "(a|b)" behind a type in a schema.
struct AliasInfo {
  bool isWrite = false;
  bool isWildcardBefore = false;
  bool isWildcardAfter = false;
  std::vector<std::string> before;  // alias sets
  std::vector<std::string> after;
  std::vector<AliasInfo> contained;  // "Tensor(a!)[]" has one for the elements
};

struct Argument {
  std::string name;
  types::TypePtr type = nullptr;
  std::optional<int> broadcastSize;  // N of int[N]: one int stands for N of them
  std::optional<types::Constant> defaultValue;
  bool keywordOnly = false;
  std::optional<AliasInfo> alias;
  bool inferred = false;  // an unannotated parameter, taken for Tensor
  // The base of the type as the schema spells it where a value of it is something else: "SymInt",
  // "ScalarType", "Layout", "MemoryFormat", "Dimname". Otherwise empty.
  std::string declaredBase;
};

struct FunctionSchema {
  std::string name;      // "aten::add", or the name of a function
  std::string overload;  // "Tensor"; may be empty
  std::vector<Argument> arguments;
  std::vector<Argument> returns;
  bool isVararg = false;
  bool isVarret = false;

  std::optional<size_t> argumentIndex(std::string_view argument) const;
  // As PyTorch prints it: "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) ->
  // Tensor"
  std::string str() const;
  // Whether it writes to any of its arguments.
  bool isMutable() const;
  Symbol symbol() const { return Symbol::intern(name); }
};

// One line of the table, parsed when somebody gets to it: of most operators the first few overloads
// are all that is ever looked at.
struct TableSchema {
  std::string_view line;
  mutable std::atomic<const FunctionSchema*> parsed = nullptr;
};

// The overloads of one operator, like a list of pointers.
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

// All overloads of an operator ("aten::add") in the order in which PyTorch tries them; empty when
// there is none. Thread-safe; a line is parsed when it is first looked at. The pointers stay valid
// for the life of the process.
Overloads schemasOf(Symbol name);
// One overload by its exact name, or null.
const FunctionSchema* schema(Symbol name, std::string_view overload);
// What a single int is that is given as the default of a sized list, "int[2] stride=1": for
// operators a list of two, for functions written in Python the int itself, which a call turns into
// a list.
enum class SizedDefaults : uint8_t { AreLists, AreInts };
// Parses the text of one schema; null and the reason in `error` when it isn't one.
std::optional<FunctionSchema> parseSchema(std::string_view text, std::string* error = nullptr,
                                          SizedDefaults sizedDefaults = SizedDefaults::AreLists);
// Names of operators close to one that doesn't exist, best first, at most `most`.
std::vector<std::string> nearNames(std::string_view name, size_t most = 3);

// What a public Python name of torch stands for (data/names.tsv).
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
  std::string_view target;  // "aten::relu", or the schema of a Python function, ...
};
// Looked up by binary search in a read-only table; null when the name isn't public or unknown. The
// pointer stays valid for the life of the process.
const PublicName* publicName(std::string_view pythonName);

}  // namespace ts::ops
