#include "Library.h"

#include <string.h>

// Decoded sound: the samples of a frame as floats.

static int channels_of_stream(const AVCodecParameters *codec) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
    return codec->ch_layout.nb_channels;
#else
    return codec->channels;
#endif
}

static int channels_of_frame(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
    return frame->ch_layout.nb_channels;
#else
    return frame->channels;
#endif
}

int cffmpeg_describe_sound(const void *stream, CFFmpegSoundInfo *info) {
    const AVCodecParameters *codec = ((const AVStream *)stream)->codecpar;
    memset(info, 0, sizeof *info);
    if (codec->codec_type != AVMEDIA_TYPE_AUDIO) return -1;
    info->sampleRate = codec->sample_rate;
    info->channels = channels_of_stream(codec);
    info->bitsOfSample = codec->bits_per_raw_sample > 0 ? codec->bits_per_raw_sample : codec->bits_per_coded_sample;
    enum AVSampleFormat format = codec->format;
    info->isFloat = format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_FLTP || format == AV_SAMPLE_FMT_DBL || format == AV_SAMPLE_FMT_DBLP;
    // The codecs of this group store samples as they are.
    info->isLinear = codec->codec_id >= AV_CODEC_ID_FIRST_AUDIO && codec->codec_id < AV_CODEC_ID_ADPCM_IMA_QT;
    return 0;
}

int cffmpeg_sample_count(const CFFmpegFrame *handle) {
    const AVFrame *frame = (const AVFrame *)handle;
    return frame->nb_samples;
}

/// A sample of a format, converted to a number from -1 to 1.
static float sample(const uint8_t *data, int index, enum AVSampleFormat format) {
    switch (format) {
    case AV_SAMPLE_FMT_U8:
    case AV_SAMPLE_FMT_U8P: return (data[index] - 128) / 128.0f;
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: return ((const int16_t *)data)[index] / 32768.0f;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: return (float)(((const int32_t *)data)[index] / 2147483648.0);
    case AV_SAMPLE_FMT_FLT:
    case AV_SAMPLE_FMT_FLTP: return ((const float *)data)[index];
    case AV_SAMPLE_FMT_DBL:
    case AV_SAMPLE_FMT_DBLP: return (float)((const double *)data)[index];
    case AV_SAMPLE_FMT_S64:
    case AV_SAMPLE_FMT_S64P: return (float)(((const int64_t *)data)[index] / 9223372036854775808.0);
    default: return 0;
    }
}

static int is_planar(enum AVSampleFormat format) {
    return format == AV_SAMPLE_FMT_U8P || format == AV_SAMPLE_FMT_S16P || format == AV_SAMPLE_FMT_S32P || format == AV_SAMPLE_FMT_S64P
        || format == AV_SAMPLE_FMT_FLTP || format == AV_SAMPLE_FMT_DBLP;
}

int cffmpeg_copy_samples(const CFFmpegFrame *handle, int channel, int start, int count, float *target) {
    const AVFrame *frame = (const AVFrame *)handle;
    int channels = channels_of_frame(frame);
    if (channel < 0 || channel >= channels || start < 0 || count < 0 || start > frame->nb_samples - count) return -1;
    int isPlanar = is_planar(frame->format);
    const uint8_t *data = frame->extended_data[isPlanar ? channel : 0];
    if (!data) return -1;
    for (int index = 0; index < count; index++) {
        int place = isPlanar ? start + index : (start + index) * channels + channel;
        target[index] = sample(data, place, frame->format);
    }
    return 0;
}
