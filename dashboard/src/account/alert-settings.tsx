import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AlertsAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { QueryView } from "../ui/query-view.tsx";
import { Section } from "../ui/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

const alerts = queries.at<AlertsAnswer>("/alerts");

/** Settings for mail alerts at chosen levels of used points. */
export function AlertSettings({ email, confirmed }: { email: string; confirmed: boolean }) {
  const query = useQuery(alerts);
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
      <QueryView query={query}>
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
      </QueryView>
    </Section>
  );
}
