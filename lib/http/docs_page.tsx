/** `/docs`: the description of the service as a page to read. Plain HTML, no script, made from it. */
import { Head } from "fresh/runtime";
import { CURL_EXAMPLES } from "./curl_examples.ts";

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const STYLE = `
body { overflow: auto; }
.docs { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; line-height: 1.5; }
.docs section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  padding: 1rem 0; }
.docs h2 code { font-size: 1rem; overflow-wrap: anywhere; }
.docs pre { overflow: auto; padding: .75rem; border-radius: 8px;
  background: color-mix(in srgb, currentColor 8%, transparent); }
.docs td, .docs th { text-align: left; padding: .1rem 1rem .1rem 0; vertical-align: top; }
`;

export function DocsPage({ document }: { document: Readonly<Record<string, unknown>> }) {
  const { info, paths } = document as {
    info: { version: string; description: string };
    paths: Paths;
  };
  return (
    <>
      <Head>
        <title>API · Pilothouse</title>
        <style>{STYLE}</style>
      </Head>
      <main class="docs">
        <h1>Pilothouse {info.version}: the API</h1>
        <p>
          Send the token as <code>Authorization: Bearer …</code>. {info.description}{" "}
          The same for programs: <a href="/v1/openapi.json">/v1/openapi.json</a>.
        </p>
        <p>
          The examples expect <code>URL</code>, <code>TOKEN</code> and <code>THREAD</code>{" "}
          in the environment.
        </p>
        {Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => (
            <Call key={`${method} ${path}`} {...{ path, method, operation }} />
          ))
        )}
      </main>
    </>
  );
}

function Call(
  { path, method, operation }: { path: string; method: string; operation: Operation },
) {
  const example = CURL_EXAMPLES.find(({ call }) => call[0] === method && call[1] === path);
  return (
    <section>
      <h2>
        <code>{method.toUpperCase()} {path}</code>
      </h2>
      <p>{operation.summary}</p>
      {operation.parameters === undefined ? null : (
        <table>
          <tbody>
            {operation.parameters.map(({ name, description, required }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{required ? "needed. " : ""}{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <table>
        <tbody>
          {Object.entries(operation.responses).map(([status, { description }]) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {example === undefined ? null : <pre tabIndex={0}><code>{example.command}</code></pre>}
    </section>
  );
}
