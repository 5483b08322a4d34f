import OutliveUITest

/// The first page of a user who is not signed in.
struct LandingPage: Waitable, Sendable {
    private let ui: UIApplication

    init(_ ui: UIApplication) { self.ui = ui }

    var signUp: Element { ui.buttons["Sign up"] }
    var continueWithoutAccount: Element { ui.buttons["Continue without an account"] }
    var welcome: Element { ui.staticTexts["Welcome to Desk Notes"] }

    /// `true` if the page is shown and nothing covers it.
    var isOpen: Bool { signUp.isHittable }
}
