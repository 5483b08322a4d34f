extension Dictionary {
    /// Returns the value of a key, after making it if the key is new.
    package mutating func value(of key: Key, make: () -> Value) -> Value {
        if let value = self[key] { return value }
        let value = make()
        self[key] = value
        return value
    }
}
