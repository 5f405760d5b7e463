import CoreGraphics
import CoreMLRuntime

/// A face that a program gives for analysis.
package struct GivenFace: Hashable, Sendable {
    /// The bounding box, normalised to the upright image, with the origin at the lower left.
    package let boundingBox: CGRect
    /// The counterclockwise roll angle of the face; `nil` if it is not known.
    package let roll: Double?

    package init(boundingBox: CGRect, roll: Double?) {
        self.boundingBox = boundingBox
        self.roll = roll
    }

    /// - Throws: `invalidArgument` if the box is empty, not a number, or wholly outside of the image.
    func check() throws {
        let numbers = [boundingBox.origin.x, boundingBox.origin.y, boundingBox.size.width, boundingBox.size.height]
        let image = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e4 }), boundingBox.size.width > 0, boundingBox.size.height > 0,
            !boundingBox.intersection(image).isEmpty, roll?.isFinite ?? true
        else { throw VisionFailure(.invalidArgument, "there is no face at \(numbers): the box is empty, or not in the image") }
    }
}

/// A face and its landmarks.
package struct FaceLandmarkFinding: Sendable {
    /// The face with all its angles.
    package let face: FaceFinding
    let shape: FaceShape
    /// The likely error of each point, in units of the face's size.
    let errors: [Double]
    private let frame: FrameInfo

    /// The confidence of the points, from 0 to 1.
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

/// Finds the landmarks of faces with the model `faceLandmarks`: of the given faces, in their order, or of all faces found.
package struct FaceLandmarkAnalysis: Analysis {
    private let detection: FaceDetectionAnalysis
    /// The given faces; `nil` for all faces that are found.
    private let faces: [GivenFace]?
    private let usesCPUOnly: Bool
    private let models: ModelStore

    /// - Throws: `invalidArgument` if a given face is not in the image.
    package init(faces: [GivenFace]?, regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) throws {
        try faces?.forEach { try $0.check() }
        detection = FaceDetectionAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly, models: models)
        (self.faces, self.usesCPUOnly, self.models) = (faces, usesCPUOnly, models)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        guard let known else { return try detection.demands(of: frame) }
        return try known.flatMap { try look(at: $0, frame).demands(of: frame) }
    }

    /// The given faces as findings.
    private var known: [FaceFinding]? {
        faces?.map { FaceFinding(boundingBox: $0.boundingBox, confidence: 1, attitude: FaceAttitude(roll: $0.roll)) }
    }

    private func look(at face: FaceFinding, _ frame: FrameInfo) -> FacePointAnalysis {
        FacePointAnalysis(face: face, in: frame, usesCPUOnly: usesCPUOnly, models: models)
    }

    /// The mean side of the square around a face's box, in units of the face's size.
    private static let sizesInCrop = 3.7

    /// Runs the network twice on each face. The first run is on the square around the face's box. The second run is on the mirrored square
    /// around the points of the first run. The confidence of the points follows from the difference between both results.
    package func findings(in context: AnalysisContext) throws -> [FaceLandmarkFinding] {
        let frame = context.frame.info
        let faces = try known ?? context.findings(of: detection)
        let looks = faces.map { look(at: $0, frame) }
        let shapes = try context.firstFindings(of: looks)
        let mirrored = zip(looks, shapes).map { look, shape in
            var crop = shape.crop(of: Self.sizesInCrop)
            // Points far from the face must not move the crop away from it.
            if !(0.5...2).contains(crop.side / look.crop.side) { (crop.center, crop.side) = (look.crop.center, look.crop.side) }
            crop.isMirrored = true
            return FacePointAnalysis(crop: crop, usesCPUOnly: usesCPUOnly, models: models)
        }
        return try zip(faces, zip(shapes, context.firstFindings(of: mirrored))).map { face, shapes in
            FaceLandmarkFinding(face: face, shapes.0, shapes.1, frame)
        }
    }
}

extension FaceLandmarkFinding {
    /// Combines two analyses of one face.
    fileprivate init(face: FaceFinding, _ first: FaceShape, _ second: FaceShape, _ frame: FrameInfo) {
        shape = FaceShape(points: zip(first.points, second.points).map { ($0 + $1) / 2 })
        let size = max(shape.size, 1e-6)
        let differences = zip(first.points, second.points).map { ($0 - $1).length / size }
        let mean = differences.reduce(0, +) / Double(differences.count)
        // A single difference may be small by chance, and both runs may share an error. So the mean difference and a constant are added.
        let seen = differences.map { ($0 + mean) / 4 + Self.leastError }
        let said = first.errors.flatMap { first in second.errors.map { zip(first, $0).map { ($0 + $1) / 2 / size } } }
        errors = said.map { zip($0, seen).map { max($0, $1) } } ?? seen
        self.face = face.seen(as: shape)
        self.frame = frame
    }

    private static let leastError = 0.01
}
