import Foundation
import OutliveModel
import Testing

@testable import OutliveSymbols

struct ForwarderLinesTests {
    // Many closures that are alike, as in a program that is optimised the linker has one body of them.
    private static let source = """
        final class Image {}
        final class Store<T: AnyObject> {
            var items: [T] = []; var onItem: ((T) -> Void)?
            func bind() {
                onItem = { self.items.append($0) }
            }
        }
        final class Screen {
            var number = 0; var onTap: (() -> Void)?
            func start() {
                onTap = { self.number += 1 }
            }
        }
        final class Panel {
            var number = 0; var onTap: (() -> Void)?
            func start() {
                onTap = { self.number += 1 }
            }
        }
        nonisolated(unsafe) var all: [AnyObject] = []
        @inline(never) func make() {
            let (store, screen, panel) = (Store<Image>(), Screen(), Panel())
            store.bind(); screen.start(); panel.start()
            all += [store, screen, panel]
            store.onItem?(Image()); screen.onTap?(); panel.onTap?()
        }
        make()
        print(all.count)
        """

    @Test(.enabled(if: tool("swiftc") != nil && tool("llvm-symbolizer", "swift") != nil), arguments: ["-O", "-Onone"])
    func `The line of a forwarder lies in the function of its own closure`(optimisation: String) async throws {
        let folder = try Folder()
        let path = "\(folder.path)/program"
        try Data(Self.source.utf8).write(to: URL(filePath: "\(path).swift"))
        try await execute(
            try #require(tool("swiftc")), optimisation, "-g", "-Xlinker", "--build-id", "\(path).swift", "-o", path)
        let image = try #require(ELFImage(path: path))
        let table = try #require(image.symbolTable())
        let frames = table.symbols.filter { $0.kind == .function }
            .filter { isForwarder(demangled(table.name(of: $0))) }
            .map { Frame(module: path, buildID: image.buildID, offset: $0.address + 1) }
        let symbols = try await apart { Symbolicator().functions(of: frames) }.compactMap(\.symbols.last)
        for (type, lines) in [("Store.bind", 4...6), ("Screen.start", 10...12), ("Panel.start", 16...18)] {
            let own = symbols.filter { $0.function.contains(type) }
            #expect(own.allSatisfy { $0.line.map { $0 == 0 || lines.contains($0) } ?? true }, "\(type): \(own)")
            // Identical functions that were inlined at their calls leave no code that could have a line.
            let isLeft = optimisation == "-Onone" || type == "Store.bind"
            #expect(!isLeft || own.contains { lines.contains($0.line ?? 0) }, "\(type): \(own)")
        }
    }

    @Test(.enabled(if: Sample.available))
    func `Of several lines in a forwarder the first counts`() async throws {
        let (folder, sample) = (try Folder(), try await Sample.shared.value)
        let closure = "closure #1 () -> () in sample.make() -> ()"
        let table = try #require(ELFImage(path: sample.path)?.symbolTable())
        let symbol = try #require(table.symbols.first { demangled(table.name(of: $0)) == Sample.outer })
        // Lines that fall to the middle of the function, and rise from there.
        let fake = try await folder.script(
            "tool",
            #"""
            while read -r _ module offset; do
                distance=$((offset - \#(symbol.address + (symbol.end - symbol.address) / 2)))
                echo "{\"Address\":\"$offset\",\"ModuleName\":$module,\"Symbol\":[{\"Column\":1,\
            \"FileName\":\"/x/a.swift\",\"FunctionName\":\"\#(closure)\",\"Line\":$((100 + ${distance#-})),\
            \"StartFileName\":\"/x/a.swift\",\"StartLine\":1}]}"
            done
            """#)
        var frame = try sample.frame()
        frame.symbols = [Symbol(function: "partial apply forwarder for \(closure)")]
        let symbolicator = Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"])
        let filled = try await apart { [frame] in symbolicator.withForwarderLines([frame]) }
        #expect(filled[0].symbols.last?.line == 100)
    }

    @Test(arguments: [
        ("partial apply forwarder for closure #1 () -> () in A.B.f() -> ()", "closure #1 () -> () in A.B.f() -> ()"),
        ("partial apply forwarder for merged A.f() -> () with unmangled suffix \".12\"", "A.f() -> ()"),
        (
            "partial apply forwarder for generic specialization <A.C<() -> ()>> of closure #1 (A) -> () in A.f() -> ()",
            "closure #1 (A) -> () in A.f() -> ()"
        ),
        (
            "function signature specialization <Arg[0] = Owned To Guaranteed> of generic specialization <A.C> of A.f()",
            "A.f()"
        ), ("A.f<B>() -> ()", "A.f<B>() -> ()"),
    ])
    func `A name is printed without the compiler's additions to the function`(name: String, plain: String) {
        #expect(plainName(name) == plain)
    }

    @Test
    func `The mangled name of a closure begins with that of its function`() {
        let closure = "$s5Leaky5StoreC4bindyyFyxcfU_"
        let name = plainName(demangled(closure + "AA5ImageC_Tg5TA"))
        #expect(enclosingFunction(ofClosure: closure, named: name) == "$s5Leaky5StoreC4bindyyF")
        #expect(enclosingFunction(ofClosure: closure, named: "closure #1 () -> () in other.f() -> ()") == nil)
    }
}
