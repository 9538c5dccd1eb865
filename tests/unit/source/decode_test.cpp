#include "core/source/decode.h"

#include <gtest/gtest.h>

namespace ts {
namespace {

TEST(Decode, KeepsUtf8Unchanged) {
  DecodedText result = decodeSource("x = 'é'\n");
  EXPECT_EQ(result.text, "x = 'é'\n");
  EXPECT_EQ(result.encoding, "utf-8");
  EXPECT_FALSE(result.error);
}

TEST(Decode, DropsTheByteOrderMark) { EXPECT_EQ(decodeSource("\xEF\xBB\xBFx").text, "x"); }

TEST(Decode, FollowsADeclarationInTheFirstTwoLines) {
  EXPECT_EQ(decodeSource("# -*- coding: latin-1 -*-\n\xE9").text, "# -*- coding: latin-1 -*-\né");
  EXPECT_EQ(decodeSource("#!/x\n# vim: set fileencoding=koi8-r :\n\xC1").text,
            "#!/x\n# vim: set fileencoding=koi8-r :\nа");
  EXPECT_EQ(decodeSource("# coding: cp1252\n\x80").text, "# coding: cp1252\n€");
  EXPECT_EQ(decodeSource("# coding=euc_jp\n\xB4\xC1").text, "# coding=euc_jp\n漢");
}

TEST(Decode, IgnoresADeclarationAfterCode) {
  EXPECT_TRUE(decodeSource("x = 1\n# coding: latin-1\n\xE9").error);
  EXPECT_TRUE(decodeSource("\n\n# coding: latin-1\n\xE9").error);
}

TEST(Decode, ReportsThePositionOfTheFirstInvalidByte) {
  DecodedText result = decodeSource("é\n'\xFF\xFF'");
  EXPECT_EQ(result.text, "é\n'\xEF\xBF\xBD\xEF\xBF\xBD'");
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->span, (Span{4, 7}));
  EXPECT_NE(result.error->message.find("0xFF"), std::string::npos);
}

TEST(Decode, RejectsOverlongFormsAndSurrogates) {
  EXPECT_TRUE(decodeSource("\xC0\x80").error);
  EXPECT_TRUE(decodeSource("\xED\xA0\x80").error);
  EXPECT_TRUE(decodeSource("\xF4\x90\x80\x80").error);
  EXPECT_TRUE(decodeSource("\xE2\x82").error);
}

TEST(Decode, ReportsAnUnknownEncoding) {
  DecodedText result = decodeSource("# coding: uft-8\nx\n");
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->span, (Span{10, 15}));
  EXPECT_EQ(result.text, "# coding: uft-8\nx\n");
}

TEST(Decode, RejectsAnotherEncodingAfterTheByteOrderMark) {
  EXPECT_TRUE(decodeSource("\xEF\xBB\xBF# coding: latin-1\n").error);
}

TEST(Decode, RejectsNonAsciiBytesInAscii) {
  EXPECT_TRUE(decodeSource("# coding: ascii\n\xE9").error);
}

}  // namespace
}  // namespace ts
