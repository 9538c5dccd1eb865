// A laid out picture: everything has its place, nothing has a file format yet.
#pragma once

#include <string>
#include <vector>

#include "viz/flow.h"
#include "viz/model.h"

namespace ts::viz {

struct Rect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

enum class Ink : uint8_t { Title, Formal, Literal, Reference, Note };

struct TextSpan {
  std::string text;
  Ink ink = Ink::Literal;
  ValueId value = kNone;  // of a Reference: what it refers to
};
using TextLine = std::vector<TextSpan>;

struct SceneBox {
  NodeId node = kNone;
  BlockId block = kNone;  // that it is drawn in
  Rect rect;
  std::vector<TextLine> lines;
};

// A control flow node with its blocks in it.
struct SceneFrame {
  NodeId node = kNone;
  BlockId block = kNone;
  Rect rect;
};

// One block of a frame; blocks without anything in them have none.
struct ScenePanel {
  BlockId block = kNone;
  Rect rect;
};

enum class PinKind : uint8_t {
  Parameter,  // of a block: a pill with name and type
  Result,     // of the graph, or one that isn't carried by a line: a pill
  Entry,      // where a value from outside comes into a block: a dot on its border
  Exit,       // where a value leaves one
  Reference,  // stands for a value whose line would be too long: a pill with its name
};

struct ScenePin {
  PinKind kind = PinKind::Entry;
  BlockId block = kNone;
  ValueId value = kNone;
  Rect rect;  // of a dot: where its line meets the border, without size
  TextLine text;
};

// The name and type of a value, right of where its line begins.
struct SceneLabel {
  ValueId value = kNone;
  Point at;  // left end of the baseline
  std::string text;
};

struct SceneEdge {
  ValueId value = kNone;
  NodeId user = kNone;  // kNone: ends at a border or a pin
  Curve curve;
  bool arrow = false;
};

struct Scene {
  double width = 0;
  double height = 0;
  std::vector<SceneFrame> frames;  // outer before inner
  std::vector<ScenePanel> panels;
  std::vector<SceneBox> boxes;
  std::vector<ScenePin> pins;
  std::vector<SceneLabel> labels;
  std::vector<SceneEdge> edges;
};

// Adds what is in `inner`, moved by `offset`.
void append(Scene& scene, Scene&& inner, Point offset);
// Goes on with a curve that begins where this one ends.
void extend(Curve& curve, const Curve& next);

}  // namespace ts::viz
