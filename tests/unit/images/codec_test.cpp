#include "core/images/codec.h"

#include <gtest/gtest.h>

namespace ts::images {
namespace {

tensor::Tensor pattern(int64_t height, int64_t width, int64_t bands) {
  const tensor::Tensor pixels = tensor::empty({{height, width, bands}}, tensor::DType::UInt8);
  for (int64_t i = 0; i < pixels.numel(); ++i)
    pixels.data<uint8_t>()[i] = static_cast<uint8_t>(i * 37 + i / 7);
  return pixels;
}

TEST(Codec, PngKeepsPixels) {
  const char* modes[] = {"L", "LA", "RGB", "RGBA"};
  for (int64_t bands = 1; bands <= 4; ++bands) {
    const tensor::Tensor pixels = pattern(5, 7, bands);
    const Encoded file = encodePng(pixels, 6);
    ASSERT_EQ(file.error, "");
    const Decoded image = decode(file.bytes);
    ASSERT_EQ(image.error, "");
    EXPECT_STREQ(image.format, "PNG");
    EXPECT_STREQ(image.mode, modes[bands - 1]);
    ASSERT_EQ(image.pixels.sizes(), pixels.sizes());
    EXPECT_TRUE(std::equal(pixels.data<uint8_t>(), pixels.data<uint8_t>() + pixels.numel(),
                           image.pixels.data<uint8_t>()));
  }
}

TEST(Codec, JpegKeepsSizesAndNearlyPixels) {
  const tensor::Tensor pixels = tensor::empty({{16, 24, 3}}, tensor::DType::UInt8);
  for (int64_t i = 0; i < pixels.numel(); ++i)
    pixels.data<uint8_t>()[i] = static_cast<uint8_t>(i / 72 * 10);
  const Decoded image = decode(encodeJpeg(pixels, 95).bytes);
  ASSERT_EQ(image.error, "");
  EXPECT_STREQ(image.mode, "RGB");
  ASSERT_EQ(image.pixels.sizes(), pixels.sizes());
  for (int64_t i = 0; i < pixels.numel(); ++i)
    EXPECT_NEAR(pixels.data<uint8_t>()[i], image.pixels.data<uint8_t>()[i], 8);
}

TEST(Codec, EveryTruncatedFileIsRefused) {
  for (const std::string& bytes :
       {encodePng(pattern(9, 9, 3), 6).bytes, encodeJpeg(pattern(9, 9, 3), 75).bytes})
    for (size_t size = 8; size + 16 < bytes.size(); ++size)
      EXPECT_NE(decode(std::string_view(bytes).substr(0, size)).error, "") << size;
}

TEST(Codec, OtherFilesHaveNoFormat) {
  for (const char* bytes : {"", "GIF89a", "\x89PNG", "\xff\xd8"}) {
    const Decoded image = decode(bytes);
    EXPECT_STREQ(image.format, "");
    EXPECT_EQ(image.error, "");
  }
}

// A header of a few bytes doesn't make the reader allocate gigabytes.
TEST(Codec, SizesThatTheFileCannotHaveAreRefused) {
  std::string png = encodePng(pattern(1, 1, 1), 6).bytes;
  std::string jpeg = encodeJpeg(pattern(1, 1, 1), 75).bytes;
  const size_t frame = jpeg.find("\xff\xc0");
  ASSERT_NE(frame, jpeg.npos);
  jpeg.replace(frame + 5, 4, "\x7f\xff\x7f\xff");
  EXPECT_EQ(decode(jpeg).error, "the image has too many pixels");
  jpeg.replace(frame + 5, 4, std::string("\x20\x00\x20\x00", 4));
  EXPECT_EQ(decode(jpeg).error, "the file is truncated");
  png.replace(16, 4, std::string("\x7f\xff\xff\xff", 4));
  EXPECT_NE(decode(png).error, "");  // the checksum of the header is wrong
}

}  // namespace
}  // namespace ts::images
