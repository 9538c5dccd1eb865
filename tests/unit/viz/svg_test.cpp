#include "viz/svg.h"

#include <gtest/gtest.h>

#include "core/picture/xml.h"
#include "tests/unit/picture/parse_ir.h"
#include "viz/layout.h"

namespace ts::viz {
namespace {

std::string svgOf(const Model& model, SvgOptions options = {}) {
  return toSvg(model, layOut(model).scene, options);
}

size_t count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

TEST(Svg, EveryShownNodeHasABoxWithATooltip) {
  std::string svg = svgOf(modelOf(kNestedIr));
  EXPECT_EQ(count(svg, "class=\"box "), 4u);
  EXPECT_EQ(count(svg, "class=\"frame "), 2u);
  EXPECT_NE(svg.find("aten::zeros"), std::string::npos);
  EXPECT_NE(svg.find("foo.py:4:9"), std::string::npos);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
}

TEST(Svg, LocationsCanBeLeftOut) {
  EXPECT_EQ(svgOf(modelOf(kNestedIr), {false}).find("foo.py"), std::string::npos);
}

TEST(Svg, TheSameGraphGivesTheSameBytes) {
  EXPECT_EQ(svgOf(modelOf(kNestedIr)), svgOf(modelOf(kNestedIr)));
}

TEST(Svg, TheTooltipContainsTheSourceLine) {
  Model model = modelOf(kNestedIr);
  for (ModelNode& node : model.nodes) {
    if (node.kind == "aten::zeros")
      node.sourceLine = "rv = torch.zeros(3, 4) if a < b & c else \"变量\"";
  }
  EXPECT_NE(svgOf(model).find("rv = torch.zeros(3, 4) if a &lt; b &amp; c else &quot;变量&quot;"),
            std::string::npos);
}

TEST(Xml, CharactersThatXmlForbidsAreReplaced) {
  EXPECT_EQ(xmlText("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(xmlText(std::string_view("\0\x1b", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(xmlText("\xff\xC3"), "\uFFFD\uFFFD");
  EXPECT_EQ(xmlText("\xEF\xBF\xBF"), "\uFFFD");
  EXPECT_EQ(xmlText("变量 🌰"), "变量 🌰");
}

}  // namespace
}  // namespace ts::viz
