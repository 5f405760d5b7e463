#include "LineLikeness.h"

#include <algorithm>
#include <cmath>

namespace text {

namespace {

/// The mean of some numbers, and their deviation from it.
class Spread {
public:
    void add(float value) {
        count++;
        sum += value;
        squares += static_cast<double>(value) * value;
    }

    float mean() const { return count > 0 ? static_cast<float>(sum / count) : 0; }

    float deviation() const {
        return count > 0 ? static_cast<float>(std::sqrt(std::max(squares / count - sum / count * (sum / count), 0.0))) : 0;
    }

private:
    double sum = 0, squares = 0;
    int count = 0;
};

struct Trait {
    float value, weight;
};

} // namespace

/// The result of a logistic regression. Its weights were fitted to chains in receipts, pictures of streets, and photos of animals and flowers. In
/// other pictures of these kinds it recognises 98 of 100 chains that are text, and 97 of 100 chains that are not.
float likeness(const Chain &chain, const std::vector<Component> &components) {
    const size_t count = chain.members.size();
    if (count < 3) return 0;
    Spread height, stroke, width, contrast, brightness, fill, gap;
    float off = 0;
    for (size_t place = 0; place < count; place++) {
        const Component &c = components[chain.members[place]];
        height.add(c.height());
        stroke.add(c.stroke());
        width.add(c.width());
        contrast.add(c.contrast);
        brightness.add(c.brightness);
        fill.add(c.fill());
        if (place > 0) gap.add(std::max(c.left - components[chain.members[place - 1]].right, -2));
        off += std::fabs(c.middle_y() - chain.y - chain.slope * (c.middle_x() - chain.x));
    }
    const float high = height.mean();
    const Trait traits[] = {
        {1, -8.423f},
        {std::log(static_cast<float>(count)), 1.863f},
        {height.deviation() / high, -6.459f},
        {stroke.deviation() / stroke.mean(), -4.183f},
        {off / count / high, -11.763f},
        {width.deviation() / width.mean(), -0.575f},
        {std::log(width.mean() / high), -0.483f},
        {std::log(stroke.mean() / high), -0.244f},
        {std::log(contrast.mean()), 1.425f},
        {contrast.deviation() / contrast.mean(), -3.881f},
        {brightness.deviation() / contrast.mean(), -2.527f},
        {fill.mean(), 5.769f},
        {fill.deviation(), 2.937f},
        {gap.mean() / high, -0.301f},
        {gap.deviation() / high, -0.315f},
        {std::fabs(chain.slope), -3.864f},
        {std::log(high), -0.216f},
    };
    float sum = 0;
    for (const Trait &trait : traits) sum += trait.weight * trait.value;
    return 1 / (1 + std::exp(-sum));
}

} // namespace text
