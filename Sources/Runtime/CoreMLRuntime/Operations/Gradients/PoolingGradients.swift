/// A pooling with the derivative of each window's value.
protocol PoolingDerivative: DifferentiableOperation {
    /// Adds `gradient` times the derivative of the window's value `y` to `target`, which has an element for each element of `x`.
    static func distribute(
        _ window: PoolingWindow, _ x: UnsafePointer<Float>, _ y: Float, _ gradient: Float, _ target: UnsafeMutablePointer<Float>)
}

extension PoolingWindow {
    /// Calls `body` with the index of each element in its plane.
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
        let inputs = volume.input.product()
        volume.forEachWindow(excludesPadding: excludesPadding) { channel, place, window in
            distribute(window, x + channel * inputs, y[place], g[place], target.floatPointer + channel * inputs)
        }
    }
}

extension MaxPooling: PoolingDerivative {
    /// Gives the whole gradient to the first element with the largest value.
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
