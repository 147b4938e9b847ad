// Nothing moves in jsdom, and it does not know how to say so.
Element.prototype.getAnimations ??= () => [];
