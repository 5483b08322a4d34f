internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// An OpenAPI document of version 3, whose examples give the values of parameters and bodies.
///
/// Source: OpenAPI Specification 3.0.4 and 3.1.1.
struct OpenAPIDocument {
    /// The longest chain of references and nested schemas.
    private static let deepest = 16
    private static let methods = ["get", "head", "options", "post", "put", "patch", "delete"]

    /// The maximum size of what examples are read from, of an operation and of all, in the units of `JSONValue.weight`.
    private static let mostOfOperation = 20_000
    private static let most = 2_000_000

    private let document: JSONValue
    private let paths: [String: JSONValue]
    /// The path of the first server, before all paths.
    private let prefix: String

    /// Creates the description of a document, or `nil` for another document.
    init?(_ document: JSONValue) {
        guard document["openapi"]?.text?.hasPrefix("3.") == true, let paths = document["paths"]?.object else {
            return nil
        }
        self.document = document
        self.paths = paths
        let server = document["servers"]?.list?.first?["url"]?.text ?? ""
        let path = server.firstRange(of: "://").map { server[$0.upperBound...].drop { $0 != "/" } } ?? server[...]
        prefix = path.hasPrefix("/") && path != "/" ? String(path.hasSuffix("/") ? path.dropLast() : path) : ""
    }

    func add(to collector: inout RequestCollector) {
        let room = Room()
        for (path, item) in paths.sorted(by: { $0.key < $1.key }) {
            let item = resolved(item)
            for method in Self.methods {
                guard let operation = item[method] else { continue }
                room.begin(Self.mostOfOperation, of: Self.most)
                add(method.uppercased(), path, operation, shared: item["parameters"]?.list ?? [], room, to: &collector)
            }
        }
    }

    private func add(
        _ method: String, _ path: String, _ operation: JSONValue, shared: [JSONValue], _ room: Room,
        to collector: inout RequestCollector
    ) {
        let name = "\(method) \(path)".onOneLine(upTo: 100)
        var target = prefix + path
        var query: [String] = []
        var headers: [HTTPHeader] = []
        for parameter in (shared + (operation["parameters"]?.list ?? [])).map({ resolved($0) }) {
            guard let parameterName = parameter["name"]?.text, let place = parameter["in"]?.text else { continue }
            let isRequired = parameter["required"] == .flag(true) || place == "path"
            guard let value = example(of: parameter, room).flatMap(Self.plain) else {
                guard isRequired else { continue }
                let parameter = parameterName.onOneLine(upTo: 60)
                return collector.note("\(name) left out: its parameter \(parameter) has no example")
            }
            switch place {
            case "path": target = target.replacing("{\(parameterName)}", with: Self.encoded(value))
            case "query": query.append("\(Self.encoded(parameterName))=\(Self.encoded(value))")
            case "header":
                guard let header = HTTPHeader(name: parameterName, value: value) else { return collector.leaveOut() }
                headers.append(header)
            default: break
            }
        }
        guard !target.contains("{") else {
            return collector.note("\(name) left out: a parameter of its path has no example")
        }
        guard let body = body(of: operation, room) else {
            return collector.note("\(name) left out: its body has no example")
        }
        if let type = body.type { headers += [HTTPHeader(name: "Content-Type", value: type)].compactMap(\.self) }
        collector.add(
            method: method, target: target + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
            headers: headers, body: body.bytes, template: prefix + path)
    }

    /// Returns the body of an operation, empty if it needs none, or `nil` if a required one has no example.
    private func body(of operation: JSONValue, _ room: Room) -> (type: String?, bytes: [UInt8])? {
        guard let body = operation["requestBody"].map({ resolved($0) }) else { return (nil, []) }
        let contents = body["content"]?.object ?? [:]
        let types = contents.keys.sorted { ($0.contains("json") ? 0 : 1, $0) < ($1.contains("json") ? 0 : 1, $1) }
        for type in types {
            guard let content = contents[type], let value = example(of: content, room) else { continue }
            if let text = value.text, !type.contains("json") { return (type, Array(text.utf8)) }
            if type.contains("json"), let bytes = try? JSONEncoder().encode(value) { return (type, Array(bytes)) }
        }
        return body["required"] == .flag(true) ? nil : (nil, [])
    }

    /// Returns the example of a parameter or of content: its own, the first of several, or of its schema.
    private func example(of item: JSONValue, _ room: Room) -> JSONValue? {
        if let example = item["example"] { return example }
        let examples = item["examples"]?.object ?? [:]
        let first = examples.keys.sorted().lazy.compactMap { examples[$0].flatMap { resolved($0)["value"] } }.first
        return first ?? item["schema"].flatMap { example(ofSchema: $0, depth: 0, room) }
    }

    private func example(ofSchema schema: JSONValue, depth: Int, _ room: Room) -> JSONValue? {
        guard depth < Self.deepest, room.take(1) else { return nil }
        let schema = resolved(schema)
        let stated = schema["example"] ?? schema["examples"]?.list?.first ?? schema["const"] ?? schema["default"]
        if let value = stated ?? schema["enum"]?.list?.first { return room.take(value.weight) ? value : nil }
        if let parts = schema["allOf"]?.list { return merged(parts, depth: depth, room) }
        if let choice = (schema["oneOf"] ?? schema["anyOf"])?.list?.first {
            return example(ofSchema: choice, depth: depth + 1, room)
        }
        if let items = schema["items"] { return example(ofSchema: items, depth: depth + 1, room).map { .list([$0]) } }
        guard let properties = schema["properties"]?.object else { return nil }
        let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
        var object: [String: JSONValue] = [:]
        for (name, property) in properties {
            object[name] = example(ofSchema: property, depth: depth + 1, room)
            if object[name] == nil, required.contains(name) { return nil }
        }
        return object.isEmpty ? nil : .object(object)
    }

    private func merged(_ parts: [JSONValue], depth: Int, _ room: Room) -> JSONValue? {
        var object: [String: JSONValue] = [:]
        for part in parts {
            guard let fields = example(ofSchema: part, depth: depth + 1, room)?.object else { return nil }
            object.merge(fields) { $1 }
        }
        return .object(object)
    }

    /// Returns what a reference within the document refers to, or another value itself.
    private func resolved(_ value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0..<Self.deepest {
            guard let reference = value["$ref"]?.text, reference.hasPrefix("#/") else { return value }
            let keys = reference.dropFirst(2).split(separator: "/").map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
            guard let target = keys.reduce(document, { $0?[$1] }) else { return value }
            value = target
        }
        return value
    }

    /// Returns the text of a simple value, or `nil` for a list or an object.
    private static func plain(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text): text
        case .number(let number): String(number)
        case .fraction(let number): String(number)
        case .flag(let flag): String(flag)
        case .null, .list, .object: nil
        }
    }

    /// Returns a value with all but unreserved characters as %XX.
    private static func encoded(_ value: String) -> String {
        value.utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            let digits = String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
            text += isPlain ? String(character) : "%" + digits
        }
    }
}

/// The room that is left for examples, because few schemas that refer to each other describe an endless one.
private final class Room {
    private var ofOperation = 0
    private var ofAll = 0

    /// Begins an operation.
    func begin(_ limit: Int, of all: Int) { ofOperation = min(limit, all - ofAll) }

    /// Takes room, and returns `false` if too little is left.
    func take(_ size: Int) -> Bool {
        ofOperation -= size
        ofAll += size
        return ofOperation >= 0
    }
}

extension JSONValue {
    /// The number of values in this one, in which each 64 bytes of a text are one.
    fileprivate var weight: Int {
        switch self {
        case .null, .flag, .number, .fraction: 1
        case .text(let text): 1 + text.utf8.count / 64
        case .list(let list): list.reduce(1) { $0 + $1.weight }
        case .object(let object): object.reduce(1) { $0 + 1 + $1.value.weight }
        }
    }
}
