export interface Trade {
  id: string;
  name: string;
  slug: string;
}

const trade = (id: string, name: string): Trade => ({
  id,
  name,
  slug: name.toLowerCase().replace(/[^a-z]+/g, "-"),
});

/** What a business of the stand-in can be in, under the site's kind of number. */
export const trades: readonly Trade[] = [
  trade("10113-000", "Plumber"),
  trade("50544-000", "Restaurants"),
  trade("66002-000", "Cleaning Services"),
  trade("60449-000", "House Cleaning"),
  trade("10125-000", "Roofing Contractors"),
  trade("10079-000", "Home Improvement"),
  trade("10177-000", "Construction Services"),
  trade("60367-000", "Fire and Water Damage Restoration"),
  trade("10047-000", "Electrician"),
  trade("10063-000", "Heating and Air Conditioning"),
  trade("80110-000", "Auto Repair"),
  trade("80236-000", "Towing Company"),
  trade("60506-000", "Landscape Contractors"),
  trade("60598-000", "Moving Companies"),
  trade("60555-000", "Property Management"),
  trade("60024-000", "Accountant"),
  trade("60470-000", "Insurance Agency"),
  trade("60511-000", "Lawyers"),
  trade("50120-000", "Dentist"),
  trade("50290-000", "Veterinarian"),
  trade("60690-000", "Travel Agency"),
  trade("20080-000", "Furniture Stores"),
  trade("50080-000", "Bakery"),
  trade("60790-000", "Web Design"),
  trade("60610-000", "Pest Control"),
];
