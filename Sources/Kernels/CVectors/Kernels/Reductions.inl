// Sums whose terms are added in any order, and extremes that are found in several lanes.

/// Sums up the sums of blocks. In this way no sum in single precision has many terms.
template <class T, class F> static T total_of_blocks(size_t count, F sum_of_block) {
    constexpr size_t size = 1024;
    double sum = 0;
    for (size_t i = 0; i < count; i += size) sum += sum_of_block(i, count - i < size ? count - i : size);
    return static_cast<T>(sum);
}

template <class T, class F> static T total(const T *a, ptrdiff_t ia, size_t count, F term) {
    return total_of_blocks<T>(count, [=](size_t first, size_t block) {
#pragma clang fp reassociate(on)
        const T *x = a + static_cast<ptrdiff_t>(first) * ia;
        T sum = 0;
        if (ia == 1) {
            for (size_t i = 0; i < block; i++) sum += term(x[i]);
        } else {
            for (size_t i = 0; i < block; i++) sum += term(x[static_cast<ptrdiff_t>(i) * ia]);
        }
        return sum;
    });
}

template <class T> static T sum(VectorTerm term, const T *a, ptrdiff_t ia, size_t count) {
    switch (term) {
    case VectorTermElement: return total(a, ia, count, [](T x) { return x; });
    case VectorTermSquare: return total(a, ia, count, [](T x) { return x * x; });
    case VectorTermMagnitude: return total(a, ia, count, [](T x) { return std::fabs(x); });
    case VectorTermSignedSquare: return total(a, ia, count, [](T x) { return x * std::fabs(x); });
    }
    return 0;
}

template <class T, class F> static T total(const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, size_t count, F term) {
    return total_of_blocks<T>(count, [=](size_t first, size_t block) {
#pragma clang fp reassociate(on)
        const T *x = a + static_cast<ptrdiff_t>(first) * ia, *y = b + static_cast<ptrdiff_t>(first) * ib;
        T sum = 0;
        if (ia == 1 && ib == 1) {
            for (size_t i = 0; i < block; i++) sum += term(x[i], y[i]);
        } else if (ia == 1 && ib == 0) {
            const T other = *y;
            for (size_t i = 0; i < block; i++) sum += term(x[i], other);
        } else {
            for (size_t i = 0; i < block; i++) sum += term(x[static_cast<ptrdiff_t>(i) * ia], y[static_cast<ptrdiff_t>(i) * ib]);
        }
        return sum;
    });
}

template <class T> static T sum_of_pairs(VectorPairTerm term, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, size_t count) {
    if (term == VectorTermProduct) return total(a, ia, b, ib, count, [](T x, T y) { return x * y; });
    return total(a, ia, b, ib, count, [](T x, T y) { return (x - y) * (x - y); });
}

/// Puts the better of two values, or of each lane of two vectors, in `best`. NaN never replaces `best`.
template <bool IsLargest, bool IsMagnitude, class Value> static inline void keep_better(const Value &value, Value &best) {
    const Value key = IsMagnitude ? __builtin_elementwise_abs(value) : value;
    best = IsLargest ? (key > best ? key : best) : (key < best ? key : best);
}

template <class T> using Lanes = T __attribute__((ext_vector_type(64 / sizeof(T))));

template <bool IsLargest, bool IsMagnitude, class T> static T extreme_of(const T *a, ptrdiff_t ia, size_t count, T best) {
    constexpr size_t lanes = 64 / sizeof(T);
    size_t i = 0;
    if (ia == 1 && count >= 2 * lanes) {
        Lanes<T> first = best, second = best, values, more;
        for (; i + 2 * lanes <= count; i += 2 * lanes) {
            std::memcpy(&values, a + i, sizeof values);
            std::memcpy(&more, a + i + lanes, sizeof more);
            keep_better<IsLargest, IsMagnitude>(values, first);
            keep_better<IsLargest, IsMagnitude>(more, second);
        }
        keep_better<IsLargest, false>(second, first);
        for (size_t lane = 0; lane < lanes; lane++) {
            const T value = first[lane];
            keep_better<IsLargest, false>(value, best);
        }
    }
    for (; i < count; i++) keep_better<IsLargest, IsMagnitude>(a[static_cast<ptrdiff_t>(i) * ia], best);
    return best;
}

/// Finds the extreme of each block, and keeps the best block. Then searches only this block for the first element with the extreme.
template <bool IsLargest, bool IsMagnitude, class T>
static T extreme_with_index(const T *a, ptrdiff_t ia, size_t count, T best, size_t *index) {
    constexpr size_t size = 1024;
    size_t start = 0;
    bool is_found = false;
    for (size_t i = 0; i < count; i += size) {
        const T *block = a + static_cast<ptrdiff_t>(i) * ia;
        const T value = extreme_of<IsLargest, IsMagnitude, T>(block, ia, count - i < size ? count - i : size, best);
        if (IsLargest ? value > best : value < best) {
            best = value;
            start = i;
            is_found = true;
        }
    }
    // The extreme may equal the value for an empty vector, such as −∞ or a magnitude of 0. Such an element must still be found.
    for (size_t i = start; i < count; i++) {
        if (is_found && i - start >= size) break;
        const T value = a[static_cast<ptrdiff_t>(i) * ia];
        if ((IsMagnitude ? std::fabs(value) : value) == best) {
            *index = i;
            return best;
        }
    }
    *index = 0;
    return best;
}

#define EACH(IsLargest, IsMagnitude, start) \
    return index ? extreme_with_index<IsLargest, IsMagnitude, T>(a, ia, count, start, index) \
                 : extreme_of<IsLargest, IsMagnitude, T>(a, ia, count, start)
template <class T> static T extreme(VectorExtreme extreme, const T *a, ptrdiff_t ia, size_t count, size_t *index) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    switch (extreme) {
    case VectorLargest: EACH(true, false, -infinity);
    case VectorSmallest: EACH(false, false, infinity);
    case VectorLargestMagnitude: EACH(true, true, T(0));
    case VectorSmallestMagnitude: EACH(false, true, infinity);
    }
    return 0;
}
#undef EACH

static const Table table = {
    {sum<float>, sum_of_pairs<float>, extreme<float>},
    {sum<double>, sum_of_pairs<double>, extreme<double>},
};
