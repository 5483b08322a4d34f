import CGtk3

/// A window with one of each that the UI-test kit is to use.
///
/// What happens to it, it says in the label "Log: ...". With the argument `scrolling` the window is another one.
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
