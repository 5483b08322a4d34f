import OutliveUITest

/// All pages of the application.
struct DeskPages: Sendable {
    let landing: LandingPage
    let signUp: SignUpCard
    let list: ListPage
    let editor: EditorPage

    init(_ ui: UIApplication, _ data: any DataCreator) {
        landing = LandingPage(ui)
        signUp = SignUpCard(ui, data)
        list = ListPage(ui)
        editor = EditorPage(ui, data)
    }
}
