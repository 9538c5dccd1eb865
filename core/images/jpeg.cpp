#include <cstdio>  // jpeglib.h needs it

#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>

#include "core/images/codec.h"
#include "core/tensor/error.h"

namespace ts::images {
namespace {

// A progressive file can have many scans over all pixels, each of a few bytes.
constexpr int kMaxScans = 100;
constexpr long kMaxDecoderBytes = 1L << 30;

// The state of one call. libjpeg leaves by longjmp, so that everything with a destructor is in here
// and not in the functions that call libjpeg.
struct JpegState {
  jpeg_error_mgr errors{};  // first, so that an error finds its state
  std::jmp_buf failed;
  std::string error;
  jpeg_decompress_struct in{};
  jpeg_compress_struct out{};
  jpeg_progress_mgr progress{};
  jpeg_source_mgr source{};
  std::string_view bytes;
  unsigned char* written = nullptr;
  unsigned long writtenBytes = 0;
  tensor::Tensor pixels;
  const char* mode = "";

  JpegState() = default;
  JpegState(const JpegState&) = delete;
  JpegState& operator=(const JpegState&) = delete;
  ~JpegState() {
    jpeg_destroy_decompress(&in);
    jpeg_destroy_compress(&out);
    std::free(written);
  }
};

[[noreturn]] void failJpeg(JpegState& state, const char* text) {
  state.error = text;
  std::longjmp(state.failed, 1);
}

[[noreturn]] void exitWithError(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  failJpeg(*reinterpret_cast<JpegState*>(info->err), text);
}
void ignoreMessage(j_common_ptr) {}

void startSource(j_decompress_ptr) {}
boolean fillSource(j_decompress_ptr info) {
  failJpeg(*reinterpret_cast<JpegState*>(info->err), "the file is truncated");
}
void skipSource(j_decompress_ptr info, long count) {
  jpeg_source_mgr& source = *info->src;
  if (count <= 0) return;
  if (static_cast<size_t>(count) > source.bytes_in_buffer) fillSource(info);
  source.next_input_byte += count;
  source.bytes_in_buffer -= static_cast<size_t>(count);
}

void checkProgress(j_common_ptr info) {
  if (info->is_decompressor &&
      reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans)
    failJpeg(*reinterpret_cast<JpegState*>(info->err), "the file has too many scans");
}

void prepareErrors(JpegState& state) {
  jpeg_std_error(&state.errors);
  state.errors.error_exit = exitWithError;
  state.errors.output_message = ignoreMessage;
}

bool makeJpegPixels(JpegState& state) {
  try {
    state.pixels = tensor::empty(
        {{static_cast<int64_t>(state.in.output_height), static_cast<int64_t>(state.in.output_width),
          static_cast<int64_t>(state.in.output_components)}},
        tensor::DType::UInt8);
    return true;
  } catch (const tensor::Error& error) {
    state.error = error.what();
  }
  return false;
}

// Has no object with a destructor.
void runJpegReader(JpegState& state) {
  if (setjmp(state.failed)) return;
  state.in.err = &state.errors;
  jpeg_create_decompress(&state.in);
  state.in.mem->max_memory_to_use = kMaxDecoderBytes;
  state.source.next_input_byte = reinterpret_cast<const JOCTET*>(state.bytes.data());
  state.source.bytes_in_buffer = state.bytes.size();
  state.source.init_source = startSource;
  state.source.fill_input_buffer = fillSource;
  state.source.skip_input_data = skipSource;
  state.source.resync_to_restart = jpeg_resync_to_restart;
  state.source.term_source = startSource;
  state.in.src = &state.source;
  state.progress.progress_monitor = checkProgress;
  state.in.progress = &state.progress;
  jpeg_read_header(&state.in, TRUE);
  // A block of 8 by 8 pixels takes at least some bits of a file, except in the last scans.
  const uint64_t pixels = uint64_t{state.in.image_width} * state.in.image_height;
  if (pixels > kMaxPixels) failJpeg(state, "the image has too many pixels");
  if (pixels / 4096 > state.bytes.size()) failJpeg(state, "the file is truncated");
  const int components = state.in.num_components;
  if (components != 1 && components != 3 && components != 4)
    failJpeg(state, "the image has a number of components other than 1, 3 and 4");
  state.mode = components == 1 ? "L" : components == 3 ? "RGB" : "CMYK";
  state.in.out_color_space = components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_start_decompress(&state.in);
  if (!makeJpegPixels(state)) return;
  const auto rowBytes = static_cast<size_t>(state.pixels.size(1) * state.pixels.size(2));
  while (state.in.output_scanline < state.in.output_height) {
    JSAMPROW row = state.pixels.data<uint8_t>() + state.in.output_scanline * rowBytes;
    jpeg_read_scanlines(&state.in, &row, 1);
  }
}

void runJpegWriter(JpegState& state, int quality) {
  if (setjmp(state.failed)) return;
  state.out.err = &state.errors;
  jpeg_create_compress(&state.out);
  jpeg_mem_dest(&state.out, &state.written, &state.writtenBytes);
  state.out.image_width = static_cast<JDIMENSION>(state.pixels.size(1));
  state.out.image_height = static_cast<JDIMENSION>(state.pixels.size(0));
  state.out.input_components = static_cast<int>(state.pixels.size(2));
  state.out.in_color_space = state.pixels.size(2) == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&state.out);
  jpeg_set_quality(&state.out, quality, TRUE);
  jpeg_start_compress(&state.out, TRUE);
  const auto rowBytes = static_cast<size_t>(state.pixels.size(1) * state.pixels.size(2));
  while (state.out.next_scanline < state.out.image_height) {
    JSAMPROW row = state.pixels.data<uint8_t>() + state.out.next_scanline * rowBytes;
    jpeg_write_scanlines(&state.out, &row, 1);
  }
  jpeg_finish_compress(&state.out);
}

}  // namespace

Decoded decodeJpeg(std::string_view bytes) {
  JpegState state;
  state.bytes = bytes;
  prepareErrors(state);
  runJpegReader(state);
  Decoded result{.error = std::move(state.error), .format = "JPEG"};
  if (!result.error.empty()) return result;
  result.mode = state.mode;
  result.pixels = std::move(state.pixels);
  // Adobe's programs store inverted inks, and other programs follow them.
  if (result.pixels.size(2) == 4) {
    auto* pixel = result.pixels.data<uint8_t>();
    for (int64_t i = 0; i < result.pixels.numel(); ++i) pixel[i] = static_cast<uint8_t>(~pixel[i]);
  }
  return result;
}

Encoded encodeJpeg(const tensor::Tensor& pixels, int quality) {
  JpegState state;
  state.pixels = pixels;
  prepareErrors(state);
  runJpegWriter(state, std::clamp(quality, 1, 100));
  Encoded result{.error = std::move(state.error)};
  if (result.error.empty())
    result.bytes.assign(reinterpret_cast<const char*>(state.written), state.writtenBytes);
  return result;
}

Decoded decode(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return decodePng(bytes);
  if (bytes.starts_with("\xff\xd8\xff")) return decodeJpeg(bytes);
  return {};
}

}  // namespace ts::images
