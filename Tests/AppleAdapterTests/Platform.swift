/// A platform, by the modules that can be imported on it.
enum Platform: String, CaseIterable, Sendable {
    case iOS, macOS
}
