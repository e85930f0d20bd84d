import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { Me } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { queries } from "../api/queries.ts";
import { IconLogout, IconUser, IconUsers } from "../ui/icons.tsx";
import { signOut } from "./sign-out.ts";

/** The person's menu: their accounts, which this tab can show, and signing out. */
export function AccountMenu({ me }: { me: Me }) {
  const router = useRouter();
  const { data } = useQuery(queries.at("/accounts"));
  const accounts = [{ id: me.id, name: "Personal" }, ...(data?.accounts ?? [])];
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton aria-label="Your menu">
          <Avatar radius="xl" size={34} color="husk" variant="filled">
            {me.name.slice(0, 1).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label role="presentation" style={{ overflowWrap: "anywhere" }}>
          {me.email}
        </Menu.Label>
        {accounts.length > 1 &&
          accounts.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<IconUsers size={16} />}
              disabled={id === me.account.id}
              onClick={() => openAccount(id === me.id ? null : id)}
            >
              {name}
            </Menu.Item>
          ))}
        <Menu.Item component={Link} to="/settings" leftSection={<IconUser size={16} />}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut(router)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
