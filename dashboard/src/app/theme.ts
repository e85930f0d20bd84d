import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** A calm green-blue; shade 7 on white and shade 4 on dark both pass AA for text. */
const husk: MantineColorsTuple = [
  "#ecfdf9",
  "#d3f4ec",
  "#a7e8da",
  "#75d9c5",
  "#45c4ad",
  "#22a692",
  "#128576",
  "#0f6f64",
  "#0d5a51",
  "#0a443e",
];

const ink: MantineColorsTuple = [
  "#c9d1d9",
  "#b1bac4",
  "#9aa5b1",
  "#6b7683",
  "#3d4752",
  "#2b343d",
  "#20272f",
  "#171d23",
  "#10151a",
  "#0a0e12",
];

const dialog = {
  attributes: { header: { role: "presentation" } },
  closeButtonProps: { "aria-label": "Close" },
};

export const theme = createTheme({
  primaryColor: "husk",
  primaryShade: { light: 7, dark: 7 },
  colors: { husk, dark: ink },
  defaultRadius: "md",
  fontFamily:
    '"Inter Variable", "Noto Sans Arabic Variable", "Noto Sans SC Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Arabic Variable", "Noto Sans SC Variable", monospace',
  headings: {
    fontWeight: "650",
    textWrap: "balance",
    sizes: { h1: { fontSize: "1.6rem" }, h2: { fontSize: "1.15rem" } },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Badges hold a word or a number, which a narrow cell must not cut.
    Badge: { defaultProps: { tt: "none", variant: "light" }, styles: { root: { minWidth: "max-content" } } },
    // The title has the colour of text: yellow on its own tint is too pale to read.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    // A dialog's heading is not a banner of the page.
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    // Choosing the same option again keeps it, except where none is a choice too.
    Select: { defaultProps: { allowDeselect: false } },
    // A menu contains only its items, so the first item gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});

/** Greys that pass AA on both surfaces, and a light variant that is visible on dark. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f6f8f8",
    "--mantine-color-dimmed": "#56636b",
    "--mantine-color-placeholder": "#67737b",
    "--mantine-color-error": "#c92a2a",
    // Dark enough on its hover colour as well.
    "--mantine-color-red-light-color": "#b02525",
  },
  dark: {
    "--mantine-color-body": "#0d1216",
    "--mantine-color-dimmed": "#9fabb7",
    "--mantine-color-placeholder": "#93a0ad",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-anchor": "#45c4ad",
    "--mantine-color-gray-light": "rgba(154, 165, 177, 0.16)",
    // Used by buttons that delete or revoke.
    "--mantine-color-red-light-color": "#ff8787",
    "--mantine-primary-color-light": "rgba(34, 166, 146, 0.18)",
    "--mantine-primary-color-light-hover": "rgba(34, 166, 146, 0.25)",
    "--mantine-primary-color-light-color": "#75d9c5",
    "--mantine-color-husk-light": "rgba(34, 166, 146, 0.18)",
    "--mantine-color-husk-light-hover": "rgba(34, 166, 146, 0.25)",
    "--mantine-color-husk-light-color": "#75d9c5",
  },
});
