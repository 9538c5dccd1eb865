#include "viz/flow.h"

#include <gtest/gtest.h>

#include <thread>

namespace ts::viz {
namespace {

Flow diamond() {
  Flow flow;
  flow.nodes = {{80, 40, {}, {20, 60}, FlowRank::Top},
                {60, 40, {30}, {30}, FlowRank::Free},
                {60, 40, {30}, {30}, FlowRank::Free},
                {100, 40, {25, 75}, {}, FlowRank::Bottom}};
  flow.edges = {{0, 0, 1, 0, true}, {0, 1, 2, 0, true}, {1, 0, 3, 0, true}, {2, 0, 3, 1, true}};
  return flow;
}

TEST(Flow, CurvesGoFromPortToPortDownwards) {
  Flow flow = diamond();
  FlowLayout layout = layOutFlow(flow);
  ASSERT_EQ(layout.error, "");
  for (size_t i = 0; i < flow.edges.size(); ++i) {
    const FlowEdge& edge = flow.edges[i];
    const Curve& curve = layout.curves[i];
    ASSERT_GE(curve.size(), 4u);
    EXPECT_EQ(curve.size() % 3, 1u);
    EXPECT_NEAR(curve.front().x,
                layout.nodes[edge.from].x + flow.nodes[edge.from].outPorts[edge.fromPort], 0.01);
    EXPECT_NEAR(curve.front().y, layout.nodes[edge.from].y + 40, 0.01);
    EXPECT_NEAR(curve.back().x, layout.nodes[edge.to].x + flow.nodes[edge.to].inPorts[edge.toPort],
                0.01);
    EXPECT_NEAR(curve.back().y, layout.nodes[edge.to].y, 0.01);
    EXPECT_LT(curve.front().y, curve.back().y);
  }
}

TEST(Flow, AllNodesAreInsideThePicture) {
  Flow flow = diamond();
  FlowLayout layout = layOutFlow(flow);
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    EXPECT_GE(layout.nodes[i].x, -0.01);
    EXPECT_GE(layout.nodes[i].y, -0.01);
    EXPECT_LE(layout.nodes[i].x + flow.nodes[i].width, layout.width + 0.01);
    EXPECT_LE(layout.nodes[i].y + flow.nodes[i].height, layout.height + 0.01);
  }
}

TEST(Flow, SeveralEdgesBetweenTwoNodesAreKeptApart) {
  Flow flow;
  flow.nodes = {{90, 30, {}, {45}, FlowRank::Free}, {90, 30, {30, 60}, {}, FlowRank::Free}};
  flow.edges = {{0, 0, 1, 0, true}, {0, 0, 1, 1, true}};
  FlowLayout layout = layOutFlow(flow);
  ASSERT_EQ(layout.curves.size(), 2u);
  EXPECT_GT(layout.curves[1].back().x - layout.curves[0].back().x, 20);
}

TEST(Flow, AnInvisibleEdgeKeepsOrderAndHasNoCurve) {
  Flow flow;
  flow.nodes = {{50, 30, {}, {}, FlowRank::Free}, {50, 30, {}, {}, FlowRank::Free}};
  flow.edges = {{0, 0, 1, 0, false}};
  FlowLayout layout = layOutFlow(flow);
  EXPECT_TRUE(layout.curves[0].empty());
  EXPECT_LT(layout.nodes[0].y + 30, layout.nodes[1].y);
}

TEST(Flow, EqualInputGivesEqualOutputFromAnyThread) {
  FlowLayout first = layOutFlow(diamond());
  std::vector<FlowLayout> others(4);
  std::vector<std::thread> threads;
  for (FlowLayout& other : others)
    threads.emplace_back([&other] { other = layOutFlow(diamond()); });
  for (std::thread& thread : threads) thread.join();
  for (const FlowLayout& other : others) {
    ASSERT_EQ(other.nodes.size(), first.nodes.size());
    for (size_t i = 0; i < first.nodes.size(); ++i) {
      EXPECT_EQ(other.nodes[i].x, first.nodes[i].x);
      EXPECT_EQ(other.nodes[i].y, first.nodes[i].y);
    }
  }
}

TEST(Flow, AnEmptyFlowHasAnEmptyLayout) {
  FlowLayout layout = layOutFlow({});
  EXPECT_EQ(layout.error, "");
  EXPECT_EQ(layout.width, 0);
}

}  // namespace
}  // namespace ts::viz
