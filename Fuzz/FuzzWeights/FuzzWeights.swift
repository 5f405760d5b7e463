import CoreMLSpecification
import FuzzSupport

/// A weight file, and 32 bytes before it that say how a program refers to it: every array is found and expanded, and a layer that reads
/// the weights predicts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWeights(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count >= Control.byteCount else { return 0 }
    let control = Control(bytes: UnsafeBufferPointer(start: start, count: Control.byteCount))
    let bytes = copy(start + Control.byteCount, count - Control.byteCount)
    guard let store = try? WeightStore(files: [Control.file: bytes]) else { return 0 }
    for offset in stride(from: 0, to: min(bytes.count, 64 << 6), by: 64) { _ = try? store.entry(for: control.reference(UInt64(offset))) }
    lower(control.program(read: false), weights: store)
    guard control.reader != nil else { return 0 }
    predict(control.model(), weights: store)
    return 0
}
