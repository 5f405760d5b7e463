import AVFoundation
import CoreMedia
import Foundation

/// A request that was added to an analyzer, with its observer and the samples that are not analyzed yet.
final class RequestRun {
    let request: SNClassifySoundRequest
    private weak var observer: (any SNResultsObserving)?
    private let converter: MonoConverter
    private var cutter: WindowCutter
    /// The overlap of the windows when the request was added.
    private let overlap: Double
    /// The time of the first sample.
    private var origin = CMTime.zero
    /// Whether a buffer could not be converted. The rest of the sound is then left out.
    private var hasFailed = false

    /// - Throws: ``SNError`` if the request is of an unknown type, or the format cannot be converted.
    init(_ request: any SNRequest, _ observer: any SNResultsObserving, format: AVAudioFormat) throws {
        guard let request = request as? SNClassifySoundRequest else {
            throw SNError(.operationFailed, "an analyzer performs requests of the class SNClassifySoundRequest, not \(type(of: request))")
        }
        (self.request, self.observer, overlap) = (request, observer, request.overlapFactor)
        converter = try MonoConverter(from: format, rate: request.model.sampleRate)
        cutter = WindowCutter(sampleCount: request.model.sampleCount, overlap: overlap)
    }

    /// Begins another sound.
    ///
    /// - Parameter origin: the time of its first sample.
    func begin(at origin: CMTime) {
        converter.reset()
        cutter = WindowCutter(sampleCount: request.model.sampleCount, overlap: overlap)
        (self.origin, hasFailed) = (origin, false)
    }

    func append(_ buffer: AVAudioBuffer) { analyze { try converter.append(buffer) } }

    /// Analyzes the last samples. Samples that do not fill a window are left out.
    func finish() {
        analyze { try converter.finish() }
        if !hasFailed { observer?.requestDidComplete(request) }
    }

    /// Tells the observer that the request failed.
    func fail(_ error: any Error) {
        hasFailed = true
        observer?.request(request, didFailWithError: error)
    }

    private func analyze(_ samples: () throws -> [Float]) {
        guard !hasFailed else { return }
        do {
            let model = request.model
            let rate = Int32(model.sampleRate)
            try cutter.append(samples()) { start, window in
                do {
                    let probabilities = try model.classify(window)
                    let range = CMTimeRange(start: origin + CMTime(value: Int64(start), timescale: rate), duration: model.windowDuration)
                    observer?.request(request, didProduce: SNClassificationResult(probabilities, range))
                } catch {
                    // The error is about this window. The next ones may be classified.
                    observer?.request(request, didFailWithError: error)
                }
            }
        } catch {
            fail(error)
        }
    }
}

extension [RequestRun] {
    /// Removes a request, wherever it was added.
    mutating func remove(_ request: any SNRequest) { removeAll { $0.request === request } }
}
