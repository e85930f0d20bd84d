import { Button, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../api/use-change.ts";

interface TextFormProps extends TextInputProps {
  label: string;
  /** Missing for a text that is typed anew each time. */
  saved?: string;
  send: (text: string) => Promise<unknown>;
  /** The button's words. */
  action: string;
  done: string;
}

/** A form of one text, which is saved when its button is pressed. */
export function TextForm({ saved, send, action, done, ...field }: TextFormProps) {
  const form = useForm({ initialValues: { text: saved ?? "" } });
  const save = useChange(send, { done, onDone: () => saved === undefined && form.reset() });
  return (
    <form onSubmit={form.onSubmit(({ text }) => save.mutate(text))}>
      <TextInput required withAsterisk={false} {...field} {...form.getInputProps("text")} />
      <Button type="submit" variant="default" mt="sm" loading={save.isPending}>
        {action}
      </Button>
    </form>
  );
}
