internal import FoundationEssentials
internal import OutliveModel
package import OutliveSupport

/// A complete snapshot that the heap tier wrote, or that is in memory.
package struct HeapFile: Hashable, Sendable {
    /// The path, valid at most as long as the folder of its requester.
    ///
    /// It is for messages: `opened()` follows no link that a process has put there meanwhile.
    package var path: String
    package var processID: Int32
    /// The folder of a watched process with the file, or `nil` for any other file.
    private var folder: OwnFolder?

    package init(path: String, processID: Int32) {
        self.path = path
        self.processID = processID
    }

    init(_ name: String, in folder: OwnFolder, processID: Int32) {
        self.init(path: "\(folder.path)/\(name)", processID: processID)
        self.folder = folder
    }

    private var name: String { URL(filePath: path).lastPathComponent }

    /// Opens the file for reading.
    ///
    /// - Throws: `SystemError` if it cannot be opened, is missing, or is no regular file of the folder's owner.
    package func opened() throws(SystemError) -> RegularFile {
        guard let folder else { return try RegularFile(path: path) }
        guard let file = try folder.file(name) else { throw SystemError("\(path) was removed") }
        return file
    }

    /// Reads the whole file.
    package func bytes() throws(SystemError) -> [UInt8] {
        let file = try opened()
        return try file.bytes(at: 0, upTo: file.size)
    }

    /// Removes the file, if it is in the folder of a watched process.
    package func remove() { folder?.remove(name) }

    /// Captures every heap block of this process, if it has the tier, and the references; blocks the calling thread.
    ///
    /// - Returns: the snapshot, which the caller removes, or `nil` if the tier is off or cannot write.
    package static func ofThisProcess() -> HeapFile? {
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        return taken { (number: UInt32, census: Census) in census(number, true, false) }
    }

    /// Captures the globals and statics of this process, if it has the tier; blocks the calling thread.
    ///
    /// - Returns: the snapshot, which the caller removes, or `nil` if the tier is off or cannot write.
    package static func stateOfThisProcess() -> HeapFile? {
        typealias Capture = @convention(c) (UInt32) -> Bool
        return taken(by: HeapTarget.stateFunction) { (number: UInt32, capture: Capture) in capture(number) }
    }

    /// Lets a function of the tier in this process write a snapshot.
    private static func taken<Function>(
        by name: String = HeapTarget.entryPoint, _ call: (UInt32, Function) -> Bool
    ) -> HeapFile? {
        guard let path = getenv(EnvironmentName.heap).map({ String(cString: $0) }),
            let folder = try? OwnFolder(path: path),
            let function: Function = try? DynamicLibrary.process.function(name)
        else { return nil }
        let number = UInt32.random(in: HeapRequest.standaloneNumbers)
        guard call(number, function) else { return nil }
        return HeapFile(HeapStartRecord.requestFileName(number, processID: getpid()), in: folder, processID: getpid())
    }
}
