import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// A face and the quality of its picture.
package struct FaceQualityFinding: Sendable {
    package let face: FaceFinding
    /// The quality, from 0 to 1.
    package let quality: Float
}

/// Measures the quality of the pictures of faces: of the given faces, in their order, or of all faces found.
package struct FaceQualityAnalysis: Analysis {
    private let landmarks: FaceLandmarkAnalysis

    /// - Throws: `invalidArgument` if a given face is not in the image.
    package init(faces: [GivenFace]?, regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) throws {
        landmarks = try FaceLandmarkAnalysis(faces: faces, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly, models: models)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try landmarks.demands(of: frame) }

    package func findings(in context: AnalysisContext) throws -> [FaceQualityFinding] {
        try context.findings(of: landmarks).map { finding in
            try context.cancellation.check()
            let crop = finding.shape.crop(of: 2.2)
            let pixels = try context.frame.tensor(crop.warp(pixels: FacePicture.side), ImagePreprocessing(channels: .gray))
            let picture = FacePicture(pixels.elements, side: FacePicture.side)
            return FaceQualityFinding(face: finding.face, quality: Float(finding.quality(of: picture)))
        }
    }
}

extension FaceLandmarkFinding {
    /// The product of five measures, each from 0 to 1. Three are the sharpness and exposure of the picture and the size of the face. The
    /// other two are how directly the face looks at the camera, and the certainty of the face and of the points.
    fileprivate func quality(of picture: FacePicture) -> Double {
        // Face recognition needs at least 32 pixels between the eyes.
        let size = 1 - exp(-shape.size / 32)
        let (yaw, pitch) = (face.attitude.yaw ?? 0, face.attitude.pitch ?? 0)
        let front = max(cos(yaw), 0) * max(cos(pitch), 0) * (0.75 + 0.25 * cos(face.attitude.roll ?? 0))
        let certainty = Double(min(max(confidence * face.confidence, 0), 1)).squareRoot()
        return min(max(picture.sharpness * picture.exposure * size * front * front * certainty, 0), 1)
    }
}

/// The luminance of an upright face.
struct FacePicture {
    static let side = 64

    private let pixels: [Float]
    private let side: Int

    /// - Parameter pixels: the luminance, 0…255, row by row from the top.
    init(_ pixels: [Float], side: Int) {
        precondition(pixels.count == side * side)
        (self.pixels, self.side) = (pixels, side)
    }

    /// The contrast between neighbouring pixels relative to the contrast between pixels four times as far apart, from 0 to 1.
    ///
    /// In sharp natural pictures both are about equal. Blur, and enlarging a small face, reduce the fine contrast. The measure does not depend on the
    /// overall contrast.
    var sharpness: Double {
        let fine = contrast
        let coarse = halved.halved.contrast
        guard coarse > 1 else { return 0 }
        return min(fine / coarse / Self.ratioOfSharpPictures, 1)
    }

    private static let ratioOfSharpPictures = 0.5

    /// The exposure, from 0 to 1. It depends on the distance of the mean brightness from black and white. It also depends on the fraction
    /// of the face that is neither black nor white.
    var exposure: Double {
        let mean = Double(pixels.reduce(0, +)) / Double(pixels.count)
        let lost = Double(pixels.count { $0 < 6 || $0 > 249 }) / Double(pixels.count)
        return min(mean / 70, (255 - mean) / 60, 1) * (1 - lost)
    }

    /// The root mean square of the differences between neighbouring pixels.
    private var contrast: Double {
        var sum = 0.0
        for y in 0..<side - 1 {
            for x in 0..<side - 1 {
                let place = y * side + x
                let (across, down) = (pixels[place + 1] - pixels[place], pixels[place + side] - pixels[place])
                sum += Double(across * across + down * down)
            }
        }
        return (sum / Double((side - 1) * (side - 1))).squareRoot()
    }

    /// The picture with half as many rows and columns.
    private var halved: FacePicture {
        let half = side / 2
        let means = (0..<half * half).map { index in
            let place = 2 * (index / half) * side + 2 * (index % half)
            return (pixels[place] + pixels[place + 1] + pixels[place + side] + pixels[place + side + 1]) / 4
        }
        return FacePicture(means, side: half)
    }
}
