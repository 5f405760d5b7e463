import AVFoundation
import CoreML
import Foundation
import Vision

// Usage: ObjectTracker SOURCE OUTPUT.mp4 [--fast] BOX…
//        ObjectTracker SOURCE OUTPUT.mp4 [--fast] --model DETECTOR.mlmodel
//
// Follows the contents of the boxes in the first frame, or up to sixteen objects that a detector finds. Draws them into a copy of the
// video, and prints their last places. A BOX is x,y,width,height, normalised, with its origin at the lower left. SOURCE is a video file, or
// a camera such as /dev/video0; with --live a video file is played as one.
func fail(_ message: String, _ status: Int32) -> Never {
    print(message)
    exit(status)
}

var arguments = Array(CommandLine.arguments.dropFirst())

/// Takes an option out of the arguments, if it is there.
func flag(_ name: String, in arguments: inout [String]) -> Bool {
    defer { arguments.removeAll { $0 == name } }
    return arguments.contains(name)
}

func box(_ text: String) throws -> CGRect {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4 else { throw TrackerError.badBox(text) }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

func processor(_ words: ArraySlice<String>, _ level: VNRequestTrackingLevel) throws -> any FrameProcessor {
    guard words.first == "--model", let path = words.dropFirst().first else {
        return TrackerProcessor(try words.map(box), trackingLevel: level)
    }
    let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(at: compiled) }
    return try DetectorProcessor(MLModel(contentsOf: compiled), trackingLevel: level)
}

let level: VNRequestTrackingLevel = flag("--fast", in: &arguments) ? .fast : .accurate
let isLive = flag("--live", in: &arguments)
guard arguments.count >= 3 else {
    fail("usage: ObjectTracker CAMERA|VIDEO OUTPUT.mp4 [--fast] [--live] x,y,width,height…|--model DETECTOR.mlmodel", 2)
}

do {
    let source = URL(fileURLWithPath: arguments[0])
    let camera = AVCaptureDevice(uniqueID: arguments[0]) ?? (isLive ? AVCaptureDevice(playing: source) : nil)
    let processor = try processor(arguments[2...], level)
    let reader: any FrameReader = try camera.map { try CameraReader($0) } ?? VideoReader(source)
    var writer: BoxWriter?
    var frameCount = 0
    var lost = Set<Int>()
    var last: [TrackedBox] = []
    while let frame = try reader.nextFrame() {
        last = try processor.boxes(in: frame.image)
        for box in last where box.isCertain == lost.contains(box.number) {
            print(String(format: "%6.2f s  ", frame.time.seconds) + "\(box.name) is \(box.isCertain ? "found again" : "lost")")
            lost.formSymmetricDifference([box.number])
        }
        let size = CGSize(width: CVPixelBufferGetWidth(frame.image), height: CVPixelBufferGetHeight(frame.image))
        let opened = try writer ?? BoxWriter(URL(fileURLWithPath: arguments[1]), size: size)
        writer = opened
        try opened.write(last, frame.image, at: frame.time)
        frameCount += 1
    }
    guard let writer else { throw TrackerError.noVideo(source) }
    try writer.finish()
    print("\(frameCount) frames")
    for box in last {
        let rect = box.boundingBox
        print(
            String(
                format: "\(box.name): %.3f,%.3f,%.3f,%.3f  confidence %.2f", rect.minX, rect.minY, rect.width, rect.height, box.confidence))
    }
} catch {
    fail("ObjectTracker: \(error.localizedDescription)", 1)
}
