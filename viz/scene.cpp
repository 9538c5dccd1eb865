#include "viz/scene.h"

#include <utility>

namespace ts::viz {
namespace {

template <typename T, typename Move>
void takeOver(std::vector<T>& to, std::vector<T>& from, Move&& move) {
  to.reserve(to.size() + from.size());
  for (T& item : from) {
    move(item);
    to.push_back(std::move(item));
  }
}

}  // namespace

void append(Scene& scene, Scene&& inner, Point offset) {
  auto moveRect = [&](auto& item) {
    item.rect.x += offset.x;
    item.rect.y += offset.y;
  };
  auto movePoint = [&](Point& point) {
    point.x += offset.x;
    point.y += offset.y;
  };
  takeOver(scene.frames, inner.frames, moveRect);
  takeOver(scene.panels, inner.panels, moveRect);
  takeOver(scene.boxes, inner.boxes, moveRect);
  takeOver(scene.pins, inner.pins, moveRect);
  takeOver(scene.labels, inner.labels, [&](SceneLabel& label) { movePoint(label.at); });
  takeOver(scene.edges, inner.edges, [&](SceneEdge& edge) {
    for (Point& point : edge.curve) movePoint(point);
  });
}

void extend(Curve& curve, const Curve& next) {
  curve.insert(curve.end(), next.begin() + (curve.empty() ? 0 : 1), next.end());
}

}  // namespace ts::viz
