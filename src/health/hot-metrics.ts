import type { Registry } from "prom-client";

interface About {
  name: string;
  help: string;
}

interface Sample {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

/**
 * Counters and histograms of what every request does. prom-client prints them like its own, which sort and join the labels
 * at each count. Here a count is one look into a map.
 */
abstract class HotMetric<Cell, Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly aggregator = "sum";
  abstract readonly type: "counter" | "histogram";
  readonly #labelNames: readonly Label[];
  readonly #cells = new Map<string, { labels: Record<string, string>; cell: Cell }>();

  constructor(registry: Registry, { name, help }: About, labelNames: readonly Label[]) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
    registry.registerMetric(this as unknown as Parameters<Registry["registerMetric"]>[0]);
  }

  protected abstract newCell(): Cell;
  protected abstract samplesOf(cell: Cell, labels: Record<string, string>): Sample[];

  /** By the values of the labels, in their order. */
  protected cellOf(values: readonly string[]): Cell {
    const key = values.length === 1 ? values[0]! : values.join("\n");
    const known = this.#cells.get(key);
    if (known) return known.cell;
    const labels = Object.fromEntries(this.#labelNames.map((name, at) => [name, values[at]!]));
    const cell = this.newCell();
    this.#cells.set(key, { labels, cell });
    return cell;
  }

  /** What prom-client asks for when somebody reads. */
  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.#cells.values()].flatMap(({ labels, cell }) => this.samplesOf(cell, labels));
    return { name, help, type, aggregator, values };
  }
}

export class HotCounter<Label extends string> extends HotMetric<{ count: number }, Label> {
  readonly type = "counter";

  add(by: number, ...values: string[]): void {
    this.cellOf(values).count += by;
  }

  protected newCell = () => ({ count: 0 });
  protected samplesOf = ({ count }: { count: number }, labels: Record<string, string>): Sample[] => [
    { labels, value: count },
  ];
}

interface Buckets {
  /** By bucket, each without those below it; the last is of what is above all bounds. */
  counts: number[];
  sum: number;
}

export class HotHistogram<Label extends string> extends HotMetric<Buckets, Label> {
  readonly type = "histogram";
  readonly #bounds: readonly number[];

  constructor(registry: Registry, about: About, labelNames: readonly Label[], bounds: readonly number[]) {
    super(registry, about, labelNames);
    this.#bounds = bounds;
  }

  observe(value: number, ...values: string[]): void {
    const cell = this.cellOf(values);
    let at = 0;
    while (at < this.#bounds.length && value > this.#bounds[at]!) at++;
    cell.counts[at]!++;
    cell.sum += value;
  }

  protected newCell = (): Buckets => ({ counts: Array(this.#bounds.length + 1).fill(0), sum: 0 });

  protected samplesOf = ({ counts, sum }: Buckets, labels: Record<string, string>): Sample[] => {
    let count = 0;
    const buckets = counts.map((more, at) => {
      count += more;
      return { metricName: `${this.name}_bucket`, labels: { le: this.#bounds[at] ?? "+Inf", ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  };
}
