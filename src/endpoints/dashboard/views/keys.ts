import { type Static, Type } from "typebox";
import {
  choice,
  dayOrInstant,
  given,
  instant,
  integer,
  listOf,
  mapOf,
  orNull,
  words,
} from "../../../contract/shapes.ts";
import { limits } from "../../../limits/limits.ts";
import { windowNames } from "../../../metering/types.ts";

const WindowState = Type.Object({
  name: choice(windowNames),
  limit: integer(),
  usage: integer(),
  resets_at: instant(),
});

export const usageContexts = ["standard", "mcp_only"] as const;
export const keyModes = ["live", "test"] as const;
export const retentions = ["usual", "none"] as const;

/** A key as it is shown: never the key itself. */
export const keyFields = {
  id: words(),
  person_id: words({ description: "The member whose key it is." }),
  name: words(),
  prefix: words({ description: "The first characters, for display." }),
  is_primary: Type.Boolean(),
  usage_context: choice(usageContexts),
  mode: choice(keyModes, { description: "`test`: it reads stand-ins, and costs practice points." }),
  sources: orNull(listOf(words(), { description: "Allowed sources; null for all." })),
  networks: orNull(listOf(words(), { description: "Address ranges that it may be used from; null for everywhere." })),
  spending_cap: orNull(integer({ description: "The most points this key may spend in all; null for no cap." })),
  manages_delivery: Type.Boolean({ description: "Whether it may manage webhooks, destinations and signing secrets." }),
  retain: choice(retentions, { description: "`none`: nothing is kept of its calls but their charges." }),
  spent: integer(),
  expires_at: orNull(instant()),
  revoked_at: orNull(instant()),
  previous_ends_at: orNull(instant({ description: "The key's previous secret also works until this time." })),
  created_at: instant(),
  last_used_at: orNull(instant()),
};

export const KeyView = Type.Object({
  ...keyFields,
  person_name: words({ description: "Empty if they were deleted." }),
  windows: listOf(WindowState),
});
export type KeyView = Static<typeof KeyView>;

export const KeysAnswer = Type.Object({ keys: listOf(KeyView) });
export type KeysAnswer = Static<typeof KeysAnswer>;

export const NewKeyAnswer = Type.Object({
  key: KeyView,
  api_key: words({ description: "The key itself; shown only now." }),
});
export type NewKeyAnswer = Static<typeof NewKeyAnswer>;

export const KeyDetail = Type.Object({
  key: KeyView,
  used_from: listOf(Type.Object({ address: words(), calls: integer(), last_at: instant(), user_agent: words() }), {
    description: "Addresses it was used from, as far back as the log goes.",
  }),
});
export type KeyDetail = Static<typeof KeyDetail>;

const name = given({ maxLength: 80 });
const namesUpTo = (maxItems: number) =>
  orNull(listOf(given({ minLength: 0, maxLength: 60 }), { minItems: 1, maxItems }));
const names = namesUpTo(100);
export const spendingCap = orNull(integer({ minimum: 1, maximum: 1e12 }));
/** What a key, or a program that gets one, may use. */
const allowances = { sources: names, spending_cap: spendingCap };

const manages_delivery = Type.Optional(
  orNull(
    Type.Boolean({
      description:
        "Whether it may manage webhooks, destinations and signing secrets. By default a key without a spending cap that may use all sources may.",
    }),
  ),
);

const retain = Type.Optional(
  choice(retentions, { description: "`none` keeps nothing of its calls but their charges, as `x-retain: none` does." }),
);

export const NewKeyBody = Type.Object({
  name,
  usage_context: choice(usageContexts),
  mode: Type.Optional(
    choice(keyModes, { description: "`test` reads stand-ins, and costs practice points; `live` by default." }),
  ),
  ...allowances,
  expires_in_days: orNull(integer({ minimum: 1, maximum: 3_650 })),
  manages_delivery,
  retain,
});

/** Omitted fields stay as they are. */
export const KeyChangeBody = Type.Object({
  name: Type.Optional(name),
  sources: Type.Optional(names),
  networks: Type.Optional(namesUpTo(limits.keyNetworks.max)),
  spending_cap: Type.Optional(spendingCap),
  expires_at: Type.Optional(orNull(instant({ minimum: 1, maximum: 1e14 }))),
  manages_delivery,
  retain,
});

const { expires_in_days: _, ...chosenOnce } = NewKeyBody.properties;
/** A key in a configuration file: all that its owner chooses when it is created or changed. */
export const KeyEntry = Type.Object({
  ...Type.Partial(Type.Object({ ...chosenOnce, ...KeyChangeBody.properties })).properties,
  name,
  usage_context: Type.Optional(choice(usageContexts, { default: "standard" })),
  mode: Type.Optional(choice(keyModes, { default: "live" })),
  retain: Type.Optional(choice(retentions, { default: "usual" })),
  expires_at: Type.Optional(orNull(dayOrInstant())),
});
export type KeyEntry = Static<typeof KeyEntry>;

export const ConsentBody = Type.Object({
  request: mapOf(given({ minLength: 0, maxLength: 2_000 }), { description: "The parameters that the program sent." }),
  allow: Type.Boolean(),
  ...allowances,
});
export type ConsentBody = Static<typeof ConsentBody>;
