#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

// Tools of the kernels' tests: numbers that are the same everywhere, and comparisons with plain loops and with another processor.

namespace checks {

/// SplitMix64: the same numbers on every processor.
class Generator {
  public:
    explicit Generator(uint64_t seed) : state(seed) {}

    uint64_t next() {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// From −limit to limit.
    float number(float limit = 1) { return (static_cast<float>(next() >> 40) / static_cast<float>(1 << 23) - 1) * limit; }

    std::vector<float> numbers(size_t count, float limit = 1) {
        std::vector<float> result(count);
        for (auto &value : result) value = number(limit);
        return result;
    }

  private:
    uint64_t state;
};

/// Fails where a result is further from a plain loop's than `tolerance` times the larger of 1 and that.
void near(const std::string &name, const std::vector<float> &found, const std::vector<float> &wanted, float tolerance);

/// Keeps a result, or compares it with the one that was kept on another processor.
void same(const std::string &name, const std::vector<float> &found, float tolerance);

/// Adds one to the checks, failed or not.
void expect(const std::string &name, bool holds);

std::vector<uint16_t> narrowed(const std::vector<float> &values);
std::vector<float> widened(const std::vector<uint16_t> &values);

void elementwise();
void rows();
void products();
void attention();
void pooling();
void planes();
void pictures();

} // namespace checks
