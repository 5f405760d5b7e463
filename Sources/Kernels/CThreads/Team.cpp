#include "Team.h"
#include "Team.hpp"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace {

using Word = std::atomic<uint32_t>;

// The time for which a waiting thread spins. It is longer than the gap between two kernels of a network, and far shorter than a scheduler's time
// slice. A sleeping processor may be lent to another virtual machine on the same host, and may be late when it is needed again.
constexpr auto spin_time = std::chrono::microseconds(200);

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

void sleep_while(Word &word, uint32_t value) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void wake_all(Word &word) { syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0); }

/// A 32-bit word for which some threads wait. They spin first, and then sleep.
struct alignas(64) Signal {
    Word word{0};
    Word sleepers{0};

    void set(uint32_t value) {
        word.store(value);
        if (sleepers.load() > 0) wake_all(word);
    }

    void decrement() {
        if (word.fetch_sub(1) == 1 && sleepers.load() > 0) wake_all(word);
    }

    template <typename Condition> uint32_t wait(Condition done) {
        uint32_t value = word.load();
        if (done(value)) return value;
        auto end = std::chrono::steady_clock::now() + spin_time;
        do {
            for (int count = 0; count < 16; count++) {
                relax();
                if (done(value = word.load())) return value;
            }
        } while (std::chrono::steady_clock::now() < end);
        sleepers.fetch_add(1);
        while (!done(value = word.load())) sleep_while(word, value);
        sleepers.fetch_sub(1);
        return value;
    }
};

/// A part of a job. Its state is twice the job's number, plus one after a thread has taken the part.
struct alignas(64) Slot {
    std::atomic<uint64_t> state{0};

    void offer(uint64_t job) { state.store(job * 2, std::memory_order_release); }
    bool take(uint64_t job) {
        uint64_t expected = job * 2;
        return state.compare_exchange_strong(expected, job * 2 + 1, std::memory_order_acq_rel, std::memory_order_relaxed);
    }
};

struct Team {
    explicit Team(int workers) : slots(static_cast<size_t>(workers) + 1) {}

    std::vector<Slot> slots;
    int workers = 0;

    // The job. It is written before its parts are offered, and read by the threads that have taken a part.
    void (*body)(void *) = nullptr;
    void *data = nullptr;
    std::atomic<int> parts{0};
    std::atomic<uint64_t> job{0};

    Signal started;   // The lower half of the job's number.
    Signal remaining; // The number of parts that have not ended.
    Signal barrier;   // The number of barriers that all parts have reached.
    std::atomic<int> arrived{0};

    /// Takes parts of the job `number` until none is left. The thread's own part comes first.
    void work(uint64_t number, int own);
    void run(int count, void (*body)(void *), void *data);
    void wait_for_all();
};

/// The part of the work that the current thread runs.
struct Part {
    Team *team = nullptr;
    int index = 0;
    int count = 1;
    bool inside = false;
};

thread_local Part current;
thread_local int thread_limit = 0;

void Team::work(uint64_t number, int own) {
    int count = std::min(parts.load(std::memory_order_relaxed), static_cast<int>(slots.size()));
    for (int step = 0; step < count; step++) {
        int index = (own + step) % count;
        if (!slots[static_cast<size_t>(index)].take(number)) continue;
        // The thread has taken a part of the job, so the job cannot end before that part does.
        int total = parts.load(std::memory_order_relaxed);
        Part outer = current;
        current = Part{this, index, total, true};
        body(data);
        current = outer;
        remaining.decrement();
    }
}

void Team::run(int count, void (*new_body)(void *), void *new_data) {
    body = new_body;
    data = new_data;
    parts.store(count, std::memory_order_relaxed);
    remaining.word.store(static_cast<uint32_t>(count));
    arrived.store(0);
    uint64_t number = job.load(std::memory_order_relaxed) + 1;
    job.store(number, std::memory_order_relaxed);
    for (int index = 0; index < count; index++) slots[static_cast<size_t>(index)].offer(number);
    started.set(static_cast<uint32_t>(number));
    // Taking further parts is safe even if parts wait for each other. A part ends only after it has met all others, so all of them are already
    // running.
    work(number, 0);
    remaining.wait([](uint32_t value) { return value == 0; });
}

void Team::wait_for_all() {
    uint32_t round = barrier.word.load();
    if (arrived.fetch_add(1) + 1 == parts.load(std::memory_order_relaxed)) {
        arrived.store(0);
        barrier.set(round + 1);
    } else {
        barrier.wait([round](uint32_t value) { return value != round; });
    }
}

struct Worker {
    Team *team;
    int index;
};

void *worker_main(void *argument) {
    Worker worker = *static_cast<Worker *>(argument);
    delete static_cast<Worker *>(argument);
    uint32_t seen = 0;
    for (;;) {
        seen = worker.team->started.wait([seen](uint32_t value) { return value != seen; });
        // A later job may have started since. Its parts can be taken just as well.
        worker.team->work(worker.team->job.load(std::memory_order_acquire), worker.index);
    }
    return nullptr;
}

/// Makes a team of `workers` threads besides its caller. The system may allow fewer threads; null if it allows none. Teams are never freed.
Team *make_team(int workers) {
    auto team = std::unique_ptr<Team>(new (std::nothrow) Team(workers));
    if (!team) return nullptr;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return nullptr;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (int index = 1; index <= workers; index++) {
        auto *worker = new (std::nothrow) Worker{team.get(), index};
        pthread_t thread;
        if (!worker || pthread_create(&thread, &attributes, worker_main, worker) != 0) {
            delete worker;
            break;
        }
        team->workers++;
    }
    pthread_attr_destroy(&attributes);
    if (team->workers == workers) return team.release();
    // Threads that already exist refer to the team, so it is not freed. It stays unused.
    if (team->workers > 0) team.release();
    return nullptr;
}

struct Teams {
    std::mutex mutex;
    std::vector<Team *> idle;

    /// The smallest idle team with at least `workers` workers, or a new one.
    Team *take(int workers) {
        {
            std::lock_guard<std::mutex> guard(mutex);
            auto best = idle.end();
            for (auto team = idle.begin(); team != idle.end(); team++) {
                if ((*team)->workers < workers) continue;
                if (best == idle.end() || (*team)->workers < (*best)->workers) best = team;
            }
            if (best != idle.end()) {
                auto *team = *best;
                idle.erase(best);
                return team;
            }
        }
        return make_team(workers);
    }

    void give_back(Team *team) {
        std::lock_guard<std::mutex> guard(mutex);
        idle.push_back(team);
    }
};

Teams &teams() {
    // Never destroyed: workers may outlive static destruction.
    static auto *shared = new Teams;
    return *shared;
}

/// Opens a file of the process's control group; null if there is none.
std::FILE *open_group_file(const char *name) {
    char path[4096] = "", line[4096];
    if (auto *file = std::fopen("/proc/self/cgroup", "re")) {
        while (std::fgets(line, sizeof line, file)) {
            if (std::strncmp(line, "0::", 3) != 0) continue;
            line[std::strcspn(line, "\n")] = 0;
            std::snprintf(path, sizeof path, "/sys/fs/cgroup%.4000s/%s", line + 3, name);
        }
        std::fclose(file);
    }
    return *path ? std::fopen(path, "re") : nullptr;
}

/// The number of cores in the control group's quota; INT_MAX if there is no quota.
int quota_cores() {
    auto *file = open_group_file("cpu.max");
    if (!file) return INT_MAX;
    long quota = 0, period = 0;
    int fields = std::fscanf(file, "%ld %ld", &quota, &period);
    std::fclose(file);
    if (fields != 2 || quota <= 0 || period <= 0) return INT_MAX;
    return static_cast<int>(std::min<long>((quota + period - 1) / period, INT_MAX));
}

} // namespace

namespace team {

void run_parts(int threads, void (*body)(void *), void *data) noexcept {
    int count = current.inside ? 1 : std::max(threads, 1);
    Team *team = nullptr;
    if (count > 1) {
        try {
            team = teams().take(count - 1);
        } catch (...) {
        }
    }
    if (!team) {
        // With a single part, or without a free thread, the parts run one after the other.
        Part outer = current;
        for (int index = 0; index < count; index++) {
            current = Part{nullptr, index, count, true};
            body(data);
        }
        current = outer;
        return;
    }
    team->run(count, body, data);
    try {
        teams().give_back(team);
    } catch (...) {
        // If there is no memory to list the team, it is lost. The next caller makes another one.
    }
}

int part_index() noexcept { return current.index; }
int part_count() noexcept { return current.count; }
bool is_inside_part() noexcept { return current.inside; }
int limit_of_thread() noexcept { return thread_limit > 0 ? thread_limit : available_cores(); }
void set_thread_limit(int count) noexcept { thread_limit = std::max(count, 1); }

void wait_for_other_parts() noexcept {
    if (current.team) current.team->wait_for_all();
}

int available_cores() noexcept {
    static const int count = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        long cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
        return std::max(1, std::min(static_cast<int>(std::max(cores, 1L)), quota_cores()));
    }();
    return count;
}

int64_t available_memory() noexcept {
    const int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const int64_t machine = pages > 0 && page > 0 ? pages * page : INT64_MAX;
    auto *file = open_group_file("memory.max");
    if (!file) return machine;
    long long limit = 0;
    const int fields = std::fscanf(file, "%lld", &limit);
    std::fclose(file);
    return fields == 1 && limit > 0 ? std::min<int64_t>(machine, limit) : machine;
}

} // namespace team

namespace {

/// A C function that computes the parts of a job, and the context that is passed to it.
struct Work {
    void (*body)(int, int, void *);
    void *context;
};

void run_work(void *data) {
    auto *work = static_cast<Work *>(data);
    work->body(team::part_index(), team::part_count(), work->context);
}

} // namespace

void team_run(int parts, void (*body)(int, int, void *), void *context) {
    Work work{body, context};
    team::run_parts(parts, run_work, &work);
}

int team_thread_limit(void) { return team::is_inside_part() ? 1 : team::limit_of_thread(); }

int team_available_cores(void) { return team::available_cores(); }

int64_t team_available_memory(void) { return team::available_memory(); }
