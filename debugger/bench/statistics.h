// A summary of measured times.
#pragma once

#include <string>
#include <vector>

namespace ts::debugger {

struct Summary {
  double mean = 0, deviation = 0;  // of the sample; 0 for one time
  double median = 0;
  double least = 0, greatest = 0;
};
// times: at least one.
Summary summaryOf(const std::vector<double>& times);

// How many times as long `slow` takes as `fast`, with its standard deviation, as for a quotient of
// independent values.
struct Ratio {
  double value = 1, deviation = 0;
};
Ratio ratioOf(const Summary& slow, const Summary& fast);

// "1.234 ms", with the unit that fits.
std::string timeText(double seconds);

}  // namespace ts::debugger
