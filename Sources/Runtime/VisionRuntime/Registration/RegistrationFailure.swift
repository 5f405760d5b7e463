/// The reason why two images cannot be registered.
package enum RegistrationFailure: Error, Equatable, CustomStringConvertible {
    case differentSizes(floatingWidth: Int, floatingHeight: Int, referenceWidth: Int, referenceHeight: Int)
    case outOfMemory

    package var description: String {
        switch self {
        case .differentSizes(let floatingWidth, let floatingHeight, let referenceWidth, let referenceHeight):
            "images to register must have the same size, but one has \(floatingWidth) × \(floatingHeight) pixels "
                + "and the other \(referenceWidth) × \(referenceHeight)"
        case .outOfMemory: "there is no memory to register the images"
        }
    }
}
