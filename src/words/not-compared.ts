/** Why a schedule's run says nothing about changes, each to follow "Not compared: ". */
export const notCompared = {
  pending: "the run, or its comparison, has not ended",
  failed: "the run failed or was cancelled",
  first_run: "it is the first run of this request, with which later ones are compared",
  values_in_doubt: "some values are not what they were and are held back until it is known whether they are right",
  no_ids: "none of its records has an id",
  not_possible: "its records had expired, or comparing them failed",
} as const;

export type NotCompared = keyof typeof notCompared;
