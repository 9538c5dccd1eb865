#include "core/base/persistent_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace ts {
namespace {

using Map = PersistentMap<int>;
using Reference = std::map<std::string, int>;

Reference entriesOf(const Map& map) {
  Reference entries;
  map.forEach([&](const std::string& key, int value) { entries[key] = value; });
  return entries;
}

TEST(PersistentMap, BehavesAsAMapUnderRandomChanges) {
  std::mt19937 random(7);
  Map map;
  Reference reference;
  for (int i = 0; i < 5000; ++i) {
    const std::string key = std::to_string(random() % 300);
    if (random() % 3) {
      map.set(key, i);
      reference[key] = i;
    } else {
      map.erase(key);
      reference.erase(key);
    }
    ASSERT_EQ(map.size(), reference.size());
    const int* found = map.find(key);
    ASSERT_EQ(found != nullptr, reference.contains(key));
    if (found) {
      ASSERT_EQ(*found, i);
    }
  }
  EXPECT_EQ(entriesOf(map), reference);
}

TEST(PersistentMap, ACopyKeepsItsEntriesWhenTheOriginalChanges) {
  Map map{{"a", 1}, {"b", 2}, {"c", 3}};
  const Map copy = map;
  map.set("b", 5);
  map.erase("c");
  map.set("d", 4);
  EXPECT_EQ(entriesOf(copy), (Reference{{"a", 1}, {"b", 2}, {"c", 3}}));
  EXPECT_EQ(entriesOf(map), (Reference{{"a", 1}, {"b", 5}, {"d", 4}}));
}

TEST(PersistentMap, VisitsInOrderFromAKeyUntilToldToStop) {
  const Map map{{"a/x", 1}, {"b/x", 2}, {"b/y", 3}, {"c", 4}};
  std::vector<std::string> visited;
  map.forEachFrom("b/", [&](const std::string& key, int) {
    visited.push_back(key);
    return key != "b/y";
  });
  EXPECT_EQ(visited, (std::vector<std::string>{"b/x", "b/y"}));
}

}  // namespace
}  // namespace ts
