const WIDTH = 96;
const HEIGHT = 22;

/** A few values as a line, without axes. One value, or values that are all equal, make a level line. */
export function SparkLine({ label, values }: { label: string; values: number[] }) {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const drawn = values.length === 1 ? [values[0]!, values[0]!] : values;
  const points = drawn.map((value, index) => {
    const x = 2 + (index / (drawn.length - 1)) * (WIDTH - 4);
    const y = range === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - lowest) / range) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className="spark-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
