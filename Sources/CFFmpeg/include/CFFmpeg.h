#pragma once

#include <stddef.h>
#include <stdint.h>

// Video files and cameras through FFmpeg's libraries, which are loaded when the first video is met: they would add 25 ms to every start.
//
// Times are counted in a stream's time base. What can fail returns a negative number and writes a sentence into `message`.

#ifdef __cplusplus
extern "C" {
#endif

/// A time that nobody knows.
static const int64_t CFFMPEG_NO_TIME = INT64_MIN;

typedef struct {
    int32_t numerator, denominator;
} CFFmpegRational;

enum { CFFmpegKindVideo = 0, CFFmpegKindAudio = 1, CFFmpegKindOther = 2 };

typedef struct {
    int32_t kind;
    int32_t identifier;
    /// The code of four characters that QuickTime has for the codec; 0 where it has none.
    uint32_t codec;
    char codecName[32];
    int32_t width, height;
    CFFmpegRational timeBase, averageFrameRate, pixelAspect;
    int64_t startTime, duration;
    /// As the file's header says; 0 where it does not.
    int64_t frameCount;
    int64_t bitRate;
    int32_t reordersFrames, isDecodable;
    /// From stored pixels to shown ones, origin at the top left, as QuickTime writes it: a, b, c, d.
    double transform[4];
} CFFmpegStreamInfo;

typedef struct CFFmpegReader CFFmpegReader;
typedef struct CFFmpegFrame CFFmpegFrame;
typedef struct CFFmpegConverter CFFmpegConverter;
typedef struct CFFmpegWriter CFFmpegWriter;

/// Opens a video file.
int cffmpeg_open_file(const char *_Nonnull path, CFFmpegReader *_Nullable *_Nonnull reader, char *_Nonnull message, size_t messageSize);

/// Whether a path is a Video4Linux device that gives pictures. A camera may have others, of metadata.
int cffmpeg_is_camera(const char *_Nonnull path);

/// Opens a Video4Linux camera, whose first picture must come within ten seconds. A size or rate of 0 leaves the choice to the camera.
int cffmpeg_open_camera(
    const char *_Nonnull path, int width, int height, double frameRate, CFFmpegReader *_Nullable *_Nonnull reader, char *_Nonnull message,
    size_t messageSize);

int cffmpeg_stream_count(const CFFmpegReader *_Nonnull reader);
int cffmpeg_stream_info(const CFFmpegReader *_Nonnull reader, int stream, CFFmpegStreamInfo *_Nonnull info);

/// The whole file's duration in microseconds, or `CFFMPEG_NO_TIME`.
int64_t cffmpeg_duration(const CFFmpegReader *_Nonnull reader);

/// Prepares to decode one stream.
///
/// - threads: 0 for as many as there are processors.
int cffmpeg_start(CFFmpegReader *_Nonnull reader, int stream, int threads, char *_Nonnull message, size_t messageSize);

/// Goes to the last frame at or before a time from which decoding can begin.
int cffmpeg_seek(CFFmpegReader *_Nonnull reader, int64_t time);

/// Lets whoever waits for a camera's picture go on: no frames follow. Any thread may call it.
void cffmpeg_stop(CFFmpegReader *_Nonnull reader);

/// The next frame in the order of presentation, which the caller frees. 1 with a frame, 0 at the end.
///
/// What cannot be decoded is left out, and told by `cffmpeg_problem`.
int cffmpeg_next_frame(CFFmpegReader *_Nonnull reader, CFFmpegFrame *_Nullable *_Nonnull frame);

/// What went wrong until now: the file ended early, or parts of it could not be read or decoded. 0 where nothing did.
int cffmpeg_problem(const CFFmpegReader *_Nonnull reader, char *_Nonnull message, size_t messageSize);

void cffmpeg_close(CFFmpegReader *_Nullable reader);

typedef struct {
    int32_t width, height;
    /// In the stream's time base, or `CFFMPEG_NO_TIME`.
    int64_t time, duration;
    /// Core Video's code for the planes as they are; 0 where it has none.
    uint32_t pixelFormat;
    /// Whether Y, Cb and Cr use all of their range, and whether the pixels are of eight bits in 4:2:0.
    int32_t isFullRange;
    /// Whether there are three planes, 4:2:0, of eight bits or of ten in sixteen.
    int32_t is420, isTenBit420;
    /// ITU-T H.273.
    int32_t colorPrimaries, transferCharacteristics, matrixCoefficients;
    CFFmpegRational pixelAspect;
    int32_t isKeyFrame;
    uint8_t *_Nullable planes[3];
    int32_t bytesPerRow[3];
} CFFmpegFrameInfo;

void cffmpeg_frame_info(const CFFmpegFrame *_Nonnull frame, CFFmpegFrameInfo *_Nonnull info);
void cffmpeg_free_frame(CFFmpegFrame *_Nullable frame);

/// Interleaves the chroma of a frame of three planes, 4:2:0 of eight bits.
void cffmpeg_interleave_chroma(const CFFmpegFrame *_Nonnull frame, uint8_t *_Nonnull chroma, size_t bytesPerRow);

/// Rounds a frame of three planes, 4:2:0 of ten bits, to eight bits in two planes.
void cffmpeg_round_to_eight_bits(
    const CFFmpegFrame *_Nonnull frame, uint8_t *_Nonnull luma, size_t lumaBytesPerRow, uint8_t *_Nonnull chroma, size_t chromaBytesPerRow);

/// Converts between pixel formats and sizes; keeps what it has set up for the next frame.
CFFmpegConverter *_Nullable cffmpeg_make_converter(void);
void cffmpeg_free_converter(CFFmpegConverter *_Nullable converter);

/// Whether pixels can be converted to one of Core Video's formats.
int cffmpeg_can_convert(uint32_t pixelFormat);

/// Writes a frame's pixels into planes of the same size in one of Core Video's formats. 0 is success.
int cffmpeg_convert(
    CFFmpegConverter *_Nonnull converter, const CFFmpegFrame *_Nonnull frame, uint32_t pixelFormat, uint8_t *_Nullable const *_Nonnull planes,
    const int32_t *_Nonnull bytesPerRow);

enum { CFFmpegCodecH264 = 0, CFFmpegCodecHEVC = 1, CFFmpegCodecJPEG = 2 };

typedef struct {
    /// `mp4` or `mov`.
    const char *_Nonnull container;
    int32_t codec;
    int32_t width, height;
    /// Units of time in a second.
    int32_t timescale;
    double frameRate;
    /// Bits a second; 0 for a constant quality.
    int64_t bitRate;
    /// 0 to 1; negative where not given.
    double quality;
    /// The longest distance between frames that stand for themselves; 0 where not given.
    int32_t keyFrameInterval;
    /// As that of `CFFmpegStreamInfo`.
    double transform[4];
} CFFmpegWriterSettings;

/// Whether there is an encoder.
int cffmpeg_can_encode(int codec);

int cffmpeg_make_writer(
    const char *_Nonnull path, const CFFmpegWriterSettings *_Nonnull settings, CFFmpegWriter *_Nullable *_Nonnull writer,
    char *_Nonnull message, size_t messageSize);

/// Encodes a picture, scaled to the video's size.
int cffmpeg_append(
    CFFmpegWriter *_Nonnull writer, uint32_t pixelFormat, int width, int height, const uint8_t *_Nullable const *_Nonnull planes,
    const int32_t *_Nonnull bytesPerRow, int matrixCoefficients, int64_t time, char *_Nonnull message, size_t messageSize);

/// Completes the file and frees the writer. A file whose writing failed on the way is completed as far as it goes.
int cffmpeg_finish(CFFmpegWriter *_Nonnull writer, char *_Nonnull message, size_t messageSize);

/// Frees the writer and leaves an incomplete file.
void cffmpeg_cancel(CFFmpegWriter *_Nullable writer);

#ifdef __cplusplus
}
#endif
