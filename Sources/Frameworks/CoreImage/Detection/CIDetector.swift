import CoreGraphics
import Locks

/// Finds faces, rectangles, lines of text or QR codes in images.
///
/// Vision's algorithms find faces, rectangles and text. To use these algorithms, a program must link Vision: add the product `Vision` to the
/// dependencies of the program's target. An import of Vision is not needed. Faces need the model `faces`. The positions of eyes and mouths need the
/// model `faceLandmarks`. Lines of text need the model `textLines`, and their characters the model `textReader`. The models are searched for in the
/// same folders as the model of Vision's `VNClassifyImageRequest`.
public final class CIDetector: NSObject, @unchecked Sendable {
    private enum Kind {
        case faces(any DetectorEngine), rectangles(any DetectorEngine), text(any DetectorEngine), codes
    }

    private let kind: Kind
    private let options: [String: Any]
    private let tracks = Locked(FaceTracks())

    /// Makes a detector of a type. Returns `nil` in these cases:
    /// - The type is unknown.
    /// - The type is faces, rectangles or text, and the program does not link Vision.
    /// - The type is faces or text, and the model for faces or for lines of text is not installed.
    ///
    /// The context is ignored.
    ///
    /// - Parameter options: the detector's options. They may include options for single images, which then apply to every image that is
    ///   passed without this option. A value out of range has no effect.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        switch (type, Self.engine) {
        case (CIDetectorTypeQRCode, _): kind = .codes
        case (CIDetectorTypeFace, let engine?) where engine.findsFaces: kind = .faces(engine)
        case (CIDetectorTypeRectangle, let engine?): kind = .rectangles(engine)
        case (CIDetectorTypeText, let engine?) where engine.findsText: kind = .text(engine)
        default: return nil
        }
        self.options = options ?? [:]
    }

    /// The features in the image's extent, in the image's coordinates; empty if the image cannot be drawn.
    ///
    /// The most certain face or rectangle comes first. Lines of text come from the top down.
    public func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// Finds the features of an image, with options for this image. Features have the coordinates of the stored image, whatever its
    /// orientation is. QR codes are found in every orientation. See ``features(in:)``.
    public func features(in image: CIImage, options: [String: Any]? = nil) -> [CIFeature] {
        let settings = DetectorSettings(self.options.merging(options ?? [:]) { $1 })
        guard let picture = DetectorPicture(image, orientation: settings.orientation) else { return [] }
        let found: [CIFeature]? =
            switch kind {
            case .codes: QRCodes.features(in: image)
            case .faces(let engine): try? faces(picture, settings, engine)
            case .rectangles(let engine): try? Self.rectangles(picture, settings, engine)
            case .text(let engine): try? Self.lines(picture, settings, engine)
            }
        return Array((found ?? []).prefix(settings.limit ?? .max))
    }

    private func faces(_ picture: DetectorPicture, _ settings: DetectorSettings, _ engine: any DetectorEngine) throws -> [CIFeature] {
        let faces = try engine.faces(in: picture, leastSize: settings.leastSize ?? 0)
        let boxes = faces.map { picture.place($0.box) }
        let followed = settings.tracksFaces ? tracks.withLock { $0.follow(boxes) } : []
        return faces.indices.map { index in
            CIFaceFeature(
                faces[index], in: picture, track: settings.tracksFaces ? followed[index] : nil, tellsClosedEyes: settings.tellsClosedEyes)
        }
    }

    private static func rectangles(
        _ picture: DetectorPicture, _ settings: DetectorSettings, _ engine: any DetectorEngine
    ) throws -> [CIFeature] {
        let found = try engine.rectangles(
            in: picture, leastSize: settings.leastSize ?? 0.2, aspectRatios: settings.aspectRatios, limit: settings.limit ?? 1)
        return found.map { CIRectangleFeature($0.map(picture.place)) }
    }

    private static func lines(
        _ picture: DetectorPicture, _ settings: DetectorSettings, _ engine: any DetectorEngine
    ) throws -> [CIFeature] {
        let least = (settings.leastSize ?? 0) * Double(min(picture.uprightSize.width, picture.uprightSize.height))
        return try engine.textLines(in: picture, withCharacters: settings.returnsSubFeatures).compactMap { line in
            let corners = line.corners.map(picture.place)
            guard Double(hypot(corners[0].x - corners[3].x, corners[0].y - corners[3].y)) >= least else { return nil }
            let characters = line.characters?.map { CITextFeature($0.corners.map(picture.place), subFeatures: nil) }
            return CITextFeature(corners, subFeatures: characters)
        }
    }
}
