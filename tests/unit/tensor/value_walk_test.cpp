#include "core/tensor/value_walk.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"

namespace ts::tensor {
namespace {

constexpr int kDeep = 1'000'000;

IValue nested(int depth) {
  IValue value = makeTuple({});
  for (int i = 0; i < depth; ++i) {
    if (i % 3 == 0)
      value = makeTuple({std::move(value)});
    else if (i % 3 == 1)
      value = makeList(types::anyType(), {std::move(value)});
    else {
      auto dict = makeCounted<DictValue>(types::intType(), types::anyType());
      dict->set(IValue(1), std::move(value));
      value = dict;
    }
  }
  return value;
}

TEST(ValueWalk, ReturnsAValueBeforeItsContentsInOrder) {
  auto dict = makeCounted<DictValue>(types::intType(), types::stringType());
  dict->set(IValue(1), IValue("a"));
  const IValue value = makeTuple({makeTuple({IValue(2), IValue(3)}), IValue(dict), IValue(4)});
  std::string text;
  for (ValueWalk walk(value); const IValue* each = walk.next();)
    text += each->isInt() ? std::to_string(each->toInt()) : std::string(nameOf(each->tag()));
  EXPECT_EQ(text, "TupleTuple23Dict1str4");
}

TEST(ValueWalk, EntersASharedContainerOnce) {
  const IValue shared = makeTuple({IValue(1)});
  const IValue value = makeTuple({shared, shared});
  int count = 0;
  for (ValueWalk walk(value); walk.next();) ++count;
  EXPECT_EQ(count, 3);
}

TEST(ValueWalk, EndsForAListThatContainsItself) {
  auto list = makeCounted<ListValue>(types::anyType());
  list->items = {IValue(list), IValue(1)};
  const IValue value = list;
  int count = 0;
  for (ValueWalk walk(value); walk.next();) ++count;
  EXPECT_EQ(count, 2);
  breakCycles({&value, 1});
  EXPECT_TRUE(list->items.empty());
}

TEST(ValueWalk, SkipLeavesOutTheContentsOfOneValue) {
  const IValue value = makeTuple({makeTuple({IValue(1)}), IValue(2)});
  int numbers = 0, tuples = 0;
  for (ValueWalk walk(value); const IValue* each = walk.next();) {
    numbers += each->isInt();
    if (each->isTuple() && ++tuples == 2) walk.skip();
  }
  EXPECT_EQ(numbers, 1);
}

TEST(ValueWalk, WalksAndFreesValuesOfAnyDepth) {
  const IValue value = nested(kDeep);
  int count = 0;
  for (ValueWalk walk(value); walk.next();) ++count;
  EXPECT_GT(count, kDeep);
}

TEST(ValueDepth, ARecursionThatIsTooDeepNamesTheLimit) {
  const std::function<void(int)> recurse = [&](int levels) {
    const ValueDepth depth;
    if (levels > 1) recurse(levels - 1);
  };
  recurse(kMaxValueDepth);
  try {
    recurse(kMaxValueDepth + 1);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::Recursion);
    EXPECT_NE(std::string(error.what()).find("kMaxValueDepth"), std::string::npos);
  }
  recurse(kMaxValueDepth);
}

}  // namespace
}  // namespace ts::tensor
