import CoreMLRuntime
import Reports
import VisionRuntime

/// Runs the same work on many images, with one image per core at a time, and delivers the results in the images' order. Afterwards it runs the work
/// on the frames of the videos among the inputs, one video after the other.
struct ImageBatch {
    /// The option of verbs that analyze videos, too.
    static let option = Command.Option.value(
        "--every", "S", "of a video: a frame every S seconds (1 where not given, with --annotate 0); 0 for every frame")

    private let photos: [InputImage]
    private let videos: [InputImage]
    private let interval: Double
    private let annotation: AnnotationTarget?
    let workers: Int

    /// - Parameter interval: the time between frames of a video, in seconds; 0 for every frame.
    init(_ images: [InputImage], interval: Double = 1, annotation: AnnotationTarget? = nil) {
        photos = images.filter { !$0.isVideo }
        videos = images.filter(\.isVideo)
        (self.interval, self.annotation) = (interval, annotation)
        workers = Parallelism.workers(for: max(photos.count, 1))
    }

    /// - Throws: `UsageError` if the value of `--every` is not a time, or the path of `--annotate` does not suit these images.
    init(_ images: [InputImage], _ arguments: Arguments) throws {
        let annotation = try arguments.string("--annotate").map { try AnnotationTarget($0, images: images) }
        let interval = try arguments.number("--every", in: 0...1e6)
        self.init(images, interval: interval ?? (annotation == nil ? 1 : 0), annotation: annotation)
    }

    /// Draws into the annotated copy of an image, if there is one.
    func annotate(_ image: InputImage, _ draw: (inout Canvas) -> Void) throws { try annotation?.write(image, draw) }

    /// Runs the work on all images.
    ///
    /// `work` runs on several threads at the same time, with one image per call. `consume` runs on the caller's thread, in the images' order. An
    /// error of one image is passed to `consume` and does not stop the others.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable (InputImage) throws -> Answer, consume: (InputImage, Result<Answer, any Error>) throws -> Void
    ) throws {
        let photos = photos
        try Parallelism.forEach(photos.count, workers: workers, { try work(photos[$0]) }) { try consume(photos[$0], $1) }
        for video in videos where Interruption.received == nil {
            guard let annotation else {
                try run(video, work, consume: consume)
                continue
            }
            let result = Result { try Interruption.noting { try run(video, work, consume: consume) } }
            // The file is completed, so that the part that was written can be played.
            let end = Result { try annotation.finish(video) }
            try result.get()
            if case .failure(let error) = end { try consume(video, .failure(error)) }
        }
    }

    /// Runs the work on the frames of a video. The error of a damaged video is passed to `consume` after its valid frames.
    private func run<Answer: Sendable>(
        _ video: InputImage, _ work: (InputImage) throws -> Answer, consume: (InputImage, Result<Answer, any Error>) throws -> Void
    ) throws {
        var cadence = FrameCadence(interval > 0 ? .seconds(interval) : .everyFrame)
        let opened = Result { try VideoSource(video.name) }
        while Interruption.received == nil {
            let next = opened.flatMap { source in Result { try source.next() } }
            switch next {
            case .success(nil): return
            case .success(let frame?):
                guard cadence.isDue(at: frame.time) else { continue }
                let image = InputImage(frame, ofVideo: video.name)
                try consume(image, Result { try work(image) })
            case .failure(let error):
                try consume(video, .failure(error))
                return
            }
        }
    }

    /// The answers of `work` in the images' order, and a warning for each image that failed. The warnings are also printed to standard error. Shows a
    /// progress bar.
    ///
    /// - Throws: the first `UsageError` of `work`, because the same error would occur for the other images.
    func collect<Answer: Sendable>(
        _ work: @escaping @Sendable (InputImage) throws -> Answer
    ) throws -> (answers: [Answer], skipped: [String]) {
        var (answers, skipped): ([Answer], [String]) = ([], [])
        var bar = ProgressBar(total: photos.count)
        try run(work) { image, result in
            switch result {
            case .success(let answer): answers.append(answer)
            case .failure(let error as UsageError): throw error
            case .failure(let error):
                let reason = ErrorText.reason(error, ofFile: image.name)
                skipped.append("\(image.name) was skipped: \(reason)")
                bar.finish()
                StandardError.write(line: "\(image.name): error: \(reason)")
            }
            bar.update(answers.count + skipped.count)
        }
        bar.finish()
        return (answers, skipped)
    }
}
