/** Components that are drawn again only when one of their props is another one than before. */
import {
  type Attributes,
  Component,
  type ComponentChildren,
  type ComponentType,
  type FunctionComponent,
  h,
} from "preact";

/** Wraps a component so that equal props draw nothing. */
export function memo<P extends object>(
  draw: (props: P) => ComponentChildren,
): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return differ(this.props, next);
    }
    /** A component of its own, so that signals that are read in it draw it again. */
    override render() {
      return h(draw as FunctionComponent<P>, this.props as P & Attributes);
    }
  };
}

function differ<P extends object>(before: P, after: P): boolean {
  for (const key in after) if (before[key] !== after[key]) return true;
  for (const key in before) if (!(key in after)) return true;
  return false;
}
