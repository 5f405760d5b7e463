import Foundation
import TestSupport

extension SharedData {
    static let modelNames = files(in: "models").map(\.lastPathComponent).filter { $0.hasSuffix(".mlmodel") }
}

extension Fixtures {
    /// A package of those with which the runtime is tested.
    static func program(_ name: String) -> URL { url("programs/\(name).mlpackage", of: "CoreMLRuntimeTests") }
}
