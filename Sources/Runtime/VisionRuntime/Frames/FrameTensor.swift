import CoreGraphics
import CoreML
import CoreMLRuntime

/// A part of a frame as the input of a model. It is converted from stored pixels to the tensor in one pass.
package struct FrameTensor: ImageTensorSource {
    package let frame: Frame
    package let crop: CropAndScale

    package init(frame: Frame, crop: CropAndScale) {
        self.frame = frame
        self.crop = crop
    }

    package var width: Int { Int(crop.inputSize.width) }
    package var height: Int { Int(crop.inputSize.height) }

    package func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        guard frame.isShared(FrameDemand(crop)) else {
            return try frame.render(crop, into: destination, preprocessing)
        }
        // If several models use the same part, its tensor is made once and copied.
        let tensor = try frame.tensor(crop, preprocessing)
        tensor.elements.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { destination.update(from: base, count: elements.count) }
        }
    }
}

/// An image as a network's input. The layout is channels, rows, columns.
package struct PlanarTensor: Sendable {
    package let channels: Int
    package let width: Int
    package let height: Int
    package let elements: [Float]
}

extension Frame {
    /// A part of the image as a planar tensor. It is made once for each crop and preprocessing.
    package func tensor(_ crop: CropAndScale, _ preprocessing: ImagePreprocessing) throws -> PlanarTensor {
        try derivatives.value(TensorKey(crop: crop, preprocessing: preprocessing)) {
            let (width, height) = (Int(crop.inputSize.width), Int(crop.inputSize.height))
            let channels = preprocessing.channels.count
            let elements = try [Float](unsafeUninitializedCapacity: channels * width * height) { buffer, count in
                if let base = buffer.baseAddress { try render(crop, into: base, preprocessing) }
                count = buffer.count
            }
            return PlanarTensor(channels: channels, width: width, height: height, elements: elements)
        }
    }

    /// Writes a part of the image into a planar tensor, in one pass over the pixels.
    ///
    /// - Parameter tensor: the values of the crop's input size, in the layout channels, rows, columns.
    package func render(_ crop: CropAndScale, into tensor: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        try withPixels(crop.geometry(orientation: orientation)) { raster, geometry in
            try RasterTensor(raster, geometry).write(to: tensor, preprocessing)
        }
    }
}

private struct TensorKey: Hashable {
    let crop: CropAndScale
    let preprocessing: ImagePreprocessing
}
