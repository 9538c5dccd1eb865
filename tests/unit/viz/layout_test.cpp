#include "viz/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

constexpr double kSlack = 0.6;  // pixels

bool contains(const Rect& outer, const Rect& inner) {
  return inner.x >= outer.x - kSlack && inner.y >= outer.y - kSlack &&
         inner.right() <= outer.right() + kSlack && inner.bottom() <= outer.bottom() + kSlack;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x + kSlack < b.right() && b.x + kSlack < a.right() && a.y + kSlack < b.bottom() &&
         b.y + kSlack < a.bottom();
}

bool onUpperOrLowerEdge(const Rect& rect, Point point) {
  bool across = point.x >= rect.x - kSlack && point.x <= rect.right() + kSlack;
  return across &&
         (std::abs(point.y - rect.y) < kSlack || std::abs(point.y - rect.bottom()) < kSlack);
}

// Checks the invariants of all pictures: children are inside their parents, siblings do not
// overlap, lines end at an element.
class SceneChecker {
 public:
  SceneChecker(const Model& model, const Scene& scene) : model_(model), scene_(scene) {
    for (const ScenePanel& panel : scene.panels) panels_[panel.block] = panel.rect;
    for (const SceneFrame& frame : scene.frames) {
      frames_[frame.node] = frame.rect;
      children_[frame.block].push_back(frame.rect);
    }
    for (const SceneBox& box : scene.boxes) children_[box.block].push_back(box.rect);
    for (const ScenePin& pin : scene.pins) {
      if (!pin.text.empty()) children_[pin.block].push_back(pin.rect);
    }
  }

  void check() const {
    Rect page{0, 0, scene_.width, scene_.height};
    for (const auto& [block, rects] : children_) {
      auto panel = panels_.find(block);
      Rect parent = panel == panels_.end() ? page : panel->second;
      for (size_t i = 0; i < rects.size(); ++i) {
        EXPECT_TRUE(contains(parent, rects[i])) << "something leaves block " << block;
        for (size_t k = i + 1; k < rects.size(); ++k) {
          EXPECT_FALSE(overlap(rects[i], rects[k])) << "two overlap in block " << block;
        }
      }
    }
    for (const auto& [block, rect] : panels_) {
      EXPECT_TRUE(contains(frames_.at(model_.blocks[block].owner), rect))
          << "panel " << block << " leaves its frame";
    }
    for (const SceneEdge& edge : scene_.edges) checkEdge(edge);
  }

 private:
  void checkEdge(const SceneEdge& edge) const {
    ASSERT_GE(edge.curve.size(), 4u);
    EXPECT_EQ(edge.curve.size() % 3, 1u);
    const std::string& name = model_.values[edge.value].name;
    EXPECT_TRUE(isAnchor(edge.curve.front(), edge)) << "%" << name << " begins nowhere";
    EXPECT_TRUE(isAnchor(edge.curve.back(), edge)) << "%" << name << " ends nowhere";
  }

  // True when the point touches a box, a frame (or its heading), a panel, a pill, or the end of
  // another line of the same value.
  bool isAnchor(Point point, const SceneEdge& self) const {
    auto touches = [&](const Rect& rect) { return onUpperOrLowerEdge(rect, point); };
    for (const SceneBox& box : scene_.boxes) {
      if (touches(box.rect)) return true;
    }
    for (const SceneFrame& frame : scene_.frames) {
      Rect heading{frame.rect.x, frame.rect.y, frame.rect.width, 26};
      if (touches(frame.rect) || touches(heading)) return true;
    }
    for (const ScenePanel& panel : scene_.panels) {
      if (touches(panel.rect)) return true;
    }
    for (const ScenePin& pin : scene_.pins) {
      if (touches(pin.rect)) return true;
    }
    for (const SceneEdge& edge : scene_.edges) {
      if (&edge == &self || edge.value != self.value) continue;
      for (Point end : {edge.curve.front(), edge.curve.back()}) {
        if (std::abs(end.x - point.x) < kSlack && std::abs(end.y - point.y) < kSlack) return true;
      }
    }
    return false;
  }

  const Model& model_;
  const Scene& scene_;
  std::map<BlockId, Rect> panels_;
  std::map<NodeId, Rect> frames_;
  std::map<BlockId, std::vector<Rect>> children_;
};

Scene checkedScene(const Model& model, LayoutOptions options = {}) {
  LayoutResult result = layOut(model, options);
  EXPECT_EQ(result.error, "");
  SceneChecker(model, result.scene).check();
  return std::move(result.scene);
}

// A function with many nodes in one block. Each uses earlier nodes, up to `reach` nodes away.
std::string flatIr(int nodes, int reach) {
  std::string text =
      "graph(%x : Tensor, %w : Tensor):\n  %one : int = prim::Constant[value=1]()\n  %h0 : Tensor "
      "= aten::relu(%x)\n";
  uint32_t state = 1;
  for (int i = 1; i < nodes; ++i) {
    state = state * 1664525 + 1013904223;
    int a = i - 1,
        b = std::max(0, i - 1 - static_cast<int>((state >> 16) % static_cast<uint32_t>(reach)));
    std::string other = i % 23 == 0 ? "w" : "h" + std::to_string(b);
    text += "  %h" + std::to_string(i) + " : Tensor = aten::add(%h" + std::to_string(a) + ", %" +
            other + ", %one)\n";
  }
  return text + "  return (%h" + std::to_string(nodes - 1) + ")\n";
}

TEST(Layout, NestedBlocksAreBoxesInTheirParents) {
  Model model = modelOf(kNestedIr);
  Scene scene = checkedScene(model);
  EXPECT_EQ(scene.frames.size(), 2u);
  EXPECT_EQ(scene.panels.size(), 3u);
  EXPECT_EQ(scene.boxes.size(), 4u);
}

TEST(Layout, EveryLineToANodeHasAnArrowAndIsOneOfItsInputs) {
  Model model = modelOf(kNestedIr);
  Scene scene = checkedScene(model);
  size_t toNodes = 0;
  for (const SceneEdge& edge : scene.edges) {
    if (edge.user == kNone) continue;
    ++toNodes;
    EXPECT_TRUE(edge.arrow);
  }
  // len and rv.1 to the loop, i.1 to lt, lt's result and rv.14 to the if, rv.14 to sub and to add.
  EXPECT_EQ(toNodes, 7u);
}

TEST(Layout, BlocksBelowTheDepthAreCounted) {
  Model model = modelOf(kNestedIr);
  Scene none = checkedScene(model, {0});
  EXPECT_TRUE(none.frames.empty());
  ASSERT_EQ(none.boxes.size(), 2u);
  std::string text;
  for (const SceneBox& box : none.boxes) {
    for (const TextLine& line : box.lines) {
      for (const TextSpan& span : line) text += span.text;
    }
  }
  EXPECT_NE(text.find("4 nodes inside"), std::string::npos);
  Scene opened = checkedScene(model, {1});
  EXPECT_EQ(opened.frames.size(), 1u);
}

TEST(Layout, NoNodeOfALongBlockIsLost) {
  Model model = modelOf(flatIr(700, 12));
  Scene scene = checkedScene(model);
  EXPECT_EQ(scene.boxes.size(), 700u);
}

TEST(Layout, FarValuesAreNamedWhereTheyAreUsed) {
  Model model = modelOf(flatIr(700, 600));
  Scene scene = checkedScene(model);
  EXPECT_TRUE(std::any_of(scene.pins.begin(), scene.pins.end(),
                          [](const ScenePin& pin) { return pin.kind == PinKind::Reference; }));
}

TEST(Layout, ABranchThatDoesNothingHasNoPanel) {
  Model model = modelOf(R"IR(graph(%c : bool, %x : Tensor):
   = prim::If(%c)
    block0():
      %one : int = prim::Constant[value=1]()
      %y : Tensor = aten::add_(%x, %one, %one)
      -> ()
    block1():
      -> ()
  return (%x)
)IR");
  Scene scene = checkedScene(model);
  EXPECT_EQ(scene.panels.size(), 1u);
}

TEST(Layout, UnusedResultsOfALoopEndAtItsBorder) {
  Model model = modelOf(R"IR(graph(%n : int, %x : Tensor):
  %true : bool = prim::Constant[value=1]()
  %y : Tensor = prim::Loop(%n, %true, %x)
    block0(%i : int, %h : Tensor):
      %g : Tensor = aten::relu(%h)
      -> (%true, %g)
  return (%x)
)IR");
  checkedScene(model);
}

TEST(Layout, ManyParametersResultsAndCarriedValuesFit) {
  std::string parameters, carried, inner, results;
  for (int i = 0; i < 120; ++i) {
    std::string n = std::to_string(i), comma = i > 0 ? ", " : "";
    parameters += comma + "%a" + n + " : int";
    carried += ", %a" + n;
    inner += ", %b" + n + " : int";
    results += ", %b" + n;
  }
  std::string outputs;
  for (int i = 0; i < 120; ++i)
    outputs += (i > 0 ? ", " : "") + ("%c" + std::to_string(i)) + " : int";
  std::string text = "graph(" + parameters + "):\n  %true : bool = prim::Constant[value=1]()\n  " +
                     outputs + " = prim::Loop(%a0, %true" + carried + ")\n    block0(%i : int" +
                     inner + "):\n      -> (%true" + results +
                     ")\n  %sum : int = aten::add(%c0, %c119)\n  return (%sum)\n";
  checkedScene(modelOf(text));
}

TEST(Layout, AGraphWithoutNodesHasAPicture) {
  Scene scene = checkedScene(modelOf("graph(%x : int):\n  return (%x)\n"));
  EXPECT_EQ(scene.pins.size(), 2u);
  EXPECT_GT(scene.height, 0);
}

TEST(Layout, EqualModelsGetEqualPictures) {
  Model model = modelOf(flatIr(300, 40));
  Scene a = checkedScene(model), b = checkedScene(model);
  ASSERT_EQ(a.edges.size(), b.edges.size());
  for (size_t i = 0; i < a.edges.size(); ++i) {
    EXPECT_EQ(a.edges[i].curve.back().x, b.edges[i].curve.back().x);
    EXPECT_EQ(a.edges[i].curve.back().y, b.edges[i].curve.back().y);
  }
}

}  // namespace
}  // namespace ts::viz
