/// Random data, the same for equal seeds.
struct RandomData: DataCreator {
    let person: Person
    let note: Note

    /// Creates the data of a seed.
    init(seed: UInt64) {
        var generator = Numbers(state: seed)
        let name = ["ada", "grace", "edsger", "barbara", "donald"].randomElement(using: &generator)!
        let number = Int.random(in: 100...999, using: &generator)
        let password = String((0..<12).map { _ in "abcdefghkmnpqrstuvwxyz23456789".randomElement(using: &generator)! })
        person = Person(email: "\(name)\(number)@example.org", password: password)
        let matter = ["Recipe", "Errand", "Café", "Letter"].randomElement(using: &generator)!
        note = Note(title: "\(matter) \(number)", body: "To be done by \(name), in \(number % 9 + 2) days.")
    }

    /// SplitMix64.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

/// The data of another creator, with an invalid e-mail address.
struct WrongAddress: DataCreator {
    let person: Person
    let note: Note

    /// Copies the data of another creator and makes the address invalid.
    init(in data: some DataCreator) {
        note = data.note
        person = Person(email: data.person.email.replacing("@", with: " at "), password: data.person.password)
    }
}
