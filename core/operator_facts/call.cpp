#include "core/operator_facts/call.h"

namespace ts::operator_facts {

std::optional<size_t> Call::find(std::string_view wanted) const {
  for (size_t i = 0; i < count(); ++i)
    if (name(i) == wanted) return i;
  return std::nullopt;
}

Operand Call::operand(std::string_view wanted) const {
  const auto at = find(wanted);
  return at ? operand(*at) : Operand();
}

std::optional<Ints> Call::ints(std::string_view wanted) const {
  const auto at = find(wanted);
  return at ? ints(*at) : std::nullopt;
}

std::optional<int64_t> Call::integer(size_t i) const {
  const auto all = ints(i);
  return all && all->size() == 1 ? all->front() : std::nullopt;
}

std::optional<int64_t> Call::integer(std::string_view wanted) const {
  const auto at = find(wanted);
  return at ? integer(*at) : std::nullopt;
}

std::optional<double> Call::real(std::string_view wanted) const {
  const auto at = find(wanted);
  const auto all = at ? reals(*at) : std::nullopt;
  return all && all->size() == 1 ? all->front() : std::nullopt;
}

std::optional<bool> Call::flag(std::string_view wanted) const {
  const auto at = find(wanted);
  return at ? flag(*at) : std::nullopt;
}

}  // namespace ts::operator_facts
