internal import ArgumentParser
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The heap that a command shows: a snapshot in a file, or one that is taken of a process or a core file.
struct HeapInput {
    let target: InspectedTarget
    /// `true` to inspect a process from outside also if it can take the census itself.
    var fromOutside = false
    /// `true` to capture the contents of objects as well, if the heap is inspected from outside.
    var withContents = false
    var root: SystemRoot?
    var limits = InspectionLimits()

    /// `true` if the heap has to be taken first.
    var isTaken: Bool { if case .core(let path) = target { Self.isCore(path) } else { true } }

    /// Reads or takes the snapshot.
    ///
    /// - Throws: `Failure` with the reason and the remedy.
    func read(names: Symbolicator) async throws -> SnapshotInput {
        if case .core(let path) = target, !Self.isCore(path) { return try SnapshotInput(path: path, names: names) }
        let taken = try await TakenSnapshot(
            of: target, fromOutside: fromOutside, root: root?.path, withGraph: true, withContents: withContents,
            limits: limits)
        return SnapshotInput(try taken.file.snapshot(), path: target.name, names: names)
    }

    /// Returns `true` if a file begins as an ELF file does; anything else is read as a snapshot, and refused as one.
    static func isCore(_ path: String) -> Bool {
        (try? RegularFile(path: path).bytes(at: 0, upTo: 4)) == [0x7F] + Array("ELF".utf8)
    }
}

/// An address in a process, as reports have it: hexadecimal digits with or without `0x`.
struct ObjectAddress: Hashable {
    let number: UInt64

    init(option text: String) throws {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard let number = UInt64(digits, radix: 16), number > 0, digits.first != "+" else {
            throw ValidationError(
                "\(text.onOneLine(upTo: 80)) is not an address: give one of --top, such as 0x7f12a0")
        }
        self.number = number
    }
}
