import CoreGraphics

/// The offset and the bytes per row of a component of a planar buffer. They are stored as big-endian numbers in the buffer's memory.
public struct CVPlanarComponentInfo: Hashable, Sendable {
    /// The number of bytes from the address of this structure to the component.
    public var offset: Int32
    /// The number of bytes from one row to the next.
    public var rowBytes: UInt32

    /// A description with an offset and a row size of 0.
    public init() { self.init(offset: 0, rowBytes: 0) }
    /// A description with an offset and a row size in bytes.
    public init(offset: Int32, rowBytes: UInt32) {
        self.offset = offset
        self.rowBytes = rowBytes
    }
}

/// The description of a buffer with one component.
public struct CVPlanarPixelBufferInfo: Hashable, Sendable {
    /// The location of the component.
    public var componentInfo: CVPlanarComponentInfo

    /// A description in which all values are 0.
    public init() { self.init(componentInfo: CVPlanarComponentInfo()) }
    /// A description with the location of the component.
    public init(componentInfo: CVPlanarComponentInfo) { self.componentInfo = componentInfo }
}

/// The description of a buffer with three planes: Y′, Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrPlanar: Hashable, Sendable {
    /// The location of Y′.
    public var componentInfoY: CVPlanarComponentInfo
    /// The location of Cb.
    public var componentInfoCb: CVPlanarComponentInfo
    /// The location of Cr.
    public var componentInfoCr: CVPlanarComponentInfo

    /// A description in which all values are 0.
    public init() {
        self.init(
            componentInfoY: CVPlanarComponentInfo(), componentInfoCb: CVPlanarComponentInfo(), componentInfoCr: CVPlanarComponentInfo())
    }
    /// A description with the locations of the three components.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCb: CVPlanarComponentInfo, componentInfoCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCb = componentInfoCb
        self.componentInfoCr = componentInfoCr
    }
}

/// The description of a buffer with two planes: Y′, and interleaved Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrBiPlanar: Hashable, Sendable {
    /// The location of Y′.
    public var componentInfoY: CVPlanarComponentInfo
    /// The location of the interleaved Cb and Cr.
    public var componentInfoCbCr: CVPlanarComponentInfo

    /// A description in which all values are 0.
    public init() { self.init(componentInfoY: CVPlanarComponentInfo(), componentInfoCbCr: CVPlanarComponentInfo()) }
    /// A description with the locations of Y′, and of Cb and Cr.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCbCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCbCr = componentInfoCbCr
    }
}
