import CoreGraphics
import CoreMLRuntime

/// A part of a frame that writes itself into a model's input: from stored pixels to the tensor in one pass.
struct FrameTensor: ImageTensorSource {
    let frame: FrameSource
    let crop: CropAndScale

    var width: Int { Int(crop.inputSize.width) }
    var height: Int { Int(crop.inputSize.height) }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let channels: TensorChannels =
            switch preprocessing.channels {
            case .rgb: .rgb
            case .bgr: .bgr
            case .gray: .gray
            }
        let scale = [Float](repeating: preprocessing.scale, count: channels.count)
        try frame.render(crop, into: destination, channels: channels, scale: scale, bias: preprocessing.biases)
    }
}
