/// What kind of thing an element is, by the name that AT-SPI has for it.
public struct ElementRole: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// AT-SPI's name of the role, such as `push button`.
    public var rawValue: String

    /// Makes a role of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a role of its name.
    public init(stringLiteral name: String) { rawValue = name }

    /// A button that does something at once.
    public static let button: Self = "push button"
    /// A button that stays pressed.
    public static let toggleButton: Self = "toggle button"
    /// A box that is checked or not.
    public static let checkBox: Self = "check box"
    /// One of several buttons, of which one is on.
    public static let radioButton: Self = "radio button"
    /// Text that nobody edits.
    public static let label: Self = "label"
    /// A text of one or many lines that can be edited.
    public static let textField: Self = "text"
    /// A text that is not to be read by those who look on.
    public static let secureTextField: Self = "password text"
    /// A window.
    public static let window: Self = "frame"
    /// A window that asks something.
    public static let dialog: Self = "dialog"
    /// A window that tells something.
    public static let alert: Self = "alert"
    /// A window, or a part of one, that chooses files or folders.
    public static let fileChooser: Self = "file chooser"
    /// A window, or a part of one, that chooses a colour.
    public static let colorChooser: Self = "color chooser"
    /// A window, or a part of one, that chooses a font.
    public static let fontChooser: Self = "font chooser"
    /// A box that shows one of several choices, and opens a menu of them.
    public static let comboBox: Self = "combo box"
    /// What is chosen from, and what opens it in a menu bar.
    public static let menu: Self = "menu"
    /// What is chosen in a menu.
    public static let menuItem: Self = "menu item"
    /// A list of rows.
    public static let list: Self = "list box"
    /// A row of a list.
    public static let listItem: Self = "list item"
}

extension ElementRole {
    /// What people call it.
    var words: String {
        switch self {
        case .button: "button"
        case .textField: "text field"
        case .secureTextField: "secure text field"
        case .window: "window"
        case .list: "list"
        default: rawValue
        }
    }

    /// Whether it can come between a person and what they do.
    var isDialog: Bool { Self.dialogs.contains(self) }

    /// What is taken for a dialog.
    static let dialogs: Set<Self> = [.dialog, .alert, .fileChooser, .colorChooser, .fontChooser]

    /// Whether it has a checked state as its value.
    var isCheckable: Bool { Self.checkable.contains(self) }

    /// Whether it takes presses, so that what is under it does not get them.
    var isInteractive: Bool { isCheckable || Self.interactive.contains(self) }

    /// Whether it goes by itself as soon as the pointer moves.
    var isPassing: Bool { self == "tool tip" }

    /// Whether what is in it is seen through it only.
    var isClipping: Bool { self == .scrollPane || self == .viewport }

    static let scrollPane: Self = "scroll pane"
    static let viewport: Self = "viewport"

    private static let checkable: Set<Self> = [
        .checkBox, .toggleButton, .radioButton, "check menu item", "radio menu item",
    ]

    private static let interactive: Set<Self> = [
        .button, .textField, .secureTextField, .listItem, .comboBox, "link", .menuItem, "page tab", "scroll bar",
        "slider", "spin button",
    ]
}
