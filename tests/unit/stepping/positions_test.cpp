#include "debugger/stepping/positions.h"

#include <gtest/gtest.h>

#include "debugger/stepping/noted_places.h"

namespace ts::stepping {
namespace {

const std::string kPath = "model.py";

Arrival lineAt(uint32_t line) {
  Arrival arrival;
  arrival.isShown = arrival.isLine = true;
  arrival.path = &kPath;
  arrival.line = line;
  return arrival;
}

TEST(Positions, CountNothingBeforeTheyStart) {
  Positions positions;
  positions.count(lineAt(1));
  EXPECT_EQ(positions.visits().count(), 0u);
  positions.startCounting(false);
  positions.count(lineAt(1));
  EXPECT_EQ(positions.visits().count(), 1u);
}

TEST(Positions, CountShownLinesOnly) {
  Positions positions;
  positions.startCounting(false);
  Arrival hidden = lineAt(1), part = lineAt(1);
  hidden.isShown = false;
  part.isLine = false;
  positions.count(hidden);
  positions.count(part);
  EXPECT_EQ(positions.visits().count(), 0u);
}

TEST(Positions, ATargetIsReachedAtItsVisit) {
  Positions positions;
  positions.startCounting(false);
  positions.runTo(1, true);
  EXPECT_TRUE(positions.isPassing());
  positions.count(lineAt(1));
  EXPECT_FALSE(positions.isPastTarget());
  positions.count(lineAt(2));
  EXPECT_TRUE(positions.isPastTarget());
  positions.forgetTarget();
  EXPECT_FALSE(positions.isPastTarget());
  EXPECT_FALSE(positions.isPassing());
}

TEST(Positions, RememberTheLastBreakpointOnTheWay) {
  Positions positions;
  positions.startCounting(false);
  EXPECT_FALSE(positions.lastPassed());
  positions.count(lineAt(1));
  positions.count(lineAt(2));
  positions.notePassed();
  EXPECT_EQ(positions.lastPassed(), 1u);
}

TEST(Positions, CallsHaveNumbersAndFirstVisits) {
  Positions positions;
  positions.startCounting(false);
  EXPECT_EQ(positions.newStart().call, 1u);
  positions.count(lineAt(1));
  const StackFrame::Start second = positions.newStart();
  EXPECT_EQ(second.call, 2u);
  EXPECT_EQ(second.visit, 1u);
}

TEST(Positions, StopInTheGraphWhoseEarlierRunContainsTheTarget) {
  Positions positions;
  positions.startCounting(false);
  positions.setPastRuns({{0, 3}, {3, 6}});
  positions.runTo(4, true);
  EXPECT_FALSE(positions.stopsInNextGraph());
  positions.log().endRun(positions.log().beginRun());
  EXPECT_TRUE(positions.stopsInNextGraph());
}

TEST(NotedPlaces, AreTakenOnceAfterTheirOperators) {
  NotedPlaces places;
  places.set({{NotedPlace::Kind::Divergence, kPath, 3, 2, "text", ""}});
  EXPECT_FALSE(places.take(lineAt(3), false));
  places.countOperator();
  places.countOperator();
  EXPECT_FALSE(places.take(lineAt(4), false));
  EXPECT_EQ(places.take(lineAt(3), false)->text, "text");
  EXPECT_FALSE(places.take(lineAt(3), false));
  EXPECT_TRUE(places.empty());
}

TEST(NotedPlaces, TracerWarningsNeedTheirFilter) {
  NotedPlaces places;
  places.set({{NotedPlace::Kind::TracerWarning, "", 0, 0, "warning", ""}});
  EXPECT_FALSE(places.take(lineAt(9), false));
  EXPECT_TRUE(places.take(lineAt(9), true));
}

}  // namespace
}  // namespace ts::stepping
