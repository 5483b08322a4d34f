internal import OutliveSupport

/// The functions of libatspi and GLib in use, looked up at run time.
///
/// Objects are opaque. `GError**` is a pointer to an initially `nil` pointer.
struct ATSPILibrary: @unchecked Sendable {
    typealias Object = OpaquePointer
    typealias ErrorSlot = UnsafeMutablePointer<OpaquePointer?>?

    static let fileName = "libatspi.so.0"
    let initialise: @convention(c) () -> Int32
    let accessibilityBus: @convention(c) () -> OpaquePointer?
    let setTimeout: @convention(c) (Int32, Int32) -> Void
    let desktop: @convention(c) (Int32) -> Object?
    let processID: @convention(c) (Object, ErrorSlot) -> UInt32
    let childCount: @convention(c) (Object, ErrorSlot) -> Int32
    let child: @convention(c) (Object, Int32, ErrorSlot) -> Object?
    let name: @convention(c) (Object, ErrorSlot) -> UnsafeMutablePointer<CChar>?
    let roleName: @convention(c) (Object, ErrorSlot) -> UnsafeMutablePointer<CChar>?
    let stateSet: @convention(c) (Object) -> Object?
    let extents: @convention(c) (Object, Int32, ErrorSlot) -> UnsafeMutablePointer<Int32>?
    let grabFocus: @convention(c) (Object, ErrorSlot) -> Int32
    let isText: @convention(c) (Object) -> Int32
    let isEditableText: @convention(c) (Object) -> Int32
    let isValue: @convention(c) (Object) -> Int32
    let characterCount: @convention(c) (Object, ErrorSlot) -> Int32
    let text: @convention(c) (Object, Int32, Int32, ErrorSlot) -> UnsafeMutablePointer<CChar>?
    let setCaret: @convention(c) (Object, Int32, ErrorSlot) -> Int32
    let insertText: @convention(c) (Object, Int32, UnsafePointer<CChar>, Int32, ErrorSlot) -> Int32
    let setText: @convention(c) (Object, UnsafePointer<CChar>, ErrorSlot) -> Int32
    let currentValue: @convention(c) (Object, ErrorSlot) -> Double
    let minimumValue: @convention(c) (Object, ErrorSlot) -> Double
    let maximumValue: @convention(c) (Object, ErrorSlot) -> Double
    let setCurrentValue: @convention(c) (Object, Double, ErrorSlot) -> Int32
    let isSelection: @convention(c) (Object) -> Int32
    let selectedCount: @convention(c) (Object, ErrorSlot) -> Int32
    let selectedChild: @convention(c) (Object, Int32, ErrorSlot) -> Object?
    let collection: @convention(c) (Object) -> Object?
    let matchRule:
        @convention(c) (Object?, Int32, OpaquePointer?, Int32, OpaquePointer, Int32, OpaquePointer?, Int32, Int32) ->
            Object?
    let matches: @convention(c) (Object, Object, Int32, Int, Int32, ErrorSlot) -> OpaquePointer?
    let roleNumbers: [ElementRole: Int32]
    let makeArray: @convention(c) (Int32, Int32, UInt32) -> OpaquePointer?
    let append: @convention(c) (OpaquePointer, UnsafeRawPointer, UInt32) -> OpaquePointer?
    let freeArray: @convention(c) (OpaquePointer, Int32) -> UnsafeMutablePointer<CChar>?
    let mouseEvent: @convention(c) (Int, Int, UnsafePointer<CChar>, ErrorSlot) -> Int32
    let keyboardEvent: @convention(c) (Int, UnsafePointer<CChar>?, Int32, ErrorSlot) -> Int32
    let iterate: @convention(c) (OpaquePointer?, Int32) -> Int32
    let unref: @convention(c) (Object) -> Void
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let freeError: @convention(c) (OpaquePointer) -> Void

    /// - Throws: `DynamicLibraryError`.
    init() throws {
        // The functions of GLib are found through it as well, because libatspi links to GLib.
        let library = try DynamicLibrary(loading: Self.fileName)
        initialise = try library.function("atspi_init")
        accessibilityBus = try library.function("atspi_get_a11y_bus")
        setTimeout = try library.function("atspi_set_timeout")
        desktop = try library.function("atspi_get_desktop")
        processID = try library.function("atspi_accessible_get_process_id")
        childCount = try library.function("atspi_accessible_get_child_count")
        child = try library.function("atspi_accessible_get_child_at_index")
        name = try library.function("atspi_accessible_get_name")
        roleName = try library.function("atspi_accessible_get_role_name")
        stateSet = try library.function("atspi_accessible_get_state_set")
        extents = try library.function("atspi_component_get_extents")
        grabFocus = try library.function("atspi_component_grab_focus")
        isText = try library.function("atspi_accessible_is_text")
        isEditableText = try library.function("atspi_accessible_is_editable_text")
        isValue = try library.function("atspi_accessible_is_value")
        characterCount = try library.function("atspi_text_get_character_count")
        text = try library.function("atspi_text_get_text")
        setCaret = try library.function("atspi_text_set_caret_offset")
        insertText = try library.function("atspi_editable_text_insert_text")
        setText = try library.function("atspi_editable_text_set_text_contents")
        currentValue = try library.function("atspi_value_get_current_value")
        minimumValue = try library.function("atspi_value_get_minimum_value")
        maximumValue = try library.function("atspi_value_get_maximum_value")
        setCurrentValue = try library.function("atspi_value_set_current_value")
        isSelection = try library.function("atspi_accessible_is_selection")
        selectedCount = try library.function("atspi_selection_get_n_selected_children")
        selectedChild = try library.function("atspi_selection_get_selected_child")
        collection = try library.function("atspi_accessible_get_collection_iface")
        matchRule = try library.function("atspi_match_rule_new")
        matches = try library.function("atspi_collection_get_matches")
        makeArray = try library.function("g_array_new")
        append = try library.function("g_array_append_vals")
        freeArray = try library.function("g_array_free")
        mouseEvent = try library.function("atspi_generate_mouse_event")
        keyboardEvent = try library.function("atspi_generate_keyboard_event")
        iterate = try library.function("g_main_context_iteration")
        unref = try library.function("g_object_unref")
        free = try library.function("g_free")
        freeError = try library.function("g_error_free")
        let roleName: @convention(c) (Int32) -> UnsafeMutablePointer<CChar>? =
            try library.function("atspi_role_get_name")
        let (free, mostRoles) = (free, Int32(256))
        roleNumbers = Self.roleNumbers(
            (0..<mostRoles).map { number in
                let name = roleName(number)
                defer { free(name) }
                return name.map { String(cString: $0) }
            })
    }
}

struct ATSPICallError: Error {
    let message: String
    /// `true` if the call exceeded its time limit.
    let isLate: Bool
}

extension ATSPILibrary {
    /// Calls a function that reports errors, and frees the error.
    ///
    /// - Parameters:
    ///   - function: The call.
    ///   - discard: Frees a result that comes with an error or too late.
    /// - Throws: `ATSPICallError`.
    func call<Result>(_ function: (ErrorSlot) -> Result, discard: (Result) -> Void = { _ in }) throws -> Result {
        var error: OpaquePointer?
        let start = ContinuousClock.now
        let result = function(&error)
        // Some functions report no error on a timeout, and others identify it only by their message.
        let isLate = start.duration(to: .now) >= .milliseconds(ATSPIConnection.answerLimit)
        guard error != nil || isLate else { return result }
        discard(result)
        defer { if let error { freeError(error) } }
        throw ATSPICallError(message: error.flatMap(message) ?? "no reason was given", isLate: isLate)
    }

    private func message(of error: OpaquePointer) -> String? {
        // The message is the third field of a `GError`, after two 32-bit numbers.
        let message = UnsafeRawPointer(error).load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        return message.map { String(cString: $0) }
    }

    /// Takes ownership of a C string and converts it.
    func string(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(characters) }
        return characters.map { String(cString: $0) }
    }

    /// Returns the numbers of the roles, or `nil` if one has none.
    func numbers(of roles: Set<ElementRole>) -> [Int32]? {
        let numbers = roles.compactMap { roleNumbers[$0] }
        return numbers.count == roles.count ? numbers : nil
    }

    /// Returns the numbers of all roles by name.
    static func roleNumbers(_ names: [String?]) -> [ElementRole: Int32] {
        var numbers: [ElementRole: Int32] = [:]
        for case (let number, let name?) in names.enumerated() where !name.isEmpty {
            let role = ElementRole(atspiName: name)
            if numbers[role] == nil { numbers[role] = Int32(number) }
        }
        return numbers
    }

    /// Returns `true` if an object contains an element of one of the roles, or `nil` without support.
    func contains(_ roles: [Int32], in object: Object, _ error: ErrorSlot) -> Bool? {
        let (all, any, canonical, one) = (Int32(1), Int32(2), Int32(1), 1)
        guard let collection = collection(object), let array = makeArray(0, 0, 4) else { return nil }
        defer {
            unref(collection)
            _ = freeArray(array, 1)
        }
        _ = roles.withUnsafeBytes { append(array, $0.baseAddress!, UInt32(roles.count)) }
        guard let rule = matchRule(nil, all, nil, all, array, any, nil, all, 0) else { return nil }
        defer { unref(rule) }
        guard let found = matches(collection, rule, canonical, one, 1, error) else { return nil }
        defer { _ = freeArray(found, 1) }
        // The first fields of a `GArray` are its data and its length.
        let fields = UnsafeRawPointer(found)
        let count = fields.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
        guard count > 0 else { return false }
        let data = fields.load(as: UnsafePointer<OpaquePointer?>.self)
        for index in 0..<Int(count) { data[index].map(unref) }
        return true
    }
}

extension ElementRole {
    init(atspiName name: String) {
        // Later versions of the library call a push button so.
        self.init(rawValue: name == "button" ? Self.button.rawValue : name)
    }
}
