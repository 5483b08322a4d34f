import Foundation
import Outlive
import OutliveModel
import Testing

@testable import OutliveSymbols

@Suite struct AuditTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func audit(_ bytes: [UInt8]) throws -> Auditor {
        let path = "\(folder.path)/file"
        try Data(bytes).write(to: URL(filePath: path))
        var auditor = Auditor()
        auditor.audit(path)
        return auditor
    }

    /// An executable that has nothing but a header and what is loaded.
    private func executable(_ content: [UInt8]) -> [UInt8] {
        func number<N: FixedWidthInteger>(_ value: N) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        bytes += number(UInt16(2)) + number(UInt16(62)) + number(UInt32(1)) + number(UInt64(0)) + number(UInt64(64))
        bytes += number(UInt64(0)) + number(UInt32(0)) + number(UInt16(64)) + number(UInt16(56)) + number(UInt16(1))
        bytes += number(UInt16(0)) + number(UInt16(0)) + number(UInt16(0))
        bytes += number(UInt32(1)) + number(UInt32(5)) + number(UInt64(120)) + number(UInt64(0x1000))
        bytes += number(UInt64(0x1000)) + number(UInt64(content.count)) + number(UInt64(content.count))
        return bytes + number(UInt64(1)) + content
    }

    private static let everyMarker = AuditPart.allCases.flatMap { part in
        part.markers.filter { $0.kind != .library }.map { (part, $0) }
    }

    @Test func `Each marker alone identifies its part, at any position`() throws {
        // The third lies across the end of what is read at once.
        for place in [0, 17, (1 << 20) - 120 - 3, 1 << 20] {
            for (part, marker) in Self.everyMarker {
                var content = [UInt8](repeating: 0, count: place) + Array(marker.text.utf8) + [0, 0]
                var found = try audit(executable(content))
                #expect(found.failures.isEmpty)
                let finding = try #require(found.audits.first?.findings.first, "\(marker.text) at \(place)")
                #expect(finding.part == part)
                #expect(finding.evidence.map(\.marker) == [marker.text])
                #expect(finding.evidence.first?.offset == UInt64(120 + place))
                // Not all of it is none of it.
                content[place] ^= 0x20
                found = try audit(executable(content))
                #expect(found.audits.first?.findings == [])
            }
        }
    }

    @Test func `A marker text is too long to be kept in instructions`() {
        for (_, marker) in Self.everyMarker where marker.kind == .string { #expect(marker.text.utf8.count > 15) }
    }

    @Test func `A program with a part has every marker of that part`() throws {
        // The program of the tests has all modules in it.
        withExtendedLifetime((LeakRegistry.shared, ResetHost(), SignalNotifier(), InProcessNotifier())) {}
        var auditor = Auditor()
        auditor.audit("/proc/self/exe")
        let findings = try #require(auditor.audits.first).findings
        for part in AuditPart.allCases where part != .interposer {
            let found = findings.first { $0.part == part }?.evidence.map(\.marker) ?? []
            for marker in part.markers where marker.kind != .library {
                #expect(found.contains(marker.text), "\(part): \(marker.text)")
            }
        }
    }

    @Test func `A report states each part with its evidence, and the worst outcome`() throws {
        var auditor = try audit(executable(Array("outlive.signal-notifier".utf8) + [0, 0]))
        let found = AuditReport(auditor)
        #expect(found.outcome == .notClean)
        #expect(
            found.text == """
                \(folder.path)/file: signal notifier: string "outlive.signal-notifier" (at 0x78)
                not clean: 1 part of Outlive in 1 of 1 file

                """)
        auditor.audit("/missing")
        let failed = AuditReport(auditor)
        #expect(failed.outcome == .failed)
        #expect(
            failed.text.hasSuffix(
                "\nfailed: 1 file could not be audited; 1 part of Outlive in 1 of 1 file\n"), "\(failed.text)")
        #expect(
            AuditReport(try audit(executable([0]))).text
                == "clean: nothing of Outlive that records, listens or resets in 1 file\n")
    }

    @Test func `Programs of the system are clean`() {
        var auditor = Auditor()
        auditor.audit("/bin/sh")
        #expect(auditor.failures.isEmpty)
        #expect(auditor.audits.map(\.findings) == [[]])
    }

    @Test func `A truncated file is never called clean`() throws {
        let whole = executable(Array("nothing".utf8))
        for length in 0..<whole.count {
            let auditor = try audit(Array(whole.prefix(length)))
            #expect(auditor.audits.isEmpty && auditor.failures.count == 1, "\(length)")
        }
        let sections = ELFImageTests.small
        for length in stride(from: 0, to: sections.count, by: 3) {
            #expect(try audit(Array(sections.prefix(length))).audits.isEmpty)
        }
    }

    @Test func `Corrupt files never crash, neither dynamic programs nor small ones`() throws {
        var random = SystemRandomNumberGenerator()
        let shell = Array(try Data(contentsOf: URL(filePath: "/bin/sh")).prefix(1 << 20))
        let bases = [shell, executable([UInt8](repeating: 0, count: 300)), ELFImageTests.small]
        for round in 0..<600 {
            var bytes = bases[round % bases.count]
            // The dynamic section and the section headers of the shell are far behind its header.
            let reach = round % 2 == 0 ? min(bytes.count, 1024) : bytes.count
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let start = Int.random(in: 16..<reach, using: &random)
                let value = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                for index in start..<min(start + Int.random(in: 1...8, using: &random), reach) {
                    bytes[index] = UInt8(value)
                }
            }
            let auditor = try audit(bytes)
            #expect(auditor.audits.count + auditor.failures.count >= 1)
        }
    }

    @Test(arguments: ["/dev/null", "/dev/zero", "/", "/missing", "", "/proc/self/maps", "/etc/passwd"])
    func `A file that is no executable cannot be audited`(path: String) {
        var auditor = Auditor()
        auditor.audit(path)
        #expect(auditor.audits.isEmpty)
        #expect(auditor.failures.map(\.path) == [path])
    }

    @Test func `A file is audited once under all its names`() throws {
        var auditor = Auditor()
        auditor.audit("/bin/sh")
        auditor.audit("/bin/../bin/sh")
        #expect(auditor.audits.count == 1)
    }
}
