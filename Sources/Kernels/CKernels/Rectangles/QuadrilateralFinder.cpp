#include "QuadrilateralFinder.h"

#include "Polygon.h"

#include <algorithm>
#include <unordered_set>

namespace rectangles {

namespace {

constexpr size_t maximum_lines = 140;
constexpr size_t maximum_candidates = 40000;
/// The maximum number of candidates that are checked in the picture, those with the highest `promise`.
constexpr size_t maximum_looks = 2000;
/// The least fraction of a rectangle's sides that must be visible.
constexpr float least_evidence = 0.5f;

/// The quadrilateral with its corners in order, from the top left clockwise.
Quadrilateral upright(const Point corners[4], float evidence) {
    int first = 0;
    for (int index = 1; index < 4; index++) {
        if (corners[index].x + corners[index].y < corners[first].x + corners[first].y) first = index;
    }
    Quadrilateral quad = {};
    for (int index = 0; index < 4; index++) {
        quad.x[index] = corners[(first + index) % 4].x;
        quad.y[index] = corners[(first + index) % 4].y;
    }
    quad.evidence = evidence;
    return quad;
}

} // namespace

QuadrilateralFinder::QuadrilateralFinder(const EdgeMap &edges, RectangleSettings settings)
    : edges(edges), settings(settings),
      // Half a degree is added because lines are found less exactly than corners.
      greatest_sine(std::sin((std::clamp(settings.tolerance, 0.0f, 45.0f) + 0.5f) * static_cast<float>(M_PI) / 180)) {
    const float shortest = std::max(8.0f, 0.2f * settings.minimum_side);
    lines = merge(find_segments(edges, shortest), maximum_lines);
    find_corners();
}

bool QuadrilateralFinder::meets(const EdgeLine &line, float place) const {
    const float beyond = std::max(-place, place - line.length);
    return beyond <= std::max(8.0f, 0.35f * line.length);
}

void QuadrilateralFinder::find_corners() {
    corners.resize(lines.size());
    for (size_t one = 0; one < lines.size(); one++) {
        for (size_t other = 0; other < lines.size(); other++) {
            const EdgeLine &a = lines[one], &b = lines[other];
            if (one == other || std::fabs(a.direction.dot(b.direction)) > greatest_sine) continue;
            const float sine = a.direction.cross(b.direction);
            const Point offset = b.from - a.from;
            const float here = offset.cross(b.direction) / sine, there = offset.cross(a.direction) / sine;
            if (!meets(a, here) || !meets(b, there)) continue;
            const Point place = a.from + a.direction * here;
            if (place.x < -2 || place.y < -2 || place.x > edges.width + 1 || place.y > edges.height + 1) continue;
            corners[one].push_back({static_cast<int>(other), here, there});
        }
        std::sort(corners[one].begin(), corners[one].end(), [](Corner a, Corner b) { return a.line < b.line; });
    }
}

/// Finds candidates of four lines: two lines, and two others that meet both.
void QuadrilateralFinder::find_four(std::vector<Candidate> &candidates) const {
    struct Crossing {
        int line;
        float one, other, from_one, from_other;
    };
    std::vector<Crossing> crossings;
    for (size_t one = 0; one < lines.size(); one++) {
        for (size_t other = one + 1; other < lines.size(); other++) {
            crossings.clear();
            for (size_t i = 0, j = 0; i < corners[one].size() && j < corners[other].size();) {
                const Corner &a = corners[one][i], &b = corners[other][j];
                if (a.line == b.line) crossings.push_back({a.line, a.here, b.here, a.there, b.there});
                if (a.line <= b.line) i++;
                if (b.line <= a.line) j++;
            }
            for (size_t i = 0; i < crossings.size(); i++) {
                for (size_t j = i + 1; j < crossings.size(); j++) {
                    const Crossing &a = crossings[i], &b = crossings[j];
                    // Four lines are found from both pairs of opposite sides. They are used only once.
                    if (std::min<int>(a.line, b.line) < static_cast<int>(one)) continue;
                    if (std::min(std::fabs(a.one - b.one), std::fabs(a.other - b.other)) < 0.7f * settings.minimum_side) continue;
                    const float covered = lines[one].coverage(a.one, b.one) + lines[other].coverage(a.other, b.other)
                        + lines[a.line].coverage(a.from_one, a.from_other) + lines[b.line].coverage(b.from_one, b.from_other);
                    if (covered < 2) continue;
                    if (candidates.size() >= maximum_candidates) return;
                    const Point p = lines[one].from, q = lines[other].from;
                    add(p + lines[one].direction * a.one, p + lines[one].direction * b.one, q + lines[other].direction * b.other,
                        q + lines[other].direction * a.other, covered, candidates);
                }
            }
        }
    }
}

/// Finds candidates of three lines. Two lines meet the base at its ends, on the same side. The fourth side joins their other ends.
void QuadrilateralFinder::find_three(std::vector<Candidate> &candidates) const {
    for (size_t base = 0; base < lines.size(); base++) {
        for (size_t i = 0; i < corners[base].size(); i++) {
            for (size_t j = i + 1; j < corners[base].size(); j++) {
                const Corner &a = corners[base][i], &b = corners[base][j];
                const EdgeLine &left = lines[a.line], &right = lines[b.line];
                const float bottom = lines[base].coverage(a.here, b.here);
                if (bottom < 0.4f) continue;
                // The end that is further from the base.
                const float left_end = a.there < left.length / 2 ? left.length : 0;
                const float right_end = b.there < right.length / 2 ? right.length : 0;
                const float left_covered = left.coverage(a.there, left_end), right_covered = right.coverage(b.there, right_end);
                const float covered = bottom + left_covered + right_covered;
                if (std::min(left_covered, right_covered) < 0.7f || covered < 2.3f) continue;
                if (std::min(std::fabs(left_end - a.there), std::fabs(right_end - b.there)) < 0.7f * settings.minimum_side) continue;
                if (candidates.size() >= maximum_candidates) return;
                add(lines[base].from + lines[base].direction * a.here, lines[base].from + lines[base].direction * b.here,
                    right.from + right.direction * right_end, left.from + left.direction * left_end, covered, candidates);
            }
        }
    }
}

void QuadrilateralFinder::add(Point a, Point b, Point c, Point d, float covered, std::vector<Candidate> &candidates) const {
    Candidate candidate = {{a, b, c, d}, 0};
    if ((b - a).cross(c - b) < 0) std::swap(candidate.corners[1], candidate.corners[3]);
    if (!fits(candidate.corners)) return;
    candidate.promise = covered * prominence(area(candidate.corners, 4));
    candidates.push_back(candidate);
}

/// The weight of evidence by area: about 0.5 for a tiny area, and 1 for the whole picture.
float QuadrilateralFinder::prominence(float area) const {
    const float whole = static_cast<float>(edges.width) * edges.height;
    return 0.5f + 0.5f * std::min(std::sqrt(area / whole), 1.0f);
}

/// Whether a quadrilateral is convex, and its angles and sides conform to the settings.
bool QuadrilateralFinder::fits(const Point corners[4]) const {
    float sides[4];
    for (int index = 0; index < 4; index++) {
        const Point before = corners[index] - corners[(index + 3) % 4], after = corners[(index + 1) % 4] - corners[index];
        sides[index] = after.length();
        const float scale = before.length() * sides[index];
        if (!(scale > 0) || before.cross(after) <= 0 || std::fabs(before.dot(after)) > greatest_sine * scale) return false;
    }
    const float one = (sides[0] + sides[2]) / 2, other = (sides[1] + sides[3]) / 2;
    const float shorter = std::min(one, other), longer = std::max(one, other);
    if (shorter < settings.minimum_side) return false;
    // Perspective does not make one side many times as long as the opposite one.
    if (std::min(sides[0], sides[2]) < 0.35f * std::max(sides[0], sides[2])) return false;
    if (std::min(sides[1], sides[3]) < 0.35f * std::max(sides[1], sides[3])) return false;
    const float ratio = shorter / longer;
    return ratio >= settings.minimum_aspect_ratio - 0.005f && ratio <= settings.maximum_aspect_ratio + 0.005f;
}

/// The fraction of the sides that lies on edges. The weakest sides have the highest weight. The fraction is reduced if edges continue beyond the
/// corners, as in a grid.
float QuadrilateralFinder::evidence(const Point corners[4]) const {
    float covered = 0, perimeter = 0, least = 1, second = 1;
    int inward = 0, outward = 0, beyond = 0;
    for (int side = 0; side < 4; side++) {
        const Point from = corners[side], along = corners[(side + 1) % 4] - from;
        const float length = along.length();
        const Point direction = along * (1 / length), normal = direction.turned();
        const int count = std::clamp(static_cast<int>(length / 2), 8, 80);
        float positive = 0, negative = 0;
        for (int step = 0; step < count; step++) {
            // The samples keep a distance from the corners, because corners may be round.
            const float share = 0.06f + 0.88f * (step + 0.5f) / count;
            const float gradient = edges.along(from + along * share, normal, 2);
            if (gradient > 0.6f * edges.threshold) positive++;
            if (gradient < -0.6f * edges.threshold) negative++;
        }
        // Along a side, the ground may change from darker to lighter than the rectangle, but rarely back and forth.
        const float part = std::max(std::max(positive, negative), 0.85f * (positive + negative)) / count;
        (positive > negative ? inward : outward)++;
        covered += part * length;
        perimeter += length;
        if (part < least) {
            second = least;
            least = part;
        } else {
            second = std::min(second, part);
        }
        for (int end = 0; end < 2; end++) {
            int found = 0, seen = 0;
            for (int step = 1; step <= 6; step++) {
                const float distance = 4 + std::max(0.02f * length, 1.5f) * step;
                const Point place = end ? from + along + direction * distance : from - direction * distance;
                if (!edges.contains(place)) break;
                seen++;
                if (std::fabs(edges.along(place, normal, 1)) > edges.threshold) found++;
            }
            if (seen > 3 && found * 10 >= seen * 8) beyond++;
        }
    }
    const float mean = covered / perimeter;
    const float base = 0.45f * mean + 0.25f * least + 0.3f * second;
    return base - 0.03f * std::max(beyond - 2, 0) - 0.03f * std::min(inward, outward);
}

/// Keeps the candidates with the highest `promise`. Of several candidates with nearly the same corners, only the candidate with the highest
/// `promise` remains.
void QuadrilateralFinder::keep_promising(std::vector<Candidate> &candidates) {
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) { return a.promise > b.promise; });
    std::unordered_set<uint64_t> places;
    std::vector<Candidate> kept;
    for (const Candidate &candidate : candidates) {
        // The key of a candidate: the cells of 6 × 6 pixels in which its corners lie. It does not depend on which corner comes first.
        uint64_t place = 0;
        for (const Point corner : candidate.corners) {
            const uint64_t cell = static_cast<uint64_t>(corner.x / 6 + 64) << 20 | static_cast<uint64_t>(corner.y / 6 + 64);
            place += (cell * 0x9E3779B97F4A7C15u) ^ (cell << 33);
        }
        if (places.insert(place).second) kept.push_back(candidate);
        if (kept.size() == maximum_looks) break;
    }
    candidates = std::move(kept);
}

std::vector<Quadrilateral> QuadrilateralFinder::find() const {
    std::vector<Candidate> candidates;
    find_four(candidates);
    find_three(candidates);
    keep_promising(candidates);
    std::vector<Quadrilateral> quads;
    for (const Candidate &candidate : candidates) {
        const float shown = evidence(candidate.corners);
        if (shown < least_evidence) continue;
        Quadrilateral quad = upright(candidate.corners, std::min(shown, 1.0f));
        quad.confidence = quad.evidence * prominence(area(candidate.corners, 4));
        quads.push_back(quad);
    }
    std::sort(quads.begin(), quads.end(), [](const Quadrilateral &a, const Quadrilateral &b) { return a.confidence > b.confidence; });
    std::vector<Quadrilateral> kept;
    for (const Quadrilateral &quad : quads) {
        if (kept.size() >= 200) break;
        const auto same = [&](const Quadrilateral &other) { return overlap(quad, other) > 0.7f; };
        if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(quad);
    }
    return kept;
}

} // namespace rectangles
