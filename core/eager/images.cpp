#include "core/eager/images.h"

#include <cmath>

#include "core/images/codec.h"
#include "core/images/pixels.h"

namespace ts::eager {
namespace {

using tensor::DType;

// The pixels of an image: contiguous, (height, width, bands).
Tensor pixelsArgument(Vm& vm, const Value& value) {
  const Tensor pixels =
      callTensor(vm, "aten::contiguous",
                 {neededTensor(vm, value), static_cast<int64_t>(tensor::MemoryFormat::Contiguous)});
  const DType dtype = pixels.dtype();
  const bool isKnown = dtype == DType::UInt8 || dtype == DType::Int32 || dtype == DType::Float32 ||
                       dtype == DType::Int16;
  if (pixels.dim() != 3 || !isKnown || pixels.isMeta())
    vm.raiseValueError("the pixels of an image are (height, width, bands)");
  return pixels;
}

Tensor bytesArgument(Vm& vm, const Value& value) {
  const Tensor pixels = pixelsArgument(vm, value);
  if (pixels.dtype() != DType::UInt8 || pixels.size(2) < 1 || pixels.size(2) > 4)
    vm.raiseValueError("the pixels of an image have 1 to 4 bands of bytes");
  return pixels;
}

// The mixing filters compute with these types.
Tensor mixedArgument(Vm& vm, const Value& value, images::Filter filter) {
  const Tensor pixels = pixelsArgument(vm, value);
  if (pixels.dtype() == DType::Int16 && filter != images::Filter::Nearest)
    vm.raiseGap("images of mode I;16 are only resampled by Resampling.NEAREST in JitScope");
  return pixels;
}

std::vector<double> realsOf(Vm& vm, const Value& value) {
  std::vector<double> reals;
  for (const Value& item : vm.toVector(value)) {
    double real = 0;
    if (!vm.asReal(item, real))
      vm.raiseTypeError("must be real number, not " + vm.classOf(item)->name);
    reals.push_back(real);
  }
  return reals;
}

// Returns (pixels, format, mode, palette), or None for bytes of an unknown format.
Value decodeImage(Vm& vm, Value* args) {
  auto* bytes = args[0].as<eval::Bytes>();
  if (!bytes)
    vm.raiseTypeError("a bytes-like object is required, not '" + vm.classOf(args[0])->name + "'");
  const images::Decoded image = guarded(vm, [&] { return images::decode(bytes->data); });
  if (!image.error.empty()) vm.raise(vm.types.OSError, image.error);
  if (!*image.format) return Value::none();
  return vm.tuple({wrap(vm, image.pixels), Value(vm.str(image.format)), Value(vm.str(image.mode)),
                   wrap(vm, image.palette)});
}

Value encoded(Vm& vm, images::Encoded image) {
  if (!image.error.empty()) vm.raise(vm.types.OSError, image.error);
  return vm.bytes(std::move(image.bytes));
}

// PNG and JPEG have sizes of at least one pixel.
Tensor filledArgument(Vm& vm, const Value& value) {
  const Tensor pixels = bytesArgument(vm, value);
  if (pixels.numel() == 0) vm.raise(vm.types.OSError, "an image without pixels can't be written");
  return pixels;
}

Value writePng(Vm& vm, Value* args) {
  const auto level = static_cast<int>(std::clamp<int64_t>(vm.toIndex(args[1]), 0, 9));
  return encoded(vm, images::encodePng(filledArgument(vm, args[0]), level));
}

Value writeJpeg(Vm& vm, Value* args) {
  const Tensor pixels = filledArgument(vm, args[0]);
  if (pixels.size(2) != 1 && pixels.size(2) != 3)
    vm.raiseValueError("images of JPEG have 1 or 3 bands");
  const auto quality = static_cast<int>(std::clamp<int64_t>(vm.toIndex(args[1]), 1, 100));
  return encoded(vm, images::encodeJpeg(pixels, quality));
}

Value resampleImage(Vm& vm, Value* args) {
  const auto filter = static_cast<images::Filter>(vm.toIndex(args[2]));
  const Tensor pixels = mixedArgument(vm, args[0], filter);
  const std::vector<Value> size = vm.toVector(args[1]);
  const int64_t width = vm.toIndex(size.at(0)), height = vm.toIndex(size.at(1));
  if (width < 1 || height < 1 ||
      static_cast<uint64_t>(width) > images::kMaxPixels / static_cast<uint64_t>(height))
    vm.raise(vm.types.MemoryError, "the image has too many pixels");
  const std::vector<double> given = realsOf(vm, args[3]);
  const std::array<double, 4> box{given.at(0), given.at(1), given.at(2), given.at(3)};
  const auto [left, top, right, bottom] = box;
  if (!(left >= 0 && top >= 0)) vm.raiseValueError("Box offset can't be negative");
  if (!(right <= static_cast<double>(pixels.size(1)) &&
        bottom <= static_cast<double>(pixels.size(0))))
    vm.raiseValueError("Box can't exceed original image size");
  if (!(right - left > 0 && bottom - top > 0)) vm.raiseValueError("Box can't be empty");
  return wrap(vm,
              guarded(vm, [&] { return images::resample(pixels, width, height, filter, box); }));
}

Value warpImage(Vm& vm, Value* args) {
  const auto filter = static_cast<images::Filter>(vm.toIndex(args[3]));
  const Tensor pixels = mixedArgument(vm, args[0], filter);
  const Tensor background = pixelsArgument(vm, args[1]);
  const std::vector<double> matrix = realsOf(vm, args[2]);
  if (background.dtype() != pixels.dtype() || background.size(2) != pixels.size(2))
    vm.raiseValueError("images do not match");
  if (matrix.size() < 6) vm.raiseValueError("wrong number of matrix entries");
  const std::span<const double> used(matrix.data(), matrix.size() < 8 ? 6 : 8);
  return wrap(vm, guarded(vm, [&] { return images::warp(pixels, background, used, filter); }));
}

Value convertImage(Vm& vm, Value* args) {
  return wrap(vm, guarded(vm, [&] {
                return images::convert(pixelsArgument(vm, args[0]), vm.toStr(args[1]),
                                       vm.toStr(args[2]));
              }));
}

Value premultiplyImage(Vm& vm, Value* args) {
  return wrap(vm, guarded(vm, [&] { return images::premultiplied(bytesArgument(vm, args[0])); }));
}
Value unpremultiplyImage(Vm& vm, Value* args) {
  return wrap(vm, guarded(vm, [&] { return images::unpremultiplied(bytesArgument(vm, args[0])); }));
}

Value convolveImage(Vm& vm, Value* args) {
  const std::vector<double> given = realsOf(vm, args[1]);
  std::array<float, 9> kernel{};
  for (size_t i = 0; i < kernel.size(); ++i) kernel[i] = static_cast<float>(given.at(i));
  double offset = 0;
  vm.asReal(args[2], offset);
  const Tensor pixels = bytesArgument(vm, args[0]);
  return wrap(vm, guarded(vm, [&] {
                return images::convolved3(pixels, kernel, static_cast<float>(offset));
              }));
}

constexpr NativeDef kImages[] = {
    {"_decode_image", "data, /", decodeImage},
    {"_encode_png", "pixels, level, /", writePng},
    {"_encode_jpeg", "pixels, quality, /", writeJpeg},
    {"_resample_image", "pixels, size, filter, box, /", resampleImage},
    {"_warp_image", "pixels, background, matrix, filter, /", warpImage},
    {"_convert_image", "pixels, source, target, /", convertImage},
    {"_premultiplied", "pixels, /", premultiplyImage},
    {"_unpremultiplied", "pixels, /", unpremultiplyImage},
    {"_convolve_image", "pixels, kernel, offset, /", convolveImage},
};

}  // namespace

std::span<const NativeDef> imageFunctions() { return kImages; }

}  // namespace ts::eager
