#include "core/eager/buffers.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace ts::eager {
namespace {

using eval::Bytes;

// The size limit of what compressed bytes become, as for a file that is read at once.
constexpr size_t kMostInflated = size_t{8} << 30;
constexpr size_t kMostDeflated = size_t{1} << 30;  // of bytes to compress

const std::string& bytesOf(Vm& vm, const Value& value) {
  if (auto* bytes = value.as<Bytes>()) return bytes->data;
  vm.raiseTypeError("a bytes-like object is required, not '" + vm.classOf(value)->name + "'");
}

// ---- tensors

// Copies the bytes, unlike PyTorch: later writes to a bytearray do not change the tensor.
Value fromBuffer(Vm& vm, Value* args) {
  const std::string& bytes = bytesOf(vm, args[0]);
  const auto dtype = dtypeArgument(vm, args[1]);
  if (!dtype) vm.raiseTypeError("frombuffer() missing 1 required keyword-only argument: 'dtype'");
  const auto itemSize = static_cast<int64_t>(tensor::sizeOf(*dtype));
  const auto length = static_cast<int64_t>(bytes.size());
  int64_t count = vm.toIndex(args[2]);
  const int64_t offset = vm.toIndex(args[3]);
  if (length == 0 || count == 0)
    vm.raiseValueError("both buffer length (" + std::to_string(length) + ") and count (" +
                       std::to_string(count) + ") must not be 0");
  if (offset < 0 || offset >= length)
    vm.raiseValueError("offset (" + std::to_string(offset) +
                       " bytes) must be non-negative and no greater than buffer length (" +
                       std::to_string(length) + " bytes) minus 1");
  const int64_t rest = length - offset;
  if (count > 0 && count > rest / itemSize)
    vm.raiseValueError("requested buffer length (" + std::to_string(count) + " * " +
                       std::to_string(itemSize) + " bytes) after offset (" +
                       std::to_string(offset) +
                       " bytes) must not be greater than actual buffer length (" +
                       std::to_string(length) + " bytes)");
  if (count < 0 && rest % itemSize != 0)
    vm.raiseValueError("buffer length (" + std::to_string(rest) + " bytes) after offset (" +
                       std::to_string(offset) + " bytes) must be a multiple of element size (" +
                       std::to_string(itemSize) + ")");
  if (count < 0) count = rest / itemSize;
  const Tensor tensor = guarded(vm, [&] { return tensor::empty({{count}}, *dtype); });
  std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()) + offset, count * itemSize,
              tensor.bytes());
  const Value result = wrap(vm, tensor);
  if (vm.truth(args[4])) vm.callMethod(result, "requires_grad_");
  return result;
}

// The elements of a tensor in order, as they are in memory.
Value tensorBytes(Vm& vm, Value* args) {
  const Tensor tensor = callTensor(
      vm, "aten::contiguous",
      {neededTensor(vm, args[0]), static_cast<int64_t>(tensor::MemoryFormat::Contiguous)});
  const size_t size = static_cast<size_t>(tensor.numel()) * tensor.itemSize();
  return vm.bytes(size == 0 ? std::string()
                            : std::string(reinterpret_cast<const char*>(tensor.bytes()), size));
}

// ---- zlib

template <uLong (*kSum)(uLong, const Bytef*, z_size_t)>
Value checksum(Vm& vm, Value* args) {
  const std::string& bytes = bytesOf(vm, args[0]);
  const auto start = static_cast<uint32_t>(vm.toIndex(args[1]));
  return Value::integer(static_cast<int64_t>(
      kSum(start, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size())));
}

// The checksum of TensorFlow's records: CRC-32C, whose reflected polynomial is 0x82F63B78.
constexpr std::array<uint32_t, 256> kCastagnoli = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = sum & 1 ? sum >> 1 ^ 0x82F63B78U : sum >> 1;
    table[byte] = sum;
  }
  return table;
}();

Value castagnoliSum(Vm& vm, Value* args) {
  uint32_t sum = ~0U;
  for (const char byte : bytesOf(vm, args[0]))
    sum = sum >> 8 ^ kCastagnoli[(sum ^ static_cast<uint8_t>(byte)) & 0xFF];
  return Value::integer(static_cast<uint32_t>(~sum));
}

struct Inflater {
  z_stream stream{};
  ~Inflater() { inflateEnd(&stream); }
};
struct Deflater {
  z_stream stream{};
  ~Deflater() { deflateEnd(&stream); }
};

[[noreturn]] void raiseZlib(Vm& vm, const std::string& text) {
  const Value error = vm.moduleAttribute(*vm.module("zlib"), vm.intern("error"));
  vm.raise(error.as<Class>(), text);
}

// Unpacks one stream that starts at `offset`. `window` is zlib's windowBits. Returns the unpacked
// bytes and the offset behind the stream. Raises zlib.error for damaged or incomplete bytes.
Value inflateBytes(Vm& vm, Value* args) {
  const std::string& bytes = bytesOf(vm, args[0]);
  const int window = static_cast<int>(vm.toIndex(args[1]));
  size_t at =
      std::min(static_cast<size_t>(std::max<int64_t>(0, vm.toIndex(args[2]))), bytes.size());
  constexpr size_t kPart = 1 << 16;
  Inflater inflater;
  z_stream& stream = inflater.stream;
  if (inflateInit2(&stream, window) != Z_OK) vm.raiseValueError("Invalid initialization option");
  std::string unpacked;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    vm.pollInterrupt();
    if (stream.avail_in == 0 && at < bytes.size()) {
      const size_t part = std::min<size_t>(bytes.size() - at, std::numeric_limits<uInt>::max());
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + at));
      stream.avail_in = static_cast<uInt>(part);
      at += part;
    }
    const size_t used = unpacked.size();
    if (used > kMostInflated)
      vm.raise(vm.types.MemoryError, "more than 8 GB can't be unpacked at once");
    // The room doubles, so that a long stream is copied a constant number of times.
    unpacked.resize(used + std::max(kPart, std::min(used, kMostInflated / 8)));
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + used);
    stream.avail_out = static_cast<uInt>(unpacked.size() - used);
    status = inflate(&stream, Z_NO_FLUSH);
    unpacked.erase(unpacked.size() - stream.avail_out);
    if (status == Z_BUF_ERROR)
      raiseZlib(vm, "Error -5 while decompressing data: incomplete or truncated stream");
    if (status != Z_OK && status != Z_STREAM_END)
      raiseZlib(vm, "Error " + std::to_string(status) + " while decompressing data" +
                        (stream.msg ? ": " + std::string(stream.msg) : ""));
  }
  return vm.tuple(
      {vm.bytes(std::move(unpacked)), Value::integer(static_cast<int64_t>(at - stream.avail_in))});
}

Value deflateBytes(Vm& vm, Value* args) {
  const std::string& bytes = bytesOf(vm, args[0]);
  if (bytes.size() > kMostDeflated)
    vm.raise(vm.types.MemoryError, "more than 1 GB can't be packed at once");
  Deflater deflater;
  z_stream& stream = deflater.stream;
  if (deflateInit2(&stream, static_cast<int>(vm.toIndex(args[1])), Z_DEFLATED,
                   static_cast<int>(vm.toIndex(args[2])), 8, Z_DEFAULT_STRATEGY) != Z_OK)
    vm.raiseValueError("Invalid initialization option");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.erase(packed.size() - stream.avail_out);
  return vm.bytes(std::move(packed));
}

constexpr NativeDef kBufferTorch[] = {
    {"frombuffer", "buffer, *, dtype=None, count=-1, offset=0, requires_grad=False", fromBuffer},
};
constexpr NativeDef kBuffers[] = {
    {"_tensor_bytes", "tensor, /", tensorBytes},
    {"_crc32", "data, start, /", checksum<crc32_z>},
    {"_adler32", "data, start, /", checksum<adler32_z>},
    {"_crc32c", "data, /", castagnoliSum},
    {"_inflate", "data, window, offset, /", inflateBytes},
    {"_deflate", "data, level, window, /", deflateBytes},
};

}  // namespace

std::span<const NativeDef> bufferTorchFunctions() { return kBufferTorch; }
std::span<const NativeDef> bufferFunctions() { return kBuffers; }

}  // namespace ts::eager
