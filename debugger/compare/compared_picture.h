// The graphs of a comparison as one picture.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/picture/picture.h"
#include "debugger/compare/comparison.h"

namespace ts::debugger {

// The graph of the engine that diverges first, as the difference from that of an engine that
// agrees, with the values of both in the call that diverges. The picture starts at the divergence.
// Eager code has the graph of the operators that it ran on the inputs. A comparison without a graph
// gives an empty picture. Runs the engines again. The comparison has to outlive the picture.
viz::Picture comparedPicture(const Comparison& comparison);

// Finds the nodes of a picture by their places in the source.
class NodesByLine {
 public:
  explicit NodesByLine(const viz::Picture& picture);

  // The node of this expression, else of its line; marked nodes come first. kNone: there is none.
  viz::NodeId at(const Site& site) const;

 private:
  const viz::Picture& picture_;
  std::map<std::pair<std::string, uint32_t>, std::vector<viz::NodeId>> nodes_;
};

}  // namespace ts::debugger
