import Foundation
import InputChecks

/// The file and the reason of Foundation's file errors, in the system's words. The errors' own descriptions name neither on Linux.
package struct FileReason: Sendable {
    /// The file; `nil` if the error names none.
    package let path: String?
    /// The system's reason, such as `Permission denied`.
    package let reason: String

    /// - Returns: `nil` for an error that is not about a file.
    package init?(_ error: any Error) {
        if let error = error as? InputFileError {
            (path, reason) = (error.path, error.reason)
            return
        }
        let information: [String: Any]
        switch error {
        case let error as CocoaError: information = error.userInfo
        case let error as POSIXError: information = [NSUnderlyingErrorKey: error]
        case let error where type(of: error) is NSError.Type && (error as NSError).domain == NSCocoaErrorDomain:
            information = (error as NSError).userInfo
        default: return nil
        }
        path = information[NSFilePathErrorKey] as? String ?? (information[NSURLErrorKey] as? URL)?.path
        guard let number = Self.systemError(information[NSUnderlyingErrorKey]) else {
            guard let reason = Self.reasons[(error as NSError).code] else { return nil }
            self.reason = reason
            return
        }
        reason = String(cString: strerror(number))
    }

    /// The reason alone, for a sentence that names the file. For an error that is not about a file, the error's own description.
    package static func text(of error: any Error) -> String {
        if let reason = FileReason(error)?.reason { return reason }
        if let error = error as? LocalizedError, let description = error.errorDescription { return description }
        return type(of: error) is NSError.Type ? (error as NSError).localizedDescription : String(describing: error)
    }

    private static func systemError(_ error: Any?) -> Int32? {
        switch error {
        case let error as POSIXError: return error.code.rawValue
        case let error as NSError where error.domain == NSPOSIXErrorDomain: return Int32(error.code)
        default: return nil
        }
    }

    /// The reasons for Foundation's file error codes, for errors that lack the system's reason.
    private static let reasons = [
        CocoaError.Code.fileNoSuchFile.rawValue: "No such file or directory",
        CocoaError.Code.fileReadNoSuchFile.rawValue: "No such file or directory",
        CocoaError.Code.fileReadNoPermission.rawValue: "Permission denied",
        CocoaError.Code.fileWriteNoPermission.rawValue: "Permission denied",
        CocoaError.Code.fileReadUnknown.rawValue: "cannot be read",
        CocoaError.Code.fileWriteUnknown.rawValue: "cannot be written",
        CocoaError.Code.fileWriteFileExists.rawValue: "File exists",
        CocoaError.Code.fileWriteOutOfSpace.rawValue: "No space left on device",
        CocoaError.Code.fileWriteVolumeReadOnly.rawValue: "Read-only file system",
    ]
}
