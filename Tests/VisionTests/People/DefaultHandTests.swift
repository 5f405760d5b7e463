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
    /// The wrist and the tip of the index finger of each hand, in pixels from the top left.
    private static let hands = [
        (wrist: CGPoint(x: 80, y: 351), index: CGPoint(x: 86, y: 276)), (wrist: CGPoint(x: 299, y: 262), index: CGPoint(x: 302, y: 199)),
    ]

    private func distance(_ point: VNRecognizedPoint, _ pixel: CGPoint) -> Double {
        hypot(point.x * Self.size.width - pixel.x, (1 - point.y) * Self.size.height - pixel.y)
    }

    @Test("Both hands are found, with wrists and fingertips", .enabled(if: SharedData.has(photo), "needs ../shared/data/\(photo)"))
    func twoHands() throws {
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(url: SharedData.url(Self.photo)).perform([request])
        let found = try #require(request.results)
        #expect(found.count == 2)
        for (wrist, index) in Self.hands {
            let near = try found.contains {
                try distance($0.recognizedPoint(.wrist), wrist) < 30 && distance($0.recognizedPoint(.indexTip), index) < 30
            }
            #expect(near, "a hand at \(wrist)")
        }
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
