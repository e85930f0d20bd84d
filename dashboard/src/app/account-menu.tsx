import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Me } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { queries } from "../api/queries.ts";
import { Icon } from "../ui/icons.tsx";
import { signOut } from "./sign-out.ts";

/** The person's accounts, which this tab can show, and signing out. */
export default function AccountMenu({ me, button }: { me: Me; button: ReactNode }) {
  const router = useRouter();
  const { data, isPending } = useQuery(queries.at("/accounts"));
  // Accounts that arrived later would move what is about to be pressed.
  if (isPending) return button;
  const accounts = [{ id: me.id, name: "Personal" }, ...(data?.accounts ?? [])];
  return (
    <Menu defaultOpened position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label role="presentation" style={{ overflowWrap: "anywhere" }}>
          {me.email}
        </Menu.Label>
        {accounts.length > 1 &&
          accounts.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<Icon name="users" />}
              disabled={id === me.account.id}
              onClick={() => openAccount(id === me.id ? null : id)}
            >
              {name}
            </Menu.Item>
          ))}
        <Menu.Item component={Link} to="/settings" leftSection={<Icon name="user" />}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => signOut(router)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
