// Input: any bytes as a PNG or JPEG file. It is decoded, or refused with a reason; what was decoded
// can be encoded and resized.
#include <cstdint>
#include <cstdlib>

#include "core/images/codec.h"
#include "core/images/pixels.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts::images;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const Decoded& image : {decode(bytes), decodeJpeg(bytes)}) {
    if (!image.error.empty() || !*image.format) continue;
    const int64_t height = image.pixels.size(0), width = image.pixels.size(1);
    if (height < 1 || width < 1 || !*image.mode) std::abort();
    if (height * width > 1 << 16) continue;
    const std::string_view mode = image.mode;
    if (mode != "I" && mode != "CMYK" && !decode(encodePng(image.pixels, 1).bytes).error.empty())
      std::abort();
    resample(image.pixels, 5, 7, Filter::Bicubic,
             {0, 0, static_cast<double>(width), static_cast<double>(height)});
    convert(image.pixels, mode, mode == "L" ? "RGB" : "L");
  }
  return 0;
}
