// This file is included once for each set of instructions, in a namespace of its own.

constexpr int lanes = 8;

typedef float Floats __attribute__((ext_vector_type(8)));
typedef uint16_t Shorts __attribute__((ext_vector_type(8)));
typedef uint8_t Bytes __attribute__((ext_vector_type(8)));

static inline Floats read(const float *source) {
    Floats values;
    std::memcpy(&values, source, sizeof values);
    return values;
}

static inline Floats read(const uint8_t *source) {
    Bytes bytes;
    std::memcpy(&bytes, source, sizeof bytes);
    return __builtin_convertvector(bytes, Floats);
}

static inline Floats read(const uint16_t *source) {
    Shorts shorts;
    std::memcpy(&shorts, source, sizeof shorts);
    return __builtin_convertvector(shorts, Floats);
}

static inline void write(float *destination, Floats values) { std::memcpy(destination, &values, sizeof values); }

static inline float sum(Floats values) {
    const auto four = values.lo + values.hi;
    const auto two = four.lo + four.hi;
    return two.x + two.y;
}

static inline const uint8_t *row(const GrayView &plane, int64_t y) { return plane.base + y * plane.bytes_per_row; }
