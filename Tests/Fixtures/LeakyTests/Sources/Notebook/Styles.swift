import Synchronization

/// The look of a kind of text.
final class Style: Sendable {
    let name: String
    let size: Int

    init(name: String) {
        self.name = name
        size = name == "title" ? 24 : 12
    }

    private static let known = Mutex<[String: Style]>([:])

    /// Returns the style with a name, which is made when it is first asked for.
    static func named(_ name: String) -> Style {
        known.withLock { styles in
            if let style = styles[name] { return style }
            let style = Style(name: name)
            styles[name] = style
            return style
        }
    }
}

/// The calendar of the application, made when it is first used.
final class WorkCalendar: Sendable {
    static let shared = WorkCalendar()
    let workdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
}

let workCalendar = WorkCalendar.shared
