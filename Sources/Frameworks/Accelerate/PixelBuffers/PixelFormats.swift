/// The layout of a pixel buffer's pixels in memory.
public protocol PixelFormat {}

/// A pixel format that is known at compile time.
public protocol StaticPixelFormat: PixelFormat {
    /// The number type of a channel.
    associatedtype ComponentType

    /// The number of channels of a pixel.
    static var channelCount: Int { get }
    /// The number of planes that hold the channels.
    static var planeCount: Int { get }
}

extension StaticPixelFormat {
    /// The number of bits of a component.
    public static var bitCountPerComponent: Int { 8 * MemoryLayout<ComponentType>.stride }
    /// The number of bits of a pixel, in all planes together.
    public static var bitCountPerPixel: Int { channelCount * bitCountPerComponent }

    /// The number of interleaved channels in a plane.
    static var channelsPerPlane: Int { channelCount / planeCount }
}

/// A format with one plane, in which the channels of a pixel are interleaved.
public protocol SinglePlanePixelFormat: StaticPixelFormat {}

extension SinglePlanePixelFormat {
    /// The number of planes: one.
    public static var planeCount: Int { 1 }
}

/// A format with a plane for each channel.
public protocol MultiplePlanePixelFormat: StaticPixelFormat {
    /// The format of a plane.
    associatedtype PlanarPixelFormat: SinglePlanePixelFormat where PlanarPixelFormat.ComponentType == ComponentType
}

extension MultiplePlanePixelFormat {
    /// The number of planes: one for each channel.
    public static var planeCount: Int { channelCount }
}

/// A format with one plane, in which several channels are interleaved. The channels can be separated into planes.
public protocol InterleavedPixelFormat: SinglePlanePixelFormat {
    /// The format of a single channel.
    associatedtype PlanarPixelFormat: SinglePlanePixelFormat where PlanarPixelFormat.ComponentType == ComponentType
}

extension vImage {
    /// A single channel of 8 bits.
    public enum Planar8: SinglePlanePixelFormat {
        public typealias ComponentType = UInt8
        public static var channelCount: Int { 1 }
    }

    /// A single channel of unsigned 16-bit integers.
    public enum Planar16U: SinglePlanePixelFormat {
        public typealias ComponentType = UInt16
        public static var channelCount: Int { 1 }
    }

    /// A single channel of 16-bit floating-point numbers, stored as their bit patterns.
    public enum Planar16F: SinglePlanePixelFormat {
        public typealias ComponentType = Pixel_16F
        public static var channelCount: Int { 1 }
    }

    /// A single channel of 32-bit floating-point numbers.
    public enum PlanarF: SinglePlanePixelFormat {
        public typealias ComponentType = Float
        public static var channelCount: Int { 1 }
    }

    /// Two interleaved channels of 8 bits.
    public enum Interleaved8x2: InterleavedPixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 2 }
    }

    /// Three interleaved channels of 8 bits.
    public enum Interleaved8x3: InterleavedPixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 3 }
    }

    /// Four interleaved channels of 8 bits.
    public enum Interleaved8x4: InterleavedPixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 4 }
    }

    /// Two interleaved channels of 32-bit floating-point numbers.
    public enum InterleavedFx2: InterleavedPixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 2 }
    }

    /// Three interleaved channels of 32-bit floating-point numbers.
    public enum InterleavedFx3: InterleavedPixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 3 }
    }

    /// Four interleaved channels of 32-bit floating-point numbers.
    public enum InterleavedFx4: InterleavedPixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 4 }
    }

    /// Two planes of 8 bits.
    public enum Planar8x2: MultiplePlanePixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 2 }
    }

    /// Three planes of 8 bits.
    public enum Planar8x3: MultiplePlanePixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 3 }
    }

    /// Four planes of 8 bits.
    public enum Planar8x4: MultiplePlanePixelFormat {
        public typealias ComponentType = UInt8
        public typealias PlanarPixelFormat = Planar8
        public static var channelCount: Int { 4 }
    }

    /// Two planes of 32-bit floating-point numbers.
    public enum PlanarFx2: MultiplePlanePixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 2 }
    }

    /// Three planes of 32-bit floating-point numbers.
    public enum PlanarFx3: MultiplePlanePixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 3 }
    }

    /// Four planes of 32-bit floating-point numbers.
    public enum PlanarFx4: MultiplePlanePixelFormat {
        public typealias ComponentType = Float
        public typealias PlanarPixelFormat = PlanarF
        public static var channelCount: Int { 4 }
    }
}
