internal import FoundationEssentials
internal import Glibc
public import OutliveModel

/// The library that brings the heap tier into programs which were not built with it.
public struct HeapLibrary: Hashable, Sendable {
    /// The name of its file.
    public static let fileName = "liboutlive_heap.so"

    /// Its absolute path.
    public let path: String

    /// Names a library that is known to be there.
    public init(path: String) {
        self.path = path
    }

    /// The library in the folder of the running executable.
    ///
    /// - Throws: `Failure` with `noHeapLibrary` when it is not there.
    public static func besideThisExecutable() throws(Failure) -> HeapLibrary {
        let executable = ProcessFiles(processID: getpid()).target(of: "exe") ?? ""
        return try inFolder(URL(filePath: executable).deletingLastPathComponent().path)
    }

    /// The library in a folder.
    ///
    /// - Throws: `Failure` with `noHeapLibrary` when it is not there, or its path cannot be handed on.
    static func inFolder(_ folder: String) throws(Failure) -> HeapLibrary {
        let path = folder + "/" + fileName
        guard access(path, R_OK) == 0 else {
            throw Failure(
                .noHeapLibrary, "there is no \(path), which the heap tier needs: build it with scripts/heap-library")
        }
        // The loader splits LD_PRELOAD at both, and knows no way to quote them.
        guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
            throw Failure(
                .noHeapLibrary,
                "\(path) cannot be preloaded, as there is a blank or a colon in its path: move it elsewhere")
        }
        return HeapLibrary(path: path)
    }
}
