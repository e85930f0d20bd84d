import { Suspense, useEffect, useState } from "react";
import { setPasswordDialog } from "../api/ask-password.ts";
import { lazyPart } from "../api/connection.ts";

const PasswordDialog = lazyPart(() => import("../sign-in/password-dialog.tsx"));

/** The password dialog for calls that need a recent sign-in. */
export function PasswordAgain() {
  const [question, setQuestion] = useState<{ answer: (given: boolean) => void } | null>(null);
  useEffect(() => {
    setPasswordDialog(() => new Promise((answer) => setQuestion({ answer })));
    return () => setPasswordDialog(null);
  }, []);
  if (!question) return null;
  const end = (given: boolean) => {
    setQuestion(null);
    question.answer(given);
  };
  return (
    <Suspense>
      <PasswordDialog onEnd={end} />
    </Suspense>
  );
}
