internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// The directory `OUTLIVE_HEAP`, which the heap tier of one or more processes writes to.
///
/// All of its files are read here, beneath the open directory: see `OwnFolder`.
struct HeapDirectory: Hashable, Sendable {
    /// The maximum size of a file that is no snapshot, in bytes: twice what the tier writes at most.
    private static let largestMessage = 1 << 16
    /// The maximum size of a journal in bytes: a hundred thousand moments with names of usual length.
    private static let largestJournal = 1 << 24
    private let folder: OwnFolder

    init(_ folder: OwnFolder) { self.folder = folder }

    var path: String { folder.path }

    /// Returns a path of a socket here, for this process alone: see `OwnFolder.openPath(of:)`.
    func openPath(ofSocket name: String) -> String { folder.openPath(of: name) }

    static func make(in folder: String) throws(Failure) -> HeapDirectory {
        let path = folder + "/heap"
        guard mkdir(path, 0o700) == 0 else {
            throw Failure(.harness, "cannot make \(path): \(systemError()); set TMPDIR to a directory with free space")
        }
        let directory: HeapDirectory
        do throws(SystemError) {
            directory = HeapDirectory(try OwnFolder(path: path))
        } catch {
            throw Failure(.harness, "\(error); set TMPDIR to another directory")
        }
        if let obstacle = directory.obstacle { throw obstacle }
        return directory
    }

    /// The reason why the directory is not writable, which its processes cannot report otherwise, or `nil`.
    var obstacle: Failure? {
        folder.writeObstacle().map {
            Failure(
                .noCensus, "the heap tier cannot write to \(path): \($0); set TMPDIR to a directory with free space")
        }
    }

    /// Returns the start records of all processes with the heap tier, by ascending process ID.
    func startRecords() throws(Failure) -> [HeapStartRecord] {
        var records: [HeapStartRecord] = []
        for name in folder.names where name.hasPrefix("heap-") && name.hasSuffix(".json") {
            guard let process = Int32(name.dropFirst(5).dropLast(5)) else { continue }
            if let record = try startRecord(of: process) { records.append(record) }
        }
        return records.sorted { $0.processID < $1.processID }
    }

    /// Returns the start record of a process, or `nil` if it wrote none.
    func startRecord(of processID: Int32) throws(Failure) -> HeapStartRecord? {
        let name = HeapStartRecord.fileName(processID: processID)
        return try HeapStartRecord(of: processID) { try folder.bytes(of: name, upTo: Self.largestMessage) }
    }

    /// Writes the key of the hashes in the state that a process is asked for.
    func write(_ key: StateOrder.Key, for processID: Int32) throws(Failure) {
        do throws(SystemError) {
            try folder.store(key.bytes, as: HeapStartRecord.stateKeyFileName(processID: processID))
        } catch {
            throw Failure(.noCensus, "\(error); set TMPDIR to a directory with free space")
        }
    }

    /// Writes the key of the hashes in the states of all processes of a run of tests.
    func write(sharedKey key: StateOrder.Key) throws(Failure) {
        do throws(SystemError) {
            try folder.store(key.bytes, as: HeapStartRecord.sharedStateKeyFileName)
        } catch {
            throw Failure(.noCensus, "\(error); set TMPDIR to a directory with free space")
        }
    }

    /// Returns the journal of the states of a process that ran tests, or `nil` if it wrote none.
    func journal(of processID: Int32) -> [UInt8]? {
        let name = HeapStartRecord.momentsFileName(processID: processID)
        return (try? folder.bytes(of: name, upTo: Self.largestJournal)) ?? nil
    }

    func removeKey(for processID: Int32) { folder.remove(HeapStartRecord.stateKeyFileName(processID: processID)) }

    /// Returns the snapshot with a name, or `nil` if it does not exist.
    ///
    /// - Throws: `Failure` with the tier's error, if the tier could not write the snapshot.
    func file(_ name: String, of processID: Int32) throws(Failure) -> HeapFile? {
        do throws(SystemError) {
            if try folder.file(name) != nil { return HeapFile(name, in: folder, processID: processID) }
        } catch {
            throw Failure(.noCensus, "the census of process \(processID) cannot be read: \(error)")
        }
        guard let text = message(HeapStartRecord.errorFileName(insteadOf: name)) else { return nil }
        let reason =
            text.isEmpty ? "it has no free space; set TMPDIR to a directory with free space" : text.onOneLine()
        throw Failure(.noCensus, "process \(processID) could not write a census to \(path): \(reason)")
    }

    /// Returns the snapshot at the exit of a process, or else the last one requested by an unnumbered signal.
    ///
    /// - Throws: `Failure` with the tier's error, if the tier could not write the snapshot.
    func lastFile(of processID: Int32) throws(Failure) -> HeapFile? {
        if let file = try file(HeapStartRecord.exitFileName(processID: processID), of: processID) { return file }
        let prefix = "heap-\(processID)-signal-"
        let numbers = folder.names.filter { $0.hasPrefix(prefix) }.compactMap {
            Int($0.dropFirst(prefix.count).prefix { $0 != "." })
        }
        guard let last = numbers.max() else {
            try checkService(of: processID)
            return nil
        }
        return try file("\(prefix)\(last).olheap", of: processID)
    }

    /// Throws if the tier has ended before its process, so that no census can be requested.
    func checkService(of processID: Int32) throws(Failure) {
        guard let reason = message(HeapStartRecord.endFileName(processID: processID)) else { return }
        throw Failure(
            .noCensus,
            "process \(processID) takes no census any more: \(reason.prefix { !$0.isNewline }.onOneLine())")
    }

    /// Returns the text of a file with a reason, or `nil` if there is none.
    private func message(_ name: String) -> String? {
        (try? folder.bytes(of: name, upTo: Self.largestMessage))?.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension HeapStartRecord {
    /// Reads the record of a process.
    ///
    /// - Parameter content: Returns the bytes of its file, or `nil` if there is none.
    /// - Returns: `nil` if there is none, or if it is about another process.
    init?(of processID: Int32, _ content: () throws -> [UInt8]?) throws(Failure) {
        let record: HeapStartRecord? = try readVersioned(
            Self.fileName(processID: processID), \.version, upTo: Self.currentVersion, of: "the heap tier",
            remedy: "rebuild the library with scripts/heap-library", failingWith: .heapNotServed, content)
        guard let record, record.processID == processID else { return nil }
        self = record
    }

    /// The path of the executable in one line.
    var program: String { executable.onOneLine() }

    /// Throws if a census of the process cannot be requested, or would be meaningless.
    func check() throws(Failure) {
        if let refusal {
            throw Failure(.heapNotServed, "the heap tier does not support \(program): \(refusal.onOneLine())")
        }
        guard signal == HeapRequest.signal else {
            throw Failure(
                .heapNotServed,
                "the heap tier in \(program) takes signal \(signal) in place of \(HeapRequest.signal): "
                    + "rebuild the library with scripts/heap-library")
        }
        guard let controls, controls.blind else { return }
        throw Failure(
            .blind,
            "the heap tier failed its self-check in \(program): "
                + (controls.leakFound ? "it reported a deallocated object" : "it did not find a deliberate leak")
                + "; a clean census of it would mean nothing")
    }
}
