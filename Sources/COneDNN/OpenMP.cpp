// Makes the library's OpenMP regions run on our teams.
//
// The library is built with GNU OpenMP and calls six of its functions through its table of addresses. The entries of that table, and
// only of the library's, are pointed at the functions here; everything else in the process keeps its OpenMP runtime. Where an entry is
// not found (another runtime, another object format), the library keeps its own too.

#include "Internal.hpp"
#include "Team.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace {

using namespace onednn_shim;

void parallel(void (*body)(void *), void *data, unsigned threads, unsigned) {
    run_parts(threads == 0 ? limit_of_thread() : static_cast<int>(threads), body, data);
}

int in_parallel() { return is_inside_part(); }

struct Replacement {
    const char *name;
    void *function;
};

const Replacement replacements[] = {
    {"GOMP_parallel", reinterpret_cast<void *>(&parallel)},
    {"GOMP_barrier", reinterpret_cast<void *>(&wait_for_other_parts)},
    {"omp_get_max_threads", reinterpret_cast<void *>(&limit_of_thread)},
    {"omp_get_num_threads", reinterpret_cast<void *>(&part_count)},
    {"omp_get_thread_num", reinterpret_cast<void *>(&part_index)},
    {"omp_in_parallel", reinterpret_cast<void *>(&in_parallel)},
};
constexpr unsigned all_replacements = (1u << (sizeof replacements / sizeof replacements[0])) - 1;

#if defined(__x86_64__)
constexpr unsigned call_relocation = R_X86_64_JUMP_SLOT, address_relocation = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr unsigned call_relocation = R_AARCH64_JUMP_SLOT, address_relocation = R_AARCH64_GLOB_DAT;
#else
constexpr unsigned call_relocation = ~0u, address_relocation = ~0u;
#endif

/// The part of a loaded library that says which addresses it wants to know.
struct Imports {
    uintptr_t base = 0;
    const ElfW(Sym) *symbols = nullptr;
    const char *names = nullptr;
    const ElfW(Rela) *tables[2] = {nullptr, nullptr};
    size_t byte_counts[2] = {0, 0};
};

int find_library(dl_phdr_info *info, size_t, void *data) {
    auto *imports = static_cast<Imports *>(data);
    const auto wanted = reinterpret_cast<uintptr_t>(&dnnl_version);
    const ElfW(Dyn) *dynamic = nullptr;
    bool holds = false;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const auto &header = info->dlpi_phdr[index];
        uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && wanted >= begin && wanted < begin + header.p_memsz) holds = true;
        if (header.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn) *>(begin);
    }
    if (!holds || !dynamic) return 0;
    imports->base = info->dlpi_addr;
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        switch (dynamic->d_tag) {
        case DT_SYMTAB: imports->symbols = reinterpret_cast<const ElfW(Sym) *>(dynamic->d_un.d_ptr); break;
        case DT_STRTAB: imports->names = reinterpret_cast<const char *>(dynamic->d_un.d_ptr); break;
        case DT_JMPREL: imports->tables[0] = reinterpret_cast<const ElfW(Rela) *>(dynamic->d_un.d_ptr); break;
        case DT_PLTRELSZ: imports->byte_counts[0] = dynamic->d_un.d_val; break;
        case DT_RELA: imports->tables[1] = reinterpret_cast<const ElfW(Rela) *>(dynamic->d_un.d_ptr); break;
        case DT_RELASZ: imports->byte_counts[1] = dynamic->d_un.d_val; break;
        }
    }
    return 1;
}

/// Writes an entry of a table that the loader may have made read-only.
bool write_entry(void **entry, void *value) {
    auto page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    auto page = reinterpret_cast<uintptr_t>(entry) & ~(page_size - 1);
    if (mprotect(reinterpret_cast<void *>(page), page_size, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(entry, value, __ATOMIC_RELEASE);
    return true;
}

/// Calls `visit` with each entry that one of the replacements is for.
template <typename Visit> void visit_entries(const Imports &imports, Visit visit) {
    for (int table = 0; table < 2; table++) {
        for (size_t index = 0; index < imports.byte_counts[table] / sizeof(ElfW(Rela)); index++) {
            const auto &relocation = imports.tables[table][index];
            auto type = static_cast<unsigned>(ELF64_R_TYPE(relocation.r_info));
            if (type != call_relocation && type != address_relocation) continue;
            const char *name = imports.names + imports.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
            for (unsigned which = 0; (1u << which) <= all_replacements; which++)
                if (std::strcmp(name, replacements[which].name) == 0)
                    visit(which, reinterpret_cast<void **>(imports.base + relocation.r_offset));
        }
    }
}

bool take_over() {
    Imports imports;
    if (!dl_iterate_phdr(find_library, &imports) || !imports.symbols || !imports.names) return false;
    // All or none: a library that asks our team for one thing and its own runtime for another would count wrongly.
    unsigned found = 0;
    visit_entries(imports, [&](unsigned which, void **) { found |= 1u << which; });
    if (found != all_replacements) return false;
    bool written = true;
    visit_entries(imports, [&](unsigned which, void **entry) { written = written && write_entry(entry, replacements[which].function); });
    return written;
}

} // namespace

namespace onednn_shim {

bool runs_library_regions() noexcept {
    static const bool taken = take_over();
    return taken;
}

} // namespace onednn_shim
