/// A picture that resembles a photograph. It has a sky above a ground, objects with sharp edges in other colours, and a texture over
/// everything. The contrast of the texture grows with its size, as in nature. The picture is the same in every process.
struct ProbePicture: ImageTensorSource {
    /// The light on the picture.
    enum Light: Int, CaseIterable {
        case day
        /// A tenth of the light.
        case night
        /// A negative with three times the contrast, in which some colours lose their shades, as in drawings.
        case drawing
    }

    let width: Int
    let height: Int
    let light: Light
    /// The colours of the picture; `nil` if it is too large to be kept.
    private let scene: ProbeScene?

    /// The longest side of a picture, in pixels.
    private static let largest = 1 << 14

    /// A picture of a size; `nil` for a size that no image has.
    init?(width: some BinaryInteger, height: some BinaryInteger, light: Light = .day) {
        (self.width, self.height, self.light) = (Int(clamping: width), Int(clamping: height), light)
        guard 1...Self.largest ~= self.width, 1...Self.largest ~= self.height else { return nil }
        scene = ProbeScene.shared(width: self.width, height: self.height)
    }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let order =
            switch preprocessing.channels {
            case .rgb: [0, 1, 2]
            case .bgr: [2, 1, 0]
            case .gray: [3]
            }
        let (width, count) = (width, width * height)
        // The threads write different elements.
        nonisolated(unsafe) let destination = destination
        ParallelLoop.run(count, threads: Threads.limit) { range in
            for index in range {
                let color = lit(scene?.colors[index] ?? ProbeScene.color(index % width, index / width, width, height))
                for (plane, channel) in order.enumerated() {
                    destination[plane * count + index] = color[channel] * preprocessing.scale + preprocessing.biases[plane]
                }
            }
        }
    }

    /// A colour in this light: red, green, blue and gray, as whole numbers of 0…255.
    private func lit(_ color: ProbeScene.Color) -> ProbeScene.Color {
        var color = color
        switch light {
        case .day: break
        case .night: color *= 0.1
        case .drawing: color = 127.5 - 3 * (color - 127.5)
        }
        for channel in 0..<3 { color[channel] = min(max(color[channel], 0), 255).rounded(.toNearestOrEven) }
        color.w = (0.299 * color.x + 0.587 * color.y + 0.114 * color.z).rounded()
        return color
    }
}
