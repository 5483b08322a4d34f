package import OutliveModel
internal import OutliveSupport

/// A view of the browser besides the types and their leak traces, by its key.
package enum BrowserView: Character, CaseIterable, Sendable {
    case holders = "h"
    case objects = "o"
    case retained = "r"
    case calls = "c"
    case tasks = "t"
    case memory = "m"
    case changes = "d"

    /// The name beside the key.
    var words: String {
        switch self {
        case .holders, .objects, .retained, .calls, .tasks, .memory: "\(self)"
        case .changes: "diff"
        }
    }
}

/// The content of a view.
enum BrowserPage: Sendable {
    case tree(BrowserTree)
    /// A text as a function writes it, and its first line on the screen.
    case text(write: @Sendable (inout TextPage) -> Void, offset: Int)

    /// The page of a remark in place of what the snapshot does not have.
    static func missing(_ words: String) -> BrowserPage {
        .text(write: { $0.paragraph(words, indent: 2, hanging: 2) }, offset: 0)
    }
}

extension BrowserView {
    /// Returns the page of a picture.
    ///
    /// - Parameters:
    ///   - type: The selected type, for its holders.
    ///   - inspector: The source of single objects.
    func page(of picture: HeapPicture, _ type: HeapType?, _ inspector: BrowserInspector) -> BrowserPage {
        switch self {
        case .holders:
            guard let type, let index = picture.report.types.firstIndex(where: { $0.type == type }),
                picture.types.indices.contains(index), !picture.types[index].holders.isEmpty
            else { return .missing("No holder is known of objects of this type.") }
            return .tree(
                BrowserTree(
                    "Holders of \(type), by their best paths from roots", heads: ["objects"],
                    picture.types[index].holders.map { BrowserItem($0) }))
        case .objects:
            guard let type else { return .missing("No type is selected.") }
            return .tree(
                BrowserTree(
                    "Objects of \(type) by retained size", heads: ["bytes", "retained"],
                    inspector.objects(type).map { inspector.item($0, $0.address) }))
        case .retained:
            return .tree(
                BrowserTree(
                    "Memory by what keeps it alive", heads: ["retained", "blocks"],
                    picture.retained.children.map { BrowserItem($0, picture.retained.labels) }))
        case .calls:
            guard let calls = picture.calls else { return .missing("No allocation stack was captured.") }
            let totals = calls.tree.totals()
            return .tree(
                BrowserTree(
                    "Live blocks by the calls that allocated them", heads: ["bytes", "blocks"],
                    BrowserItem.callees(of: 0, in: calls.tree, totals)))
        case .tasks:
            guard let tasks = picture.tasks else { return .missing("The snapshot has no tasks.") }
            return .text(write: { $0.write(tasks, isTree: true, limit: .max) }, offset: 0)
        case .memory:
            guard let memory = picture.memory else {
                return .missing(
                    "The snapshot does not contain the use of memory: take it with outlive census --attach --graph.")
            }
            return .text(write: { $0.write(memory, isBrief: false) }, offset: 0)
        case .changes:
            guard picture.report.growth != nil else {
                return .missing("Nothing is compared: add --diff with an earlier snapshot of the process.")
            }
            var report = picture.report
            (report.traces, report.groups, report.savings) = (nil, nil, nil)
            return .text(write: { [report] in $0.write(report, limit: .max) }, offset: 0)
        }
    }
}

/// The source of single objects for the browser.
package struct BrowserInspector: Sendable {
    /// Returns the objects of a type, the largest retained size first.
    let objects: @Sendable (HeapType) -> [ObjectLink]
    /// Returns the block at an address.
    let details: @Sendable (String) -> ObjectDetails?

    package init(
        objects: @escaping @Sendable (HeapType) -> [ObjectLink],
        details: @escaping @Sendable (String) -> ObjectDetails?
    ) { (self.objects, self.details) = (objects, details) }

    /// Returns the item of a block, below which are its fields and references.
    func item(_ link: ObjectLink, _ name: String) -> BrowserItem {
        BrowserItem([bytesText(link.bytes), bytesText(link.retainedBytes)], name) {
            details(link.address).map { parts(of: $0) } ?? []
        }
    }

    private func parts(of object: ObjectDetails) -> [BrowserItem] {
        func part(_ name: String, _ items: [BrowserItem]) -> BrowserItem? {
            items.isEmpty ? nil : BrowserItem(["", ""], "\(name) (\(grouped(items.count)))") { items }
        }
        func leaf(_ text: String) -> BrowserItem { BrowserItem(["", ""], text) }
        let counts = object.counts.map { [leaf($0.words)] } ?? []
        return counts
            + [
                part("fields", object.fields.map { leaf($0.line) }),
                part("kept alive by", object.path.steps.map { leaf($0.description) }),
                part("references to it", object.referrers.map { item($0, isHolder: true) }),
                part("references from it", object.references.map { item($0, isHolder: false) }),
                part("allocated at", object.site.calls.map { leaf("\($0.name) \($0.place ?? "")") }),
            ].compactMap(\.self)
    }

    private func item(_ reference: ObjectReference, isHolder: Bool) -> BrowserItem {
        guard let link = reference.object else { return BrowserItem(["", ""], "\(reference.root ?? "") (a root)") }
        let place = reference.place ?? reference.offset.map { "+\($0)" } ?? ""
        let strength = reference.strength == .strong ? "" : ", \(reference.strength.rawValue)"
        let words = isHolder ? link.name + place : "\(place) to \(link.name)"
        return item(link, "\(words) at \(link.address)\(strength)")
    }
}

extension RetainedGroup {
    /// The labels of the types in the group and in those below it.
    fileprivate var labels: TypeLabels {
        var (types, waiting): ([HeapType], [RetainedGroup]) = ([], [self])
        while let group = waiting.popLast() {
            if let type = group.type { types.append(type) }
            waiting += group.children
        }
        return TypeLabels(types)
    }
}

extension BrowserItem {
    fileprivate init(_ holder: HolderGroup) {
        let place = holder.end == nil ? holder.step.location.map { " (\($0))" } ?? "" : ""
        self.init([grouped(holder.objects)], holder.name + place)
        guard !holder.holders.isEmpty else { return }
        children = { holder.holders.map { BrowserItem($0) } }
    }

    fileprivate init(_ group: RetainedGroup, _ labels: TypeLabels) {
        self.init(
            [bytesText(group.retainedBytes), grouped(group.blocks)], group.type.map(labels.label) ?? group.name,
            wholeName: group.name)
        guard !group.children.isEmpty else { return }
        children = {
            let others = BrowserItem([bytesText(group.otherBytes), ""], counted(group.otherGroups, "smaller group"))
            return group.children.map { BrowserItem($0, labels) } + (group.otherGroups > 0 ? [others] : [])
        }
    }

    /// Returns the callees of a call, most bytes first.
    fileprivate static func callees(of call: Int, in tree: CallTree, _ totals: [HeapAmount]) -> [BrowserItem] {
        let live = tree.calls[call].callees.filter { totals[$0].objects > 0 }
        return live.sorted { (totals[$1].bytes, $0) < (totals[$0].bytes, $1) }.map { callee in
            let function = tree.function(of: callee)
            // Without debug information of its lines, a function has a file alone.
            let line = function.line > 0 ? ":\(function.line)" : ""
            let file = function.file.split(separator: "/").last.map { " (\($0)\(line))" } ?? ""
            let total = totals[callee]
            var item = BrowserItem([bytesText(total.bytes), grouped(total.objects)], function.name + file)
            if !tree.calls[callee].callees.isEmpty { item.children = { callees(of: callee, in: tree, totals) } }
            return item
        }
    }
}

extension ObjectField {
    /// The field in a line: `id: Swift.Int = 42`.
    fileprivate var line: String {
        (name.isEmpty ? "+\(offset)" : name) + ": \(type)" + (value.map { " = \($0.words)" } ?? "")
    }
}
