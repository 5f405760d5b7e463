import CoreGraphics
import CoreMLRuntime

/// A face whose parts are wanted.
package struct GivenFace: Hashable, Sendable {
    /// Normalised to the upright image, origin at the lower left.
    package let boundingBox: CGRect
    /// The angle by which the face is turned counterclockwise; `nil` where nobody knows.
    package let roll: Double?

    package init(boundingBox: CGRect, roll: Double?) {
        self.boundingBox = boundingBox
        self.roll = roll
    }

    /// - Throws: `invalidArgument` for a box that is empty, not a number, or wholly outside of the image.
    func check() throws {
        let numbers = [boundingBox.origin.x, boundingBox.origin.y, boundingBox.size.width, boundingBox.size.height]
        let image = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e4 }), boundingBox.size.width > 0, boundingBox.size.height > 0,
            !boundingBox.intersection(image).isEmpty, roll?.isFinite ?? true
        else { throw VisionFailure(.invalidArgument, "there is no face at \(numbers): the box is empty, or not in the image") }
    }
}

/// A face and its parts.
package struct FaceLandmarkFinding: Sendable {
    /// With all angles.
    package let face: FaceFinding
    let shape: FaceShape
    /// How far each point may be off, in sizes of the face.
    let errors: [Double]
    private let frame: FrameInfo

    /// How much the points can be relied on, from 0 to 1.
    package var confidence: Float {
        let error = errors.reduce(0, +) / Double(errors.count)
        return Float(1 / (1 + (error / 0.15) * (error / 0.15)))
    }

    /// The points in one of Vision's arrangements.
    package func landmarks(_ constellation: FaceConstellation) -> FaceLandmarks {
        FaceLandmarks(
            constellation, shape, errors: errors, boundingBox: face.boundingBox, in: frame, confidence: confidence)
    }
}

/// Where the parts of faces are, by the model `faceLandmarks`: of given faces, in their order, or of those that are found.
package struct FaceLandmarkAnalysis: Analysis {
    private let detection: FaceDetectionAnalysis
    /// `nil` for all faces that are found.
    private let faces: [GivenFace]?
    private let usesCPUOnly: Bool
    private let models: ModelStore

    /// - Throws: `invalidArgument` for a given face that is not in the image.
    package init(faces: [GivenFace]?, regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) throws {
        try faces?.forEach { try $0.check() }
        detection = FaceDetectionAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly, models: models)
        (self.faces, self.usesCPUOnly, self.models) = (faces, usesCPUOnly, models)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        guard let known else { return try detection.demands(of: frame) }
        return try known.flatMap { try look(at: $0, frame).demands(of: frame) }
    }

    /// What is known of the given faces.
    private var known: [FaceFinding]? {
        faces?.map { FaceFinding(boundingBox: $0.boundingBox, confidence: 1, attitude: FaceAttitude(roll: $0.roll)) }
    }

    private func look(at face: FaceFinding, _ frame: FrameInfo) -> FacePointAnalysis {
        FacePointAnalysis(face: face, in: frame, usesCPUOnly: usesCPUOnly, models: models)
    }

    /// How many sizes of the face the side of the square around its box is, on average.
    private static let sizesInCrop = 3.7

    /// Looks at each face twice: at the square around its box, and in a mirror at the square that the points found there say. How much both
    /// differ tells how sure the points are.
    package func findings(in context: AnalysisContext) throws -> [FaceLandmarkFinding] {
        let frame = context.frame.info
        let faces = try known ?? context.findings(of: detection)
        let looks = faces.map { look(at: $0, frame) }
        let shapes = try context.shapes(looks)
        let mirrored = zip(looks, shapes).map { look, shape in
            var crop = shape.crop(of: Self.sizesInCrop)
            // Points that are nowhere near a face must not lead away from it.
            if !(0.5...2).contains(crop.side / look.crop.side) { (crop.center, crop.side) = (look.crop.center, look.crop.side) }
            crop.isMirrored = true
            return FacePointAnalysis(crop: crop, usesCPUOnly: usesCPUOnly, models: models)
        }
        return try zip(faces, zip(shapes, context.shapes(mirrored))).map { face, shapes in
            FaceLandmarkFinding(face: face, shapes.0, shapes.1, frame)
        }
    }
}

extension FaceLandmarkFinding {
    /// What two looks at a face have in common.
    fileprivate init(face: FaceFinding, _ first: FaceShape, _ second: FaceShape, _ frame: FrameInfo) {
        shape = FaceShape(points: zip(first.points, second.points).map { ($0 + $1) / 2 })
        let size = max(shape.size, 1e-6)
        let differences = zip(first.points, second.points).map { ($0 - $1).length / size }
        let mean = differences.reduce(0, +) / Double(differences.count)
        // One difference alone is small by chance too, and two looks that agree may be wrong together.
        let seen = differences.map { ($0 + mean) / 4 + Self.leastError }
        let said = first.errors.flatMap { first in second.errors.map { zip(first, $0).map { ($0 + $1) / 2 / size } } }
        errors = said.map { zip($0, seen).map { max($0, $1) } } ?? seen
        self.face = face.seen(as: shape)
        self.frame = frame
    }

    private static let leastError = 0.01
}
