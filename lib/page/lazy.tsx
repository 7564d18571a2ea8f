/** A component whose code is loaded when it is first shown, so that the first page stays small. */
import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Nothing is shown until the code is there; one that cannot be loaded is asked for again. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (loaded !== null) return;
      load().then((component) => {
        loaded = component;
        redraw((count) => count + 1);
      }, () => {});
    }, []);
    return loaded === null ? null : h(loaded, props);
  };
}
