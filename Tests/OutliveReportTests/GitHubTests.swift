import OutliveModel
import OutliveReport
import Testing

@Suite struct GitHubTests {
    @Test(arguments: 0..<8)
    func `Every line is one command, whatever the report contains`(seed: Int) throws {
        var random = Random(state: UInt64(seed))
        let report = Report.random(using: &random)
        let lines = try annotations(report)
        for line in lines {
            let command = try #require(line.wholeMatch(of: Self.command), "\(line)")
            // Characters that end a property or the properties for the runner are escaped in them.
            #expect(!command.output.title.unicodeScalars.contains { $0 == ":" || $0 == "," })
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
        #expect(lines.last?.hasPrefix("::notice title=Outlive::") == true)
    }

    @Test func `Text that would end a command or start another is escaped`() throws {
        var report = Report.bare
        report.failures = [
            Failure(.launch, "50 %0A off\r\n::error::injected, 1:2", output: "a\r\n::set-output name=x::y\n%25")
        ]
        #expect(
            try annotations(report).first
                == "::error title=Outlive%3A the program could not be started::50 %250A off ::error::injected, 1:2"
                + "%0Athe application printed last:%0A| a%0A| ::set-output name=x::y%0A| %2525")
        report = .leaking
        report.findings[0].key.name = "a,file=b::c%"
        let title = "title=Leak%3A Session.onEvent keeps 72 a%2Cfile=b%3A%3Ac%25::"
        #expect(try annotations(report).first?.contains(title) == true)
    }

    @Test func `The number of each level is limited to what GitHub shows, and the rest is counted`() throws {
        var report = Report.leaking
        report.findings = (1...30).map { line in
            var finding = Report.leaking.findings[line % 2]
            finding.key.site.line = line
            finding.fingerprint = "\(line)"
            return finding
        }
        let lines = try annotations(report)
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
        #expect(lines[9].hasPrefix("::error title=Outlive%3A 6 more errors::"))
        #expect(lines[19].hasPrefix("::warning title=Outlive%3A 6 more warnings::"))
        #expect(lines.count == 21)
    }

    @Test func `Growth is an error if it fails the run, and no annotation otherwise`() throws {
        var report = Report.leaking
        report.findings = []
        #expect(try annotations(report).count == 1)
        report.plan.growth = .fail
        let lines = try annotations(report)
        #expect(lines.count == 3)
        #expect(
            lines[0]
                == "::error title=Outlive%3A resident memory grows over the soak::"
                + "48.1 MB at first, 48.7 MB at last: +12.1 kB per reset, 95 %25 CI 11.0 to 13.2")
        #expect(lines[1].contains("live components grows"))
    }

    @Test func `All findings of a cause are one annotation, which lists what leaks`() throws {
        var report = Report.leaking
        let leak = report.findings[0]
        report.findings = ["a", "b", "c"].map { name in
            var finding = leak
            (finding.key.name, finding.key.type) = (name, "NoteService.\(name)")
            return finding
        }
        let lines = try annotations(report)
        #expect(lines.count { $0.hasPrefix("::error ") } == 1)
        #expect(lines[0].contains("title=Leak%3A Session.onEvent keeps 72 a::Capture self weakly"), "\(lines[0])")
        #expect(lines[0].contains("%0Aleaks with it%0A  NoteService.b  72 alive"), "\(lines[0])")
    }

    @Test(arguments: [
        ("/home/user/projects/note-service", "file=Sources/NoteService/SessionStore.swift,line=88,"),
        ("/home/user/./projects/x/../note-service/", "file=Sources/NoteService/SessionStore.swift,line=88,"),
        ("/", "file=home/user/projects/note-service/Sources/NoteService/SessionStore.swift,line=88,"),
        ("/home/user/projects/note", "title="), ("/elsewhere", "title="), ("", "title="),
    ])
    func `The place is relative to the checkout, or left out`(root: String, properties: String) throws {
        #expect(try annotations(.leaking, root: root)[0].hasPrefix("::error \(properties)"))
    }

    @Test func `Without a function in the file of the site, the innermost one of the checkout is the place`() throws {
        var report = Report.leaking
        func symbol(_ file: String) -> Symbol { Symbol(function: "App.f() -> ()", file: file, line: 5) }
        func place(_ files: String...) throws -> String {
            report.findings[0].backtrace.frames = files.map {
                Frame(module: "/srv/app", buildID: nil, offset: 1, symbols: [symbol($0)])
            }
            return String(try annotations(report, root: "/repo")[0])
        }
        #expect(
            try place("/other/A.swift", "/repo/.build/checkouts/B.swift", "/repo/C.swift", "/repo/D.swift")
                .hasPrefix("::error file=C.swift,line=5,"))
        // As with a prefix map.
        #expect(try place("./Sources/E.swift").hasPrefix("::error file=Sources/E.swift,line=5,"))
        #expect(try place("../F.swift", "/repo").hasPrefix("::error title="))
    }

    @Test func `Failures of the run are errors, and other findings warnings`() throws {
        var report = Report.differing
        report.plan.fidelity = .report
        let lines = try annotations(report)
        #expect(lines.count { $0.hasPrefix("::error ") } == 2)  // The probe and the gate.
        #expect(lines.count { $0.hasPrefix("::warning ") } == 2)
        report = .leaking
        report.plan.failOn = .never
        #expect(try annotations(report).allSatisfy { !$0.hasPrefix("::error ") })
        #expect(try annotations(.clean).count == 1)
    }

    private func annotations(
        _ report: Report, root: String = "/home/user/projects/note-service"
    ) throws -> [Substring] {
        let text = String(
            decoding: try ReportFormat.github.bytes(for: report, PresentationOptions(root: root)), as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    nonisolated(unsafe) private static let command =
        #/::(error|warning|notice) (file=[^:,\r\n]*,line=[0-9]+,)?title=(?<title>[^\r\n]*?)::[^\r\n]*/#
        .matchingSemantics(.unicodeScalar)
}
