// Image files in memory. Thread-safe: every call has a state of its own.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace ts::images {

// The limit on the pixels of an image, about that of Pillow's errors.
inline constexpr uint64_t kMaxPixels = uint64_t{1} << 28;

struct Decoded {
  std::string error;        // why the file can't be read; empty on success
  const char* format = "";  // "PNG", "JPEG"; empty for bytes of neither
  const char* mode = "";    // Pillow's
  tensor::Tensor pixels;    // uint8 or, for 16 bits of gray, int32; (height, width, bands)
  tensor::Tensor palette;   // for mode "P": uint8, (256, 4), RGBA
};

// Decodes a PNG or JPEG file. A file of neither format gives an empty `format` and no error.
Decoded decode(std::string_view bytes);
Decoded decodePng(std::string_view bytes);
Decoded decodeJpeg(std::string_view bytes);

struct Encoded {
  std::string error;
  std::string bytes;
};
// Encodes pixels of uint8 with 1 to 4 bands: gray, gray and alpha, RGB, RGBA. `level` is zlib's, 0
// to 9.
Encoded encodePng(const tensor::Tensor& pixels, int level);
// Encodes pixels of uint8 with 1 or 3 bands. `quality` is from 1 to 100.
Encoded encodeJpeg(const tensor::Tensor& pixels, int quality);

}  // namespace ts::images
