import CoreML
import Foundation
import Vision

/// A person's pose. The joints of the observation are normalised to the region of interest that was searched.
package struct PlayerPose {
    /// The minimum confidence of a joint that is used.
    static let minimumConfidence: VNConfidence = 0.1

    package let observation: VNHumanBodyPoseObservation
    /// The region of interest, normalised to the frame, with the origin at the lower left.
    package let region: CGRect

    package init(_ observation: VNHumanBodyPoseObservation, region: CGRect = VNNormalizedIdentityRect) {
        (self.observation, self.region) = (observation, region)
    }

    var confidence: VNConfidence { observation.confidence }

    /// The confidence of a joint; `nil` if the joint was not found.
    func confidence(of joint: VNHumanBodyPoseObservation.JointName) -> VNConfidence? { point(joint)?.confidence }

    /// A joint's location in pixels of the frame, origin at the lower left; `nil` if the joint was not found.
    package func location(of joint: VNHumanBodyPoseObservation.JointName, in size: CGSize) -> CGPoint? {
        point(joint).map { VNImagePointForNormalizedPointUsingRegionOfInterest($0.location, Int(size.width), Int(size.height), region) }
    }

    /// The bounding box of all joints that were found, normalised to the frame, origin at the lower left; `nil` if fewer than six were found.
    var boundingBox: CGRect? {
        let unit = CGSize(width: 1, height: 1)
        let points = observation.availableJointNames.compactMap { location(of: $0, in: unit) }
        guard points.count >= 6 else { return nil }
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// The joints in the layout of Create ML's action classifiers, normalised to the frame, as in the videos that a classifier is trained with.
    func keypoints() throws -> MLMultiArray {
        let array = try observation.keypointsMultiArray()
        guard !VNNormalizedRectIsIdentityRect(region) else { return array }
        let index = { (row: Int, joint: Int) in [0, row, joint].map { NSNumber(value: $0) } }
        for joint in 0..<array.shape[2].intValue where array[index(2, joint)].floatValue > 0 {
            let place = CGPoint(x: array[index(0, joint)].doubleValue, y: array[index(1, joint)].doubleValue)
            let inFrame = VNImagePointForNormalizedPointUsingRegionOfInterest(place, 1, 1, region)
            array[index(0, joint)] = NSNumber(value: Float(inFrame.x))
            array[index(1, joint)] = NSNumber(value: Float(inFrame.y))
        }
        return array
    }

    private func point(_ joint: VNHumanBodyPoseObservation.JointName) -> VNRecognizedPoint? {
        guard let point = try? observation.recognizedPoint(joint), point.confidence >= Self.minimumConfidence else { return nil }
        return point
    }
}
