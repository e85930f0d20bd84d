import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../api/call.ts";
import { lazyPart } from "../api/connection.ts";
import { hasOutboxToken } from "../api/outbox-token.ts";
import { queries, queryClient } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { formatNumber } from "../ui/format.ts";
import { TextLink } from "../ui/text.tsx";
import { AuthCard, AuthForm, type AuthValues, email, newPassword } from "./auth-form.tsx";
import { isPage, openNext } from "./open-next.ts";
import { safePath } from "./safe-path.ts";

// Both are in the frame of the app's own pages, which a visitor does not need before there is a key.
const NewKeyCard = lazyPart(async () => ({ default: (await import("../keys/new-key-card.tsx")).NewKeyCard }));
const showFirstKey = async (api_key: string): Promise<void> =>
  (await import("../keys/new-key.ts")).showNewKey({
    key: { name: "First key", sources: null, usage_context: "standard" },
    api_key,
  });

const fields = [
  {
    name: "name",
    label: "Name",
    autoComplete: "name",
    check: (value: string) => value.trim() === "" && "Enter your name.",
  },
  { ...email, check: (value: string) => !/^\S+@\S+\.\S+$/.test(value) && "Enter a valid email address." },
  newPassword,
];

export default function SignUpPage() {
  const { next = "/keys" } = useAddress<"next">().search;
  const { data: session } = useQuery(queries.session);
  const router = useRouter();
  const signUp = useMutation({
    mutationFn: (body: AuthValues) => api.post("/sign-up", body),
    onSuccess: async ({ api_key }) => {
      queryClient.clear();
      await showFirstKey(api_key);
      // Every page of the app shows the new key until it is closed. Another document would lose it.
      if (isPage(router, safePath(next))) openNext(router, next);
    },
  });
  if (signUp.isSuccess) {
    return (
      <AuthCard title="Your account is ready">
        <NewKeyCard />
        <Button fullWidth onClick={() => openNext(router, next)}>
          Continue
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Create your account"
      about={session && whatYouGet(session.welcome_points)}
      error={signUp.error}
      below={
        <>
          Already have an account?{" "}
          <TextLink to="/sign-in" search underline="always">
            Sign in
          </TextLink>
        </>
      }
    >
      <AuthForm fields={fields} action="Create account" busy={signUp.isPending} send={signUp.mutate} />
    </AuthCard>
  );
}

/** The points come with the confirmed address, or at once to the operator, who can read the mail with the link anyway. */
function whatYouGet(points: number): string {
  if (points === 0) return "You get your first key.";
  if (hasOutboxToken()) return `You get ${formatNumber(points)} points and your first key.`;
  return `You get your first key, and ${formatNumber(points)} points when you confirm your address.`;
}
