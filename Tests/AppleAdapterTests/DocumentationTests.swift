import Foundation
import Testing

struct DocumentationTests {
    static let files = (try? ["OutliveUIKit", "OutliveXCUITest"].flatMap { try Sources.adapters($0) }) ?? []

    /// A public declaration, by the lines before it, from the nearest on.
    struct Declaration: CustomTestStringConvertible {
        var place: String
        var before: [Substring]
        var testDescription: String { place }
    }

    static let declarations = files.flatMap { file in
        let code = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.filter { isAdapter(lines[$0], after: lines[..<$0]) }.map { index in
            Declaration(place: "\(file.lastPathComponent):\(index + 1)", before: lines[..<index].reversed())
        }
    }

    /// Returns `true` if a line begins a public type, or a public function of an Apple type.
    private static func isAdapter(_ line: Substring, after lines: ArraySlice<Substring>) -> Bool {
        let kinds = ["final class", "class", "struct", "enum", "protocol"]
        if kinds.contains(where: { line.hasPrefix("public \($0) ") }) { return true }
        let type = lines.last { $0.hasPrefix("extension ") }
        return line.hasPrefix("    public func ") && type?.contains("extension XC") == true
    }

    @Test(arguments: declarations)
    func `The documentation of each public adapter says that the adapter was not run`(declaration: Declaration) {
        let documentation = declaration.before.map { $0.drop { $0 == " " } }
            .prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
        #expect(documentation.contains { $0.lowercased().contains("type-checked against stubs; not run") })
    }

    @Test func `The code of each adapter is conditional on its platform`() throws {
        // Otherwise the tests above would check nothing.
        #expect(Self.declarations.count > 15)
        for file in Self.files {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .first { !$0.hasPrefix("//") }
            #expect(code?.hasPrefix("#if") == true && code?.contains("canImport(") == true, "\(file.path)")
        }
    }

    @Test func `The examples of the article on Apple platforms compile`() async throws {
        let path = "Sources/Application/Outlive/Outlive.docc/ApplePlatforms.md"
        let page = try String(contentsOf: Sources.root.appending(path: path), encoding: .utf8)
        let examples = page.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        try #require(examples.count == 4)
        let compiler = try await Compiler.shared.value
        let options = try await compiler.emitAdapters()
        try await compiler.emit("ShopSettings", text: examples[0], to: "adapters")
        let root = """
            import UIKit
            @MainActor func makeRoot(_ settings: ShopSettings, document: String?) -> UIViewController { fatalError() }

            """
        for (example, more) in zip(examples.dropFirst(), [root, "", ""]) {
            let run = try await compiler.check(
                text: "import ShopSettings\n" + more + example, module: "Example", for: .iOS, options: options)
            #expect(run.isGood, "\(run.output)")
        }
    }
}
