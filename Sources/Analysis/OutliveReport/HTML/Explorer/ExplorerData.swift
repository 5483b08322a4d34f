package import OutliveModel
internal import OutliveSupport

/// The data of the explorer's script: arrays of numbers, in which texts are indices in a table.
///
/// `explorer.js` names the places in the arrays.
struct ExplorerData {
    private(set) var bytes: [UInt8] = []
    private var texts = NumberTable<String>()
    private let origins: ModuleOrigins
    private var originNumbers: [HeapType: Int] = [:]

    init(_ picture: HeapPicture) {
        origins = ModuleOrigins(
            seenIn: picture.types.lazy.flatMap(\.sites).flatMap(\.stacks).flatMap(\.backtrace.frames))
        var json = CompactJSON()
        json.object { json in
            json.key("isCompared")
            json.number(picture.report.growth == nil ? 0 : 1)
            json.key("types")
            json.array { json in write(picture.report, &json) }
            json.key("details")
            json.array { json in
                for type in picture.types { json.array { json in write(type, &json) } }
            }
            json.key("cycles")
            json.array { json in
                for cycle in picture.cycles { json.number(cycle) }
            }
            json.key("retained")
            write(picture.retained, &json)
            if let calls = picture.calls {
                json.key("calls")
                write(0, of: PrunedCalls(calls).folded, &json)
                json.key("allCalls")
                write(0, of: PrunedCalls(calls), &json)
            }
            json.key("labels")
            json.array { json in write(labelsOf: picture, &json) }
            json.key("texts")
            json.array { json in writeTexts(&json) }
        }
        bytes = json.bytes
    }

    /// Creates the data of a single type: its details, and the texts of these.
    init(_ type: PicturedType) {
        origins = ModuleOrigins(seenIn: [])
        var json = CompactJSON()
        json.object { json in
            json.key("details")
            json.array { json in write(type, &json) }
            json.key("texts")
            json.array { json in writeTexts(&json) }
        }
        bytes = json.bytes
    }

    private func writeTexts(_ json: inout CompactJSON) {
        for text in texts.items { json.text(elided(oneLine(text), to: PageLimits.explorerText, .middle)) }
    }

    private mutating func number(_ text: String) -> Int { texts.number(of: text) }

    /// Returns the index of the origin of a type, which takes a while to find, and which each type has in many places.
    private mutating func originNumber(of type: HeapType) -> Int {
        if let number = originNumbers[type] { return number }
        let number = TypeOrigin.allCases.firstIndex(of: origins.origin(of: type)) ?? 0
        originNumbers[type] = number
        return number
    }

    private mutating func write(_ report: SnapshotReport, _ json: inout CompactJSON) {
        let growth = Dictionary((report.growth?.types ?? []).map { ($0.type, $0) }) { first, _ in first }
        for type in report.types {
            json.array { json in
                let origin = originNumber(of: type.type)
                let change = growth[type.type]
                for value in [
                    number(type.type.description), type.objects, type.bytes, type.retainedBytes ?? type.bytes,
                    number(type.site.place), origin, change?.new ?? 0, change?.gone ?? 0, change?.bytes ?? 0,
                ] { json.number(value) }
            }
        }
    }

    private mutating func write(_ type: PicturedType, _ json: inout CompactJSON) {
        json.array { json in
            for holder in type.holders { write(holder, &json) }
        }
        json.number(type.objectsBesides)
        json.array { json in
            for site in type.sites {
                json.array { json in write(site, &json) }
            }
        }
        json.number(type.otherSites)
        json.number(type.objectsElsewhere)
        json.array { json in
            for size in type.sizes {
                json.number(size.objects)
                json.number(size.bytes)
            }
        }
        write(type.references, &json)
    }

    private mutating func write(_ site: PicturedSite, _ json: inout CompactJSON) {
        let place = site.stacks.first?.backtrace
        for value in [
            site.total.objects, site.total.bytes, number(place?.allocator ?? "unknown function"),
            number(place?.place ?? ""), site.stacks.count + site.otherStacks,
        ] { json.number(value) }
        for stack in site.stacks {
            json.array { json in
                json.number(stack.objects)
                json.number(stack.bytes)
                for call in stack.backtrace.calls.prefix(PageLimits.functions) {
                    json.number(number(call.name))
                    json.number(call.place.map { number($0) } ?? -1)
                }
            }
        }
    }

    /// Writes the names of types that have a shorter label, each followed by the label.
    private mutating func write(labelsOf picture: HeapPicture, _ json: inout CompactJSON) {
        var types = picture.report.types.map(\.type)
        var waiting = [picture.retained]
        while let group = waiting.popLast() {
            if let type = group.type { types.append(type) }
            waiting += group.children
        }
        let labels = TypeLabels(types)
        var seen: Set<HeapType> = []
        for type in types where seen.insert(type).inserted && labels.label(of: type) != type.description {
            json.number(number(type.description))
            json.number(number(labels.label(of: type)))
        }
    }

    private mutating func write(_ references: PicturedReferences, _ json: inout CompactJSON) {
        json.array { json in
            json.number(references.others)
            for group in references.groups {
                json.array { json in
                    json.number(number(group.step.name + (group.step.edge ?? "")))
                    json.number(number(group.step.location?.description ?? group.step.kind.words))
                    json.number(group.references)
                    json.number(group.holders)
                    write(group.referrers, &json)
                }
            }
        }
    }

    private mutating func write(_ holder: HolderGroup, _ json: inout CompactJSON) {
        json.array { json in
            json.number(number(holder.name))
            json.number(
                holder.end == nil ? number(holder.step.location?.description ?? holder.step.kind.words) : -1)
            json.number(holder.objects)
            for inner in holder.holders { write(inner, &json) }
        }
    }

    private mutating func write(_ call: Int, of calls: PrunedCalls, _ json: inout CompactJSON) {
        let function = calls.tree.function(of: call)
        let (total, new, gone) = (calls.totals[call], calls.new[call], calls.gone[call])
        let origin = PrunedCalls.origins.firstIndex(of: function.origin) ?? 0
        let file = function.file.split(separator: "/").last ?? function.module.split(separator: "/").last ?? ""
        json.array { json in
            for value in [
                number(call == 0 ? "all live blocks" : function.name), number(String(file)),
                origin, total.objects, total.bytes, new.objects, new.bytes, gone.objects, gone.bytes,
            ] { json.number(value) }
            for callee in calls.callees(of: call) { write(callee, of: calls, &json) }
        }
    }

    private mutating func write(_ group: RetainedGroup, _ json: inout CompactJSON) {
        json.array { json in
            let origin = group.type.map { originNumber(of: $0) } ?? TypeOrigin.allCases.firstIndex(of: .raw) ?? 0
            for value in [
                number(group.name), origin, group.blocks, group.bytes,
                group.retainedBytes, group.newBytes, group.otherGroups, group.otherBytes, group.otherNewBytes,
            ] { json.number(value) }
            for child in group.children { write(child, &json) }
        }
    }
}

extension PicturedType {
    /// The details as the script of a served page reads them.
    package var explorerData: [UInt8] { ExplorerData(self).bytes }
}
