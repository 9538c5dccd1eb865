#include "core/base/persistent_map.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
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
    const int* entry = map.find(key);
    ASSERT_EQ(entry != nullptr, reference.contains(key));
    if (entry) {
      ASSERT_EQ(*entry, i);
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

TEST(PersistentMap, ReportsExactlyTheEntriesThatDiffer) {
  std::mt19937 random(11);
  Map newer;
  std::vector<Map> olders{newer};
  for (int i = 0; i < 2000; ++i) {
    const std::string key = std::to_string(random() % 200);
    if (random() % 3)
      newer.set(key, static_cast<int>(random() % 3));
    else
      newer.erase(key);
    if (i % 50 == 0) olders.push_back(newer);
    const Map& older = olders[random() % olders.size()];
    std::map<std::string, std::optional<int>> expected, found;
    newer.forEach([&](const std::string& at, int value) {
      const int* before = older.find(at);
      if (!before || *before != value) expected[at] = value;
    });
    older.forEach([&](const std::string& at, int) {
      if (!newer.find(at)) expected[at] = std::nullopt;
    });
    newer.forEachChange(older, [&](const std::string& at, const int* value) {
      EXPECT_TRUE(found.emplace(at, value ? std::optional(*value) : std::nullopt).second) << at;
    });
    ASSERT_EQ(found, expected);
  }
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
