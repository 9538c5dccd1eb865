// The page with the viewer, and its data.
#include "core/picture/html.h"
#include "core/picture/view_json.h"
#include "viz/formats.h"
#include "viz/fusion_marks.h"

namespace ts::viz {
namespace {

std::string viewData(const FormatSubject& subject) {
  if (subject.isCompilable) markFusions(*subject.picture, subject.function->graph);
  return toViewJson(*subject.picture);
}

}  // namespace

FormatResult makePage(const FormatSubject& subject, const FormatOptions&) {
  return {toHtml(subject.picture->model.name, viewData(subject)), {}};
}

FormatResult makeViewData(const FormatSubject& subject, const FormatOptions&) {
  return {viewData(subject) + "\n", {}};
}

}  // namespace ts::viz
