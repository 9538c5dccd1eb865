// Operations on the pixels of images, with Pillow's arithmetic: the results are equal bit by bit.
// Pixels are contiguous tensors of (height, width, bands) of uint8, int32 or float32. Sizes are
// checked by the caller; all functions throw tensor::Error when the memory is not enough.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/tensor/tensor.h"

namespace ts::images {

// Pillow's numbers.
enum class Filter { Nearest = 0, Lanczos = 1, Bilinear = 2, Bicubic = 3, Box = 4, Hamming = 5 };

// Scales the part of an image inside the box (left, top, right, bottom) to a size. Every filter but
// Nearest weighs all pixels that a pixel of the result covers. The box lies inside the image.
tensor::Tensor resample(const tensor::Tensor& pixels, int64_t width, int64_t height, Filter filter,
                        const std::array<double, 4>& box);

// Returns `background` with the pixels of an image: the one at (x, y) comes from the place that the
// matrix maps (x, y) to. 6 coefficients are affine, 8 are a perspective. `filter` is Nearest,
// Bilinear or Bicubic. Pixels from outside the image keep the background.
tensor::Tensor warp(const tensor::Tensor& pixels, const tensor::Tensor& background,
                    std::span<const double> matrix, Filter filter);

// Converts pixels from one of Pillow's modes to another one, without dithering. Returns an
// undefined tensor for a pair without a conversion.
tensor::Tensor convert(const tensor::Tensor& pixels, std::string_view from, std::string_view to);

// Multiplies the color bands by the last band, an opacity, and divides them by it.
tensor::Tensor premultiplied(const tensor::Tensor& pixels);
tensor::Tensor unpremultiplied(const tensor::Tensor& pixels);

// Replaces each inner pixel of uint8 by the sum of its 3 by 3 neighbours times the kernel; pixels
// at the border stay.
tensor::Tensor convolved3(const tensor::Tensor& pixels, std::span<const float, 9> kernel,
                          float offset);

}  // namespace ts::images
