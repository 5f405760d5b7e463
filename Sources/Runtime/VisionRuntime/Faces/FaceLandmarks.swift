import CoreGraphics

/// A part of a face. Left and right are from the person's view.
package enum FaceRegion: String, CaseIterable, Codable, Sendable {
    case faceContour, leftEye, rightEye, leftEyebrow, rightEyebrow, nose, noseCrest, medianLine, outerLips, innerLips, leftPupil, rightPupil

    /// The lines that join the points of a region: none, an open path or a closed path.
    package enum Path: Int, Codable, Sendable {
        case disconnected = 0
        case open = 1
        case closed = 2
    }

    package var path: Path {
        switch self {
        case .leftEye, .rightEye, .outerLips, .innerLips: .closed
        case .faceContour, .leftEyebrow, .rightEyebrow, .nose, .noseCrest, .medianLine: .open
        case .leftPupil, .rightPupil: .disconnected
        }
    }
}

/// Points of a face in one of Vision's arrangements.
package struct FaceLandmarks: Hashable, Codable, Sendable {
    package let constellation: FaceConstellation
    /// The bounding box of the face, normalised to the upright image, origin at the lower left.
    package let boundingBox: CGRect
    /// The points, each once, relative to the face's bounding box. Coordinates are from 0 to 1, with the origin at the lower left of the box.
    package let points: [CGPoint]
    /// The likely error of each point, in units of the face's size; `nil` if it is not known.
    package let errors: [Float]?
    /// The confidence, from 0 to 1.
    package let confidence: Float

    /// - Precondition: the numbers of points and errors are those of the constellation.
    package init(constellation: FaceConstellation, boundingBox: CGRect, points: [CGPoint], errors: [Float]?, confidence: Float) {
        precondition(points.count == constellation.pointCount && errors?.count ?? points.count == points.count)
        (self.constellation, self.boundingBox, self.points) = (constellation, boundingBox, points)
        (self.errors, self.confidence) = (errors, confidence)
    }
}

extension FaceLandmarks {
    /// - Parameters:
    ///   - errors: the errors of the shape's points.
    ///   - boundingBox: the face's box, normalised to the upright image, origin at the lower left.
    init(
        _ constellation: FaceConstellation, _ shape: FaceShape, errors: [Double], boundingBox: CGRect, in frame: FrameInfo,
        confidence: Float
    ) {
        let box = frame.pixels(in: boundingBox)
        let points = constellation.blends.map { blend in
            let point = blend.value(shape.points)
            return CGPoint(x: (point.x - box.minX) / box.width, y: (box.maxY - point.y) / box.height)
        }
        // Vision gives no precision estimates for the smaller constellation.
        let blended = constellation == .points76 ? constellation.blends.map { Float($0.value(errors)) } : nil
        self.init(constellation: constellation, boundingBox: boundingBox, points: points, errors: blended, confidence: confidence)
    }
}

extension FaceLandmarks {
    private enum Key: CodingKey {
        case constellation, boundingBox, points, errors, confidence
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let constellation = try container.decode(FaceConstellation.self, forKey: .constellation)
        let points = try container.decode([CGPoint].self, forKey: .points)
        let errors = try container.decodeIfPresent([Float].self, forKey: .errors)
        guard points.count == constellation.pointCount, errors?.count ?? points.count == points.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .points, in: container, debugDescription: "\(points.count) points are not those of \(constellation)")
        }
        self.init(
            constellation: constellation, boundingBox: try container.decode(CGRect.self, forKey: .boundingBox), points: points,
            errors: errors, confidence: try container.decode(Float.self, forKey: .confidence))
    }
}

/// The points of a part of a face.
package struct FaceRegionPoints: Hashable, Codable, Sendable {
    package let path: FaceRegion.Path
    /// The bounding box of the face, normalised to the upright image, origin at the lower left.
    package let boundingBox: CGRect
    /// The points relative to the face's bounding box. Coordinates are from 0 to 1, with the origin at the lower left of the box.
    package let points: [CGPoint]
    /// The likely error of each point, in units of the face's size; `nil` if it is not known.
    package let errors: [Float]?
}

extension FaceLandmarks {
    package var allPoints: FaceRegionPoints {
        FaceRegionPoints(path: .disconnected, boundingBox: boundingBox, points: points, errors: errors)
    }

    package func points(of region: FaceRegion) -> FaceRegionPoints {
        let indices = constellation.indices(of: region)
        return FaceRegionPoints(
            path: region.path, boundingBox: boundingBox, points: indices.map { points[$0] },
            errors: errors.map { all in indices.map { all[$0] } })
    }
}
