const places = [
  'Harbour',
  'Coral',
  'Mangrove',
  'Lighthouse',
  'Trade Wind',
  'Bay Island',
  'Palm',
  'Reef',
  'Lagoon',
  'Old Town',
  'Northern',
  'Blue Water',
  'Sunrise',
  'Garden',
  'Mountain',
  'River',
  'Atlas',
  'Meridian',
  'Köln',
  'Señora',
  'Œuvre',
  'Zürich',
  'Łódź',
  'Ñandú',
  'Ελλάς',
  'Север',
] as const;
const trades = [
  'Trading',
  'Software',
  'Robotics',
  'Coffee',
  'Logistics',
  'Medical',
  'Capital',
  'Design',
  'Energy',
  'Foods',
  'Media',
  'Mining',
  'Consulting',
  'Shipping',
  'Textiles',
  'Analytics',
] as const;

/** Different names for the generated part of the demo registry. */
export function demoNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const place = places[index % places.length];
    const trade = trades[Math.floor(index / places.length) % trades.length];
    return `${place} ${trade}`;
  });
}
