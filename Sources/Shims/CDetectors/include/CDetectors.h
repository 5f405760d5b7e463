#pragma once

// The links from Core Image's detectors and from cameras to the analyses of pictures. The analyses are in higher modules, which the detectors and
// cameras cannot import.

#ifdef __cplusplus
extern "C" {
#endif

/// An unowned reference to the object that performs a program's analyses; null if the program is not linked to analyses.
const void *_Nullable cdetectors_engine(void);

/// An unowned reference to the object that finds objects in the frames of a camera; null if the program is not linked to it.
const void *_Nullable cdetectors_metadataEngine(void);

#ifdef __cplusplus
}
#endif
