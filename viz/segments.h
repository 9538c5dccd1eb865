// Cuts the nodes of a block into pieces for the layout, and decides which values reach their users
// as lines and which are named instead.
#pragma once

#include <cstddef>
#include <vector>

#include "viz/model.h"

namespace ts::viz {

// What the layout of one block places: a node with the values that are to come in as lines.
struct PieceItem {
  NodeId node = kNone;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
};

// How a value that isn't made in a piece gets into it.
enum class Arrival : uint8_t {
  Source,  // a parameter or capture of the block; first piece only
  Passed,  // on a line from the piece above
  Named,   // by a pill with its name, as an off-page connector in a flow chart
};

struct PieceInput {
  ValueId value = kNone;
  Arrival arrival = Arrival::Passed;
};

struct Segment {
  size_t begin = 0;  // items
  size_t end = 0;
  std::vector<PieceInput> inputs;
  std::vector<ValueId> passed;  // values that go on to the next piece as lines
};

struct PiecePlan {
  std::vector<Segment> pieces;  // at least one
  // By position of the item: whether its inputs come in as lines. The others are named in its box.
  std::vector<std::vector<bool>> drawn;
  // By position of the result: whether a line reaches it.
  std::vector<bool> resultDrawn;
};

// `sources` are the block's parameters and captures that may be drawn as lines, `results` what goes
// out of it. Takes time in proportion to the items and their inputs.
PiecePlan planPieces(const std::vector<PieceItem>& items, const std::vector<ValueId>& sources,
                     const std::vector<ValueId>& results);

// So many lines may go into or out of a piece or a node; what is beyond is named. Graphviz orders a
// layer in time that grows with the square of what crosses it.
inline constexpr size_t kMostLines = 40;

}  // namespace ts::viz
