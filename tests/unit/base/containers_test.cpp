#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/pointer_map.h"
#include "core/base/pool.h"
#include "core/base/small_vector.h"
#include "core/base/symbol.h"

namespace ts {
namespace {

TEST(SmallVector, KeepsItsElementsWhenTheyLeaveForTheHeap) {
  SmallVector<int, 2> numbers;
  for (int i = 0; i < 9; ++i) numbers.push_back(i);
  EXPECT_EQ(numbers, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  numbers.insert(2, 20);
  numbers.erase(0);
  EXPECT_EQ(numbers, (std::vector<int>{1, 20, 2, 3, 4, 5, 6, 7, 8}));
  numbers.truncate(1);
  EXPECT_EQ(numbers.back(), 1);
  numbers.assign(std::vector<int>(20, 7));
  EXPECT_EQ(numbers.size(), 20u);
}

struct Counted {
  static inline int living = 0;
  Counted() { ++living; }
  ~Counted() { --living; }
  std::string text;
};

TEST(Pool, GivesBackWhatWaitsAndDestroysEachOnce) {
  {
    Pool<Counted> pool;
    std::vector<Counted*> taken;
    for (int i = 0; i < 100; ++i) taken.push_back(pool.take());
    pool.giveBack(taken[3]);
    EXPECT_EQ(pool.take(), taken[3]);
    int seen = 0;
    pool.each([&](const Counted&) { ++seen; });
    EXPECT_EQ(seen, 100);
    EXPECT_EQ(Counted::living, 100);
  }
  EXPECT_EQ(Counted::living, 0);
}

TEST(PointerMap, FindsWhatWasPutIn) {
  std::vector<int> keys(1000);
  PointerMap<int, int> map;
  EXPECT_EQ(map.find(&keys[0]), nullptr);
  for (int i = 0; i < 1000; i += 2) map[&keys[static_cast<size_t>(i)]] = i;
  for (int i = 0; i < 1000; ++i) {
    const int* entry = map.find(&keys[static_cast<size_t>(i)]);
    ASSERT_EQ(entry != nullptr, i % 2 == 0);
    if (entry) {
      EXPECT_EQ(*entry, i);
    }
  }
}

TEST(Symbols, KnowTheirNamespaces) {
  Symbol add = Symbol::intern("aten::add");
  EXPECT_EQ(add.ns(), "aten");
  EXPECT_EQ(add.name(), "add");
  Symbol value = Symbol::intern("value");
  EXPECT_EQ(value.ns(), "");
  EXPECT_EQ(value.name(), "value");
  EXPECT_EQ(Symbol::intern("::x").name(), "x");
}

TEST(Symbols, TablesTellThoseThatAreInThem) {
  Symbol a = Symbol::intern("test::a"), b = Symbol::intern("test::b"),
         c = Symbol::intern("test::c");
  SymbolMap<int> map = {{a, 1}, {b, 2}};
  ASSERT_NE(map.find(b), nullptr);
  EXPECT_EQ(*map.find(b), 2);
  EXPECT_EQ(map.find(c), nullptr);
  SymbolSet set = {a};
  EXPECT_TRUE(set.contains(a));
  EXPECT_FALSE(set.contains(c));
  EXPECT_FALSE(set.contains(Symbol::intern("test::later")));
}

}  // namespace
}  // namespace ts
