import CoreGraphics

extension CALayer {
    /// Adds a layer in front of the other sublayers. The layer is first removed from its former superlayer.
    public func addSublayer(_ layer: CALayer) { insertSublayer(layer, at: UInt32(clamping: children.count)) }

    /// Inserts a layer at a position among the sublayers, counted from the back.
    public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        guard !isInside(layer) else { return }
        layer.removeFromSuperlayer()
        children.insert(layer, at: min(Int(idx), children.count))
        layer.superlayer = self
        setNeedsLayout()
    }

    /// Inserts a layer directly behind `sibling`. If `sibling` is not a sublayer, the layer is inserted behind all sublayers.
    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(clamping: children.firstIndex { $0 === sibling } ?? 0))
    }

    /// Inserts a layer directly in front of `sibling`. If `sibling` is not a sublayer, the layer is inserted in front of all sublayers.
    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(clamping: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count))
    }

    /// Replaces the sublayer `oldLayer` with `newLayer`. If `oldLayer` is not a sublayer, nothing changes.
    public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, children.contains(where: { $0 === oldLayer }) else { return }
        insertSublayer(newLayer, above: oldLayer)
        oldLayer.removeFromSuperlayer()
    }

    /// Removes the layer from its superlayer.
    public func removeFromSuperlayer() {
        superlayer?.children.removeAll { $0 === self }
        superlayer?.setNeedsLayout()
        superlayer = nil
    }

    /// Whether this layer is `layer` or one of its descendants.
    private func isInside(_ layer: CALayer) -> Bool {
        var place: CALayer? = self
        while let current = place {
            if current === layer { return true }
            place = current.superlayer
        }
        return false
    }

    // MARK: Coordinates

    /// The transform from this layer's coordinates to the outermost layer's coordinates.
    private var toRoot: CGAffineTransform {
        var (transform, place) = (CGAffineTransform.identity, self as CALayer?)
        while let layer = place {
            transform = transform.concatenating(layer.toSuperlayer)
            place = layer.superlayer
        }
        return transform
    }

    /// The transform from another layer's coordinates to this layer's coordinates. With `nil`, it is the transform from the superlayer's
    /// coordinates.
    private func transform(from layer: CALayer?) -> CGAffineTransform {
        layer.map { $0.toRoot.concatenating(toRoot.inverted()) } ?? toSuperlayer.inverted()
    }

    /// Converts a point from another layer's coordinates to this layer's coordinates. `nil` stands for the superlayer.
    public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { p.applying(transform(from: l)) }
    /// Converts a point from this layer's coordinates to another layer's coordinates. `nil` stands for the superlayer.
    public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { p.applying(transform(from: l).inverted()) }
    /// Converts a rectangle from another layer's coordinates to this layer's coordinates. The result is the bounding box of the transformed
    /// rectangle. `nil` stands for the superlayer.
    public func convert(_ r: CGRect, from l: CALayer?) -> CGRect { r.applying(transform(from: l)) }
    /// Converts a rectangle from this layer's coordinates to another layer's coordinates. The result is the bounding box of the transformed
    /// rectangle. `nil` stands for the superlayer.
    public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { r.applying(transform(from: l).inverted()) }

    /// Whether a point, in this layer's coordinates, is in the bounds.
    public func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    /// The frontmost and most deeply nested layer at a point; `nil` if there is none. The point is in the superlayer's coordinates. Hidden layers are
    /// ignored.
    public func hitTest(_ p: CGPoint) -> CALayer? {
        let own = p.applying(toSuperlayer.inverted())
        guard !isHidden, opacity > 0, !masksToBounds || contains(own) else { return nil }
        return inFront.reversed().lazy.compactMap { $0.hitTest(own) }.first ?? (contains(own) ? self : nil)
    }

    /// The sublayers in drawing order, from back to front.
    var inFront: [CALayer] {
        children.enumerated().sorted { ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset) }.map(\.element)
    }
}
