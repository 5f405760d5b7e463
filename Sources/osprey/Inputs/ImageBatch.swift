import CoreMLRuntime

/// Runs the same work on many images, as many at once as there are processors for the process, and hands the results over in the images'
/// order.
struct ImageBatch {
    let images: [InputImage]
    let workers: Int

    init(_ images: [InputImage]) {
        self.images = images
        workers = Parallelism.workers(for: images.count)
    }

    /// `work` runs on several threads at once, one image a call; `consume` runs on the caller's thread, in the images' order. An error of
    /// one image is handed to `consume` and does not stop the others.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable (InputImage) throws -> Answer, consume: (InputImage, Result<Answer, any Error>) throws -> Void
    ) rethrows {
        let images = images
        try Parallelism.forEach(images.count, workers: workers, { try work(images[$0]) }) { try consume(images[$0], $1) }
    }

    /// The answers of `work` in the images' order, and a line for each image that it failed on, which standard error names too. Shows a bar.
    ///
    /// - Throws: a `UsageError` of `work`, which other images would have too.
    func collect<Answer: Sendable>(
        _ work: @escaping @Sendable (InputImage) throws -> Answer
    ) throws -> (answers: [Answer], skipped: [String]) {
        var (answers, skipped): ([Answer], [String]) = ([], [])
        var bar = ProgressBar(total: images.count)
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
