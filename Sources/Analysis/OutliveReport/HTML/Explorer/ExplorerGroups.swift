internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The objects by module, package and generic type, as `outlive heap --group` adds them up.
    var groups: PageSection? {
        let tables = SnapshotGrouping.allCases.compactMap { grouping in
            picture.groups[grouping].flatMap { $0.count > 1 ? (grouping: grouping, groups: $0) : nil }
        }
        guard !tables.isEmpty else { return nil }
        return PageSection("groups", "Groups", heading: "By module, package and generic type") {
            HTMLNode.paragraph(
                "The retained size is the memory that only the objects of a group keep alive together, so the sizes of "
                    + "groups can overlap.", class: "note")
            for (index, table) in tables.enumerated() {
                HTMLNode.folded(
                    "By \(table.grouping.words): \(counted(table.groups.count, "group"))", class: "group",
                    isOpen: index == 0
                ) { node(table.groups, by: table.grouping) }
            }
        }
    }

    private func node(_ groups: [SnapshotGroup], by grouping: SnapshotGrouping) -> HTMLNode {
        HTMLTable(
            label: "Objects by \(grouping.words)",
            columns: [
                .text(grouping.words.capitalizedFirst), .number("Objects"), .number("Bytes"), .number("Retained"),
                .number("Share"), .number("Types"),
            ], limit: PageLimits.explorerGroups, noun: "group", isWide: true
        ).node(groups) { group in
            [
                .code(group.name, limit: PageLimits.explorerText), .text(grouped(group.objects)),
                .text(bytesText(group.bytes)), .text(bytesText(group.retainedBytes)),
                .text(shareText(group.retainedBytes, of: picture.retained.retainedBytes)),
                .text(grouped(group.types)),
            ]
        }
    }
}

extension SnapshotGrouping {
    fileprivate var words: String {
        switch self {
        case .module: "module"
        case .package: "package"
        case .generic: "generic type"
        }
    }
}
