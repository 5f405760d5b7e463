import Foundation

extension URL {
    /// Asks for the use of a file that a user has chosen: true, as a program on Linux may use every file that its user may.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the use of a file that ``startAccessingSecurityScopedResource()`` has begun.
    public func stopAccessingSecurityScopedResource() {}
}

extension NSURL {
    /// Asks for the use of a file that a user has chosen: true, as a program on Linux may use every file that its user may.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the use of a file that ``startAccessingSecurityScopedResource()`` has begun.
    public func stopAccessingSecurityScopedResource() {}
}
