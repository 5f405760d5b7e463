import Foundation

extension MLObjectDetector {
    /// Pictures with the bounding boxes of their objects.
    ///
    /// A picture that is listed without boxes is a training example without objects. If a folder is divided into `train` and `test` or `valid`, as
    /// published data sets are, only `train` is read.
    ///
    /// An annotation file may name pictures by their paths on another computer. A picture is then found by its file name. If several pictures have
    /// this file name, their folders are compared with the path, and the picture that agrees best is taken. If several agree equally, the picture
    /// is skipped.
    public enum DataSource: Sendable {
        /// A folder of pictures with one JSON file in Create ML's format. The JSON file names the pictures.
        case directoryWithImagesAndJsonAnnotation(at: URL)
        /// A folder of pictures, and a JSON file in Create ML's format in any folder.
        case directoryWithImages(at: URL, annotationFile: URL)
        /// A table with a row for each picture: the path, and a list of annotations in Create ML's format.
        case table(MLDataTable, imageColumn: String, annotationColumn: String)
        /// Osprey's addition: a folder with a Pascal VOC file beside each picture, or with the folders `JPEGImages` (or `images`) and
        /// `Annotations`. Boxes are read as edges in pixels. The annotation type has no effect.
        case pascalVOC(at: URL)
        /// Osprey's addition: a folder of pictures, and a COCO file that names the pictures. Boxes are read as upper left corner and size, in
        /// pixels. The annotation type has no effect.
        case coco(imagesAt: URL, annotationFile: URL)
        /// Osprey's addition: a folder with a YOLO file (`.txt`) beside each picture, or with the folders `images` and `labels`, or `images/train`
        /// beside `labels/train`. The names of the classes are in `data.yaml` or `classes.txt`, in this folder or in a folder above it. A picture
        /// without a YOLO file has no objects. Boxes are read as their centre and size, normalised. The annotation type has no effect.
        case yolo(at: URL)
        /// Osprey's addition: a folder of pictures, and Label Studio's export of their regions (JSON or JSON-MIN). Boxes are read as their upper
        /// left corner and size, normalised. The annotation type has no effect.
        case labelStudio(imagesAt: URL, annotationFile: URL)
        /// Osprey's addition: a folder of pictures, and a CSV file with the columns `filename`, `class`, `xmin`, `ymin`, `xmax` and `ymax`.
        /// Boxes are read as edges in pixels. The annotation type has no effect.
        case csv(imagesAt: URL, annotationFile: URL)

        /// Reads the annotations, and the size of every picture.
        ///
        /// - Throws: `MLCreateError.io` if a folder or an annotation file cannot be read. The error names it and the reason.
        package func annotatedImages(_ type: AnnotationType) throws -> AnnotatedImages {
            let listing = try listing()
            var result = AnnotatedImages(skipped: listing.skipped, doubts: listing.doubts)
            for (url, boxes) in listing.pictures { result.add(url, boxes, listing.convention ?? BoxConvention(type)) }
            return result
        }

        /// The content of annotation files, before the pictures are read.
        struct Listing {
            var pictures: [(url: URL, boxes: [RawAnnotation])] = []
            /// The coordinate system of the boxes' numbers; `nil` if the annotation type gives it.
            var convention: BoxConvention?
            /// Pictures whose annotation file cannot be read, and annotation files without a picture.
            var skipped: [(url: URL, reason: String)] = []
            var doubts: [String] = []

            /// Adds pictures by their names in an annotation file. A picture is skipped if its name could mean several files.
            mutating func add(_ named: [(name: String, boxes: [RawAnnotation])], _ index: PictureIndex) {
                for (picture, file) in zip(named, index.files(named.map(\.name))) {
                    if let file {
                        pictures.append((file, picture.boxes))
                    } else {
                        skipped.append((index.folder.appendingPathComponent(picture.name), PictureIndex.doubt))
                    }
                }
            }
        }

        /// - Throws: `MLCreateError.io` if a folder cannot be read. It also throws if an annotation file that covers all pictures cannot be read.
        func listing() throws -> Listing {
            switch self {
            case .directoryWithImagesAndJsonAnnotation(let whole):
                let folder = DataParts.trainingFolder(of: whole)
                let files = try folder.folderContents().filter { $0.pathExtension.lowercased() == "json" }
                guard let file = files.first(where: { $0.lastPathComponent == CreateMLAnnotations.fileName }) ?? files.first,
                    files.count == 1 || file.lastPathComponent == CreateMLAnnotations.fileName
                else {
                    throw MLCreateError.io(reason: "\(folder.path) has \(files.count) JSON files instead of one")
                }
                return try Self.createML(folder, file)
            case .directoryWithImages(let folder, let file): return try Self.createML(folder, file)
            case .table(let table, let imageColumn, let annotationColumn):
                return Listing(
                    pictures: try CreateMLAnnotations.read(table, imageColumn: imageColumn, annotationColumn: annotationColumn))
            case .pascalVOC(let folder): return try Self.pascalVOC(DataParts.trainingFolder(of: folder))
            case .yolo(let folder): return try Self.yolo(DataParts.trainingFolder(of: folder))
            case .coco(let folder, let file):
                let content = try COCOAnnotations.read(file)
                var result = Listing(convention: .corner, doubts: content.unusedLabels.map { "the label '\($0)' has no pictures" })
                result.add(content.images.map { ($0.file, $0.annotations) }, PictureIndex(folder))
                return result
            case .csv(let folder, let file):
                var result = Listing(convention: .corner)
                result.add(try BoxTable.read(file).map { ($0.image, $0.annotations) }, PictureIndex(folder))
                return result
            case .labelStudio(let folder, let file): return try Self.labelStudio(folder, file)
            }
        }

        private static func labelStudio(_ folder: URL, _ file: URL) throws -> Listing {
            let tasks = try LabelStudioTasks(contentsOf: file).tasks
            var result = Listing(convention: .corners)
            result.add(tasks.filter(\.isDone).map { ($0.picture, $0.boxes) }, PictureIndex(folder))
            let undone = tasks.count { !$0.isDone }
            if undone > 0 { result.doubts.append("\(undone) of \(tasks.count) pictures are not annotated yet and were left out") }
            for task in tasks where task.hasOthers {
                result.doubts.append("\(task.picture): regions without a box, such as those of a brush or of two points, were left out")
            }
            return result
        }

        private static func yolo(_ folder: URL) throws -> Listing {
            // Names of text files that are lists, not annotations of a picture.
            let lists: Set<String> = ["classes", "train", "valid", "val", "test"]
            let (nested, ownLabels) = (folder.appendingPathComponent("images"), folder.appendingPathComponent("labels"))
            let isNested = nested.isFolder && ownLabels.isFolder
            let twin = DataParts.labels(ofImages: folder)
            let pictures = try (isNested ? nested : folder).folderContents().filter { MLImageClassifier.DataSource.isImage($0) }
            let files = try (isNested ? ownLabels : twin ?? folder).folderContents()
                .filter { $0.pathExtension.lowercased() == "txt" && !lists.contains($0.deletingPathExtension().lastPathComponent) }
            guard !pictures.isEmpty, !files.isEmpty else {
                throw MLCreateError.io(reason: "\(folder.path) has no pictures with YOLO files (.txt), beside them or in images and labels")
            }
            let labels = try YOLOAnnotations.labels(for: twin == nil ? folder : folder.deletingLastPathComponent())
            var result = Listing(convention: .yolo)
            if labels == nil { result.doubts.append("there is no data.yaml or classes.txt: the numbers of the classes are the labels") }
            var byName = Dictionary(files.map { ($0.deletingPathExtension().lastPathComponent, $0) }) { first, _ in first }
            for picture in pictures {
                do {
                    let file = byName.removeValue(forKey: picture.deletingPathExtension().lastPathComponent)
                    result.pictures.append((picture, try file.map { try YOLOAnnotations.read($0, labels: labels) } ?? []))
                } catch {
                    result.skipped.append((picture, error.localizedDescription))
                }
            }
            result.skipped += byName.values.sorted { $0.path < $1.path }.map { ($0, "there is no picture of its name") }
            return result
        }

        private static func createML(_ folder: URL, _ file: URL) throws -> Listing {
            var result = Listing()
            result.add(try CreateMLAnnotations.read(file).map { ($0.image, $0.annotations) }, PictureIndex(folder))
            return result
        }

        private static func pascalVOC(_ folder: URL) throws -> Listing {
            let nested = folder.appendingPathComponent("Annotations")
            let isNested = FileManager.default.fileExists(atPath: nested.path)
            let annotations = try (isNested ? nested : folder).folderContents().filter { $0.pathExtension.lowercased() == "xml" }
            let pictureFolders = ["JPEGImages", "images"].map { folder.appendingPathComponent($0) }
            let pictures = try (isNested ? pictureFolders.first(where: \.isFolder) ?? folder : folder).folderContents()
                .filter { MLImageClassifier.DataSource.isImage($0) }
            guard !annotations.isEmpty else {
                throw MLCreateError.io(reason: "\(folder.path) has no annotations: neither a JSON file nor Pascal VOC files (.xml)")
            }
            let byName = Dictionary(pictures.map { ($0.deletingPathExtension().lastPathComponent, $0) }) { first, _ in first }
            var result = Listing(convention: .corner)
            var used: Set<URL> = []
            for file in annotations {
                // Matches by the file's own name. The picture's name inside the file is often out of date.
                guard let picture = byName[file.deletingPathExtension().lastPathComponent] else {
                    result.skipped.append((file, "there is no picture of its name"))
                    continue
                }
                used.insert(picture)
                do {
                    result.pictures.append((picture, try PascalVOCAnnotations.read(file).annotations))
                } catch {
                    result.skipped.append((picture, error.localizedDescription))
                }
            }
            result.doubts = pictures.filter { !used.contains($0) }.map { "\($0.lastPathComponent) has no annotations and was left out" }
            return result
        }
    }
}
