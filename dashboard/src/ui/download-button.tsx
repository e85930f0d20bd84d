import { Button } from "@mantine/core";
import { IconDownload } from "./icons.tsx";

/** Downloads a file from the service. */
export const DownloadButton = ({ href, children }: { href: string; children: string }) => (
  <Button component="a" variant="default" href={href} leftSection={<IconDownload size={16} />}>
    {children}
  </Button>
);
