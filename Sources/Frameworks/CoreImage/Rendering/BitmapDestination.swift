import CoreGraphics

extension CIFormat {
    /// The storage of the format's pixels: a raster layout, or some of the components of an RGBA layout.
    enum Storage {
        case layout(PixelLayout)
        case components([Int], of: PixelLayout)
    }

    var storage: Storage? {
        switch self {
        case .RGBA8: .layout(.rgba8)
        case .BGRA8: .layout(.bgra8)
        case .ARGB8: .layout(.argb8)
        case .ABGR8: .layout(.abgr8)
        case .RGBA16: .layout(.rgba16)
        case .RGBAh: .layout(.rgbaHalf)
        case .RGBAf: .layout(.rgbaFloat)
        case .L8: .layout(.gray8)
        case .L16: .layout(.gray16)
        case .Lh: .layout(.grayHalf)
        case .Lf: .layout(.grayFloat)
        case .LA8: .layout(.grayAlpha8)
        case .R8: .components([0], of: .rgba8)
        case .R16: .components([0], of: .rgba16)
        case .Rh: .components([0], of: .rgbaHalf)
        case .Rf: .components([0], of: .rgbaFloat)
        case .RG8: .components([0, 1], of: .rgba8)
        case .RG16: .components([0, 1], of: .rgba16)
        case .RGh: .components([0, 1], of: .rgbaHalf)
        case .RGf: .components([0, 1], of: .rgbaFloat)
        case .A8: .components([3], of: .rgba8)
        case .A16: .components([3], of: .rgba16)
        case .Ah: .components([3], of: .rgbaHalf)
        case .Af: .components([3], of: .rgbaFloat)
        default: nil
        }
    }

    /// The number of bytes per pixel; `nil` if the format cannot be written.
    var bytesPerPixel: Int? {
        switch storage {
        case .layout(let layout): layout.bytesPerPixel
        case .components(let components, let layout): components.count * layout.bytesPerComponent
        case nil: nil
        }
    }

    /// The raster layout of the format, for raw bytes; `nil` if there is none.
    var layout: PixelLayout? {
        switch storage {
        case .layout(let layout): layout
        case .components([0], of: .rgba8), .components([3], of: .rgba8): .gray8
        case .components([0], of: .rgba16), .components([3], of: .rgba16): .gray16
        case .components([0], of: .rgbaHalf), .components([3], of: .rgbaHalf): .grayHalf
        case .components([0], of: .rgbaFloat), .components([3], of: .rgbaFloat): .grayFloat
        default: nil
        }
    }
}

extension MutableRaster {
    /// A part of the raster. `nil` if the layout cannot be split there because pairs of pixels share their chroma.
    func part(x: Int, y: Int, width: Int, height: Int) -> MutableRaster? {
        var parts: [Plane] = []
        for (index, plane) in planes.enumerated() {
            if layout.planeCount == 1 {
                parts.append(Plane(base: plane.base + y * plane.bytesPerRow + x * layout.bytesPerPixel, bytesPerRow: plane.bytesPerRow))
            } else {
                guard x % 2 == 0, y % 2 == 0, width % 2 == 0 || x + width == self.width, height % 2 == 0 || y + height == self.height else {
                    return nil
                }
                let offset = index == 0 ? y * plane.bytesPerRow + x : y / 2 * plane.bytesPerRow + x
                parts.append(Plane(base: plane.base + offset, bytesPerRow: plane.bytesPerRow))
            }
        }
        return MutableRaster(
            width: width, height: height, layout: layout, alpha: alpha, planes: parts, colorSpace: colorSpace, matrix: matrix, owner: owner)
    }

    /// Sets every byte to zero, or Y′CbCr to black.
    func clear() throws {
        guard planes.count == 1 else {
            let black = try MutableRaster(allocating: .rgb8, width: 1, height: 1).raster
            return try resample(black, .fill(sourceWidth: 1, sourceHeight: 1, outputWidth: width, outputHeight: height), into: self)
        }
        for row in 0..<height {
            (planes[0].base + row * planes[0].bytesPerRow).initializeMemory(
                as: UInt8.self, repeating: 0, count: width * layout.bytesPerPixel)
        }
    }
}
