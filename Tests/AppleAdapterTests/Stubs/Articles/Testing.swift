// MARK: 0 1 3 9 10 11
struct NoteSettings: LaunchSettings {
    var pageSize = 20
    var stubRequests = ""

    enum CodingKeys: String, CodingKey, CaseIterable {
        case pageSize = "--page-size"
        case stubRequests = "STUB_REQUESTS"
    }
}

// MARK: 1
let notes = (path: "notes.txt", 0)
func search(_ text: String, at url: String) async throws -> [String] { [] }

// MARK: 2
final class NoteStore: Sendable {
    init(_ settings: NoteSettings) async throws {}
}

@MainActor let host = ResetHost()

// MARK: 3
let app = try! AppUnderTest(
    ApplicationConfiguration(launch: "app", ready: "notify", reset: "http"), settings: NoteSettings.self)
func titles() async throws -> [String] { [] }

// MARK: 4
struct Library: Waitable, Sendable {
    var isLoaded: Bool { true }
    var hasSpinner: Bool { false }
    var title: String { "" }
    func count() async throws -> Int { 4 }
    func titles() async throws -> [String] { [] }
}

let library = Library()

// MARK: 5 6
final class NoteStore {
    func add(_ note: String) {}
}

// MARK: 7
final class Cart {
    func checkOut() {}
}

// MARK: 9
let pool = try! AppPool(
    count: 1, ApplicationConfiguration(launch: "app", ready: "notify", reset: "http"), settings: NoteSettings.self)

// MARK: 11
@MainActor let settings = (stubRequests: RequestStubs(), 0)
@MainActor let configuration = URLSessionConfiguration.default
