import { Badge, Button, Container, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CatalogueAnswer, OperationView, SourceView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { curlSnippet } from "../keys/snippets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { plural } from "../ui/format.ts";
import { usePageTitle } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";

export function HomePage() {
  usePageTitle("Data from websites, as records");
  const catalogue = useQuery(queries.catalogue);
  return (
    <Container size="lg">
      <div className="hero">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
          <Stack gap="md" justify="center">
            <Title order={1} style={{ fontSize: "clamp(2rem, 5vw, 3.1rem)", lineHeight: 1.1 }}>
              Send one POST. Get clean records.
            </Title>
            <Text size="lg" c="dimmed" maw={520}>
              Winnow reads websites live and returns a JSON array: typed, complete, and priced before it runs.
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
          {catalogue.data && <Example catalogue={catalogue.data} />}
        </SimpleGrid>
      </div>
      <Title order={2} mb="md">
        Available operations
      </Title>
      <QueryView query={catalogue}>
        {({ sources }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="lg" pb="xl">
            {sources.map((source) => (
              <Source key={source.name} source={source} />
            ))}
          </SimpleGrid>
        )}
      </QueryView>
    </Container>
  );
}

/** An example call and its response. */
function Example({ catalogue: { base_url, sources, example } }: { catalogue: CatalogueAnswer }) {
  const operation = sources.flatMap(({ operations }) => operations).find(({ path }) => path === example?.operation);
  if (!operation || !example) return null;
  return (
    <Stack justify="center" gap="xs">
      <CodeBlock
        label="an example call"
        code={curlSnippet({ baseUrl: base_url, path: operation.path, body: operation.examples[0] ?? {} })}
      />
      <CodeBlock
        label="an example response"
        language="json"
        code={JSON.stringify([example.record], null, 2).replace(/\n {2}\}\n\]$/, ",\n    …\n  },\n  …\n]")}
      />
    </Stack>
  );
}

function Source({ source: { title, operations } }: { source: SourceView }) {
  const lookups = new Set(operations.flatMap(lookupsOf));
  const main = operations.filter(({ path }) => !lookups.has(path));
  const folded = operations.filter(({ path }) => lookups.has(path));
  return (
    <section aria-label={title}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <Stack gap="sm">
        {main.map((operation) => (
          <Card key={operation.path} operation={operation} />
        ))}
      </Stack>
      {folded.length > 0 && (
        <details className="home-lookups">
          <summary>{plural(folded.length, "lookup")} for valid values</summary>
          <Stack gap="sm" mt="sm">
            {folded.map((operation) => (
              <Card key={operation.path} operation={operation} />
            ))}
          </Stack>
        </details>
      )}
    </section>
  );
}

/** Operations that look up values for this operation's fields. */
const lookupsOf = ({ request }: OperationView): string[] =>
  Object.values(request.properties).flatMap((field) => field["x-lookup"]?.operation ?? []);

const Card = ({ operation: { path, summary, description, price } }: { operation: OperationView }) => (
  <Link to="/playground" search={{ operation: path }} className="surface home-card">
    <Text fw={600}>{summary}</Text>
    <Text size="sm" c="dimmed" mt="xs" lineClamp={2}>
      {description.replaceAll("`", "")}
    </Text>
    <Badge variant="light" mt="sm" tt="none">
      {price.words}
    </Badge>
  </Link>
);
