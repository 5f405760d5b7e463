#include "Reader.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

using namespace ctesseract;
using namespace tesseract;

namespace {

/// The idle readers. They must be destroyed before the library, which ends with the process.
class Waiting {
public:
    /// The shared list of idle readers. It is never destroyed, because threads may still return readers while the process ends.
    static Waiting &shared() {
        static Waiting *waiting = [] {
            auto *waiting = new Waiting;
            std::atexit([] { shared().end(); });
            return waiting;
        }();
        return *waiting;
    }

    std::unique_ptr<CTesseractReader> take(const std::string &settings) {
        const std::lock_guard<std::mutex> guard(lock);
        for (size_t index = readers.size(); index-- > 0;) {
            if (readers[index]->settings != settings) continue;
            std::unique_ptr<CTesseractReader> reader = std::move(readers[index]);
            readers.erase(readers.begin() + static_cast<long>(index));
            return reader;
        }
        return nullptr;
    }

    void add(std::unique_ptr<CTesseractReader> reader) {
        const std::lock_guard<std::mutex> guard(lock);
        if (hasEnded) {
            // The library may be gone already.
            (void)reader.release();
            return;
        }
        if (readers.size() >= most) readers.erase(readers.begin());
        readers.push_back(std::move(reader));
    }

    /// The mutex for starting readers. Readers are started one after the other, because the library shares their dictionaries.
    std::mutex starting;

private:
    static constexpr size_t most = 16;
    std::mutex lock;
    bool hasEnded = false;
    /// The idle readers. The first reader has been idle longest.
    std::vector<std::unique_ptr<CTesseractReader>> readers;

    void end() {
        const std::lock_guard<std::mutex> guard(lock);
        hasEnded = true;
        readers.clear();
    }
};

CTesseractStatus start(CTesseractReader &reader, const char *languages, bool uses_dictionaries) {
    reader.api = reader.library.TessBaseAPICreate();
    if (!reader.api) return ctesseract_noMemory;
    // The messages of the library are discarded.
    reader.library.TessBaseAPISetVariable(reader.api, "debug_file", "/dev/null");
    const char *names[] = {"debug_file", "load_system_dawg", "load_freq_dawg", "lstm_choice_mode"};
    const char *answer = uses_dictionaries ? "1" : "0";
    const char *values[] = {"/dev/null", answer, answer, "2"};
    const int failure = reader.library.TessBaseAPIInit4(
        reader.api, nullptr, languages, OEM_LSTM_ONLY, nullptr, 0, const_cast<char **>(names), const_cast<char **>(values),
        sizeof names / sizeof names[0], 0);
    return failure == 0 ? ctesseract_done : ctesseract_noLanguage;
}

} // namespace

CTesseractReader::~CTesseractReader() {
    if (api) library.TessBaseAPIDelete(api);
}

CTesseractReader *ctesseract_take(const char *languages, int usesDictionaries, CTesseractStatus *status) {
    const Library *library = ctesseract::library();
    if (!library) {
        *status = ctesseract_noLibrary;
        return nullptr;
    }
    try {
        const std::string settings = std::string(languages) + (usesDictionaries ? " with words" : "");
        Waiting &waiting = Waiting::shared();
        *status = ctesseract_done;
        if (std::unique_ptr<CTesseractReader> reader = waiting.take(settings)) return reader.release();
        const std::lock_guard<std::mutex> guard(waiting.starting);
        auto reader = std::make_unique<CTesseractReader>(*library, settings);
        *status = start(*reader, languages, usesDictionaries != 0);
        return *status == ctesseract_done ? reader.release() : nullptr;
    } catch (const std::bad_alloc &) {
        *status = ctesseract_noMemory;
    } catch (...) {
        *status = ctesseract_failed;
    }
    return nullptr;
}

void ctesseract_giveBack(CTesseractReader *reader) {
    if (!reader) return;
    try {
        std::unique_ptr<CTesseractReader> owned(reader);
        Waiting::shared().add(std::move(owned));
    } catch (...) {
        // The reader has been destroyed. The next caller starts a new one.
    }
}

char *ctesseract_languages(void) {
    const Library *library = ctesseract::library();
    if (!library) return nullptr;
    try {
        Waiting &waiting = Waiting::shared();
        const std::lock_guard<std::mutex> guard(waiting.starting);
        CTesseractReader reader(*library, "");
        // No network is called "none". But the failed start sets the library's data folder, whose networks are listed.
        start(reader, "none", false);
        std::string list;
        char **names = reader.api ? library->TessBaseAPIGetAvailableLanguagesAsVector(reader.api) : nullptr;
        for (char **name = names; name && *name; name++) list += std::string(*name) + "\n";
        if (names) library->TessDeleteTextArray(names);
        return strdup(list.c_str());
    } catch (...) {
        return nullptr;
    }
}
