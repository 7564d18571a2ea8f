/** Character references of Markdown text, such as `&amp;` or `&#x2014;`, as the characters they mean. */

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" },
  ...{ hellip: "…", mdash: "—", ndash: "–", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”" },
  ...{ bull: "•", middot: "·", times: "×", divide: "÷", plusmn: "±", deg: "°", micro: "µ" },
  ...{ larr: "←", uarr: "↑", rarr: "→", darr: "↓", harr: "↔", rArr: "⇒", check: "✓" },
  ...{ copy: "©", reg: "®", trade: "™", euro: "€", pound: "£", sect: "§", para: "¶" },
  ...{ le: "≤", ge: "≥", ne: "≠", asymp: "≈", infin: "∞", laquo: "«", raquo: "»" },
}));

/** Decodes the references that are known; any other stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, decode);
}

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? whole;
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : parseInt(decimal, 10);
  // Control characters, surrogates and what is beyond Unicode have no place in text.
  const bad = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000) ||
    code > 0x10ffff;
  return bad ? "\uFFFD" : String.fromCodePoint(code);
}
