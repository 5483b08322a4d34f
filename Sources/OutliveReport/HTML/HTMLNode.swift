/// A piece of an HTML page or of an SVG picture in it; what it says is escaped when it is written.
indirect enum HTMLNode: Hashable {
    /// An element, its attributes in the order in which they are written, and its content.
    case element(String, [Attribute], [HTMLNode])
    /// Text from anywhere.
    case text(String)
    /// Several pieces in a row.
    case group([HTMLNode])
    /// Text that is markup already: styles and scripts of Outlive's own.
    case verbatim(String)

    /// One attribute of an element.
    struct Attribute: Hashable {
        var name: String
        var value: String
    }
}
