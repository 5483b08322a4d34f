import Foundation
import OutliveModel
import Testing

@testable import OutliveSymbols

/// The lines that declare variables, with a real compiler and symbolizer.
struct VariableLinesTests {
    private static let source = """
        struct Entry { var count = 0 }
        enum Flags {
            nonisolated(unsafe) static var beta = false
            nonisolated(unsafe) static var entries = [String(CommandLine.arguments.count): Entry()]
            nonisolated(unsafe) static var kind: Any.Type = Int.self
        }
        private enum Secret { nonisolated(unsafe) static var attempts: [Int] = [] }
        nonisolated(unsafe) private var hidden = [CommandLine.arguments.count]
        @inline(never) func change() {
            Flags.beta.toggle()
            Flags.entries["a"] = Entry(count: CommandLine.arguments.count)
            Flags.kind = Flags.beta ? String.self : Entry.self
            Secret.attempts.append(Flags.entries.count)
            hidden.append(Secret.attempts.count)
        }
        @main struct Program {
            static func main() {
                change()
                print(Flags.beta, Flags.entries, Flags.kind, Secret.attempts, hidden)
            }
        }
        """
    private static let lines = [
        "Flags.beta": 3, "Flags.entries": 4, "Flags.kind": 5, "Secret.attempts": 7, "hidden": 8,
    ]

    @Test(.enabled(if: tool("swiftc") != nil && tool("llvm-symbolizer", "swift") != nil), arguments: ["-O", "-Onone"])
    func `Statics, globals, private and lazy ones have their lines`(optimisation: String) async throws {
        let folder = try Folder()
        let variables = try await Self.variables(in: folder, optimisation, "-g")
        let found = try await apart { Symbolicator().declarations(ofVariables: variables) }
        let lines = zip(variables, found).map { ($0.name, $1?.line) }
        #expect(Dictionary(uniqueKeysWithValues: lines) == Self.lines)
        #expect(found.allSatisfy { $0?.description.hasPrefix("app.swift:") == true })
    }

    @Test(.enabled(if: tool("swiftc") != nil && tool("llvm-symbolizer", "swift") != nil))
    func `Without debug information, without a tool and for another build there are no lines`() async throws {
        let folder = try Folder()
        let bare = try await Self.variables(in: folder, "-Onone")
        #expect(try await apart { Symbolicator().declarations(ofVariables: bare) }.allSatisfy { $0 == nil })
        var variables = try await Self.variables(in: folder, "-Onone", "-g")
        let untold = Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": ""])
        #expect(untold.declarations(ofVariables: variables).allSatisfy { $0 == nil })
        for index in variables.indices { variables[index].buildID = "00" }
        let rebuilt = variables
        #expect(try await apart { Symbolicator().declarations(ofVariables: rebuilt) }.allSatisfy { $0 == nil })
    }

    @Test(.enabled(if: tool("swiftc") != nil))
    func `Answers without lines, as of old tools, and answers that are missing give no line`() async throws {
        let folder = try Folder()
        let variables = try await Self.variables(in: folder, "-Onone", "-g")
        for answer in [#"echo x; echo 1 8; echo"#, ":", #"echo x; echo 1 8; echo a.swift:0; echo"#] {
            let fake = try await folder.script("tool", "while read -r line; do \(answer); done")
            let symbolicator = Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": fake, "PATH": "/usr/bin:/bin"])
            let lines = try await apart { symbolicator.declarations(ofVariables: variables) }
            #expect(lines.allSatisfy { $0 == nil }, "\(answer): \(lines)")
        }
    }

    /// Returns the variables of the program, found by their symbols.
    private static func variables(in folder: Folder, _ options: String...) async throws -> [StateVariable] {
        let path = "\(folder.path)/app"
        try Data(source.utf8).write(to: URL(filePath: "\(path).swift"))
        let swiftc = try #require(tool("swiftc"))
        let arguments = ["-parse-as-library", "-Xlinker", "--build-id", "\(path).swift", "-o", path] + options
        try await execute(swiftc, arguments)
        let image = try #require(ELFImage(path: path))
        let table = try #require(image.symbolTable())
        let objects = table.symbols.filter { $0.kind == .object }.map { (table.name(of: $0), $0.address) }
        let tokens = objects.map(\.0).filter { $0.hasSuffix("_Wz") }.map { $0.dropLast("_Wz".count) }
        let variables = objects.filter { $0.0.hasSuffix("vpZ") || $0.0.hasSuffix("vp") }.map { symbol, address in
            StateVariable(
                kind: .swift, symbol: symbol, path: path, buildID: image.buildID, offset: address, size: 8,
                isLazy: tokens.contains { symbol.hasPrefix($0) }, values: [])
        }
        var state = ProgramState(key: 1, variables: variables)
        state.name()
        return state.variables
    }
}
