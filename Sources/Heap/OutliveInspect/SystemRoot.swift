internal import COutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A directory with the files of another machine or container, at their paths there.
package struct SystemRoot: Hashable, Sendable {
    /// The path of the directory.
    package let path: String

    /// - Throws: `Failure` if the path does not lead to a directory.
    package init(path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(.harness, "\(path.onOneLine(upTo: 400)) is not a directory: give the root of the files")
        }
        self.path = path
    }

    /// Returns the path of the file that a path of the other machine leads to, or `nil` if it is not below the
    /// directory.
    package func file(at path: String) -> String? {
        let found = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                outl_inspect_find(self.path, path, buffer.baseAddress, buffer.count)
                    ? strlen(buffer.baseAddress!) : 0
            }
        }
        return found.isEmpty ? nil : String(decoding: found, as: UTF8.self)
    }
}
