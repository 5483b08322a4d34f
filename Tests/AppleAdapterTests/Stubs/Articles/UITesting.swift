// MARK: 1 3 6 7 8 9 10
struct DeskSettings: LaunchSettings {
    var open: String? = nil
    var signedIn: String? = nil

    enum CodingKeys: String, CodingKey, CaseIterable {
        case open = "--open"
        case signedIn = "--signed-in"
    }
    init() {}
}

// MARK: 6 7 9 10
enum Desk {
    static let app = try! AppUnderTest(
        ApplicationConfiguration(launch: "desk-notes", ready: "notify", reset: "signal:RTMIN+1"),
        settings: DeskSettings.self, strategy: .relaunch)
}

// MARK: 2 8
@MainActor let ui: UIApplication = { fatalError() }()

// MARK: 8
struct Person: Sendable {
    var email: String
    var password: String
}

protocol DataCreator: Sendable { var person: Person { get } }

struct RandomData: DataCreator {
    init(seed: Int) {}
    var person: Person { Person(email: "", password: "") }
}

struct WrongAddress: DataCreator { var person: Person { Person(email: "", password: "") } }

// MARK: 3
@MainActor final class NotesLibrary {
    init(path: String?) {}
}

final class SyncClient: Sendable {
    init(_ settings: DeskSettings) {}
    func close() async {}
}

@MainActor final class NotesWindow {}

@MainActor final class WindowController {
    init(_ window: NotesWindow, library: NotesLibrary, client: SyncClient) {}
    func open(_ settings: DeskSettings) async {}
    func close() async {}
}

// MARK: 4 5
struct Widget { var object: UnsafeMutableRawPointer }

// MARK: 5
@MainActor let window: (overlay: Widget, widget: Widget) = { fatalError() }()
