// Tracks where the types of values come from, for early exits that need a placeholder of a type.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

// Identifies the type object of a value. PyTorch creates a new type object for List[int] at each
// place where the type is written or inferred, and treats them as different types. Here such types
// are one object, so this class tells them apart: two values have the same type object if their
// types have the same source.
class TypeSources {
 public:
  using Id = uint32_t;
  static constexpr Id kNowhere = 0;

  // The recorded source of the value's type, else the source derived from the node that creates the
  // value.
  Id of(const ir::Value* value) { return of(value, 0); }
  void record(const ir::Value* value, Id source);
  // The source of the joined type of two branches: the second's if the types are equal, else the
  // wider one's. T and None join to a new Optional of that T.
  Id ofBranches(const ir::Value* onTrue, const ir::Value* onFalse) {
    return ofBranches(onTrue, onFalse, 0);
  }
  bool same(Id a, Id b) const;

 private:
  enum class From : uint8_t {
    Nowhere,
    Value,
    Part,
    MethodResult,
    FunctionResult,
    Attribute,
    Optional,
    Element
  };
  struct Source {
    From from = From::Nowhere;
    size_t number = 0;  // unique() of a value or callee, or the index of a tuple element
    const types::ClassType* cls = nullptr;
    const ir::Name* name = nullptr;  // of a method or attribute
    Id inner = kNowhere;  // the tuple, Optional or element type that this source refers to
    bool isLike(const Source& other) const {
      return from == other.from && number == other.number && cls == other.cls && name == other.name;
    }
  };
  Id make(Source source);
  Id of(const ir::Value* value, int depth);
  Id ofBranches(const ir::Value* onTrue, const ir::Value* onFalse, int depth);

  std::vector<Source> sources_ = {Source{}};
  std::vector<Id> ofValue_;  // by Value::unique()
};

}  // namespace ts::passes
