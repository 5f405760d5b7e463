#include "Reader.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

using namespace ctesseract;
using namespace tesseract;

namespace {

struct StoredReading : CTesseractReading {
    std::vector<CTesseractWord> allWords;
    std::vector<CTesseractSymbol> allSymbols;
    std::vector<CTesseractChoice> allChoices;
    std::string allText;

    int32_t add(const char *string) {
        const size_t place = allText.size();
        allText.append(string ? string : "").push_back('\0');
        return static_cast<int32_t>(place);
    }

    void finish() {
        wordCount = static_cast<int32_t>(allWords.size());
        symbolCount = static_cast<int32_t>(allSymbols.size());
        choiceCount = static_cast<int32_t>(allChoices.size());
        words = allWords.data();
        symbols = allSymbols.data();
        choices = allChoices.data();
        text = allText.c_str();
    }
};

float part(float percent) { return std::min(std::max(percent / 100, 0.0f), 1.0f); }

/// Copies the library's results into a reading.
class Notes {
public:
    Notes(const Library &library, TessResultIterator *results, StoredReading &reading)
        : library(library), results(results), places(library.TessResultIteratorGetPageIterator(results)), reading(reading) {}

    void take() {
        do {
            if (begins(RIL_WORD) && !word()) continue;
            symbol();
        } while (library.TessResultIteratorNext(results, RIL_SYMBOL));
    }

private:
    const Library &library;
    TessResultIterator *results;
    TessPageIterator *places;
    StoredReading &reading;

    bool begins(TessPageIteratorLevel level) const { return library.TessPageIteratorIsAtBeginningOf(places, level); }

    bool box(TessPageIteratorLevel level, CTesseractBox &box) const {
        return library.TessPageIteratorBoundingBox(places, level, &box.left, &box.top, &box.right, &box.bottom);
    }

    bool word() {
        CTesseractWord word = {};
        if (!box(RIL_WORD, word.box)) return false;
        word.confidence = part(library.TessResultIteratorConfidence(results, RIL_WORD));
        word.firstSymbol = static_cast<int32_t>(reading.allSymbols.size());
        word.isKnown = library.TessResultIteratorWordIsFromDictionary(results);
        word.language = reading.add(library.TessResultIteratorWordRecognitionLanguage(results));
        reading.allWords.push_back(word);
        return true;
    }

    void symbol() {
        CTesseractSymbol symbol = {};
        char *string = library.TessResultIteratorGetUTF8Text(results, RIL_SYMBOL);
        const std::string first = string ? string : "";
        if (string) library.TessDeleteText(string);
        if (first.empty() || reading.allWords.empty() || !box(RIL_SYMBOL, symbol.box)) return;
        symbol.firstChoice = static_cast<int32_t>(reading.allChoices.size());
        reading.allChoices.push_back({reading.add(first.c_str()), part(library.TessResultIteratorConfidence(results, RIL_SYMBOL))});
        if (TessChoiceIterator *choices = library.TessResultIteratorGetChoiceIterator(results)) {
            do {
                const char *other = library.TessChoiceIteratorGetUTF8Text(choices);
                if (!other || !*other || first == other) continue;
                reading.allChoices.push_back({reading.add(other), part(library.TessChoiceIteratorConfidence(choices))});
            } while (library.TessChoiceIteratorNext(choices));
            library.TessChoiceIteratorDelete(choices);
        }
        symbol.choiceCount = static_cast<int32_t>(reading.allChoices.size()) - symbol.firstChoice;
        reading.allSymbols.push_back(symbol);
        reading.allWords.back().symbolCount++;
    }
};

struct Question {
    int (*isCancelled)(void *);
    void *context;
};

bool ask(void *question, int) {
    const auto *asked = static_cast<const Question *>(question);
    return asked->isCancelled(asked->context) != 0;
}

/// The monitor through which the library can be cancelled during a recognition.
class Monitor {
public:
    Monitor(const Library &library, Question &question) : library(library), handle(library.TessMonitorCreate()) {
        if (!handle) throw std::bad_alloc();
        library.TessMonitorSetCancelFunc(handle, ask);
        library.TessMonitorSetCancelThis(handle, &question);
    }
    ~Monitor() { library.TessMonitorDelete(handle); }
    Monitor(const Monitor &) = delete;
    Monitor &operator=(const Monitor &) = delete;

    const Library &library;
    ETEXT_DESC *const handle;
};

CTesseractStatus read(CTesseractReader &reader, Question question, StoredReading &reading) {
    const Library &library = reader.library;
    library.TessBaseAPISetPageSegMode(reader.api, PSM_SINGLE_LINE);
    // With inversion, the library reads a difficult line a second time as light text on dark. The caller that cuts out lines knows which of
    // them are light on dark.
    library.TessBaseAPISetVariable(reader.api, "tessedit_do_invert", "0");
    Monitor monitor(library, question);
    const int failure = library.TessBaseAPIRecognize(reader.api, monitor.handle);
    if (question.isCancelled(question.context)) return ctesseract_cancelled;
    if (failure != 0) return ctesseract_failed;
    if (TessResultIterator *results = library.TessBaseAPIGetIterator(reader.api)) {
        Notes(library, results, reading).take();
        library.TessResultIteratorDelete(results);
    }
    reading.finish();
    return ctesseract_done;
}

} // namespace

CTesseractReading *ctesseract_read(
    CTesseractReader *reader, const uint8_t *pixels, int32_t width, int32_t height, int64_t bytesPerRow, int (*isCancelled)(void *),
    void *context, CTesseractStatus *status) {
    const OneThread oneThread;
    *status = ctesseract_failed;
    // The library's coordinates have 16 bits.
    if (width < 1 || height < 1 || width > INT16_MAX || height > INT16_MAX) return nullptr;
    if (bytesPerRow < width || bytesPerRow > INT32_MAX) return nullptr;
    try {
        auto reading = std::make_unique<StoredReading>();
        reader->library.TessBaseAPISetImage(reader->api, pixels, width, height, 1, static_cast<int>(bytesPerRow));
        *status = read(*reader, {isCancelled, context}, *reading);
        reader->library.TessBaseAPIClear(reader->api);
        if (*status == ctesseract_done) return reading.release();
    } catch (const std::bad_alloc &) {
        *status = ctesseract_noMemory;
    } catch (...) {
        *status = ctesseract_failed;
    }
    return nullptr;
}

void ctesseract_freeReading(CTesseractReading *reading) { delete static_cast<StoredReading *>(reading); }
