// The media types of the files that a site serves.
const TEXT: Record<string, string> = {
  css: "text/css",
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  map: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  txt: "text/plain",
  webmanifest: "application/manifest+json",
  xml: "text/xml",
};

const BINARY: Record<string, string> = {
  avif: "image/avif",
  gif: "image/gif",
  ico: "image/vnd.microsoft.icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  otf: "font/otf",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  wasm: "application/wasm",
  webm: "video/webm",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  zip: "application/zip",
};

/** The value of a Content-Type header for a file of this name. */
export function mediaType(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const text = TEXT[extension];
  return text === undefined ? BINARY[extension] ?? "text/plain" : `${text}; charset=UTF-8`;
}
