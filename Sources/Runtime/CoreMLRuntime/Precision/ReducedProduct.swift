/// A product that a plan computes in reduced precision.
package struct ReducedProduct: Sendable, Hashable {
    /// The name of the product's operation.
    package var name: String
    /// The number of its multiplications.
    package var work: Int
}

extension Graph {
    /// The largest number of rows for which a product reads the weights in the form of the model's file. It then computes in float32.
    private static let rowsOfQuantizedProduct = 15

    /// Whether a plan of reduced precision computes the node with rounded factors.
    func isReduced(_ node: Node) -> Bool {
        guard node.isProduct, !node.isExact else { return false }
        switch node.kind {
        case .convolution(let convolution): return !convolution.isVectorProduct(shape(node.inputs[0]))
        case .product(let product): return product.weights.stored == nil || rows(node, product) > Self.rowsOfQuantizedProduct
        case .attention(let attention): return attention.fitsAMX
        default: return true
        }
    }

    private func rows(_ node: Node, _ product: ProductNode) -> Int {
        values[node.inputs[0]].type.count / max(product.inputCount, 1)
    }

    /// The nodes that compute with rounded factors, in order.
    var productsOfReducedPrecision: [ReducedProduct] {
        nodes.filter(isReduced).map { ReducedProduct(name: $0.name, work: multiplications($0)) }
    }

    private func multiplications(_ node: Node) -> Int {
        let result = values[node.outputs[0]].type.count
        let factors =
            switch node.kind {
            case .convolution(let convolution) where convolution.shape.transposed:
                // Every number of the input is multiplied with the weights of its channel.
                (values[node.inputs[0]].type.count, convolution.weights.count / max(convolution.weights.shape[0], 1))
            case .convolution(let convolution): (result, convolution.weights.count / max(convolution.weights.shape[0], 1))
            case .product(let product): (result, product.inputCount)
            case .matrixProduct(let product):
                (result, shape(node.inputs[0]).dropLast(product.transposesFirst ? 1 : 0).last ?? 1)
            case .attention: (result, 2 * (shape(node.inputs[1]).dropLast().last ?? 1))
            case .dynamicConvolution:
                (result, shape(node.inputs[1]).dropFirst().reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue })
            default: (0, 0)
            }
        let (work, isLarge) = factors.0.multipliedReportingOverflow(by: factors.1)
        return isLarge ? .max : work
    }
}
