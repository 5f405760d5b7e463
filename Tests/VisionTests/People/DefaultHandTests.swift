import CoreGraphics
import Foundation
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// The default models for hands, on a photo of somebody who shows both hands. The places of the joints were read off the photo.
@Suite("The default models for hands", .enabled(if: ModelFolders.standard.locate("hands/HandPose.mlmodel") != nil, "needs Models/hands"))
struct DefaultHandTests {
    private static let photo = "detection/masks/mask66.jpg"
    /// The photo's size in pixels.
    private static let size = CGSize(width: 380, height: 400)
    /// The boxes of the hands, in pixels from the top left.
    private static let hands = [CGRect(x: 30, y: 270, width: 80, height: 100), CGRect(x: 285, y: 195, width: 60, height: 75)]
    /// The wrist and the tip of the index finger of the hand that is seen from its back.
    private static let wrist = CGPoint(x: 299, y: 262)
    private static let indexTip = CGPoint(x: 302, y: 199)

    /// The place of a joint in pixels from the top left.
    private func place(_ point: VNRecognizedPoint) -> CGPoint {
        CGPoint(x: point.x * Self.size.width, y: (1 - point.y) * Self.size.height)
    }

    private func distance(_ point: VNRecognizedPoint, _ pixel: CGPoint) -> Double {
        hypot(place(point).x - pixel.x, place(point).y - pixel.y)
    }

    @Test(
        "Both hands are found, and joints of the one that is seen well",
        .enabled(if: SharedData.has(photo), "needs ../shared/data/\(photo)"))
    func twoHands() throws {
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(url: SharedData.url(Self.photo)).perform([request])
        let found = try #require(request.results)
        #expect(found.count == 2)
        for hand in Self.hands {
            let near = try found.contains { try hand.contains(place($0.recognizedPoint(.middleMCP))) }
            #expect(near, "a hand in \(hand)")
        }
        let joints = try found.contains {
            try distance($0.recognizedPoint(.wrist), Self.wrist) < 15 && distance($0.recognizedPoint(.indexTip), Self.indexTip) < 15
        }
        #expect(joints)
    }

    @Test("At most as many hands are found as are asked for", .enabled(if: SharedData.has(photo), "needs ../shared/data/\(photo)"))
    func oneHand() throws {
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = 1
        try VNImageRequestHandler(url: SharedData.url(Self.photo)).perform([request])
        #expect(request.results?.count == 1)
    }

    @Test("An empty picture has no hands")
    func nobody() throws {
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(cgImage: TestImages.plain([140, 150, 160], width: 640, height: 480)).perform([request])
        #expect(request.results?.isEmpty == true)
    }
}
