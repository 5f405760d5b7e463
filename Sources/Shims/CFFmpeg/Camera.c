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
