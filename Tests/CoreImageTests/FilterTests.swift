import CoreImage
import Foundation
import Testing

@Suite("Core Image: filters")
struct FilterTests {
    @Test("A filter makes the pixels that NumPy, SciPy, OpenCV or Pillow makes, within 2 of 255", arguments: FilterCase.all)
    func pixels(filterCase: FilterCase) throws {
        let output = try #require(filterCase.make()?.outputImage)
        #expect(output.extent.isInfinite || output.extent == filterCase.rect)
        let pixels = bytes(of: output, in: filterCase.rect)
        let expected = filterCase.expected
        try #require(pixels.count == expected.count)
        let worst = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
        let wrong = zip(pixels, expected).filter { abs(Int($0) - Int($1)) > 2 }.count
        #expect(worst <= 2, "\(wrong) of \(expected.count) bytes differ, by up to \(worst)")
    }
}
