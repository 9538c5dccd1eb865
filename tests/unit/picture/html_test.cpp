#include "core/picture/html.h"

#include <gtest/gtest.h>

#include "core/picture/viewer_bundle.h"

namespace ts::viz {
namespace {

TEST(Html, DataCannotEndItsElement) {
  const std::string page = toHtml("f", R"({"name":"</script><script>alert(1)</script><!--"})");
  EXPECT_EQ(page.find("<script>alert"), page.npos);
  EXPECT_EQ(page.find("<!--"), page.npos);
  EXPECT_NE(page.find(R"(\u003c/script>)"), page.npos);
}

TEST(Html, TheTitleIsEscaped) {
  EXPECT_NE(toHtml("<b>", "{}").find("<title>&lt;b&gt;</title>"), std::string::npos);
}

TEST(Html, OnlyTheViewerMayRun) {
  const std::string page = toHtml("f", "{}");
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), page.npos);
  EXPECT_EQ(page.find("unsafe-eval"), page.npos);
  EXPECT_EQ(viewerScriptHash().size(), 64u);
}

TEST(Html, TheViewerDoesNotContainTheEndOfItsElement) {
  EXPECT_EQ(viewerScript().find("</script"), std::string_view::npos);
  EXPECT_EQ(viewerStyle().find("</style"), std::string_view::npos);
}

}  // namespace
}  // namespace ts::viz
