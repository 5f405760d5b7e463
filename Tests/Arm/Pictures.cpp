#include "Checks.hpp"

#include "Contours.h"
#include "OpticalFlow.h"
#include "Rectangles.h"
#include "Registration.h"
#include "TextMap.h"
#include "Tracking.h"
#include "Trajectories.h"

#include <algorithm>

// Compares findings in pictures with those of the same code in vectors that the Swift tests have tried.

namespace checks {

namespace {

constexpr int32_t width = 256, height = 192;

/// A sheet of paper with lines of blots, and a texture, shifted to the right and down.
std::vector<uint8_t> picture(double dx, double dy) {
    std::vector<uint8_t> pixels(static_cast<size_t>(width * height));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const double u = x - dx, v = y - dy;
            double value = 90 + 30 * std::sin(u * 0.31) * std::cos(v * 0.23) + 20 * std::sin(u * 0.11 + v * 0.17);
            if (u > 60 && u < 190 && v > 40 && v < 150) {
                value = 225 + 8 * std::sin(u * 0.9 + v * 0.7);
                const int row = static_cast<int>(v - 55) / 22, column = static_cast<int>(u - 70) / 11;
                const double within_x = std::fmod(u - 70, 11), within_y = std::fmod(v - 55, 22);
                if (row >= 0 && row < 4 && column >= 0 && column < 10 && within_x > 2 && within_x < 9 && within_y > 2 && within_y < 13)
                    value = 30;
            }
            pixels[static_cast<size_t>(y * width + x)] = static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
        }
    return pixels;
}

GrayView view(const std::vector<uint8_t> &pixels) { return {pixels.data(), width, width, height}; }

void contours(const GrayView &plane) {
    auto *set = contours_trace(&plane, {contours_level(&plane), 0, 10});
    std::vector<Contour> all(static_cast<size_t>(contours_count(set)));
    std::vector<float> points(static_cast<size_t>(2 * contours_point_count(set)));
    contours_copy(set, {1, 0, 1, 0}, all.data(), points.data());
    contours_free(set);
    expect("there are contours", all.size() > 10);
    same("contours", points, 1e-5f);
}

void rectangles(const GrayView &plane) {
    Quadrilateral found[8] = {};
    const int32_t count = rectangles_find(&plane, {0.2f, 1, 30, 40}, found, 8);
    expect("the sheet is found", count > 0);
    std::vector<float> corners;
    for (int32_t i = 0; i < std::min(count, 1); i++) {
        rectangles_refine(&plane, &found[i], 3);
        corners.insert(corners.end(), found[i].x, found[i].x + 4);
        corners.insert(corners.end(), found[i].y, found[i].y + 4);
    }
    same("the sheet's corners", corners, 1e-3f);
    near("the sheet's corners, as drawn", corners, {60.5f, 190, 190, 60.5f, 40.5f, 40.5f, 150, 150}, 2e-2f);
}

/// A map in which two lines are marked, one of them turned.
void text_map() {
    const int32_t rows = 48, columns = 64;
    std::vector<float> middles(rows * columns), directions(2 * (rows / 2) * (columns / 2), 0.7f);
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++)
            if ((row >= 6 && row < 10 && column > 4) || std::abs(row - column - 8) < 3) middles[row * columns + column] = 0.75f;
    std::vector<TextMapLine> lines(8);
    const int32_t count = text_map_lines(middles.data(), directions.data(), rows, columns, 0.5f, 0.25f, lines.data(), 8);
    expect("lines of a map are found", count > 0);
    std::vector<float> numbers;
    for (int32_t i = 0; i < count; i++) {
        numbers.insert(numbers.end(), lines[i].x, lines[i].x + 4);
        numbers.insert(numbers.end(), lines[i].y, lines[i].y + 4);
    }
    same("lines of a map", numbers, 1e-3f);
}

void flow(const GrayView &from, const GrayView &to) {
    const OpticalFlowEffort effort{1, 4, 12, 4, 4};
    std::vector<float> found(static_cast<size_t>(2 * width * height));
    expect("optical flow has memory", optical_flow_find(&from, &to, &effort, found.data(), 2 * width) == 0);
    same("optical flow", found, 2e-2f);
    double x = 0, y = 0;
    int count = 0;
    for (int32_t row = 50; row < 140; row++)
        for (int32_t column = 70; column < 180; column++, count++)
            x += static_cast<double>(found[static_cast<size_t>(2 * (row * width + column))]),
                y += static_cast<double>(found[static_cast<size_t>(2 * (row * width + column) + 1)]);
    near("optical flow, as drawn", {static_cast<float>(x / count), static_cast<float>(y / count)}, {3, 2}, 0.2f);
}

void registration(const GrayView &from, const GrayView &to) {
    std::vector<float> a(static_cast<size_t>(registration_spectrum_count(256, 128))), b(a.size());
    expect("a spectrum has memory", registration_spectrum(&from, 256, 128, a.data()) == 0 && registration_spectrum(&to, 256, 128, b.data()) == 0);
    RegistrationPeak peaks[2] = {};
    expect("there is a peak", registration_peaks(b.data(), a.data(), 256, 128, peaks, 2) > 0);
    near("a shift, as drawn", {std::fabs(peaks[0].x), std::fabs(peaks[0].y)}, {3, 2}, 0.1f);
    same("a shift", {peaks[0].x, peaks[0].y, peaks[0].value}, 2e-3f);
    std::vector<RegistrationFeature> features(200);
    std::vector<RegistrationDescriptor> descriptors(200);
    const int count = registration_features(&from, 32, 4, features.data(), descriptors.data(), 200);
    std::vector<float> corners;
    for (int i = 0; i < count; i++) corners.push_back(features[static_cast<size_t>(i)].x + features[static_cast<size_t>(i)].y);
    std::sort(corners.begin(), corners.end());
    same("corners", corners, 1e-2f);
    if (count > 0) {
        std::vector<RegistrationMatch> matches(static_cast<size_t>(count));
        registration_match(descriptors.data(), count, descriptors.data(), count, matches.data());
        bool finds_itself = true;
        for (int i = 0; i < count; i++) finds_itself = finds_itself && matches[static_cast<size_t>(i)].distance == 0;
        expect("every corner matches itself", finds_itself);
    }
}

void tracking() {
    const TrackingSettings settings{32, 2.5f, 3, 1.05f, 4};
    const TrackingBox box{40, 20, 60, 60};
    auto first = picture(0, 0);
    const auto shown = [](const std::vector<uint8_t> &pixels) {
        return TrackingPicture{pixels.data(), width, nullptr, 0, width, height, 1, 0, 0, 0, 1};
    };
    auto start = shown(first);
    auto *target = tracking_begin(&start, &settings, &box);
    std::vector<float> places;
    for (int step = 1; step <= 4; step++) {
        auto pixels = picture(2 * step, step);
        auto frame = shown(pixels);
        TrackingResult result = {};
        expect("tracking has memory", tracking_advance(target, &frame, &result) == 0);
        places.push_back(result.box.x), places.push_back(result.box.y);
    }
    tracking_end(target);
    same("a tracked place", places, 1e-2f);
    near("a tracked place, as drawn", {places[6], places[7]}, {48, 24}, 3e-2f);
}

void trajectories() {
    std::vector<int16_t> luminance(static_cast<size_t>(width * height)), deviation(luminance.size());
    const TrajectoryScene scene{luminance.data(), deviation.data()};
    auto pixels = picture(0, 0);
    auto plane = view(pixels);
    trajectories_begin(&plane, scene);
    std::vector<float> places, drawn;
    for (int32_t frame = 1; frame <= 8; frame++) {
        auto with_ball = picture(0, 0);
        for (int32_t y = -6; y <= 6; y++)
            for (int32_t x = -6; x <= 6; x++)
                if (x * x + y * y <= 36) with_ball[static_cast<size_t>((20 + y) * width + 20 + 12 * frame + x)] = 250;
        plane = view(with_ball);
        TrajectoryBlob blobs[16] = {};
        const int count = trajectories_blobs(&plane, scene, frame, 20, blobs, 16);
        std::sort(blobs, blobs + std::max(count, 0), [](const auto &a, const auto &b) { return a.area > b.area; });
        if (frame > 2) places.push_back(blobs[0].x), drawn.push_back(static_cast<float>(20 + 12 * frame) + 0.5f);
    }
    same("a flying ball", places, 1e-3f);
}

} // namespace

void pictures() {
    const auto first = picture(0, 0), second = picture(3, 2);
    const auto plane = view(first), moved = view(second);
    contours(plane);
    rectangles(plane);
    text_map();
    flow(plane, moved);
    registration(plane, moved);
    tracking();
    trajectories();
}

} // namespace checks
