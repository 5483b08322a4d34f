import OutliveUITest

/// The card over the landing page for creating an account.
struct SignUpCard: Waitable, Sendable {
    /// The message if its field has no valid e-mail address.
    static let noAddress = "Enter an e-mail address, such as ada@example.org"

    private let ui: UIApplication
    private let data: any DataCreator

    init(_ ui: UIApplication, _ data: any DataCreator) {
        self.ui = ui
        self.data = data
    }

    var heading: Element { ui.staticTexts["Create your account"] }
    var email: Element { ui.textFields["E-mail"] }
    var password: Element { ui.secureTextFields["Password"] }
    var createAccount: Element { ui.buttons["Create account"] }
    var close: Element { ui.buttons["Close"] }

    /// `true` if the card is shown.
    var isOpen: Bool { heading.exists }

    /// Returns the message about invalid input.
    func complaint(_ text: String) -> Element { ui.staticTexts[text] }

    /// Enters the person of the data creator.
    func fill() async throws {
        try await email.clearAndEnterText(data.person.email)
        try await password.clearAndEnterText(data.person.password)
    }

    /// Drags the card by its heading. From 80 pixels on, this closes it.
    func dragDown(by pixels: Int) async throws {
        try await heading.swipe(.down, by: pixels)
    }
}
