import Foundation
import OutliveModel
import Testing

/// `outlive memory`, and the figures of `outlive watch --metrics`.
@Suite(.serialized) struct MemoryCommandTests {
    @Test func `The memory of a running process is explained as text and as JSON`() async throws {
        let busy = try BusyProgram()
        let text = try await outlive("memory", "\(busy.processID)")
        #expect(text.status == 0, "\(text.output)\(text.errors)")
        #expect(text.output.contains("resident Swift objects") && text.output.contains("100 %  sum"), "\(text.output)")
        let json = try await outlive("memory", "\(busy.processID)", "--report", "json")
        let report = try JSONDecoder().decode(MemoryReport.self, from: Data(json.output.utf8))
        #expect(report.looks.count == 1 && report.looks[0].processID == busy.processID)
        #expect(report.looks[0][.objects] > 0)
    }

    @Test func `A page shows the memory of a process together with its heap`() async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        let run = try await outlive("memory", "\(busy.processID)", "--report", "html=\(scratch.file("page.html"))")
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
        let page = try String(contentsOfFile: scratch.file("page.html"), encoding: .utf8)
        for part in ["Resident memory: ", "The parts of resident memory", "id=\"types\"", "id=\"map\""] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test func `Several looks are judged for growth`() async throws {
        let busy = try BusyProgram()
        let run = try await outlive("memory", "\(busy.processID)", "--every", "200ms", "--report", "json")
        let report = try JSONDecoder().decode(MemoryReport.self, from: Data(run.output.utf8))
        #expect(report.looks.count == 6)
        #expect(report.verdict.kind != .leak, "\(run.output)")
    }

    @Test func `A snapshot from outside contains the use of memory`() async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        let snapshot = scratch.file("now.olheap")
        #expect(try await outlive("census", "\(busy.processID)", "--graph", snapshot).status == 0)
        let run = try await outlive("memory", snapshot)
        #expect(run.status == 0 && run.output.contains("100 %  sum"), "\(run.output)\(run.errors)")
    }

    @Test func `A damaged snapshot, and a process that has ended, are refused in one line`() async throws {
        let scratch = try Scratch()
        let damaged = scratch.file("damaged.olheap")
        try "OUTLHEAP".write(toFile: damaged, atomically: true, encoding: .utf8)
        let busy = try BusyProgram()
        busy.end()
        for (target, reason) in [
            (damaged, "damaged.olheap cannot be used"), ("\(busy.processID)", "there is no process"),
        ] {
            let refused = try await outlive("memory", target)
            #expect(refused.status == 3 && refused.errors.contains(reason), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        }
    }

    @Test(arguments: [
        (["memory", "0"], "0 is not a process ID"), (["memory", "1", "--times", "3"], "--times needs --every"),
        (["memory", "1", "--every", "0s"], "--every is 0"), (["memory", "./core", "--every", "1s"], "--every is for"),
        (["memory", "1", "--sysroot", "/"], "--sysroot is for core files"),
        (["watch", "1", "--metrics", "70000"], "port"),
    ])
    func `Wrong use is refused in one line`(arguments: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `A watch replaces the file of its figures after each inspection`() async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        let file = scratch.file("outlive.prom")
        let run = try await outlive(
            "watch", "\(busy.processID)", "--every", "200ms", "--times", "6", "--metrics", file)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("outlive_watch_cycles_total 6\n") && text.hasSuffix("# EOF\n"), "\(text)")
        #expect(text.contains("outlive_memory_bytes{part=\"objects\"}"))
    }

    @Test func `Clients that are connected and idle do not delay a scrape, and other hosts are refused`() async throws {
        let busy = try BusyProgram()
        let port = try Listener.freePort()
        let watch = try Started(Built.outlive, ["watch", "\(busy.processID)", "--every", "1h", "--metrics", "\(port)"])
        defer { kill(watch.process.processIdentifier, SIGKILL) }
        var idle = try await [awaitedConnection(to: port)]
        for _ in 1..<20 { idle.append(try await awaitedConnection(to: port)) }
        let answer = try await response(at: port, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("# EOF\n"), "\(answer)")
        // The server has not waited for the end of any of them.
        for client in idle {
            var byte: UInt8 = 0
            #expect(recv(client, &byte, 1, Int32(MSG_DONTWAIT)) == -1 && errno == EAGAIN)
            close(client)
        }
        for (request, status) in [
            ("GET /metrics HTTP/1.1\r\nHost: attacker.example\r\n\r\n", 403),
            ("GET /metrics HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://attacker.example\r\n\r\n", 403),
            ("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n", 413),
            ("POST /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        ] {
            let refusal = try await response(at: port, request)
            #expect(refusal.hasPrefix("HTTP/1.1 \(status) "), "\(refusal)")
            #expect(!refusal.contains("# EOF"))
        }
    }

    @Test func `A port that is taken is refused in one line`() async throws {
        let busy = try BusyProgram()
        let taken = try Listener()
        let run = try await outlive("watch", "\(busy.processID)", "--metrics", "\(taken.port)")
        #expect(run.status == 3)
        #expect(
            run.errors == "outlive: cannot bind 127.0.0.1:\(taken.port) for the metrics: Address already in use; "
                + "give another port\n")
    }

    /// Connects to a port of the loopback interface, once a server listens.
    private func awaitedConnection(to port: UInt16) async throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            address.sin_port = port.bigEndian
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isConnected { return client }
            close(client)
            try #require(ContinuousClock.now < deadline, "nothing listens at port \(port)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Sends a request, and returns all that the server answers.
    private func response(at port: UInt16, _ request: String) async throws -> String {
        let client = try await awaitedConnection(to: port)
        return try await awaiting {
            let handle = FileHandle(fileDescriptor: client, closeOnDealloc: true)
            try handle.write(contentsOf: Data(request.utf8))
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }

    private static let prometheus = ["/usr/bin/prometheus", "/usr/local/bin/prometheus"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: prometheus != nil, "prometheus is not installed"))
    func `Prometheus scrapes the figures of a watch`() async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        let (port, own) = (try Listener.freePort(), try Listener.freePort())
        let watch = try Started(
            Built.outlive, ["watch", "\(busy.processID)", "--every", "300ms", "--metrics", "\(port)"])
        defer { kill(watch.process.processIdentifier, SIGKILL) }
        let settings = scratch.file("prometheus.yml")
        try """
        global: {scrape_interval: 500ms}
        scrape_configs: [{job_name: watch, static_configs: [{targets: ['127.0.0.1:\(port)']}]}]
        """.write(toFile: settings, atomically: true, encoding: .utf8)
        let server = try Started(
            try #require(Self.prometheus),
            [
                "--config.file=\(settings)", "--storage.tsdb.path=\(scratch.file("data"))",
                "--web.listen-address=127.0.0.1:\(own)",
            ])
        defer { kill(server.process.processIdentifier, SIGKILL) }
        let query = try #require(
            URL(string: "http://127.0.0.1:\(own)/api/v1/query?query=outlive_memory_bytes%7Bpart=%22objects%22%7D"))
        let deadline = ContinuousClock.now + .seconds(90)
        var answer = ""
        while !answer.contains("outlive_memory_bytes"), ContinuousClock.now < deadline {
            answer = (try? String(contentsOf: query, encoding: .utf8)) ?? ""
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(answer.contains("\"part\":\"objects\""), "\(answer)")
    }
}
