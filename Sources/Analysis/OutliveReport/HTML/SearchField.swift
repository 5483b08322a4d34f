extension HTMLNode {
    /// Returns a field that filters the items of its section while the user types.
    ///
    /// It needs the script, which shows it and counts the items. An item matches if it contains every word. A printed
    /// page has all items.
    ///
    /// - Parameters:
    ///   - id: The beginning of the IDs of the parts, which is unique on the page.
    ///   - items: The selector of the items within the section: `details.finding`.
    ///   - kindName: The name of the kinds: `Verdict`.
    ///   - kinds: The kinds to choose from, each the `data-kind` of some item. Fewer than two offer no choice.
    static func searchField(
        id: String, items: String, noun: String, plural: String, kindName: String = "", kinds: [String] = []
    ) -> HTMLNode {
        .tag(
            "div",
            [
                "class": "search", "role": "search", "hidden": "", "data-items": items, "data-noun": noun,
                "data-plural": plural,
            ]
        ) {
            HTMLNode.tag("label", ["for": "\(id)-words"]) { "Search \(plural)" }
            HTMLNode.tag(
                "input",
                [
                    "type": "search", "id": "\(id)-words", "autocomplete": "off", "spellcheck": "false",
                    "maxlength": "200",
                ])
            if kinds.count > 1 {
                HTMLNode.tag("label", ["for": "\(id)-kind"]) { kindName }
                HTMLNode.tag("select", ["id": "\(id)-kind", "autocomplete": "off"]) {
                    HTMLNode.tag("option", ["value": ""]) { "all" }
                    for kind in kinds { HTMLNode.tag("option", ["value": kind]) { kind } }
                }
            }
            HTMLNode.tag("output", ["for": "\(id)-words", "aria-live": "polite"])
        }
    }
}
