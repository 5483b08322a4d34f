import OutliveUITest

/// The card over the landing page by which an account is made.
struct SignUpCard: Waitable, Sendable {
    /// What it says when there is no e-mail address in its field.
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

    /// Whether it is there.
    var isOpen: Bool { heading.exists }

    /// What it says is wrong with what was entered.
    func complaint(_ text: String) -> Element { ui.staticTexts[text] }

    /// Enters what the creator of the data made.
    func fill() async throws {
        try await email.clearAndEnterText(data.person.email)
        try await password.clearAndEnterText(data.person.password)
    }

    /// Drags it by its heading: the gesture that closes it, from 80 pixels on.
    func dragDown(by pixels: Int) async throws {
        try await heading.swipe(.down, by: pixels)
    }
}
