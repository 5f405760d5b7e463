import AVFoundation
import Foundation
import JSON
import Locks
import Vision

/// `osprey live`: watches a camera, and reports labels and barcodes when the scene is still.
enum Live: Verb {
    static let command = Command(
        "live", "Watches a camera, and says what is in the picture once it rests.", operands: "SOURCE", operandCount: 1...1,
        options: [
            .value("--model", "M", "a classifier instead of the default scene model"),
            .value("--top", "K", "at most K labels (1 where not given)"),
            .value("--threshold", "T", "only labels with at least this confidence, 0…1 (0.4 where not given)"),
            .value("--history", "N", "how many frames must rest before the scene counts as stable (15 where not given)"),
            .value("--distance", "PX", "how far the picture may move over these frames, in pixels (20 where not given)"),
            .value("--crop", "HOW", "with --model: centerCrop (where not given), scaleFit or scaleFill"),
            .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
            .value("--seconds", "S", "ends after S seconds"),
            .value("--fps", "N", "plays a file with N frames a second instead of at its own pace, a folder instead of with 30"),
            .flag("--repeat", "plays a file or a folder again and again"),
            .value("--annotate", "FILE", "draws the answers into a video of what was seen (.mp4 or .mov)"),
            .flag("--json", "a JSON object an event"),
        ],
        discussion: """
            SOURCE is a camera (/dev/video0), or a video file or a folder of numbered pictures that is played as one. Only the newest frame is looked at, and one at a time;
            what comes meanwhile is left out, and counted in the last line.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let source = arguments.operands[0]
        let annotation = try arguments.string("--annotate").map { try AnnotatedVideo($0, inputs: [source], isLive: true) }
        let camera = try camera(source, arguments)
        let watcher = try LiveWatcher(arguments, annotation: annotation, orientation: camera.orientation)
        let output = AVCaptureVideoDataOutput()
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera.device))
        session.addOutput(output)
        output.setSampleBufferDelegate(watcher, queue: DispatchQueue(label: "osprey.live"))
        return try Interruption.noting {
            try watch(session, watcher, seconds: arguments.number("--seconds", in: 0...1e9) ?? 1e9)
        }
    }

    private static func camera(
        _ source: String, _ arguments: Arguments
    ) throws -> (device: AVCaptureDevice, orientation: CGImagePropertyOrientation) {
        let frameRate = try arguments.number("--fps", in: 0.001...100_000)
        if let device = AVCaptureDevice(uniqueID: source) {
            if let frameRate { device.activeVideoMinFrameDuration = CMTime(seconds: 1 / frameRate, preferredTimescale: 1_000_000) }
            return (device, .up)
        }
        let (url, repeats) = (URL(fileURLWithPath: source), arguments.flag("--repeat"))
        if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            let orientation = try NumberedPictures.orientation(inFolder: source)
            let device = AVCaptureDevice(playing: url, repeats: repeats) {
                try NumberedPictures(inFolder: source, frameRate: frameRate ?? 30)
            }
            return (device, orientation)
        }
        let asset = AVURLAsset(url: url)
        _ = try AVAssetReader(asset: asset)
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw InputError(description: "\(source): there is no video in it")
        }
        let device = AVCaptureDevice(playing: url, repeats: repeats, frameRate: frameRate)
        return (device, CGImagePropertyOrientation(rawValue: UInt32(track.orientation)) ?? .up)
    }

    /// Runs until the camera has no more frames, an error occurs, the time is over or the user interrupts the program.
    private static func watch(_ session: AVCaptureSession, _ watcher: LiveWatcher, seconds: Double) throws -> ExitStatus {
        let center = NotificationCenter.default
        let hasStopped = Locked(false)
        let observers = [
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { notification in
                if let error = notification.userInfo?[AVCaptureSessionErrorKey] as? any Error { watcher.fail(error) }
            },
            // This notification comes after the notification of an error. `isRunning` becomes false earlier.
            center.addObserver(forName: .AVCaptureSessionDidStopRunning, object: session, queue: nil) { _ in
                hasStopped.withLock { $0 = true }
            },
        ]
        defer { for observer in observers { center.removeObserver(observer) } }
        let end = ContinuousClock.now + .seconds(seconds)
        session.startRunning()
        while !hasStopped.withLock({ $0 }), Interruption.received == nil, watcher.failure == nil, ContinuousClock.now < end {
            usleep(20_000)
        }
        session.stopRunning()
        try watcher.finish()
        return .success
    }
}
