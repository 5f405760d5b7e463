import Foundation
import FuzzTargets

/// The target that the environment's `OSPREY_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["OSPREY_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("OSPREY_FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
    return target
}()

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target.run(UnsafeBufferPointer(start: start, count: count))
    return 0
}
