internal import OutliveModel

extension Finding {
    /// `true` for objects that nothing holds, with an extra retain.
    var isOverRetained: Bool {
        unit == .objects && trace?.shape == .unheld && trace?.culprit?.pattern == .overRetain
    }

    /// Returns `true` if the elements of a container are or contain `Unmanaged` references to objects of a type.
    func holdsUnmanaged(_ type: HeapType) -> Bool { self.type.name.contains("Swift.Unmanaged<\(type.name)>") }

    /// Makes the container whose references retain the objects the suspect, with the remedy to release them.
    ///
    /// - Parameters:
    ///   - container: The suspect of the container.
    ///   - type: The type of the objects.
    mutating func nameRetained(by container: Suspect, _ type: HeapType) {
        for index in traces.indices where traces[index].culprit != nil {
            traces[index].culprit?.name = container.name
            traces[index].culprit?.location = container.location
            traces[index].culprit?.pattern = .overRetain
            traces[index].culprit?.remedy =
                "Release each \(TypeNames.brief(type.name)) that \(container.name) refers to with release(): Unmanaged "
                + "keeps what it retained, also after it is removed."
        }
    }
}
