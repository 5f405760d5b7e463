import Foundation

package enum GameError: LocalizedError {
    case usage(String)
    case noVideo(URL)
    case cannotWrite(URL, reason: String)
    case notAnActionClassifier
    case notADetector(URL)
    case noBoard
    case noPlayer

    package var errorDescription: String? {
        switch self {
        case .usage(let reason): reason
        case .noVideo(let url): "\(url.path): there is no video that can be read"
        case .cannotWrite(let url, let reason): "\(url.path): no video can be written there: \(reason)"
        case .notAnActionClassifier: "the model for throws is no action classifier: it takes no poses, or gives no label"
        case .notADetector(let url): "\(url.path): the model finds no objects"
        case .noBoard: "no board was found before the video ended"
        case .noPlayer: "no player was found before the video ended"
        }
    }
}
