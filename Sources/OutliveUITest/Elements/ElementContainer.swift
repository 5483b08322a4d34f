/// What has elements in it: the application, or an element.
public protocol ElementContainer: Sendable {
    /// All elements in it, at any depth; of a role, or of all.
    func descendants(_ role: ElementRole?) -> ElementQuery
}

extension ElementContainer {
    /// Buttons that do something at once.
    public var buttons: ElementQuery { descendants(.button) }
    /// Texts that nobody edits.
    public var staticTexts: ElementQuery { descendants(.label) }
    /// Single-line fields and multi-line text views.
    public var textFields: ElementQuery { descendants(.textField) }
    /// Fields for passwords.
    public var secureTextFields: ElementQuery { descendants(.secureTextField) }
    /// Lists of rows.
    public var lists: ElementQuery { descendants(.list) }
    /// Rows of lists.
    public var listItems: ElementQuery { descendants(.listItem) }
    /// Boxes that are checked or not.
    public var checkBoxes: ElementQuery { descendants(.checkBox) }
    /// Buttons that stay pressed.
    public var toggleButtons: ElementQuery { descendants(.toggleButton) }
    /// Boxes that show one of several choices.
    public var comboBoxes: ElementQuery { descendants(.comboBox) }
    /// Menus, and what opens them in a menu bar.
    public var menus: ElementQuery { descendants(.menu) }
    /// What is chosen in an open menu, that of a combo box as well; such menus are windows, so look in the application.
    public var menuItems: ElementQuery { descendants(.menuItem) }
    /// Windows that ask or tell something, choosers of files, colours and fonts among them.
    public var dialogs: ElementQuery {
        var query = descendants(.dialog)
        query.roles = ElementRole.dialogs
        return query
    }
}
