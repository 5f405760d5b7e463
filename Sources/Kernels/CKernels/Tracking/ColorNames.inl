// Colour names: how likely people are to call a colour by each of the eleven basic names, after the idea of van de Weijer et al., Learning Color
// Names for Real-World Applications (2009). Here a name has a few typical shades. The likelihood of the name depends on the distance in CIELAB from
// the colour to the nearest of these shades.

struct ColorNames {
    static constexpr int names = 11, stride = 16, levels = 16;

    static const ColorNames &shared() {
        static const ColorNames table;
        return table;
    }

    const float *of(float red, float green, float blue) const {
        return &likelihoods[((level(red) * levels + level(green)) * levels + level(blue)) * stride];
    }

  private:
    std::vector<float> likelihoods;

    struct Lab {
        float l, a, b;
    };

    static int level(float component) { return std::clamp(static_cast<int>(component * (1 / 17.0f) + 0.5f), 0, levels - 1); }

    ColorNames() : likelihoods(static_cast<size_t>(levels) * levels * levels * stride) {
        // Name, red, green, blue: black, blue, brown, gray, green, orange, pink, purple, red, white, yellow.
        static constexpr int shades[][4] = {
            {0, 0, 0, 0},       {0, 35, 35, 35},    {1, 0, 0, 255},     {1, 30, 60, 150},   {1, 70, 130, 200},  {1, 130, 180, 225},
            {1, 20, 30, 80},    {2, 120, 70, 30},   {2, 90, 60, 40},    {2, 160, 110, 70},  {3, 128, 128, 128}, {3, 90, 90, 90},
            {3, 170, 170, 170}, {4, 0, 160, 0},     {4, 30, 90, 40},    {4, 110, 160, 80},  {4, 140, 210, 130}, {5, 255, 140, 0},
            {5, 230, 110, 40},  {6, 255, 150, 180}, {6, 220, 100, 150}, {7, 128, 0, 128},   {7, 100, 60, 140},  {7, 160, 110, 190},
            {8, 220, 0, 0},     {8, 150, 20, 30},   {8, 200, 60, 60},   {9, 255, 255, 255}, {9, 225, 225, 225}, {10, 255, 230, 0},
            {10, 220, 200, 80}, {10, 240, 230, 150}};
        constexpr float width = 18;
        constexpr int count = sizeof shades / sizeof shades[0];
        Lab places[count];
        for (int i = 0; i < count; i++) places[i] = lab(shades[i][1], shades[i][2], shades[i][3]);
        for (int index = 0; index < levels * levels * levels; index++) {
            const Lab colour = lab(index / (levels * levels) * 17, index / levels % levels * 17, index % levels * 17);
            float *row = &likelihoods[static_cast<size_t>(index) * stride];
            for (int i = 0; i < count; i++) {
                const float l = colour.l - places[i].l, a = colour.a - places[i].a, b = colour.b - places[i].b;
                float &name = row[shades[i][0]];
                name = std::max(name, std::exp(-(l * l + a * a + b * b) / (2 * width * width)));
            }
            float total = 1e-9f;
            for (int name = 0; name < names; name++) total += row[name];
            for (int name = 0; name < names; name++) row[name] /= total;
        }
    }

    static float linear(int component) {
        const float c = static_cast<float>(component) / 255;
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    }

    /// The L*a*b* coordinates of an sRGB colour, with the white of D65.
    static Lab lab(int red, int green, int blue) {
        const float r = linear(red), g = linear(green), b = linear(blue);
        const auto f = [](float t) { return t > 0.008856f ? std::cbrt(t) : 7.787f * t + 16 / 116.0f; };
        const float x = f((0.4124f * r + 0.3576f * g + 0.1805f * b) / 0.9505f), y = f(0.2126f * r + 0.7152f * g + 0.0722f * b);
        const float z = f((0.0193f * r + 0.1192f * g + 0.9505f * b) / 1.089f);
        return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }
};
