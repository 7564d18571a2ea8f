/** Has the browser keep the page's own files, and follows what notifications lead to. */

/** Registers the worker; `open` is called with a path to show. Returns the function that ends it. */
export function followWorker(open: (path: string) => void): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (worker === undefined) return () => {}; // Not over loopback, or an old browser.
  worker.register("/sw.js").catch(() => {}); // The page works without it.
  const onMessage = ({ data }: MessageEvent) => {
    if (data?.type === "open" && typeof data.path === "string") open(data.path);
  };
  worker.addEventListener("message", onMessage);
  return () => worker.removeEventListener("message", onMessage);
}
