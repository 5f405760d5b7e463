import CoreMLRuntime
import Foundation
import Testing

@testable import CreateML

extension ObjectDetectorTests {
    /// 3 was the number of the print that products may use.
    @Test("A session of an older version has the network that it meant")
    func aSessionOfAnOlderVersionHasTheNetworkThatItMeant() throws {
        let pictures = try ShapePictures(count: 8, seed: 1)
        defer { pictures.remove() }
        let open = MLObjectDetector.ModelParameters.ModelAlgorithmType.transferLearning(
            .objectPrint(revision: PrintNetwork.openFeaturePrint.revision))
        var parameters = parameters(iterations: 1)
        parameters.algorithm = open
        let plan = try DetectorPlan(source(pictures), parameters, .boundingBox())
        let newer = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        let older = newer.replacingOccurrences(of: #""featurePrint":1000003"#, with: #""printRevision":3"#)
        #expect(older != newer)
        for text in [newer, older] {
            let read = try JSONDecoder().decode(DetectorPlan.self, from: Data(text.utf8))
            #expect(read.modelParameters.algorithm == open && read.parameters == plan.parameters)
        }
    }
}
