import Foundation

/// The checkout that the tests were built from.
package enum Repository {
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package static func file(_ path: String) -> URL { root.appendingPathComponent(path) }
}

/// Files that lie in the folder `Fixtures` beside a target's tests.
package enum Fixtures {
    /// - Parameter target: the test target; by default the one that calls.
    package static func url(_ path: String, of target: String? = nil, fileID: String = #fileID) -> URL {
        Repository.file("Tests/\(target ?? String(fileID.prefix { $0 != "/" }))/Fixtures/\(path)")
    }

    /// A file that several targets read.
    package static func common(_ path: String) -> URL { Repository.file("Tests/Fixtures/\(path)") }
}
