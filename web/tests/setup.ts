// Nothing moves in jsdom, and it does not know how to say so.
Element.prototype.getAnimations ??= () => [];

// jsdom has no sheets to adopt.
document.adoptedStyleSheets ??= [];
CSSStyleSheet.prototype.replaceSync ??= () => undefined;
