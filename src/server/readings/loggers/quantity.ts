/** Quantities measured in and around the soil, and the units in which loggers write them. */

/** `rainTotal` and `volume` are counters that only grow; `charge` is a battery's per cent. */
const QUANTITIES = [
  'moisture',
  'tension',
  'temperature',
  'ec',
  'rain',
  'rainTotal',
  'flow',
  'volume',
  'battery',
  'charge',
] as const
export type Quantity = (typeof QUANTITIES)[number]

/** A column of water of 1 cm, kPa. */
const CM_WATER_KPA = 0.0980665
const GALLON_M3 = 0.003785411784
const FOOT_M3 = 0.028316846592
/** Of 43,560 square feet. */
const ACRE_FOOT_M3 = 1233.48183754752

interface Unit {
  name: string
  toKept(figure: number): number
  /** Values in it that are not a measurement, but mean that the sensor failed. */
  faults?: ReadonlySet<number>
}

/** A Watermark at the end of its scale, and a missing one; its readers write centibars. */
export const WATERMARK_FAULTS: ReadonlySet<number> = new Set([239, 255])

/** @param factor stored units per one of these */
const linear = (name: string, factor: number): Unit => ({
  name,
  toKept: (figure) => (factor === 1 ? figure : Number((figure * factor).toPrecision(12))),
})
/** Divided, where that is exact: 23.5 % is 0.235. */
const parts = (name: string, perKept: number): Unit => ({
  name,
  toKept: (figure) => Number((figure / perKept).toPrecision(12)),
})

const M3M3 = linear('m3/m3', 1)
const PERCENT = parts('%', 100)
const MM_PER_10CM = parts('mm/10cm', 100)
const KPA = linear('kPa', 1)
const CENTIBAR: Unit = { ...KPA, faults: WATERMARK_FAULTS }
const HPA = parts('hPa', 10)
const CM_HEAD = linear('cm', CM_WATER_KPA)
const CELSIUS = linear('°C', 1)
const FAHRENHEIT: Unit = { name: '°F', toKept: (f) => Number((((f - 32) * 5) / 9).toPrecision(12)) }
const KELVIN: Unit = { name: 'K', toKept: (k) => Number((k - 273.15).toPrecision(12)) }
const DS_M = linear('dS/m', 1)
const US_CM = parts('uS/cm', 1000)
const MM = linear('mm', 1)
const INCH = linear('in', 25.4)
const LENGTHS = {
  mm: MM,
  millimeters: MM,
  millimetres: MM,
  cm: linear('cm', 10),
  in: INCH,
  inch: INCH,
  inches: INCH,
}
const M3 = linear('m3', 1)
const LITRE = parts('L', 1000)
const GALLON = linear('gal', GALLON_M3)
const ACRE_FOOT = linear('ac-ft', ACRE_FOOT_M3)
const ACRE_INCH = linear('ac-in', ACRE_FOOT_M3 / 12)
const M3_H = linear('m3/h', 1)
const L_MIN = linear('L/min', 0.06)
const GPM = linear('gal/min', GALLON_M3 * 60)
const VOLT = linear('V', 1)
const MILLIVOLT = parts('mV', 1000)

/** By their spelling without case, spaces, dots, stars and carets. */
const SPELLINGS: Record<Quantity, Record<string, Unit>> = {
  moisture: {
    'm3/m3': M3M3,
    'm3m-3': M3M3,
    'cm3/cm3': M3M3,
    'cm3cm-3': M3M3,
    'in/in': M3M3,
    'mm/mm': M3M3,
    'v/v': M3M3,
    vwc: M3M3,
    'mm3/mm3': M3M3,
    'mm3mm-3': M3M3,
    'vol/vol': M3M3,
    'l/l': M3M3,
    fraction: M3M3,
    fracvwc: M3M3,
    // of HydraProbes: fraction of water by volume
    wfv: M3M3,
    '%': PERCENT,
    '%vol': PERCENT,
    '%byvolume': PERCENT,
    'vol%': PERCENT,
    'vol-%': PERCENT,
    '%vol/vol': PERCENT,
    '%volumetric': PERCENT,
    '%wc': PERCENT,
    'm3/m3%': PERCENT,
    '%v/v': PERCENT,
    '%vwc': PERCENT,
    'vwc%': PERCENT,
    percent: PERCENT,
    pct: PERCENT,
    'mm/m': parts('mm/m', 1000),
    'mm/10cm': MM_PER_10CM,
    'mm/100mm': MM_PER_10CM,
    'in/ft': parts('in/ft', 12),
    'in/foot': parts('in/ft', 12),
    'inch/foot': parts('in/ft', 12),
    'inches/foot': parts('in/ft', 12),
    'inches/ft': parts('in/ft', 12),
    inperft: parts('in/ft', 12),
    inchesperfoot: parts('in/ft', 12),
  },
  tension: {
    kpa: KPA,
    cbar: CENTIBAR,
    cbars: CENTIBAR,
    cb: CENTIBAR,
    centibar: CENTIBAR,
    centibars: CENTIBAR,
    'j/kg': KPA,
    'jkg-1': KPA,
    '-kpa': KPA,
    bar: linear('bar', 100),
    bars: linear('bar', 100),
    mbar: HPA,
    hpa: HPA,
    mpa: linear('MPa', 1000),
    psi: linear('psi', 6.894757293168),
    cm: CM_HEAD,
    cmh2o: CM_HEAD,
    cmwc: CM_HEAD,
    pf: { name: 'pF', toKept: (pf) => Number((10 ** pf * CM_WATER_KPA).toPrecision(12)) },
  },
  temperature: {
    '°c': CELSIUS,
    degc: CELSIUS,
    c: CELSIUS,
    celsius: CELSIUS,
    degreesc: CELSIUS,
    degcelsius: CELSIUS,
    '°f': FAHRENHEIT,
    degf: FAHRENHEIT,
    f: FAHRENHEIT,
    fahrenheit: FAHRENHEIT,
    degreesf: FAHRENHEIT,
    degfahrenheit: FAHRENHEIT,
    k: KELVIN,
    kelvin: KELVIN,
  },
  ec: {
    'ds/m': DS_M,
    'ms/cm': DS_M,
    'dsm-1': DS_M,
    'mscm-1': DS_M,
    'uscm-1': US_CM,
    'mmho/cm': DS_M,
    'mmhos/cm': DS_M,
    'us/cm': US_CM,
    'umho/cm': US_CM,
    'ms/m': parts('mS/m', 100),
    's/m': linear('S/m', 10),
  },
  rain: LENGTHS,
  rainTotal: LENGTHS,
  flow: {
    'm3/h': M3_H,
    'm3/hr': M3_H,
    cmh: M3_H,
    'l/min': L_MIN,
    lpm: L_MIN,
    'l/s': linear('L/s', 3.6),
    lps: linear('L/s', 3.6),
    'l/h': parts('L/h', 1000),
    gpm: GPM,
    'gal/min': GPM,
    'm3/s': linear('m3/s', 3600),
    'm3/d': parts('m3/d', 24),
    'm3/day': parts('m3/d', 24),
    cfs: linear('ft3/s', FOOT_M3 * 3600),
    'ft3/s': linear('ft3/s', FOOT_M3 * 3600),
  },
  volume: {
    m3: M3,
    l: LITRE,
    litres: LITRE,
    liters: LITRE,
    gal: GALLON,
    gallons: GALLON,
    kgal: linear('1000 gal', GALLON_M3 * 1000),
    '1000gal': linear('1000 gal', GALLON_M3 * 1000),
    galx1000: linear('1000 gal', GALLON_M3 * 1000),
    ft3: linear('ft3', FOOT_M3),
    'ac-ft': ACRE_FOOT,
    acft: ACRE_FOOT,
    'acre-ft': ACRE_FOOT,
    'acre-feet': ACRE_FOOT,
    acrefeet: ACRE_FOOT,
    'ac-in': ACRE_INCH,
    acin: ACRE_INCH,
    'acre-in': ACRE_INCH,
    'acre-inches': ACRE_INCH,
    acreinches: ACRE_INCH,
    // ML alone would be a millilitre as well
    megalitres: linear('ML', 1000),
    megaliters: linear('ML', 1000),
  },
  battery: { v: VOLT, volt: VOLT, volts: VOLT, vdc: VOLT, mv: MILLIVOLT, millivolts: MILLIVOLT },
  charge: { '%': linear('%', 1), percent: linear('%', 1), pct: linear('%', 1) },
}

/** Raw output of an uncalibrated sensor. */
const RAW_UNITS = new Set([
  'count',
  'counts',
  'raw',
  'adc',
  'bits',
  'mv',
  'mv/v',
  'hz',
  'khz',
  'mhz',
  'us',
  'usec',
  'µs',
  'period',
  'ohm',
  'ohms',
  'kohm',
  'kohms',
  'unitless',
])
/** Units of quantities that are not stored, so that they are not taken for a part of a name. */
const OTHER_UNITS = new Set([
  'g/l',
  'gram/l',
  'ppm',
  'w/m2',
  'm/s',
  'km/h',
  'mph',
  'deg',
  'mj/m2',
  'ma',
  'a',
  'lux',
  'dbm',
  '%rh',
])

const spelled = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('⁻', '-')
    .replaceAll('¹', '1')
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll('º', '°')
    .replaceAll(/[\s.*^_]/g, '')

/** @returns the unit of a quantity that a text means; null if none */
export function unitOfQuantity(quantity: Quantity, text: string): Unit | null {
  return SPELLINGS[quantity][spelled(text)] ?? null
}

export const isRawUnit = (text: string): boolean => RAW_UNITS.has(spelled(text))

/** Whether a text is any unit used in logger files. */
export function isUnit(text: string): boolean {
  const spelling = spelled(text)
  return (
    RAW_UNITS.has(spelling) ||
    OTHER_UNITS.has(spelling) ||
    QUANTITIES.some((quantity) => Object.hasOwn(SPELLINGS[quantity], spelling))
  )
}

/** The only quantity that has a unit of this name: `m3/m3`, `dS/m`. */
export function quantityOfUnit(text: string): Quantity | undefined {
  const spelling = spelled(text)
  const sure: Quantity[] = ['moisture', 'ec', 'temperature', 'flow']
  const vague = ['%', 'percent', 'pct', 'c', 'f', 'k', 'vwc', 'fraction']
  return vague.includes(spelling)
    ? undefined
    : sure.find((quantity) => Object.hasOwn(SPELLINGS[quantity], spelling))
}

/** Spellings by which an option may give a unit of a quantity, for a message. */
export const unitNames = (quantity: Quantity): string[] => [
  ...new Set(Object.values(SPELLINGS[quantity]).map(({ name }) => name)),
]
