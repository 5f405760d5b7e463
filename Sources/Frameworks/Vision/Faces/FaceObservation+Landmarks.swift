import CoreGraphics
import VisionRuntime

extension FaceObservation {
    /// The landmarks of a face in the plane of the image. Left and right are the person's own.
    public struct Landmarks2D: Codable, Equatable, Sendable, CustomStringConvertible, Hashable {
        private let landmarks: FaceLandmarks
        /// The request that found the landmarks; `nil` for a request of a `VN` class.
        public let originatingRequestDescriptor: RequestDescriptor?

        init(_ landmarks: FaceLandmarks, originatingRequestDescriptor: RequestDescriptor?) {
            self.landmarks = landmarks
            self.originatingRequestDescriptor = originatingRequestDescriptor
        }

        private func region(_ region: FaceRegion) -> Region {
            Region(landmarks.points(of: region), originatingRequestDescriptor: originatingRequestDescriptor)
        }

        /// All points without duplicates, in this order: brows, eyes, outer lips, inner lips, jaw, nose, nose crest, pupils. In each pair, the left
        /// part comes first.
        public var allPoints: Region { Region(landmarks.allPoints, originatingRequestDescriptor: originatingRequestDescriptor) }

        /// The jaw line from ear to ear, starting at the left side of the upright picture.
        public var faceContour: Region { region(.faceContour) }

        /// The outline of the person's left eye.
        public var leftEye: Region { region(.leftEye) }

        /// The outline of the person's right eye.
        public var rightEye: Region { region(.rightEye) }

        /// The person's left eyebrow.
        public var leftEyebrow: Region { region(.leftEyebrow) }

        /// The person's right eyebrow.
        public var rightEyebrow: Region { region(.rightEyebrow) }

        /// The outline of the nose's lower part.
        public var nose: Region { region(.nose) }

        /// The line from between the eyes to the tip of the nose.
        public var noseCrest: Region { region(.noseCrest) }

        /// The line from between the eyes down to the chin.
        public var medianLine: Region { region(.medianLine) }

        /// The outer edge of the lips.
        public var outerLips: Region { region(.outerLips) }

        /// The inner edge of the lips.
        public var innerLips: Region { region(.innerLips) }

        /// The middle of the person's left eye: one point.
        public var leftPupil: Region { region(.leftPupil) }

        /// The middle of the person's right eye: one point.
        public var rightPupil: Region { region(.rightPupil) }

        public var description: String { "Landmarks2D of \(landmarks.points.count) points" }
    }
}

extension FaceObservation.Landmarks2D {
    /// The points of a part of a face.
    public struct Region: Codable, Equatable, Sendable, Hashable, CustomStringConvertible {
        private let region: FaceRegionPoints
        /// The points, normalised to the face's bounding box, origin at its lower left.
        public let points: [NormalizedPoint]
        /// The type of connection between the points.
        public let pointsClassification: PointsClassification
        /// The request that found the points; `nil` for a request of a `VN` class.
        public let originatingRequestDescriptor: RequestDescriptor?

        /// The type of connection between the points of a region.
        public enum PointsClassification: Codable, Hashable, Sendable, Equatable {
            /// The points form a closed line: the last point is joined to the first.
            case closedPath
            /// Points without lines between them.
            case disconnected
            /// An open line from the first point to the last.
            case openPath
        }

        init(_ region: FaceRegionPoints, originatingRequestDescriptor: RequestDescriptor?) {
            self.region = region
            points = region.points.map { NormalizedPoint(normalizedPoint: $0) }
            pointsClassification =
                switch region.path {
                case .closed: .closedPath
                case .open: .openPath
                case .disconnected: .disconnected
                }
            self.originatingRequestDescriptor = originatingRequestDescriptor
        }

        /// The likely error of each point. The unit is the distance between the eyes, or the distance between eyes and mouth if that is longer.
        public var precisionEstimatesPerPoint: [Float]? { region.errors }

        /// The points in pixels of an image.
        public func pointsInImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> [CGPoint] {
            let box = NormalizedRect(normalizedRect: region.boundingBox)
            return points.map { $0.toImageCoordinates(from: box, imageSize: imageSize, origin: origin) }
        }

        public var description: String { "Region of \(points.count) points" }
    }
}
