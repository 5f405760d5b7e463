/// A resizing whose results are weighted sums of at most four elements each. The gradient goes back to these elements with the same weights.
protocol ResizingDerivative: PlaneResizing, DifferentiableOperation {}

extension ResizingDerivative {
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let shape = target.shape
        let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
        let size = try size(pass.call)
        let vertical = try line(pass.call, from: height, to: size.height, vertical: true)
        let horizontal = try line(pass.call, from: width, to: size.width, vertical: false)
        let g = try pass.outputGradient().floatPointer
        target.clear()
        for plane in 0..<shape.dropLast(2).product() {
            let (sink, source) = (target.floatPointer + plane * height * width, g + plane * size.height * size.width)
            for row in 0..<size.height {
                let (top, bottom) = (sink + vertical.lower[row] * width, sink + vertical.upper[row] * width)
                let below = vertical.fraction[row]
                for column in 0..<size.width {
                    let (left, right, fraction) = (horizontal.lower[column], horizontal.upper[column], horizontal.fraction[column])
                    let value = source[row * size.width + column]
                    top[left] += value * (1 - below) * (1 - fraction)
                    top[right] += value * (1 - below) * fraction
                    bottom[left] += value * below * (1 - fraction)
                    bottom[right] += value * below * fraction
                }
            }
        }
    }
}

extension UpsampleNearest: ResizingDerivative {}
extension UpsampleBilinear: ResizingDerivative {}
extension ResizeBilinear: ResizingDerivative {}
extension ResizeNearest: ResizingDerivative {}
