import Foundation

/// A Swift file as far as its dependencies are concerned.
struct SwiftSource {
    /// The folder of its module that it is in, or an empty text.
    var folder: String
    /// The modules that it imports.
    var imports: Set<String>
    /// The types that it declares at its top level.
    var declared: Set<String>
    /// The types that it declares inside others.
    var nested: Set<String>
    /// The public types and functions at its top level.
    var published: Set<String>
    /// All words with a capital in its code.
    var mentioned: Set<String>

    init(folder: String, text: String) {
        self.folder = folder
        let code = text.replacing(/\/\/.*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
        imports = Set(
            code.matches(of: /(?m)^ *(?:@\w+ )?(?:\w+ )?import (?:(?:struct|class|enum|func) )?(\w+)/).map {
                String($0.1)
            })
        let declarations = code.matches(
            of:
                /(?m)^( *)(?:(?:public|package|private|fileprivate|final|indirect|@\w+) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        )
        declared = Set(declarations.filter { $0.1.isEmpty }.map { String($0.2) })
        nested = Set(declarations.filter { !$0.1.isEmpty }.map { String($0.2) })
        published = Set(
            code.matches(
                of:
                    /(?m)^(?:@\w+(?:\([^)]*\))? )*public (?:nonisolated\(nonsending\) |final |indirect |nonisolated )*(?:struct|class|enum|protocol|actor|typealias|func|let|var) (\w+)/
            ).map { String($0.1) })
        mentioned = Set(code.matches(of: /\b[A-Z]\w*/).map { String($0.0) })
    }

    /// Reads all files of a module.
    static func files(of module: URL) throws -> [SwiftSource] {
        let root = module.standardizedFileURL.pathComponents.count
        let all =
            FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return try all.filter { $0.pathExtension == "swift" }.map { file in
            let parts = file.standardizedFileURL.pathComponents.dropFirst(root)
            return SwiftSource(
                folder: parts.count > 1 ? parts.first! : "", text: try String(contentsOf: file, encoding: .utf8))
        }
    }
}

extension [SwiftSource] {
    /// The types of a higher folder that files of a lower one mention.
    ///
    /// A name that is declared in several folders, or nested anywhere, is not decided.
    func upwardMentions(folders order: [String]) -> [String] {
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let nested = reduce(into: Set<String>()) { $0.formUnion($1.nested) }
        var folders: [String: Set<String>] = [:]
        for file in self { for type in file.declared { folders[type, default: []].insert(file.folder) } }
        var found: Set<String> = []
        for file in self {
            guard let place = places[file.folder] else { continue }
            for type in file.mentioned.subtracting(nested) {
                guard let home = folders[type], home.count == 1, let other = places[home.first!], other > place else {
                    continue
                }
                found.insert("\(file.folder) -> \(home.first!) (\(type))")
            }
        }
        return found.sorted()
    }
}
