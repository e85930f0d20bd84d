import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { useAuthStore } from "../../test/support/auth/auth-store.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Schema } from "../store/schema.ts";
import { createAddresses } from "./addresses.ts";
import { createMailLinks, type LinkKind } from "./mail-links.ts";
import type { MailOrder } from "./mail-orders.ts";
import type { MailQueue } from "./mail-queue.ts";

describeOnDrawnStores("accounts and addresses", (fresh) => {
  const auth = useAuthStore(fresh);
  const { clock, account, rowOf } = auth;
  let db: Kysely<Schema>;
  beforeAll(() => {
    db = auth.db;
  });

  describe("address ownership", () => {
    const orders: MailOrder[] = [];
    const confirmed: string[] = [];
    const dropped: string[] = [];
    const mails = {
      add: async (order: MailOrder) => void orders.push(order),
      dropAllOf: async (id: string) => void dropped.push(id),
    } as unknown as MailQueue;
    const addresses = () =>
      createAddresses({
        db,
        links: createMailLinks(db, clock),
        mails,
        onConfirmed: async ({ email }) => void confirmed.push(email),
      });
    const linkFor = async (kind: LinkKind, id: string, email: string) => {
      const links = createMailLinks(db, clock);
      return (await links.find(await links.create(kind, id, email)))!;
    };
    const said = (work: Promise<unknown>) =>
      work.then(
        () => "done",
        (error: Error) => error.message,
      );
    const OVER = "This link is no longer valid. Request a new one.";

    test("an unconfirmed address is changed immediately, and its earlier links and mails end", async () => {
      const { id } = await account({ unconfirmed_email: "typo@people.example" });
      const link = await linkFor("confirm", id, "typo@people.example");
      orders.length = 0;
      await addresses().askToChange(id, "right@people.example");
      expect(orders).toEqual([{ kind: "confirm", accountId: id, email: "right@people.example" }]);
      expect([dropped.includes(id), (await rowOf(id)).unconfirmed_email]).toEqual([true, "right@people.example"]);
      expect(await said(addresses().open(link))).toBe(OVER);
    });

    test("a confirmed address is changed by a link to the old address, then one to the new address", async () => {
      const ada = await account({ email_verified: true });
      orders.length = 0;
      await addresses().askToChange(ada.id, "next@people.example");
      await addresses().open(await linkFor("allow", ada.id, "next@people.example"));
      expect(orders).toEqual([
        { kind: "allow", accountId: ada.id, email: ada.email, about: "next@people.example" },
        { kind: "change", accountId: ada.id, email: "next@people.example" },
      ]);
      expect((await rowOf(ada.id)).email).toBe(ada.email);
      await addresses().open(await linkFor("change", ada.id, "next@people.example"));
      expect(await rowOf(ada.id)).toMatchObject({ email: "next@people.example", unconfirmed_email: null });
      expect(orders.at(-1)).toEqual({
        kind: "notice",
        accountId: ada.id,
        email: ada.email,
        about: "The address of your account is now next@people.example",
      });
    });

    test("a confirmed address belongs to the account; a link from before another change has expired", async () => {
      const { id } = await account({ unconfirmed_email: "mine@people.example" });
      orders.length = 0;
      expect(await said(addresses().open(await linkFor("confirm", id, "old@people.example")))).toBe(OVER);
      await addresses().open(await linkFor("confirm", id, "mine@people.example"));
      const row = await rowOf(id);
      expect([row.email, Boolean(row.email_verified), confirmed.at(-1)]).toEqual([
        "mine@people.example",
        true,
        "mine@people.example",
      ]);
      expect(new Date(row.modified_at).toISOString()).not.toBe("2027-01-01T00:00:00.000Z");
      expect(orders).toEqual([]);
      // An account may confirm its address again.
      await addresses().open(await linkFor("confirm", id, "mine@people.example"));
    });

    test("an address that another account has confirmed meanwhile is not assigned; nor does a used link or a password link work", async () => {
      await account({ email: "gone@people.example" });
      const { id } = await account({ unconfirmed_email: "gone@people.example" });
      const link = await linkFor("confirm", id, "gone@people.example");
      expect([await said(addresses().open(link)), await said(addresses().open(link))]).toEqual([OVER, OVER]);
      expect(await said(addresses().open(await linkFor("reset", id, "gone@people.example")))).toBe(OVER);
    });

    test("mails are resent, and notices sent, to the current address", async () => {
      const unconfirmed = await account({ unconfirmed_email: "wish@people.example" });
      const [own, shown] = [await account(), await account({ email_verified: true })];
      orders.length = 0;
      await addresses().resend(unconfirmed.id);
      await addresses().resend(own.id);
      expect(orders.map(({ email }) => email)).toEqual(["wish@people.example", own.email]);
      expect(await said(addresses().resend(shown.id))).toBe("This address is confirmed already.");
      orders.length = 0;
      await addresses().tell(own.id, "It changed");
      await addresses().tell(shown.id, "It changed");
      await addresses().offerReset("any@people.example");
      expect(orders).toEqual([
        { kind: "notice", accountId: shown.id, email: shown.email, about: "It changed" },
        { kind: "reset", email: "any@people.example" },
      ]);
    });
  });
});
