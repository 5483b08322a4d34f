internal import OutliveModel
internal import OutliveSupport

/// Reads a JSON file with a version; returns `nil` if there is none.
///
/// - Parameters:
///   - name: The name of the file for messages.
///   - newest: The newest version that is understood.
///   - writer: The writer of the file as named in messages, such as `the application`.
///   - content: Returns the bytes of the file, or `nil` if there is none.
func readVersioned<Value: Decodable>(
    _ name: String, _ version: KeyPath<Value, Int>, upTo newest: Int, of writer: String, remedy: String,
    failingWith code: Failure.Code, _ content: () throws -> [UInt8]?
) throws(Failure) -> Value? {
    let value: Value
    do {
        guard let bytes = try content() else { return nil }
        value = try CheckedJSON(bytes).decode(Value.self)
    } catch {
        throw Failure(code, "\(name) of \(writer) cannot be read: \(error); \(remedy)")
    }
    let number = value[keyPath: version]
    guard number <= newest else {
        throw Failure(code, "\(name) of \(writer) has version \(number), newer than \(newest): update outlive")
    }
    return value
}
