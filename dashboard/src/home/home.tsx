import { Badge, Button, Container, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queries } from "../api/queries.ts";
import { curlOf } from "../keys/snippets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { usePageTitle } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";

export function HomePage() {
  usePageTitle("Data from websites, as records");
  const catalogue = useQuery(queries.catalogue);
  const first = catalogue.data?.sources[0]?.operations[0];
  return (
    <Container size="lg">
      <div className="hero">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
          <Stack gap="md" justify="center">
            <Title order={1} style={{ fontSize: "clamp(2rem, 5vw, 3.1rem)", lineHeight: 1.1 }}>
              Send one POST. Get clean records.
            </Title>
            <Text size="lg" c="dimmed" maw={520}>
              Winnow takes data live from websites and answers with a JSON array: typed, complete, and priced before it
              runs.
            </Text>
            <Group mt="sm">
              <Button component={Link} to="/sign-up" size="md">
                Create an account
              </Button>
              <Button component={Link} to="/sign-in" size="md" variant="default">
                Sign in
              </Button>
            </Group>
          </Stack>
          {first && catalogue.data && (
            <Stack justify="center">
              <CodeBlock
                label="an example call"
                code={curlOf({ baseUrl: catalogue.data.base_url, path: first.path, body: first.examples[0] ?? {} })}
              />
            </Stack>
          )}
        </SimpleGrid>
      </div>
      <Title order={2} mb="md">
        Available operations
      </Title>
      <QueryView query={catalogue}>
        {({ sources }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} pb="xl">
            {sources.flatMap((source) =>
              source.operations.map((operation) => (
                <article key={operation.path} className="surface" style={{ padding: 20 }}>
                  <Text size="sm" c="dimmed">
                    {source.title}
                  </Text>
                  <Text fw={600} mt={2}>
                    {operation.summary}
                  </Text>
                  <Text size="sm" c="dimmed" mt="xs" lineClamp={3}>
                    {operation.description.replaceAll("`", "")}
                  </Text>
                  <Badge variant="light" mt="md" tt="none">
                    {operation.price.words}
                  </Badge>
                </article>
              )),
            )}
          </SimpleGrid>
        )}
      </QueryView>
    </Container>
  );
}
