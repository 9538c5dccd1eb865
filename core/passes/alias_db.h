// Alias analysis: which values may share memory, and which nodes write to it. The model is that of
// PyTorch's AliasDb, so that passes make the same decisions. Every value of a mutable type has a
// memory element. An element points to the elements that it may be the same as, and lists the
// elements that it contains. Graph inputs and values that go into a container or come out of one
// may be any object of their type. They point to the wildcard element of that type.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

// Sorted ids of the elements that point to no other element. Most values have one location.
using Locations = std::vector<uint32_t>;

// A snapshot of the graph's aliases, computed by the constructor. Values created after that are not
// in it: they have no locations and alias nothing.
class AliasDb {
 public:
  explicit AliasDb(const ir::Graph& graph);

  // True if values of this type can be changed in place, or can contain such values.
  static bool isMutableType(types::TypePtr type);

  bool hasWriters(const ir::Value* value) const;
  bool hasWriters(std::span<ir::Value* const> values) const;
  // True if any node of the graph writes to memory of an input or output of `node`.
  bool hasWriters(const ir::Node* node) const;
  // The locations that the node and the nodes in its blocks write to.
  Locations writes(const ir::Node* node) const;
  // True if the node itself writes to a wildcard element; nodes in its blocks don't count.
  bool writesToWildcard(const ir::Node* node) const;
  // The locations that the value may have; empty for a value of an immutable type.
  const Locations& locations(const ir::Value* value) const;
  // True if values of the two groups may be the same memory. Contained values don't count.
  bool mayAlias(std::span<ir::Value* const> a, std::span<ir::Value* const> b) const;
  // True if the two groups, including the values that they contain, may share memory.
  bool mayContainAlias(std::span<ir::Value* const> a, std::span<ir::Value* const> b) const;
  // True if making the two groups share memory, or stop sharing it, has no observable effect. This
  // holds when nothing writes to either group, and one of them does not escape from the graph.
  bool safeToChangeAliasing(std::span<ir::Value* const> a, std::span<ir::Value* const> b) const;

 private:
  struct Element {
    std::vector<uint32_t> pointsTo;
    std::vector<uint32_t> contained;
    Locations locations;
    bool located = false;
  };

  void analyze(const ir::Block* block);
  void analyze(const ir::Node* node);
  bool analyzeByKind(const ir::Node* node);
  void analyzeBySchema(const ir::Node* node, const ops::FunctionSchema& schema);
  void analyzeIf(const ir::Node* node);
  void analyzeLoop(const ir::Node* node);
  void analyzeContainer(const ir::Node* node);
  void analyzeNorm(const ir::Node* node, std::string_view flag);
  void analyzeConservatively(const ir::Node* node);

  const std::vector<types::TypePtr>* aliasTypes(types::TypePtr type) const;
  uint32_t makeElement();
  std::optional<uint32_t> elementOf(const ir::Value* value) const;
  uint32_t elementFor(const ir::Value* value);
  std::optional<uint32_t> wildcardFor(types::TypePtr type);
  std::optional<uint32_t> findWildcard(types::TypePtr type) const;
  void addContainedTypes(uint32_t element, const std::vector<types::TypePtr>& types);
  void giveFreshAlias(const ir::Value* value, bool wildcardsInside = true);
  std::optional<uint32_t> setWildcard(const ir::Value* value);
  void makePointerTo(const ir::Value* from, const ir::Value* to);
  void registerWrite(const ir::Value* value, const ir::Node* node, bool contained = false);
  void pointWildcards();
  void indexWrites();
  const Locations& locate(uint32_t element) const;
  void collectContained(uint32_t element, std::unordered_set<uint32_t>& all) const;
  std::unordered_set<uint32_t> contents(std::span<ir::Value* const> values) const;
  bool escapes(std::span<ir::Value* const> values) const;

  struct Write {
    const ir::Value* value;
    const ir::Node* node;
    bool contained;
  };

  const ir::Graph& graph_;
  mutable std::vector<Element> elements_;
  std::unordered_map<const ir::Value*, uint32_t> ofValue_;
  std::map<std::vector<types::TypePtr>, uint32_t> wildcards_;
  std::vector<const ir::Value*> wildcardValues_;
  std::vector<Write> pending_;
  std::vector<const ir::Node*> writesAllWildcards_;
  std::unordered_map<const ir::Node*, Locations> writes_;
  std::unordered_set<uint32_t> written_;
  mutable std::unordered_map<types::TypePtr, std::vector<types::TypePtr>> aliasTypes_;
};

}  // namespace ts::passes
