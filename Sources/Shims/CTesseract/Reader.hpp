#pragma once

#include "CTesseract.h"
#include "Library.hpp"

#include <string>

struct CTesseractReader {
    const ctesseract::Library &library;
    /// The settings with which the reader was started.
    const std::string settings;
    TessBaseAPI *api = nullptr;

    CTesseractReader(const ctesseract::Library &library, std::string settings) : library(library), settings(std::move(settings)) {}
    ~CTesseractReader();
    CTesseractReader(const CTesseractReader &) = delete;
    CTesseractReader &operator=(const CTesseractReader &) = delete;
};
