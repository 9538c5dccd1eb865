// Which values may share memory, and which nodes write to it. The model is that of PyTorch's
// AliasDb, so that passes come to the same decisions: every value that can be mutated has an
// element; elements point to those that they may be the same as and contain others; what comes from
// outside of the graph, goes into a container or out of one may be anything of its type, the
// wildcard.
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

// Memory locations, sorted. Most values have one.
using Locations = std::vector<uint32_t>;

// A picture of the graph as it was: values made later are unknown to it and alias nothing.
class AliasDb {
 public:
  explicit AliasDb(const ir::Graph& graph);

  // Whether something of this type can be changed in place, or contains what can.
  static bool isMutableType(types::TypePtr type);

  bool hasWriters(const ir::Value* value) const;
  bool hasWriters(std::span<ir::Value* const> values) const;
  // Whether anybody writes to an input or an output of the node.
  bool hasWriters(const ir::Node* node) const;
  // What the node and the nodes in its blocks write to.
  Locations writes(const ir::Node* node) const;
  // Whether the node itself writes to a wildcard.
  bool writesToWildcard(const ir::Node* node) const;
  // Where the value may live; empty for one that can't be mutated.
  const Locations& locations(const ir::Value* value) const;
  // Whether the two groups share memory, that of contained values left out.
  bool mayAlias(std::span<ir::Value* const> a, std::span<ir::Value* const> b) const;
  // Whether the two groups, with all that they contain, share memory.
  bool mayContainAlias(std::span<ir::Value* const> a, std::span<ir::Value* const> b) const;
  // Whether nobody could tell if the two groups became the same memory, or different ones.
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
