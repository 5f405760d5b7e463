import CoreMLRuntime

extension MLTensor {
    /// The matrix product over the last two dimensions. Leading dimensions are broadcast. A vector on the left is taken as a row, and a vector on the
    /// right as a column. The dimension that this adds is removed from the result. The product is computed in float32, or as the task's
    /// `MLComputePolicy` allows.
    public func matmul(_ other: MLTensor) -> MLTensor {
        let factors = MLTensor.promoted([self, other])
        let type = factors[0].storage.scalar
        let (x, y) = (factors[0].converted(to: .float32), factors[1].converted(to: .float32))
        let product =
            x.scalarCount * (y.shape.last ?? 1) >= MLTensor.plannedProductSize
            ? x.plannedProduct(y) : x.applying("matmul", ["y": y.argument])
        return product.converted(to: type == .bool ? .int32 : type)
    }

    /// The least number of multiplications for which preparing a fast kernel saves time.
    private static let plannedProductSize = 1 << 18

    private func plannedProduct(_ other: MLTensor) -> MLTensor {
        do {
            var builder = ProgramBuilder(reserving: ["product"])
            let arguments = [
                "x": try builder.input("x", storage.type), "y": try builder.input("y", other.storage.type),
            ]
            let product = try builder.emitOne("matmul", arguments, output: "product")
            let function = try builder.finish(outputs: [("product", product)])
            let options = MLComputePolicy.current.allowsReducedPrecision ? PlanOptions.fastest : PlanOptions()
            return MLTensor(try Plan(function, options: options).run([storage, other.storage])[0])
        } catch {
            MLTensor.misuse("\(error)")
        }
    }
}
