import AVFoundation
import BeanBagGame
import Foundation

/// The options of the command line.
struct Options {
    var source: Source
    var boards: URL
    var throwTypes: URL
    var output: URL?
    var isJSON = false

    static let usage = """
        usage: ActionAndVision CAMERA|VIDEO --boards DETECTOR.mlmodel --throws CLASSIFIER.mlmodel [--output OUTPUT.mp4] [--json] [--live]
          --boards   finds boards; Examples/ActionAndVision has one
          --throws   tells overhand, underhand and underleg from 45 poses: an action classifier that Create ML or osprey trained
          --output   the video with what is known drawn over it
          --json     an object a line instead of text
          --live     plays a video at its own pace as a camera, which drops frames while one is analyzed
        """

    init(_ arguments: [String]) throws {
        var values: [String: String] = [:]
        var operands: [String] = []
        var flags = Set<String>()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json", "--live": flags.insert(argument)
            case "--boards", "--throws", "--output":
                guard let value = rest.popFirst() else { throw GameError.usage("\(argument) needs a file\n\(Options.usage)") }
                values[argument] = value
            default:
                guard !argument.hasPrefix("-") else { throw GameError.usage("there is no option \(argument)\n\(Options.usage)") }
                operands.append(argument)
            }
        }
        guard operands.count == 1, let boards = values["--boards"], let throwTypes = values["--throws"] else {
            throw GameError.usage(Options.usage)
        }
        let url = URL(fileURLWithPath: operands[0])
        if let camera = AVCaptureDevice(uniqueID: operands[0]) {
            source = .camera(camera)
        } else {
            source = flags.contains("--live") ? .camera(AVCaptureDevice(playing: url)) : .video(url)
        }
        self.boards = URL(fileURLWithPath: boards)
        self.throwTypes = URL(fileURLWithPath: throwTypes)
        output = values["--output"].map { URL(fileURLWithPath: $0) }
        isJSON = flags.contains("--json")
        if let output, output.standardizedFileURL == url.standardizedFileURL {
            throw GameError.cannotWrite(output, reason: "it is the video that is played")
        }
    }
}
