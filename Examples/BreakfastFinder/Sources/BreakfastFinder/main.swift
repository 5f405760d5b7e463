import AVFoundation
import Foundation
import Vision

// Usage: BreakfastFinder PHOTO…          finds what is on the table in each photo
//        BreakfastFinder --live SOURCE   SOURCE is a camera such as /dev/video0, or a video file, which is played as one
let finder = BreakfastFinder()
try finder.setupVision()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "--live" {
    do {
        let camera = AVCaptureDevice(uniqueID: arguments[1]) ?? AVCaptureDevice(playing: URL(fileURLWithPath: arguments[1]))
        try BreakfastCamera(camera: camera, finder: finder).run()
    } catch {
        print("BreakfastFinder: \(error.localizedDescription)")
        exit(1)
    }
} else {
    for path in arguments {
        let url = URL(fileURLWithPath: path)
        do {
            try finder.look(VNImageRequestHandler(url: url))
            print("\(url.lastPathComponent): \(finder.text)")
        } catch {
            print("Failed to find breakfast: \(error)")
        }
    }
}
