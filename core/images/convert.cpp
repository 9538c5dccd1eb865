#include <algorithm>
#include <cmath>

#include "core/images/pixels.h"

namespace ts::images {
namespace {

using tensor::DType;
using tensor::Tensor;

uint8_t byteOf(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

// a * b / 255, rounded.
uint8_t scaledByte(int a, int b) {
  const int product = a * b + 128;
  return static_cast<uint8_t>(((product >> 8) + product) >> 8);
}

// ITU-R 601-2, with 16 bits behind the point.
uint8_t lumaOf(const uint8_t* rgb) {
  return static_cast<uint8_t>((rgb[0] * 19595 + rgb[1] * 38470 + rgb[2] * 7471 + 0x8000) >> 16);
}
int exactLuma(const uint8_t* rgb) { return rgb[0] * 299 + rgb[1] * 587 + rgb[2] * 114; }

// Each function converts one pixel.
using ConvertPixel = void (*)(const uint8_t* in, uint8_t* out);

void copyOne(const uint8_t* in, uint8_t* out) { out[0] = in[0]; }
void copyThree(const uint8_t* in, uint8_t* out) { std::copy_n(in, 3, out); }
void threshold(const uint8_t* in, uint8_t* out) { out[0] = in[0] >= 128 ? 255 : 0; }
void rgbToBit(const uint8_t* in, uint8_t* out) { out[0] = exactLuma(in) >= 128000 ? 255 : 0; }
void grayToRgb(const uint8_t* in, uint8_t* out) { std::fill_n(out, 3, in[0]); }
void grayToOpaque(const uint8_t* in, uint8_t* out) {
  std::fill_n(out, 3, in[0]);
  out[3] = 255;
}
void grayToPair(const uint8_t* in, uint8_t* out) {
  out[0] = in[0];
  out[1] = 255;
}
void pairToRgba(const uint8_t* in, uint8_t* out) {
  std::fill_n(out, 3, in[0]);
  out[3] = in[1];
}
void rgbToGray(const uint8_t* in, uint8_t* out) { out[0] = lumaOf(in); }
void rgbToPair(const uint8_t* in, uint8_t* out) {
  out[0] = lumaOf(in);
  out[1] = 255;
}
void rgbaToPair(const uint8_t* in, uint8_t* out) {
  out[0] = lumaOf(in);
  out[1] = in[3];
}
void rgbToOpaque(const uint8_t* in, uint8_t* out) {
  std::copy_n(in, 3, out);
  out[3] = 255;
}
void rgbToCmyk(const uint8_t* in, uint8_t* out) {
  for (int i = 0; i < 3; ++i) out[i] = static_cast<uint8_t>(~in[i]);
  out[3] = 0;
}
void cmykToRgb(const uint8_t* in, uint8_t* out) {
  const int light = 255 - in[3];
  for (int i = 0; i < 3; ++i) out[i] = byteOf(light - scaledByte(in[i], light));
}

void rgbToHsv(const uint8_t* in, uint8_t* out) {
  const uint8_t high = std::max({in[0], in[1], in[2]}), low = std::min({in[0], in[1], in[2]});
  out[0] = out[1] = 0;
  out[2] = high;
  if (high == low) return;
  const auto range = static_cast<float>(high - low);
  auto distance = [&](int band) { return static_cast<float>(high - in[band]) / range; };
  const float r = distance(0), g = distance(1), b = distance(2);
  float hue = 0;
  if (in[0] == high)
    hue = b - g;
  else if (in[1] == high)
    hue = static_cast<float>(2.0 + r - b);
  else
    hue = static_cast<float>(4.0 + g - r);
  hue = static_cast<float>(std::fmod(hue / 6.0 + 1.0, 1.0));
  out[0] = byteOf(static_cast<int>(hue * 255.0));
  out[1] = byteOf(static_cast<int>(range / static_cast<float>(high) * 255.0));
}

void hsvToRgb(const uint8_t* in, uint8_t* out) {
  const uint8_t v = in[2];
  std::fill_n(out, 3, v);
  if (in[1] == 0) return;
  const double place = static_cast<float>(in[0]) * 6.0 / 255.0;
  const int sector = static_cast<int>(std::floor(place));
  const auto rest = static_cast<float>(place - static_cast<float>(sector));
  const auto saturation = static_cast<float>(static_cast<float>(in[1]) / 255.0);
  auto faded = [&](double part) { return byteOf(static_cast<int>(std::round(v * part))); };
  const uint8_t p = faded(1.0 - saturation);
  const uint8_t q = faded(1.0 - saturation * rest);
  const uint8_t t = faded(1.0 - saturation * (1.0 - rest));
  const uint8_t colors[6][3] = {{v, t, p}, {q, v, p}, {p, v, t}, {p, q, v}, {t, p, v}, {v, p, q}};
  std::copy_n(colors[sector % 6], 3, out);
}

struct Conversion {
  std::string_view from, to;
  ConvertPixel pixel;
};
constexpr Conversion kConversions[] = {
    {"1", "L", copyOne},          {"1", "RGB", grayToRgb},      {"1", "RGBA", grayToOpaque},
    {"1", "LA", grayToPair},      {"L", "1", threshold},        {"L", "RGB", grayToRgb},
    {"L", "RGBA", grayToOpaque},  {"L", "RGBX", grayToOpaque},  {"L", "LA", grayToPair},
    {"LA", "L", copyOne},         {"LA", "RGB", grayToRgb},     {"LA", "RGBA", pairToRgba},
    {"RGB", "1", rgbToBit},       {"RGB", "L", rgbToGray},      {"RGB", "LA", rgbToPair},
    {"RGB", "RGBA", rgbToOpaque}, {"RGB", "RGBX", rgbToOpaque}, {"RGB", "CMYK", rgbToCmyk},
    {"RGB", "HSV", rgbToHsv},     {"HSV", "RGB", hsvToRgb},     {"RGBA", "L", rgbToGray},
    {"RGBA", "LA", rgbaToPair},   {"RGBA", "RGB", copyThree},   {"RGBX", "L", rgbToGray},
    {"RGBX", "RGB", copyThree},   {"CMYK", "RGB", cmykToRgb},
};

int64_t bandsOf(std::string_view mode) {
  if (mode == "1" || mode == "L") return 1;
  if (mode == "LA") return 2;
  return mode == "RGB" || mode == "HSV" ? 3 : 4;
}

Tensor emptyPixels(const Tensor& like, int64_t bands, DType dtype) {
  return tensor::empty({{like.size(0), like.size(1), bands}}, dtype);
}

Tensor convertBytes(const Tensor& pixels, const Conversion& conversion) {
  const int64_t inBands = pixels.size(2), outBands = bandsOf(conversion.to);
  const Tensor result = emptyPixels(pixels, outBands, DType::UInt8);
  const auto* in = pixels.data<uint8_t>();
  auto* out = result.data<uint8_t>();
  for (int64_t left = pixels.size(0) * pixels.size(1); left > 0; --left) {
    conversion.pixel(in, out);
    in += inBands;
    out += outBands;
  }
  return result;
}

template <typename In, typename Out, typename F>
Tensor converted(const Tensor& pixels, DType dtype, F&& convert) {
  const Tensor result = emptyPixels(pixels, 1, dtype);
  const In* in = pixels.data<In>();
  Out* out = result.data<Out>();
  for (int64_t i = 0; i < result.numel(); ++i, in += pixels.size(2)) out[i] = convert(in);
  return result;
}

// Conversions from bytes to the modes I and F, and between pixels with one wide band.
Tensor convertWide(const Tensor& pixels, std::string_view from, std::string_view to) {
  const bool isColor = from == "RGB";
  if ((from == "L" || from == "1" || isColor) && to == "I")
    return converted<uint8_t, int32_t>(
        pixels, DType::Int32, [&](const uint8_t* in) { return isColor ? lumaOf(in) : *in; });
  if ((from == "L" || from == "1" || isColor) && to == "F")
    return converted<uint8_t, float>(pixels, DType::Float32, [&](const uint8_t* in) {
      return isColor ? static_cast<float>(exactLuma(in)) / 1000.0F : static_cast<float>(*in);
    });
  if (from == "I" && to == "F")
    return converted<int32_t, float>(pixels, DType::Float32,
                                     [](const int32_t* in) { return static_cast<float>(*in); });
  if (from == "I" && to == "L")
    return converted<int32_t, uint8_t>(pixels, DType::UInt8, [](const int32_t* in) {
      return static_cast<uint8_t>(std::clamp(*in, 0, 255));
    });
  if (from == "F" && to == "L")
    return converted<float, uint8_t>(pixels, DType::UInt8, [](const float* in) {
      return static_cast<uint8_t>(*in >= 0 ? std::min(*in, 255.0F) : 0.0F);  // NaN is 0
    });
  return {};
}

}  // namespace

Tensor convert(const Tensor& pixels, std::string_view from, std::string_view to) {
  for (const Conversion& conversion : kConversions)
    if (conversion.from == from && conversion.to == to) return convertBytes(pixels, conversion);
  // Other color spaces are converted over RGB.
  if ((from == "CMYK" || from == "HSV") && to != "RGB")
    return convert(convert(pixels, from, "RGB"), "RGB", to);
  return convertWide(pixels, from, to);
}

Tensor premultiplied(const Tensor& pixels) {
  const Tensor result = emptyPixels(pixels, pixels.size(2), DType::UInt8);
  const int64_t bands = pixels.size(2);
  const auto* in = pixels.data<uint8_t>();
  auto* out = result.data<uint8_t>();
  for (const uint8_t* end = in + pixels.numel(); in != end; in += bands, out += bands) {
    const uint8_t alpha = out[bands - 1] = in[bands - 1];
    for (int64_t i = 0; i + 1 < bands; ++i) out[i] = scaledByte(in[i], alpha);
  }
  return result;
}

Tensor unpremultiplied(const Tensor& pixels) {
  const Tensor result = emptyPixels(pixels, pixels.size(2), DType::UInt8);
  const int64_t bands = pixels.size(2);
  const auto* in = pixels.data<uint8_t>();
  auto* out = result.data<uint8_t>();
  for (const uint8_t* end = in + pixels.numel(); in != end; in += bands, out += bands) {
    const uint8_t alpha = out[bands - 1] = in[bands - 1];
    for (int64_t i = 0; i + 1 < bands; ++i)
      out[i] = alpha == 0 || alpha == 255 ? in[i] : byteOf(255 * in[i] / alpha);
  }
  return result;
}

}  // namespace ts::images
