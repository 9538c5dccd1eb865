// The viewer of pictures, in a browser or in an editor's panel. A page has its picture in an element; an editor sends it.
import { App, type Surroundings } from './app';
import { el } from './dom';
import { editorApi, type HostMessage } from './host';
import { kDark, kLight, type Theme } from './theme';
import './style.css';

const editor = editorApi();
const darkPage = matchMedia('(prefers-color-scheme: dark)');
const problem = el('div', { class: 'problem', role: 'alert', hidden: true });
const note = el('div', { class: 'note', role: 'note', hidden: true });
let app: App | undefined;

function currentTheme(): Theme {
  const classes = document.body.classList;
  const isDark = editor
    ? classes.contains('vscode-dark') ||
      (classes.contains('vscode-high-contrast') && !classes.contains('vscode-high-contrast-light'))
    : darkPage.matches;
  document.documentElement.classList.toggle('dark', isDark);
  const theme = isDark ? kDark : kLight;
  const background = editor
    ? getComputedStyle(document.body).getPropertyValue('--vscode-editor-background').trim()
    : '';
  return background === '' ? theme : { ...theme, background };
}

const surroundings: Surroundings = {
  onView: (address) => {
    if (editor) editor.setState({ address });
    else history.replaceState(null, '', address === '' ? location.pathname + location.search : `#${address}`);
  },
  onJump:
    editor && ((place, path) => editor.postMessage({ type: 'jump', path, line: place.line, column: place.column })),
  onSave:
    editor &&
    ((name, blob) => {
      const reader = new FileReader();
      reader.onload = () => editor.postMessage({ type: 'save', name, data: `${reader.result}`.replace(/^[^,]*,/, '') });
      reader.readAsDataURL(blob);
    }),
  hasLinks: !editor,
};

function show(next: App): void {
  const hadFocus = app?.stage.element === document.activeElement;
  app?.element.remove();
  app = next;
  document.body.prepend(next.element);
  next.start(currentTheme());
  if (hadFocus) next.stage.element.focus();
}

function setText(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === '';
}

function receive(message: HostMessage): void {
  switch (message.type) {
    case 'picture':
      setText(problem, '');
      show(new App(message.picture, app ? '' : addressKept(), surroundings, message.isOther ? undefined : app));
      break;
    case 'problem':
      setText(problem, message.text);
      if (message.isOther) {
        app?.element.remove();
        app = undefined;
      }
      break;
    case 'note':
      setText(note, message.text);
      break;
    case 'cursor':
      app?.followCursor(message.path, message.line);
      break;
    case 'debug':
      app?.applyDebug(message);
      break;
  }
}

function addressKept(): string {
  if (!editor) return location.hash;
  const state = editor.getState() as { address?: string } | undefined;
  return state?.address ?? '';
}

function print(isStarting: boolean): void {
  document.querySelector('.print')?.remove();
  if (!isStarting || !app) return;
  const { svg } = app.printed();
  const paper = el('div', { class: 'print' });
  paper.innerHTML = svg;
  document.body.append(paper);
}

document.body.append(problem, note);
const onTheme = () => app?.setTheme(currentTheme());
darkPage.addEventListener('change', onTheme);
if (editor)
  new MutationObserver(onTheme).observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
addEventListener('hashchange', () => {
  if (app && !editor) show(new App(app.model.picture, location.hash, surroundings));
});

// A page that has just been loaded gives the focus to no element.
addEventListener('keydown', (event) => {
  if (event.target === document.body) app?.key(event);
});

const data = document.getElementById('picture')?.textContent;
if (data) show(new App(JSON.parse(data), location.hash, surroundings));
if (editor) {
  addEventListener('message', ({ data: message }) => receive(message as HostMessage));
  editor.postMessage({ type: 'ready' });
}
