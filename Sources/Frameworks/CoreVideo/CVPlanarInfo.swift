import CoreGraphics

/// The offset of a planar buffer's component and its bytes per row, stored as big-endian numbers in the buffer's memory.
public struct CVPlanarComponentInfo: Hashable, Sendable {
    /// The bytes from this description to the component.
    public var offset: Int32
    /// The bytes from a row to the next.
    public var rowBytes: UInt32

    /// Offset and distance of 0.
    public init() { self.init(offset: 0, rowBytes: 0) }
    /// Offset and distance in bytes.
    public init(offset: Int32, rowBytes: UInt32) {
        self.offset = offset
        self.rowBytes = rowBytes
    }
}

/// The description of a buffer with one component.
public struct CVPlanarPixelBufferInfo: Hashable, Sendable {
    /// Where the component is.
    public var componentInfo: CVPlanarComponentInfo

    /// A description that is all 0.
    public init() { self.init(componentInfo: CVPlanarComponentInfo()) }
    /// The description of where the component is.
    public init(componentInfo: CVPlanarComponentInfo) { self.componentInfo = componentInfo }
}

/// The description of a buffer with three planes: Y′, Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrPlanar: Hashable, Sendable {
    /// Where Y′ is.
    public var componentInfoY: CVPlanarComponentInfo
    /// Where Cb is.
    public var componentInfoCb: CVPlanarComponentInfo
    /// Where Cr is.
    public var componentInfoCr: CVPlanarComponentInfo

    /// A description that is all 0.
    public init() {
        self.init(
            componentInfoY: CVPlanarComponentInfo(), componentInfoCb: CVPlanarComponentInfo(), componentInfoCr: CVPlanarComponentInfo())
    }
    /// The description of where the three components are.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCb: CVPlanarComponentInfo, componentInfoCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCb = componentInfoCb
        self.componentInfoCr = componentInfoCr
    }
}

/// The description of a buffer with two planes: Y′, and interleaved Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrBiPlanar: Hashable, Sendable {
    /// Where Y′ is.
    public var componentInfoY: CVPlanarComponentInfo
    /// Where Cb and Cr are, in turn.
    public var componentInfoCbCr: CVPlanarComponentInfo

    /// A description that is all 0.
    public init() { self.init(componentInfoY: CVPlanarComponentInfo(), componentInfoCbCr: CVPlanarComponentInfo()) }
    /// The description of where Y′, and Cb and Cr are.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCbCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCbCr = componentInfoCbCr
    }
}
