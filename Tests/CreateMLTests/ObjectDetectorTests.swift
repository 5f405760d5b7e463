import CoreGraphics
import CoreMLRuntime
import Foundation
import Synchronization
import TestSupport
import Testing
import Vision

@testable import CreateML

/// Detectors of disks and squares in small pictures that are drawn here.
@Suite(.serialized) struct ObjectDetectorTests {
    func parameters(iterations: Int) -> MLObjectDetector.ModelParameters {
        MLObjectDetector.ModelParameters(
            validation: .none, batchSize: 8, maxIterations: iterations, gridSize: CGSize(width: 4, height: 4),
            algorithm: .transferLearning(.objectPrint()))
    }

    func source(_ pictures: ShapePictures) throws -> MLObjectDetector.DataSource {
        .directoryWithImages(at: pictures.folder, annotationFile: try pictures.writeJSON())
    }

    @Test("A trained detector finds objects in pictures it has not seen")
    func aTrainedDetectorFindsObjectsInPicturesItHasNotSeen() throws {
        let (pictures, others) = (try ShapePictures(count: 32, negatives: 3, seed: 1), try ShapePictures(count: 16, seed: 2))
        defer { for drawn in [pictures, others] { drawn.remove() } }
        let untrained = try MLObjectDetector(
            trainingData: try source(pictures), parameters: parameters(iterations: 1), annotationType: .boundingBox())
        #expect(untrained.evaluation(on: try source(others)).meanAveragePrecision.IoU50 < 0.4)
        let detector = try MLObjectDetector(
            trainingData: try source(pictures), parameters: parameters(iterations: 160), annotationType: .boundingBox())
        #expect(detector.labels == ["disk", "square"])
        #expect(detector.warnings.isEmpty)
        #expect(!detector.validationMetrics.isValid)
        let metrics = detector.evaluation(on: try source(others))
        #expect(metrics.meanAveragePrecision.IoU50 > 0.85)
        #expect(metrics.averagePrecision.IoU50.keys.sorted() == ["disk", "square"])
        try expectWrittenModel(of: detector, answersAsItDoes: others)
    }

    /// A detector over the print that products may use is another one, and learns as well.
    @Test("A detector begins with the revision of the print that is set")
    func aDetectorBeginsWithTheRevisionOfThePrintThatIsSet() throws {
        let (pictures, others) = (try ShapePictures(count: 32, negatives: 3, seed: 1), try ShapePictures(count: 16, seed: 2))
        defer { for drawn in [pictures, others] { drawn.remove() } }
        var parameters = parameters(iterations: 80)
        let open = PrintNetwork.openFeaturePrint.revision
        parameters.algorithm = .transferLearning(.objectPrint(revision: open))
        #expect(parameters.description.contains("the feature print, open"))
        let detector = try MLObjectDetector(trainingData: try source(pictures), parameters: parameters, annotationType: .boundingBox())
        #expect(detector.evaluation(on: try source(others)).meanAveragePrecision.IoU50 > 0.85)
        #expect(detector.modelParameters.algorithm == .transferLearning(.objectPrint(revision: open)))
        func trunk(_ algorithm: MLObjectDetector.ModelParameters.ModelAlgorithmType, revision: Int) throws -> PrintNetwork {
            parameters.algorithm = algorithm
            parameters.featurePrintRevision = revision
            return try parameters.configuration(for: []).network
        }
        #expect(try trunk(.darknetYolo, revision: open) == .openFeaturePrint && trunk(.darknetYolo, revision: 2) == .scene)
        #expect(try trunk(.darknetYolo, revision: PrintNetwork.sceneAt192.revision) == .sceneAt192)
        #expect(try trunk(.transferLearning(.objectPrint()), revision: open) == .scene)
    }

    /// The grids of cells read maps of the trunk itself, also where means of the maps lie between them.
    @Test("The trunk has a map for each grid", arguments: [(16, [8, 16]), (32, [8, 16, 32])])
    func theTrunkHasAMapForEachGrid(
        deepest: Int, strides: [Int]
    ) throws {
        let trunk = try FeatureTrunk(deepest: deepest)
        #expect(trunk.maps.map(\.stride).filter { $0 >= 8 } == strides)
        #expect(trunk.strides.count == trunk.layers.count)
        #expect(trunk.strides.max() == deepest)
        // Each layer is needed and has its inputs.
        var made: Set<String> = [trunk.inputName]
        for layer in trunk.layers {
            #expect(made.isSuperset(of: layer.input), "\(layer.name)")
            made.formUnion(layer.output)
        }
        let read = Set(trunk.layers.flatMap(\.input) + trunk.maps.map(\.blob))
        #expect(trunk.layers.allSatisfy { !read.isDisjoint(with: $0.output) })
    }

    /// A split without a seed is another one each time, and the session has its own.
    @Test("A session goes on with each kind of validation split")
    func aSessionIsTakenUpWhateverItsSplit() throws {
        let pictures = try ShapePictures(count: 12, seed: 3)
        defer { pictures.remove() }
        let folder = pictures.folder.appendingPathComponent("session")
        var parameters = parameters(iterations: 2)
        parameters.validation = .split(strategy: .fixed(ratio: 0.4, seed: nil))
        let source = try source(pictures)
        for _ in 0..<4 {
            _ = try MLObjectDetector.makeTrainingSession(
                trainingData: source, annotationType: .boundingBox(), parameters: parameters,
                sessionParameters: .init(sessionDirectory: folder))
        }
    }

    @Test("Descriptions take any number")
    func descriptionsTakeAnyNumber() {
        let box = CGRect(x: CGFloat.nan, y: .infinity, width: 1e300, height: 2)
        let annotation = MLObjectDetector.ObjectAnnotation(label: "a", boundingBox: box, confidence: .nan)
        #expect(annotation.description.hasPrefix("a "))
        var parameters = parameters(iterations: 1)
        parameters.gridSize = CGSize(width: CGFloat.infinity, height: .nan)
        #expect(parameters.description.contains("grid"))
    }

    /// The file has Apple's interface, Vision answers with recognised objects, eight bits a weight change little, and six more.
    private func expectWrittenModel(of detector: MLObjectDetector, answersAsItDoes pictures: ShapePictures) throws {
        let file = pictures.folder.appendingPathComponent("Shapes.mlmodel")
        try detector.write(to: file, metadata: MLModelMetadata(author: "Someone"))
        let small = pictures.folder.appendingPathComponent("Small.mlmodel")
        try detector.write(to: small, weightBits: 8)
        let smaller = pictures.folder.appendingPathComponent("Smaller.mlmodel")
        try detector.write(to: smaller, weightBits: 6)
        func size(_ url: URL) throws -> Int { try Data(contentsOf: url).count }
        #expect(try size(small) < size(file) * 11 / 20)
        #expect(try size(smaller) < size(small) * 5 / 6)
        for bits in [3, 9] {
            #expect(throws: MLCreateError.self) {
                try detector.write(to: pictures.folder.appendingPathComponent("None.mlmodel"), weightBits: bits)
            }
        }
        let model = try MLModel(contentsOf: file)
        let description = model.modelDescription
        #expect(description.inputDescriptionsByName.keys.sorted() == ["confidenceThreshold", "image", "iouThreshold"])
        #expect(description.inputDescriptionsByName["image"]?.imageConstraint?.pixelsWide == 64)
        #expect(description.outputDescriptionsByName.keys.sorted() == ["confidence", "coordinates"])
        #expect(description.metadata[.author] as? String == "Someone")
        for (name, _) in pictures.content.prefix(5) {
            let url = pictures.folder.appendingPathComponent(name)
            let expected = try detector.prediction(from: url)
            #expect(!expected.isEmpty)
            for (bits, model) in [(16, model), (8, try MLModel(contentsOf: small)), (6, try MLModel(contentsOf: smaller))] {
                let request = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
                request.imageCropAndScaleOption = .scaleFill
                try VNImageRequestHandler(url: url).perform([request])
                let found = try #require(request.results as? [VNRecognizedObjectObservation])
                for object in expected where object.confidence > (bits == 6 ? 0.6 : 0.4) {
                    let side = CGFloat(ShapePictures.side)
                    let near = found.filter { observation in
                        let box = observation.boundingBox
                        let upright = CGRect(
                            x: box.minX * side, y: (1 - box.maxY) * side, width: box.width * side, height: box.height * side)
                        return observation.labels.first?.identifier == object.label
                            && upright.intersectionOverUnion(with: object.boundingBox) > (bits == 6 ? 0.5 : 0.8)
                    }
                    let tolerance = bits == 6 ? 0.4 : 0.15
                    #expect(near.count == 1, "\(bits) bits, \(object), \(found)")
                    #expect(near.allSatisfy { $0.labels.count == 2 && abs(Double($0.confidence) - object.confidence) < tolerance })
                }
            }
        }
    }

    @Test("The same seed gives the same model also after an interruption")
    func theSameSeedGivesTheSameModelAlsoAfterAnInterruption() throws {
        let pictures = try ShapePictures(count: 8, seed: 3)
        defer { pictures.remove() }
        let source = try source(pictures)
        let folder = pictures.folder.appendingPathComponent("session")
        func bytes(_ detector: MLObjectDetector) -> [UInt8] {
            detector.export.specification(MLModelMetadata(author: ""), .float16).encoded().map { $0 }
        }
        func session(_ folder: URL?, seed: Int = 5) throws -> MLTrainingSession<MLObjectDetector> {
            var parameters = parameters(iterations: 6)
            parameters.seed = seed
            return try MLObjectDetector.makeTrainingSession(
                trainingData: source, annotationType: .boundingBox(), parameters: parameters,
                sessionParameters: .init(sessionDirectory: folder, reportInterval: 1, checkpointInterval: 2))
        }
        let whole = try session(nil).run()
        let reports = Mutex(0)
        let stopping = TrainingReporter(
            progress: { progress in if progress.phase == .training { reports.withLock { $0 = progress.itemCount } } },
            isCancelled: { reports.withLock { $0 } == 3 })
        #expect(throws: MLCreateError.self) { try session(folder).run(stopping) }
        let interrupted = try session(folder)
        #expect(interrupted.iteration == 3)
        #expect(interrupted.phase == .training)
        let resumed = try MLObjectDetector.restoreTrainingSession(sessionParameters: .init(sessionDirectory: folder)).run()
        #expect(bytes(resumed) == bytes(whole))
        #expect(resumed.losses == whole.losses)
        let checkpoint = try #require(try session(folder).checkpoints.first { $0.iteration == 3 })
        #expect(try MLObjectDetector(checkpoint: checkpoint).losses == Array(whole.losses.prefix(3)))
        #expect(bytes(try session(nil, seed: 6).run()) != bytes(whole))
        // The session belongs to these parameters and pictures.
        #expect(throws: MLCreateError.self) { try session(folder, seed: 6) }
        try FileManager.default.removeItem(at: pictures.folder.appendingPathComponent("0.png"))
        #expect(throws: MLCreateError.self) { try session(folder) }
    }

    /// A picture that shows something else, in a file as long as before, is noticed.
    @Test("A session goes on with its pictures only")
    func aSessionGoesOnWithItsPicturesOnly() throws {
        let pictures = try ShapePictures(count: 4, seed: 8)
        defer { pictures.remove() }
        let source = try source(pictures)
        let folder = pictures.folder.appendingPathComponent("session")
        func session(_ iterations: Int) throws -> MLTrainingSession<MLObjectDetector> {
            try MLObjectDetector.makeTrainingSession(
                trainingData: source, annotationType: .boundingBox(), parameters: parameters(iterations: 3),
                sessionParameters: .init(sessionDirectory: folder, checkpointInterval: 1, iterations: iterations))
        }
        let first = try session(1).run()
        #expect(first.warnings.contains { $0.contains("1 of 3 iterations") })
        let (one, other) = (pictures.folder.appendingPathComponent("0.png"), pictures.folder.appendingPathComponent("1.png"))
        let length = try max(Data(contentsOf: one).count, Data(contentsOf: other).count)
        /// Pads files to one length: data after the end of a PNG is not read.
        func write(_ data: Data, to url: URL) throws { try (data + Data(repeating: 0, count: length - data.count)).write(to: url) }
        let (shown, replacement) = (try Data(contentsOf: one), try Data(contentsOf: other))
        try FileManager.default.removeItem(at: folder)
        try write(shown, to: one)
        _ = try session(1).run()
        try write(replacement, to: one)
        #expect(throws: MLCreateError.self) { try session(3).run() }
        try write(shown, to: one)
        #expect(try session(3).run().losses.count == 3)
    }

    @Test("The parts of a split are known afterwards")
    func thePartsOfASplitAreKnownAfterwards() throws {
        let pictures = try ShapePictures(count: 5, seed: 9)
        defer { pictures.remove() }
        var parameters = parameters(iterations: 1)
        parameters.validation = .split(strategy: .fixed(ratio: 0.4, seed: 2))
        let detector = try MLObjectDetector(trainingData: try source(pictures), parameters: parameters, annotationType: .boundingBox())
        guard case .split(.fixed(ratio: 0.4, seed: 2)) = detector.modelParameters.validation else {
            Issue.record("\(detector.modelParameters.validation)")
            return
        }
        #expect(try detector.predictions(from: pictures.content.map { pictures.folder.appendingPathComponent($0.name) }).count == 5)
        #expect(throws: (any Error).self) { _ = try detector.predictions(from: [pictures.folder.appendingPathComponent("none.png")]) }
    }

    @Test("Data that cannot be learnt from is an error")
    func dataThatCannotBeLearntFromIsAnError() throws {
        let pictures = try ShapePictures(count: 2, negatives: 2, seed: 6)
        defer { pictures.remove() }
        func message(_ parameters: MLObjectDetector.ModelParameters) throws -> String {
            do {
                _ = try MLObjectDetector(trainingData: try source(pictures), parameters: parameters, annotationType: .boundingBox())
                return ""
            } catch { return error.localizedDescription }
        }
        #expect(try message(parameters(iterations: 1)).contains("no readable picture has a box"))
        let shown = try ShapePictures(count: 2, seed: 7)
        defer { shown.remove() }
        func refused(_ change: (inout MLObjectDetector.ModelParameters) -> Void) throws -> String {
            var parameters = parameters(iterations: 1)
            change(&parameters)
            do {
                _ = try MLObjectDetector(trainingData: try source(shown), parameters: parameters, annotationType: .boundingBox())
                return ""
            } catch { return error.localizedDescription }
        }
        #expect(try refused { $0.gridSize = CGSize(width: CGFloat.nan, height: 4) }.contains("grid"))
        #expect(try refused { $0.gridSize = CGSize(width: 1e12, height: 4) }.contains("grid"))
        #expect(try refused { $0.batchSize = 0 }.contains("batchSize"))
        #expect(try refused { $0.maxIterations = -3 }.contains("maxIterations"))
        // 3 is Apple's to give.
        #expect(try refused { $0.algorithm = .transferLearning(.objectPrint(revision: 3)) }.contains("revision 3"))
        #expect(try refused { ($0.algorithm, $0.featurePrintRevision) = (.darknetYolo, 0) }.contains("revision 0"))
        #expect(try refused { $0.validation = .split(strategy: .fixed(ratio: 1.5, seed: 1)) }.contains("1.5"))
    }

    @Test("Damaged pictures are skipped and named")
    func damagedPicturesAreSkippedAndNamed() throws {
        let drawn = try ShapePictures(count: 4, seed: 5)
        defer { drawn.remove() }
        let whole = try drawn.writeJSON()
        let half = drawn.folder.appendingPathComponent("half.jpg")
        try DrawnPictures.writeHalfJPEG(to: half)
        var list = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: whole)) as? [[String: Any]])
        func train(_ label: String) throws -> MLObjectDetector {
            let box: [String: Any] = ["label": label, "coordinates": ["x": 20, "y": 20, "width": 10, "height": 10]]
            let data = try JSONSerialization.data(withJSONObject: list + [["image": "half.jpg", "annotations": [box]]])
            let source = MLObjectDetector.DataSource.directoryWithImages(
                at: drawn.folder, annotationFile: try drawn.write(data, "more.json"))
            return try MLObjectDetector(trainingData: source, parameters: parameters(iterations: 1), annotationType: .boundingBox())
        }
        let detector = try train("disk")
        #expect(detector.warnings.contains { $0.contains(half.path) && $0.contains("remature end") })
        #expect(detector.skippedImages == 1)
        #expect(throws: MLCreateError.self, "no picture of it is whole") { try train("star") }
        list.append([
            "image": "nowhere.png", "annotations": [["label": "ring", "coordinates": ["x": 1, "y": 1, "width": 9, "height": 9]]],
        ])
        #expect(throws: MLCreateError.self, "no picture of it is there") { try train("disk") }
    }

    /// A picture that is not read, with an object of each label.
    private func image(_ name: String, _ labels: [String]) -> AnnotatedImage {
        let box = CGRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        return AnnotatedImage(url: URL(fileURLWithPath: name), width: 10, height: 10, objects: labels.map { .init(label: $0, box: box) })
    }

    @Test("Pictures of rare labels come up more often")
    func picturesOfRareLabelsComeUpMoreOften() {
        // 16 pictures of a, four of which show b too, one of c, and one of nothing: √(16 / 4) = 2, √(16 / 1) = 4.
        let images =
            (0..<12).map { image("\($0)", ["a", "a"]) } + (0..<4).map { image("b\($0)", ["a", "b"]) } + [image("c", ["c"]), image("n", [])]
        let sampling = PictureSampling(images)
        #expect(sampling.epochLength == 12 + 4 * 2 + 4 + 1)
        var generator = SplitMix64(seed: 3)
        for _ in 0..<20 {
            var counts = [Int](repeating: 0, count: images.count)
            for index in sampling.epoch(&generator) { counts[index] += 1 }
            #expect(counts == [Int](repeating: 1, count: 12) + [2, 2, 2, 2, 4, 1])
        }
        var counts = [Int](repeating: 0, count: images.count)
        for _ in 0..<25_000 { counts[sampling.draw(&generator)] += 1 }
        #expect(abs(counts[16] - 4000) < 300 && abs(counts[17] - 1000) < 200 && abs(counts[12] - 2000) < 200)
        let equal = PictureSampling((0..<9).map { image("\($0)", [["a", "b", "c"][$0 % 3]]) })
        #expect(equal.epoch(&generator).sorted() == Array(0..<9))
    }

    @Test("Objects of rare labels are pasted into other pictures")
    func objectsOfRareLabelsArePastedIntoOtherPictures() {
        // 16 objects of a, 4 of b and 1 of c: √(16 · 4) - 4 = 4 of b and √(16 · 1) - 1 = 3 of c are pasted in an epoch.
        let images = (0..<8).map { image("\($0)", ["a", "a"]) } + [image("b", ["b", "b", "b", "b"]), image("c", ["c"])]
        let pasting = ObjectPasting(images, labels: ["a": 0, "b": 1, "c": 2], epochLength: 14)
        #expect(pasting.rate == 0.5)
        var generator = SplitMix64(seed: 4)
        #expect(abs((0..<4000).reduce(0) { sum, _ in sum + pasting.count(&generator) } - 2000) < 150)
        var counts = [0, 0, 0]
        for _ in 0..<7000 {
            guard let drawn = pasting.draw(&generator) else { continue }
            counts[drawn.label] += 1
            #expect(drawn.picture == (drawn.label == 1 ? 8 : 9))
        }
        #expect(counts[0] == 0 && abs(counts[1] - 4000) < 200 && counts[1] + counts[2] == 7000)
        let equal = ObjectPasting([image("a", ["a"]), image("b", ["b"])], labels: ["a": 0, "b": 1], epochLength: 2)
        #expect(equal.rate == 0 && equal.count(&generator) == 0)
        // Less than one object an epoch: √(3 · 2) - 2 of b.
        let few = ObjectPasting([image("a", ["a", "a", "a"]), image("b", ["b", "b"])], labels: ["a": 0, "b": 1], epochLength: 2)
        #expect((0..<99).allSatisfy { _ in few.draw(&generator)?.picture == 1 })
        // So rare that there would be more pasted objects than others.
        let crowd = ObjectPasting(
            [image("a", .init(repeating: "a", count: 900)), image("b", ["b"])], labels: ["a": 0, "b": 1], epochLength: 2)
        #expect((0..<99).allSatisfy { _ in crowd.count(&generator) == ObjectPasting.maximumCount })
    }

    @Test("Splits share every label in proportion")
    func splitsShareEveryLabelInProportion() {
        var generator = SplitMix64(seed: 2)
        let labels: [Set<String>] =
            [Set<String>](repeating: ["a"], count: 40) + .init(repeating: ["a", "b"], count: 10) + [["c"]] + .init(repeating: [], count: 9)
        for _ in 0..<20 {
            let drawn = LabelStrata.draw(0.2, of: labels, &generator)
            #expect(drawn.count == 12)
            #expect(drawn.filter { (0..<40).contains($0) }.count == 8)
            #expect(drawn.filter { (40..<50).contains($0) }.count == 2)
            #expect(!drawn.contains(50), "it is the only one of its label")
        }
        #expect(LabelStrata.draw(0.9, of: labels, &generator).count < 54 && LabelStrata.draw(0, of: labels, &generator).isEmpty)
        // Few pictures of each of many labels are not all kept for training.
        #expect(LabelStrata.draw(0.1, of: (0..<40).map { ["\($0 / 4)"] }, &generator).count == 4)
    }

    @Test("Small objects ask for larger grids")
    func smallObjectsAskForLargerGrids() {
        func images(_ side: Double, _ pixels: Int) -> [AnnotatedImage] {
            let box = CGRect(x: 0.3, y: 0.3, width: side, height: side)
            return [AnnotatedImage(url: URL(fileURLWithPath: "a"), width: pixels, height: pixels, objects: [.init(label: "a", box: box)])]
        }
        func cells(_ side: Double, _ pixels: Int) -> CGFloat { MLObjectDetector.ModelParameters.gridSize(for: images(side, pixels)).width }
        #expect(cells(0.5, 1000) == 14 && cells(0.075, 1000) == 20 && cells(0.01, 1000) == 26)
        #expect(cells(0.01, 300) == 18, "a picture has no more pixels than it has")
        let parameters = MLObjectDetector.ModelParameters()
        #expect(parameters.gridDoubt(images(0.05, 1000))?.contains("20 × 20") == true)
        #expect(parameters.gridDoubt(images(0.1, 1000)) == nil)
    }

    @Test("Augmented boxes stay on their objects")
    func augmentedBoxesStayOnTheirObjects() throws {
        // A disk is the only red thing: the middle of each disk's box is red, and almost no red lies outside all boxes.
        let drawn = try ShapePictures(count: 12, seed: 8)
        defer { drawn.remove() }
        let images = try source(drawn).annotatedImages(.boundingBox()).images
        let pictures = try DetectionPictures(images, labels: ["disk", "square"], side: 96) { _ in }
        let augmenter = DetectionAugmenter(width: 64, height: 64, mosaicShare: 0.5)
        let sampling = PictureSampling(pictures.images)
        // Three of the pictures lend their disks, which are rarer there than squares.
        let lenders = pictures.images.enumerated().map { index, image in
            var image = image
            if index >= 3 { image.objects.removeAll { $0.label == "disk" } }
            return image
        }
        let pasting = ObjectPasting(lenders, labels: ["disk": 0, "square": 1], epochLength: 3)
        #expect(pasting.rate > 0.2)
        var generator = SplitMix64(seed: 9)
        var pixels = [Float](repeating: 0, count: 3 * 64 * 64)
        var (checked, all, outside) = (0, 0, 0)
        func isRed(_ place: Int) -> Bool {
            let (red, green, blue) = (pixels[place], pixels[64 * 64 + place], pixels[2 * 64 * 64 + place])
            return red > 1.5 * green + 20 && red > 1.5 * blue + 20
        }
        for index in 0..<48 {
            let objects = augmenter.fill(&pixels, from: pictures, first: index % 12, others: sampling, pasting: pasting, &generator)
            for object in objects where object.label == 0 && min(object.box.width, object.box.height) > 6 {
                #expect(isRed(Int(object.box.midY) * 64 + Int(object.box.midX)))
                checked += 1
            }
            for place in 0..<64 * 64 where isRed(place) {
                let point = CGPoint(x: CGFloat(place % 64) + 0.5, y: CGFloat(place / 64) + 0.5)
                let isInside = objects.contains { $0.label == 0 && $0.box.insetBy(dx: -2, dy: -2).contains(point) }
                all += 1
                if !isInside { outside += 1 }
            }
        }
        #expect(checked > 20)
        // Only slivers of objects that were cut off at an edge have no box.
        #expect(outside * 8 < all)
    }
}
