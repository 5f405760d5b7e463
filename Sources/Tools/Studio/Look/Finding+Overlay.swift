import Foundation
import ImageIO
import JSON
import Reports

extension Finding {
    /// The finding in the form in which a page draws it. Coordinates are normalised. The origin lies at the lower left.
    var overlay: JSON {
        var members: [(String, JSON)] = [("title", .string(title)), ("confidence", .float(confidence))]
        if !boundingBox.isNull {
            let box = [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height]
            members.append(("box", .array(box.map { .number(Double($0)) })))
        }
        if !outlines.isEmpty { members.append(("outlines", Self.paths(outlines))) }
        if !lines.isEmpty { members.append(("lines", Self.paths(lines))) }
        if !dots.isEmpty { members.append(("dots", .array(dots.map { JSON($0) }))) }
        if let tilt { members.append(("tilt", .number(tilt))) }
        if let map = heatMap?.dataURL { members.append(("map", .string(map))) }
        return .object(members)
    }

    private static func paths(_ paths: [[CGPoint]]) -> JSON { .array(paths.map { .array($0.map { JSON($0) }) }) }
}

extension HeatMap {
    /// The map as a PNG in a `data:` URL.
    fileprivate var dataURL: String? {
        let data = NSMutableData()
        guard let picture = makePicture(), let target = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil) else {
            return nil
        }
        CGImageDestinationAddImage(target, picture, nil)
        guard CGImageDestinationFinalize(target) else { return nil }
        return "data:image/png;base64," + Data(referencing: data).base64EncodedString()
    }
}
