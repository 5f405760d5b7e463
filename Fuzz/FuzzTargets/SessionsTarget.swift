import CreateML
import Foundation

/// The files of a session that a training is resumed from. The first byte says which of them the rest is:
///
/// 0: its record, 1: a checkpoint but for its digest, which is right, 2: changes of a good checkpoint's state, three bytes of the place and one of
/// the value each, 3: its reports.
func fuzzSessions(_ input: UnsafeBufferPointer<UInt8>) {
    guard var files = GoodSession.shared?.files else { return }
    var script = FuzzScript(input)
    switch script.number(below: 4) {
    case 0: files[GoodSession.record] = script.remainder()
    case 1: files[GoodSession.checkpoint] = signed(script.remainder())
    case 2:
        guard var content = files[GoodSession.checkpoint]?.dropLast(GoodSession.digestLength) else { return }
        while !script.isAtEnd {
            let place = script.bytes(3).reduce(0) { $0 << 8 | Int($1) }
            content[content.startIndex + GoodSession.magic.count + place % (content.count - GoodSession.magic.count)] = script.byte()
        }
        files[GoodSession.checkpoint] = signed(Data(content.dropFirst(GoodSession.magic.count)))
    default: files["reports.jsonl"] = script.remainder()
    }
    withFolder("session", files) { folder in
        let parameters = MLTrainingSessionParameters(sessionDirectory: folder)
        guard let session = try? MLHandPoseClassifier.restoreTrainingSession(sessionParameters: parameters) else { return }
        _ = (session.phase, session.reports)
        guard let checkpoint = session.checkpoints.last,
            let training = try? MLHandPoseClassifier.training(at: checkpoint)
        else { return }
        if !training.isFinished { _ = try? training.step() }
        _ = try? training.finish(TrainingReporter())
    }
}

/// A checkpoint's file, from its header's length and its state.
private func signed(_ content: Data) -> Data {
    var digest = ContentDigest()
    // The digest is of the header and of the state, where the header ends within the content.
    let length = content.count < 8 ? 0 : content.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    let rest = Data(content.dropFirst(8))
    let header = Int(clamping: length)
    digest.add(Data(rest.prefix(header)))
    digest.add(Data(rest.dropFirst(header)))
    return GoodSession.magic + content + digest.data
}

/// The files of a session that was made of four hands, after its first iteration.
private struct GoodSession {
    static let record = "session.json"
    static let checkpoint = "checkpoints/training-0000001.checkpoint"
    static let magic = Data("osprey checkpoint 1\n".utf8)
    static let digestLength = 16

    let files: [String: Data]

    static let shared: GoodSession? = try? GoodSession()

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-fuzz-\(getpid())-good")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (label, value) in [("a", 0.25), ("b", 0.75)] {
            let data = folder.appendingPathComponent("data/\(label)")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let row = [Double](repeating: value, count: 21)
            let frames = try JSONSerialization.data(withJSONObject: [[row, row, row]])
            for number in 0..<2 { try frames.write(to: data.appendingPathComponent("\(number).json")) }
        }
        var settings = MLHandPoseClassifier.defaults
        settings.iterations = 2
        let place = folder.appendingPathComponent("session")
        let plan = try PosePlan<MLHandPoseClassifier>(.keypointDirectories(folder.appendingPathComponent("data")), settings, .none)
        let parameters = MLTrainingSessionParameters(sessionDirectory: place, reportInterval: 1, checkpointInterval: 1, iterations: 1)
        _ = try MLHandPoseClassifier.session(plan, parameters).run()
        files = try [Self.record, Self.checkpoint, "reports.jsonl"].reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: place.appendingPathComponent(name))
        }
    }
}
