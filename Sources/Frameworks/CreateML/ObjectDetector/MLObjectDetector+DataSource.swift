import Foundation

extension MLObjectDetector {
    /// Pictures with the bounding boxes of their objects.
    ///
    /// A picture that is listed without boxes is a training example without objects. If a folder is divided into `train` and `test` or `valid`, as
    /// published data sets are, `train` is taken. An annotation file may name pictures by paths of another machine. Such a picture is looked for by
    /// its file name. If several pictures have this name, the folders in the path decide. If they do not, the picture is skipped.
    public enum DataSource: Sendable {
        /// A folder of pictures with one JSON file in Create ML's format, which names the pictures.
        case directoryWithImagesAndJsonAnnotation(at: URL)
        /// A folder of pictures, and a JSON file in Create ML's format that lies elsewhere.
        case directoryWithImages(at: URL, annotationFile: URL)
        /// A table with a picture's path and its list of annotations, in Create ML's format, in each row.
        case table(MLDataTable, imageColumn: String, annotationColumn: String)
        /// Osprey's addition: a folder with a Pascal VOC file beside each picture, or with the folders `JPEGImages` (or `images`) and
        /// `Annotations`. Boxes are given by their edges in pixels, whatever the annotation type says.
        case pascalVOC(at: URL)
        /// Osprey's addition: a folder of pictures, and a COCO file that names the pictures. Boxes are given by their upper left corner and their
        /// size in pixels, whatever the annotation type says.
        case coco(imagesAt: URL, annotationFile: URL)
        /// Osprey's addition: a folder with a YOLO file (`.txt`) beside each picture, or with the folders `images` and `labels`, or `images/train`
        /// beside `labels/train`. `data.yaml` or `classes.txt`, in this folder or in one above, names the classes. A picture without a YOLO file has
        /// no objects. Boxes are given by their centre and normalised, whatever the annotation type says.
        case yolo(at: URL)
        /// Osprey's addition: a folder of pictures, and Label Studio's export of their regions (JSON or JSON-MIN). Boxes are given by their upper
        /// left corner and normalised, whatever the annotation type says.
        case labelStudio(imagesAt: URL, annotationFile: URL)
        /// Osprey's addition: a folder of pictures, and a CSV file with the columns `filename`, `class`, `xmin`, `ymin`, `xmax` and `ymax`.
        /// Boxes are given by their edges in pixels, whatever the annotation type says.
        case csv(imagesAt: URL, annotationFile: URL)

        /// Reads the annotations, and the size of every picture.
        ///
        /// - Throws: `MLCreateError.io` that names the folder or annotation file that cannot be read, and the reason.
        package func annotatedImages(_ type: AnnotationType) throws -> AnnotatedImages {
            let listing = try listing()
            var result = AnnotatedImages(skipped: listing.skipped, doubts: listing.doubts)
            for (url, boxes) in listing.pictures { result.add(url, boxes, listing.convention ?? BoxConvention(type)) }
            return result
        }

        /// The content of annotation files, before the pictures are looked at.
        struct Listing {
            var pictures: [(url: URL, boxes: [RawAnnotation])] = []
            /// The meaning of the boxes' numbers; `nil` if the annotation type says it.
            var convention: BoxConvention?
            /// Pictures with an annotation file that cannot be read, and annotation files without a picture.
            var skipped: [(url: URL, reason: String)] = []
            var doubts: [String] = []

            /// Adds pictures by their names in an annotation file. A picture is skipped if it is not clear which file is meant.
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

        /// - Throws: `MLCreateError.io` for a folder that cannot be read, or for an annotation file of all pictures that cannot be read.
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
            // Lists that lie beside the files of pictures.
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
                // The names inside such files are often left over from elsewhere.
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
