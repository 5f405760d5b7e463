import CoreGraphics
import CoreImage
import Foundation
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// The default model for smudged lenses, on photos as they are, and on the same photos as through a film of grease.
@Suite("The default model for smudged lenses", .enabled(if: ModelStore.shared.has("lensSmudge"), "needs Models/smudge"))
struct DefaultSmudgeTests {
    private static let folder = "people/multi"

    /// A photo through a film of grease: three fifths of the light are spread widely.
    private func smudged(_ photo: CIImage) -> CIImage {
        let spread = photo.clampedToExtent().applyingGaussianBlur(sigma: 0.04 * photo.extent.width).cropped(to: photo.extent)
        let share = spread.applyingFilter("CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.6)])
        return share.composited(over: photo)
    }

    @Test(
        "A film of grease makes a smudged lens more likely, on nearly every photo",
        .enabled(if: SharedData.has(folder), "needs ../shared/data/\(folder)"))
    func film() async throws {
        let files = SharedData.files(in: Self.folder).filter { $0.pathExtension == "jpg" }.prefix(12)
        var (clean, dirty): ([Float], [Float]) = ([], [])
        for file in files {
            let photo = try #require(CIImage(contentsOf: file))
            clean.append(try await DetectLensSmudgeRequest().perform(on: photo).confidence)
            dirty.append(try await DetectLensSmudgeRequest().perform(on: smudged(photo)).confidence)
        }
        #expect(files.count >= 10)
        #expect(zip(clean, dirty).filter { $0 < $1 }.count >= files.count - 1, "\(clean) \(dirty)")
        #expect(clean.filter { $0 < 0.5 }.count >= files.count * 3 / 4, "\(clean)")
        #expect(dirty.filter { $0 > 0.5 }.count >= files.count * 3 / 4, "\(dirty)")
    }

    @Test("Pictures of odd sizes give a probability", arguments: [(1, 1), (3000, 2), (2, 3000)])
    func odd(_ width: Int, _ height: Int) async throws {
        let image = try TestImages.plain([140, 150, 160], width: width, height: height)
        let confidence = try await DetectLensSmudgeRequest().perform(on: image).confidence
        #expect((0...1).contains(confidence))
    }
}
