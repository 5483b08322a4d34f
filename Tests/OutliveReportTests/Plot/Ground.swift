import Foundation

/// The colours of a colour scheme of the page.
struct Ground {
    /// A colour, its parts from 0 to 1.
    struct Colour {
        var parts: [Double]

        /// Mixes this share of the colour with the rest of the other one.
        func mixed(_ share: Double, with other: Colour) -> Colour {
            Colour(parts: zip(parts, other.parts).map { share * $0 + (1 - share) * $1 })
        }

        /// Source: WCAG 2, "contrast ratio".
        func contrast(with other: Colour) -> Double {
            let (bright, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
            return (bright + 0.05) / (dark + 0.05)
        }

        private var luminance: Double {
            let linear = parts.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
    }

    var surface: Colour
    var ink: Colour
    var heat: Colour

    /// Returns the light and the dark colours of the screen, or `nil` if a style sheet lacks one of them.
    static func all(in sheet: String) -> [Ground]? {
        let (surfaces, inks, heats) = (
            colours("surface", in: sheet), colours("ink", in: sheet), colours("heat", in: sheet)
        )
        guard surfaces.count >= 2, inks.count >= 2, heats.count >= 2 else { return nil }
        return (0..<2).map { Ground(surface: surfaces[$0], ink: inks[$0], heat: heats[$0]) }
    }

    /// Returns the colours that a style sheet gives a name: of the light and the dark screen, and of print.
    static func colours(_ name: String, in sheet: String) -> [Colour] {
        sheet.matches(of: /--([a-z]+): #([0-9a-f]{6});/).filter { $0.1 == name }.compactMap { match in
            Int(match.2, radix: 16).map { number in
                Colour(parts: [16, 8, 0].map { Double(number >> $0 & 255) / 255 })
            }
        }
    }
}
