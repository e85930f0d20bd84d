import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { KeyView, SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { WhereLinkIs, whyConfirm } from "../parts/confirm-address.tsx";
import { Icon } from "../ui/icons.tsx";
import { Card } from "../ui/page.tsx";
import { Note, TextLink } from "../ui/text.tsx";

interface FirstStepsProps {
  session: SessionAnswer;
  keys: KeyView[];
  hasCalled: boolean;
}

/** The first steps of a new account. Disappears when all are done. */
export function FirstSteps({ session, keys, hasCalled }: FirstStepsProps) {
  const hasKey = keys.some(({ revoked_at }) => revoked_at === null);
  const steps = [
    {
      done: session.me?.email_verified ?? false,
      title: session.me ? whyConfirm(session.me) : "",
      about: <WhereLinkIs session={session} />,
    },
    {
      done: hasKey,
      title: "Get a key",
      about: (
        <>
          Every call needs one. <TextLink to="/keys">Your keys</TextLink>
        </>
      ),
    },
    {
      done: hasCalled,
      title: "Make a call",
      about: (
        <Group gap="xs" mt={4}>
          <Button component={Link} to="/playground" size="compact-sm" variant="light">
            Open the playground
          </Button>
          <Note>or paste the command that came with your key</Note>
        </Group>
      ),
    },
  ];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Card title="First steps" aside={<Note>{`${done} of ${steps.length} done`}</Note>}>
      <ol className="first-steps">
        {steps.map((step, index) => (
          <Step key={step.title} number={index + 1} {...step} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ number, done, title, about }: { number: number; done: boolean; title: string; about: ReactNode }) {
  return (
    <li>
      <span className={done ? "step-mark step-done" : "step-mark"} aria-hidden>
        {done ? <Icon name="check" /> : number}
      </span>
      <div>
        <Text fw={600} td={done ? "line-through" : undefined} c={done ? "dimmed" : undefined}>
          {title}
          {done && <VisuallyHidden> (done)</VisuallyHidden>}
        </Text>
        {!done && (
          <Text size="sm" c="dimmed" component="div">
            {about}
          </Text>
        )}
      </div>
    </li>
  );
}
