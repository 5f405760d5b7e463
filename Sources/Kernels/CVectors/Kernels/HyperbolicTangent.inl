// Hyperbolic tangents of floats, for AVX-512.

/// Polynomials that together are tanh x for x ≥ 0. Each belongs to one of the pieces into which `place` divides the numbers.
struct TangentTable {
    static constexpr int piece_count = 32, degree = 5;
    /// From here on, tanh x is rounded to 1.
    static constexpr float limit = 9.0625f;

    /// The variable of each polynomial is the distance from here.
    alignas(64) float middles[piece_count];
    alignas(64) float coefficients[degree + 1][piece_count];

    /// A number in 0.5 … 8. Its exponent and its upper three bits select the piece, so that the pieces are short where x is small.
    static constexpr float scale = 0.8f, offset = 0.5f;
    static constexpr int place_shift = 20;

    TangentTable() {
        for (int i = 0; i < piece_count; i++) {
            const double octave = std::ldexp(0.5, i / 8), place = octave * (1 + i % 8 / 8.0);
            const auto number = [](double of) { return (of - double{offset}) / double{scale}; };
            const float low = static_cast<float>(place);
            uint32_t bits;
            std::memcpy(&bits, &low, sizeof bits);
            set((bits >> place_shift) % piece_count, number(place), number(place + octave / 8));
        }
    }

    static const TangentTable &shared() {
        static const TangentTable shared;
        return shared;
    }

private:
    void set(uint32_t piece, double low, double high) {
        const double middle = low > 0 ? middle_of(low, high) : 0;
        // The Taylor series: the derivative of tanh is 1 − tanh².
        double series[degree + 3] = {std::tanh(middle), 0};
        for (int n = 0; n < degree + 2; n++) {
            double sum = n == 0 ? 1 : 0;
            for (int i = 0; i <= n; i++) sum -= series[i] * series[n - i];
            series[n + 1] = sum / (n + 1);
        }
        // Chebyshev's polynomials of degrees 6 and 7 are small in the whole piece. Multiples of them replace the last two terms.
        const double reach = std::fmax(high - middle, middle - low), two = reach * reach, four = two * two;
        series[5] += series[7] * two * 112 / 64, series[3] -= series[7] * four * 56 / 64;
        series[4] += series[6] * two * 48 / 32, series[2] -= series[6] * four * 18 / 32;
        middles[piece] = static_cast<float>(middle);
        for (int i = 0; i <= degree; i++) coefficients[i][piece] = static_cast<float>(series[i]);
    }

    /// A float near the middle of a piece whose hyperbolic tangent is almost a float, so that the first coefficient is almost exact.
    static double middle_of(double low, double high) {
        double best = 0, least = 1;
        for (int i = -32; i <= 32; i++) {
            const double middle = static_cast<float>((low + high) / 2 + (high - low) * i / 4096), value = std::tanh(middle);
            const double error = std::fabs(value - static_cast<double>(static_cast<float>(value)));
            if (error < least) best = middle, least = error;
        }
        return best;
    }
};

/// The hyperbolic tangents of floats. A loop over blocks keeps the table in registers.
struct HyperbolicTangent {
    __m512 middles[2], coefficients[TangentTable::degree + 1][2];

    explicit HyperbolicTangent(const TangentTable &table) {
        for (int half = 0; half < 2; half++) {
            middles[half] = _mm512_load_ps(table.middles + 16 * half);
            for (int i = 0; i <= TangentTable::degree; i++) coefficients[i][half] = _mm512_load_ps(table.coefficients[i] + 16 * half);
        }
    }

    static inline __attribute__((always_inline)) __m512 select(const __m512 (&table)[2], __m512i piece) {
        return _mm512_permutex2var_ps(table[0], piece, table[1]);
    }

    inline __attribute__((always_inline)) Block<float> operator()(Block<float> block) const {
        const __m512i signs = _mm512_set1_epi32(INT32_MIN), bits = reinterpret_cast<__m512i>(block);
        // The minimum with NaN as its second operand is NaN.
        const __m512 x = _mm512_min_ps(_mm512_set1_ps(TangentTable::limit), _mm512_castsi512_ps(_mm512_andnot_si512(signs, bits)));
        const __m512 place = _mm512_fmadd_ps(x, _mm512_set1_ps(TangentTable::scale), _mm512_set1_ps(TangentTable::offset));
        const __m512i piece = _mm512_srli_epi32(_mm512_castps_si512(place), TangentTable::place_shift);
        const __m512 distance = _mm512_sub_ps(x, select(middles, piece));
        __m512 result = select(coefficients[TangentTable::degree], piece);
        for (int i = TangentTable::degree - 1; i >= 0; i--) result = _mm512_fmadd_ps(result, distance, select(coefficients[i], piece));
        return reinterpret_cast<Block<float>>(_mm512_or_si512(_mm512_castps_si512(result), _mm512_and_si512(signs, bits)));
    }
};

static void hyperbolic_tangents(const float *a, ptrdiff_t ia, float *c, ptrdiff_t ic, size_t count) {
    const HyperbolicTangent tangent(TangentTable::shared());
    Block<float> block;
    size_t i = 0;
    if (ia == 1 && ic == 1) {
        for (; i + 16 <= count; i += 16) {
            std::memcpy(&block, a + i, sizeof block);
            block = tangent(block);
            std::memcpy(c + i, &block, sizeof block);
        }
    }
    for (; i < count; i += 16) {
        read_block(a, ia, i, count - i, block);
        block = tangent(block);
        write_block(block, c, ic, i, count - i);
    }
}
