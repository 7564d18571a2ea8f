/** Builds the page (`dev.ts build`), or serves it and reloads on change (`dev.ts [flags]`). */
import { Builder } from "fresh/dev";
import { runCli } from "./lib/cli/run.ts";
import type { Config } from "./lib/config/schema.ts";

const builder = new Builder();

if (Deno.args[0] === "build") await builder.build();
else Deno.exit(await runCli(["serve", ...Deno.args], { serve: develop }));

async function develop(config: Config): Promise<number> {
  const main = await import("./main.ts");
  const services = await main.startServices(config);
  await builder.listen(() => Promise.resolve(main), {
    hostname: "127.0.0.1",
    port: config.port,
    onListen: ({ port }) => void (services.port = port),
  });
  await main.openTools(services);
  await services.appServer.start();
  main.announce(services);
  main.openEventDoors(services);
  await main.toldToStop();
  await main.stopServices(services);
  return 0;
}
