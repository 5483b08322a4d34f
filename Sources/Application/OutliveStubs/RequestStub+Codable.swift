internal import Foundation
internal import OutliveWire

extension RequestStub: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case method, host, path, status, headers, text, json, file, delay, bytesPerSecond
    }

    /// Decodes a rule, and throws an error that names an unknown field or one with an invalid value.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseFields(besides: CodingKeys.allCases)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func refuse(_ key: CodingKeys, _ why: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: why)
        }
        self.init(
            method: try values.decodeIfPresent(String.self, forKey: .method),
            host: try values.decodeIfPresent(String.self, forKey: .host),
            path: try values.decode(String.self, forKey: .path),
            status: try values.decodeIfPresent(Int.self, forKey: .status) ?? 200,
            headers: try values.decodeIfPresent([String: String].self, forKey: .headers) ?? [:],
            bytesPerSecond: try values.decodeIfPresent(Int.self, forKey: .bytesPerSecond))
        guard path.hasPrefix("/") || path.hasPrefix("*") else { throw refuse(.path, "a path begins with / or *") }
        guard (200...599).contains(status) else { throw refuse(.status, "a status is 200 to 599") }
        if let bytesPerSecond, bytesPerSecond < 1 {
            throw refuse(.bytesPerSecond, "a speed is 1 byte per second or more")
        }
        if let seconds = try values.decodeIfPresent(Double.self, forKey: .delay) {
            guard (0...3_600).contains(seconds) else { throw refuse(.delay, "a delay is 0 to 3600 seconds") }
            delay = .seconds(seconds)
        }

        let bodies = [CodingKeys.text, .json, .file].filter(values.contains)
        if bodies.count > 1 { throw refuse(bodies[1], "there is a body already, by \"\(bodies[0].rawValue)\"") }
        guard let key = bodies.first else { return }
        let content = try values.decode(String.self, forKey: key)
        switch key {
        case .json:
            do {
                try StrictJSON.check(Array(content.utf8))
            } catch {
                throw refuse(.json, "the text is no JSON: \(error)")
            }
            body = .json(content)
        case .file: body = .file(path: content)
        default: body = .text(content)
        }
    }

    /// Encodes the rule, omitting fields that have their default values.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(method, forKey: .method)
        try values.encodeIfPresent(host, forKey: .host)
        try values.encode(path, forKey: .path)
        if status != 200 { try values.encode(status, forKey: .status) }
        if !headers.isEmpty { try values.encode(headers, forKey: .headers) }
        switch body {
        case .none: break
        case .text(let text): try values.encode(text, forKey: .text)
        case .json(let text): try values.encode(text, forKey: .json)
        case .file(let path): try values.encode(path, forKey: .file)
        }
        if delay != .zero { try values.encode(delay / .seconds(1), forKey: .delay) }
        try values.encodeIfPresent(bytesPerSecond, forKey: .bytesPerSecond)
    }
}
