import { Checkbox } from "@mantine/core";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Load } from "../ui/query-view.tsx";
import { Section } from "../ui/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Settings for mail alerts at chosen levels of used points. */
export function AlertSettings({ email, confirmed }: { email: string; confirmed: boolean }) {
  const save = useChange((points_levels: number[]) => api.post("/alerts", { points_levels }));
  return (
    <Section
      title="Alerts"
      about={
        <>
          {confirmed ? `Mails go to ${email}.` : "Mails are sent once your address is confirmed."} For other events, and
          for programs, use{" "}
          <TextLink to="/automation/deliveries" underline="always">
            webhooks
          </TextLink>
          .
        </>
      }
    >
      <Load path="/alerts">
        {({ points_levels, all_points_levels }) => (
          <Checkbox.Group
            label="Mail me when"
            value={(save.isPending ? save.variables : points_levels).map(String)}
            onChange={(chosen) => save.mutate(chosen.map(Number).sort((a, b) => a - b))}
          >
            {all_points_levels.map((level) => (
              <Checkbox
                key={level}
                mt="xs"
                value={String(level)}
                label={level === 100 ? "my points are used up" : `${level}% of my points are used`}
              />
            ))}
          </Checkbox.Group>
        )}
      </Load>
    </Section>
  );
}
