#include "core/archive/zip_reader.h"

#include <gtest/gtest.h>

#include "core/archive/archive_error.h"

namespace ts::archive {
namespace {

// A file that ends with the locator of a 64-bit end record at `place` and an end record.
std::string withLocator(uint8_t place) {
  std::string file("PK\x03\x04", 4);
  file += std::string("PK\x06\x07\0\0\0\0", 8) + static_cast<char>(place) + std::string(11, '\0');
  return file + "PK\x05\x06" + std::string(18, '\0');
}

TEST(ZipReader, RefusesALocatorOfARecordThatDoesNotFit) {
  for (uint8_t place : {0, 1, 200}) {
    try {
      ZipReader zip(Bytes::own(withLocator(place)));
      FAIL() << "nothing was refused";
    } catch (const ArchiveError& error) {
      EXPECT_NE(std::string(error.what())
                    .find("the 64-bit end record is not at byte " + std::to_string(place)),
                std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace ts::archive
