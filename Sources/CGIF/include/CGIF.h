#pragma once

#include <stddef.h>
#include <stdint.h>

// GIF through giflib: the list of frames without decoding them, and the palette indices of one frame.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int32_t left, top, width, height;
    /// The palette entry that is transparent; -1 for none.
    int32_t transparentIndex;
    /// What happens to the frame's area after it: 2 clears it, 3 restores what was there before.
    int32_t disposal;
    /// In hundredths of a second.
    int32_t delay;
    int32_t isInterlaced;
    /// Red, green, blue.
    uint8_t palette[256][3];
    int32_t paletteCount;
} CGIFFrame;

typedef struct CGIFDecoder CGIFDecoder;

/// Opens a file. The bytes must outlive the decoder.
CGIFDecoder *_Nullable cgif_open(const void *_Nonnull bytes, size_t count, int *_Nonnull width, int *_Nonnull height);

/// Goes to the next frame. 1 there is one, 0 the file has ended, -1 the file is damaged here.
int cgif_next(CGIFDecoder *_Nonnull decoder, CGIFFrame *_Nonnull frame);

/// After `cgif_next`: skips the frame's pixels. 0 is success.
int cgif_skip(CGIFDecoder *_Nonnull decoder);

/// After `cgif_next`: decodes the frame's palette indices, rows without gaps, upper rows first also where the file interlaces them. The
/// number of complete lines comes back, which is less than the height in a damaged file.
int cgif_decode(CGIFDecoder *_Nonnull decoder, const CGIFFrame *_Nonnull frame, uint8_t *_Nonnull indices);

/// The repetitions that the file asks for: 0 is for ever, -1 that it does not say. Known after the first frame.
int cgif_loop_count(const CGIFDecoder *_Nonnull decoder);

void cgif_close(CGIFDecoder *_Nullable decoder);

#ifdef __cplusplus
}
#endif
