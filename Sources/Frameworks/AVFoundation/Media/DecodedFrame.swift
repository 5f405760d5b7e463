import CFFmpeg
import CoreVideo

/// A frame in the decoder's memory. The pixels are read-only. Their address does not change while the object exists.
final class DecodedFrame: @unchecked Sendable {
    let handle: OpaquePointer
    let info: CFFmpegFrameInfo

    init(_ handle: OpaquePointer) {
        self.handle = handle
        var info = CFFmpegFrameInfo()
        cffmpeg_frame_info(handle, &info)
        self.info = info
    }

    deinit { cffmpeg_free_frame(handle) }

    var width: Int { Int(info.width) }
    var height: Int { Int(info.height) }
    var isFullRange: Bool { info.isFullRange != 0 }

    /// The time in ticks of the track's clock; `nil` if the file does not contain it.
    var time: Int64? { info.time == CFFMPEG_NO_TIME ? nil : info.time }

    /// The attachments that describe the colours of the frame's buffer.
    var attachments: [String: String] {
        var result: [String: String] = [:]
        result[kCVImageBufferYCbCrMatrixKey] = Self.matrices[info.matrixCoefficients]
        result[kCVImageBufferColorPrimariesKey] = Self.primaries[info.colorPrimaries]
        result[kCVImageBufferTransferFunctionKey] = Self.transferFunctions[info.transferCharacteristics]
        return result
    }

    // The keys are the codes of ITU-T H.273.

    private static let matrices: [Int32: String] = [
        1: kCVImageBufferYCbCrMatrix_ITU_R_709_2, 5: kCVImageBufferYCbCrMatrix_ITU_R_601_4, 6: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
        7: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, 9: kCVImageBufferYCbCrMatrix_ITU_R_2020,
        10: kCVImageBufferYCbCrMatrix_ITU_R_2020,
    ]
    private static let primaries: [Int32: String] = [
        1: kCVImageBufferColorPrimaries_ITU_R_709_2, 5: kCVImageBufferColorPrimaries_EBU_3213, 6: kCVImageBufferColorPrimaries_SMPTE_C,
        9: kCVImageBufferColorPrimaries_ITU_R_2020, 11: kCVImageBufferColorPrimaries_DCI_P3, 12: kCVImageBufferColorPrimaries_P3_D65,
    ]
    private static let transferFunctions: [Int32: String] = [
        1: kCVImageBufferTransferFunction_ITU_R_709_2, 6: kCVImageBufferTransferFunction_ITU_R_709_2,
        7: kCVImageBufferTransferFunction_SMPTE_240M_1995, 13: kCVImageBufferTransferFunction_sRGB,
        14: kCVImageBufferTransferFunction_ITU_R_2020, 15: kCVImageBufferTransferFunction_ITU_R_2020,
        16: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, 18: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
    ]
}
