// An object that is tracked.

struct Target {
    Target(const TrackingPicture &picture, const TrackingSettings &settings, const TrackingBox &box)
        : settings(settings), width(std::max(box.width, 4.0f)), height(std::max(box.height, 4.0f)), x(box.x + box.width / 2), y(box.y + box.height / 2),
          step(settings.search * std::sqrt(width * height) / (settings.cells * Gradients::cell)), map(settings.cells),
          filter(settings.cells, map.values.data(), width / step / Gradients::cell, height / step / Gradients::cell),
          sizes(width / step, height / step, settings.scales, settings.scale_step) {
        smallest = std::max(5 / std::min(width, height), 0.1f);
        largest = std::max({1.0f, picture.width / width, picture.height / height});
        smallest = std::min(smallest, 1.0f);
        look(picture, x, y, true);
        filter.learn(true);
        sizes.learn(window, true);
    }

    TrackingResult advance(const TrackingPicture &picture) {
        const float cell = step * scale * Gradients::cell;
        look(picture, x, y, false);
        Peak peak = filter.detect();
        float toX = x + peak.x * cell, toY = y + peak.y * cell;
        bool isFound = !isWeak(peak);
        if (isFound) {
            const float samples = 1 / (step * scale);
            scale = std::clamp(scale * sizes.detect(window, (toX - x) * samples, (toY - y) * samples), smallest, largest);
        } else {
            isFound = detect(picture, cell, peak, toX, toY);
        }
        if (isFound) {
            x = std::clamp(toX, 0.0f, static_cast<float>(picture.width));
            y = std::clamp(toY, 0.0f, static_cast<float>(picture.height));
            learn(picture, peak);
        }
        const float w = width * scale, h = height * scale;
        return {{x - w / 2, y - h / 2, w, h}, confidence(peak), peak.ratio};
    }

  private:
    const TrackingSettings settings;
    const float width, height;
    float x, y;
    /// The distance between two samples of the window, in pixels of the picture, while the object has its first size.
    const float step;
    float scale = 1, smallest = 1, largest = 1;
    /// A running mean of the peaks in frames from which the filter has learnt; 0 before the first one.
    float usual = 0;
    int attempts = 0, lessons = 0;
    Window window;
    FeatureMap map;
    CorrelationFilter filter;
    ScaleFilter sizes;

    /// Fractions of `usual`, the usual height of the peak. If the peak is below the fraction `seen`, the object counts as not seen. If the
    /// peak is below `learnt`, the filter does not learn from the frame.
    static constexpr float seen = 0.5f, learnt = 0.6f;

    bool isWeak(const Peak &peak) const { return !(peak.value > 0) || (usual > 0 && peak.value < seen * usual); }

    void look(const TrackingPicture &picture, float atX, float atY, bool first) {
        window.sample(picture, atX, atY, step * scale, map.samples());
        map.describe(window, first);
    }

    void learn(const TrackingPicture &picture, const Peak &peak) {
        if (usual > 0 && peak.value < learnt * usual) return;
        usual = usual > 0 ? 0.95f * usual + 0.05f * peak.value : peak.value;
        // Learning from every second frame is as good as learning from every frame, at half the cost.
        if (lessons++ % 2 != 0) return;
        look(picture, x, y, false);
        filter.learn(false);
        sizes.learn(window, false);
    }

    /// Searches for the object in windows around its last place. Nearer windows come first, and all windows are searched again and again. The
    /// settings limit the number of windows in a frame.
    bool detect(const TrackingPicture &picture, float cell, Peak &peak, float &toX, float &toY) {
        constexpr int reach = 2, around = (2 * reach + 1) * (2 * reach + 1);
        const float distance = 0.4f * cell * settings.cells;
        const float least = learnt * usual;
        bool isFound = false;
        for (int tried = 0, steps = 0; tried < settings.detections && steps < around; steps++) {
            const int place = attempts++ % around;
            const int near = place < 9 ? 1 : reach;
            const int dx = near == 1 ? place % 3 - 1 : spiral(place - 9, 0), dy = near == 1 ? place / 3 - 1 : spiral(place - 9, 1);
            const float atX = x + dx * distance, atY = y + dy * distance;
            if ((dx == 0 && dy == 0) || atX < 0 || atY < 0 || atX > picture.width || atY > picture.height) continue;
            tried++;
            look(picture, atX, atY, false);
            const Peak other = filter.detect();
            if (!(other.value > least && other.value > peak.value)) continue;
            peak = other;
            toX = atX + other.x * cell;
            toY = atY + other.y * cell;
            isFound = true;
        }
        return isFound;
    }

    /// The border of a square of 5 × 5 places has sixteen places. This is a coordinate of the place with this index: the column for `axis`
    /// 0, and the row for `axis` 1. The middle of the square is the origin.
    static int spiral(int index, int axis) {
        const int side = index / 4, along = index % 4 - 2;
        const int across[4] = {along, 2, -along, -2}, down[4] = {-2, along, 2, -along};
        return axis == 0 ? across[side] : down[side];
    }

    /// The confidence of a peak. It is 1 at about the usual height, and 0.3 at the height below which the object counts as lost.
    float confidence(const Peak &peak) const {
        if (!(peak.value > 0)) return 0;
        if (!(usual > 0)) return 1;
        const float strength = peak.value / usual;
        const float value = strength < seen ? 0.3f * strength / seen : 0.3f + 0.7f * (strength - seen) / (0.9f - seen);
        return std::clamp(value, 0.0f, 1.0f);
    }
};

static void *begin(const TrackingPicture *picture, const TrackingSettings *settings, const TrackingBox *box) {
    return new Target(*picture, *settings, *box);
}

static void advance(void *target, const TrackingPicture *picture, TrackingResult *result) {
    *result = static_cast<Target *>(target)->advance(*picture);
}

static void end(void *target) { delete static_cast<Target *>(target); }
