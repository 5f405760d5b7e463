#include "Sorting.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

// A radix sort that begins with the lowest digit. It takes the same time for every order of the elements.

namespace {

template <class T> struct KeyOf;
template <> struct KeyOf<float> { typedef uint32_t Type; };
template <> struct KeyOf<double> { typedef uint64_t Type; };
template <class T> using Key = typename KeyOf<T>::Type;

template <class T> constexpr Key<T> sign_bit = Key<T>(1) << (8 * sizeof(T) - 1);

/// An integer key with the same order as the numbers. NaN has the largest key.
template <class T> Key<T> key_of(T x, bool descends) {
    Key<T> bits;
    std::memcpy(&bits, &x, sizeof bits);
    const Key<T> key = x != x ? ~Key<T>(0) : bits & sign_bit<T> ? ~bits : bits | sign_bit<T>;
    return descends ? ~key : key;
}

template <class T> T number_of(Key<T> key, bool descends) {
    if (descends) key = ~key;
    const Key<T> bits = key & sign_bit<T> ? key & ~sign_bit<T> : ~key;
    T x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

template <class T> struct Item {
    Key<T> key;
    size_t index;
    bool operator<(const Item &other) const { return key < other.key; }
};

inline uint32_t sorted_by(uint32_t key) { return key; }
inline uint64_t sorted_by(uint64_t key) { return key; }
template <class T> Key<T> sorted_by(const Item<T> &item) { return item.key; }

constexpr int digit_bits = 11;
constexpr size_t digit_values = size_t(1) << digit_bits;

/// Sorts `items`, with `other` as memory of the same size. Returns `items` or `other`, whichever holds the result.
template <class K, class Entry> Entry *radix_sort(Entry *items, Entry *other, size_t count) {
    constexpr int digits = (8 * sizeof(K) + digit_bits - 1) / digit_bits;
    size_t counts[digits][digit_values] = {};
    for (size_t i = 0; i < count; i++) {
        const K key = sorted_by(items[i]);
        for (int digit = 0; digit < digits; digit++) counts[digit][key >> (digit * digit_bits) & (digit_values - 1)]++;
    }
    for (int digit = 0; digit < digits; digit++) {
        size_t *places = counts[digit], sum = 0;
        const int shift = digit * digit_bits;
        // A digit that all keys share needs no pass.
        if (places[sorted_by(items[0]) >> shift & (digit_values - 1)] == count) continue;
        for (size_t value = 0; value < digit_values; value++) {
            const size_t here = places[value];
            places[value] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) other[places[sorted_by(items[i]) >> shift & (digit_values - 1)]++] = items[i];
        std::swap(items, other);
    }
    return items;
}

template <class Entry> void insertion_sort(Entry *entries, size_t count) {
    for (size_t end = 1; end < count; end++) {
        const Entry entry = entries[end];
        size_t i = end;
        for (; i > 0 && entry < entries[i - 1]; i--) entries[i] = entries[i - 1];
        entries[i] = entry;
    }
}

/// Sorts `count` entries. `entries` has room for twice as many. Returns the half of it that holds the result.
template <class K, class Entry> const Entry *sorted(Entry *entries, size_t count) {
    if (count < 64) {
        insertion_sort(entries, count);
        return entries;
    }
    return radix_sort<K>(entries, entries + count, count);
}

template <class Entry> struct Freed {
    void operator()(Entry *entries) const { std::free(entries); }
};

template <class Entry> std::unique_ptr<Entry, Freed<Entry>> room(size_t count) {
    if (count > SIZE_MAX / 2 / sizeof(Entry)) return nullptr;
    return std::unique_ptr<Entry, Freed<Entry>>(static_cast<Entry *>(std::malloc(2 * count * sizeof(Entry))));
}

template <class T> int sort(T *a, size_t count, bool descends) {
    if (count < 2) return 0;
    const auto keys = room<Key<T>>(count);
    if (!keys) return -1;
    for (size_t i = 0; i < count; i++) keys.get()[i] = key_of(a[i], descends);
    const Key<T> *result = sorted<Key<T>>(keys.get(), count);
    for (size_t i = 0; i < count; i++) a[i] = number_of<T>(result[i], descends);
    return 0;
}

template <class T> int sort_indices(const T *a, size_t *indices, size_t count, bool descends) {
    if (count < 2) return 0;
    const auto items = room<Item<T>>(count);
    if (!items) return -1;
    for (size_t i = 0; i < count; i++) items.get()[i] = {key_of(a[indices[i]], descends), indices[i]};
    const Item<T> *result = sorted<Key<T>>(items.get(), count);
    for (size_t i = 0; i < count; i++) indices[i] = result[i].index;
    return 0;
}

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    int vector_sort_##suffix(T *a, size_t count, int descends) { return sort(a, count, descends != 0); } \
    int vector_sort_indices_##suffix(const T *a, size_t *indices, size_t count, int descends) { \
        return sort_indices(a, indices, count, descends != 0); \
    }

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
