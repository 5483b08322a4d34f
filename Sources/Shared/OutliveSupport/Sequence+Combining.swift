extension Sequence {
    /// Returns the elements with one for each key, in the order in which the keys first occur.
    ///
    /// - Parameters:
    ///   - key: Returns the key of an element.
    ///   - combine: Adds an element to the first one of its key.
    /// - Complexity: O(n).
    package func combined<Key: Hashable>(
        by key: (Element) -> Key, _ combine: (inout Element, Element) -> Void
    ) -> [Element] {
        var indices: [Key: Int] = [:]
        return reduce(into: []) { combined, element in
            let key = key(element)
            if let index = indices[key] {
                combine(&combined[index], element)
            } else {
                indices[key] = combined.count
                combined.append(element)
            }
        }
    }
}
