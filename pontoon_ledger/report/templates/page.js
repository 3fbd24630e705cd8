"use strict";
(() => {
  const page = JSON.parse(document.getElementById("charts").textContent);
  document.documentElement.classList.add("drawing");

  function draw(place) {
    if (place.dataset.state) return;
    place.dataset.state = "drawing";
    const [shell, data] = page.charts[Number(place.dataset.chart)];
    const spec = {...structuredClone(page.shells[shell]), datasets: {...page.shared, ...data}};
    window.vegaEmbed(place, spec, {
      renderer: "svg", actions: false, ast: true, defaultStyle: false, mode: "vega-lite",
      config: page.config, tooltip: {disableDefaultStyle: true},
    }).then(
      () => { place.dataset.state = "drawn"; },
      (error) => {
        place.dataset.state = "failed";
        place.textContent = "This chart cannot be drawn here; its figures are below.";
        console.error(error);
      },
    );
  }

  function drawOpen(root) {
    for (const place of root.querySelectorAll(".chart")) {
      if (!place.closest("details:not([open])")) draw(place);
    }
  }

  drawOpen(document);
  for (const fold of document.querySelectorAll("details")) {
    fold.addEventListener("toggle", () => { if (fold.open) drawOpen(fold); });
  }

  const opened = [];
  window.addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details:not([open], .session)")) {
      if (fold.closest("details.session:not([open])")) continue;
      fold.open = true;
      opened.push(fold);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const fold of opened.splice(0)) fold.open = false;
  });
})();
