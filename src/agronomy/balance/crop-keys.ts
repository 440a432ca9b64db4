/** Names of crops on the wire; apart from their coefficients, which the overview of all fields need not load. */
export const CROP_KEYS = [
  'alfalfa-hay',
  'grass-hay',
  'pasture',
  'barley',
  'canola',
  'carrots',
  'chickpeas',
  'corn-grain',
  'corn-silage',
  'cotton',
  'dry-beans',
  'durum',
  'faba-beans',
  'field-peas',
  'flax',
  'lentils',
  'milo',
  'oats',
  'onions',
  'potatoes',
  'safflower',
  'soybeans',
  'spring-wheat',
  'sugar-beets',
  'sunflowers',
  'sweet-corn',
  'winter-wheat',
] as const

/** One of {@link CROP_KEYS}. */
export type CropKey = (typeof CROP_KEYS)[number]
