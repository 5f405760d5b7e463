#pragma once

// The link from Core Image's detectors up to the analyses of pictures, which lie in a module above them.

#ifdef __cplusplus
extern "C" {
#endif

/// An unowned reference to the object that a program's analyses are asked through; null in a program that none are linked to.
const void *_Nullable cdetectors_engine(void);

#ifdef __cplusplus
}
#endif
