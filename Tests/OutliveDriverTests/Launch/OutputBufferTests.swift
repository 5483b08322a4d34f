import OutliveSupport
import Testing

@testable import OutliveDriver

struct OutputBufferTests {
    @Test func `Only the end of the output is kept, and all of it is counted`() {
        let buffer = OutputBuffer(limit: 10)
        for part in ["0123", "45678901234", "56789", "x"] { buffer.append(Array(part.utf8), at: .now) }
        #expect(String(decoding: buffer.tail, as: UTF8.self) == "123456789x")
        #expect(buffer.received == 21)
    }

    @Test func `A line may arrive in any number of parts`() {
        let buffer = OutputBuffer(limit: 100)
        let found = buffer.lines.expect { $0.text == "ready at 80" ? true : nil }
        let last = buffer.lines.expect { $0.text == "no end" ? true : nil }
        for part in ["x\nrea", "dy at", " 80\r", "\nno ", "end"] { buffer.append(Array(part.utf8), at: .now) }
        #expect(found.current == true)
        #expect(last.current == nil)
        buffer.finish()
        #expect(last.current == true)
    }

    @Test func `A line without end does not grow`() {
        let buffer = OutputBuffer(limit: 4)
        let line = buffer.lines.expect { $0.text }
        buffer.append(Array("abcdefgh".utf8), at: .now)
        buffer.append(Array("ijkl\n".utf8), at: .now)
        #expect(line.current == "abcd")
    }

    @Test func `A line is searched in its first 4 KiB, and what follows it is found`() throws {
        let buffer = OutputBuffer(limit: 65_536)
        let lengths = buffer.lines.expect { $0.text.utf8.count == 4096 ? true : nil }
        let up = buffer.expect(try LinePattern.parse("^.*up$")(.sample))
        for _ in 0..<10 { buffer.append([UInt8](repeating: 0, count: 100_000), at: .now) }
        #expect(up.current == nil)
        buffer.append(Array("\nup\n".utf8), at: .now)
        #expect(lengths.current == true)
        #expect(up.current != nil)
        #expect(buffer.received == 1_000_004)
        #expect(buffer.tail.count == 65_536)
    }

    @Test func `Empty output has no excerpt, and binary output has one`() {
        let buffer = OutputBuffer(limit: 10)
        #expect(buffer.excerpt == nil)
        buffer.append([0xff, 0x61], at: .now)
        #expect(buffer.excerpt == "\u{fffd}a")
    }

    @Test(arguments: [
        ("a=1\nb=2\n", "a=1\nb=2\n"), ("secret\nb=2\n", "b=2\n"), ("secret\n\nb=2", "\nb=2"),
        ("secret\nb=2456\n", "b=2456\n"), ("secretsecret", "retsecret"), ("secretsecret\n", "etsecret\n"),
    ])
    func `The rest of a line that was cut is left out, unless there is nothing else`(
        printed: String, shown: String
    ) {
        let buffer = OutputBuffer(limit: 9)
        buffer.append(Array(printed.utf8), at: .now)
        #expect(buffer.lines(inLast: 9) == shown)
    }

    @Test
    func `The reason of a trap is kept first, in any number of parts and before any length of dump`() {
        let buffer = OutputBuffer(limit: 8192)
        buffer.append(Array("up\nSwift/ContiguousArrayBuffer.swift:692: Fatal er".utf8), at: .now)
        #expect(buffer.trapReason == nil)
        #expect(buffer.crashExcerpt == buffer.excerpt)
        buffer.append(Array("ror: Index out of range\n*** Signal 4: Backtracing ...\n".utf8), at: .now)
        buffer.append(
            Array("*** Program crashed: Illegal instruction at 0x1234 ***\n\nThread 0 crashed:\n".utf8), at: .now)
        for number in 0..<4000 { buffer.append(Array("rax \(number)\n".utf8), at: .now) }
        #expect(buffer.trapReason == "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range")
        let lines = (buffer.crashExcerpt ?? "").split(separator: "\n")
        #expect(lines.first == "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range")
        #expect(lines.dropFirst(3).first == "Thread 0 crashed:")
        #expect(lines.last?.wholeMatch(of: /rax [0-9]+/) != nil)
        #expect((buffer.crashExcerpt ?? "").utf8.count <= 4096)
    }

    @Test func `Without a message the signal is the reason, and a later trap replaces an earlier one`() {
        let buffer = OutputBuffer(limit: 8192)
        buffer.append(Array("*** Program crashed: Bad pointer dereference at 0x0 ***\n".utf8), at: .now)
        #expect(buffer.trapReason == "*** Program crashed: Bad pointer dereference at 0x0 ***")
        buffer.append(
            Array("App/Store.swift:7: Fatal error: closed\nApp/Store.swift:9: Fatal error: gone".utf8), at: .now)
        #expect(buffer.trapReason == "App/Store.swift:7: Fatal error: closed")
        buffer.finish()
        #expect(buffer.trapReason == "App/Store.swift:9: Fatal error: gone")
    }
}
