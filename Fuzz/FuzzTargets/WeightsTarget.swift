import CoreMLSpecification

/// A weight file, and 32 bytes before it that say how a program refers to it: every array is found and expanded, and a layer that reads
/// the weights predicts.
func fuzzWeights(_ input: UnsafeBufferPointer<UInt8>) {
    guard input.count >= Control.byteCount else { return }
    let control = Control(bytes: UnsafeBufferPointer(rebasing: input.prefix(Control.byteCount)))
    let bytes = Bytes(copying: UnsafeBufferPointer(rebasing: input.dropFirst(Control.byteCount)))
    guard let store = try? WeightStore(files: [Control.file: bytes]) else { return }
    for offset in stride(from: 0, to: min(bytes.count, 64 << 6), by: 64) { _ = try? store.entry(for: control.reference(UInt64(offset))) }
    lower(control.program(read: false), weights: store)
    guard control.reader != nil else { return }
    predict(control.model(), weights: store)
}
