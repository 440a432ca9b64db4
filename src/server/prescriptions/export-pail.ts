/** Exports a prescription as an irrigation work order of ISO 7673-3 (AgGateway's PAIL). */
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { revolutionHours } from '../../agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius } from '../../agronomy/pivot/pivot-zones.ts'
import { pivotOf } from '../../contract/pivot.ts'
import { type ExportedCell, type ExportedPrescription, rounded } from './exported-cells.rules.ts'

const NAMESPACE = 'http://aggateway.org/PAIL/0.1'
/** Common codes of UN/ECE Recommendation 20: metre, hectare, US gallon per minute, inch, cubic metre. */
const UNITS = { length: 'MTR', area: 'HAR', flow: 'G2', depth: 'INH', water: 'MTQ' } as const
const SETUP = 'setup'
const M2_PER_HECTARE = 10_000

export function workOrderFile(prescription: ExportedPrescription): string {
  const operations = {
    irrSetupData: { irrSetup: setupOf(prescription) },
    irrDocs: { irrWorkOrder: workOrderOf(prescription) },
    unitOfMeasureAuthority: 'UNREC20',
  }
  const lines = linesOf(operations, 1).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<operations xmlns="${NAMESPACE}">\n${lines}</operations>\n`
}

/** Text, or child elements by name; an array for several with the same name. */
type Content = string | number | { readonly [name: string]: Content | readonly Content[] }

function linesOf(elements: Exclude<Content, string | number>, depth: number): string[] {
  const indent = '  '.repeat(depth)
  return Object.entries(elements).flatMap(([name, content]) =>
    [content]
      .flat()
      .map((item: Content) =>
        typeof item === 'object'
          ? `${indent}<${name}>\n${linesOf(item, depth + 1).join('')}${indent}</${name}>\n`
          : `${indent}<${name}>${escaped(String(item))}</${name}>\n`,
      ),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
}

function sectionId(tower: number): string {
  return `section-${tower}`
}

function setupOf({ system, inputs, efficiency }: ExportedPrescription) {
  const { flow_gpm: flow, speed_100_m_min: speed } = inputs
  const radii = outerRadii(pivotOf(inputs))
  return {
    id: { referenceId: SETUP, uniqueId: { idText: system, idCategory: 'STRING' } },
    systemLocation: { lat: inputs.latitude, lon: inputs.longitude },
    sectionSetup: radii.map((outerM, zone) => ({
      sectionId: { referenceId: sectionId(zone + 1) },
      sectionCategory: 'SPAN',
      innerDistance: rounded(radii[zone - 1] ?? 0, 3),
      outerDistance: rounded(outerM, 3),
    })),
    systemLength: rounded(inputs.wetted_radius_m, 3),
    lengthUoM: UNITS.length,
    areaTotalUoM: UNITS.area,
    nominalEfficiency: rounded(100 * efficiency, 1),
    ...(flow === null ? {} : { nominalFlow: flow }),
    flowUoM: UNITS.flow,
    depthUoM: UNITS.depth,
    waterTotalUoM: UNITS.water,
    ...(speed === null ? {} : { nominalFullCircleTime: fullCircle(inputs.tower_radii_m, speed) }),
    description: system,
  }
}

/** At full speed, as the schema requires. */
function fullCircle(towerRadii: readonly number[], speed: number): string {
  const minutes = Math.round(revolutionHours(lastDriveRadius(towerRadii), speed, 100) * 60)
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`
}

function workOrderOf(prescription: ExportedPrescription) {
  const { system, rev, settingsRev, madeAt, sha256, volumeM3, inputs } = prescription
  return {
    id: { referenceId: 'work-order', uniqueId: { idText: `${system} ${rev}`, idCategory: 'STRING' } },
    description: `Prescription ${rev} of ${system}, settings ${settingsRev}, sha256 ${sha256}`,
    version: rev,
    setupRef: SETUP,
    timeScope: { contextCategory: 'CREATION', stamp1: madeAt.toISOString() },
    totalArea: rounded(sweptM2(inputs) / M2_PER_HECTARE, 3),
    totalWater: rounded(volumeM3, 1),
    irrColl: { irrItem: slicesOf(prescription).map(itemOf) },
  }
}

function sweptM2({ arc, wetted_radius_m: radius }: ExportedPrescription['inputs']): number {
  const sweep = arc === null ? 360 : (arc[1] - arc[0] + 360) % 360 || 360
  return (Math.PI * radius ** 2 * sweep) / 360
}

interface Slice {
  fromDeg: number
  toDeg: number
  /** From the pivot outwards. */
  cells: ExportedCell[]
}

/** Adjacent sectors with equal percentages become one pie slice, clipped to the arc. */
function slicesOf({ cells }: ExportedPrescription): Slice[] {
  const slices: Slice[] = []
  for (const row of Map.groupBy(cells, ({ fromDeg }) => fromDeg).values()) {
    const [first] = row
    const before = slices.at(-1)
    if (!first) continue
    const same = before?.cells.every(({ percent }, at) => percent === row[at]?.percent)
    if (before && same && before.toDeg === first.fromDeg) before.toDeg = first.toDeg
    else slices.push({ fromDeg: first.fromDeg, toDeg: first.toDeg, cells: row })
  }
  return slices
}

function itemOf({ fromDeg, toDeg, cells }: Slice) {
  return {
    spatialScope: { radialScope: { startDeg: fromDeg, endDeg: toDeg } },
    sectionFlow: cells.map(({ tower, depthIn }) => ({ sectionRef: sectionId(tower), depth: depthIn })),
  }
}
