import Foundation
import Locks
import Reports
import Vision

/// The files for pictures that are made from photos: one file, or a folder with a file for each photo. Each photo gets a file of its own, and no
/// input is overwritten.
struct PictureTarget: Sendable {
    /// The output file of each photo. If annotated videos are written, too, the output file of each video is included.
    let files: [InputImage: String]
    /// The input files, which must not be overwritten.
    let inputs: [String]

    /// Chooses the files' names before any work, and makes the folder.
    ///
    /// - Parameters:
    ///   - option: the option that names the file or folder, for messages.
    ///   - extensions: the extensions that the file of a single photo may have.
    /// - Throws: `UsageError` if there is one file for several photos, the file type is unknown, or the file is an input.
    init(_ path: String, _ option: String, extensions: [String] = ImageFileWriter.extensions, images: [InputImage]) throws {
        var folder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &folder)
        inputs = images.compactMap { $0.data == nil ? $0.name : nil }
        if exists ? folder.boolValue : path.hasSuffix("/") {
            try OutputFolder.make(path)
            files = PictureNames(images, in: path, inputs: inputs).files
        } else {
            guard Set(images).count == 1, let image = images.first else {
                throw UsageError("\(option) \(path): several photos need a folder; make it, or end its name with '/'")
            }
            do {
                try OutputFile.check(path, option, extensions: image.isVideo ? AnnotatedVideo.extensions : extensions, inputs: inputs)
            } catch let error as UsageError where (path as NSString).pathExtension.isEmpty {
                throw UsageError("\(error.reason); the name of a folder that is to be made ends with '/'")
            }
            files = [image: path]
        }
    }
}

/// The annotated copies of photos and videos.
struct AnnotationTarget: Sendable {
    private let target: PictureTarget
    /// The annotated copies that have been begun, by the name of the copied video.
    private let videos = Locked<[String: AnnotatedVideo]>([:])

    init(_ path: String, images: [InputImage]) throws {
        target = try PictureTarget(path, "--annotate", images: images)
    }

    /// Draws on an upright copy of the photo and writes the copy. A frame is added to the copy of its video instead.
    func write(_ image: InputImage, _ draw: (inout Canvas) -> Void) throws {
        if let frame = image.frame {
            guard let file = target.files[InputImage(path: image.name)] else { return }
            try videos.withLock { videos in
                let video = try videos[image.name] ?? AnnotatedVideo(file, inputs: target.inputs)
                videos[image.name] = video
                try video.write(frame, draw)
            }
            return
        }
        guard let file = target.files[image] else { return }
        var canvas = try Canvas(photo: image)
        draw(&canvas)
        try canvas.write(to: URL(fileURLWithPath: file))
    }

    /// Completes the copy of a video.
    func finish(_ video: InputImage) throws {
        try videos.withLock { try $0.removeValue(forKey: video.name)?.finish() }
    }
}

/// Chooses the names of the files in a folder. A name is the photo's name. If several photos have the same name, the name includes a longer part of
/// the path.
private struct PictureNames {
    private(set) var files: [InputImage: String] = [:]

    init(_ images: [InputImage], in folder: String, inputs: [String]) {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let read = Set(inputs.compactMap { FileIdentity($0) })
        var taken: Set<String> = []
        var written: Set<FileIdentity> = []
        var seen: Set<InputImage> = []
        let photos = images.filter { seen.insert($0).inserted }
        let stems = Dictionary(grouping: photos, by: Self.stem)
        let names = Dictionary(grouping: photos, by: Self.name)
        for photo in photos {
            var candidates: [String] = []
            if stems[Self.stem(photo)]?.count == 1 { candidates.append(Self.stem(photo)) }
            if names[Self.name(photo)]?.count == 1 { candidates.append(Self.name(photo)) }
            candidates.append(Self.wholeName(photo))
            candidates.append(Self.wholeName(photo) + "-annotated")
            var number = 1
            while true {
                let name = candidates.isEmpty ? "\(Self.wholeName(photo))-annotated-\(number)" : candidates.removeFirst()
                if candidates.isEmpty { number += 1 }
                let file = "\(start)\(name).\(photo.isVideo ? "mp4" : "png")"
                // Files are compared by identity, because links in the folder may lead to an input or to another copy.
                let identity = FileIdentity(file)
                let isFree = identity.map { !read.contains($0) && !written.contains($0) } ?? !FileIdentity.isBrokenLink(file)
                guard isFree, taken.insert(file).inserted else { continue }
                if let identity { written.insert(identity) }
                files[photo] = file
                break
            }
        }
    }

    /// The file name without its extension: `1` for `a/1.jpg`.
    private static func stem(_ image: InputImage) -> String { (name(image) as NSString).deletingPathExtension }

    /// The file name: `1.jpg` for `a/1.jpg`.
    private static func name(_ image: InputImage) -> String { image.data == nil ? (image.name as NSString).lastPathComponent : "stdin" }

    /// The whole path as a file name: `a-1.jpg` for `a/1.jpg`.
    private static func wholeName(_ image: InputImage) -> String {
        guard image.data == nil else { return "stdin" }
        var name = image.name.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "-")
        // Limits the name's length for file systems, with room for suffixes.
        while name.utf8.count > 200 { name.removeFirst() }
        return name
    }
}
