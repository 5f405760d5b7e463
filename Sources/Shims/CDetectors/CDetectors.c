#include "CDetectors.h"

#include <stddef.h>

// The module VisionRuntime defines this function. The declaration is weak, so that a program without that module links, too. The address is then
// null. The linker resolves it, so that nothing runs at a program's start.
extern const void *osprey_detectorEngine(void) __attribute__((weak));

const void *cdetectors_engine(void) { return osprey_detectorEngine ? osprey_detectorEngine() : NULL; }

// The module Vision defines this function.
extern const void *osprey_metadataEngine(void) __attribute__((weak));

const void *cdetectors_metadataEngine(void) { return osprey_metadataEngine ? osprey_metadataEngine() : NULL; }
