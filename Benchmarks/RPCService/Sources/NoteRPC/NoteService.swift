import GRPCCore
import Logging

/// The notes of one generation.
actor Notebook {
    private(set) var texts: [String] = []

    /// Adds a note and returns their number.
    func add(_ text: String) -> Int {
        texts.append(text)
        return texts.count
    }

    /// Logs the number of notes every minute, until the task is cancelled.
    func report(to logger: Logger) async throws {
        while true {
            try await Task.sleep(for: .seconds(60))
            logger.info("\(texts.count) notes")
        }
    }
}

/// The methods of the service, whose messages are plain texts, so that no code has to be generated.
struct NoteService: RegistrableRPCService {
    static let add = MethodDescriptor(fullyQualifiedService: "notes.Notes", method: "Add")
    static let list = MethodDescriptor(fullyQualifiedService: "notes.Notes", method: "List")

    let notebook: Notebook

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.answer(Self.add) { [notebook] text in "\(await notebook.add(text))" }
        router.answer(Self.list) { [notebook] _ in await notebook.texts.joined(separator: "\n") }
    }
}

extension RPCRouter {
    /// Registers a method with one request and one response.
    fileprivate mutating func answer(
        _ method: MethodDescriptor, _ answer: @escaping @Sendable (String) async throws -> String
    ) {
        registerHandler(forMethod: method, deserializer: TextCoding(), serializer: TextCoding()) { request, _ in
            let request = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: try await answer(request.message)))
        }
    }
}

/// A text as the UTF-8 bytes of a message.
struct TextCoding: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ text: String) -> Bytes { Bytes(text.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
