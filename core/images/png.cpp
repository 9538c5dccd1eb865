#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <vector>

#include "core/images/codec.h"
#include "core/tensor/error.h"

namespace ts::images {
namespace {

// Deflate compresses by a factor of at most 1032.
constexpr uint64_t kMaxDeflateRatio = 1032;
constexpr png_alloc_size_t kMaxChunkBytes = 8 << 20;

// The state of one call. libpng leaves by longjmp, so that everything with a destructor is in here
// and not in the functions that call libpng.
struct PngState {
  png_structp png = nullptr;
  png_infop info = nullptr;
  bool isWriter = false;
  std::string error;
  std::string_view in;
  size_t at = 0;
  std::string out;
  tensor::Tensor pixels;
  tensor::Tensor palette;
  const char* mode = "";
  std::vector<uint8_t> wide;  // rows of 16 bits
  std::vector<png_bytep> rows;

  PngState() = default;
  PngState(const PngState&) = delete;
  PngState& operator=(const PngState&) = delete;
  ~PngState() {
    if (isWriter)
      png_destroy_write_struct(&png, &info);
    else
      png_destroy_read_struct(&png, &info, nullptr);
  }
};

[[noreturn]] void failPng(png_structp png, png_const_charp text) {
  static_cast<PngState*>(png_get_error_ptr(png))->error = text;
  png_longjmp(png, 1);
}
void ignoreWarning(png_structp, png_const_charp) {}

void readPng(png_structp png, png_bytep to, size_t count) {
  auto& state = *static_cast<PngState*>(png_get_io_ptr(png));
  if (count > state.in.size() - state.at) png_error(png, "the file is truncated");
  std::memcpy(to, state.in.data() + state.at, count);
  state.at += count;
}

void writePng(png_structp png, png_bytep from, size_t count) {
  static_cast<PngState*>(png_get_io_ptr(png))
      ->out.append(reinterpret_cast<const char*>(from), count);
}
void flushPng(png_structp) {}

const char* modeOf(int colorType, int bits) {
  switch (colorType) {
    case PNG_COLOR_TYPE_GRAY: return bits == 1 ? "1" : bits == 16 ? "I" : "L";
    case PNG_COLOR_TYPE_PALETTE: return "P";
    case PNG_COLOR_TYPE_GRAY_ALPHA: return "LA";
    case PNG_COLOR_TYPE_RGB: return "RGB";
    default: return "RGBA";
  }
}

// Allocates the tensors of a state. Returns false, with a reason, when the memory is not enough.
bool makePixels(PngState& state, int64_t height, int64_t width, int64_t bands, bool isWide) {
  try {
    state.pixels = tensor::empty({{height, width, bands}},
                                 isWide ? tensor::DType::Int32 : tensor::DType::UInt8);
    auto* first = state.pixels.data<uint8_t>();
    if (isWide) {
      state.wide.resize(static_cast<size_t>(height * width) * 2);
      first = state.wide.data();
    }
    const int64_t rowBytes = isWide ? width * 2 : width * bands;
    for (int64_t y = 0; y < height; ++y) state.rows.push_back(first + y * rowBytes);
    return true;
  } catch (const tensor::Error& error) {
    state.error = error.what();
  } catch (const std::bad_alloc&) {
    state.error = "not enough memory for the image";
  }
  return false;
}

void makePalette(PngState& state, png_const_colorp colors, int count, png_const_bytep alpha,
                 int alphaCount) {
  state.palette = tensor::empty({{256, 4}}, tensor::DType::UInt8);
  auto* to = state.palette.data<uint8_t>();
  for (int i = 0; i < 256; ++i, to += 4) {
    const png_color color = i < count ? colors[i] : png_color{0, 0, 0};
    to[0] = color.red;
    to[1] = color.green;
    to[2] = color.blue;
    to[3] = i < alphaCount ? alpha[i] : 255;
  }
}

// Has no object with a destructor.
void runReader(PngState& state) {
  if (setjmp(png_jmpbuf(state.png))) return;
  png_set_read_fn(state.png, &state, readPng);
  png_set_chunk_malloc_max(state.png, kMaxChunkBytes);
  png_set_user_limits(state.png, 0x7fffffff, 0x7fffffff);  // kMaxPixels is the limit
  png_read_info(state.png, state.info);
  const uint64_t width = png_get_image_width(state.png, state.info);
  const uint64_t height = png_get_image_height(state.png, state.info);
  const int bits = png_get_bit_depth(state.png, state.info);
  const int colorType = png_get_color_type(state.png, state.info);
  if (width * height > kMaxPixels) png_error(state.png, "the image has too many pixels");
  // No memory is allocated for pixels that the file can't have.
  if (height * png_get_rowbytes(state.png, state.info) / kMaxDeflateRatio > state.in.size())
    png_error(state.png, "the file is truncated");
  state.mode = modeOf(colorType, bits);
  const bool isWide = colorType == PNG_COLOR_TYPE_GRAY && bits == 16;
  if (colorType == PNG_COLOR_TYPE_GRAY && bits < 8)
    png_set_expand_gray_1_2_4_to_8(state.png);
  else if (bits < 8)
    png_set_packing(state.png);
  else if (bits == 16 && !isWide)
    png_set_strip_16(state.png);
  png_set_interlace_handling(state.png);
  png_read_update_info(state.png, state.info);
  const int64_t bands = png_get_channels(state.png, state.info);
  if (!makePixels(state, static_cast<int64_t>(height), static_cast<int64_t>(width), bands, isWide))
    return;
  if (colorType == PNG_COLOR_TYPE_PALETTE) {
    png_colorp colors = nullptr;
    png_bytep alpha = nullptr;
    int count = 0, alphaCount = 0;
    png_get_PLTE(state.png, state.info, &colors, &count);
    png_get_tRNS(state.png, state.info, &alpha, &alphaCount, nullptr);
    makePalette(state, colors, count, alpha, alpha ? alphaCount : 0);
  }
  png_read_image(state.png, state.rows.data());
}

void runWriter(PngState& state, int level) {
  if (setjmp(png_jmpbuf(state.png))) return;
  constexpr int kColorTypes[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGBA};
  png_set_write_fn(state.png, &state, writePng, flushPng);
  png_set_compression_level(state.png, level);
  png_set_IHDR(state.png, state.info, static_cast<png_uint_32>(state.pixels.size(1)),
               static_cast<png_uint_32>(state.pixels.size(0)), 8,
               kColorTypes[state.pixels.size(2) - 1], PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(state.png, state.info);
  png_write_image(state.png, state.rows.data());
  png_write_end(state.png, nullptr);
}

}  // namespace

Decoded decodePng(std::string_view bytes) {
  PngState state;
  state.in = bytes;
  Decoded result{.format = "PNG"};
  state.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, failPng, ignoreWarning);
  if (state.png) state.info = png_create_info_struct(state.png);
  if (!state.info) {
    result.error = "not enough memory for the image";
    return result;
  }
  runReader(state);
  result.error = std::move(state.error);
  if (!result.error.empty()) return result;
  if (!state.wide.empty()) {
    auto* to = state.pixels.data<int32_t>();
    for (size_t i = 0; i < state.wide.size(); i += 2)
      *to++ = state.wide[i] << 8 | state.wide[i + 1];
  }
  result.mode = state.mode;
  result.pixels = std::move(state.pixels);
  result.palette = std::move(state.palette);
  return result;
}

Encoded encodePng(const tensor::Tensor& pixels, int level) {
  PngState state;
  state.isWriter = true;
  state.pixels = pixels;
  Encoded result;
  const int64_t rowBytes = pixels.size(1) * pixels.size(2);
  for (int64_t y = 0; y < pixels.size(0); ++y)
    state.rows.push_back(pixels.data<uint8_t>() + y * rowBytes);
  state.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, failPng, ignoreWarning);
  if (state.png) state.info = png_create_info_struct(state.png);
  if (!state.info) {
    result.error = "not enough memory for the image";
    return result;
  }
  runWriter(state, level);
  result.error = std::move(state.error);
  result.bytes = std::move(state.out);
  return result;
}

}  // namespace ts::images
