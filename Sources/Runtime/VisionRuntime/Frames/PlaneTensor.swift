import CoreMLRuntime

/// A plane as a network's input. Repeated edges extend the plane at the right and at the bottom. Both sides are then multiples of a number.
struct PlaneTensor: ImageTensorSource {
    private let plane: GrayPlane
    let width: Int
    let height: Int

    init(_ plane: GrayPlane, multiple: Int = 1) {
        self.plane = plane
        width = (plane.width + multiple - 1) / multiple * multiple
        height = (plane.height + multiple - 1) / multiple * multiple
    }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let (scale, bias) = (preprocessing.scale, preprocessing.biases.first ?? 0)
        for y in 0..<height {
            let (row, target) = (plane.row(min(y, plane.height - 1)), destination + y * width)
            for x in 0..<plane.width { target[x] = Float(row[x]) * scale + bias }
            let last = target[plane.width - 1]
            for x in plane.width..<width { target[x] = last }
        }
    }
}
