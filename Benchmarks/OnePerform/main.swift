// Times several requests in one `perform` beside the same requests one by one, on photos, with the models loaded.
//
//   OnePerform MODEL PHOTO…
//
// Prints four lines of milliseconds for each photo: what each request takes alone (the median of several rounds, each with a handler of its
// own), their sum, all in one `perform`, and its part of the sum. The first line is of classification, barcodes and the model; the second of
// classification, barcodes, faces, body poses, text and rectangles; the third of masks: of people in three qualities, of each person, and of the
// foreground; the fourth of six answers by networks: classification, faces, body poses, a mask of people, the feature print and attention.

import CoreML
import Foundation
import Vision

/// The milliseconds that a handler with these requests takes, from the file on.
func milliseconds(_ photo: URL, _ requests: [VNRequest]) throws -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure { try VNImageRequestHandler(url: photo).perform(requests) }
    return Double(time.components.attoseconds) / 1e15 + 1e3 * Double(time.components.seconds)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func compare(_ photo: URL, _ requests: [VNRequest], rounds: Int) throws {
    var alone = [[Double]](repeating: [], count: requests.count)
    var together = [Double]()
    for round in 0...rounds {
        for (index, request) in requests.enumerated() {
            let time = try milliseconds(photo, [request])
            if round > 0 { alone[index].append(time) }
        }
        let time = try milliseconds(photo, requests)
        if round > 0 { together.append(time) }
    }
    let times = alone.map(median)
    let sum = times.reduce(0, +)
    let figures = times + [sum, median(together), median(together) / sum]
    print(photo.lastPathComponent, figures.map { String(format: "%.2f", $0) }.joined(separator: " "))
}

guard CommandLine.arguments.count > 2 else {
    FileHandle.standardError.write(Data("usage: OnePerform MODEL PHOTO…\n".utf8))
    exit(2)
}
let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: CommandLine.arguments[1]))
let model = try VNCoreMLModel(for: MLModel(contentsOf: compiled))
let photos = CommandLine.arguments.dropFirst(2).map { URL(fileURLWithPath: $0) }

/// A line for each photo, of requests made anew, below their names.
func compare(_ names: String, rounds: Int, _ requests: () -> [VNRequest]) throws {
    print("photo \(names) sum together part")
    for photo in photos { try compare(photo, requests(), rounds: rounds) }
}

try compare("classification barcodes model", rounds: 15) {
    [VNClassifyImageRequest(), VNDetectBarcodesRequest(), VNCoreMLRequest(model: model)]
}
try compare("classification barcodes faces poses text rectangles", rounds: 5) {
    [
        VNClassifyImageRequest(), VNDetectBarcodesRequest(), VNDetectFaceRectanglesRequest(), VNDetectHumanBodyPoseRequest(),
        VNRecognizeTextRequest(), VNDetectRectanglesRequest(),
    ]
}
try compare("fast balanced accurate each foreground", rounds: 9) {
    let people = [VNGeneratePersonSegmentationRequest.QualityLevel.fast, .balanced, .accurate].map { level in
        let request = VNGeneratePersonSegmentationRequest()
        request.qualityLevel = level
        return request
    }
    return people + [VNGeneratePersonInstanceMaskRequest(), VNGenerateForegroundInstanceMaskRequest()]
}
try compare("classification faces poses mask print attention", rounds: 9) {
    [
        VNClassifyImageRequest(), VNDetectFaceRectanglesRequest(), VNDetectHumanBodyPoseRequest(), VNGeneratePersonSegmentationRequest(),
        VNGenerateImageFeaturePrintRequest(), VNGenerateAttentionBasedSaliencyImageRequest(),
    ]
}
