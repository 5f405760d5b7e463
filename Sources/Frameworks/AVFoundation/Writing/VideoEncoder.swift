import CFFmpeg
import CoreMedia
import Foundation

/// A video file into which frames are encoded. Only one thread at a time may use it.
final class VideoEncoder: @unchecked Sendable {
    private var writer: OpaquePointer?
    private let path: String
    let timescale: CMTimeScale

    /// - Throws: ``AVError`` that names the file.
    init(
        _ url: URL, _ fileType: AVFileType, _ settings: VideoSettings, width: Int, height: Int, timescale: CMTimeScale,
        transform: CGAffineTransform, fragmentInterval: CMTime
    ) throws {
        path = url.path
        self.timescale = timescale
        let container = fileType == .mov ? "mov" : "mp4"
        let fragment = fragmentInterval.isNumeric ? CMTimeConvertScale(fragmentInterval, timescale: 1_000_000, method: .default).value : 0
        var made: OpaquePointer?
        let (status, message) = container.withCString { name in
            var values = CFFmpegWriterSettings(
                container: name, codec: settings.codec, width: Int32(width), height: Int32(height), timescale: timescale,
                frameRate: settings.frameRate, bitRate: settings.bitRate, quality: settings.quality ?? -1,
                keyFrameInterval: settings.keyFrameInterval,
                transform: (Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d)), fragment: fragment)
            return withMessage { cffmpeg_make_writer(path, &values, &made, $0, $1) }
        }
        guard status == 0, let made else { throw Self.error(status, path, message) }
        writer = made
    }

    deinit { cffmpeg_cancel(writer) }

    /// Encodes a picture, scaled to the video's size.
    ///
    /// - Parameter time: the time in units of the timescale. It must be after the time of the previous picture.
    func append(_ buffer: CVPixelBuffer, at time: Int64) throws {
        guard let writer else { throw AVError(.operationNotAllowed, "\(path): the file has been closed") }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        var planes: [UnsafePointer<UInt8>?] = [nil, nil, nil]
        var bytesPerRow: [Int32] = [0, 0, 0]
        for plane in 0..<min(max(CVPixelBufferGetPlaneCount(buffer), 1), 3) {
            let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
            planes[plane] = base.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
            bytesPerRow[plane] = Int32(
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer))
        }
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard cffmpeg_can_convert(format) != 0 else {
            throw AVError(.exportFailed, "\(path): pixels of format \(FourCharacterCode(format)) cannot be encoded")
        }
        let (status, message) = withMessage {
            cffmpeg_append(
                writer, format, Int32(CVPixelBufferGetWidth(buffer)), Int32(CVPixelBufferGetHeight(buffer)), planes, bytesPerRow,
                buffer.matrixCoefficients, time, $0, $1)
        }
        guard status == 0 else { throw Self.error(status, path, message) }
    }

    /// Completes the file with all frames that could be written.
    func finish() throws {
        guard let writer else { return }
        self.writer = nil
        let (status, message) = withMessage { cffmpeg_finish(writer, $0, $1) }
        guard status == 0 else { throw Self.error(status, path, message) }
    }

    func cancel() {
        cffmpeg_cancel(writer)
        writer = nil
    }

    private static func error(_ status: Int32, _ path: String, _ message: String) -> AVError {
        AVError([ENOSPC, EDQUOT, EFBIG].contains(-status) ? .diskFull : .exportFailed, "\(path): cannot be written: \(message)")
    }
}

extension CVBuffer {
    /// The matrix's code in ITU-T H.273; 2 (unspecified) if no matrix is attached.
    fileprivate var matrixCoefficients: Int32 {
        switch CVBufferCopyAttachment(self, kCVImageBufferYCbCrMatrixKey, nil) as? String {
        case kCVImageBufferYCbCrMatrix_ITU_R_709_2: 1
        case kCVImageBufferYCbCrMatrix_ITU_R_601_4: 6
        case kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: 7
        case kCVImageBufferYCbCrMatrix_ITU_R_2020: 9
        default: 2
        }
    }
}
