import CoreMedia
import CoreVideo
import Testing
import TestSupport

/// Films of objects on parabolas before a scene that stands still, with a camera's noise.
struct RenderedFlights {
    let width: Int
    let height: Int
    /// Frames a second.
    static let rate = 60
    private let scene: [[UInt8]]

    /// An object that is seen from a frame on. Places are in pixels, origin at the top left, velocities and accelerations per frame.
    struct Throw {
        var first = 10
        var last = Int.max
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>
        var gravity = 0.15
        var radius = 6.0
        var brightness = 250.0

        func place(_ frame: Int) -> SIMD2<Double>? {
            guard frame >= first, frame <= last else { return nil }
            let time = Double(frame - first)
            return place + velocity * time + SIMD2(0, gravity * time * time / 2)
        }
    }

    /// - Parameter noise: the standard deviation of a pixel.
    init(width: Int = 320, height: Int = 240, noise: Double = 3, seed: Int = 1) {
        self.width = width
        self.height = height
        var random = SplitMix64(seed: seed)
        var picture = [Double](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { picture[y * width + x] = 100 + 40 * Double((x / 40 + y / 30) % 2) + Double(x) / 8 }
        }
        // A few pictures with noise stand for all: no two frames in a row show the same.
        scene = (0..<8).map { _ in
            picture.map { value in
                let sum = (0..<3).reduce(0.0) { total, _ in total + Double.random(in: -0.5...0.5, using: &random) }
                return UInt8(min(max((value + 2 * noise * sum).rounded(), 0), 255))
            }
        }
    }

    /// A frame as a camera gives it.
    func frame(_ number: Int, _ throwsShown: [Throw]) throws -> CMSampleBuffer {
        try sample(pixels(number, throwsShown), time: CMTime(value: CMTimeValue(number), timescale: CMTimeScale(Self.rate)))
    }

    func pixels(_ number: Int, _ throwsShown: [Throw]) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_OneComponent8, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let background = scene[number * 5 % scene.count]
        for y in 0..<height {
            background.withUnsafeBufferPointer { (base + y * stride).update(from: $0.baseAddress! + y * width, count: width) }
        }
        for shown in throwsShown {
            guard let place = shown.place(number) else { continue }
            draw(shown, at: place, base, stride)
        }
        return buffer
    }

    func sample(_ buffer: CVPixelBuffer, time: CMTime) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    /// A disc whose border is as soft as a pixel is wide.
    private func draw(_ shown: Throw, at place: SIMD2<Double>, _ base: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        let reach = shown.radius + 1
        let left = max(Int(place.x - reach), 0), right = min(Int(place.x + reach), width - 1)
        let top = max(Int(place.y - reach), 0), bottom = min(Int(place.y + reach), height - 1)
        guard left <= right, top <= bottom else { return }
        for y in top...bottom {
            for x in left...right {
                let dx = Double(x) + 0.5 - place.x, dy = Double(y) + 0.5 - place.y
                let share = min(max(shown.radius + 0.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
                let pixel = base + y * stride + x
                pixel.pointee = UInt8(Double(pixel.pointee) * (1 - share) + shown.brightness * share)
            }
        }
    }

    /// a, b and c of the parabola in normalised coordinates, origin at the lower left.
    func coefficients(_ shown: Throw) -> SIMD3<Double> {
        // y = p + q (x - m) + r (x - m)² in pixels from the top.
        let q = shown.velocity.y / shown.velocity.x, r = shown.gravity / (2 * shown.velocity.x * shown.velocity.x)
        let w = Double(width), h = Double(height), m = shown.place.x
        return SIMD3(-r * w * w / h, -(q - 2 * r * m) * w / h, 1 - (shown.place.y - q * m + r * m * m) / h)
    }
}
