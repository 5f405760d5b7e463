import Foundation

extension URL {
    /// Begins the use of a file that a user has chosen. Always `true`, as a program on Linux may use every file that its user may use.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the use of a file that began with ``startAccessingSecurityScopedResource()``.
    public func stopAccessingSecurityScopedResource() {}
}

extension NSURL {
    /// Begins the use of a file that a user has chosen. Always `true`, as a program on Linux may use every file that its user may use.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the use of a file that began with ``startAccessingSecurityScopedResource()``.
    public func stopAccessingSecurityScopedResource() {}
}
