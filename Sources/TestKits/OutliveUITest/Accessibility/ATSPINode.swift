/// An accessible object during one access.
///
/// An access traverses the tree more than once, so children, role and states are cached after the first query.
final class ATSPINode: AccessibleNode {
    private let object: ATSPILibrary.Object
    private let library: ATSPILibrary
    private var cachedRole: ElementRole?
    private var cachedStates: ElementStates?
    private var cachedChildCount: Int?
    private var cachedChildren: [Int: ATSPINode] = [:]

    /// Takes ownership of a reference.
    init(owning object: ATSPILibrary.Object, of library: ATSPILibrary) {
        (self.object, self.library) = (object, library)
    }

    deinit { library.unref(object) }

    /// Queries the application.
    ///
    /// - Throws: `ElementGone`, or `AccessibilityError` on a timeout. Send no further queries after a timeout.
    private func query<Result>(
        _ function: (ATSPILibrary.ErrorSlot) -> Result, discard: (Result) -> Void = { _ in }
    ) throws -> Result {
        do {
            return try library.call(function, discard: discard)
        } catch let error as ATSPICallError {
            throw error.isLate ? ATSPIConnection.noAnswer as any Error : ElementGone()
        }
    }

    /// Queries an object; the caller owns the returned reference.
    private func queryObject(
        _ function: (ATSPILibrary.ErrorSlot) -> ATSPILibrary.Object?
    ) throws -> ATSPILibrary.Object? {
        try query(function) { $0.map(library.unref) }
    }

    private func queryString(
        _ function: (ATSPILibrary.ErrorSlot) -> UnsafeMutablePointer<CChar>?
    ) throws -> String? {
        library.string(try query(function) { library.free($0) })
    }

    var processID: Int32 { get throws { try Int32(bitPattern: query { library.processID(object, $0) }) } }

    var role: ElementRole {
        get throws {
            if let cachedRole { return cachedRole }
            guard let name = try queryString({ library.roleName(object, $0) }) else { throw ElementGone() }
            let role = ElementRole(atspiName: name)
            cachedRole = role
            return role
        }
    }

    var label: String { get throws { try queryString { library.name(object, $0) } ?? "" } }

    var states: ElementStates {
        get throws {
            if let cachedStates { return cachedStates }
            guard let set = try queryObject({ _ in library.stateSet(object) }) else { throw ElementGone() }
            defer { library.unref(set) }
            // The bits follow the object's header of three words and a pointer. The accessor functions would query the
            // application again for each state.
            let bits = UnsafeRawPointer(set).load(fromByteOffset: 4 * MemoryLayout<UInt>.size, as: UInt64.self)
            let states = ElementStates(rawValue: bits)
            cachedStates = states
            return states
        }
    }

    var frame: ElementFrame? {
        get throws {
            let onScreen: Int32 = 0
            guard let values = try query({ library.extents(object, onScreen, $0) }, discard: { library.free($0) })
            else {
                return nil
            }
            defer { library.free(values) }
            // GTK's values for an element that has no position yet or has lost it.
            guard values[0] != .min, values[1] != .min else { return nil }
            return ElementFrame(x: Int(values[0]), y: Int(values[1]), width: Int(values[2]), height: Int(values[3]))
        }
    }

    var childCount: Int {
        get throws {
            if let cachedChildCount { return cachedChildCount }
            let count = try Int(query { library.childCount(object, $0) })
            // For a removed element the library returns -1 instead of an error.
            guard count >= 0 else { throw ElementGone() }
            cachedChildCount = count
            return count
        }
    }

    func child(at index: Int) throws -> (any AccessibleNode)? { try atspiChild(at: index) }

    func atspiChild(at index: Int) throws -> ATSPINode? {
        if let cached = cachedChildren[index] { return cached }
        let child = try queryObject { library.child(object, Int32(index), $0) }
            .map { ATSPINode(owning: $0, of: library) }
        cachedChildren[index] = child
        return child
    }

    func containsDescendant(of roles: Set<ElementRole>) throws -> Bool? {
        guard let numbers = library.numbers(of: roles) else { return nil }
        return try query { library.contains(numbers, in: object, $0) }
    }

    var text: String? {
        get throws {
            guard try query({ _ in library.isText(object) }) != 0 else { return nil }
            return try queryString { library.text(object, 0, -1, $0) }
        }
    }

    var number: Double? {
        get throws {
            guard try query({ _ in library.isValue(object) }) != 0 else { return nil }
            return try query { library.currentValue(object, $0) }
        }
    }

    var range: ClosedRange<Double>? {
        get throws {
            guard try query({ _ in library.isValue(object) }) != 0 else { return nil }
            let (minimum, maximum) = try (
                query { library.minimumValue(object, $0) }, query { library.maximumValue(object, $0) }
            )
            return minimum <= maximum ? minimum...maximum : nil
        }
    }

    func setNumber(_ number: Double) throws { _ = try query { library.setCurrentValue(object, number, $0) } }

    var selectedLabel: String? {
        get throws {
            guard try query({ _ in library.isSelection(object) }) != 0,
                try query({ library.selectedCount(object, $0) }) > 0,
                let child = try queryObject({ library.selectedChild(object, 0, $0) })
            else { return nil }
            return try ATSPINode(owning: child, of: library).label
        }
    }

    var hasEditableText: Bool { get throws { try query { _ in library.isEditableText(object) } != 0 } }

    func grabFocus() throws { _ = try query { library.grabFocus(object, $0) } }

    func moveCaretToEnd() throws {
        guard try query({ _ in library.isText(object) }) != 0 else { return }
        let end = try query { library.characterCount(object, $0) }
        // Not every text has a caret. Moving the caret clears the selection.
        do { _ = try query { library.setCaret(object, end, $0) } } catch is ElementGone {}
    }

    func append(_ text: String) throws {
        let end = try query { library.characterCount(object, $0) }
        _ = try query { library.insertText(object, end, text, Int32(text.utf8.count), $0) }
    }

    func replaceText(with text: String) throws { _ = try query { library.setText(object, text, $0) } }
}
