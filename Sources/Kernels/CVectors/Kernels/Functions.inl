// Loops that give blocks of elements to the C library's functions of vectors, or single elements to its usual functions.

#if defined(COMPILED_FOR_AVX512)
template <class T> using Block = T __attribute__((vector_size(64)));
static constexpr char instructions = 'e';
#elif defined(COMPILED_FOR_AVX2)
template <class T> using Block = T __attribute__((vector_size(32)));
static constexpr char instructions = 'd';
#else
template <class T> using Block = T __attribute__((vector_size(16)));
static constexpr char instructions = 'b';
#endif

/// Calls a function of the C library for one or more successive blocks of elements. Neither the blocks nor the results need to be aligned.
template <class T> static inline void apply_to_row(void *function, const void *blocks, void *results, size_t count) {
#if defined(COMPILED_FOR_AVX512)
    vector_calls_64_bytes(function, blocks, results, count);
#elif defined(COMPILED_FOR_AVX2)
    vector_calls_32_bytes(function, blocks, results, count);
#else
    for (size_t i = 0; i < count; i++) {
        Block<T> values;
        std::memcpy(&values, static_cast<const char *>(blocks) + i * sizeof values, sizeof values);
        values = reinterpret_cast<Block<T> (*)(Block<T>)>(function)(values);
        std::memcpy(static_cast<char *>(results) + i * sizeof values, &values, sizeof values);
    }
#endif
}

template <class T> static inline void apply_to_blocks(void *function, Block<T> &block, const Block<T> &other) {
#if defined(COMPILED_FOR_AVX512)
    vector_call_64_bytes(function, &block, &other, &block);
#elif defined(COMPILED_FOR_AVX2)
    vector_call_32_bytes(function, &block, &other, &block);
#else
    block = reinterpret_cast<Block<T> (*)(Block<T>, Block<T>)>(function)(block, other);
#endif
}

/// The C library's functions that compute a block of elements at once; null for functions that it does not have.
template <class T> struct BlockFunctions {
    void *single[function_count];
    void *pair[pair_function_count];

    BlockFunctions() {
        constexpr size_t lanes = sizeof(Block<T>) / sizeof(T);
        for (int i = 0; i < function_count; i++) single[i] = block_function(instructions, lanes, "v", functions<T>[i].name);
        for (int i = 0; i < pair_function_count; i++) pair[i] = block_function(instructions, lanes, "vv", pair_functions<T>[i].name);
    }

    static const BlockFunctions &shared() {
        static const BlockFunctions shared;
        return shared;
    }
};

/// Reads a block from `i` on. Missing elements at the end are filled with ones.
template <class T> static inline void read_block(const T *a, ptrdiff_t ia, size_t i, size_t left, Block<T> &block) {
    constexpr size_t lanes = sizeof(Block<T>) / sizeof(T);
    if (ia == 1 && left >= lanes) {
        std::memcpy(&block, a + i, sizeof block);
        return;
    }
    for (size_t lane = 0; lane < lanes; lane++) block[lane] = lane < left ? a[static_cast<ptrdiff_t>(i + lane) * ia] : T(1);
}

template <class T> static inline void write_block(const Block<T> &block, T *c, ptrdiff_t ic, size_t i, size_t left) {
    constexpr size_t lanes = sizeof(Block<T>) / sizeof(T);
    if (ic == 1 && left >= lanes) {
        std::memcpy(c + i, &block, sizeof block);
        return;
    }
    for (size_t lane = 0; lane < lanes && lane < left; lane++) c[static_cast<ptrdiff_t>(i + lane) * ic] = block[lane];
}

#if defined(COMPILED_FOR_AVX512)
#include "HyperbolicTangent.inl"
#endif

template <class T> static void function(VectorFunction which, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count) {
#if defined(COMPILED_FOR_AVX512)
    if constexpr (std::is_same_v<T, float>) {
        if (which == VectorTanh) return hyperbolic_tangents(a, ia, c, ic, count);
    }
#endif
    if (void *block_function = BlockFunctions<T>::shared().single[which]) {
        constexpr size_t lanes = sizeof(Block<T>) / sizeof(T);
        size_t i = 0;
        if (ia == 1 && ic == 1 && count >= lanes) {
            i = count / lanes * lanes;
            apply_to_row<T>(block_function, a, c, count / lanes);
        }
        Block<T> block;
        for (; i < count; i += lanes) {
            read_block(a, ia, i, count - i, block);
            apply_to_row<T>(block_function, &block, &block, 1);
            write_block(block, c, ic, i, count - i);
        }
        return;
    }
    const auto apply = functions<T>[which].apply;
    for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = apply(a[static_cast<ptrdiff_t>(i) * ia]);
}

template <class T>
static void pair_function(
    VectorPairFunction which, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count) {
    if (void *block_function = BlockFunctions<T>::shared().pair[which]) {
        Block<T> block, other;
        for (size_t i = 0; i < count; i += sizeof block / sizeof(T)) {
            read_block(a, ia, i, count - i, block);
            read_block(b, ib, i, count - i, other);
            apply_to_blocks<T>(block_function, block, other);
            write_block(block, c, ic, i, count - i);
        }
        return;
    }
    const auto apply = pair_functions<T>[which].apply;
    for (size_t i = 0; i < count; i++) {
        c[static_cast<ptrdiff_t>(i) * ic] = apply(a[static_cast<ptrdiff_t>(i) * ia], b[static_cast<ptrdiff_t>(i) * ib]);
    }
}

static const Table table = {{function<float>, pair_function<float>}, {function<double>, pair_function<double>}};
