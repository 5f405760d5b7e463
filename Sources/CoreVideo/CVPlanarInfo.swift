import CoreGraphics

/// Where a component of a planar buffer starts and how far its rows are apart, as big-endian numbers in the memory of such buffers.
public struct CVPlanarComponentInfo: Hashable, Sendable {
    public var offset: Int32
    public var rowBytes: UInt32

    public init() { self.init(offset: 0, rowBytes: 0) }
    public init(offset: Int32, rowBytes: UInt32) {
        self.offset = offset
        self.rowBytes = rowBytes
    }
}

/// The description of a buffer with one component.
public struct CVPlanarPixelBufferInfo: Hashable, Sendable {
    public var componentInfo: CVPlanarComponentInfo

    public init() { self.init(componentInfo: CVPlanarComponentInfo()) }
    public init(componentInfo: CVPlanarComponentInfo) { self.componentInfo = componentInfo }
}

/// The description of a buffer with planes of Y′, Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrPlanar: Hashable, Sendable {
    public var componentInfoY: CVPlanarComponentInfo
    public var componentInfoCb: CVPlanarComponentInfo
    public var componentInfoCr: CVPlanarComponentInfo

    public init() {
        self.init(
            componentInfoY: CVPlanarComponentInfo(), componentInfoCb: CVPlanarComponentInfo(), componentInfoCr: CVPlanarComponentInfo())
    }
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCb: CVPlanarComponentInfo, componentInfoCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCb = componentInfoCb
        self.componentInfoCr = componentInfoCr
    }
}

/// The description of a buffer with a plane of Y′ and one of Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrBiPlanar: Hashable, Sendable {
    public var componentInfoY: CVPlanarComponentInfo
    public var componentInfoCbCr: CVPlanarComponentInfo

    public init() { self.init(componentInfoY: CVPlanarComponentInfo(), componentInfoCbCr: CVPlanarComponentInfo()) }
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCbCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCbCr = componentInfoCbCr
    }
}
