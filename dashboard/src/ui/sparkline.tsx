/** A month at a glance: one bar per day, without numbers. */
export function Sparkline({ label, values }: { label: string; values: number[] }) {
  const top = Math.max(1, ...values);
  const width = 100 / values.length;
  return (
    <svg className="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      {values.map((value, index) => {
        const height = value === 0 ? 0.6 : Math.max(2, (value / top) * 24);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: days do not move
            key={index}
            x={index * width + width * 0.15}
            width={width * 0.7}
            y={24 - height}
            height={height}
          />
        );
      })}
    </svg>
  );
}
