import Foundation

/// The number of a track. It stays the same for the lifetime of the file.
public typealias CMPersistentTrackID = Int32

/// The invalid track number, 0. The numbers of tracks start at 1.
public var kCMPersistentTrackID_Invalid: CMPersistentTrackID { 0 }

/// A type of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a media type from its four-character code, such as `vide`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Time codes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Data about other media.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Several media in one stream.
    public static let muxed = AVMediaType(rawValue: "muxx")
    /// Depth data. Osprey has no tracks of this type.
    public static let depthData = AVMediaType(rawValue: "dpth")
}

/// A characteristic of a track's media.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Media that can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Media that can be heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Media that consist of frames with a time each.
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
}

/// A type of file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The type with a uniform type identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A QuickTime movie. It is read and written.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// An MPEG-4 file. It is read and written.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// An MPEG-4 file in iTunes' variant. It is read and written.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// An MPEG-4 file with sound alone.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// A JPEG picture.
    public static let jpg = AVFileType(rawValue: "public.jpeg")
    /// A raw picture in DNG format.
    public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
    /// A HEIC picture.
    public static let heic = AVFileType(rawValue: "public.heic")
    /// A TIFF picture.
    public static let tif = AVFileType(rawValue: "public.tiff")
}

/// The format in which video is encoded.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.265, also called HEVC. Writing needs an HEVC encoder in FFmpeg.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.264, also called AVC: the default of a writer.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// Motion JPEG: each frame is a JPEG picture.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// ProRes 4444, with alpha. It cannot be written.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 422. It cannot be written.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 of the highest quality. It cannot be written.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 of a lower bit rate. It cannot be written.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 of the lowest bit rate. It cannot be written.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// H.265 with alpha. It cannot be written.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
}
