export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
