/// Scripts that inspect a page in a browser, each an expression whose value is a text. Empty lists are `none`.
enum PageInspection {
    /// `true` if nothing is wider than the screen.
    static let fits = "String(document.documentElement.scrollWidth <= document.documentElement.clientWidth)"

    /// The plots, by whether they have a size.
    static let plots = """
        [...document.querySelectorAll('figure.plot svg.plot-picture')]
          .filter(plot => plot.checkVisibility())
          .map(plot => plot.getBoundingClientRect())
          .map(box => box.width > 150 && box.height > 50 && box.left >= 0 && box.right <= innerWidth ? 'shown' : 'not shown')
          .join(' ')
        """

    /// Labels of plots that overlap, or lie beyond the screen.
    static let crowdedLabels = """
        (() => {
          const found = [];
          for (const plot of document.querySelectorAll('figure.plot svg.plot-picture')) {
            const labels = [...plot.querySelectorAll('text')].filter(label => label.checkVisibility())
              .map(label => ({ text: label.textContent, box: label.getBoundingClientRect() }))
              .filter(label => label.box.width > 0);
            labels.forEach((label, index) => {
              if (label.box.left < -1 || label.box.right > innerWidth + 1) found.push(`out: ${label.text}`);
              for (const other of labels.slice(index + 1)) {
                const across = Math.min(label.box.right, other.box.right) - Math.max(label.box.left, other.box.left);
                const down = Math.min(label.box.bottom, other.box.bottom) - Math.max(label.box.top, other.box.top);
                if (across > 1 && down > 3) found.push(`${label.text} / ${other.text}`);
              }
            });
          }
          return found.join('; ') || 'none';
        })()
        """

    /// Texts whose contrast with their background is below 4.5, after WCAG 2, section 1.4.3.
    static let faintTexts = """
        (() => {
          const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
          const luminance = colour => {
            const [r, g, b] = numbers(colour).map(value => value / 255)
              .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = element => {
            for (; element; element = element.parentElement) {
              const colour = getComputedStyle(element).backgroundColor;
              if (colour.startsWith('rgb(')) return colour;
            }
            return 'rgb(255, 255, 255)';
          };
          const found = new Set();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || !element.checkVisibility() || element.closest('script, style, title, desc')) continue;
            const style = getComputedStyle(element);
            const colour = element.namespaceURI.endsWith('svg') ? style.fill : style.color;
            const lights = [luminance(colour), luminance(ground(element))].sort((a, b) => b - a);
            if ((lights[0] + 0.05) / (lights[1] + 0.05) < 4.5) found.add(`${node.data.trim().slice(0, 40)} (${colour})`);
          }
          return [...found].join('; ') || 'none';
        })()
        """

    /// Returns the content of the first download link with this file name, in Base64.
    static func data(of name: String) -> String {
        "document.querySelector('a[download=\"\(name)\"]').href.split(';base64,')[1]"
    }
}
