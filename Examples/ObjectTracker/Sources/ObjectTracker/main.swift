import Foundation
import Vision

// Usage: ObjectTracker VIDEO OUTPUT.mp4 [--fast] BOX…
//
// Follows what is in the boxes of the first frame, draws it into a copy of the video, and prints where it is at the end. A BOX is
// x,y,width,height, normalised, with its origin at the lower left.
var arguments = Array(CommandLine.arguments.dropFirst())
let isFast = arguments.contains("--fast")
arguments.removeAll { $0 == "--fast" }
guard arguments.count >= 3 else {
    print("usage: ObjectTracker VIDEO OUTPUT.mp4 [--fast] x,y,width,height…")
    exit(2)
}

func box(_ text: String) throws -> CGRect {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4 else { throw TrackerError.badBox(text) }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

do {
    let reader = try VideoReader(URL(fileURLWithPath: arguments[0]))
    let writer = try BoxWriter(URL(fileURLWithPath: arguments[1]), size: reader.naturalSize)
    let processor = TrackerProcessor(try arguments[2...].map(box), trackingLevel: isFast ? .fast : .accurate)
    var frameCount = 0
    var lost = Set<Int>()
    var last: [TrackerProcessor.TrackedBox] = []
    while let frame = try reader.nextFrame() {
        last = try processor.boxes(in: frame.image)
        for box in last where box.isCertain == lost.contains(box.number) {
            print(String(format: "%6.2f s  object %d is %@", frame.time.seconds, box.number, box.isCertain ? "found again" : "lost"))
            lost.formSymmetricDifference([box.number])
        }
        try writer.write(last, frame.image, at: frame.time)
        frameCount += 1
    }
    try writer.finish()
    print("\(frameCount) frames")
    for box in last {
        let rect = box.boundingBox
        print(
            String(
                format: "object %d: %.3f,%.3f,%.3f,%.3f  confidence %.2f", box.number, rect.minX, rect.minY, rect.width, rect.height,
                box.confidence))
    }
} catch {
    print("ObjectTracker: \(error.localizedDescription)")
    exit(1)
}
