import CGtk3

/// A window with one of each widget that the UI-test kit uses.
///
/// The label "Log: ..." shows the events of the window. The argument `scrolling` opens another window.
@main
enum WindowFixture {
    static func main() {
        gtk_init(nil, nil)
        if CommandLine.arguments.contains("scrolling") {
            ScrollingWindow().show()
        } else {
            MainWindow().show()
        }
        gtk_main()
    }
}
