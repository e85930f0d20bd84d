import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { defaultValues, requestBody, type Values } from "./fields.ts";

const ADDRESS_MS = 400;

/**
 * The form's values. The address holds them as the body of the call, so a reload or a shared link shows the same form, and
 * going back shows the previous call.
 */
export function useCall(operation: OperationView, initial: Values) {
  const { body: addressed } = useSearch({ strict: false }) as { body?: Values };
  const navigate = useNavigate();
  const router = useRouter();
  const [values, setValues] = useState<Values>(() => ({ ...defaultValues(operation), ...(addressed ?? initial) }));
  const written = useRef(JSON.stringify(addressed));
  const body = requestBody(operation, values);

  const write = (next: Values, replace: boolean) => {
    written.current = JSON.stringify(next);
    void navigate({ to: ".", search: { operation: operation.path, body: next }, replace, resetScroll: false });
  };
  const writeSoon = useDebouncedCallback((next: Values) => {
    // Must not undo a link that was followed meanwhile and is still loading its page.
    if (router.latestLocation.pathname === "/playground") write(next, true);
  }, ADDRESS_MS);

  // The address changed: the user went back or opened a saved call.
  useEffect(() => {
    const now = JSON.stringify(addressed);
    if (now === written.current || addressed === undefined) return;
    written.current = now;
    setValues({ ...defaultValues(operation), ...addressed });
  }, [addressed, operation]);

  return {
    values,
    body,
    set(change: Values) {
      const next = { ...values, ...change };
      setValues(next);
      writeSoon(requestBody(operation, next));
    },
    /** Replaces the whole body, as typed in the JSON editor. */
    replace(next: Values) {
      setValues({ ...defaultValues(operation), ...next });
      writeSoon(next);
    },
    /** Adds a history entry for the call, so that going back returns to it. */
    remember: () => write(body, false),
  };
}
