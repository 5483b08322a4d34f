// swift-format-ignore-file
// Declares of Apple's module UIKit what the adapters use; has no bodies that run.
@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import ObjectiveC

/// UIResponder
@MainActor open class UIResponder: NSObject {}

/// UIEvent
@MainActor open class UIEvent: NSObject {}

/// UIColor
open class UIColor: NSObject, @unchecked Sendable {
    open class var clear: UIColor { fatalError() }
    open class var systemBackground: UIColor { fatalError() }
}

/// UIView
@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var bounds: CGRect
    open var isHidden: Bool
    open var backgroundColor: UIColor?
    open var translatesAutoresizingMaskIntoConstraints: Bool
    open var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
    open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open func addSubview(_ view: UIView) { fatalError() }
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { fatalError() }
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { fatalError() }
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { fatalError() }
}

/// NSObject (UIAccessibility)
extension NSObject {
    @MainActor public var accessibilityLabel: String? {
        get { fatalError() }
        set { fatalError() }
    }
}

/// NSLayoutAnchor
@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        fatalError()
    }
}

/// NSLayoutXAxisAnchor
@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// NSLayoutYAxisAnchor
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// NSLayoutConstraint
@MainActor open class NSLayoutConstraint: NSObject {
    open class func activate(_ constraints: [NSLayoutConstraint]) { fatalError() }
}

/// UILayoutGuide
@MainActor open class UILayoutGuide: NSObject {
    open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
}

/// UIViewController
@MainActor open class UIViewController: UIResponder {
    public convenience override init() { fatalError() }
    open var view: UIView!
}

/// UIWindowScene
@MainActor open class UIWindowScene: UIResponder {}

/// UIWindow
@MainActor open class UIWindow: UIView {
    /// UIWindowLevel
    public struct Level: RawRepresentable, Sendable {
        public var rawValue: CGFloat
        public init(rawValue: CGFloat) { fatalError() }
        public static var alert: UIWindow.Level { fatalError() }
        public static func + (lhs: UIWindow.Level, rhs: CGFloat) -> UIWindow.Level { fatalError() }
    }
    public init(windowScene: UIWindowScene) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open weak var windowScene: UIWindowScene?
    open var windowLevel: UIWindow.Level
    open var canBecomeKey: Bool { fatalError() }
    open func makeKeyAndVisible() { fatalError() }
    open var rootViewController: UIViewController?
}

/// UIControl
@MainActor open class UIControl: UIView {
    /// UIControlState
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var normal: UIControl.State { fatalError() }
    }
    /// UIControlEvents
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var touchUpInside: UIControl.Event { fatalError() }
    }
    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { fatalError() }
}

/// UIButton
@MainActor open class UIButton: UIControl {
    /// UIButtonType
    public enum ButtonType: Int, Sendable { case custom = 0, system = 1 }
    public convenience init(type buttonType: UIButton.ButtonType) { fatalError() }
    open func setTitle(_ title: String?, for state: UIControl.State) { fatalError() }
}

/// UIActionHandler
public typealias UIActionHandler = (UIAction) -> Void

/// UIAction
@MainActor open class UIAction: NSObject {
    public convenience init(title: String = "", handler: @escaping UIActionHandler) { fatalError() }
}

/// UIGestureRecognizerDelegate; Objective-C's protocol, whose methods are optional
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

/// UIGestureRecognizer
@MainActor open class UIGestureRecognizer: NSObject {
    public init(target: Any?, action: Selector?) { fatalError() }
    open func addTarget(_ target: Any, action: Selector) { fatalError() }
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open var cancelsTouchesInView: Bool
    open var delaysTouchesBegan: Bool
    open var delaysTouchesEnded: Bool
}

/// UITapGestureRecognizer
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired: Int
    open var numberOfTouchesRequired: Int
    public override init(target: Any?, action: Selector?) { fatalError() }
}
