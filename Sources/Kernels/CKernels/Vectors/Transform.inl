// Discrete Fourier transforms.
//
// Transforms run over arrays of "strips": eight columns that go through the same steps, one to a lane. An element of a strip is eight real
// parts and eight imaginary parts.

constexpr int element = 2 * lanes;

/// The powers of a root of unity, for transforms of every length up to `longest`.
struct Roots {
    static constexpr int longest = 4096;
    float cosine[longest], sine[longest];

    Roots() {
        for (int i = 0; i < longest; i++) {
            const double angle = -2 * M_PI * i / longest;
            cosine[i] = static_cast<float>(std::cos(angle));
            sine[i] = static_cast<float>(std::sin(angle));
        }
    }

    static const Roots &shared() {
        static const Roots roots;
        return roots;
    }
};

struct Complex {
    Floats re, im;
};

static inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
static inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }

static inline Complex turned(Complex a, const Roots &roots, int power) {
    const float c = roots.cosine[power & (Roots::longest - 1)], s = roots.sine[power & (Roots::longest - 1)];
    return {a.re * c - a.im * s, a.re * s + a.im * c};
}

static inline Complex at(const float *strip, int64_t index) { return {read(strip + index * element), read(strip + index * element + lanes)}; }

static inline void put(float *strip, int64_t index, Complex value) {
    write(strip + index * element, value.re);
    write(strip + index * element + lanes, value.im);
}

/// Computes the discrete Fourier transform of a strip by Stockham's method, which needs no reordering. The steps have the radix 4 and, if the length
/// requires it, a last step has the radix 2. Returns the strip that holds the result: `strip` or `scratch`.
static float *transform(float *strip, float *scratch, int length) {
    const Roots &roots = Roots::shared();
    float *from = strip, *to = scratch;
    int n = length, stride = 1;
    for (; n >= 4; n /= 4, stride *= 4) {
        const int quarter = n / 4, step = Roots::longest / n;
        for (int p = 0; p < quarter; p++)
            for (int q = 0; q < stride; q++) {
                const Complex a = at(from, q + stride * p), b = at(from, q + stride * (p + quarter));
                const Complex c = at(from, q + stride * (p + 2 * quarter)), d = at(from, q + stride * (p + 3 * quarter));
                const Complex even = a + c, odd = a - c, sum = b + d, difference = b - d;
                const Complex up = {odd.re + difference.im, odd.im - difference.re};
                const Complex down = {odd.re - difference.im, odd.im + difference.re};
                put(to, q + stride * (4 * p), even + sum);
                put(to, q + stride * (4 * p + 1), turned(up, roots, p * step));
                put(to, q + stride * (4 * p + 2), turned(even - sum, roots, 2 * p * step));
                put(to, q + stride * (4 * p + 3), turned(down, roots, 3 * p * step));
            }
        std::swap(from, to);
    }
    if (n == 2) {
        for (int q = 0; q < stride; q++) {
            const Complex a = at(from, q), b = at(from, q + stride);
            put(to, q, a + b);
            put(to, q + stride, a - b);
        }
        std::swap(from, to);
    }
    return from;
}

struct Strips {
    float *memory;
    /// Allocates memory for `count` floats. The size is rounded up, because it must be a multiple of the alignment.
    explicit Strips(int64_t count) : memory(static_cast<float *>(std::aligned_alloc(64, static_cast<size_t>((count + 15) / 16) * 64))) {}
    ~Strips() { std::free(memory); }
    Strips(const Strips &) = delete;
    Strips &operator=(const Strips &) = delete;
};
