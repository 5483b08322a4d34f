/// The screen during one access, with the pointer and keyboard of the accessibility service.
struct ATSPIScreen: AccessibleScreen {
    let connection: ATSPIConnection
    let application: any AccessibleNode

    var bounds: ElementFrame? { connection.display?.bounds }
    var hasWindowManager: Bool { connection.display?.hasWindowManager ?? false }

    func pointer(_ event: PointerEvent, at point: ScreenPoint) throws {
        let name =
            switch event {
            case .move: "abs"
            case .press: "b1p"
            case .release: "b1r"
            case .click: "b1c"
            case .scroll(.up): "b4c"
            case .scroll(.down): "b5c"
            case .scroll(.left): "b6c"
            case .scroll(.right): "b7c"
            }
        try send("the pointer cannot be moved or pressed at \(point)") {
            connection.library.mouseEvent(point.x, point.y, name, $0)
        }
    }

    func press(_ key: Key, _ modifiers: KeyModifiers) throws {
        var held: [Int] = []
        do {
            for modifier in modifiers.parts {
                guard let code = XDisplay.keyCode(of: modifier.keysym) else {
                    throw AccessibilityError(.noInput, "the keyboard of the X display has no key \(modifier)")
                }
                // Released later even if the call fails, because the event may have arrived.
                held.append(code)
                try send(.press, code, "the key \(modifier) cannot be held")
            }
            try send(.meaning, key.keysym, "the key \(key) cannot be pressed")
        } catch {
            release(held)
            throw error
        }
        release(held)
    }

    /// The kinds of key events, with AT-SPI's numbers.
    private enum KeyEvent: Int32 {
        case press = 0
        case release = 1
        /// A press and release, given by keysym instead of key code.
        case meaning = 3
    }

    /// Releases all keys, even if one release fails; a key that stays down would affect all later input.
    private func release(_ keys: [Int]) {
        for code in keys.reversed() { try? send(.release, code, "the key cannot be released") }
    }

    private func send(_ event: KeyEvent, _ key: Int, _ failure: String) throws {
        try send(failure) { connection.library.keyboardEvent(key, nil, event.rawValue, $0) }
    }

    private func send(_ failure: String, _ event: (ATSPILibrary.ErrorSlot) -> Int32) throws {
        do {
            guard try connection.library.call(event) != 0 else {
                throw ATSPICallError(message: "the accessibility service refused", isLate: false)
            }
        } catch let error as ATSPICallError {
            throw AccessibilityError(
                .noInput, "\(failure): \(error.message); start the accessibility bus under the X display of the tests")
        }
    }
}
