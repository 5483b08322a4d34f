import Foundation
import Glibc
import OutliveModel
import Testing

@testable import OutliveJudgement
@testable import OutliveSymbols

@Suite struct SymbolicatorTests {
    @Test(.enabled(if: tool("swift") != nil))
    func `The test process's own frames get functions, files and lines`() async throws {
        let (backtrace, line) = (captureHere(), #line)
        let result = try await apart { Symbolicator().symbolicate([backtrace, backtrace]) }
        #expect(result.backtraces.count == 2)
        #expect(result.backtraces[0] == result.backtraces[1])
        let symbols = result.backtraces[0].frames.flatMap(\.symbols)
        let here = try #require(symbols.first { $0.function.contains("SymbolicatorTests.") })
        #expect(here.file?.hasSuffix("SymbolicatorTests.swift") == true)
        #expect(here.line == line)
        #expect(here.column ?? 0 > 0)
        // The values that identify the place elsewhere stay.
        for (before, after) in zip(backtrace.frames, result.backtraces[0].frames) {
            #expect((before.module, before.buildID, before.offset) == (after.module, after.buildID, after.offset))
        }
        #expect(result.notes.contains { $0.contains("llvm-symbolizer") })
    }

    @Test(.enabled(if: Sample.available))
    func `Inlined functions come innermost first`() async throws {
        let sample = try await Sample.shared.value
        let frames = try (1...64).map { try sample.frame(after: $0) }
        let named = try await Symbolicator().symbolicate(frames).frames
        let stack = try #require(named.map(\.symbols).first { $0.contains { $0.function.contains("sampleInner") } })
        let inner = try #require(stack.firstIndex { $0.function.contains("sampleInner") })
        let outer = try #require(stack.firstIndex { $0.function == Sample.outer })
        #expect(inner < outer)
        #expect(stack[inner].line == 1)
        #expect(stack[outer].line == 2)
    }

    @Test(.enabled(if: Sample.available))
    func `The lookup uses the address of the call, not the return address`() async throws {
        let sample = try await Sample.shared.value
        let names = Symbolicator(environment: noTools)
        // The function's first byte is not inside it when it is a return address.
        let (frames, _) = try await names.symbolicate([sample.frame(after: 0), sample.frame(after: 1)])
        #expect(frames[0].symbols.first?.function.contains("sampleOuter") != true)
        #expect(frames[1].symbols.first?.function == Sample.outer)
    }

    @Test(.enabled(if: Sample.available))
    func `Without a tool there are names without lines`() async throws {
        let sample = try await Sample.shared.value
        let (frames, notes) = try await Symbolicator(environment: noTools).symbolicate([sample.frame()])
        #expect(frames[0].symbols == [Symbol(function: Sample.outer)])
        #expect(notes == ["addresses named: 1 by the modules' symbol tables"])
    }

    @Test(
        .enabled(if: Sample.available),
        .enabled(if: tool("strip", "llvm-strip", "llvm-objcopy") != nil, "no tool that strips was found"))
    func `A stripped program keeps offsets`() async throws {
        let sample = try await Sample.shared.value
        let folder = try Folder()
        let copy = "\(folder.path)/stripped"
        if let strip = tool("strip", "llvm-strip") {
            try await execute(strip, "-o", copy, sample.path)
        } else {
            try await execute(try #require(tool("llvm-objcopy")), "--strip-all", sample.path, copy)
        }
        let frame = try sample.frame(path: copy)
        let (frames, notes) = try await Symbolicator().symbolicate([frame])
        #expect(frames == [frame])
        #expect(notes == ["addresses named: 1 not found"])
    }

    @Test(.enabled(if: Sample.available))
    func `A module that was rebuilt gives no names`() async throws {
        let sample = try await Sample.shared.value
        let frame = try sample.frame(buildID: "00ff")
        let (frames, notes) = try await Symbolicator().symbolicate([frame])
        #expect(frames == [frame])
        let remedy = "keep the program as it was until its report is made"
        #expect(notes == ["no function names of \(sample.path): it was rebuilt since the run; \(remedy)"])
        // Unknown is not different.
        let unknown = try await Symbolicator().symbolicate([sample.frame(buildID: .some(nil))])
        #expect(!unknown.frames[0].symbols.isEmpty)
    }

    @Test(.enabled(if: Sample.available))
    func `Modules are named whose files are not those that were loaded, in the order of loading`() async throws {
        let sample = try await Sample.shared.value
        func module(_ path: String, _ buildID: String?) -> Frame { Frame(module: path, buildID: buildID, offset: 0) }
        let own = try sample.frame()
        let modules = [module("/missing/app", "ab"), module(sample.path, "00ff"), own, module("[vdso]", nil)]
        let note = Symbolicator().unnamed(of: modules).note(since: .snapshot)
        let (names, reason) = ("/missing/app, \(sample.path)", "they were rebuilt since the snapshot, or are missing;")
        #expect(note?.hasPrefix("no function names of \(names): \(reason)") == true, "\(note ?? "")")
        #expect(Symbolicator().unnamed(of: [own, module("", nil)]).note(since: .snapshot) == nil)
        // At another path, and as a copy that is below another directory.
        let copied = Symbolicator { _ in sample.path }
        #expect(copied.unnamed(of: [module("/missing/app", own.buildID)]).note(since: .snapshot) == nil)
    }

    @Test func `Frames without a module, of a missing file or at offset 0 stay unchanged`() async throws {
        let frames = [
            Frame(module: "", buildID: nil, offset: 5),
            Frame(module: "/missing \"quoted\"\n", buildID: "ab", offset: 5),
            Frame(module: "/missing", buildID: nil, offset: 0), Frame(module: "/missing", buildID: nil, offset: .max),
        ]
        #expect(try await Symbolicator().symbolicate(frames).frames == frames)
        #expect(Symbolicator().symbolicate([]).backtraces.isEmpty)
    }

    @Test(.enabled(if: Sample.available))
    func `Many addresses are one exchange that does not stall`() async throws {
        let sample = try await Sample.shared.value
        let first = try sample.frame()
        let frames = (0..<20_000).map {
            Frame(module: first.module, buildID: first.buildID, offset: first.offset + $0 % 5_000)
        }
        let named = try await Symbolicator().symbolicate(frames).frames
        #expect(named.count == frames.count)
        #expect(named[0].symbols == named[5_000].symbols)
        #expect(!named[0].symbols.isEmpty)
    }

    @Test(.enabled(if: Sample.available))
    func `The findings of several processes get their symbols at once, with a note`() async throws {
        let key = ComponentKey(name: "A", type: "A", site: RegistrationSite(fileID: "A/A.swift", line: 1, column: 1))
        let unknown = Finding(verdict: .leak, key: key, births: [], live: [1], warmup: 0)
        let names = Symbolicator(environment: noTools)
        #expect(NamedFindings([unknown], by: names).notes.isEmpty)
        var finding = unknown
        finding.backtrace = Backtrace(frames: [try await Sample.shared.value.frame()])
        let named = NamedFindings.naming([[], [unknown, finding], [finding]], by: names)
        #expect(named.map { $0.findings.map { $0.backtrace.frames.flatMap(\.symbols).count } } == [[], [0, 1], [1]])
        #expect(named.allSatisfy { $0.notes.count == 1 })
    }
}

/// The stack of the caller by glibc's `backtrace`, with modules and offsets by `dladdr`.
@inline(never)
private func captureHere() -> Backtrace {
    typealias Capture = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
    // `Dl_info`: the module's path and load address, and a symbol's name and address.
    typealias Locate = @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
    guard let backtrace = dlsym(nil, "backtrace"), let dladdr = dlsym(nil, "dladdr") else { return Backtrace() }
    let capture = unsafeBitCast(backtrace, to: Capture.self)
    let locate = unsafeBitCast(dladdr, to: Locate.self)
    var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 32)
    let count = Int(capture(&addresses, 32))
    return Backtrace(
        frames: addresses[..<count].compactMap { address in
            var information = [UnsafeMutableRawPointer?](repeating: nil, count: 4)
            guard let address, locate(address, &information) != 0, let path = information[0], let base = information[1]
            else {
                return nil
            }
            let module = String(cString: path.assumingMemoryBound(to: CChar.self))
            return Frame(
                module: module, buildID: ELFImage(path: module)?.buildID, offset: UInt64(base.distance(to: address)))
        })
}
