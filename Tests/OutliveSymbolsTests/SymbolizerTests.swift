import Foundation
import Glibc
import OutliveModel
import Testing

@testable import OutliveSymbols

@Suite struct SymbolizerTests {
    @Test(
        .enabled(if: Sample.available),
        arguments: [
            ("exit 1", "ended with status 1"),
            ("cat >/dev/null; echo garbage; echo '{\"Address\":'; echo '[]'", "printed no readable output"),
            ("exit 0", "printed no readable output"),
            (
                #"printf '{"ModuleName":"m","Address":"0x1","Symbol":[],"a%s":1}\n' $(printf '\\u0301%.0s' $(seq 31))"#,
                "printed no readable output"
            ),
            ("kill -9 $$", "was killed by signal 9"),
            (
                "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done",
                "printed more than 1114112 bytes"
            ),
            ("exec 1>&-; exit 7", "ended with status 7"),
        ])
    func `A symbolizer that fails leaves names, and a note`(body: String, reason: String) async throws {
        let folder = try Folder()
        let fake = try await folder.script("llvm-symbolizer", body)
        let (frames, notes) = try await Symbolicator(
            environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"]
        ).symbolicate([Sample.shared.value.frame()])
        #expect(frames[0].symbols.map(\.function) == [Sample.outer])
        #expect(notes.first?.contains("\(fake) \(reason)") == true, "\(notes)")
    }

    @Test(
        .enabled(if: Sample.available),
        .timeLimit(.minutes(2)))
    func `A symbolizer that hangs is stopped with all it started`() async throws {
        let folder = try Folder()
        let fifo = "\(folder.path)/alive"
        try #require(mkfifo(fifo, 0o600) == 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        // The child keeps the output open, as a wrapper script's real tool would.
        let fake = try await folder.script("hang", "exec 3>'\(fifo)'; sleep 1000 & wait")
        let (frames, notes) = try await Symbolicator(
            environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"], deadline: .seconds(2)
        ).symbolicate([Sample.shared.value.frame()])
        #expect(frames[0].symbols.count == 1)
        #expect(notes.first == "\(fake) took more than 2.0 seconds: functions have no lines")
        // The file ends when no writer is left: script and child have ended.
        try #require(fcntl(reader, F_SETFL, 0) == 0)
        let count = try await apart {
            var byte: UInt8 = 0
            return read(reader, &byte, 1)
        }
        #expect(count == 0)
    }

    @Test(.enabled(if: Sample.available))
    func `Megabytes of errors and a program that cannot be started are harmless`() async throws {
        let folder = try Folder()
        let frame = try await Sample.shared.value.frame()
        let answer = """
            {"Address":"0x\(String(frame.offset - 1, radix: 16))","ModuleName":"\(frame.module)","Symbol":\
            [{"Column":3,"FileName":"/x/a.cc","FunctionName":"ns::f(int)","Line":9}]}
            """
        let fake = try await folder.script(
            "noisy", "head -c 8000000 /dev/zero >&2; cat >/dev/null; echo '\(answer)'; echo '{}'")
        let environment = ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"]
        let named = try await Symbolicator(environment: environment).symbolicate([frame]).frames[0]
        #expect(named.symbols == [Symbol(function: "ns::f(int)", file: "/x/a.cc", line: 9, column: 3)])

        let (frames, notes) = try await Symbolicator(
            environment: ["OUTLIVE_SYMBOLIZER": "\(folder.path)/absent"]
        ).symbolicate([frame])
        #expect(frames[0].symbols.count == 1)
        #expect(notes.first?.contains("cannot be started: No such file or directory") == true)
    }

    @Test(arguments: [
        (#""StartFileName":"/x/a.swift","StartLine":7"#, 9 as Int?),
        (#""StartFileName":"/x/a.swift","StartLine":10"#, nil),
        (#""StartFileName":"/x/b.swift","StartLine":7"#, nil),
        (#""StartFileName":"","StartLine":0"#, nil),
    ])
    func `A call without a line has the nearest one that can be in its function`(
        declared: String, line: Int?
    ) async throws {
        let answer = """
            {"Address":"0x10","ModuleName":"/bin/sh","Symbol":[{"Approximate":true,"Column":3,"FileName":"/x/a.swift",\
            "FunctionName":"f","Line":9,\(declared)}]}
            """
        let folder = try Folder()
        let fake = try await folder.script(
            "tool", "case \"$*\" in *--skip-line-zero*) cat >/dev/null; echo '\(answer)';; *) exit 1;; esac")
        let (file, column) = (line.map { _ in "/x/a.swift" }, line.map { _ in 3 })
        #expect(try await symbol(by: fake, in: folder) == Symbol(function: "f", file: file, line: line, column: column))
    }

    @Test(arguments: ["exit 1", "kill -SEGV $$"])
    func `A tool without a search for the nearest line, or one that crashes in it, is used without`(end: String)
        async throws
    {
        let answer = """
            {"Address":"0x10","ModuleName":"/bin/sh","Symbol":[{"Column":3,"FileName":"/x/a.swift","FunctionName":"f",\
            "Line":9}]}
            """
        let folder = try Folder()
        let fake = try await folder.script(
            "tool", "case \"$*\" in *--skip-line-zero*) \(end);; *) cat >/dev/null; echo '\(answer)';; esac")
        #expect(try await symbol(by: fake, in: folder) == Symbol(function: "f", file: "/x/a.swift", line: 9, column: 3))
    }

    @Test func `A tool that crashes in the search for the nearest line is used without it`() async throws {
        let answer = """
            {"Address":"0x10","ModuleName":"/bin/sh","Symbol":[{"Column":3,"FileName":"/x/a.swift","FunctionName":"f",\
            "Line":9}]}
            """
        let folder = try Folder()
        let fake = try await folder.script(
            "tool",
            "cat >/dev/null; case \"$*\" in *--skip-line-zero*) kill -SEGV $$;; *) echo '\(answer)';; esac")
        #expect(try await symbol(by: fake, in: folder) == Symbol(function: "f", file: "/x/a.swift", line: 9, column: 3))
    }

    @Test
    func `An address that crashes the tool has its function's line, and the others have their own`() async throws {
        let folder = try Folder()
        let fake = try await folder.script(
            "tool",
            #"""
            line=0; case "$*" in *--skip-line-zero*) line=7;; esac
            while read -r code module offset; do
                [ "$line,$offset" = 7,0x20 ] && kill -SEGV $$
                printf '{"Address":"%s","ModuleName":"/bin/sh","Symbol":[{"Column":0,"FileName":"/x/a.swift",' "$offset"
                printf '"FunctionName":"(2) await resume partial function for App.f() async -> ()","Line":%s,' "$line"
                printf '"StartFileName":"/x/a.swift","StartLine":5}]}\n'
            done
            """#)
        let frames = [17, 33, 49].map { Frame(module: "/bin/sh", buildID: nil, offset: $0) }
        let named = try await Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"])
            .symbolicate(frames).frames
        #expect(named.map { $0.symbols.first?.line } == [7, 5, 7])
        #expect(named.allSatisfy { $0.symbols.first?.function == "App.f() async -> ()" })
    }

    @Test func `Compiler-generated code has the line of its function's declaration`() async throws {
        let folder = try Folder()
        let answer = """
            {"Address":"0x10","ModuleName":"/bin/sh","Symbol":[{"Column":0,"FileName":"<compiler-generated>",\
            "FunctionName":"f","Line":0,"StartFileName":"/x/a.swift","StartLine":5}]}
            """
        let fake = try await folder.script("tool", "cat >/dev/null; echo '\(answer)'")
        let declared = Symbol(function: "f", file: "/x/a.swift", line: 5, column: nil)
        #expect(try await symbol(by: fake, in: folder) == declared)
    }

    private func symbol(by tool: String, in folder: Folder) async throws -> Symbol? {
        defer { withExtendedLifetime(folder) {} }
        return try await Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": tool, "PATH": "/usr/bin:/bin"])
            .symbolicate([Frame(module: "/bin/sh", buildID: nil, offset: 17)])
            .frames[0].symbols.first
    }

    @Test func `A report is one run of the tool, with one query for each distinct address`() async throws {
        let folder = try Folder()
        let fake = try await folder.script(
            "counting", "echo run >> '\(folder.path)/runs'; cat >> '\(folder.path)/asked'; echo '{}'")
        let frame = Frame(module: "/bin/sh", buildID: nil, offset: 17)
        let other = Frame(module: "/bin/cat", buildID: nil, offset: 17)
        _ = try await apart {
            Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"])
                .symbolicate([Backtrace(frames: [frame, other, frame]), Backtrace(frames: [frame])])
        }
        func lines(_ name: String) throws -> [Substring] {
            try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8).split(separator: "\n")
        }
        #expect(try lines("runs").count == 1)
        #expect(try lines("asked").sorted() == ["CODE \"/bin/cat\" 0x10", "CODE \"/bin/sh\" 0x10"])
    }

    @Test(arguments: [("{\"Address\":\"0x1\",\"ModuleName\":\"m\",\"Symbol\":[]}", 2), ("no answer", 3)])
    func `What the tool answered is not asked again, and what it failed to answer is`(
        output: String, runs: Int
    ) async throws {
        let folder = try Folder()
        let fake = try await folder.script(
            "counting", "cat >/dev/null; echo run >> '\(folder.path)/runs'; echo '\(output)'")
        let frame = Frame(module: "/bin/sh", buildID: nil, offset: 17)
        let other = Frame(module: "/bin/cat", buildID: nil, offset: 17)
        let notes = try await apart {
            let names = Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"])
            return [[frame], [other], [frame, other]].map { names.symbolicate([Backtrace(frames: $0)]).notes.last }
        }
        let ran = try String(contentsOfFile: "\(folder.path)/runs", encoding: .utf8).split(separator: "\n")
        #expect(ran.count == runs)
        #expect(notes == [1, 1, 2].map { "addresses named: \($0) not found" })
    }

    @Test func `Input and output larger than any buffer do not block each other`() throws {
        let cat = try #require(tool("cat"))
        let input = [UInt8](repeating: 0x61, count: 5_000_000)
        let output = try runTool(
            cat, arguments: [], environment: [:], input: input, outputLimit: 6_000_000, deadline: .seconds(60))
        #expect(output == input)
    }

    @Test
    func `A named tool precedes the toolchain's, the search path's and the newest numbered one`()
        async throws
    {
        let folder = try Folder()
        for name in ["toolchain", "bin", "old"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        }
        let search = "\(folder.path)/old::\(folder.path)/bin"
        func found(_ named: String? = nil) -> String? {
            var environment = ["PATH": search]
            environment["OUTLIVE_SYMBOLIZER"] = named
            return symbolizerPath(environment: environment).map { $0.replacingOccurrences(of: folder.path, with: "") }
        }
        #expect(found() == nil)
        #expect(symbolizerPath(environment: [:]) == nil)
        for name in ["old/llvm-symbolizer-9", "bin/llvm-symbolizer-14", "bin/llvm-symbolizer-x"] {
            _ = try await folder.script(name, "exit 0")
        }
        #expect(found() == "/bin/llvm-symbolizer-14")
        _ = try await folder.script("bin/llvm-symbolizer", "exit 0")
        #expect(found() == "/bin/llvm-symbolizer")
        _ = try await folder.script("toolchain/swift", "exit 0")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/bin/swift", withDestinationPath: "../toolchain/swift")
        #expect(found() == "/bin/llvm-symbolizer")
        _ = try await folder.script("toolchain/llvm-symbolizer", "exit 0")
        #expect(found()?.hasSuffix("/toolchain/llvm-symbolizer") == true)
        #expect(found("/named") == "/named")
        #expect(found("") == nil)
    }

    @Test func `Swift names are demangled, and others stay unchanged`() {
        #expect(demangled("$s1a5outeryS2iF") == "a.outer(Swift.Int) -> Swift.Int")
        for name in ["main", "_ZN2ns1fEi", "", "$s", "qsort_r"] { #expect(demangled(name) == name) }
    }
}
