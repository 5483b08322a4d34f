package import OutliveModel
internal import Yams

extension YAMLFile {
    /// Returns the content as a JSON value, for documents that are written in either language, such as OpenAPI.
    ///
    /// - Throws: `YAMLError` with the place, if the file is empty, is not YAML, or has a key that is no text.
    package func json() throws(YAMLError) -> JSONValue {
        guard let root = try root() else { throw error(1, "the file is empty") }
        return try json(root)
    }

    private func json(_ node: Node) throws(YAMLError) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            var object: [String: JSONValue] = [:]
            for (key, value) in mapping {
                guard let name = key.scalar?.string else { throw error(at: key, "this key is no text: write one") }
                object[name] = try json(value)
            }
            return .object(object)
        case .sequence(let sequence):
            var list: [JSONValue] = []
            for item in sequence { list.append(try json(item)) }
            return .list(list)
        case .scalar(let scalar): return scalar.style == .plain ? Self.value(of: node) : .text(scalar.string)
        case .alias: throw error(at: node, "a YAML alias is refused: write the value in full")
        }
    }

    /// Returns the value of an unquoted scalar, by the types of YAML that JSON has.
    private static func value(of node: Node) -> JSONValue {
        if node.null != nil { return .null }
        if let flag = node.bool { return .flag(flag) }
        if let number = node.int { return .number(Int64(number)) }
        if let number = node.float, number.isFinite { return .fraction(number) }
        return .text(node.scalar?.string ?? "")
    }
}
