import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

type Search<Name extends string> = { [N in Name]?: string | undefined };

/** The address of the page: the id in its path, its parameters, and how to change them. */
export function useAddress<Name extends string = never>() {
  const navigate = useNavigate();
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as Search<Name>;
  const set = useCallback(
    (change: Search<Name>) => navigate({ to: ".", search: (old: object) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  return { id, search, set };
}
