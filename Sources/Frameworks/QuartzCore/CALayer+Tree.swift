import CoreGraphics

extension CALayer {
    /// Puts a layer in front of the others in this one. It leaves the layer that it was in.
    public func addSublayer(_ layer: CALayer) { insertSublayer(layer, at: UInt32(clamping: children.count)) }

    /// Puts a layer at a place among those in this one, counted from the back.
    public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        guard !isInside(layer) else { return }
        layer.removeFromSuperlayer()
        children.insert(layer, at: min(Int(idx), children.count))
        layer.superlayer = self
        setNeedsLayout()
    }

    /// Puts a layer right behind another one; behind all where that is not in this one.
    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(clamping: children.firstIndex { $0 === sibling } ?? 0))
    }

    /// Puts a layer right in front of another one; in front of all where that is not in this one.
    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(clamping: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count))
    }

    /// Puts a layer in another one's place. Where that is not in this one nothing changes.
    public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, children.contains(where: { $0 === oldLayer }) else { return }
        insertSublayer(newLayer, above: oldLayer)
        oldLayer.removeFromSuperlayer()
    }

    /// Takes the layer out of the one that it is in.
    public func removeFromSuperlayer() {
        superlayer?.children.removeAll { $0 === self }
        superlayer?.setNeedsLayout()
        superlayer = nil
    }

    /// Whether this layer is another one, or in it.
    private func isInside(_ layer: CALayer) -> Bool {
        var place: CALayer? = self
        while let current = place {
            if current === layer { return true }
            place = current.superlayer
        }
        return false
    }

    // MARK: Coordinates

    /// From this layer's coordinates to those of the outermost layer.
    private var toRoot: CGAffineTransform {
        var (transform, place) = (CGAffineTransform.identity, self as CALayer?)
        while let layer = place {
            transform = transform.concatenating(layer.toSuperlayer)
            place = layer.superlayer
        }
        return transform
    }

    /// From another layer's coordinates to this layer's; from the superlayer's for `nil`.
    private func transform(from layer: CALayer?) -> CGAffineTransform {
        layer.map { $0.toRoot.concatenating(toRoot.inverted()) } ?? toSuperlayer.inverted()
    }

    /// A point of another layer's coordinates in this one's; of the superlayer's coordinates for `nil`.
    public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { p.applying(transform(from: l)) }
    /// A point of this layer's coordinates in another one's; in the superlayer's for `nil`.
    public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { p.applying(transform(from: l).inverted()) }
    /// The smallest rectangle in this layer around one of another layer.
    public func convert(_ r: CGRect, from l: CALayer?) -> CGRect { r.applying(transform(from: l)) }
    /// The smallest rectangle in another layer around one of this layer.
    public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { r.applying(transform(from: l).inverted()) }

    /// Whether a point, in this layer's coordinates, is in the bounds.
    public func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    /// The innermost layer in front at a point, in the superlayer's coordinates; `nil` for none. Hidden layers are not hit.
    public func hitTest(_ p: CGPoint) -> CALayer? {
        let own = p.applying(toSuperlayer.inverted())
        guard !isHidden, opacity > 0, !masksToBounds || contains(own) else { return nil }
        return inFront.reversed().lazy.compactMap { $0.hitTest(own) }.first ?? (contains(own) ? self : nil)
    }

    /// The layers in this one in the order in which they are drawn.
    var inFront: [CALayer] {
        children.enumerated().sorted { ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset) }.map(\.element)
    }
}
