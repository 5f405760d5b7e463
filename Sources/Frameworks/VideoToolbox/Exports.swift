// The part of Apple's module that makes pictures of frames. There are no compression sessions: AVFoundation reads and writes video files.
@_exported import CoreMedia
@_exported import CoreVideo
