// The part of a browser that the viewer's layout asks for: a canvas without fonts, so that a character is 0.6 of the size of its font
// wide. It is imported before the viewer.
Object.assign(globalThis, { document: { createElement: () => ({ getContext: () => null }) } });
