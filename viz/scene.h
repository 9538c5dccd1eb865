// A picture with positions, independent of the file format.
#pragma once

#include <string>
#include <vector>

#include "core/picture/model.h"
#include "viz/flow.h"

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
  ValueId value = kNone;  // of a Reference: the value it names
};
using TextLine = std::vector<TextSpan>;

struct SceneBox {
  NodeId node = kNone;
  BlockId block = kNone;  // the block that contains it
  Rect rect;
  std::vector<TextLine> lines;
};

// The box of an If or a Loop, around its panels.
struct SceneFrame {
  NodeId node = kNone;
  BlockId block = kNone;
  Rect rect;
};

// A block inside a frame; empty blocks have no panel.
struct ScenePanel {
  BlockId block = kNone;
  Rect rect;
};

enum class PinKind : uint8_t {
  Parameter,  // of a block: a pill with its name and type
  Result,     // of the graph, or a result without a line: a pill
  Entry,      // a captured value enters a block: a dot on its border
  Exit,       // a value leaves a block: a dot on its border
  Reference,  // replaces a line that would be too long: a pill with the name of the value
};

struct ScenePin {
  PinKind kind = PinKind::Entry;
  BlockId block = kNone;
  ValueId value = kNone;
  Rect rect;  // of a dot: the point where its line meets the border; width and height are 0
  TextLine text;
};

// The name and type of a value, right of the start of its line.
struct SceneLabel {
  ValueId value = kNone;
  Point at;  // left end of the baseline
  std::string text;
};

struct SceneEdge {
  ValueId value = kNone;
  NodeId user = kNone;  // kNone: the line ends at a border or a pin
  Curve curve;
  bool arrow = false;
};

struct Scene {
  double width = 0;
  double height = 0;
  std::vector<SceneFrame> frames;  // outer frames first
  std::vector<ScenePanel> panels;
  std::vector<SceneBox> boxes;
  std::vector<ScenePin> pins;
  std::vector<SceneLabel> labels;
  std::vector<SceneEdge> edges;
};

// Moves the content of `inner` into `scene`, shifted by `offset`.
void append(Scene& scene, Scene&& inner, Point offset);
// Appends a curve that begins at the end of `curve`.
void extend(Curve& curve, const Curve& next);

}  // namespace ts::viz
