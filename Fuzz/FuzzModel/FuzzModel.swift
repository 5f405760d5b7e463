import CoreMLSpecification
import FuzzSupport

/// A model file: read, written back, lowered to a program, and asked for a prediction.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModel(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let model = try? Specification.Model(parsing: copy(start, count)) else { return 0 }
    let written = Bytes(copying: model.encoded())
    guard let again = try? Specification.Model(parsing: written), Bytes(copying: again.encoded()) == written else {
        fatalError("a model that was read cannot be written and read again")
    }
    lower(model, weights: WeightStore(folder: nil))
    predict(model, weights: WeightStore(folder: nil))
    return 0
}
