// The window around the viewer: a browser, or the panel of an editor. The messages are described in docs/viewer.md.
import type { Picture } from './data';
import type { DebugMessage, DebugPlace } from './debugState';

/** Messages to the viewer. */
export type HostMessage =
  | { type: 'picture'; picture: Picture; isOther: boolean } // isOther: of another target, so that the view begins anew
  | { type: 'problem'; text: string; isOther: boolean } // the source does not compile; the last picture stays
  | { type: 'note'; text: string }
  | { type: 'cursor'; path: string; line: number } // where the user is in the source
  | DebugMessage;

/** Messages from the viewer to an editor. */
export type ViewerMessage =
  | { type: 'ready' }
  | ({ type: 'jump' } & DebugPlace)
  | { type: 'save'; name: string; data: string }; // data: base64

interface EditorApi {
  postMessage(message: ViewerMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): EditorApi;

/** The editor around the page; undefined in a browser. */
export function editorApi(): EditorApi | undefined {
  return typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
}
