// Makes the library's OpenMP regions run on our teams.
//
// The library is built with GNU OpenMP and calls six of its functions through the library's own table of addresses. Only the entries of that table
// are redirected to the functions here; everything else in the process keeps its OpenMP runtime. The library keeps its runtime too if an entry is not
// found (another runtime, another object format) or cannot be written, or if OSPREY_OPENMP is `library`. Documentation/Threads.md tells of the risks.

#include "Internal.hpp"
#include <Team.hpp>

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace {

using namespace onednn_shim;
using namespace team;

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

/// The part of a loaded library that lists its imported addresses.
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

/// The protection of the page at an address, as the kernel reports it; PROT_NONE if it is unknown.
int protection_at(uintptr_t address) {
    std::unique_ptr<FILE, int (*)(FILE *)> maps(std::fopen("/proc/self/maps", "re"), std::fclose);
    if (!maps) return PROT_NONE;
    char line[512];
    while (std::fgets(line, sizeof line, maps.get())) {
        unsigned long begin, end;
        char mode[5];
        // A longer line is read in parts. Its later parts do not have this form, or do not give a range that holds the address.
        if (std::sscanf(line, "%lx-%lx %4s", &begin, &end, mode) != 3 || address < begin || address >= end) continue;
        return (mode[0] == 'r' ? PROT_READ : 0) | (mode[1] == 'w' ? PROT_WRITE : 0) | (mode[2] == 'x' ? PROT_EXEC : 0);
    }
    return PROT_NONE;
}

/// Writes an entry of a table that the loader may have made read-only, and restores the protection of its page.
bool write_entry(void **entry, void *value) {
    const auto page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto page = reinterpret_cast<uintptr_t>(entry) & ~(page_size - 1);
    const int protection = protection_at(page);
    if (protection == PROT_NONE) return false;
    const bool is_writable = protection & PROT_WRITE;
    if (!is_writable && mprotect(reinterpret_cast<void *>(page), page_size, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(entry, value, __ATOMIC_RELEASE);
    return is_writable || mprotect(reinterpret_cast<void *>(page), page_size, protection) == 0;
}

/// Calls `visit` with each entry for which there is a replacement.
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

/// Whether the user has asked that the library keep its own threads.
bool is_turned_off() {
    const char *setting = std::getenv("OSPREY_OPENMP");
    return setting && std::strcmp(setting, "library") == 0;
}

bool take_over() {
    if (is_turned_off()) return false;
    Imports imports;
    if (!dl_iterate_phdr(find_library, &imports) || !imports.symbols || !imports.names) return false;
    // Either all entries are replaced or none. A library that uses our team for some functions and its own runtime for others would count threads
    // wrongly.
    unsigned found = 0;
    std::vector<void **> entries;
    std::vector<void *> functions;
    visit_entries(imports, [&](unsigned which, void **entry) {
        found |= 1u << which;
        entries.push_back(entry);
        functions.push_back(replacements[which].function);
    });
    return found == all_replacements && onednn_replace_addresses(entries.data(), functions.data(), entries.size());
}

} // namespace

namespace onednn_shim {

bool runs_library_regions() noexcept {
    static const bool taken = [] {
        try {
            return take_over();
        } catch (...) {
            // There is no memory for the list of entries.
            return false;
        }
    }();
    return taken;
}

} // namespace onednn_shim

bool onednn_replace_addresses(void **const *entries, void *const *values, size_t count) {
    std::unique_ptr<void *[]> former(new (std::nothrow) void *[count]);
    if (!former) return false;
    for (size_t index = 0; index < count; index++) {
        former[index] = *entries[index];
        if (write_entry(entries[index], values[index])) continue;
        // The entry that failed may have been written, although its page could not be protected again.
        for (size_t written = 0; written <= index; written++)
            if (*entries[written] != former[written]) write_entry(entries[written], former[written]);
        return false;
    }
    return true;
}
