// The arguments and results of a call of an operator as JSON: see operator_batch.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/schema.h"
#include "core/tensor/error.h"
#include "core/tensor/ivalue.h"

namespace ts {

using nlohmann::json;
using tensor::IValue;

inline constexpr char kAlphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string encode(const std::byte* bytes, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < count ? std::to_integer<uint32_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k)
      text += i + k > count ? '=' : kAlphabet[group >> (18 - 6 * k) & 63];
  }
  return text;
}

inline tensor::Storage decode(const std::string& text) {
  std::string bytes;
  uint32_t group = 0;
  size_t bits = 0;
  for (char letter : text) {
    if (letter == '=') break;
    group = group << 6 | static_cast<uint32_t>(std::string_view(kAlphabet).find(letter));
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 255);
  }
  tensor::Storage storage = tensor::allocate(bytes.size());
  std::memcpy(storage->data(), bytes.data(), bytes.size());
  return storage;
}

inline std::string hexOf(double value) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%a", value);
  return text.data();
}
inline double fromHex(const json& value) {
  return std::strtod(value.get<std::string>().c_str(), nullptr);
}

// One call, with its storages in order of their first use.
class Call {
 public:
  explicit Call(const json& request) {
    for (const json& text : request.at("storages")) {
      storages_.push_back(decode(text));
      const std::byte* const data = storages_.back()->data();
      before_.emplace_back(data, data + storages_.back()->bytes());
    }
  }
  // True if a storage of the request has other elements, and counts no write.
  bool hasSilentWrite() const {
    for (size_t i = 0; i < before_.size(); ++i)
      if (storages_[i]->writes() == 0 && storages_[i]->bytes() == before_[i].size() &&
          std::memcmp(storages_[i]->data(), before_[i].data(), before_[i].size()) != 0)
        return true;
    return false;
  }

  IValue read(const json& value) const {
    if (value.is_null()) return {};
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return value.get<int64_t>();
    if (value.is_string()) return value.get<std::string>();
    const std::string kind = value.at("t");
    if (kind == "float") return fromHex(value.at("v"));
    if (kind == "complex")
      return std::complex<double>(fromHex(value.at("re")), fromHex(value.at("im")));
    if (kind == "device") return tensor::makeDevice(value.at("v").get<std::string>());
    if (kind == "list") {
      std::vector<IValue> items;
      for (const json& item : value.at("v")) items.push_back(read(item));
      return tensor::makeList(elementType(value.at("e")), std::move(items));
    }
    return readTensor(value);
  }

  json write(const IValue& value) {
    switch (value.tag()) {
      case tensor::Tag::None: return nullptr;
      case tensor::Tag::Bool: return value.toBool();
      case tensor::Tag::Int: return value.toInt();
      case tensor::Tag::Double: return {{"t", "float"}, {"v", hexOf(value.toDouble())}};
      case tensor::Tag::Complex:
        return {{"t", "complex"},
                {"re", hexOf(value.toComplex().real())},
                {"im", hexOf(value.toComplex().imag())}};
      case tensor::Tag::String: return value.toString();
      case tensor::Tag::Tensor: return writeTensor(value.toTensor());
      case tensor::Tag::List: return {{"t", "list"}, {"v", writeAll(value.toList().items)}};
      case tensor::Tag::Tuple: return {{"t", "list"}, {"v", writeAll(value.toTuple().items)}};
      case tensor::Tag::Device: return {{"t", "device"}, {"v", value.toDevice().text()}};
      default: return {{"t", std::string(nameOf(value.tag()))}};
    }
  }
  json writeAll(const std::vector<IValue>& values) {
    json list = json::array();
    for (const IValue& value : values) list.push_back(write(value));
    return list;
  }
  json writeStorages() const {
    json list = json::array();
    for (const tensor::Storage& storage : storages_)
      list.push_back(encode(storage->data(), storage->bytes()));
    return list;
  }

 private:
  static types::TypePtr elementType(const std::string& name) {
    if (name == "int") return types::intType();
    if (name == "float") return types::floatType();
    if (name == "bool") return types::boolType();
    if (name == "Tensor") return types::tensorType();
    return types::anyType();
  }

  IValue readTensor(const json& value) const {
    const auto dtype = tensor::dtypeFromName(value.at("dtype").get<std::string>());
    if (!dtype) tensor::fail("no such dtype: {}", value.at("dtype").dump());
    const auto sizes = value.at("sizes").get<std::vector<int64_t>>();
    const auto strides = value.at("strides").get<std::vector<int64_t>>();
    tensor::Tensor alias = tensor::onStorage(storages_.at(value.at("storage")), *dtype, sizes,
                                             strides, value.at("offset"));
    alias.impl()->isWrappedNumber = value.value("wrapped", false);
    alias.impl()->isConj = value.value("conj", false);
    return alias;
  }

  json writeTensor(const tensor::Tensor& value) {
    auto entry = std::find(storages_.begin(), storages_.end(), value.storage());
    const auto index = entry - storages_.begin();
    if (entry == storages_.end()) storages_.push_back(value.storage());
    return {{"t", "tensor"},
            {"dtype", std::string(nameOf(value.dtype()))},
            {"sizes", value.sizes().vec()},
            {"strides", value.strides().vec()},
            {"offset", value.offset()},
            {"storage", index},
            {"conj", value.impl()->isConj}};
  }

  std::vector<tensor::Storage> storages_;
  std::vector<std::vector<std::byte>> before_;  // the bytes of the request's storages
};

inline std::string_view nameOfKind(tensor::ErrorKind kind) {
  switch (kind) {
    case tensor::ErrorKind::Runtime: return "RuntimeError";
    case tensor::ErrorKind::Index: return "IndexError";
    case tensor::ErrorKind::Value: return "ValueError";
    case tensor::ErrorKind::Type: return "TypeError";
    case tensor::ErrorKind::NotImplemented: return "NotImplementedError";
    case tensor::ErrorKind::OutOfMemory: return "MemoryError";
    case tensor::ErrorKind::ZeroDivision: return "ZeroDivisionError";
    case tensor::ErrorKind::Key: return "KeyError";
    case tensor::ErrorKind::Assertion: return "AssertionError";
    case tensor::ErrorKind::Recursion: return "RecursionError";
  }
  return "";
}

// name: "aten::add.Tensor".
inline const ops::FunctionSchema* schemaOf(std::string_view name) {
  const size_t dot = name.find('.');
  return ops::schema(Symbol::intern(name.substr(0, dot)),
                     dot == name.npos ? std::string_view() : name.substr(dot + 1));
}

}  // namespace ts
