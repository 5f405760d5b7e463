import Foundation
import Reports
import TestSupport
import Testing

@Suite("Names of uploaded files")
struct FileNameTests {
    @Test(
        "A name that leads through another folder is refused, also where its slashes are parts of larger characters",
        arguments: ["a/../b", "\u{600}/../\u{301}b", "\u{600}/..", "/a", "a//b", "", ".", "a/\u{301}" + String(repeating: "/a", count: 12)])
    func refused(name: String) {
        #expect(throws: ArchiveFailure.self) { try SafeFolder(url: URL(fileURLWithPath: "/folder")).place(of: name) }
    }
}
