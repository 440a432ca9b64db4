/** Parses a column heading: quantity, depth, unit, and reasons not to use it; defines the header of a file. */
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import { depthIn, rounded } from './depth.ts'
import type { HeadClock } from './head-clock.ts'
import { isRawUnit, isUnit, type Quantity, quantityOfUnit, unitOfQuantity } from './quantity.ts'

/** A column heading of a logger; lines above or below the name are separate fields. */
export interface ColumnHead {
  name: string
  /** Its own line alone, if rows above or below are part of the name. */
  row?: string
  /** From a row of units. */
  unit?: string | undefined
  /** The port that the sensor is connected to; columns of one port are one sensor. */
  group?: string | undefined
  /** Model of the sensor. */
  sensor?: string | undefined
  /** Aggregation of its samples: `Avg`, `Std`. */
  process?: string | undefined
  /** Middle of its layer, if only other names show that it is a layer. */
  layerCm?: number | undefined
  /** Made by pivoting one variable of a table with one measurement per line. */
  spread?: boolean | undefined
  /** For a format without column names: what is known about it. */
  fixed?: ReadName | 'time' | undefined
}

export interface FileHead extends HeadClock {
  /** Maker of the file, for the report; null for a plain table. */
  format: string | null
  /** Null: separated by white space. */
  delimiter: string | null
  columns: ColumnHead[]
  /** Line of the names, from 1; 0 if there is none. */
  headerLine: number
  /** Line of the first data, from 1. */
  dataLine: number
  /** Its maker specifies standard time all year. */
  standard?: boolean
  /** The logger's own identification, by which its next file is recognised. */
  logger?: string | undefined
  /** A column of quality flags; lines with a flag that does not match are refused. */
  flag?: { column: number; good: RegExp; array?: string } | undefined
}

export interface HeadOptions {
  delimiter?: string | undefined
  headerLine?: number | undefined
  /** Some formats state the contents in the file name. */
  fileName?: string | undefined
}

/** `why`: the reason to ignore it; else its quantity. */
export interface ReadName {
  quantity?: Quantity
  why?: ImportMessage
  unit?: string
  depthCm?: number
  probe?: number
}

const PROBE = /(?:^|[\s_[(])(?:probe|sonde)[\s_]?#?\s?(\d{1,6})(?![\d.])/i
/** Sensor names of the USDA: element, instrument, depth in inches. */
const USDA = /^(?:.*\s)?([A-Z]{3,4})\.[A-Z]-(\d+)(?::(-?\d+))?/
/** Number of a station in a report of several: `Tabernash (1234) Soil Moisture`. */
const USDA_STATION = /\S \((\d{2,6})\) (?:Soil|Precipitation|Battery|Air|Snow) /
/** Sensor names of Sentek: kind, place, depth in cm. */
const SENTEK = /(?:^|\s)([AST])\d{1,2}\s?\((\d{1,4}(?:\.\d+)?)\s?(?:cm)?\)$/

/** @example readColumn({ name: 'VWC_5cm', unit: 'm^3/m^3' }) // { quantity: 'moisture', unit: 'm^3/m^3', depthCm: 5 } */
export function readColumn(head: ColumnHead): ReadName {
  const name = head.name.trim()
  if (typeof head.fixed === 'object') return head.fixed
  const fixedName = usdaColumn(name) ?? sentekColumn(name)
  if (fixedName) return fixedName
  const { unit: inName, rest } = unitWithin(name)
  const unit = (head.unit?.trim() || undefined) ?? inName
  // the name of a station says nothing about the quantity
  const words = normalizedWords(
    rest.replace(/^.*\S \(\d{2,6}\) (?=Soil |Precipitation |Battery |Air |Snow )/, ''),
  )
  const depthCm = head.layerCm ?? depthIn(rest)
  const deep = depthCm !== undefined && depthCm > 0 && depthCm <= DEEPEST_OF_SHARES_CM
  const quantity = quantityOf(words, { unit, sensor: head.sensor, deep })
  const probe = (PROBE.exec(rest) ?? USDA_STATION.exec(rest))?.[1]
  const where = {
    ...(unit === undefined ? {} : { unit }),
    ...(depthCm === undefined || depthCm <= 0 ? {} : { depthCm }),
    ...(probe === undefined ? {} : { probe: Number(probe) }),
  }
  if (typeof quantity !== 'string') return { ...where, why: quantity.why }
  if (quantity === 'temperature' && IN_AIR_AT.test(rest) && !GROUND.test(rest))
    return { why: importMessage('not_in_soil') }
  const why = spreadOf(words, head.process, quantity) ?? wrongUnit(quantity, unit)
  return why === undefined ? { ...where, quantity } : { ...where, why }
}

/** Element codes: https://www.nrcs.usda.gov/wps/portal/wcc/home/dataAccessHelp/webService */
const USDA_ELEMENTS: Record<string, Quantity> = {
  SMS: 'moisture',
  SMV: 'moisture',
  STO: 'temperature',
  STV: 'temperature',
  BATT: 'battery',
  PRCP: 'rain',
  PREC: 'rainTotal',
}

function usdaColumn(name: string): ReadName | null {
  const [, element = '', instrument, inches] = USDA.exec(name) ?? []
  if (instrument === undefined) return null
  const quantity = USDA_ELEMENTS[element]
  const { unit } = unitWithin(name)
  const depthCm = inches === undefined ? undefined : rounded(Math.abs(Number(inches)) * 2.54)
  if (!quantity) return { why: importMessage('nothing_kept') }
  const why = wrongUnit(quantity, unit)
  return {
    ...(unit === undefined ? {} : { unit }),
    ...(depthCm === undefined ? {} : { depthCm }),
    ...(why === undefined ? { quantity } : { why }),
  }
}

function sentekColumn(name: string): ReadName | null {
  const [, kind, depth] = SENTEK.exec(name) ?? []
  if (kind === undefined) return null
  const probe = PROBE.exec(name)?.[1]
  const where = { depthCm: Number(depth), ...(probe === undefined ? {} : { probe: Number(probe) }) }
  if (kind === 'A') return { quantity: 'moisture', unit: '%', ...where }
  if (kind === 'T') return { quantity: 'temperature', unit: '°C', ...where }
  return { ...where, why: importMessage('ion_count') }
}

/** The unit in brackets, after a comma, before the name or as its last word. */
function unitWithin(name: string): { unit?: string; rest: string } {
  for (const found of name.matchAll(/[([]([^()[\]]{1,16})[)\]]/g)) {
    const text = found[1]?.trim() ?? ''
    if (isUnit(text)) return { unit: text, rest: name.replace(found[0], ' ') }
  }
  const [, title, behind = '', label = ''] = /^([^,]+),\s*([^,(]{1,12}?)\s*(\(.*)?$/.exec(name) ?? []
  if (title !== undefined && isUnit(behind)) return { unit: behind, rest: `${title} ${label}` }
  const parts = name.split(',')
  const among = parts.findIndex((part, i) => i > 0 && isUnit(part.trim()))
  if (parts.length > 2 && among > 0)
    return { unit: parts[among]?.trim() ?? '', rest: parts.filter((_, i) => i !== among).join(' ') }
  const [, before = '', after = ''] = /^(\S{1,12})\s+(\S.*)$/.exec(name) ?? []
  if (/[%°/]|^(?:kpa|mv|v|mm|in|cbar|hpa)$/i.test(before) && isUnit(before))
    return { unit: before, rest: after }
  const [, nameText = '', ended = ''] = /^(.*\S)\s+[-–]\s+(\S{1,8})$/.exec(name) ?? []
  if (ended !== '' && isUnit(ended)) return { unit: ended, rest: nameText }
  const amid = name
    .split(/\s+/)
    .find((word) => /^(m³\/m³|m3\/m3|[°*][cf]|kpa|ds\/m|ms\/cm|µs\/cm|us\/cm)$/i.test(word))
  if (amid !== undefined) return { unit: amid, rest: name.replace(amid, ' ') }
  if (/(^|[\s_])pF([\s_-]|$)/.test(name)) return { unit: 'pF', rest: name }
  if (/volts?$/i.test(name)) return { unit: 'V', rest: name }
  const [, quantityName = '', last = ''] =
    /^(.*[\s_-])(pct|percent|%|kpa|cbar|cb|hpa|degc|degf)$/i.exec(name) ?? []
  if (last !== '') return { unit: last, rest: quantityName }
  const [, warm = '', degree] = /^(.*temp.*[\s_-])([cf])$/i.exec(name) ?? []
  if (degree !== undefined) return { unit: degree, rest: warm }
  return name.endsWith('%') ? { unit: '%', rest: name.slice(0, -1) } : { rest: name }
}

function normalizedWords(name: string): string {
  const split = name
    .replaceAll(/\((?:LGR|SEN) S\/N[^)]*\)/gi, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_.\-:,;#/()[\]]+/g, ' ')
  return ` ${split.replaceAll(/\s+/g, ' ').trim()} `
}

const BATTERY = / (batt?|batt(v|ery|erie)\S*|vbat\S*|batv|pile|batería|bateria|batteria|accu) /
const RAW = / (raw|counts?|adc|frequency|freq|period|resistance|ohms?) /
const DIELECTRIC = / (ka|permittivity|dielectric|epsilon|eb|ea) /
const ELSEWHERE =
  / (air|panel|ptemp|ptmp|logger|ambient|internal|device|box|board|canopy|leaf|dew|wet bulb|reference|ref|barometric|vapor|vapou?r|water temp) /
const MOISTURE =
  /vwc|theta|moist|water content|teneur en eau|humidit[eé] (du |de |au )?sol|bodenfeuchte|wassergehalt|bodemvocht|contenido (volumétrico )?de agua|humedad (del |de )?suelo|umidit[aà] (del )?(suolo|terreno)|umidade do solo| (vw|swc|wc|sms|smc|sm|soilm|soil m)\d* /
const VOLUMETRIC = /vwc|theta|water content|teneur en eau|wassergehalt/
const TENSION =
  /matric|tension|water potential|suction|watermark|tensio|saugspannung|bodenwasserspannung|potentiel (hydrique|matriciel)|potencial (mátrico|hídrico)|potenziale (matriciale|idrico)| (swp|swt|psi m|mps\d?|pf) /
const SALINITY = /conductiv|salinity|salinité|leitfähigkeit|bulk ec| (ec|eca|ecb|ecp|sat ec)\d* | ec /
const RAIN =
  / (rain|rainfall|precip|precipitation|ppt|prcp|pluie|pluies|précipitations?|niederschlag|regen|lluvia|precipitación|pioggia|chuva|precipitação|neerslag) |rainfall|precipitation/
const GROWS = / (total|tot|cumulative|cumul|accumulated|accumulation|accum|counter) /
const FLOW = / (flow|flowrate|debit|débit) |flow rate/
const VOLUME =
  /water meter|wasserzähler|compteur d'eau|contador de agua|contatore|(flow|water|meter|irrigation) (volume|total)|volume (total|of water)| totali[sz]er /
const TEMPERATURE = /temp|température| (t|ts|st|soilt|t soil|tsoil|tsol)\d* /
/** Quality flags beside values. */
const FLAG = / (flags?|qc|qa|qf|quality|qcflag|qualifier) /
/** Words for a temperature in the ground. */
export const GROUND = /soil|ground|boden|\bsol\b|suelo|suolo|\bsolo\b|bodem/i
/** Heights of an air thermometer, unless the name mentions soil. */
const IN_AIR_AT = /(?:^|[^\d.,])(?:1[.,]5|2|10)[\s_]?m(?![a-z0-9/])/i
const TENSION_SENSOR = /teros[ -]?(21|31|32)|mps-?\d|watermark|irrometer|tensio|\bt[48]\b/i

function quantityOf(
  words: string,
  { unit, sensor = '', deep }: { unit: string | undefined; sensor?: string | undefined; deep: boolean },
): Quantity | { why: ImportMessage } {
  if (FLAG.test(words)) return { why: importMessage('quality_flag') }
  if (BATTERY.test(words)) return unit !== undefined && unitOfQuantity('charge', unit) ? 'charge' : 'battery'
  if (RAW.test(words)) return { why: importMessage('raw_counts') }
  if (DIELECTRIC.test(words)) return { why: importMessage('permittivity') }
  if (VOLUME.test(words)) return 'volume'
  if (FLOW.test(words)) return unit !== undefined && unitOfQuantity('volume', unit) ? 'volume' : 'flow'
  if (RAIN.test(words) && !/ (rate|intensity|max|chance) /.test(words))
    // a logger's total is that of its own interval; only what is called a counter is one
    return / (cumulative|cumul|accumulated|accumulation|accum|counter) /.test(words) ? 'rainTotal' : 'rain'
  if (ELSEWHERE.test(words)) return { why: importMessage('not_in_soil') }
  if ((MOISTURE.test(words) || isDeepShare(unit, deep)) && OF_CAPACITY.test(words))
    return { why: importMessage('share_of_capacity') }
  // an EC-5 measures moisture, in spite of its name
  if (unit !== undefined && quantityOfUnit(unit) === 'moisture') return 'moisture'
  if (TENSION.test(words)) return / temp/.test(words) ? 'temperature' : 'tension'
  if (SALINITY.test(words)) return 'ec'
  if (unit !== undefined && isTemperature(unit)) return 'temperature'
  // some makers use the word moisture for the suction of a Watermark
  if (MOISTURE.test(words))
    return / temp/.test(words)
      ? 'temperature'
      : unit !== undefined && isSuction(unit) && !VOLUMETRIC.test(words)
        ? 'tension'
        : 'moisture'
  if (TEMPERATURE.test(words)) return 'temperature'
  if (unit !== undefined && /^(c(enti)?b(ars?)?|pf)$/i.test(unit.trim())) return 'tension'
  const byUnit = unit === undefined ? undefined : quantityOfUnit(unit)
  if (byUnit === undefined && isDeepShare(unit, deep) && !OTHER_SHARE.test(words)) return 'moisture'
  if (byUnit) return byUnit
  if (deep && unit !== undefined && isWaterOfLayer(unit) && DEPTH_ALONE.test(words))
    return { why: importMessage('layer_needed', unit, unit.trim() === 'mm' ? 'mm/10cm or mm/m' : 'in/ft') }
  if (unit !== undefined && unitOfQuantity('tension', unit) && TENSION_SENSOR.test(`${sensor} ${words}`))
    return 'tension'
  if (unit !== undefined && isRawUnit(unit)) return { why: importMessage('raw_counts') }
  return {
    why: GROWS.test(words) ? importMessage('count_unsaid') : importMessage('name_unknown'),
  }
}

/** A share of something with a depth is water content, unless the name says otherwise. */
const isDeepShare = (unit: string | undefined, deep: boolean) =>
  deep && unit !== undefined && /^(%|percent|pct)$/i.test(unit.trim())
/** Names with water in them that do not mean measured water content. */
const OF_CAPACITY =
  / (available|availability|relative|deplet\S*|deficit|paw|awc|taw|capacity|fc|wilting|pwp|saturation|saturated|porosity|index|percentile|anomaly|full|refill|target|threshold|trigger|set ?point|forecast|predicted|modell?ed|simulated) /
const OTHER_SHARE =
  / (humid\S*|rh|saturation|sat|available|paw|awc|depletion|clay|sand|silt|organic|om|oxygen|o2|co2|cover|ndvi) /
const DEEPEST_OF_SHARES_CM = 300

/** Millimetres of water are those of a layer, which is not stated. */
const isWaterOfLayer = (unit: string) => /^(mm|in|inch|inches)$/i.test(unit.trim())
const DEPTH_ALONE = /^ \d+( \d+)?\s?(cm|mm|in|inch|inches) $/

const isTemperature = (unit: string) =>
  unitOfQuantity('temperature', unit) !== null && !/^k$/i.test(unit.trim())

const isSuction = (unit: string) => /^(kpa|c(enti)?b(ars?)?|hpa|mbar|pf)$/i.test(unit.trim())

/** A minimum or a deviation is not a mean; for a battery the minimum is what counts. */
function spreadOf(words: string, process: string | undefined, quantity: Quantity): ImportMessage | undefined {
  if (quantity === 'battery' || quantity === 'charge' || quantity === 'rain') return undefined
  const statistic = process?.trim().toLowerCase() ?? ''
  return /^(std|tmx|tmn|max|min)$/.test(statistic) ||
    / (std|stdev|sd|max|min|maximum|minimum|tmx|tmn) /.test(words)
    ? importMessage('spread')
    : undefined
}

function wrongUnit(quantity: Quantity, unit: string | undefined): ImportMessage | undefined {
  if (unit === undefined || unitOfQuantity(quantity, unit)) return undefined
  if (isRawUnit(unit)) return importMessage('raw_counts')
  if (quantity === 'moisture' && isWaterOfLayer(unit))
    return importMessage('layer_needed', unit, unit.trim() === 'mm' ? 'mm/10cm or mm/m' : 'in/ft')
  return isUnit(unit)
    ? importMessage('unit_of_other', unit)
    : importMessage('unit_unknown', unit.slice(0, 20))
}

/** The depth of a sensor in its label, as in HOBO files. */
export const labelDepth = (name: string): number | undefined => {
  const label = /LBL:\s*([^,)]+)/.exec(name)?.[1]
  return label === undefined ? undefined : depthIn(` ${label.trim()}`)
}
