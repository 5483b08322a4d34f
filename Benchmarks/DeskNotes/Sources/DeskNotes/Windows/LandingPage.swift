internal import CGtk3
internal import Outlive

/// The first page of a user who is not signed in.
@MainActor final class LandingPage: Page {
    let widget: Widget

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - signUp: called for "Sign up".
    ///   - skip: called for "Continue without an account".
    init(signUp: @escaping @MainActor () -> Void, skip: @escaping @MainActor () -> Void) {
        let signUpButton = Widget.button("Sign up", "suggested-action", "wide")
        let skipButton = Widget.button("Continue without an account", "flat", "wide")
        widget = .column(
            12,
            [
                Widget.label("✎", "logo").named("Logo").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER),
                .label("Welcome to Desk Notes", "headline"),
                .label("Short notes, always at hand.", "subtle"),
                signUpButton, skipButton,
            ]
        ).aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER).expanding()
        gtk_widget_set_margin_top(signUpButton, 24)
        Signals.click(signUpButton, signUp)
        Signals.click(skipButton, skip)
        LeakRegistry.shared.track(self)
    }
}
