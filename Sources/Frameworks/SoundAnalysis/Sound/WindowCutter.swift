/// Cuts samples that arrive in parts into overlapping windows.
package struct WindowCutter {
    package let sampleCount: Int
    /// The number of samples from the start of a window to the start of the next one.
    package let hop: Int
    /// The samples from the next window's start on.
    private var pending: [Float] = []
    /// The index of the first pending sample.
    private var start = 0

    /// - Parameter overlap: the part of a window, 0 or more and less than 1, that the next window has in common with it.
    package init(sampleCount: Int, overlap: Double) {
        self.sampleCount = sampleCount
        hop = min(max(Int((Double(sampleCount) * (1 - overlap)).rounded()), 1), sampleCount)
    }

    /// Calls `use` with each window that the samples complete, and with the index of the window's first sample.
    package mutating func append(_ samples: [Float], _ use: (_ start: Int, _ window: ArraySlice<Float>) throws -> Void) rethrows {
        pending += samples
        var place = 0
        defer {
            pending.removeFirst(place)
            start += place
        }
        while pending.count - place >= sampleCount {
            let window = pending[place..<place + sampleCount]
            let first = start + place
            place += hop
            try use(first, window)
        }
    }
}
