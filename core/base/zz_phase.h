#pragma once
#include <x86intrin.h>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
#include <algorithm>
namespace zz {
struct Prof {
  std::map<std::string, std::pair<unsigned long long,int>> total;
  std::vector<std::string> stack{"(top)"};
  unsigned long long last = __rdtsc();
  void tick() { auto now = __rdtsc(); total[stack.back()].first += now - last; last = __rdtsc(); }
  void dump() {
    tick();
    std::vector<std::pair<unsigned long long, std::string>> v; 
    unsigned long long sum = 0;
    for (auto& [k, t] : total) { v.push_back({t.first, k + " #" + std::to_string(t.second)}); sum += t.first; }
    std::sort(v.rbegin(), v.rend());
    for (auto& [t, k] : v) fprintf(stderr, "%9.1f us %s\n", t / 2793.0, k.c_str());
    fprintf(stderr, "%9.1f us sum\n", sum / 2793.0);
  }
};
inline Prof& prof() { static Prof* p = new Prof; return *p; }
struct Phase {
  Phase(std::string s) { auto& p = prof(); p.tick(); p.total[s].second++; p.stack.push_back(std::move(s)); p.last = __rdtsc(); }
  ~Phase() { auto& p = prof(); p.tick(); p.stack.pop_back(); }
};
}
