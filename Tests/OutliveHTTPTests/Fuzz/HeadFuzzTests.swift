internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite struct HeadFuzzTests {
    /// A head that is good more often than not.
    private func head(_ fuzzing: inout Fuzzing) -> [UInt8] {
        let method = fuzzing.mostly(["GET", "POST", "PUT", "G"], seldom: ["get", "", "AVERYLONGMETHODNAME"])
        let target = fuzzing.mostly(
            ["/", "/reset", "/reset?wait=settled", "/debug", "/%00", "//a/../b?%"], seldom: ["*", "http://a/"])
        let version = fuzzing.mostly(["HTTP/1.1"], seldom: ["HTTP/1.0", "HTTP/2", "HTTP/1.1 "])
        var text = "\(method) \(target) \(version)\r\n"
        let names = ["Host", "host", "Content-Length", "Authorization", "Origin", "X-A", "Expect"]
        let values = ["", "0", "10", "127.0.0.1:80", "Bearer x", "\u{E4}", "99999999999999999999", " a "]
        for _ in 0..<fuzzing.number(below: 6) {
            text += fuzzing.mostly(names, seldom: ["", "A B", "Transfer-Encoding"])
            text += fuzzing.mostly([":", ": "], seldom: [" : ", ""])
            text += fuzzing.mostly(values, seldom: ["1e3", "-1", "chunked"])
            text += fuzzing.mostly(["\r\n"], seldom: ["\n", "\r\n ", "\r"])
        }
        return Array((text + "\r\n").utf8)
    }

    private func encoded(_ head: RequestHead) -> [UInt8] {
        var text = "\(head.method) \(head.path)" + (head.query.map { "?\($0)" } ?? "") + " HTTP/1.1\r\n"
        for field in head.fields { text += "\(field.name): \(field.value)\r\n" }
        return (text + "\r\n").unicodeScalars.map { UInt8($0.value) }
    }

    @Test func `Any bytes of a head are refused or have one meaning`() async throws {
        var accepted = 0
        let inputs = try await Fuzzing.run(count: 15_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let bytes = fuzzing.mutate(head(&fuzzing))
            guard let end = try? RequestHead.end(in: bytes, from: 0),
                let head = try? RequestHead(parsing: bytes[..<end])
            else { return }
            accepted += 1
            // An accepted head means the same after it is written again.
            try #require(try RequestHead(parsing: encoded(head)) == head, "seed \(seed)")
            let texts = [head.method, head.path, head.query ?? ""] + head.fields.flatMap { [$0.name, $0.value] }
            for text in texts {
                try #require(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" }, "seed \(seed)")
            }
            try #require(head.path.hasPrefix("/") && head.contentLength >= 0, "seed \(seed)")
            try #require(head.fields.count <= RequestHead.maximumFields, "seed \(seed)")
            try #require(head["Transfer-Encoding"] == nil, "seed \(seed)")
            // The end of a head does not depend on the pieces in which it arrives.
            let cut = fuzzing.number(below: end)
            try #require(try RequestHead.end(in: Array(bytes[..<cut]), from: 0) == nil, "seed \(seed)")
            try #require(try RequestHead.end(in: bytes, from: cut) == end, "seed \(seed)")
        }
        #expect(accepted > inputs / 50)
        #expect(accepted < inputs)
    }
}
