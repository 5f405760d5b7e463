#pragma once

// The links from Core Image's detectors and from cameras up to the analyses of pictures, which lie in modules above them.

#ifdef __cplusplus
extern "C" {
#endif

/// An unowned reference to the object that a program's analyses are asked through; null in a program that none are linked to.
const void *_Nullable cdetectors_engine(void);

/// The same for the things that are found in a camera's frames.
const void *_Nullable cdetectors_metadataEngine(void);

#ifdef __cplusplus
}
#endif
