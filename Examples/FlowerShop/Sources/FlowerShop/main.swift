import AVFoundation
import Foundation
import Vision

// Usage: FlowerShop PHOTO…          names the flower in each photo
//        FlowerShop --live SOURCE   SOURCE is a camera such as /dev/video0, or a video file, which is played as one
let classifier = FlowerClassifier()
if let error = classifier.setupVision() {
    print(error.localizedDescription)
    exit(1)
}
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "--live" {
    do {
        let camera = AVCaptureDevice(uniqueID: arguments[1]) ?? AVCaptureDevice(playing: URL(fileURLWithPath: arguments[1]))
        try SceneWatcher(camera: camera, classifier: classifier).run()
    } catch {
        print("FlowerShop: \(error.localizedDescription)")
        exit(1)
    }
} else {
    for path in arguments {
        do {
            print(path, try classifier.analyze(VNImageRequestHandler(url: URL(fileURLWithPath: path))) ?? "-", separator: ": ")
        } catch {
            print("Error: Vision request failed with error \"\(error)\"")
        }
    }
}
