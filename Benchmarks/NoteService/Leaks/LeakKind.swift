/// The leaks that can be planted in the service.
///
/// Each is a common mistake, in a plugin of its own; the service does not know about them.
enum LeakKind: String, CaseIterable {
    case delegateCycle = "delegate-cycle"
    case storedClosure = "stored-closure"
    case timer
    case endlessTask = "endless-task"
    case notificationToken = "notification-token"
    case staticCache = "static-cache"
    case perRequest = "per-request"

    /// The names of all kinds, as text for messages.
    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// Returns the plugins for option values. Each value names one or more kinds, separated by commas.
    static func plugins(_ values: [String]) throws -> [any ServicePlugin] {
        let names = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(String.init)
        let kinds = try names.map { name in
            guard let kind = LeakKind(rawValue: name) else {
                throw ServiceFailure.usage("there is no leak kind \"\(name)\"; the kinds are \(list)")
            }
            return kind
        }
        return allCases.filter(kinds.contains).map(\.plugin)
    }

    private var plugin: any ServicePlugin {
        switch self {
        case .delegateCycle: DelegateCycleLeak()
        case .storedClosure: StoredClosureLeak()
        case .timer: TimerLeak()
        case .endlessTask: EndlessTaskLeak()
        case .notificationToken: NotificationTokenLeak()
        case .staticCache: StaticCacheLeak()
        case .perRequest: PerRequestLeak()
        }
    }
}
