internal import OutliveSupport

/// The functions of libatspi and GLib that the module uses, looked up at run time.
///
/// Objects are opaque. `ErrorSlot` is a `GError**`: a pointer to an initially `nil` pointer.
struct ATSPILibrary: @unchecked Sendable {
    typealias Object = OpaquePointer
    typealias ErrorSlot = UnsafeMutablePointer<OpaquePointer?>?
    typealias Text = UnsafeMutablePointer<CChar>

    static let fileName = "libatspi.so.0"
    let initialise: @convention(c) () -> Int32 = atspi("atspi_init")
    let accessibilityBus: @convention(c) () -> OpaquePointer? = atspi("atspi_get_a11y_bus")
    let setTimeout: @convention(c) (Int32, Int32) -> Void = atspi("atspi_set_timeout")
    let desktop: @convention(c) (Int32) -> Object? = atspi("atspi_get_desktop")
    let processID: @convention(c) (Object, ErrorSlot) -> UInt32 = atspi("atspi_accessible_get_process_id")
    let childCount: @convention(c) (Object, ErrorSlot) -> Int32 = atspi("atspi_accessible_get_child_count")
    let child: @convention(c) (Object, Int32, ErrorSlot) -> Object? = atspi("atspi_accessible_get_child_at_index")
    let name: @convention(c) (Object, ErrorSlot) -> Text? = atspi("atspi_accessible_get_name")
    let roleName: @convention(c) (Object, ErrorSlot) -> Text? = atspi("atspi_accessible_get_role_name")
    let stateSet: @convention(c) (Object) -> Object? = atspi("atspi_accessible_get_state_set")
    let extents: @convention(c) (Object, Int32, ErrorSlot) -> UnsafeMutablePointer<Int32>? =
        atspi("atspi_component_get_extents")
    let grabFocus: @convention(c) (Object, ErrorSlot) -> Int32 = atspi("atspi_component_grab_focus")
    let isText: @convention(c) (Object) -> Int32 = atspi("atspi_accessible_is_text")
    let isEditableText: @convention(c) (Object) -> Int32 = atspi("atspi_accessible_is_editable_text")
    let isValue: @convention(c) (Object) -> Int32 = atspi("atspi_accessible_is_value")
    let characterCount: @convention(c) (Object, ErrorSlot) -> Int32 = atspi("atspi_text_get_character_count")
    let text: @convention(c) (Object, Int32, Int32, ErrorSlot) -> Text? = atspi("atspi_text_get_text")
    let setCaret: @convention(c) (Object, Int32, ErrorSlot) -> Int32 = atspi("atspi_text_set_caret_offset")
    let insertText: @convention(c) (Object, Int32, UnsafePointer<CChar>, Int32, ErrorSlot) -> Int32 =
        atspi("atspi_editable_text_insert_text")
    let setText: @convention(c) (Object, UnsafePointer<CChar>, ErrorSlot) -> Int32 =
        atspi("atspi_editable_text_set_text_contents")
    let currentValue: @convention(c) (Object, ErrorSlot) -> Double = atspi("atspi_value_get_current_value")
    let minimumValue: @convention(c) (Object, ErrorSlot) -> Double = atspi("atspi_value_get_minimum_value")
    let maximumValue: @convention(c) (Object, ErrorSlot) -> Double = atspi("atspi_value_get_maximum_value")
    let setCurrentValue: @convention(c) (Object, Double, ErrorSlot) -> Int32 = atspi("atspi_value_set_current_value")
    let isSelection: @convention(c) (Object) -> Int32 = atspi("atspi_accessible_is_selection")
    let selectedCount: @convention(c) (Object, ErrorSlot) -> Int32 = atspi("atspi_selection_get_n_selected_children")
    let selectedChild: @convention(c) (Object, Int32, ErrorSlot) -> Object? =
        atspi("atspi_selection_get_selected_child")
    let collection: @convention(c) (Object) -> Object? = atspi("atspi_accessible_get_collection_iface")
    let matchRule:
        @convention(c) (Object?, Int32, OpaquePointer?, Int32, OpaquePointer, Int32, OpaquePointer?, Int32, Int32) ->
            Object? =
            atspi("atspi_match_rule_new")
    let matches: @convention(c) (Object, Object, Int32, Int, Int32, ErrorSlot) -> OpaquePointer? =
        atspi("atspi_collection_get_matches")
    let roleNumbers: [ElementRole: Int32]
    let makeArray: @convention(c) (Int32, Int32, UInt32) -> OpaquePointer? = atspi("g_array_new")
    let append: @convention(c) (OpaquePointer, UnsafeRawPointer, UInt32) -> OpaquePointer? =
        atspi("g_array_append_vals")
    let freeArray: @convention(c) (OpaquePointer, Int32) -> Text? = atspi("g_array_free")
    let mouseEvent: @convention(c) (Int, Int, UnsafePointer<CChar>, ErrorSlot) -> Int32 =
        atspi("atspi_generate_mouse_event")
    let keyboardEvent: @convention(c) (Int, UnsafePointer<CChar>?, Int32, ErrorSlot) -> Int32 =
        atspi("atspi_generate_keyboard_event")
    let iterate: @convention(c) (OpaquePointer?, Int32) -> Int32 = atspi("g_main_context_iteration")
    let unref: @convention(c) (Object) -> Void = atspi("g_object_unref")
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void = atspi("g_free")
    let freeError: @convention(c) (OpaquePointer) -> Void = atspi("g_error_free")

    /// Looks up the functions and the numbers of the roles.
    ///
    /// - Throws: `SystemError` if the library or a function is missing.
    init() throws {
        let roleName: @convention(c) (Int32) -> Text? = atspi("atspi_role_get_name")
        if let error = lookupError.withLock({ $0 }) { throw error }
        let (free, mostRoles) = (free, Int32(256))
        roleNumbers = Self.roleNumbers(
            (0..<mostRoles).map { number in
                let name = roleName(number)
                defer { free(name) }
                return name.map { String(cString: $0) }
            })
    }
}

/// The library. It also provides the functions of GLib, because libatspi links to GLib.
private let library = Result { try DynamicLibrary(loading: ATSPILibrary.fileName) }
private let lookupError = Lock<(any Error)?>(nil)

/// Looks up a function. After an error, which `ATSPILibrary.init()` throws, the result is never called.
private func atspi<Function>(_ name: String) -> Function {
    do {
        return try library.get().function(name)
    } catch {
        lookupError.withLock { $0 = $0 ?? error }
        let end: @convention(c) () -> Void = { preconditionFailure("a missing function was called") }
        return unsafeBitCast(end, to: Function.self)
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
    ///   - discard: Frees a result that arrives with an error or too late.
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
        // The name of a push button in later versions of the library.
        self.init(rawValue: name == "button" ? Self.button.rawValue : name)
    }
}
