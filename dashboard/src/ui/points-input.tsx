import { NumberInput, type NumberInputProps } from "@mantine/core";

/** A whole number of points, which may be left empty. */
export const PointsInput = (props: NumberInputProps) => (
  <NumberInput min={1} allowDecimal={false} thousandSeparator="," {...props} />
);
