// einsum and other contractions: tensordot, bilinear, kron.
#include <algorithm>
#include <map>

#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/matmul.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {

using tensor::shapeText;

Tensor summed(const Tensor& tensor, std::span<const int64_t> dims) {
  Dims order, kept;
  std::vector<bool> goes(tensor.sizes().size());
  for (int64_t dim : dims) goes[static_cast<size_t>(dim)] = true;
  for (size_t i = 0; i < goes.size(); ++i)
    if (!goes[i]) {
      order.push_back(static_cast<int64_t>(i));
      kept.push_back(tensor.sizes()[i]);
    }
  for (int64_t dim : dims) order.push_back(dim);
  const int64_t rows = tensor::product(kept);
  int64_t columns = 1;
  for (int64_t dim : dims) columns *= tensor.sizes()[static_cast<size_t>(dim)];
  const Tensor matrix = reshape(permute(tensor, order), Dims{rows, columns});
  const Tensor ones = tensor::emptyBeside(tensor, Dims{columns, 1}, tensor.dtype());
  fill(ones, 1);
  return reshape(batchedProduct(matrix, ones), kept);
}

namespace {

// Returns the product of two tensors of equal rank, summed over the dimensions in `sums`. Sizes of
// 1 broadcast. Summed dimensions remain with size 1.
Tensor contracted(Tensor left, Tensor right, const std::vector<bool>& sums) {
  if (std::ranges::find(sums, true) == sums.end()) return apply(formulas::mul, {left, right});
  const size_t rank = sums.size();
  Dims both, onlyLeft, onlyRight, away, sizes(rank, 1);
  int64_t batch = 1, rows = 1, columns = 1, depth = 1;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t l = left.sizes()[i], r = right.sizes()[i], dim = static_cast<int64_t>(i);
    if (l != 1 && r != 1 && l != r)
      fail("operands of a contraction have sizes {} and {} in dimension {}", l, r, i);
    // only one operand has this dimension, so it is summed first
    if (sums[i] && (l == 1) != (r == 1)) {
      const Tensor& owner = l != 1 ? left : right;
      const Tensor sum = unsqueeze(summed(owner, Dims{dim}), dim);
      (l != 1 ? left : right) = sum;
      away.push_back(dim);
    } else if (sums[i]) {
      away.push_back(dim);
      depth *= l;
    } else if (l != 1 && r != 1) {
      both.push_back(dim), batch *= l, sizes[i] = l;
    } else if (l != 1) {
      onlyLeft.push_back(dim), rows *= l, sizes[i] = l;
    } else {
      onlyRight.push_back(dim), columns *= r, sizes[i] = r;
    }
  }
  auto joined = [&](std::initializer_list<const Dims*> parts) {
    Dims order;
    for (const Dims* part : parts)
      for (int64_t dim : *part) order.push_back(dim);
    return order;
  };
  const Dims leftOrder = joined({&both, &onlyLeft, &away, &onlyRight}),
             rightOrder = joined({&both, &away, &onlyRight, &onlyLeft});
  const Dims outOrder = joined({&both, &onlyLeft, &away, &onlyRight});
  const Tensor product =
      batchedProduct(reshape(permute(left, leftOrder), Dims{batch, rows, depth}),
                     reshape(permute(right, rightOrder), Dims{batch, depth, columns}));
  Dims outSizes(rank, 1), back(rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    outSizes[i] = sizes[static_cast<size_t>(outOrder[i])];
    back[static_cast<size_t>(outOrder[i])] = static_cast<int64_t>(i);
  }
  return permute(reshape(product, outSizes), back);
}

constexpr char kEllipsis = '.';

// Returns the labels of an operand or of the result: letters, and kEllipsis for "...".
std::string labelsOf(std::string_view text, const char* where) {
  std::string labels;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (std::isalpha(static_cast<unsigned char>(c))) {
      labels += c;
    } else if (c == '.' && text.substr(i, 3) == "..." &&
               labels.find(kEllipsis) == std::string::npos) {
      labels += kEllipsis;
      i += 2;
    } else {
      fail("einsum(): invalid subscript given at index {} in the {}", i, where);
    }
  }
  return labels;
}

struct Equation {
  std::vector<std::string> operands;
  std::optional<std::string> result;
};

Equation parseEquation(const std::string& text) {
  Equation equation;
  const size_t arrow = text.find("->");
  const std::string_view left = std::string_view(text).substr(0, arrow);
  for (size_t at = 0;;) {
    const size_t comma = left.find(',', at);
    equation.operands.push_back(labelsOf(
        left.substr(at, comma == std::string_view::npos ? comma : comma - at), "equation"));
    if (comma == std::string_view::npos) break;
    at = comma + 1;
  }
  if (arrow != std::string::npos)
    equation.result = labelsOf(std::string_view(text).substr(arrow + 2), "output");
  return equation;
}

// Returns a view of the diagonal of two dimensions; it replaces the first dimension.
Tensor diagonalOf(const Tensor& tensor, size_t first, size_t second) {
  Dims sizes = tensor.sizes(), strides = tensor.strides();
  strides[first] += strides[second];
  sizes.erase(second);
  strides.erase(second);
  return tensor::view(tensor, sizes, strides, tensor.offset());
}

}  // namespace

Tensor einsum(const std::string& text, const TensorList& operands) {
  if (operands.empty()) fail("einsum(): must provide at least one operand");
  Equation equation = parseEquation(text);
  if (equation.operands.size() != operands.size())
    fail("einsum(): {} operands were provided for {} subscripts in the equation", operands.size(),
         equation.operands.size());

  size_t covered = 0;  // the most dimensions that an ellipsis covers
  std::map<char, int> counts;
  for (size_t k = 0; k < operands.size(); ++k) {
    const std::string& labels = equation.operands[k];
    const bool open = labels.find(kEllipsis) != std::string::npos;
    const size_t named = labels.size() - open, rank = operands[k].sizes().size();
    if (open ? named > rank : named != rank)
      fail(
          "einsum(): the number of subscripts in the equation ({}) does not match the number of "
          "dimensions ({}) for operand {}",
          named, rank, k);
    if (open) covered = std::max(covered, rank - named);
    for (char label : labels)
      if (label != kEllipsis) ++counts[label];
  }
  if (!equation.result) {
    equation.result.emplace();
    bool open = std::ranges::any_of(equation.operands, [](const auto& labels) {
      return labels.find(kEllipsis) != std::string::npos;
    });
    if (open) *equation.result += kEllipsis;
    for (const auto& [label, count] : counts)
      if (count == 1) *equation.result += label;
  }
  for (size_t i = 0; i < equation.result->size(); ++i) {
    const char label = (*equation.result)[i];
    if (equation.result->find(label) != i)
      fail("einsum(): output subscript {} appears more than once in the output", label);
    if (label != kEllipsis && !counts.contains(label))
      fail("einsum(): output subscript {} does not appear in the equation for any input operand",
           label);
  }

  // Permutes every operand to the dimensions [result..., summed...]. A missing dimension gets size
  // 1.
  std::map<char, size_t> places;
  size_t rank = 0, ellipsisAt = 0;
  const bool keepsEllipsis = equation.result->find(kEllipsis) != std::string::npos;
  for (char label : *equation.result) {
    if (label == kEllipsis) {
      ellipsisAt = rank;
      rank += covered;
    } else {
      places[label] = rank++;
    }
  }
  const size_t kept = rank;
  if (!keepsEllipsis && covered) {
    ellipsisAt = rank;
    rank += covered;
  }
  for (const auto& [label, count] : counts)
    if (!places.contains(label)) places[label] = rank++;

  std::vector<Tensor> aligned;
  std::vector<int64_t> labelSizes(rank, 1);
  const DType dtype = operands[0].dtype();
  for (size_t k = 0; k < operands.size(); ++k) {
    if (operands[k].dtype() != dtype)
      fail("expected scalar type {} but found {}", scalarTypeName(dtype),
           scalarTypeName(operands[k].dtype()));
    Tensor operand = toDType(operands[k], computeDType(dtype));
    const std::string& labels = equation.operands[k];
    const size_t own =
        operand.sizes().size() - (labels.size() - (labels.find(kEllipsis) != std::string::npos));
    std::vector<size_t> at;  // the position of each dimension
    for (char label : labels) {
      if (label == kEllipsis)
        for (size_t i = 0; i < own; ++i) at.push_back(ellipsisAt + covered - own + i);
      else
        at.push_back(places[label]);
    }
    for (size_t i = 0; i < at.size(); ++i) {
      for (size_t j = i + 1; j < at.size();) {
        if (at[j] != at[i]) {
          ++j;
          continue;
        }
        if (operand.sizes()[i] != operand.sizes()[j])
          fail(
              "einsum(): subscript {} is repeated for operand {} but the sizes don't match, {} != "
              "{}",
              labels[i], k, operand.sizes()[j], operand.sizes()[i]);
        operand = diagonalOf(operand, i, j);
        at.erase(at.begin() + static_cast<std::ptrdiff_t>(j));
      }
    }
    Dims sizes(rank, 1), strides(rank, 0);
    for (size_t i = 0; i < at.size(); ++i) {
      const int64_t size = operand.sizes()[i];
      int64_t& labelSize = labelSizes[at[i]];
      if (size != 1 && labelSize != 1 && labelSize != size) {
        char label = kEllipsis;
        for (const auto& [name, place] : places)
          if (place == at[i]) label = name;
        fail(
            "einsum(): subscript {} has size {} for operand {} which does not broadcast with "
            "previously seen size {}",
            label, size, k, labelSize);
      }
      if (size != 1) labelSize = size;
      sizes[at[i]] = size;
      strides[at[i]] = operand.strides()[i];
    }
    aligned.push_back(tensor::view(operand, sizes, strides, operand.offset()));
  }

  // A dimension is summed at the last operand that has it.
  std::vector<size_t> lastUse(rank, 0);
  for (size_t k = 0; k < aligned.size(); ++k)
    for (size_t i = 0; i < rank; ++i)
      if (aligned[k].sizes()[i] != 1) lastUse[i] = k;
  Tensor result = aligned[0];
  Dims sums;
  for (size_t i = kept; i < rank; ++i)
    if (lastUse[i] == 0 && result.sizes()[i] != 1) sums.push_back(static_cast<int64_t>(i));
  if (!sums.empty()) {
    result = summed(result, sums);
    for (int64_t dim : sums) result = unsqueeze(result, dim);
  }
  for (size_t k = 1; k < aligned.size(); ++k) {
    std::vector<bool> now(rank, false);
    for (size_t i = kept; i < rank; ++i) now[i] = lastUse[i] == k;
    result = contracted(result, aligned[k], now);
  }
  for (size_t i = rank; i-- > kept;) result = squeeze(result, static_cast<int64_t>(i));
  return toDType(result, dtype);
}

namespace {

Tensor einsumOperator(const std::string& text, const TensorList& operands, const IValue&) {
  return einsum(text, operands);
}

Tensor tensordot(const Tensor& a, const Tensor& b, const IntList& aDims, const IntList& bDims) {
  if (aDims.size() != bDims.size()) fail("both dimension lists should have same length");
  checkSameDType("tensordot", a, b);
  Tensor x = toDType(a, computeDType(a.dtype())), y = toDType(b, computeDType(b.dtype()));
  std::vector<bool> xGoes(x.sizes().size()), yGoes(y.sizes().size());
  Dims xAway, yAway;
  int64_t depth = 1;
  for (size_t i = 0; i < aDims.size(); ++i) {
    const int64_t p = tensor::wrapDim(aDims[i], a.dim()), q = tensor::wrapDim(bDims[i], b.dim());
    if (x.size(p) == 1 && y.size(q) != 1)
      y = unsqueeze(summed(y, Dims{q}), q);
    else if (y.size(q) == 1 && x.size(p) != 1)
      x = unsqueeze(summed(x, Dims{p}), p);
    else if (x.size(p) != y.size(q))
      fail(
          "contracted dimensions need to match, but first has size {} in dim {} and second has "
          "size {} in dim {}",
          x.size(p), p, y.size(q), q);
    xGoes[static_cast<size_t>(p)] = yGoes[static_cast<size_t>(q)] = true;
    xAway.push_back(p);
    yAway.push_back(q);
    depth *= x.size(p);
  }
  Dims xOrder, yOrder = yAway, sizes;
  int64_t rows = 1, columns = 1;
  for (size_t i = 0; i < xGoes.size(); ++i)
    if (!xGoes[i])
      xOrder.push_back(static_cast<int64_t>(i)), sizes.push_back(x.sizes()[i]),
          rows *= x.sizes()[i];
  for (int64_t dim : xAway) xOrder.push_back(dim);
  for (size_t i = 0; i < yGoes.size(); ++i)
    if (!yGoes[i])
      yOrder.push_back(static_cast<int64_t>(i)), sizes.push_back(y.sizes()[i]),
          columns *= y.sizes()[i];
  const Tensor product = batchedProduct(reshape(permute(x, xOrder), Dims{rows, depth}),
                                        reshape(permute(y, yOrder), Dims{depth, columns}));
  return toDType(reshape(product, sizes), a.dtype());
}

Tensor bilinear(const Tensor& a, const Tensor& b, const Tensor& weight, const Tensor& bias) {
  if (a.dim() != b.dim())
    fail("bilinear(): input dimensions do not match: got {} and {}", a.dim(), b.dim());
  for (int64_t i = 0; i + 1 < a.dim(); ++i)
    if (a.size(i) != b.size(i))
      fail("bilinear(): input batch dimensions do not match at dim {}: got {} and {}", i, a.size(i),
           b.size(i));
  if (weight.dim() != 3 || a.dim() == 0 || a.size(-1) != weight.size(1) ||
      b.size(-1) != weight.size(2))
    fail("bilinear(): inputs of shapes {} and {} don't fit a weight of shape {}",
         shapeText(a.sizes()), shapeText(b.sizes()), shapeText(weight.sizes()));
  if (bias.defined() && (bias.dim() != 1 || bias.size(0) != weight.size(0)))
    fail("bilinear(): bias size does not match weight size: got {} but expected {}",
         bias.dim() ? bias.size(0) : 0, weight.size(0));
  Dims sizes = a.sizes();
  sizes[sizes.size() - 1] = weight.size(0);
  const int64_t rows = tensor::product(std::span<const int64_t>(sizes).first(sizes.size() - 1));
  const Tensor x = reshape(a, Dims{rows, a.size(-1)}), y = reshape(b, Dims{rows, b.size(-1)});
  // Computes (rows, outputs, second), then the product with y for each row.
  const Tensor half =
      reshape(einsum("ni,oij->noj", {x, weight}), Dims{rows, weight.size(0), weight.size(2)});
  Tensor result = sum(times(half, unsqueeze(y, 1)), IntList{-1}, false, half.dtype());
  if (bias.defined()) {
    const Tensor eye = tensor::emptyBeside(result, Dims{rows, 1}, result.dtype());
    fill(eye, 1);
    result = addmm(result, eye, unsqueeze(bias, 0), 1, 1);
  }
  return reshape(result, sizes);
}

Tensor kron(const Tensor& a, const Tensor& b) {
  const size_t rank = std::max(a.sizes().size(), b.sizes().size());
  Dims aSizes, bSizes, sizes;
  auto sizeOf = [rank](const Tensor& t, size_t i) {
    return i + t.sizes().size() < rank ? 1 : t.sizes()[i + t.sizes().size() - rank];
  };
  for (size_t i = 0; i < rank; ++i) {
    aSizes.push_back(sizeOf(a, i)), aSizes.push_back(1);
    bSizes.push_back(1), bSizes.push_back(sizeOf(b, i));
    sizes.push_back(sizeOf(a, i) * sizeOf(b, i));
  }
  return reshape(times(reshape(a, aSizes), reshape(b, bSizes)), sizes);
}

constexpr Kernel kEinsumKernels[] = {
    {"aten::einsum", boxed<einsumOperator>},
    {"aten::tensordot", boxed<tensordot>},
    {"aten::tensordot.out", sameOutOf<tensordot>},
    {"aten::bilinear", boxed<bilinear>},
    {"aten::kron", boxed<kron>},
    {"aten::kron.out", outOf<kron>},
};

}  // namespace

std::span<const Kernel> einsumKernels() { return kEinsumKernels; }

}  // namespace ts::kernels
