#include "Checks.hpp"

#include "GrayView.h"

#include <algorithm>

namespace checks {

namespace {

std::vector<float> floats(const std::vector<uint8_t> &bytes) { return {bytes.begin(), bytes.end()}; }

} // namespace

void planes() {
    Generator generator(50);
    const int32_t width = 77, height = 43;
    std::vector<uint8_t> pixels(static_cast<size_t>(width * height));
    for (auto &pixel : pixels) pixel = static_cast<uint8_t>(generator.next());
    const GrayView view{pixels.data(), width, width, height};
    const auto at = [&](int32_t x, int32_t y) {
        return static_cast<int>(pixels[static_cast<size_t>(std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1))]);
    };

    std::vector<uint8_t> half(static_cast<size_t>(width / 2 * (height / 2))), wanted;
    gray_halve(&view, half.data(), width / 2);
    for (int32_t y = 0; y < height / 2; y++)
        for (int32_t x = 0; x < width / 2; x++)
            wanted.push_back(static_cast<uint8_t>(
                (at(2 * x, 2 * y) + at(2 * x + 1, 2 * y) + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1) + 2) / 4));
    near("half a plane", floats(half), floats(wanted), 0);

    std::vector<uint8_t> turned(pixels.size());
    gray_transpose(&view, turned.data(), height);
    wanted.clear();
    for (int32_t x = 0; x < width; x++)
        for (int32_t y = 0; y < height; y++) wanted.push_back(static_cast<uint8_t>(at(x, y)));
    near("a plane's columns for rows", floats(turned), floats(wanted), 0);

    std::vector<uint8_t> blurred(pixels.size());
    expect("a blur has memory", gray_blur(&view, 3, blurred.data(), width) == 0);
    std::vector<int> across(pixels.size());
    wanted.clear();
    const auto mean = [](int sum) { return (sum + 3) / 7; };
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            int sum = 0;
            for (int32_t d = -3; d <= 3; d++) sum += at(x + d, y);
            across[static_cast<size_t>(y * width + x)] = mean(sum);
        }
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            int sum = 0;
            for (int32_t d = -3; d <= 3; d++) sum += across[static_cast<size_t>(std::clamp(y + d, 0, height - 1) * width + x)];
            wanted.push_back(static_cast<uint8_t>(mean(sum)));
        }
    near("a blurred plane", floats(blurred), floats(wanted), 0);

    const GrayMap map{0.8, 0.3, -0.25, 0.9, 4.5, -2.25};
    std::vector<uint8_t> warped(pixels.size());
    gray_warp(&view, &map, warped.data(), width, width, height);
    same("a warped plane", floats(warped), 0);
}

} // namespace checks
