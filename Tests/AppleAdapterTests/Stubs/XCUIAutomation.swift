// swift-format-ignore-file
// Declares of Apple's module XCUIAutomation what the adapters use; has no bodies that run,
// but for what the elements in Played need.
public import CoreGraphics
public import Foundation

/// XCUIElementAttributes
@MainActor public protocol XCUIElementAttributes {
    var identifier: String { get }
    var frame: CGRect { get }
    var value: Any? { get }
    var title: String { get }
    var label: String { get }
    var elementType: XCUIElement.ElementType { get }
    var isEnabled: Bool { get }
    var placeholderValue: String? { get }
    var isSelected: Bool { get }
    var hasFocus: Bool { get }
}

/// XCUIElementTypeQueryProvider
@MainActor public protocol XCUIElementTypeQueryProvider {
    var buttons: XCUIElementQuery { get }
    var staticTexts: XCUIElementQuery { get }
    var textFields: XCUIElementQuery { get }
}

/// XCUIElementQuery
@MainActor open class XCUIElementQuery: NSObject {
    open subscript(key: String) -> XCUIElement { fatalError() }
}

/// XCUIElement
@MainActor open class XCUIElement: NSObject, XCUIElementAttributes, XCUIElementTypeQueryProvider {
    /// XCUIElementType
    public enum ElementType: UInt, Sendable {
        case any = 0, other = 1, application = 2, searchField = 45, textField = 49, secureTextField = 50, textView = 52
    }
    /// XCUIKeyModifierFlags
    public struct KeyModifierFlags: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var command: XCUIElement.KeyModifierFlags { fatalError() }
    }
    nonisolated override init() {}
    nonisolated open override var debugDescription: String { fatalError() }
    open var exists: Bool { fatalError() }
    open var isHittable: Bool { fatalError() }
    open var identifier: String { fatalError() }
    open var frame: CGRect { fatalError() }
    open var value: Any? { fatalError() }
    open var title: String { fatalError() }
    open var label: String { fatalError() }
    open var elementType: XCUIElement.ElementType { fatalError() }
    open var isEnabled: Bool { fatalError() }
    open var placeholderValue: String? { fatalError() }
    open var isSelected: Bool { fatalError() }
    open var hasFocus: Bool { fatalError() }
    open var buttons: XCUIElementQuery { fatalError() }
    open var staticTexts: XCUIElementQuery { fatalError() }
    open var textFields: XCUIElementQuery { fatalError() }
    open func typeText(_ text: String) { fatalError() }
    open func typeKey(_ key: String, modifierFlags flags: XCUIElement.KeyModifierFlags) { fatalError() }
    open func tap() { fatalError() }
    open func click() { fatalError() }
    open func coordinate(withNormalizedOffset normalizedOffset: CGVector) -> XCUICoordinate { fatalError() }
}

/// XCUICoordinate
@MainActor open class XCUICoordinate: NSObject {
    open func tap() { fatalError() }
}

/// XCUIKeyboardKey
public struct XCUIKeyboardKey: RawRepresentable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var delete: XCUIKeyboardKey { XCUIKeyboardKey(rawValue: "\u{8}") }
}

/// XCUIApplication
@MainActor open class XCUIApplication: XCUIElement {
    /// XCUIApplicationState
    public enum State: UInt, Sendable {
        case unknown = 0, notRunning = 1, runningBackgroundSuspended = 2, runningBackground = 3, runningForeground = 4
    }
    public nonisolated override init() {}
    open var state: XCUIApplication.State { fatalError() }
    open var launchArguments: [String] = []
    open var launchEnvironment: [String: String] = [:]
    open func launch() { fatalError() }
    open func activate() { fatalError() }
    open func terminate() { fatalError() }
    open func open(_ url: URL) { fatalError() }
}

/// XCUIScreenshot
@MainActor open class XCUIScreenshot: NSObject {}

/// XCUIScreen
@MainActor open class XCUIScreen: NSObject {
    open class var main: XCUIScreen { fatalError() }
    open func screenshot() -> XCUIScreenshot { fatalError() }
}
