// Script of the graph panel: shows the graphs that the extension sends, and reports clicks on nodes.
(() => {
  const editor = acquireVsCodeApi();
  const $ = (id) => document.getElementById(id);
  const kLeast = 0.1, kMost = 4, kStep = 1.25;
  // Survives a move of the panel to another column.
  const state = { zoom: 0, x: 0, y: 0, ...editor.getState() }; // zoom 0: fit the width of the panel, at most 100 %
  let file = '';

  const picture = () => $('graph').querySelector('svg');
  const keep = () => editor.setState({ ...state, x: scrollX, y: scrollY });

  function fitting(svg) {
    return Math.min(1, Math.max(kLeast, document.documentElement.clientWidth / svg.viewBox.baseVal.width));
  }
  function applyZoom() {
    const svg = picture();
    if (!svg) return;
    const zoom = state.zoom || fitting(svg);
    svg.setAttribute('width', svg.viewBox.baseVal.width * zoom);
    svg.setAttribute('height', svg.viewBox.baseVal.height * zoom);
    $('zoom').textContent = `${Math.round(zoom * 100)} %`;
  }
  // Zooms around the point (x, y) of the window.
  function zoomBy(factor, x = innerWidth / 2, y = innerHeight / 2) {
    const svg = picture();
    if (!svg) return;
    const before = state.zoom || fitting(svg);
    state.zoom = Math.min(kMost, Math.max(kLeast, before * factor));
    const ratio = state.zoom / before;
    const [left, top] = [(scrollX + x) * ratio - x, (scrollY + y) * ratio - y];
    applyZoom();
    scrollTo(left, top);
    keep();
  }

  const isHere = (node) => Boolean(node) && node.dataset.file.split('/').pop() === file;
  const isInView = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  function mark(line) {
    let first;
    for (const node of $('graph').querySelectorAll('[data-line]')) {
      const here = isHere(node) && Number(node.dataset.line) === line;
      node.classList.toggle('here', here);
      if (here && !first) first = node;
    }
    if (first && !isInView(first.getBoundingClientRect())) first.scrollIntoView({ block: 'center', inline: 'center' });
  }

  function themed() {
    const kinds = document.body.classList;
    kinds.toggle('dark', kinds.contains('vscode-dark') || (kinds.contains('vscode-high-contrast') && !kinds.contains('vscode-high-contrast-light')));
  }
  new MutationObserver(themed).observe(document.body, { attributeFilter: ['data-vscode-theme-id'] });
  themed();

  addEventListener('message', ({ data }) => {
    if (data.svg !== undefined) {
      const [x, y] = data.isOther ? [0, 0] : [scrollX || state.x, scrollY || state.y];
      if (data.isOther) state.zoom = 0;
      $('graph').innerHTML = data.svg;
      file = data.file;
      $('graph').setAttribute('aria-label', `Graph of ${data.name}`);
      applyZoom();
      scrollTo(x, y);
    }
    if (data.note !== undefined) $('note').textContent = data.note;
    if (data.problem !== undefined) $('problem').textContent = data.problem;
    if (data.line !== undefined) mark(data.line);
  });
  document.addEventListener('click', (event) => {
    const node = event.target.closest('[data-line]');
    if (isHere(node)) editor.postMessage({ line: Number(node.dataset.line) });
  });
  addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? kStep : 1 / kStep, event.clientX, event.clientY);
  }, { passive: false });
  addEventListener('resize', applyZoom);
  addEventListener('scroll', keep);
  $('larger').addEventListener('click', () => zoomBy(kStep));
  $('smaller').addEventListener('click', () => zoomBy(1 / kStep));
  $('zoom').addEventListener('click', () => zoomBy(1 / (state.zoom || fitting(picture()))));
  $('fit').addEventListener('click', () => {
    state.zoom = 0;
    applyZoom();
    keep();
  });
  editor.postMessage({ ready: true });
})();
