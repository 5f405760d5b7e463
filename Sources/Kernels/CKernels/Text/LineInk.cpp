#include "LineStrip.h"

#include <algorithm>
#include <new>
#include <vector>

namespace {

/// The threshold between ink and ground: halfway between black and white, which is the middle of a blurred edge.
constexpr int ink = 128;
constexpr int least_area = 4;

class Filling {
public:
    Filling(const uint8_t *pixels, int64_t bytes_per_row, int width, int height)
        : width(width), height(height), isInk(static_cast<size_t>(width) * height) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) isInk[place(x, y)] = pixels[y * bytes_per_row + x] < ink;
    }

    /// Removes all pixels that are connected to (x, y) and returns their number. `box` becomes their bounding box.
    int take(int x, int y, LineStripInk &box) {
        box = {x, y, x + 1, y + 1};
        int area = 0;
        add(x, y);
        while (!next.empty()) {
            const size_t index = next.back();
            next.pop_back();
            const int column = static_cast<int>(index % width), row = static_cast<int>(index / width);
            area++;
            box.left = std::min(box.left, column);
            box.right = std::max(box.right, column + 1);
            box.bottom = std::max(box.bottom, row + 1);
            box.top = std::min(box.top, row);
            for (int v = std::max(row - 1, 0); v <= std::min(row + 1, height - 1); v++)
                for (int u = std::max(column - 1, 0); u <= std::min(column + 1, width - 1); u++) add(u, v);
        }
        return area;
    }

private:
    const int width, height;
    std::vector<uint8_t> isInk;
    std::vector<size_t> next;

    size_t place(int x, int y) const { return static_cast<size_t>(y) * width + x; }

    void add(int x, int y) {
        if (!isInk[place(x, y)]) return;
        isInk[place(x, y)] = 0;
        next.push_back(place(x, y));
    }
};

} // namespace

int32_t line_strip_ink(
    const uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height, LineStripInk *boxes, int32_t capacity) {
    try {
        Filling filling(pixels, bytes_per_row, width, height);
        int32_t count = 0;
        // The pixels are visited from left to right, so that letters are found in their order.
        for (int32_t x = 0; x < width; x++) {
            for (int32_t y = 0; y < height; y++) {
                LineStripInk box;
                if (filling.take(x, y, box) < least_area) continue;
                if (count < capacity) boxes[count] = box;
                count++;
            }
        }
        return count;
    } catch (const std::bad_alloc &) {
        return -1;
    }
}
