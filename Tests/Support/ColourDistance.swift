/// How far apart colours are for people with and without colour blindness, as an expression for `Browser.value`.
package enum ColourDistance {
    /// Returns an expression with the least difference between the backgrounds of some elements, in two digits.
    ///
    /// Colours are simulated for protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes, 2009,
    /// severity 1.0), and compared as CIE76 does.
    ///
    /// - Parameter selector: The elements, at least two of them, by a selector of CSS.
    package static func least(of selector: String) -> String {
        """
        (() => {
          const linear = c => c > 0.04045 ? ((c + 0.055) / 1.055) ** 2.4 : c / 12.92;
          const rgb = text => {
            const numbers = text.match(/[0-9.]+/g).map(Number).slice(0, 3);
            return numbers.map(value => linear(text.startsWith('color(') ? value : value / 255));
          };
          const kinds = [[1, 0, 0, 0, 1, 0, 0, 0, 1],
            [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
            [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
            [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039]];
          const by = (matrix, value) => [0, 3, 6].map(row =>
            Math.min(Math.max(matrix[row] * value[0] + matrix[row + 1] * value[1] + matrix[row + 2] * value[2], 0), 1));
          const lab = value => {
            const [x, y, z] = by([0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047, 0.2126729, 0.7151522,
              0.072175, 0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883], value)
              .map(part => part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
            return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
          };
          const colours = [...document.querySelectorAll('\(selector)')].map(item => rgb(getComputedStyle(item).backgroundColor));
          let least = 99;
          for (const kind of kinds) {
            const seen = colours.map(colour => lab(by(kind, colour)));
            seen.forEach((one, index) => seen.slice(index + 1).forEach(other => {
              least = Math.min(least, Math.hypot(...one.map((part, place) => part - other[place])));
            }));
          }
          return String(Math.floor(least)).padStart(2, '0');
        })()
        """
    }
}
