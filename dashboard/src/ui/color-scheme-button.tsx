import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "./icons.tsx";

export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  // A page that the service rendered is the same for everybody until the program has taken it over.
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: true });
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <IconMoon size={20} stroke={1.6} className="mantine-dark-hidden" />
      <IconSun size={20} stroke={1.6} className="mantine-light-hidden" />
    </ActionIcon>
  );
}
