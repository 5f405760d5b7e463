#include "Checks.hpp"

#include "Vectors.hpp"

#include <cstring>
#include <fstream>
#include <map>

// The kernels' tests where there is no Swift: `--write FILE` keeps what this processor answers, `--compare FILE` compares with it.

namespace checks {

namespace {

std::map<std::string, std::vector<float>> kept;
bool writes = false;
int count = 0, failed = 0;

void read(const char *path) {
    std::ifstream file(path, std::ios::binary);
    for (uint32_t length; file.read(reinterpret_cast<char *>(&length), sizeof length);) {
        std::string name(length, ' ');
        uint32_t size = 0;
        file.read(&name[0], length).read(reinterpret_cast<char *>(&size), sizeof size);
        std::vector<float> values(size);
        file.read(reinterpret_cast<char *>(values.data()), static_cast<std::streamsize>(size * sizeof(float)));
        kept[name] = values;
    }
}

void write(const char *path) {
    std::ofstream file(path, std::ios::binary);
    for (const auto &entry : kept) {
        const auto length = static_cast<uint32_t>(entry.first.size()), size = static_cast<uint32_t>(entry.second.size());
        file.write(reinterpret_cast<const char *>(&length), sizeof length).write(entry.first.data(), length);
        file.write(reinterpret_cast<const char *>(&size), sizeof size);
        file.write(reinterpret_cast<const char *>(entry.second.data()), static_cast<std::streamsize>(size * sizeof(float)));
    }
}

} // namespace

void expect(const std::string &name, bool holds) {
    count++;
    if (holds) return;
    failed++;
    std::printf("  failed: %s\n", name.c_str());
}

void near(const std::string &name, const std::vector<float> &found, const std::vector<float> &wanted, float tolerance) {
    float worst = 0;
    size_t place = 0;
    bool holds = found.size() == wanted.size() && !found.empty();
    for (size_t i = 0; holds && i < found.size(); i++) {
        if (std::isnan(found[i]) && std::isnan(wanted[i])) continue;
        if (found[i] == wanted[i]) continue;
        const float error = std::fabs(found[i] - wanted[i]) / std::fmax(1.0f, std::fabs(wanted[i]));
        if (!(error <= worst)) worst = error, place = i;
    }
    holds = holds && worst <= tolerance;
    expect(name, holds);
    if (!holds)
        std::printf("    %zu numbers, %zu wanted; the worst is off by %g at %zu\n", found.size(), wanted.size(), static_cast<double>(worst), place);
}

void same(const std::string &name, const std::vector<float> &found, float tolerance) {
    if (writes)
        kept[name] = found;
    else
        near(name + ", as elsewhere", found, kept[name], tolerance);
}

std::vector<uint16_t> narrowed(const std::vector<float> &values) {
    std::vector<uint16_t> result;
    for (float value : values) result.push_back(vectors::narrow_bfloat16(value));
    return result;
}

std::vector<float> widened(const std::vector<uint16_t> &values) {
    std::vector<float> result;
    for (uint16_t value : values) result.push_back(vectors::widen_bfloat16(value));
    return result;
}

} // namespace checks

int main(int arguments, char **words) {
    using namespace checks;
    if (arguments != 3) return 2;
    writes = std::strcmp(words[1], "--write") == 0;
    if (!writes) read(words[2]);
    for (auto group : {elementwise, rows, products, attention, pooling, planes, pictures}) group(), std::fflush(stdout);
    if (writes) write(words[2]);
    std::printf("%d checks, %d failed\n", count, failed);
    return failed ? 1 : 0;
}
