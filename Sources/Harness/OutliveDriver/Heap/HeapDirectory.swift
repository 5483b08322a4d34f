internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// The directory `OUTLIVE_HEAP`, which the heap tier of one or more processes writes to.
struct HeapDirectory: Hashable, Sendable {
    let path: String

    static func make(in folder: String) throws(Failure) -> HeapDirectory {
        let path = folder + "/heap"
        guard mkdir(path, 0o700) == 0 else {
            throw Failure(.harness, "cannot make \(path): \(systemError()); set TMPDIR to a directory with free space")
        }
        let directory = HeapDirectory(path: path)
        if let obstacle = directory.obstacle { throw obstacle }
        return directory
    }

    /// The reason why the directory is not writable, which its processes cannot report otherwise, or `nil`.
    var obstacle: Failure? {
        // A whole page, because a full disk still has room for an empty file.
        let probe = path + "/probe"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { unlink(probe) }
        let page = [UInt8](repeating: 0, count: 4096)
        let isWritten = descriptor >= 0 && write(descriptor, page, page.count) == page.count
        let reason = isWritten ? nil : systemError()
        if descriptor >= 0 { close(descriptor) }
        return reason.map {
            Failure(
                .noCensus, "the heap tier cannot write to \(path): \($0); set TMPDIR to a directory with free space")
        }
    }

    /// Returns the start records of all processes with the heap tier, by ascending process ID.
    func startRecords() throws(Failure) -> [HeapStartRecord] {
        var records: [HeapStartRecord] = []
        for name in names where name.hasPrefix("heap-") && name.hasSuffix(".json") {
            guard let process = Int32(name.dropFirst(5).dropLast(5)) else { continue }
            if let record = try startRecord(of: process) { records.append(record) }
        }
        return records.sorted { $0.processID < $1.processID }
    }

    /// Returns the start record of a process, or `nil` if it wrote none.
    func startRecord(of processID: Int32) throws(Failure) -> HeapStartRecord? {
        try readVersioned(
            HeapStartRecord.fileName(processID: processID), in: path, \.version, upTo: HeapStartRecord.currentVersion,
            of: "the heap tier", remedy: "rebuild the library with scripts/heap-library", failingWith: .heapNotServed)
    }

    /// Returns the snapshot with a name, or `nil` if it does not exist.
    ///
    /// - Throws: `Failure` with the tier's error, if the tier could not write the snapshot.
    func file(_ name: String, of processID: Int32) throws(Failure) -> HeapFile? {
        let file = HeapFile(path: path + "/" + name, processID: processID)
        if access(file.path, F_OK) == 0 { return file }
        guard let text = readText(path + "/" + HeapFileName.error(insteadOf: name)) else { return nil }
        let reason =
            text.isEmpty ? "it has no free space; set TMPDIR to a directory with free space" : text.onOneLine()
        throw Failure(.noCensus, "process \(processID) could not write a census to \(path): \(reason)")
    }

    /// Returns the snapshot at the exit of a process, or else the last one requested by an unnumbered signal.
    ///
    /// - Throws: `Failure` with the tier's error, if the tier could not write the snapshot.
    func lastFile(of processID: Int32) throws(Failure) -> HeapFile? {
        if let file = try file(HeapFileName.exit(processID: processID), of: processID) { return file }
        let prefix = "heap-\(processID)-signal-"
        let numbers = names.filter { $0.hasPrefix(prefix) }.compactMap {
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
        guard let reason = readText(path + "/" + HeapFileName.end(processID: processID)) else { return }
        throw Failure(
            .noCensus,
            "process \(processID) takes no census any more: \(reason.prefix { !$0.isNewline }.onOneLine())")
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}

extension HeapStartRecord {
    /// Throws if a census of the process would be meaningless.
    func check() throws(Failure) {
        if let refusal {
            throw Failure(.heapNotServed, "the heap tier does not support \(executable): \(refusal.onOneLine())")
        }
        guard let controls, controls.blind else { return }
        throw Failure(
            .blind,
            "the heap tier failed its self-check in \(executable): "
                + (controls.leakFound ? "it reported a deallocated object" : "it did not find a deliberate leak")
                + "; a clean census of it would mean nothing")
    }
}
