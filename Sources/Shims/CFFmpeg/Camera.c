#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CFFmpeg.h"

int cffmpeg_is_camera(const char *path) {
    int file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    // A device that cannot be opened may be a camera. The error is reported when the program opens it.
    if (file < 0) return 1;
    struct v4l2_capability capability = {0};
    int isDevice = ioctl(file, VIDIOC_QUERYCAP, &capability) == 0;
    close(file);
    unsigned own = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
    return isDevice && own & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE);
}

/// Adds the frame rates of a size in a pixel format to the known rates.
static void add_rates(int file, uint32_t pixelFormat, CFFmpegCameraSize *size) {
    for (uint32_t index = 0; index < 64; index++) {
        struct v4l2_frmivalenum rate = {
            .index = index, .pixel_format = pixelFormat, .width = (uint32_t)size->width, .height = (uint32_t)size->height};
        if (ioctl(file, VIDIOC_ENUM_FRAMEINTERVALS, &rate) != 0) break;
        // A long interval is a low rate.
        int isList = rate.type == V4L2_FRMIVAL_TYPE_DISCRETE;
        struct v4l2_fract longest = isList ? rate.discrete : rate.stepwise.max, shortest = isList ? rate.discrete : rate.stepwise.min;
        if (longest.numerator == 0 || longest.denominator == 0 || shortest.numerator == 0 || shortest.denominator == 0) continue;
        double least = (double)longest.denominator / longest.numerator, most = (double)shortest.denominator / shortest.numerator;
        if (size->leastRate == 0 || least < size->leastRate) size->leastRate = least;
        if (most > size->mostRate) size->mostRate = most;
        if (!isList) break;
    }
}

/// Adds a size. If the size is known, only the rates of another format are added.
static int add_size(int file, uint32_t pixelFormat, uint32_t width, uint32_t height, CFFmpegCameraSize *sizes, int count, int capacity) {
    if (width == 0 || height == 0 || width > 100000 || height > 100000) return count;
    int place = 0;
    while (place < count && (sizes[place].width != (int32_t)width || sizes[place].height != (int32_t)height)) place++;
    if (place == capacity) return count;
    if (place == count) sizes[count++] = (CFFmpegCameraSize){.width = (int32_t)width, .height = (int32_t)height};
    add_rates(file, pixelFormat, &sizes[place]);
    return count;
}

/// Common sizes. If a driver gives a range of sizes, those in the range are offered.
static const uint32_t USUAL[][2] = {{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}, {3840, 2160}};

int cffmpeg_camera_sizes(const char *path, CFFmpegCameraSize *sizes, int capacity) {
    int file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return 0;
    int count = 0;
    for (uint32_t number = 0; number < 64; number++) {
        struct v4l2_fmtdesc format = {.index = number, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
        if (ioctl(file, VIDIOC_ENUM_FMT, &format) != 0) break;
        for (uint32_t index = 0; index < 64; index++) {
            struct v4l2_frmsizeenum size = {.index = index, .pixel_format = format.pixelformat};
            if (ioctl(file, VIDIOC_ENUM_FRAMESIZES, &size) != 0) break;
            if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
                count = add_size(file, format.pixelformat, size.discrete.width, size.discrete.height, sizes, count, capacity);
                continue;
            }
            struct v4l2_frmsize_stepwise range = size.stepwise;
            for (size_t usual = 0; usual < sizeof USUAL / sizeof *USUAL; usual++) {
                uint32_t width = USUAL[usual][0], height = USUAL[usual][1];
                int isInside = width >= range.min_width && width <= range.max_width && height >= range.min_height && height <= range.max_height;
                if (isInside) count = add_size(file, format.pixelformat, width, height, sizes, count, capacity);
            }
            count = add_size(file, format.pixelformat, range.max_width, range.max_height, sizes, count, capacity);
            break;
        }
    }
    close(file);
    return count;
}
