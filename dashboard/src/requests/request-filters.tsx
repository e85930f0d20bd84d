import { FilterSelect } from "../ui/filters.tsx";

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const statuses = [
  { value: "2", label: "Success (2xx)" },
  { value: "4", label: "Client error (4xx)" },
  { value: "5", label: "Server error (5xx)" },
];

export const StatusFilter = (props: FilterProps) => (
  <FilterSelect label="Status" all="All statuses" data={statuses} {...props} />
);
