import CoreML
import Foundation
import Vision

extension MLStyleTransfer {
    /// A style picture, and photos that are redrawn during training.
    public enum DataSource: Sendable {
        /// The style picture, and a folder of photos. The photos should be like those that the model will redraw. Photos in subfolders are
        /// included.
        ///
        /// The photos become squares. The option says how they are cropped or scaled. They are stretched if it is `nil`.
        case images(styleImage: URL, contentDirectory: URL, processingOption: VNImageCropAndScaleOption? = .centerCrop)

        /// Writes the pictures as PNG files, as the training reads them.
        ///
        /// - Parameters:
        ///   - textelDensity: the side of the squares in pixels, as in ``MLStyleTransfer/ModelParameters``.
        ///   - styleImageDestination: the file for the style picture; `nil` for a temporary file.
        ///   - contentImagesDestination: the folder for the photos, which is created if it does not exist; `nil` for a temporary folder. Photos
        ///     that cannot be read are left out.
        /// - Returns: the file of the style picture and the folder of the photos.
        /// - Throws: `MLCreateError` if the style picture cannot be read, no photo can be read, or a file cannot be written.
        public func processImages(textelDensity: Int, styleImageDestination: URL? = nil, contentImagesDestination: URL? = nil) throws -> (
            processedStyleImage: URL, processedContentImages: URL
        ) {
            guard case .images(let style, _, let option) = self else { throw MLCreateError.generic(reason: "there are no pictures") }
            let side = try ModelParameters(textelDensity: textelDensity).configuration().side
            let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("style-\(UUID().uuidString)")
            let styleFile = styleImageDestination ?? temporary.appendingPathComponent("style.png")
            let folder = contentImagesDestination ?? temporary.appendingPathComponent("content")
            for folder in [styleFile.deletingLastPathComponent(), folder] { try folder.makeFolder() }
            try MLCreateError.describing {
                try StylePicture.write(StylePicture.image(of: StylePicture.whole(style, side: side)), to: styleFile)
            }
            var (count, reason) = (0, "")
            for (index, url) in try contentImages().enumerated() {
                do {
                    let picture = StylePicture.image(of: try StylePicture.square(url, side: side, option))
                    let name = "\(index)-\(url.deletingPathExtension().lastPathComponent).png"
                    try StylePicture.write(picture, to: folder.appendingPathComponent(name))
                    count += 1
                } catch let error as MLCreateError {
                    throw error
                } catch {
                    reason = ": \(url.path): \(error.reason(ofImageAt: url))"
                }
            }
            guard count > 0 else { throw MLCreateError.generic(reason: "none of the pictures could be decoded\(reason)") }
            return (styleFile, folder)
        }

        /// The files of the photos, sorted by path.
        ///
        /// - Throws: `MLCreateError` if the folder cannot be read or has no pictures.
        func contentImages() throws -> [URL] {
            guard case .images(_, let folder, _) = self else { return [] }
            let images = try MLImageClassifier.DataSource.images(below: folder)
            guard !images.isEmpty else { throw MLCreateError.generic(reason: "\(folder.path) has no images") }
            return images
        }
    }
}
