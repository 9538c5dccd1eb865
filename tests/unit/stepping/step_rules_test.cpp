#include "debugger/stepping/step_rules.h"

#include <gtest/gtest.h>

namespace ts::stepping {
namespace {

Arrival lineAt(size_t depth) {
  Arrival arrival;
  arrival.isShown = arrival.isLine = true;
  arrival.depth = depth;
  return arrival;
}
Arrival nodeAt(size_t depth) {
  Arrival arrival = lineAt(depth);
  arrival.isLine = false;
  arrival.isNode = true;
  return arrival;
}

// The rules of an engine that has stopped at a depth and continues.
StepRules after(Resume how, size_t depth, bool isInGraph = false) {
  StepRules rules;
  rules.stopped(depth);
  rules.resumed(how, isInGraph);
  return rules;
}

TEST(StepRules, AContinuedEngineStopsNowhere) {
  EXPECT_FALSE(after(Resume::Continue, 1).wanted(lineAt(1)));
  EXPECT_FALSE(StepRules().wanted(lineAt(1)));
}

TEST(StepRules, AStepIntoCallsEndsAtAnyLine) {
  const StepRules rules = after(Resume::StepIn, 1);
  EXPECT_EQ(rules.wanted(lineAt(2)), StopReason::Step);
  EXPECT_FALSE(rules.wanted(nodeAt(2)));
  EXPECT_TRUE(rules.isEntering());
}

TEST(StepRules, AStepOverACallDoesNotEndInsideOfIt) {
  const StepRules rules = after(Resume::StepOver, 2);
  EXPECT_FALSE(rules.wanted(lineAt(3)));
  EXPECT_EQ(rules.wanted(lineAt(2)), StopReason::Step);
  EXPECT_EQ(rules.wanted(lineAt(1)), StopReason::Step);
  EXPECT_FALSE(rules.isEntering());
}

TEST(StepRules, AStepOutEndsWithinALineOfTheCaller) {
  const StepRules rules = after(Resume::StepOut, 2);
  EXPECT_FALSE(rules.wanted(lineAt(2)));
  EXPECT_EQ(rules.wanted(nodeAt(1)), StopReason::Step);
}

TEST(StepRules, AStepByNodeIsAStepByLineInPython) {
  EXPECT_EQ(after(Resume::StepNode, 1, true).wanted(nodeAt(1)), StopReason::Step);
  EXPECT_FALSE(after(Resume::StepNode, 1, false).wanted(nodeAt(1)));
}

TEST(StepRules, AStepThatLeavesAllFramesEndsInTheNextCode) {
  StepRules rules = after(Resume::StepOut, 1);
  rules.outermostStarted();
  EXPECT_EQ(rules.wanted(lineAt(1)), StopReason::Step);
}

TEST(StepRules, AStepIntoAChosenCallPassesTheOthers) {
  StepRules rules;
  rules.stopped(1);
  rules.setCall(7);
  EXPECT_EQ(rules.resumed(Resume::StepIn, false), Resume::StepOver);
  rules.reachCall(6, 1);
  EXPECT_FALSE(rules.wanted(lineAt(2)));
  rules.reachCall(7, 2);  // the same number in another frame
  EXPECT_FALSE(rules.wanted(lineAt(2)));
  rules.reachCall(7, 1);
  EXPECT_EQ(rules.wanted(lineAt(2)), StopReason::Step);
  EXPECT_FALSE(rules.hasCall());
}

TEST(StepRules, StopSoonStopsAtTheNextLineWithItsReasonOnce) {
  StepRules rules = after(Resume::Continue, 1);
  rules.stopSoon(StopReason::Pause);
  EXPECT_TRUE(rules.isEntering());
  EXPECT_FALSE(rules.wanted(nodeAt(1)));
  EXPECT_EQ(rules.wanted(lineAt(5)), StopReason::Pause);
  rules.stopped(5);
  rules.resumed(Resume::Continue, false);
  EXPECT_FALSE(rules.wanted(lineAt(5)));
}

TEST(StepRules, StepsOverAndOutEndInARunOfAGraphThatStartedFurtherOut) {
  EXPECT_TRUE(after(Resume::StepOver, 3).endsIn(2));
  EXPECT_FALSE(after(Resume::StepOver, 3).endsIn(3));
  EXPECT_FALSE(after(Resume::StepOut, 3).endsIn(2));
  EXPECT_TRUE(after(Resume::StepOut, 3).endsIn(1));
  EXPECT_FALSE(after(Resume::Continue, 3).endsIn(1));
}

}  // namespace
}  // namespace ts::stepping
