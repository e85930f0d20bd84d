import "@mantine/notifications/styles.layer.css";

// The store of notifications is in the main program. Importing the package itself would bring this part along.
export { Notifications as default } from "@mantine/notifications";
