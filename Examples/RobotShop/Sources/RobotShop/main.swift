import AVFoundation
import CoreML
import Foundation

// Usage: RobotShop MODEL.mlmodel SOURCE
//
// SOURCE is a camera such as /dev/video0, or a video file, which is played as one.
guard CommandLine.arguments.count == 3 else {
    print("usage: RobotShop MODEL.mlmodel CAMERA|VIDEO")
    exit(2)
}
let source = CommandLine.arguments[2]
do {
    let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: CommandLine.arguments[1]))
    defer { try? FileManager.default.removeItem(at: compiled) }
    let camera = AVCaptureDevice(uniqueID: source) ?? AVCaptureDevice(playing: URL(fileURLWithPath: source))
    try Kiosk(camera: camera, model: MLModel(contentsOf: compiled)).run()
} catch {
    print("RobotShop: \(error.localizedDescription)")
    exit(1)
}
