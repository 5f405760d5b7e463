import Foundation
import TestSupport
import Testing

@testable import osprey

@Suite("The version")
struct VersionTests {
    private func text(_ path: String) throws -> String { try String(contentsOf: Repository.file(path), encoding: .utf8) }

    @Test("The program and the newest heading of the changes have the number that VERSION has")
    func oneNumber() throws {
        let version = try text("VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(Osprey.version == version)
        let heading = try text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(try #require(heading).split(separator: " ").dropFirst().first == Substring(version))
    }

    @Test("The Python package reads it there")
    func python() throws {
        #expect(try text("Bindings/python/pyproject.toml").contains("dynamic = [\"version\"]"))
        #expect(try text("Bindings/python/setup.py").contains("CHECKOUT / \"VERSION\""))
    }
}
