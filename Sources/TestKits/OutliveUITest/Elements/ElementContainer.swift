/// A container of elements: the application, or an element.
public protocol ElementContainer: Sendable {
    /// Returns the descendants at any depth, of one role or of all.
    func descendants(_ role: ElementRole?) -> ElementQuery
}

extension ElementContainer {
    /// The push buttons.
    public var buttons: ElementQuery { descendants(.button) }
    /// The texts that are not editable.
    public var staticTexts: ElementQuery { descendants(.label) }
    /// The single-line fields and multi-line text views.
    public var textFields: ElementQuery { descendants(.textField) }
    /// The password fields.
    public var secureTextFields: ElementQuery { descendants(.secureTextField) }
    /// The lists of rows.
    public var lists: ElementQuery { descendants(.list) }
    /// The rows of lists.
    public var listItems: ElementQuery { descendants(.listItem) }
    /// The check boxes.
    public var checkBoxes: ElementQuery { descendants(.checkBox) }
    /// The toggle buttons.
    public var toggleButtons: ElementQuery { descendants(.toggleButton) }
    /// The combo boxes.
    public var comboBoxes: ElementQuery { descendants(.comboBox) }
    /// The menus, including those of a menu bar.
    public var menus: ElementQuery { descendants(.menu) }
    /// The items of open menus, including those of combo boxes; menus are windows, so query the application.
    public var menuItems: ElementQuery { descendants(.menuItem) }
    /// The dialogs and alerts, including choosers of files, colours and fonts.
    public var dialogs: ElementQuery {
        var query = descendants(.dialog)
        query.roles = ElementRole.dialogs
        return query
    }
}
