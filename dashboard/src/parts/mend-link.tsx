import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { TextLink } from "../ui/text.tsx";
import { type Failure, mendOf } from "./mend.ts";

/** A link to the page that mends an error; nothing if there is none. */
export function MendLink(failure: Failure) {
  // Only the history knows which key a call of the playground was made with.
  const asked = failure.status === 403 && failure.keyId === undefined ? (failure.requestId ?? "") : "";
  const { data, isLoading } = useQuery(queries.request(asked));
  const mend = mendOf({ keyId: data?.key_id, ...failure });
  // A link that is shown before the key is known would lead elsewhere than the one it becomes.
  return (
    mend &&
    !isLoading && (
      <TextLink to={mend[0]} underline="always">
        {mend[1]}
      </TextLink>
    )
  );
}
