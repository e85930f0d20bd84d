import { Anchor, Badge, Button, Group, PinInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { encode } from "uqr";
import type { NewSecondFactorAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { DescribedForm } from "../parts/described-form.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { CopyIcon } from "../ui/code-block.tsx";
import { Section } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Note } from "../ui/text.tsx";

/** Two-factor sign-in with codes from an authenticator app. */
export function SecondFactor({ enabled }: { enabled: boolean }) {
  const [made, setMade] = useState<NewSecondFactorAnswer | null>(null);
  return (
    <Section
      title="Second factor"
      about={
        <>
          <Badge color={enabled ? undefined : "gray"} mb={6}>
            {enabled ? "On" : "Off"}
          </Badge>
          <br />
          {enabled
            ? "Each sign-in asks for a code from your authenticator app. A recovery code works once instead."
            : "Ask for a code from an authenticator app at each sign-in, in addition to the password."}
        </>
      }
    >
      {enabled && (
        <DescribedForm of="DELETE /second-factor" {...withPassword} action="Remove" done="Second factor removed." />
      )}
      {!enabled && !made && (
        <DescribedForm of="POST /second-factor" {...withPassword} action="Set up" onDone={setMade} />
      )}
      {!enabled && made && <FirstCode made={made} onDone={() => setMade(null)} />}
    </Section>
  );
}

const withPassword = {
  layout: "stack",
  framed: false,
  about: { password: { label: "Your password" } },
  fieldOf: () => "password",
  button: { variant: "default" },
} as const;

function FirstCode({ made, onDone }: { made: NewSecondFactorAnswer; onDone: () => void }) {
  const [code, setCode] = useState("");
  const secret = new URL(made.uri).searchParams.get("secret") ?? "";
  const confirm = useChange(() => api.post("/second-factor/confirm", { code }), {
    showsError: true,
    done: "Second factor set up.",
    onDone,
  });
  const submit = () => {
    if (!confirm.isPending) confirm.mutate(undefined, { onError: () => setCode("") });
  };
  return (
    <Stack gap="lg">
      <Step number={1} title="Scan this with your authenticator app">
        <QrCode text={made.uri} />
        <Note mt="xs">
          No camera?{" "}
          <Anchor href={made.uri} size="sm" underline="always">
            Open in the app
          </Anchor>
          , or type this key:
        </Note>
        <Group gap={4} wrap="nowrap">
          <code className="one-secret">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
          <CopyIcon value={secret} label="Copy key" />
        </Group>
      </Step>
      <Step number={2} title="Save the recovery codes">
        <Note mb="xs">If you lose the app, each code works once. They are shown only once.</Note>
        <ul className="recovery-codes">
          {made.recovery_codes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              saveFile(
                new Blob([`${made.recovery_codes.join("\n")}\n`], { type: "text/plain" }),
                "winnow-recovery-codes.txt",
              )
            }
          >
            Save as a file
          </Button>
          <CopyIcon value={made.recovery_codes.join("\n")} label="Copy recovery codes" />
        </Group>
      </Step>
      <Step number={3} title="Enter the code from the app">
        <SecretForm onSubmit={submit}>
          <PinInput
            length={6}
            type="number"
            oneTimeCode
            ariaLabel="Code from the app"
            value={code}
            error={confirm.isError}
            onChange={setCode}
            onComplete={submit}
          />
          {confirm.error && (
            <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
              {confirm.error.message}
            </Text>
          )}
          <Button type="submit" mt="sm" loading={confirm.isPending} disabled={code.length < 6}>
            Confirm code
          </Button>
        </SecretForm>
      </Step>
    </Stack>
  );
}

const Step = ({ number, title, children }: { number: number; title: string; children: React.ReactNode }) => (
  <div>
    <Group gap="xs" mb="xs">
      <span className="step-mark" aria-hidden>
        {number}
      </span>
      <Text fw={600}>{title}</Text>
    </Group>
    {children}
  </div>
);

/** Draws one path, dark on light in both colour schemes: some cameras cannot read an inverted code. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <path d={path} />
    </svg>
  );
}
