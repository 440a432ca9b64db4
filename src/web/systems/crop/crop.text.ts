/** Crops and their stages in the words of those who grow them. */
import { CROP_KEYS, type CropKey, cropOf } from '#agronomy/balance/crops.ts'
import type { CropPlan, StagesBy } from '#contract/crops.ts'
import { number } from '../../kit/formats.ts'

const NAMES: Record<CropKey, string> = {
  'alfalfa-hay': 'Alfalfa hay',
  'grass-hay': 'Grass hay',
  pasture: 'Pasture',
  barley: 'Barley',
  canola: 'Canola',
  carrots: 'Carrots',
  chickpeas: 'Chickpeas',
  'corn-grain': 'Corn, grain',
  'corn-silage': 'Corn, silage',
  cotton: 'Cotton',
  'dry-beans': 'Dry beans',
  durum: 'Durum',
  'faba-beans': 'Faba beans',
  'field-peas': 'Field peas',
  flax: 'Flax',
  lentils: 'Lentils',
  milo: 'Milo (grain sorghum)',
  oats: 'Oats',
  onions: 'Onions',
  potatoes: 'Potatoes',
  safflower: 'Safflower',
  soybeans: 'Soybeans',
  'spring-wheat': 'Spring wheat',
  'sugar-beets': 'Sugar beets',
  sunflowers: 'Sunflowers',
  'sweet-corn': 'Sweet corn',
  'winter-wheat': 'Winter wheat',
}

export function cropName(crop: CropKey): string {
  return NAMES[crop]
}

/** By name. */
export const CROP_OPTIONS = CROP_KEYS.map((value) => ({ value, label: NAMES[value] })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
)

export const STAGES_BY_OPTIONS: { value: StagesBy; label: string }[] = [
  { value: 'days', label: 'Days' },
  { value: 'degrees', label: 'Growing degrees' },
]

/** In the order of the stages. */
export const STAGE_NAMES = ['Coming up', 'Filling in', 'Full cover', 'Ripening'] as const

/** What the season of a crop is counted from. */
export function startLabel(crop: CropKey): string {
  return cropOf(crop).from === 'green-up' ? 'Greened up on' : 'Planted on'
}

/** @example plantedSentence(plan) // 'Potatoes, planted 4 May 2026.' */
export function plantedSentence({ crop, started_on: on }: CropPlan): string {
  const verb = cropOf(crop).from === 'green-up' ? 'greened up' : 'planted'
  return `${NAMES[crop]}, ${verb} ${calendarDay(on)}.`
}

/** When the stages begin; growing degrees depend on the weather, so that they have lengths and no days. */
export function stagesSentence({ started_on: on, stages_by: by, stages }: CropPlan): string {
  const [first, growing, full, last] = stages
  if (by === 'degrees') {
    const lengths = stages.map((each) => number(each, 0)).join(', ')
    return `Stages of ${lengths} growing degrees (°C).`
  }
  const after = (days: number) =>
    calendarDay(new Date(Date.parse(on) + 86_400_000 * days).toISOString().slice(0, 10))
  const [fromFull, fromRipe, end] = [first + growing, first + growing + full, first + growing + full + last]
  return `Full cover from ${after(fromFull)}, ripening from ${after(fromRipe)}, done ${after(end)}.`
}

function calendarDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}
