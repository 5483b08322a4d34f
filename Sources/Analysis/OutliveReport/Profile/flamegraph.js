"use strict";
(function () {
  var root = document.querySelector("svg.flame");
  var calls = Array.from(root.querySelectorAll("svg.call"));
  var input = root.querySelector("input");
  var status = root.querySelector("text.status");
  var standard = status.textContent;
  var boxes = calls.map(function (call) {
    return {
      call: call, text: call.querySelector("text"), title: call.querySelector("title").textContent,
      x: parseFloat(call.getAttribute("x")), width: parseFloat(call.getAttribute("width")),
      y: parseFloat(call.getAttribute("y"))
    };
  });
  // Places are rounded to 0.0001 per cent, and the narrowest call has 0.05.
  var slack = 0.001;

  // Shortens each name to its box, with an ellipsis.
  function fitTexts() {
    var pixels = root.getBoundingClientRect().width / 100;
    boxes.forEach(function (box) {
      var room = Math.floor((parseFloat(box.call.getAttribute("width")) * pixels - 8) / 7.3);
      var name = box.title.split("\n")[0];
      box.text.textContent = 3 > room ? "" : name.length > room ? name.slice(0, room - 1) + "…" : name;
    });
  }

  // Shows a call at the full width, with its callers above it.
  function zoom(target) {
    var end = target.x + target.width;
    boxes.forEach(function (box) {
      var isCaller = target.y > box.y && target.x + slack > box.x && box.x + box.width + slack > end;
      var isInside = box.y >= target.y && box.x + slack > target.x && end + slack > box.x + box.width;
      box.call.style.display = isCaller || isInside ? "" : "none";
      box.call.classList.toggle("faded", isCaller);
      var x = isInside ? (box.x - target.x) / target.width * 100 : 0;
      var width = isInside ? box.width / target.width * 100 : 100;
      box.call.setAttribute("x", x + "%");
      box.call.setAttribute("width", width + "%");
    });
    fitTexts();
  }

  // Marks the calls with a text in their titles, and adds up the widths of the outermost ones.
  function search() {
    var text = input.value.trim().toLowerCase();
    root.classList.toggle("searched", text !== "");
    var covered = 0, end = -1;
    var found = boxes.filter(function (box) {
      var isFound = text !== "" && box !== boxes[0] && box.title.toLowerCase().indexOf(text) !== -1;
      box.call.classList.toggle("found", isFound);
      return isFound;
    });
    found.sort(function (a, b) { return a.x - b.x || a.y - b.y; }).forEach(function (box) {
      if (box.x + slack > end) {
        covered += box.width;
        end = box.x + box.width;
      }
    });
    status.textContent = text === "" ? standard : found.length + " calls found, " + covered.toFixed(1) + "% of the bytes";
  }

  calls.forEach(function (call, index) {
    call.addEventListener("click", function () { zoom(boxes[index]); });
    call.addEventListener("focus", function () { status.textContent = boxes[index].title.split("\n").join("; "); });
    call.addEventListener("mouseenter", function () { status.textContent = boxes[index].title.split("\n").join("; "); });
    call.addEventListener("mouseleave", search);
  });
  root.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      input.value = "";
      search();
      zoom(boxes[0]);
    } else if (event.target !== input) {
      var index = calls.indexOf(event.target);
      if (event.key === "Enter" && index !== -1) zoom(boxes[index]);
      if (event.key === "/") {
        event.preventDefault();
        input.focus();
      }
    }
  });
  input.addEventListener("input", search);
  window.addEventListener("resize", fitTexts);
  root.querySelector("foreignObject").style.display = "";
  fitTexts();
})();
