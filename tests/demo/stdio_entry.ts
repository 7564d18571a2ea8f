// The demo agent as a program of its own, for the test that starts it as one.
import { runDemoAgentOnStdio } from "../../lib/demo/stdio.ts";

Deno.exit(await runDemoAgentOnStdio());
