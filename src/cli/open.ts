import { spawn } from "node:child_process";
import { Argument, type Command } from "commander";
import { write } from "./output/write.ts";
import { findService, type ServiceOptions, withServiceOptions } from "./service/connect.ts";

const pages = { overview: "/overview", playground: "/playground", keys: "/keys", requests: "/requests", docs: "/docs" };

export function register(program: Command): void {
  const command = program
    .command("open")
    .description("Open the service in your browser.")
    .addArgument(new Argument("[page]", "which page").choices(Object.keys(pages)).default("overview"))
    .option("--print", "print the address instead");
  withServiceOptions(command).action(open);
}

async function open(page: keyof typeof pages, options: ServiceOptions & { print?: boolean }): Promise<void> {
  const address = `${findService(options, "no key").url.replace(/\/+$/, "")}${pages[page]}`;
  if (!options.print) await start(address);
  await write(`${address}\n`);
}

const openers: Record<string, [program: string, ...args: string[]]> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The address is printed anyway, for a machine without a browser. */
function start(address: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
    child.once("error", () => resolve());
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}
