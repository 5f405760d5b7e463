#pragma once

#include <tesseract/capi.h>

namespace ctesseract {

#define CTESSERACT_FUNCTIONS(X) \
    X(TessBaseAPICreate) \
    X(TessBaseAPIDelete) \
    X(TessBaseAPIInit4) \
    X(TessBaseAPISetVariable) \
    X(TessBaseAPIGetAvailableLanguagesAsVector) \
    X(TessBaseAPISetPageSegMode) \
    X(TessBaseAPISetImage) \
    X(TessBaseAPIRecognize) \
    X(TessBaseAPIGetIterator) \
    X(TessBaseAPIClear) \
    X(TessDeleteText) \
    X(TessDeleteTextArray) \
    X(TessPageIteratorBoundingBox) \
    X(TessPageIteratorIsAtBeginningOf) \
    X(TessPageIteratorIsAtFinalElement) \
    X(TessResultIteratorDelete) \
    X(TessResultIteratorGetPageIterator) \
    X(TessResultIteratorNext) \
    X(TessResultIteratorGetUTF8Text) \
    X(TessResultIteratorConfidence) \
    X(TessResultIteratorWordRecognitionLanguage) \
    X(TessResultIteratorWordIsFromDictionary) \
    X(TessResultIteratorGetChoiceIterator) \
    X(TessChoiceIteratorDelete) \
    X(TessChoiceIteratorNext) \
    X(TessChoiceIteratorGetUTF8Text) \
    X(TessChoiceIteratorConfidence) \
    X(TessMonitorCreate) \
    X(TessMonitorDelete) \
    X(TessMonitorSetCancelFunc) \
    X(TessMonitorSetCancelThis)

/// The library's functions.
struct Library {
#define X(name) decltype(&::name) name = nullptr;
    CTESSERACT_FUNCTIONS(X)
#undef X
};

/// The library, which is loaded at the first call; null if it is not installed.
const Library *library();

/// Keeps the library from using other threads for work on this thread, as long as the object exists.
class OneThread {
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread &) = delete;
    OneThread &operator=(const OneThread &) = delete;

private:
    int before = -1;
};

} // namespace ctesseract
