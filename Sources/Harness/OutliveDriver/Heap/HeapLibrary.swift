internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// The library that brings the heap tier into programs that are built without it.
package struct HeapLibrary: Hashable, Sendable {
    /// The file name.
    package static let fileName = "liboutlive_heap.so"

    /// The absolute path.
    package let path: String

    /// Creates a reference to an existing library.
    package init(path: String) {
        self.path = path
    }

    /// Returns the library in the folder of the running executable.
    ///
    /// - Throws: `Failure` with `noHeapLibrary` if it does not exist.
    package static func besideThisExecutable() throws(Failure) -> HeapLibrary {
        let executable = ProcessFiles(processID: getpid()).target(of: "exe") ?? ""
        return try inFolder(URL(filePath: executable).deletingLastPathComponent().path)
    }

    /// Returns the library in a folder.
    ///
    /// - Throws: `Failure` with `noHeapLibrary` if it does not exist, or its path cannot be preloaded.
    static func inFolder(_ folder: String) throws(Failure) -> HeapLibrary {
        let path = folder + "/" + fileName
        guard access(path, R_OK) == 0 else {
            throw Failure(
                .noHeapLibrary, "there is no \(path), which the heap tier needs: build it with scripts/heap-library")
        }
        // The loader splits LD_PRELOAD at both characters and has no way to quote them.
        guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
            throw Failure(
                .noHeapLibrary,
                "\(path) cannot be preloaded, as its path contains a space or a colon: move it elsewhere")
        }
        return HeapLibrary(path: path)
    }
}
