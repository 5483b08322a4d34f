import Dispatch
import Foundation

/// Work of an ordinary program, which leaks nothing.
enum Ordinary {
    private struct Note: Codable { var title: String; var date: Date; var tags: [String: Int]; var link: URL? }
    private actor Counter { var count = 0; func add() { count += 1 } }

    static func work() async throws {
        let notes = (0..<10).map { Note(title: "note \($0)", date: .now, tags: ["a": $0], link: URL(string: "a://b")) }
        let data = try JSONEncoder().encode(notes)
        let read = try JSONDecoder().decode([Note].self, from: data)
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in read { group.addTask { await counter.add() } }
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { for await number in stream { await Task.yield(); _ = number } }
        continuation.yield(1)
        continuation.finish()
        await task.value
        let words = "one two 3".matches(of: /(\w+) ?/).map { String($0.output.1) }
        let format = DateFormatter()
        format.dateStyle = .full
        let text = format.string(from: .now) + words.joined() + String(format: "%.2f", 1.5)
        try await Task.sleep(for: .milliseconds(1))
        DispatchQueue.global().sync { _ = text.uppercased().data(using: .utf16) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("exit-fixture-\(UUID())")
        try Data(text.utf8).write(to: file)
        try FileManager.default.removeItem(at: file)
        _ = ProcessInfo.processInfo.environment.sorted { $0.key < $1.key }
    }
}
