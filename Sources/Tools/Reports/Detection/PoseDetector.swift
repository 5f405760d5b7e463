import Foundation
import JSON
import Vision
import VisionRuntime

/// Finds the joints of all people.
package struct PoseDetector: Detector, @unchecked Sendable {
    private let model: MLModel?

    package init(_ options: DetectionOptions) throws {
        model = try options.network()
    }

    package func query() throws -> DetectionQuery {
        let request = VNDetectHumanBodyPoseRequest()
        if let model { try request.use(model) }
        return DetectionQuery(request: request) {
            try (request.results ?? []).map { try Finding(pose: $0) }
        }
    }
}

/// Finds the joints of hands.
package struct HandDetector: Detector, @unchecked Sendable {
    private let model: MLModel?

    package init(_ options: DetectionOptions) throws {
        model = try options.network()
    }

    package func query() throws -> DetectionQuery {
        let request = VNDetectHumanHandPoseRequest()
        if let model { try request.use(model) }
        return DetectionQuery(request: request) {
            try (request.results ?? []).map { observation in
                let joints = try zip(HandJoint.allCases, observation.availableJointNames).map { joint, name in
                    ShownJoint(joint, try observation.recognizedPoint(name))
                }
                let side = observation.chirality == .unknown ? nil : observation.chirality == .left ? "left" : "right"
                return Finding(
                    joints: joints, chains: HandJoint.chains.map { $0.map(\.rawValue) }, label: side.map { "\($0) hand" } ?? "hand",
                    confidence: observation.confidence, more: side.map { [("chirality", .string($0))] } ?? [])
            }
        }
    }
}

/// A joint with its name, for JSON and for drawing.
private struct ShownJoint {
    /// The name, such as `left_wrist` or `thumb_tip`.
    let name: String
    let point: CGPoint
    let confidence: Float

    init(_ joint: some Any, _ point: VNRecognizedPoint, in region: CGRect = VNNormalizedIdentityRect) {
        name = "\(joint)".wordsJoinedByUnderscores
        self.point = VNImagePointForNormalizedPointUsingRegionOfInterest(point.location, 1, 1, region)
        confidence = point.confidence
    }

    var isFound: Bool { confidence > 0 }
}

extension String {
    /// The name with underscores between its words: `index_mcp` for `indexMCP`.
    fileprivate var wordsJoinedByUnderscores: String {
        var result = ""
        for (before, letter) in zip([nil] + Array(self), self) {
            if letter.isUppercase, before?.isLowercase == true { result += "_" }
            result += letter.lowercased()
        }
        return result
    }
}

extension Finding {
    /// A person with the joints that were found.
    ///
    /// - Parameter region: the region of interest that the joints are normalised to.
    package init(pose observation: VNHumanBodyPoseObservation, in region: CGRect = VNNormalizedIdentityRect) throws {
        let joints = try zip(BodyJoint.allCases, observation.availableJointNames).map { joint, name in
            ShownJoint(joint, try observation.recognizedPoint(name), in: region)
        }
        self.init(
            joints: joints, chains: BodyJoint.chains.map { $0.map(\.rawValue) }, label: "person", confidence: observation.confidence)
    }

    /// - Parameters:
    ///   - joints: all joints, including those that were not found.
    ///   - chains: the indices in `joints` of the joints that are connected by lines.
    fileprivate init(joints: [ShownJoint], chains: [[Int]], label: String, confidence: Float, more: [(String, JSON)] = []) {
        let seen = joints.filter(\.isFound)
        let numbers = seen.map { joint in
            let place: [JSON] = [.number(Double(joint.point.x)), .number(Double(joint.point.y)), .float(joint.confidence)]
            return (joint.name, JSON.array(place))
        }
        self.init(
            label: label, confidence: confidence, boundingBox: CGRect(around: seen.map(\.point)),
            json: .object([("confidence", .float(confidence))] + more + [("joints", .object(numbers))]))
        lines = chains.flatMap { chain in
            zip(chain, chain.dropFirst()).filter { joints[$0].isFound && joints[$1].isFound }.map { [joints[$0].point, joints[$1].point] }
        }
        dots = seen.map(\.point)
    }
}
