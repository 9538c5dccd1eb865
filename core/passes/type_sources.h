// Where the types of values come from, for exits that need a value of a type and have none.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

// Where the type object of a value was made. PyTorch makes a type such as List[int] anew at each
// place where it is written or inferred, and these are types of their own there: two values have
// the same one if their types come from the same place.
class TypeSources {
 public:
  using Id = uint32_t;
  static constexpr Id kNowhere = 0;

  // What was recorded for the value, else what the nodes say that made it.
  Id of(const ir::Value* value) { return of(value, 0); }
  void record(const ir::Value* value, Id source);
  // The type of what two branches give: the second's where they are equal, else the wider one's; T
  // and None together make a new Optional of that T.
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
    size_t number = 0;  // of a value, a part or a function
    const types::ClassType* cls = nullptr;
    const ir::Name* name = nullptr;  // of a method or attribute
    Id inner = kNowhere;             // what it is a part, an Optional or an element of
    bool isLike(const Source& other) const {
      return from == other.from && number == other.number && cls == other.cls && name == other.name;
    }
  };
  Id make(Source source);
  Id of(const ir::Value* value, int depth);
  Id ofBranches(const ir::Value* onTrue, const ir::Value* onFalse, int depth);

  std::vector<Source> sources_ = {Source{}};
  std::vector<Id> known_;  // by the number of a value
};

}  // namespace ts::passes
