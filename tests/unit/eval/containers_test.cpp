#include "core/eval/builtins/containers.h"
#include "core/eval_torch/native_library.h"

#include <gtest/gtest.h>

#include <list>
#include <map>
#include <random>

#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

class Containers : public testing::Test {
 protected:
  static Value integer(int64_t value) { return Value::integer(value); }
  std::string keysOf(Dict& dict) {
    std::string text;
    dict.each([&](const Value& key, const Value&) { text += vm.repr(key) + " "; });
    return text;
  }
  NoModules loader;
  Vm vm{loader, nativeLibrary()};
};

TEST_F(Containers, DictKeepsTheOrderOfInsertionThroughDeletions) {
  std::mt19937 random(7);
  Ref<Dict> dict = vm.dict();
  std::map<int64_t, int64_t> values;
  std::list<int64_t> order;
  for (int step = 0; step < 20000; ++step) {
    int64_t key = static_cast<int64_t>(random() % 300) * 64;
    if (random() % 2) {
      if (values.emplace(key, step).second) order.push_back(key);
      values[key] = step;
      dict->set(vm, integer(key), integer(step));
    } else {
      EXPECT_EQ(dict->erase(vm, integer(key)), values.erase(key) == 1);
      order.remove(key);
    }
    if (step % 97 == 0 && dict->count > 0) {
      EXPECT_EQ(dict->removeLast().key.integerValue(), order.back());
      values.erase(order.back());
      order.pop_back();
    }
  }
  ASSERT_EQ(dict->count, values.size());
  std::list<int64_t> keys;
  dict->each([&](const Value& key, const Value& value) {
    keys.push_back(key.integerValue());
    EXPECT_EQ(values.at(key.integerValue()), value.integerValue());
  });
  EXPECT_EQ(keys, order);
}

TEST_F(Containers, DictFindsInternedAndOtherNamesByText) {
  Ref<Dict> dict = vm.dict();
  for (int i = 0; i < 100; ++i) dict->set(vm.intern("name" + std::to_string(i)), integer(i));
  Value loose = vm.str("name42");
  ASSERT_NE(dict->find(loose.as<Str>()), nullptr);
  EXPECT_EQ(dict->find(loose.as<Str>())->integerValue(), 42);
  EXPECT_EQ(dict->find(vm, loose)->integerValue(), 42);
  EXPECT_EQ(dict->find(vm.intern("name100")), nullptr);
  EXPECT_TRUE(dict->erase(loose.as<Str>()));
  EXPECT_EQ(dict->find(vm.intern("name42")), nullptr);
}

TEST_F(Containers, EqualNumbersAreOneKey) {
  Ref<Dict> dict = vm.dict();
  dict->set(vm, integer(1), integer(10));
  dict->set(vm, Value::real(1.0), integer(20));
  dict->set(vm, Value::boolean(true), integer(30));
  EXPECT_EQ(keysOf(*dict), "1 ");
  EXPECT_EQ(dict->find(vm, integer(1))->integerValue(), 30);
}

TEST_F(Containers, UnknownIterableMakesAListUnknown) {
  Ref<List> list = vm.list({integer(1)});
  vm.callMethod(list, "extend", {Value::unknown()});
  EXPECT_TRUE(list->unknown);
  EXPECT_THROW(vm.len(list), UnknownTruth);
  EXPECT_TRUE(vm.getitem(list, integer(0)).isUnknown());
  vm.callMethod(list, "clear");
  EXPECT_EQ(vm.len(list), 0);
}

TEST_F(Containers, UnknownElementsLeaveAListsLengthKnown) {
  Ref<List> list = vm.list({integer(2), Value::unknown(), integer(1)});
  vm.callMethod(list, "append", {Value::unknown()});
  EXPECT_EQ(vm.len(list), 4);
  EXPECT_TRUE(vm.truth(vm.contains(list, integer(1))));
  EXPECT_TRUE(vm.contains(list, integer(9)).isUnknown());
  vm.callMethod(list, "sort");
  EXPECT_EQ(vm.len(list), 4);
  EXPECT_TRUE(vm.getitem(list, integer(0)).isUnknown());
}

TEST_F(Containers, WhetherATextContainsAnUnknownIsUnknown) {
  EXPECT_TRUE(vm.contains(vm.str("abc"), Value::unknown()).isUnknown());
}

TEST_F(Containers, ComparisonIsKnownIfAKnownElementDecides) {
  Ref<List> list = vm.list({Value::unknown(), integer(1)});
  Ref<List> other = vm.list({Value::unknown(), integer(2)});
  Ref<List> shorter = vm.list({Value::unknown()});
  EXPECT_FALSE(vm.truth(vm.compare(CompareOp::Eq, list, other)));
  EXPECT_FALSE(vm.truth(vm.compare(CompareOp::Eq, list, shorter)));
  EXPECT_TRUE(vm.compare(CompareOp::Lt, list, other).isUnknown());
}

TEST_F(Containers, UnknownKeyMakesADictUnknown) {
  Ref<Dict> dict = vm.dict();
  dict->set(vm.intern("a"), integer(1));
  vm.setitem(dict, Value::unknown(), integer(2));
  EXPECT_TRUE(dict->unknown);
  EXPECT_TRUE(vm.getitem(dict, vm.intern("a")).isUnknown());
  EXPECT_TRUE(vm.getitem(dict, vm.intern("b")).isUnknown());
  vm.setitem(dict, vm.intern("a"), integer(3));
  EXPECT_EQ(vm.getitem(dict, vm.intern("a")).integerValue(), 3);
  EXPECT_TRUE(vm.contains(dict, vm.intern("zz")).isUnknown());
}

TEST_F(Containers, UnknownElementMakesASetUnknown) {
  Ref<Set> set = vm.set();
  vm.callMethod(set, "add", {integer(1)});
  vm.callMethod(set, "add", {Value::unknown()});
  EXPECT_TRUE(vm.truth(vm.contains(set, integer(1))));
  EXPECT_TRUE(vm.contains(set, integer(2)).isUnknown());
}

TEST_F(Containers, SortingIsStableEvenReversed) {
  std::vector<Value> items;
  for (int64_t i = 0; i < 100; ++i) items.push_back(vm.tuple({integer(i % 3), integer(i)}));
  Value first = vm.closure("first", [](Vm& vm, std::span<const Value> args) {
    return vm.getitem(args[0], Value::integer(0));
  });
  sortValues(vm, items, first, true);
  for (size_t i = 1; i < items.size(); ++i) {
    const std::vector<Value>& before = items[i - 1].as<Tuple>()->items;
    const std::vector<Value>& after = items[i].as<Tuple>()->items;
    EXPECT_GE(before[0].integerValue(), after[0].integerValue());
    EXPECT_TRUE(!before[0].same(after[0]) || before[1].integerValue() < after[1].integerValue());
  }
}

TEST_F(Containers, InconsistentComparisonsEndASort) {
  std::mt19937 random(3);
  Value less =
      vm.closure("less", [&](Vm&, std::span<const Value>) { return Value::boolean(random() % 2); });
  Ref<Dict> space = vm.dict();
  space->set(vm.intern("__lt__"), less);
  Ref<Class> cls = vm.makeClass(vm.types.type, "Fickle", {}, space, {});
  std::vector<Value> items;
  for (int i = 0; i < 500; ++i) items.push_back(vm.instance(cls.get()));
  sortValues(vm, items, Value::none(), false);
  EXPECT_EQ(items.size(), 500u);
}

TEST_F(Containers, RangesOfExtremeBoundsHaveALength) {
  Range all(vm.types.range, INT64_MIN, INT64_MAX, 1);
  Range back(vm.types.range, INT64_MAX, INT64_MIN, -INT64_MAX);
  EXPECT_EQ(all.length(), INT64_MAX);  // clamped
  EXPECT_EQ(back.length(), 3);
}

TEST_F(Containers, RepeatingBeyondTheMemoryLimitRaises) {
  Ref<List> list = vm.list({integer(0)});
  EXPECT_THROW(vm.binary(BinaryOp::Mult, list, integer(INT64_MAX / 4)), Raised);
}

}  // namespace
}  // namespace ts::eval
