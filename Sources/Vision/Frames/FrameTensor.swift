import CoreGraphics
import CoreML
import CoreMLRuntime

/// A part of a frame that writes itself into a model's input: from stored pixels to the tensor in one pass.
struct FrameTensor: ImageTensorSource {
    let frame: FrameSource
    let crop: CropAndScale

    var width: Int { Int(crop.inputSize.width) }
    var height: Int { Int(crop.inputSize.height) }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let scale = [Float](repeating: preprocessing.scale, count: preprocessing.channels.count)
        try frame.render(
            crop, into: destination, channels: preprocessing.channels.ofTensor, scale: scale, bias: preprocessing.biases)
    }
}
