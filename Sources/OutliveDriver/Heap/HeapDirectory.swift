internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// The directory that the heap tier of one or more processes writes to: `OUTLIVE_HEAP`.
struct HeapDirectory: Hashable, Sendable {
    /// Where it is.
    let path: String

    /// Makes the directory of a process that is to be watched.
    ///
    /// - Parameter folder: an existing directory that only this user can look into.
    /// - Throws: `Failure` when it cannot be made, or nothing can be written to it.
    static func make(in folder: String) throws(Failure) -> HeapDirectory {
        let path = folder + "/heap"
        guard mkdir(path, 0o700) == 0 else {
            throw Failure(
                .harness, "cannot make \(path): \(String(cString: strerror(errno))); set TMPDIR to a place with room")
        }
        let directory = HeapDirectory(path: path)
        if let obstacle = directory.obstacle { throw obstacle }
        return directory
    }

    /// Why nothing can be written to it, which its processes could tell of in no other way; nil where something can.
    var obstacle: Failure? {
        // A page: on a full disk a file can be made, and only its text has no room.
        let probe = path + "/probe"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { unlink(probe) }
        let page = [UInt8](repeating: 0, count: 4096)
        let isWritten = descriptor >= 0 && write(descriptor, page, page.count) == page.count
        let reason = isWritten ? nil : String(cString: strerror(errno))
        if descriptor >= 0 { close(descriptor) }
        return reason.map {
            Failure(.noCensus, "the heap tier cannot write to \(path): \($0); set TMPDIR to a place with room")
        }
    }

    /// What the processes said that the tier began in, by rising process number.
    ///
    /// - Throws: `Failure` when one of them cannot be read.
    func hellos() throws(Failure) -> [HeapHello] {
        var hellos: [HeapHello] = []
        for name in names where name.hasPrefix("heap-") && name.hasSuffix(".json") {
            guard let process = Int32(name.dropFirst(5).dropLast(5)) else { continue }
            if let hello = try hello(of: process) { hellos.append(hello) }
        }
        return hellos.sorted { $0.processID < $1.processID }
    }

    /// What a process said when the tier began in it; nil when it said nothing.
    ///
    /// - Throws: `Failure` when that cannot be read, or is newer than this program.
    func hello(of processID: Int32) throws(Failure) -> HeapHello? {
        let name = HeapHello.fileName(processID: processID)
        guard let data = FileManager.default.contents(atPath: path + "/" + name) else { return nil }
        let hello: HeapHello
        do {
            hello = try CheckedJSON(data).decode(HeapHello.self)
        } catch {
            throw Failure(
                .heapNotServed,
                "\(name) of the heap tier cannot be read: \(error); build the library anew with scripts/heap-library")
        }
        guard hello.version <= HeapHello.currentVersion else {
            throw Failure(
                .heapNotServed,
                "\(name) of the heap tier has version \(hello.version), newer than \(HeapHello.currentVersion): "
                    + "update outlive")
        }
        return hello
    }

    /// The snapshot of a name, where it is there.
    ///
    /// - Throws: `Failure` with what the tier says instead, when it could not write it.
    func file(_ name: String, of processID: Int32) throws(Failure) -> HeapFile? {
        let file = path + "/" + name
        if access(file, F_OK) == 0 { return HeapFile(path: file, processID: processID) }
        guard let text = readText(path + "/" + HeapFileName.error(insteadOf: name)) else { return nil }
        let reason = text.isEmpty ? "there is no room in it; set TMPDIR to a place with room" : text.onOneLine()
        throw Failure(.noCensus, "process \(processID) could not write a census to \(path): \(reason)")
    }

    /// The snapshot of a process that was written last without being asked for by number: that at its end, or else the
    /// last that somebody asked for by signal; nil when there is none.
    ///
    /// - Throws: `Failure` with what the tier says, when it could not write it.
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

    /// Refuses to ask a process in which the tier has ended before the program.
    ///
    /// - Throws: `Failure` with the reason that the tier left.
    func checkService(of processID: Int32) throws(Failure) {
        guard let reason = readText(path + "/" + HeapFileName.end(processID: processID)) else { return }
        throw Failure(
            .noCensus,
            "process \(processID) takes no census any more: \(reason.prefix { !$0.isNewline }.onOneLine())")
    }

    /// Removes a snapshot that was read.
    func remove(_ file: HeapFile) {
        unlink(file.path)
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
}

extension HeapHello {
    /// Refuses to go on where a census of the process would mean nothing.
    ///
    /// - Throws: `Failure` with `heapNotServed` or `blind`.
    func check() throws(Failure) {
        if let refusal {
            throw Failure(.heapNotServed, "the heap tier cannot serve \(executable): \(refusal.onOneLine())")
        }
        guard let controls, controls.blind else { return }
        throw Failure(
            .blind,
            "the heap tier failed its own check in \(executable): "
                + (controls.leakFound ? "it reported an object that was gone" : "it did not find a deliberate leak")
                + "; a clean census of it would mean nothing")
    }
}
