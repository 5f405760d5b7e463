import CoreVideo

/// The four-character code of a media type.
public typealias CMMediaType = FourCharCode
/// The code of a video codec or of a pixel format.
public typealias CMVideoCodecType = FourCharCode

/// Pictures.
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }  // 'vide'
/// Sound.
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }  // 'soun'
/// Several media in one stream.
public var kCMMediaType_Muxed: CMMediaType { 0x6D75_7878 }  // 'muxx'
/// Text, as in subtitles.
public var kCMMediaType_Text: CMMediaType { 0x7465_7874 }  // 'text'
/// Time codes.
public var kCMMediaType_TimeCode: CMMediaType { 0x746D_6364 }  // 'tmcd'
/// Data about other media.
public var kCMMediaType_Metadata: CMMediaType { 0x6D65_7461 }  // 'meta'

/// Uncompressed pictures in 4:2:2 with 8 bits per sample. The bytes of two pixels are Cb, Y, Cr, Y.
public var kCMVideoCodecType_422YpCbCr8: CMVideoCodecType { 0x3276_7579 }  // '2vuy'
/// QuickTime's run-length codec for drawn pictures.
public var kCMVideoCodecType_Animation: CMVideoCodecType { 0x726C_6520 }  // 'rle '
/// Motion JPEG: each picture is a JPEG.
public var kCMVideoCodecType_JPEG: CMVideoCodecType { 0x6A70_6567 }  // 'jpeg'
/// H.264, also called AVC.
public var kCMVideoCodecType_H264: CMVideoCodecType { 0x6176_6331 }  // 'avc1'
/// H.265, also called HEVC.
public var kCMVideoCodecType_HEVC: CMVideoCodecType { 0x6876_6331 }  // 'hvc1'
/// ProRes 4444, with alpha.
public var kCMVideoCodecType_AppleProRes4444: CMVideoCodecType { 0x6170_3468 }  // 'ap4h'
/// ProRes 422.
public var kCMVideoCodecType_AppleProRes422: CMVideoCodecType { 0x6170_636E }  // 'apcn'

/// The code of a pixel format: a `kCVPixelFormatType_…`.
public typealias CMPixelFormatType = FourCharCode

/// Alpha, red, green and blue.
public var kCMPixelFormat_32ARGB: CMPixelFormatType { kCVPixelFormatType_32ARGB }
/// Blue, green, red and alpha.
public var kCMPixelFormat_32BGRA: CMPixelFormatType { kCVPixelFormatType_32BGRA }
/// Red, green and blue.
public var kCMPixelFormat_24RGB: CMPixelFormatType { kCVPixelFormatType_24RGB }
/// Cb, Y, Cr and Y for two pixels.
public var kCMPixelFormat_422YpCbCr8: CMPixelFormatType { kCVPixelFormatType_422YpCbCr8 }

/// A size in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32

    /// An empty size, 0 × 0.
    public init() { self.init(width: 0, height: 0) }
    /// A size in pixels.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

/// The format of media samples. For video it consists of the codec or pixel format and the size.
public final class CMFormatDescription: Hashable, @unchecked Sendable {
    /// A media type, as a four-character code.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: CMMediaType
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        /// Pictures.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Sound.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Several media in one stream.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        /// Text, as in subtitles.
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        /// Time codes.
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        /// Data about other media.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    }

    /// The encoding of samples, as a four-character code: a codec or a pixel format.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        /// Uncompressed pixels of four bytes: alpha, red, green, blue.
        public static let pixelFormat_32ARGB = MediaSubType(rawValue: kCVPixelFormatType_32ARGB)
        /// Uncompressed pixels of four bytes: blue, green, red, alpha.
        public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCVPixelFormatType_32BGRA)
        /// Motion JPEG: each picture is a JPEG.
        public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
        /// H.264, also called AVC.
        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        /// H.265, also called HEVC.
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
        /// ProRes 4444, with alpha.
        public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
        /// ProRes 422.
        public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
    }

    /// Additional properties of the format, by key.
    public typealias Extensions = [String: Any]

    /// The media type of the samples.
    public let mediaType: MediaType
    /// The encoding of the samples.
    public let mediaSubType: MediaSubType
    /// The size of the pictures; zero for other media types.
    public let dimensions: CMVideoDimensions
    /// Additional properties by key, such as the clean aperture and the pixel aspect ratio. The dictionary may be empty.
    public let extensions: Extensions

    /// The description of the sound; `nil` for other media types.
    let sound: UnsafeMutablePointer<AudioStreamBasicDescription>?

    private init(
        _ mediaType: MediaType, _ mediaSubType: MediaSubType, _ dimensions: CMVideoDimensions, _ extensions: Extensions?,
        sound: AudioStreamBasicDescription? = nil
    ) {
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        self.extensions = extensions ?? [:]
        self.sound = sound.map { description in
            let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
            memory.initialize(to: description)
            return memory
        }
    }

    deinit { sound?.deallocate() }

    /// An audio format.
    ///
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` if the description has no sample rate or no channels.
    public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription, extensions: Extensions? = nil) throws {
        guard audioStreamBasicDescription.mSampleRate > 0, audioStreamBasicDescription.mChannelsPerFrame > 0 else {
            throw mediaError(kCMFormatDescriptionError_InvalidParameter)
        }
        self.init(
            .audio, MediaSubType(rawValue: audioStreamBasicDescription.mFormatID), CMVideoDimensions(), extensions,
            sound: audioStreamBasicDescription)
    }

    /// A format without a size. It never throws.
    public convenience init(mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions? = nil) throws {
        self.init(mediaType, mediaSubType, CMVideoDimensions(), extensions)
    }

    /// A format whose size is not known.
    package convenience init(unsized mediaType: MediaType, _ mediaSubType: MediaSubType) {
        self.init(mediaType, mediaSubType, CMVideoDimensions(), nil)
    }

    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` if the size is not positive or exceeds 32 bits.
    public convenience init(videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil) throws {
        guard width > 0, height > 0, let width = Int32(exactly: width), let height = Int32(exactly: height) else {
            throw mediaError(kCMFormatDescriptionError_InvalidParameter)
        }
        self.init(.video, videoCodecType, CMVideoDimensions(width: width, height: height), extensions)
    }

    /// The format of a buffer's pixels. The buffer's propagating attachments become extensions.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        try self.init(
            videoCodecType: MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer)), width: CVPixelBufferGetWidth(imageBuffer),
            height: CVPixelBufferGetHeight(imageBuffer), extensions: CVBufferCopyAttachments(imageBuffer, .shouldPropagate))
    }

    /// The format of metadata. It never throws.
    public convenience init(metadataFormatType: MediaSubType) throws {
        self.init(.metadata, metadataFormatType, CMVideoDimensions(), nil)
    }

    /// The display size: the size in pixels, cut to the clean aperture and stretched by the pixel aspect ratio if these are requested.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        var size = CGSize(width: CGFloat(dimensions.width), height: CGFloat(dimensions.height))
        if useCleanAperture { size = cleanAperture(originIsAtTopLeft: true).size }
        if usePixelAspectRatio, let ratio = extensions[kCVImageBufferPixelAspectRatioKey] as? [String: Any],
            let horizontal = number(ratio[kCVImageBufferPixelAspectRatioHorizontalSpacingKey]),
            let vertical = number(ratio[kCVImageBufferPixelAspectRatioVerticalSpacingKey]), horizontal > 0, vertical > 0
        {
            size.width *= horizontal / vertical
        }
        return size
    }

    /// The part of the picture that is displayed, in pixels.
    public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        let size = CGSize(width: CGFloat(dimensions.width), height: CGFloat(dimensions.height))
        guard let aperture = extensions[kCVImageBufferCleanApertureKey] as? [String: Any],
            let width = number(aperture[kCVImageBufferCleanApertureWidthKey]),
            let height = number(aperture[kCVImageBufferCleanApertureHeightKey])
        else { return CGRect(origin: .zero, size: size) }
        let right = number(aperture[kCVImageBufferCleanApertureHorizontalOffsetKey]) ?? 0
        let down = number(aperture[kCVImageBufferCleanApertureVerticalOffsetKey]) ?? 0
        let top = (size.height - height) / 2 + down
        return CGRect(
            x: (size.width - width) / 2 + right, y: originIsAtTopLeft ? top : size.height - height - top, width: width, height: height)
    }

    /// Whether two formats have the same type, subtype, size, sound description and keys of extensions.
    public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
        lhs === rhs
            || (lhs.mediaType == rhs.mediaType && lhs.mediaSubType == rhs.mediaSubType && lhs.dimensions == rhs.dimensions
                && lhs.sound?.pointee == rhs.sound?.pointee
                && Set(lhs.extensions.keys) == Set(rhs.extensions.keys))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
    }
}

/// The format of video.
public typealias CMVideoFormatDescription = CMFormatDescription

/// The error for a parameter out of range, such as a size that is not positive.
public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }
/// The error for a lack of memory.
public var kCMFormatDescriptionError_AllocationFailed: OSStatus { -12711 }
/// The error for a requested value that the format does not have.
public var kCMFormatDescriptionError_ValueNotAvailable: OSStatus { -12718 }

/// The media type of the samples.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }
/// The encoding of the samples: the code of a codec or of a pixel format.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType.rawValue }
/// The additional properties, by key; `nil` if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensions.isEmpty ? nil : desc.extensions
}
/// The property under a key; `nil` if there is none.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
    desc.extensions[extensionKey].map { $0 as CFPropertyList }
}
/// Makes a format for pictures of a size in pixels. Returns 0, or `kCMFormatDescriptionError_InvalidParameter` if the size is not positive.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        try CMFormatDescription(
            videoCodecType: .init(rawValue: codecType), width: Int(width), height: Int(height), extensions: extensions)
    }
}
/// Makes the format of a buffer's pixels. The buffer's propagating attachments become extensions. Returns 0, or a
/// `kCMFormatDescriptionError_…`.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) { try CMFormatDescription(imageBuffer: imageBuffer) }
}
/// The size of the pictures in pixels; zero for other media types.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions { videoDesc.dimensions }
/// The display size: the size in pixels, cut to the clean aperture and stretched by the pixel aspect ratio if these are requested.
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize { videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture) }
/// The part of the picture that is displayed, in pixels.
public func CMVideoFormatDescriptionGetCleanAperture(_ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool) -> CGRect {
    videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}
/// Whether a buffer has the format's pixel format and size.
public func CMVideoFormatDescriptionMatchesImageBuffer(_ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer) -> Bool {
    desc.mediaType == .video && desc.mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
        && Int(desc.dimensions.width) == CVPixelBufferGetWidth(imageBuffer)
        && Int(desc.dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
}

/// A number from a dictionary, converted from any numeric type.
private func number(_ value: Any?) -> CGFloat? {
    if let number = value as? any BinaryFloatingPoint { return CGFloat(number) }
    if let integer = value as? any BinaryInteger { return CGFloat(integer) }
    return (value as? NSNumber).map { CGFloat($0.doubleValue) }
}

/// An error with an `OSStatus` code, in the domain of these codes.
func mediaError(_ status: OSStatus) -> NSError { NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }

/// Runs a Swift initialiser for a C function. The object is returned through the pointer, and an error as a status code.
func status<Object>(_ result: UnsafeMutablePointer<Object?>, _ make: () throws -> Object) -> OSStatus {
    do {
        result.pointee = try make()
        return 0
    } catch {
        result.pointee = nil
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}
