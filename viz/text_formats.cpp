// The formats that print a graph as PyTorch does.
#include "core/archive/code_printer.h"
#include "core/ir/text.h"
#include "viz/formats.h"

namespace ts::viz {

FormatResult makeIr(const FormatSubject& subject, const FormatOptions& options) {
  return {ir::print(*subject.function->graph, {options.locations}), {}};
}

FormatResult makeCode(const FormatSubject& subject, const FormatOptions&) {
  return {archive::printCode(*subject.function, {.isMethod = subject.isMethod}), {}};
}

}  // namespace ts::viz
