/// A pooling with the derivative of each window's value.
protocol PoolingDerivative: DifferentiableOperation {
    /// Adds `gradient` times the derivative of the window's value `y` to `target`, whose elements are those of `x`.
    static func distribute(
        _ window: PoolingWindow, _ x: UnsafePointer<Float>, _ y: Float, _ gradient: Float, _ target: UnsafeMutablePointer<Float>)
}

extension PoolingWindow {
    /// Calls `body` with the place of each element in its plane.
    @inline(__always)
    fileprivate func forEach(_ body: (Int) -> Void) {
        for plane in planes {
            for row in rows {
                let line = (plane * inputRows + row) * inputColumns
                for column in columns { body(line + column) }
            }
        }
    }
}

extension PoolingDerivative {
    static var backwardReadsOutputs: Bool { true }

    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        target.clear()
        let volume = try PoolingGeometry(pass.call).volumetric
        let excludesPadding = try pass.call.bool("exclude_padding_from_average", default: false)
        let (x, y, g) = (try pass.floats("x"), pass.outputs[0].floatPointer, try pass.outputGradient().floatPointer)
        let (input, output) = (volume.input, volume.output)
        var next = 0
        for channel in 0..<volume.channels {
            let (source, sink) = (x + channel * input.product(), target.floatPointer + channel * input.product())
            for oz in 0..<output[0] {
                let planes = volume.window(0, oz)
                for oy in 0..<output[1] {
                    let rows = volume.window(1, oy)
                    for ox in 0..<output[2] {
                        let columns = volume.window(2, ox)
                        let inside = planes.inside.count * rows.inside.count * columns.inside.count
                        let window = PoolingWindow(
                            planes: planes.inside, rows: rows.inside, columns: columns.inside, inputRows: input[1],
                            inputColumns: input[2],
                            divisor: max(1, excludesPadding ? inside : planes.padded * rows.padded * columns.padded))
                        distribute(window, source, y[next], g[next], sink)
                        next += 1
                    }
                }
            }
        }
    }
}

extension MaxPooling: PoolingDerivative {
    /// All of it goes to the first element that has the greatest value.
    static func distribute(
        _ window: PoolingWindow, _ x: UnsafePointer<Float>, _ y: Float, _ gradient: Float, _ target: UnsafeMutablePointer<Float>
    ) {
        var isDone = false
        window.forEach { index in
            guard !isDone, x[index] == y else { return }
            target[index] += gradient
            isDone = true
        }
    }
}

extension AveragePooling: PoolingDerivative {
    static func distribute(
        _ window: PoolingWindow, _ x: UnsafePointer<Float>, _ y: Float, _ gradient: Float, _ target: UnsafeMutablePointer<Float>
    ) {
        let share = gradient / Float(window.divisor)
        window.forEach { target[$0] += share }
    }
}

extension L2Pooling: PoolingDerivative {
    static func distribute(
        _ window: PoolingWindow, _ x: UnsafePointer<Float>, _ y: Float, _ gradient: Float, _ target: UnsafeMutablePointer<Float>
    ) {
        guard y > 0 else { return }
        window.forEach { target[$0] += gradient * x[$0] / y }
    }
}
