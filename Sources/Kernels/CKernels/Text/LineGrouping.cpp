#include "LineGrouping.h"

#include "LineLikeness.h"

#include <algorithm>
#include <cmath>

namespace text {

namespace {

constexpr float least_confidence = 0.5f;

class Grouping {
public:
    Grouping(const std::vector<Component> &components, float scale)
        : components(components), scale(scale), taken(components.size(), false) {}

    void group(std::vector<Line> &lines) {
        find_neighbours();
        // The clearest letters come first.
        std::vector<int> order(components.size());
        for (size_t index = 0; index < order.size(); index++) order[index] = static_cast<int>(index);
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            const float one = weight(a), other = weight(b);
            return one != other ? one > other : a < b;
        });
        for (int seed : order) {
            if (taken[seed]) continue;
            Chain chain = grow(seed);
            if (const float confidence = likeness(chain, components); confidence > least_confidence) {
                for (int member : chain.members) taken[member] = true;
                lines.push_back(line(chain, confidence));
            }
        }
    }

private:
    const std::vector<Component> &components;
    const float scale;
    std::vector<bool> taken;
    /// For each letter, the letters that may stand next to it on the right and on the left.
    std::vector<std::vector<int>> neighbours;

    float weight(int index) const { return components[index].contrast * std::min(components[index].height(), 24); }

    bool may_join(const Component &a, const Component &b) const {
        const float low = std::min(a.height(), b.height()), high = std::max(a.height(), b.height());
        if (high > 2.4f * low) return false;
        const float stroke_a = a.stroke(), stroke_b = b.stroke();
        if (std::max(stroke_a, stroke_b) > 2.2f * std::min(stroke_a, stroke_b) + 0.5f) return false;
        if (std::max(a.contrast, b.contrast) > 2.5f * std::min(a.contrast, b.contrast)) return false;
        if (std::fabs(a.brightness - b.brightness) > 0.6f * (a.contrast + b.contrast) / 2 + 12) return false;
        const float dx = b.middle_x() - a.middle_x(), dy = b.middle_y() - a.middle_y();
        const float gap = std::max(b.left - a.right, a.left - b.right);
        // The letters are side by side, with at most a wide space between them, and neither is above the other.
        return gap < 1.1f * high + 1 && std::fabs(dy) < 0.9f * std::fabs(dx) + 0.3f * high && std::fabs(dy) < 1.1f * high
            && (gap > -0.5f * std::min(a.width(), b.width()));
    }

    void find_neighbours() {
        neighbours.assign(components.size(), {});
        std::vector<int> order(components.size());
        for (size_t index = 0; index < order.size(); index++) order[index] = static_cast<int>(index);
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            return components[a].left != components[b].left ? components[a].left < components[b].left : a < b;
        });
        // Letters are sorted into bands of rows, so that each is compared only with letters at about the same height.
        constexpr int band = 32;
        int last = 0;
        for (const Component &c : components) last = std::max(last, c.bottom / band);
        std::vector<std::vector<int>> bands(last + 1);
        for (int index : order) {
            const Component &c = components[index];
            for (int b = std::max(0, (c.top - 24) / band); b <= std::min(last, (c.bottom + 24) / band); b++) {
                std::vector<int> &row = bands[b];
                for (size_t place = row.size(); place-- > 0;) {
                    const Component &other = components[row[place]];
                    if (c.left - other.left > 320) break;
                    std::vector<int> &known = neighbours[index];
                    if (c.left - other.right > 1.1f * 72 || !may_join(other, c)) continue;
                    if (std::find(known.begin(), known.end(), row[place]) != known.end()) continue;
                    known.push_back(row[place]);
                    neighbours[row[place]].push_back(index);
                }
            }
            bands[(c.top + c.bottom) / 2 / band].push_back(index);
        }
    }

    float distance(int a, int b) const {
        const Component &one = components[a], &other = components[b];
        const float gap = std::max(std::max(other.left - one.right, one.left - other.right), 0);
        const float high = std::max(one.height(), other.height());
        // The letters of a line have their tops, bottoms or middles at the same height.
        const float shift = std::min({std::abs(one.top - other.top), std::abs(one.bottom - other.bottom),
                                      std::abs(one.top + one.bottom - other.top - other.bottom) / 2});
        return gap / high + 1.5f * shift / high + 0.5f * std::fabs(one.stroke() - other.stroke()) / std::max(one.stroke(), other.stroke());
    }

    /// The nearest letter on one side with which the line may continue.
    int next(int from, bool to_right, const Chain &chain) const {
        int best = -1;
        float least = INFINITY;
        const Component &here = components[from];
        for (int other : neighbours[from]) {
            const Component &c = components[other];
            if (taken[other] || (to_right ? c.middle_x() <= here.middle_x() : c.middle_x() >= here.middle_x())) continue;
            if (std::find(chain.members.begin(), chain.members.end(), other) != chain.members.end()) continue;
            if (chain.members.size() >= 3) {
                const float expected = chain.y + chain.slope * (c.middle_x() - chain.x);
                if (std::fabs(c.middle_y() - expected) > 0.4f * std::max(here.height(), c.height())) continue;
            }
            const float value = distance(from, other);
            if (value < least) {
                least = value;
                best = other;
            }
        }
        return best;
    }

    void fit(Chain &chain) const {
        double x = 0, y = 0, xx = 0, xy = 0;
        for (int member : chain.members) {
            x += components[member].middle_x();
            y += components[member].middle_y();
        }
        const double count = static_cast<double>(chain.members.size());
        x /= count;
        y /= count;
        // The slope is drawn towards a level line, with the weight of two letters that are far apart.
        double size = 0;
        for (int member : chain.members) {
            const double dx = components[member].middle_x() - x;
            xx += dx * dx;
            xy += dx * (components[member].middle_y() - y);
            size += components[member].height() / count;
        }
        chain.x = static_cast<float>(x);
        chain.y = static_cast<float>(y);
        chain.slope = static_cast<float>(xy / (xx + size * size));
    }

    Chain grow(int seed) const {
        Chain chain = {{seed}, 0, 0, 0};
        fit(chain);
        int ends[2] = {seed, seed};
        bool open[2] = {true, true};
        while (open[0] || open[1]) {
            for (int side = 0; side < 2; side++) {
                if (!open[side]) continue;
                const int found = next(ends[side], side == 1, chain);
                open[side] = found >= 0;
                if (found < 0) continue;
                if (side == 1) chain.members.push_back(found);
                else chain.members.insert(chain.members.begin(), found);
                ends[side] = found;
                fit(chain);
            }
        }
        return chain;
    }

    Line line(const Chain &chain, float confidence) const {
        const float length = std::sqrt(1 + chain.slope * chain.slope);
        const float ux = 1 / length, uy = chain.slope / length;
        float first = INFINITY, last = -INFINITY, size = 0;
        std::vector<float> heads, feet;
        Line line;
        for (int member : chain.members) {
            const Component &c = components[member];
            size += c.height() * scale / chain.members.size();
            line.characters.push_back({c.left * scale, c.top * scale, c.right * scale, c.bottom * scale});
            const float dx = c.middle_x() - chain.x, dy = c.middle_y() - chain.y;
            const float along = dx * ux + dy * uy, across = dy * ux - dx * uy;
            first = std::min(first, along - 0.5f * c.width());
            last = std::max(last, along + 0.5f * c.width());
            // The box of a rotated letter is higher than the letter.
            const float half = 0.5f * std::max(c.height() - std::fabs(chain.slope) * c.width(), 0.5f * c.height());
            heads.push_back(across - half);
            feet.push_back(across + half);
        }
        // A single letter that is not part of the line must not make the line higher.
        const size_t rank = heads.size() / 12;
        std::nth_element(heads.begin(), heads.begin() + rank, heads.end());
        std::nth_element(feet.begin(), feet.end() - 1 - rank, feet.end());
        // Readers of the line need a small margin around the letters.
        const float air = 0.12f * (feet[feet.size() - 1 - rank] - heads[rank]);
        const float top = heads[rank] - air, bottom = feet[feet.size() - 1 - rank] + air;
        first -= air;
        last += air;
        const float along[4] = {first, last, last, first}, across[4] = {top, top, bottom, bottom};
        for (int index = 0; index < 4; index++) {
            line.outline.x[index] = (chain.x + along[index] * ux - across[index] * uy) * scale;
            line.outline.y[index] = (chain.y + along[index] * uy + across[index] * ux) * scale;
        }
        line.outline.confidence = confidence;
        line.size = size;
        return line;
    }
};

} // namespace

void group(const std::vector<Component> &components, float scale, std::vector<Line> &lines) {
    Grouping(components, scale).group(lines);
}

} // namespace text
