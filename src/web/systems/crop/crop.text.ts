/** Texts of crops and their stages. */
import { CROP_KEYS, type CropKey } from '#agronomy/balance/crop-keys.ts'
import { cropOf } from '#agronomy/balance/crops.ts'
import type { CropPlan, StagesBy } from '#contract/crops.ts'
import { number } from '../../kit/formats.ts'
import { inLanguage, localeOr } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('crop', {
  crop: 'Crop',
  changeCrop: 'Change crop',
  setCrop: 'Set crop',
  cropNotFetched: 'The crop could not be fetched.',
  loadingCrop: 'Loading the crop…',
  noCrop: 'No crop is set. With one, this page says when the field needs water next.',
  cropSetBy: (what: Figure, who: Figure, ago: Figure) => `${what} by ${who}, ${ago}.`,
  set: 'Set',
  cropEnded: (lastCrop: Figure) => `${lastCrop} ended`,
  theCrop: 'The crop',
  days: 'days',
  cropMissing: 'Choose the crop.',
  cropOf: (name: Figure) => `Crop of ${name}`,
  chooseCropLabel: 'Choose the crop',
  plantedOn: 'Planted on',
  dateFormat: 'dd/mm/yyyy',
  chooseDay: 'Choose the day',
  saveCrop: 'Save crop',
  saving: 'Saving…',
  endCrop: 'End crop',
  stagesBy: 'Stages by',
  stageLengths: 'How long each stage lasts',
  degreeDays: '°C days',
  usualLengths: 'Usual lengths (FAO-56). Change them to suit your variety and your area.',
  degreesAbove: (baseC: Figure) =>
    `Degrees above ${baseC} °C, added up from day to day. Change them to suit your variety.`,
  alfalfaHay: 'Alfalfa hay',
  grassHay: 'Grass hay',
  pasture: 'Pasture',
  barley: 'Barley',
  canola: 'Canola',
  carrots: 'Carrots',
  chickpeas: 'Chickpeas',
  cornGrain: 'Corn, grain',
  cornSilage: 'Corn, silage',
  cotton: 'Cotton',
  dryBeans: 'Dry beans',
  durum: 'Durum',
  fabaBeans: 'Faba beans',
  fieldPeas: 'Field peas',
  flax: 'Flax',
  lentils: 'Lentils',
  miloGrainSorghum: 'Milo (grain sorghum)',
  oats: 'Oats',
  onions: 'Onions',
  potatoes: 'Potatoes',
  safflower: 'Safflower',
  soybeans: 'Soybeans',
  springWheat: 'Spring wheat',
  sugarBeets: 'Sugar beets',
  sunflowers: 'Sunflowers',
  sweetCorn: 'Sweet corn',
  winterWheat: 'Winter wheat',
  byDays: 'Days',
  growingDegrees: 'Growing degrees',
  comingUp: 'Coming up',
  fillingIn: 'Filling in',
  fullCover: 'Full cover',
  ripening: 'Ripening',
  greenedUpOn: 'Greened up on',
  greenedUp: 'greened up',
  planted: 'planted',
  stagesInDegrees: (lengths: Figure) => `Stages of ${lengths} growing degrees (°C).`,
  stagesInDays: (cover: Figure, ripening: Figure, done: Figure) =>
    `Full cover from ${cover}, ripening from ${ripening}, done ${done}.`,
})

const NAMES: Record<CropKey, string> = {
  'alfalfa-hay': text.alfalfaHay,
  'grass-hay': text.grassHay,
  pasture: text.pasture,
  barley: text.barley,
  canola: text.canola,
  carrots: text.carrots,
  chickpeas: text.chickpeas,
  'corn-grain': text.cornGrain,
  'corn-silage': text.cornSilage,
  cotton: text.cotton,
  'dry-beans': text.dryBeans,
  durum: text.durum,
  'faba-beans': text.fabaBeans,
  'field-peas': text.fieldPeas,
  flax: text.flax,
  lentils: text.lentils,
  milo: text.miloGrainSorghum,
  oats: text.oats,
  onions: text.onions,
  potatoes: text.potatoes,
  safflower: text.safflower,
  soybeans: text.soybeans,
  'spring-wheat': text.springWheat,
  'sugar-beets': text.sugarBeets,
  sunflowers: text.sunflowers,
  'sweet-corn': text.sweetCorn,
  'winter-wheat': text.winterWheat,
}

export function cropName(crop: CropKey): string {
  return NAMES[crop]
}

/** By name. */
export const CROP_OPTIONS = CROP_KEYS.map((value) => ({ value, label: NAMES[value] })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
)

export const STAGES_BY_OPTIONS: { value: StagesBy; label: string }[] = [
  { value: 'days', label: text.byDays },
  { value: 'degrees', label: text.growingDegrees },
]

/** In the order of the stages. */
export const STAGE_NAMES = [text.comingUp, text.fillingIn, text.fullCover, text.ripening] as const

/** The event from which the season of a crop is counted. */
export function startLabel(crop: CropKey): string {
  return cropOf(crop).from === 'green-up' ? text.greenedUpOn : text.plantedOn
}

/** @example plantedSentence(plan) // 'Potatoes, planted 4 May 2026.' */
export function plantedSentence({ crop, started_on: on }: CropPlan): string {
  const verb = cropOf(crop).from === 'green-up' ? text.greenedUp : text.planted
  return `${NAMES[crop]}, ${verb} ${calendarDay(on)}.`
}

/** When the stages begin; stages in degree days depend on the weather, so they have lengths instead of dates. */
export function stagesSentence({ started_on: on, stages_by: by, stages }: CropPlan): string {
  const [first, growing, full, last] = stages
  if (by === 'degrees') {
    const lengths = stages.map((length) => number(length, 0)).join(', ')
    return text.stagesInDegrees(lengths)
  }
  const after = (days: number) =>
    calendarDay(new Date(Date.parse(on) + 86_400_000 * days).toISOString().slice(0, 10))
  const [fromFull, fromRipe, end] = [first + growing, first + growing + full, first + growing + full + last]
  return text.stagesInDays(after(fromFull), after(fromRipe), after(end))
}

function calendarDay(day: string): string {
  return new Intl.DateTimeFormat(localeOr('en-GB'), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}
