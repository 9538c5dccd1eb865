#include "lsp/workspace/uri.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

namespace ts::lsp {

namespace {

constexpr std::string_view kFile = "file://";
constexpr std::string_view kLibraryRoot = "://embedded/";
constexpr std::string_view kPackageEnd = "/__init__.py", kFileEnd = ".py";

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// Returns whether the text begins with a URI scheme, such as "untitled:".
bool hasScheme(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  for (char c : text.substr(0, colon)) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '+' && c != '-' && c != '.')
      return false;
  }
  return true;
}

}  // namespace

std::string pathOfUri(std::string_view uri) {
  if (!uri.starts_with(kFile)) return std::string(uri);
  std::string_view rest = uri.substr(kFile.size());
  // Ignores a host: it is this machine.
  const size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return std::string(uri);
  return unescaped(rest.substr(slash));
}

std::string libraryUri(std::string_view module, bool isPackage) {
  std::string path(module);
  std::ranges::replace(path, '.', '/');
  return std::string(kLibraryScheme) + std::string(kLibraryRoot) + path +
         std::string(isPackage ? kPackageEnd : kFileEnd);
}

std::string moduleOfLibraryUri(std::string_view uri) {
  if (!uri.starts_with(kLibraryScheme)) return {};
  uri.remove_prefix(kLibraryScheme.size());
  if (!uri.starts_with(kLibraryRoot)) return {};
  uri.remove_prefix(kLibraryRoot.size());
  for (const std::string_view end : {kPackageEnd, kFileEnd}) {
    if (!uri.ends_with(end)) continue;
    std::string module(uri.substr(0, uri.size() - end.size()));
    std::ranges::replace(module, '/', '.');
    return module;
  }
  return {};
}

std::string uriOfPath(const std::string& path) {
  if (!path.starts_with('/') && hasScheme(path)) return path;
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out(kFile);
  std::error_code ignored;
  const std::string absolute =
      path.starts_with('/') ? path : std::filesystem::absolute(path, ignored).string();
  for (char c : absolute) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) ||
        std::string_view("/-._~!$&'()*+,;=@").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

}  // namespace ts::lsp
