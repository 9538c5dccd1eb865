// Views and writes to them. A view remembers its base, which is not a view. A write to a view
// changes the history of the base, and with it that of all other views of the base.
#pragma once

#include <string_view>

#include "core/autodiff/node.h"

namespace ts::autodiff {

// Makes a tensor a view of another one, or of its base.
void setView(const Tensor& view, const Tensor& of, ViewOrigin origin = ViewOrigin::Operator);
// Renews the history of a view after writes to its base. Call it before a tensor's history and
// requiresGrad() are read.
void refreshView(const Tensor& tensor);
// An operator, recorded as output 0 of `node`, has written to a tensor. The first edge of the
// operator is that of the tensor before.
void rebase(const Tensor& written, const tensor::Ptr<Node>& node);
// True for a view, perhaps of no_grad mode, of a tensor that requires a gradient.
bool isViewOfRecorded(const Tensor& tensor);
// Throws tensor::Error if a tensor may not be written to while the tape records: a leaf that
// requires a gradient, a view of one, and views whose history a write would lose. verb: of the
// message about a leaf.
void checkWrite(const Tensor& tensor, std::string_view verb = "is being used");

}  // namespace ts::autodiff
