/** The column by which a table is sorted. */
export interface Order {
  by: string;
  direction: "ascending" | "descending";
}

export const directionOf = (order: Order | null, by: string) => (order?.by === by ? order.direction : "none");

interface SortButtonProps {
  by: string;
  title: string;
  order: Order | null;
  onOrder: (order: Order) => void;
}

/** A heading that sorts its table: pressed once descending, then ascending. Its cell has the `aria-sort`. */
export function SortButton({ by, title, order, onOrder }: SortButtonProps) {
  const direction = directionOf(order, by) === "descending" ? "ascending" : "descending";
  return (
    <button type="button" className="sort-button" onClick={() => onOrder({ by, direction })}>
      {title}
    </button>
  );
}
