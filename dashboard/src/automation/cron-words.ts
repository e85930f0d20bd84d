const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const two = (text: string) => text.padStart(2, "0");

/** Common cron expressions in words; any other unchanged. */
export function cronWords(cron: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = "", more] = cron.trim().split(/\s+/);
  const number = /^\d{1,2}$/;
  if (more !== undefined || month !== "*" || !number.test(minute)) return cron;
  if (hour === "*" && day === "*" && weekday === "*") {
    return minute === "0" ? "Every hour" : `Every hour at :${two(minute)}`;
  }
  if (!number.test(hour)) return cron;
  const at = `${two(hour)}:${two(minute)}`;
  if (day === "*" && weekday === "*") return `Every day at ${at}`;
  if (day === "*" && weekday === "1-5") return `Weekdays at ${at}`;
  const named = number.test(weekday) ? days[Number(weekday) % 7] : undefined;
  if (day === "*" && named) return `Every ${named} at ${at}`;
  if (weekday === "*" && number.test(day)) return `On day ${day} of the month at ${at}`;
  return cron;
}
