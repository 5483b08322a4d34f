import Foundation
import OutliveHeap
import OutliveModel
import OutliveSupport
import ProcText

@testable import OutliveDriver
@testable import OutliveInspect
@testable import OutliveReport
@testable import OutliveSymbols

extension FuzzTarget {
    /// Makes all that the commands make of a snapshot.
    func readPicture(_ bytes: [UInt8]) throws {
        guard let snapshot = try? HeapSnapshot(bytes) else { return }
        let (names, facts) = (NoNames(), SnapshotFacts(snapshot, file: "now"))
        let stacks = snapshot.liveStacks(names: names)
        let profile = AllocationProfile(stacks, of: facts, sampleBytes: snapshot.sampling?.rate)
        for format in ProfileFormat.allCases { _ = try format.bytes(for: profile) }
        // The commands refuse those of samples.
        guard snapshot.header.hasGraph, snapshot.sampling == nil else { return }
        var picture = try picture(of: snapshot, facts, names)
        picture.tasks = try tasks(of: snapshot, names)
        picture.memory = MemoryBreakdown(snapshot).map { look in
            let verdict = MemoryVerdict(look, growth: .unknown(looks: 1, needed: 3))
            return MemoryReport(toolVersion: "0", target: "now", looks: [look], verdict: verdict)
        }
        if let memory = picture.memory { _ = TextPage.bytes(TextStyle()) { $0.write(memory, isBrief: false) } }
        for format in ListingFormat.allCases { _ = try format.bytes(for: picture.report) }
        try require(HeapExplorer(picture).bytes.starts(with: "<!DOCTYPE html>".utf8), "a picture is a page")
        let pieces = Pieces()
        DevToolsExport(AnalysedSnapshot(snapshot, names: names).paths, names: names).write { pieces.data += $0 }
        _ = try JSONSerialization.jsonObject(with: pieces.data)
        // It fails without SQLite's library alone.
        let file = Pieces()
        try? SnapshotDatabase(AnalysedSnapshot(snapshot, names: names), path: "now").write { file.data += $0 }
        try require(
            file.data.isEmpty || file.data.starts(with: "SQLite format 3".utf8), "an exported database is one of SQLite"
        )
    }

    private func picture(
        of snapshot: HeapSnapshot, _ facts: SnapshotFacts, _ names: NoNames
    ) throws -> HeapPicture {
        let objects = snapshot.liveObjects()
        var report = SnapshotReport(toolVersion: "0", snapshot: facts, notes: snapshot.notes)
        report.types = objects.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
        report.memory = HeapCensus(snapshot).memoryBySite
        let difference = SnapshotDifference(from: snapshot, to: snapshot)
        report.growth = SnapshotGrowth(since: facts, types: difference.types)
        let picture = HeapPicture(
            report, of: AnalysedSnapshot(snapshot, names: names), objects: objects, since: difference)
        try require(picture.retained.blocks == snapshot.nodes.count, "the map contains each block once")
        return picture
    }

    private func tasks(of snapshot: HeapSnapshot, _ names: NoNames) throws -> TaskReport {
        let tasks = AnalysedSnapshot(snapshot, names: names).tasks
        let members = tasks.groups.reduce(0) { $0 + $1.count }
        try require(members <= snapshot.tasks.count + snapshot.innerTasks.count, "a task is in one group at most")
        let report = TaskReport(
            toolVersion: "0", processID: snapshot.header.processID, executable: "", groups: tasks.groups,
            actors: tasks.actors, notes: [tasks.obstacle].compactMap(\.self))
        for isTree in [false, true] {
            _ = TextPage.bytes(TextStyle()) { $0.write(report, isTree: isTree, limit: 20) }
        }
        return report
    }

    /// Reads a text as each of the kernel's texts about a process, which contain names that others chose.
    func readProcess(_ bytes: [UInt8]) throws {
        #if os(Linux)
        let text = String(decoding: bytes, as: UTF8.self)
        let facts = ProcessFacts(status: text)
        try require(facts.name?.contains("\n") != true, "a name ends with its line")
        try require(facts.tracer ?? 1 > 0, "a tracer is a process")
        let status = StatusFile(text)
        _ = (status.hasEnded, status.isStopped, status.dispositions, status.credentials, status.fileModeMask)
        let signals = (status.signals("SigBlk") ?? []).map(\.number)
        try require(signals == signals.sorted() && signals.allSatisfy { (1...64).contains($0) }, "a set has 64 signals")
        if let entry = ProcessEntry(stat: text) {
            let fields = [entry.isRunning ? "S" : "Z", "\(entry.parent)", "\(entry.group)"]
            let rest = fields + Array(repeating: "0", count: 16) + ["\(entry.started)"]
            let written = "\(entry.id) (\(entry.name)) " + rest.joined(separator: " ")
            try require(ProcessEntry(stat: written) == entry, "an entry that is written again is the same")
        }
        _ = limits(text)
        for mapping in Mapping.all(in: text) { try require(mapping.file.path.hasPrefix("/"), "a file has a path") }
        let ports = PortNames(chosen: 8080, ephemeral: 32_768...60_999)
        for row in text.rows {
            for parse in [Socket.unix, Socket.tcp, Socket.udp] { _ = parse(row, ports) }
        }
        let read = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { outl_proc_text_read($0.baseAddress, $0.count) }
        }
        try require(read, "a mapping has a range and a path")
        #endif
    }

    /// Reads an executable or a library as the audit and the commands that look up names do.
    func readELF(_ bytes: [UInt8]) throws {
        guard let image = ELFImage(bytes: bytes) else { return }
        _ = (image.interpreter, image.isLoadable, image.isLibrary, image.isWhole, image.isSwift, image.hasSymbols)
        _ = (image.hasLines, image.sectionNames, image.separateDebugFile)
        if let table = image.symbolTable() {
            for symbol in table.symbols.prefix(64) {
                try require(symbol.address <= symbol.end, "a symbol ends after its beginning")
                _ = table.name(of: symbol)
                _ = table.symbol(symbol.kind, containing: symbol.address)
            }
            _ = table.symbols(.object, named: ["_swift_concurrency_debug_asyncTaskSize"])
        }
        for offset in image.offsets(of: AuditPart.allCases.flatMap(\.markers))?.values ?? [:].values {
            try require(offset < image.length, "a marker is in the file")
            _ = (image.text(around: offset), image.sectionName(at: offset))
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-fuzz-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var auditor = Auditor()
        auditor.audit(file.path)
        _ = (auditor.failures, swiftVersion(ofExecutable: file.path))
    }

    private final class Pieces: @unchecked Sendable {
        var data = Data()
    }
}
