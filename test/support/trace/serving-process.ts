import { readConfig } from "../../../src/app/config.ts";
import { startWinnow } from "../../../src/app/start-server.ts";

/** A whole service in a process of its own, which a test kills. It reports its address, and keys of a new account: a usual one, and one of whose calls nothing is kept. */
const { address, accounts, close } = await startWinnow(readConfig(process.env), {
  sourcesFolder: String(process.env.TEST_SOURCES),
});
const account = await accounts.createAccount({ email: `${crypto.randomUUID()}@people.example`, plan: "pro" });
const { secret } = await accounts.createKey(account.id, { name: "test" });
const silent = await accounts.createKey(account.id, { name: "silent", retain: "none" });
process.on("message", () => void close().then(() => process.exit(0)));
process.send?.({ address, key: secret, silentKey: silent.secret });
