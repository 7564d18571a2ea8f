/**
 * Makes the terminal's elements fit our content policy, which takes style elements and attributes
 * that scripts write for strangers'. Style elements get the page's nonce, and the style of a span is
 * set through its style object. The terminal asks the page's one document for them, so that is where
 * this stands while a terminal is shown; nothing of the policy has to be loosened.
 */

/** Begins; returns the function that ends it. */
export function allowStyles(page: Document): () => void {
  const nonce = page.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const create = Document.prototype.createElement;
  const own = function (this: Document, name: string, options?: ElementCreationOptions) {
    const element = create.call(this, name, options);
    if (name === "style") element.nonce = nonce;
    else if (name === "span") allowStyle(element);
    return element;
  };
  page.createElement = own as typeof page.createElement;
  return () => {
    if (page.createElement === own) {
      delete (page as Partial<Pick<Document, "createElement">>).createElement;
    }
  };
}

/** A style that is given as text is set through the style object instead. */
function allowStyle(element: HTMLElement): void {
  element.setAttribute = (name, value) => {
    if (name === "style") element.style.cssText = value;
    else Element.prototype.setAttribute.call(element, name, value);
  };
}
