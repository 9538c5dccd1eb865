// The arguments of a call with one more argument in front, for example self.
#pragma once

#include <array>
#include <vector>

#include "core/eval/vm/native.h"

namespace ts::eval {

class WithFirst {
 public:
  WithFirst(const Value& first, const CallArgs& rest) {
    const size_t count = rest.all().size() + 1;
    Value* values = few_.data();
    if (count > few_.size()) {
      many_.resize(count);
      values = many_.data();
    }
    values[0] = first;
    for (size_t i = 1; i < count; ++i) values[i] = rest.values[i - 1];
    args_ = {values, rest.positional + 1, rest.names};
  }
  WithFirst(const WithFirst&) = delete;
  const CallArgs& args() const { return args_; }

 private:
  std::array<Value, 8> few_;
  std::vector<Value> many_;
  CallArgs args_;
};

}  // namespace ts::eval
