/// The role of an element, by its AT-SPI name.
public struct ElementRole: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// AT-SPI's name of the role, such as `push button`.
    public var rawValue: String

    /// Creates a role from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a role from its name.
    public init(stringLiteral name: String) { rawValue = name }

    /// A button that triggers an action.
    public static let button: Self = "push button"
    /// A button that stays pressed.
    public static let toggleButton: Self = "toggle button"
    /// A box that is checked or unchecked.
    public static let checkBox: Self = "check box"
    /// A button of a group in which one is selected.
    public static let radioButton: Self = "radio button"
    /// Text that is not editable.
    public static let label: Self = "label"
    /// Editable text of one or more lines.
    public static let textField: Self = "text"
    /// A password field.
    public static let secureTextField: Self = "password text"
    /// A window.
    public static let window: Self = "frame"
    /// A window that requests input.
    public static let dialog: Self = "dialog"
    /// A window with a message.
    public static let alert: Self = "alert"
    /// A window or pane in which the user chooses files or folders.
    public static let fileChooser: Self = "file chooser"
    /// A window or pane in which the user chooses a colour.
    public static let colorChooser: Self = "color chooser"
    /// A window or pane in which the user chooses a font.
    public static let fontChooser: Self = "font chooser"
    /// A box that shows one of several choices and opens a menu of them.
    public static let comboBox: Self = "combo box"
    /// A menu, or its entry in a menu bar.
    public static let menu: Self = "menu"
    /// An item of a menu.
    public static let menuItem: Self = "menu item"
    /// A list of rows.
    public static let list: Self = "list box"
    /// A row of a list.
    public static let listItem: Self = "list item"
}

extension ElementRole {
    /// The name of the role in messages.
    public var description: String {
        switch self {
        case .button: "button"
        case .textField: "text field"
        case .secureTextField: "secure text field"
        case .window: "window"
        case .list: "list"
        default: rawValue
        }
    }

    /// `true` if the element can interrupt the user.
    var isDialog: Bool { Self.dialogs.contains(self) }

    static let dialogs: Set<Self> = [.dialog, .alert, .fileChooser, .colorChooser, .fontChooser]

    /// `true` if the value of the element is its checked state.
    var isCheckable: Bool { Self.checkable.contains(self) }
    /// `true` if the element receives clicks, so that elements under it do not.
    var isInteractive: Bool { isCheckable || Self.interactive.contains(self) }
    /// `true` if the element disappears as soon as the pointer moves.
    var isTransient: Bool { self == "tool tip" }
    var isMenuItem: Bool { Self.menuItems.contains(self) }

    /// `true` if the element clips its content.
    var isClipping: Bool { self == .scrollPane || self == .viewport }

    static let scrollPane: Self = "scroll pane"
    static let viewport: Self = "viewport"
    private static let menuItems: Set<Self> = [.menuItem, "check menu item", "radio menu item"]

    private static let checkable: Set<Self> = [
        .checkBox, .toggleButton, .radioButton, "check menu item", "radio menu item",
    ]

    private static let interactive: Set<Self> = [
        .button, .textField, .secureTextField, .listItem, .comboBox, "link", .menuItem, "page tab", "scroll bar",
        "slider", "spin button",
    ]
}
