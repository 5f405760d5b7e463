import Foundation
import ImageIO
import TestSupport
import Testing

@Suite("Names that are no files")
struct PipeTests {
    @Test("A pipe, a folder and a device in the place of a photo are errors at once")
    func names() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("photo.jpg")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        for url in [pipe, folder.url, URL(fileURLWithPath: "/dev/zero")] {
            let source = CGImageSourceCreateWithURL(url as CFURL, nil)
            #expect(source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) } == nil)
        }
    }
}
