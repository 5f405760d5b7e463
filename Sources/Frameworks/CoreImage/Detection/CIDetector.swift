import CoreGraphics
import Locks

/// Finds faces, rectangles, lines of text or QR codes in images.
///
/// Faces, rectangles and text are found by Vision's analyses. A program need not import Vision for them, but it must be linked: name the
/// product `Vision` among the dependencies of the program's target. Faces need the model `faces`, and their eyes and mouths the model
/// `faceLandmarks`. The models are looked for in the same folders as the model of Vision's `VNClassifyImageRequest`.
public final class CIDetector: NSObject, @unchecked Sendable {
    private enum Kind {
        case faces(any DetectorEngine), rectangles(any DetectorEngine), text(any DetectorEngine), codes
    }

    private let kind: Kind
    private let options: [String: Any]
    private let tracks = Locked(FaceTracks())

    /// A detector of a kind; `nil` if the kind is unknown. It is also `nil` for faces, rectangles and text if the program is not linked to
    /// Vision, and for faces if their model is not installed. The context is not needed.
    ///
    /// - Parameter options: the detector's options. Options for single images may be among them; they hold for images that are given
    ///   without them. A value out of its range has no effect.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        switch (type, Self.engine) {
        case (CIDetectorTypeQRCode, _): kind = .codes
        case (CIDetectorTypeFace, let engine?) where engine.findsFaces: kind = .faces(engine)
        case (CIDetectorTypeRectangle, let engine?): kind = .rectangles(engine)
        case (CIDetectorTypeText, let engine?): kind = .text(engine)
        default: return nil
        }
        self.options = options ?? [:]
    }

    /// The features in the image's extent, in the image's coordinates; empty if the image cannot be drawn.
    ///
    /// The most certain face or rectangle comes first. Lines of text come from the top down.
    public func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// The features of an image, with options for this image. Whatever its orientation is, features have the coordinates of the stored
    /// image. QR codes are found in every orientation. See ``features(in:)``.
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
        return try engine.textLines(in: picture).compactMap { line in
            let corners = line.corners.map(picture.place)
            guard Double(hypot(corners[0].x - corners[3].x, corners[0].y - corners[3].y)) >= least else { return nil }
            let characters = line.characters.map { CITextFeature($0.corners.map(picture.place), subFeatures: nil) }
            return CITextFeature(corners, subFeatures: settings.returnsSubFeatures ? characters : nil)
        }
    }
}
