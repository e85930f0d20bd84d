import type { Content, FileContent } from "../../../src/contract/endpoint.ts";
import type { dashboardEndpoints } from "../../../src/endpoints/dashboard/index.ts";
import type { workEndpoints } from "../../../src/endpoints/index.ts";
import type { Status } from "../../../src/health/status-types.ts";

/** The answers of the service by route, from the descriptions of its endpoints. */
type Described = NonNullable<(typeof dashboardEndpoints | typeof workEndpoints)[number]["typed"]>;
export type Answers = { [D in Described as D["route"]]: Read<D["answer"]> };

/** What the program reads of a stored file is its JSON form. */
type Read<A> = A extends FileContent ? Array<Record<string, unknown>> : A extends Content ? Blob : A;

/** A path with `{}` for each part that is only known when it is requested, and without its query. */
type Shape<P extends string> = P extends `${infer Path}?${string}`
  ? Shape<Path>
  : P extends `/${infer First}/${infer Rest}`
    ? `/${Part<First>}${Shape<`/${Rest}`>}`
    : P extends `/${infer Last}`
      ? `/${Part<Last>}`
      : never;
type Part<P extends string> = string extends P ? "{}" : P extends `{${string}}` | `${number}` ? "{}" : P;

type Shaped<R> = R extends `${infer Method} ${infer Path}` ? `${Method} ${Shape<Path>}` : never;
type ByShape = { [R in keyof Answers as Shaped<R>]: Answers[R] } & { "GET /status.json": Status };

/** The answer to a request; never for a path that no endpoint has. */
export type AnswerTo<Method extends string, P extends string> = `${Method} ${Shape<P>}` extends infer Key extends
  keyof ByShape
  ? ByShape[Key]
  : never;

/** A path that an endpoint has. */
export type Known<Method extends string, P extends string> = [AnswerTo<Method, P>] extends [never] ? never : P;
