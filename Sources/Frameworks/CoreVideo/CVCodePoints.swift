import CoreGraphics

// The code points of ITU-T H.273 for matrices, primaries and transfer functions.

private let matrixCodePoints: [(String, Int32)] = [
    (kCVImageBufferYCbCrMatrix_ITU_R_709_2, 1), (kCVImageBufferYCbCrMatrix_ITU_R_601_4, 6), (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, 7),
    (kCVImageBufferYCbCrMatrix_ITU_R_2020, 9),
]
private let primariesCodePoints: [(String, Int32)] = [
    (kCVImageBufferColorPrimaries_ITU_R_709_2, 1), (kCVImageBufferColorPrimaries_EBU_3213, 5), (kCVImageBufferColorPrimaries_SMPTE_C, 6),
    (kCVImageBufferColorPrimaries_ITU_R_2020, 9), (kCVImageBufferColorPrimaries_DCI_P3, 11), (kCVImageBufferColorPrimaries_P3_D65, 12),
    (kCVImageBufferColorPrimaries_P22, 22),
]
private let transferCodePoints: [(String, Int32)] = [
    (kCVImageBufferTransferFunction_ITU_R_709_2, 1), (kCVImageBufferTransferFunction_SMPTE_240M_1995, 7),
    (kCVImageBufferTransferFunction_Linear, 8), (kCVImageBufferTransferFunction_sRGB, 13), (kCVImageBufferTransferFunction_ITU_R_2020, 14),
    (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, 16), (kCVImageBufferTransferFunction_SMPTE_ST_428_1, 17),
    (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 18),
]

/// The code point for a name; 2 ("unspecified") if the name is unknown.
private func codePoint(_ name: String?, _ table: [(String, Int32)]) -> Int32 { table.first { $0.0 == name }?.1 ?? 2 }
private func name(_ codePoint: Int32, _ table: [(String, Int32)]) -> CFUnmanaged<CFString>? {
    table.first { $0.1 == codePoint }.map { CFUnmanaged($0.0) }
}

/// The ITU-T H.273 code point of a `kCVImageBufferYCbCrMatrix_…`; 2 (unspecified) for any other name.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
    codePoint(yCbCrMatrixString, matrixCodePoints)
}
/// The ITU-T H.273 code point of a `kCVImageBufferColorPrimaries_…`; 2 (unspecified) for any other name.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
    codePoint(colorPrimariesString, primariesCodePoints)
}
/// The ITU-T H.273 code point of a `kCVImageBufferTransferFunction_…`; 2 (unspecified) for any other name.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
    codePoint(transferFunctionString, transferCodePoints)
}
/// The name of a matrix, from its ITU-T H.273 code point; `nil` if it has no name.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> CFUnmanaged<CFString>? {
    name(yCbCrMatrixCodePoint, matrixCodePoints)
}
/// The name of primaries, from their ITU-T H.273 code point; `nil` if they have no name.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> CFUnmanaged<CFString>? {
    name(colorPrimariesCodePoint, primariesCodePoints)
}
/// The name of a transfer function, from its ITU-T H.273 code point; `nil` if it has no name.
public func CVTransferFunctionGetStringForIntegerCodePoint(_ transferFunctionCodePoint: Int32) -> CFUnmanaged<CFString>? {
    name(transferFunctionCodePoint, transferCodePoints)
}
