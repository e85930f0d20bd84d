import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "../icons.tsx";

export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const other = scheme === "dark" ? "light" : "dark";
  const Icon = scheme === "dark" ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}
