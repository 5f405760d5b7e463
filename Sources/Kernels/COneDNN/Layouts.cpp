#include "Internal.hpp"

#include <stdexcept>

using dnnl::memory;
using namespace onednn_shim;

namespace {

memory::data_type data_type(KernelElement type) {
    switch (type) {
    case KernelElementFloat32: return memory::data_type::f32;
    case KernelElementBFloat16: return memory::data_type::bf16;
    case KernelElementInt32: return memory::data_type::s32;
    case KernelElementInt8: return memory::data_type::s8;
    case KernelElementUInt8: return memory::data_type::u8;
    }
    throw std::invalid_argument("unknown element type");
}

memory::dims dimensions(int rank, const int64_t *values) {
    if (rank < 0 || rank > KERNEL_MAXIMUM_RANK) throw std::invalid_argument("rank out of range");
    return memory::dims(values, values + rank);
}

/// The tag of a format, or `undef` if there is none for the rank.
memory::format_tag tag(onednn_format format, int rank) {
    using tags = memory::format_tag;
    static const tags row_major[] = {tags::undef, tags::a, tags::ab, tags::abc, tags::abcd, tags::abcde, tags::abcdef};
    static const tags channels_last[] = {tags::undef, tags::undef, tags::ab, tags::acb, tags::acdb, tags::acdeb, tags::undef};
    static const tags blocked_16[] = {tags::undef, tags::undef, tags::undef, tags::aBc16b, tags::aBcd16b, tags::aBcde16b, tags::undef};
    static const tags blocked_8[] = {tags::undef, tags::undef, tags::undef, tags::aBc8b, tags::aBcd8b, tags::aBcde8b, tags::undef};
    if (rank < 0 || rank > KERNEL_MAXIMUM_RANK) return tags::undef;
    switch (format) {
    case ONEDNN_ANY: return tags::any;
    case ONEDNN_ROW_MAJOR: return row_major[rank];
    case ONEDNN_CHANNELS_LAST: return channels_last[rank];
    case ONEDNN_BLOCKED_16: return blocked_16[rank];
    case ONEDNN_BLOCKED_8: return blocked_8[rank];
    case ONEDNN_OTHER: return tags::undef;
    }
    return tags::undef;
}

#if DNNL_VERSION_MAJOR >= 3
memory::dims strides_of(const memory::desc &descriptor) { return descriptor.get_strides(); }
memory::data_type type_of(const memory::desc &descriptor) { return descriptor.get_data_type(); }
int inner_block_count(const memory::desc &descriptor) { return descriptor.get_inner_nblks(); }
#else
memory::dims strides_of(const memory::desc &descriptor) {
    const auto &strides = descriptor.data.format_desc.blocking.strides;
    return memory::dims(strides, strides + descriptor.data.ndims);
}
memory::data_type type_of(const memory::desc &descriptor) { return descriptor.data_type(); }
int inner_block_count(const memory::desc &descriptor) { return descriptor.data.format_desc.blocking.inner_nblks; }
#endif

} // namespace

memory::dims onednn_shim::dims_of(const memory::desc &descriptor) {
#if DNNL_VERSION_MAJOR >= 3
    return descriptor.get_dims();
#else
    return descriptor.dims();
#endif
}

onednn_status onednn_layout_create(
    KernelElement type, int rank, const int64_t *dims, onednn_format format, onednn_layout **result) {
    return guarded([&] {
        auto chosen = tag(format, rank);
        if (chosen == memory::format_tag::undef) throw std::invalid_argument("no such memory format for this rank");
        *result = new onednn_layout{memory::desc(dimensions(rank, dims), data_type(type), chosen)};
    });
}

onednn_status onednn_layout_create_strided(
    KernelElement type, int rank, const int64_t *dims, const int64_t *strides, onednn_layout **result) {
    return guarded([&] {
        *result = new onednn_layout{memory::desc(dimensions(rank, dims), data_type(type), dimensions(rank, strides))};
    });
}

onednn_status onednn_layout_part(
    const onednn_layout *layout, int rank, const int64_t *dims, const int64_t *offsets, onednn_layout **result) {
    return guarded([&] {
        *result = new onednn_layout{layout->descriptor.submemory_desc(dimensions(rank, dims), dimensions(rank, offsets))};
    });
}

onednn_status onednn_layout_permuted(const onednn_layout *layout, int rank, const int *permutation, onednn_layout **result) {
    return guarded([&] {
        if (rank < 0 || rank > KERNEL_MAXIMUM_RANK) throw std::invalid_argument("rank out of range");
        *result = new onednn_layout{layout->descriptor.permute_axes(std::vector<int>(permutation, permutation + rank))};
    });
}

void onednn_layout_destroy(onednn_layout *layout) { delete layout; }

bool onednn_layout_equal(const onednn_layout *a, const onednn_layout *b) { return a->descriptor == b->descriptor; }

size_t onednn_layout_byte_count(const onednn_layout *layout) { return layout->descriptor.get_size(); }

onednn_format onednn_layout_format(const onednn_layout *layout) {
    auto result = ONEDNN_OTHER;
    guarded([&] {
        auto dims = dims_of(layout->descriptor);
        for (auto format : {ONEDNN_ROW_MAJOR, ONEDNN_CHANNELS_LAST, ONEDNN_BLOCKED_16, ONEDNN_BLOCKED_8}) {
            auto chosen = tag(format, static_cast<int>(dims.size()));
            if (chosen == memory::format_tag::undef) continue;
            if (memory::desc(dims, type_of(layout->descriptor), chosen) == layout->descriptor) {
                result = format;
                return;
            }
        }
    });
    return result;
}

KernelElement onednn_layout_type(const onednn_layout *layout) {
    switch (type_of(layout->descriptor)) {
    case memory::data_type::bf16: return KernelElementBFloat16;
    case memory::data_type::s32: return KernelElementInt32;
    case memory::data_type::s8: return KernelElementInt8;
    case memory::data_type::u8: return KernelElementUInt8;
    default: return KernelElementFloat32;
    }
}

bool onednn_layout_is_row_major(const onednn_layout *layout) {
    auto answer = false;
    guarded([&] {
        auto dims = dims_of(layout->descriptor);
        auto strides = strides_of(layout->descriptor);
        auto blocked = inner_block_count(layout->descriptor) > 0;
        if (blocked) {
            // A layout with blocks of channels is row-major if all other dimensions are 1 and no block is padded.
            if (dims.size() < 2) return;
            for (size_t axis = 0; axis < dims.size(); axis++)
                if (axis != 1 && dims[axis] != 1) return;
            memory::desc plain(dims, type_of(layout->descriptor), tag(ONEDNN_ROW_MAJOR, static_cast<int>(dims.size())));
            answer = plain.get_size() == layout->descriptor.get_size();
            return;
        }
        memory::dim expected = 1;
        for (size_t axis = dims.size(); axis-- > 0;) {
            if (dims[axis] != 1 && strides[axis] != expected) return;
            expected *= dims[axis];
        }
        answer = true;
    });
    return answer;
}
