extension ATSPILibrary {
    /// Returns the numbers of the roles, or `nil` if one has none.
    func numbers(of roles: Set<ElementRole>) -> [Int32]? {
        let numbers = roles.compactMap { roleNumbers[$0] }
        return numbers.count == roles.count ? numbers : nil
    }

    /// Returns the numbers of all roles by name.
    static func roleNumbers(_ names: [String?]) -> [ElementRole: Int32] {
        var numbers: [ElementRole: Int32] = [:]
        for case (let number, let name?) in names.enumerated() where !name.isEmpty {
            let role = name == "button" ? .button : ElementRole(rawValue: name)
            if numbers[role] == nil { numbers[role] = Int32(number) }
        }
        return numbers
    }

    /// Returns `true` if an object contains an element of one of the roles, or `nil` if the toolkit does not support
    /// it.
    func holds(_ roles: [Int32], in object: Object, _ error: ErrorSlot) -> Bool? {
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
