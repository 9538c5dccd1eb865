#include "core/picture/html.h"

#include <fmt/format.h>

#include "core/picture/viewer_bundle.h"
#include "core/picture/xml.h"

namespace ts::viz {
namespace {

constexpr std::string_view kPage = R"HTML(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>{}</style>
</head>
<body>
<noscript>This picture needs JavaScript.</noscript>
<script id="picture" type="application/json">{}</script>
<script>{}</script>
</body>
</html>
)HTML";

int digit(char hex) { return hex <= '9' ? hex - '0' : hex - 'a' + 10; }

// The hash in the form that a content security policy has. hex: 64 lower-case digits.
std::string base64(std::string_view hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  uint32_t bits = 0, count = 0;
  for (char each : hex) {
    bits = bits << 4 | static_cast<uint32_t>(digit(each));
    count += 4;
    if (count < 6) continue;
    count -= 6;
    out += kDigits[bits >> count & 63];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

// JSON inside a script element: "</script>" and "<!--" would end or change the element.
std::string forScript(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (char each : json) {
    if (each == '<')
      out += "\\u003c";
    else
      out += each;
  }
  return out;
}

}  // namespace

std::string toHtml(std::string_view title, std::string_view json) {
  return fmt::format(kPage, base64(viewerScriptHash()), xmlText(title), viewerStyle(),
                     forScript(json), viewerScript());
}

}  // namespace ts::viz
