/// A part of Osprey that reads what may come from anyone, as a function of bytes. Errors are answers; a trap is a finding.
public struct FuzzTarget: Sendable {
    /// The name of the target, and of its seeds in `Fuzz/Corpus`.
    public let name: String
    public let run: @Sendable (UnsafeBufferPointer<UInt8>) -> Void

    public static let all: [FuzzTarget] = [
        FuzzTarget(name: "model", run: fuzzModel), FuzzTarget(name: "weights", run: fuzzWeights), FuzzTarget(name: "text", run: fuzzText),
        FuzzTarget(name: "images", run: fuzzImages), FuzzTarget(name: "json", run: fuzzJSON), FuzzTarget(name: "frames", run: fuzzFrames),
        FuzzTarget(name: "requests", run: fuzzRequests), FuzzTarget(name: "boxes", run: fuzzBoxes),
        FuzzTarget(name: "sessions", run: fuzzSessions), FuzzTarget(name: "pdf", run: fuzzPDF),
    ]
}
