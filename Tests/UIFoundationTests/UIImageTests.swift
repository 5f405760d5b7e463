import Foundation
import TestSupport
import Testing
import UIKit

@Suite("Pictures of UIKit")
struct UIImageTests {
    /// Six pixels, all different, in two columns.
    static let stored = ["rg", "by", "wk"]

    @Test(
        "Orientations turn the stored pixels as EXIF says, where a picture is drawn and where it is measured",
        arguments: [
            (UIImage.Orientation.up, ["rg", "by", "wk"]), (.down, ["kw", "yb", "gr"]), (.left, ["gyk", "rbw"]), (.right, ["wbr", "kyg"]),
            (.upMirrored, ["gr", "yb", "kw"]), (.downMirrored, ["wk", "by", "rg"]), (.leftMirrored, ["rbw", "gyk"]),
            (.rightMirrored, ["kyg", "wbr"]),
        ])
    func orientations(_ orientation: UIImage.Orientation, _ shown: [String]) throws {
        let image = UIImage(cgImage: try #require(picture(Self.stored)), scale: 1, orientation: orientation)
        #expect(image.size == CGSize(width: shown[0].count, height: shown.count))
        let drawn = UIGraphicsImageRenderer(size: image.size).image { _ in image.draw(at: .zero) }
        #expect(letters(drawn.cgImage) == shown)
        let pixels = try #require(picture(Self.stored))
        let recipe = UIImage(ciImage: CIImage(cgImage: pixels), scale: 1, orientation: orientation)
        #expect(recipe.size == image.size && recipe.cgImage == nil)
        #expect(letters(recipe.pngData().flatMap { UIImage(data: $0) }?.cgImage) == shown)
        #expect(letters(image.pngData().flatMap { UIImage(data: $0) }?.cgImage) == shown)
        let flipped = image.withHorizontallyFlippedOrientation()
        let mirror = UIGraphicsImageRenderer(size: flipped.size).image { _ in flipped.draw(at: .zero) }
        #expect(letters(mirror.cgImage) == shown.map { String($0.reversed()) })
    }

    @Test("Programs before Swift 4.2 name the orientation by its old name")
    func oldName() {
        let old: UIImageOrientation = .left
        #expect(old == UIImage.Orientation.left)
    }

    @Test("JPEG files keep the stored pixels and say how they are turned")
    func jpeg() throws {
        let image = UIImage(
            cgImage: try #require(picture(["rrrrrrrr", "rrrrrrrr", "bbbbbbbb", "bbbbbbbb"])), scale: 1, orientation: .right)
        let file = try #require(image.jpegData(compressionQuality: 1))
        let read = try #require(UIImage(data: file))
        #expect(read.imageOrientation == .right && read.size == CGSize(width: 4, height: 8))
        let pixels = rgba(try #require(read.cgImage))
        #expect(read.cgImage?.width == 8 && pixels[0][0] > 200 && pixels[0][2] < 60 && pixels[31][2] > 200)
        let small = try #require(image.jpegData(compressionQuality: 0))
        let large = try #require(UIImageJPEGRepresentation(image, 1))
        #expect(small.count < large.count)
    }

    @Test("Files are read by path, with two pixels for a point by their name; others give nil")
    func files() throws {
        let folder = try TemporaryFolder()
        let pixels = try #require(picture(["rg", "by"]))
        let data = try #require(UIImage(cgImage: pixels).pngData())
        try data.write(to: folder.file("a.png"))
        try data.write(to: folder.file("a@2x.png"))
        #expect(UIImage(contentsOfFile: folder.file("a.png").path)?.size == CGSize(width: 2, height: 2))
        let sharp = try #require(UIImage(contentsOfFile: folder.file("a@2x.png").path))
        #expect(sharp.scale == 2 && sharp.size == CGSize(width: 1, height: 1) && sharp.cgImage?.width == 2)
        #expect(UIImage(contentsOfFile: folder.file("none.png").path) == nil && UIImage(data: Data([1, 2, 3])) == nil)
        #expect(UIImage(named: "no picture of this name") == nil && UIImage(named: "") == nil)
    }

    @Test("Literals of colours and pictures are of UIKit; a picture that is missing ends the program")
    func literals() async throws {
        let colors = [UIColor.clear, #colorLiteral(red: 0.25, green: 0.5, blue: 1, alpha: 0.75)]
        #expect(colors[1].cgColor.components == [0.25, 0.5, 1, 0.75])
        // A process lists the main bundle only once, so that a picture that comes later is found only by a new process.
        await #expect(processExitsWith: .success) {
            try withPictureInMainBundle(UIImageTests.stored) { name in
                let image = UIImage(imageLiteralResourceName: name)
                #expect(image.size == CGSize(width: 2, height: 3) && letters(image.cgImage) == UIImageTests.stored)
            }
        }
        await #expect(processExitsWith: .failure) {
            let images: [UIImage] = [#imageLiteral(resourceName: "no picture of this name")]
            _ = images
        }
    }

    @Test("A picture without pixels has no size, no files and nothing to draw")
    func empty() {
        let image = UIImage()
        #expect(
            image.size == .zero && image.pngData() == nil && image.jpegData(compressionQuality: 1) == nil && CIImage(image: image) == nil)
        #expect(image.preparingThumbnail(of: CGSize(width: 3, height: 3)) == nil)
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1)).image { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(letters(drawn.cgImage) == [".."])
        let endless = UIImage(ciImage: CIImage(color: .red))
        #expect(endless.size == .zero && endless.pngData() == nil)
    }

    @Test("Core Image takes the stored pixels or the recipe, not the orientation")
    func coreImage() throws {
        let cg = try #require(picture(Self.stored))
        #expect(CIImage(image: UIImage(cgImage: cg, scale: 1, orientation: .right))?.extent == CGRect(x: 0, y: 0, width: 2, height: 3))
        let recipe = CIImage(cgImage: cg).cropped(to: CGRect(x: 0, y: 1, width: 2, height: 1))
        let taken = try #require(CIImage(image: UIImage(ciImage: recipe)))
        #expect(letters(CIContext().createCGImage(taken, from: taken.extent)) == ["by"])
    }

    @Test("Thumbnails fit into a size, tints keep the shape, and drawing blends")
    func derived() throws {
        let image = UIImage(cgImage: try #require(picture(["rrrr", "rr.."])))
        let thumbnail = try #require(image.preparingThumbnail(of: CGSize(width: 2, height: 50)))
        #expect(thumbnail.size == CGSize(width: 2, height: 1))
        #expect(letters(image.withTintColor(.blue).cgImage) == ["bbbb", "bb.."])
        let blended = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
            image.draw(in: CGRect(x: 0, y: 0, width: 4, height: 2), blendMode: .normal, alpha: 0.5)
        }
        let pixels = rgba(try #require(blended.cgImage))
        #expect(pixels[0] == [255, 128, 128, 255] || pixels[0] == [255, 127, 127, 255])
        #expect(pixels[7] == [255, 255, 255, 255])
    }
}
