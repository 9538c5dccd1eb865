#include "viz/segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ts::viz {
namespace {

// A chain: item i takes value i and gives value i + 1.
std::vector<PieceItem> chain(uint32_t length) {
  std::vector<PieceItem> items;
  for (uint32_t i = 0; i < length; ++i) items.push_back({i, {i}, {i + 1}});
  return items;
}

TEST(Pieces, AShortBlockStaysWhole) {
  PiecePlan plan = planPieces(chain(100), {0}, {100});
  ASSERT_EQ(plan.pieces.size(), 1u);
  EXPECT_EQ(plan.pieces[0].end, 100u);
  EXPECT_TRUE(plan.resultDrawn[0]);
}

TEST(Pieces, NoPieceOfALongBlockIsLargeAndNothingIsLost) {
  PiecePlan plan = planPieces(chain(5000), {0}, {5000});
  size_t at = 0;
  for (const Segment& piece : plan.pieces) {
    EXPECT_EQ(piece.begin, at);
    EXPECT_GT(piece.end, piece.begin);
    EXPECT_LE(piece.end - piece.begin, 151u);
    at = piece.end;
  }
  EXPECT_EQ(at, 5000u);
}

TEST(Pieces, LinesOfAChainGoOnFromPieceToPiece) {
  PiecePlan plan = planPieces(chain(400), {0}, {400});
  ASSERT_GT(plan.pieces.size(), 1u);
  for (size_t i = 1; i < plan.pieces.size(); ++i) {
    ASSERT_EQ(plan.pieces[i].inputs.size(), 1u);
    EXPECT_EQ(plan.pieces[i].inputs[0].arrival, Arrival::Passed);
    EXPECT_EQ(plan.pieces[i - 1].passed.size(), 1u);
  }
}

TEST(Pieces, CutsAreWhereFewestValuesAreAlive) {
  // Value 1000 lives from item 0 to 89: the only gap in range that it doesn't cross is behind 89.
  std::vector<PieceItem> items = chain(400);
  items[0].outputs.push_back(1000);
  items[89].inputs.push_back(1000);
  PiecePlan plan = planPieces(items, {0}, {400});
  EXPECT_GE(plan.pieces[0].end, 90u);
}

TEST(Pieces, FarValuesAreNamed) {
  std::vector<PieceItem> items = chain(1000);
  items[900].inputs.push_back(0);
  PiecePlan plan = planPieces(items, {0}, {1000});
  const Segment& last = *std::find_if(plan.pieces.begin(), plan.pieces.end(),
                                    [](const Segment& piece) { return piece.end > 900; });
  bool named = std::any_of(last.inputs.begin(), last.inputs.end(), [](const PieceInput& input) {
    return input.value == 0 && input.arrival == Arrival::Named;
  });
  EXPECT_TRUE(named);
}

TEST(Pieces, ANodeWithThousandsOfInputsGetsABoundedNumberOfLines) {
  std::vector<PieceItem> items;
  std::vector<ValueId> all;
  for (uint32_t i = 0; i < 2000; ++i) {
    items.push_back({i, {}, {i}});
    all.push_back(i);
  }
  items.push_back({2000, all, {5000}});
  PiecePlan plan = planPieces(items, {}, {5000});
  EXPECT_LE(std::count(plan.drawn.back().begin(), plan.drawn.back().end(), true),
            static_cast<ptrdiff_t>(kMostLines));
  for (const Segment& piece : plan.pieces) EXPECT_LE(piece.inputs.size(), 2 * kMostLines);
}

TEST(Pieces, AnEmptyBlockIsOnePieceThatPassesItsSourceOn) {
  PiecePlan plan = planPieces({}, {3}, {3});
  ASSERT_EQ(plan.pieces.size(), 1u);
  ASSERT_EQ(plan.pieces[0].inputs.size(), 1u);
  EXPECT_EQ(plan.pieces[0].inputs[0].arrival, Arrival::Source);
  EXPECT_TRUE(plan.resultDrawn[0]);
}

}  // namespace
}  // namespace ts::viz
