// MARK: 0
final class Editor {}
