/** Schemas of prescriptions: cells with reasons, totals, and file exports. */
import * as z from 'zod/mini'
import { pivotFields } from './pivot.ts'
import { geofenceBody } from './geofences.ts'
import { MAX_TOWERS, SECTORS } from './limits.ts'
import { soilSource, systemName } from './fields.ts'
import { settings } from './systems.ts'
import { doubtedProbe, probeVerdict } from './probes.ts'

/** Why a cell has its percentage. HELD: it is near the valves' minimum, and keeps its last state to avoid switching back and forth. */
const cellReason = z.enum([
  'COMPUTED',
  'NO_DEFICIT',
  'BELOW_MIN',
  'CLIPPED_MAX',
  'NO_DATA',
  'GEOFENCE',
  'TEST_PATTERN',
  'OFF',
  'ABSENT',
  'ALREADY_WATERED',
  'PUMP_MIN',
  'HELD',
])

/**
 * Basis of the prescription: the soil of at least one probe; no probe placed in the circle; probes without a usable
 * reading within 72 hours; a system that is off or under test; or no settings yet.
 */
const prescriptionBasis = z.enum(['soil', 'no_probes', 'no_readings', 'off', 'test_pattern', 'no_settings'])
export type PrescriptionBasis = z.infer<typeof prescriptionBasis>

/** Why the server computed it. */
export const prescriptionCause = z.enum([
  'settings',
  'geofences',
  'probes',
  'readings',
  'staleness',
  'soil',
  'pump',
])
export type PrescriptionCause = z.infer<typeof prescriptionCause>

const cubicMetres = z.number()

/** Left out of prescriptions that are older than this field. */
const whatSavingHides = {
  unmet_m3: z
    .optional(z.nullable(z.number()))
    .check(z.describe('Deficit of known soil that remains after this pass, net; m3.')),
  no_data_percent: z
    .optional(z.nullable(z.number()))
    .check(z.describe('Share of the area whose soil moisture is not known.')),
}

/** Sums over all cells of the towers that exist, for one revolution. */
const prescriptionTotals = z.object({
  volume_m3: cubicMetres,
  uniform_volume_m3: cubicMetres.check(z.describe('100 % everywhere at the same rate.')),
  saving_m3: cubicMetres.check(z.describe('Less than a uniform pass at the same rate.')),
  saving_percent: z.number(),
  ...whatSavingHides,
  hours: z.nullable(z.number()).check(z.describe('For one revolution; null if flow or speed is not known.')),
  sector_flow_gpm: z
    .nullable(z.array(z.number()))
    .check(z.describe('Flow while the arm passes each sector; null if the flow is not known.')),
})
export type PrescriptionTotals = z.infer<typeof prescriptionTotals>

const prescriptionLayer = z.object({
  depth_cm: z.number(),
  top_mm: z.number(),
  bottom_mm: z.number(),
  value: z.number().check(z.describe('Last valid reading, of any age; m3/m3.')),
  at: z.string(),
  state: z
    .enum(['used', 'silent', 'suspect'])
    .check(z.describe('Silent: older than 72 hours. Silent and suspect sensors are not used.')),
  suspicion: z.nullable(z.string()).check(z.describe('Why a suspect sensor is not used.')),
  last_trusted: z
    .nullable(z.number())
    .check(
      z.describe(
        'Last share read by a sensor that is no longer used; it can raise an application, never lower it.',
      ),
    ),
  by_tension: z
    .optional(z.boolean())
    .check(z.describe('A tension sensor: the value is estimated from the retention curve of the texture.')),
})

export type PrescriptionLayer = z.infer<typeof prescriptionLayer>

/** A probe as used in the computation. */
const prescriptionProbe = z.object({
  number: z.int(),
  latitude: z.number(),
  longitude: z.number(),
  field_capacity: z.number(),
  wilting_point: z.number(),
  soil_source: z
    .optional(soilSource)
    .check(
      z.describe(
        'Limits set for the probe take precedence over those of a soil zone; those from the system or its texture do not.',
      ),
    ),
  watered: z
    .optional(z.boolean())
    .check(z.describe('The machine applied water there within 72 hours, which explains wet soil.')),
  watched: z
    .optional(z.boolean())
    .check(
      z.describe(
        'It has readings of at least a day: before that its usual difference from the other probes is not known.',
      ),
    ),
  verdict: z.optional(z.nullable(probeVerdict)),
  layers: z.array(prescriptionLayer),
  tension_unusable: z
    .optional(z.boolean())
    .check(
      z.describe('A tension sensor in soil without a texture, which cannot be converted into water content.'),
    ),
})
export type PrescriptionProbe = z.infer<typeof prescriptionProbe>

const prescriptionGeofence = z.object({
  id: z.int().check(z.describe('0 for a preview that is not saved.')),
  name: z.string(),
  prescription: z.int(),
  polygon: z.array(z.tuple([z.number(), z.number()])),
})

/** Part of a field with its own soil. */
const prescriptionSoilZone = z.object({
  id: z.int(),
  name: z.string(),
  field_capacity: z.number(),
  wilting_point: z.number(),
  confirmed: z.optional(z.boolean()).check(z.describe('Otherwise it is assumed.')),
  polygon: z
    .array(z.tuple([z.number(), z.number()]))
    .check(
      z.describe('Even-odd: holes and further parts follow, joined by lines that are traversed both ways.'),
    ),
})

/** From the reading until the arm arrives. */
const prescriptionWeather = z.object({
  et_mm: z.number().check(z.describe('Evapotranspiration, mean of the sectors.')),
  rain_mm: z.number().check(z.describe('Effective rain, mean of the sectors.')),
  sectors: z
    .optional(z.object({ et_mm: z.array(z.number()), rain_mm: z.array(z.number()) }))
    .check(z.describe('For each of the 180 sectors; if left out, the mean for all.')),
})

/** All inputs of the cells, so that any prescription can be explained later. */
const prescriptionInputs = z.object({
  settings: z.nullable(settings),
  ...pivotFields,
  depth_factor: z
    .optional(z.nullable(z.number()))
    .check(
      z.describe(
        'Measured depth of a catch-can test divided by the computed depth; left out if there was none.',
      ),
    ),
  efficiency: z
    .optional(z.number())
    .check(z.describe('Share of the gross depth that reaches the root zone; 0.85 if left out.')),
  pump: z
    .optional(
      z.nullable(
        z.object({
          name: z.string(),
          least_flow_gpm: z.number(),
          raise: z.boolean().check(z.describe('Lowest percentages are raised until the flow is sufficient.')),
        }),
      ),
    )
    .check(z.describe('The pump whose minimum flow counts; null if none is known.')),
  probes: z.array(prescriptionProbe),
  geofences: z
    .array(prescriptionGeofence)
    .check(z.describe('The enabled ones; they force nothing while the system is off or under test.')),
  soil_zones: z
    .optional(z.array(prescriptionSoilZone))
    .check(z.describe('In drawing order: where two overlap, the later one counts.')),
  weather: z
    .optional(prescriptionWeather)
    .check(z.describe('From the water balance; left out if crop, weather or arm position are not known.')),
  basis: prescriptionBasis,
  doubts: z
    .optional(z.array(doubtedProbe))
    .check(
      z.describe(
        'Outlying probes: a wetter one lowers nothing, a drier one raises only its own cells, until a person trusts it.',
      ),
    ),
  uniform: z.boolean().check(z.describe('All cells have the same percentage.')),
})
export type PrescriptionInputs = z.infer<typeof prescriptionInputs>

/** The inputs before the computation. */
export type FieldInputs = Omit<PrescriptionInputs, 'doubts' | 'uniform'>

const cells = z.string().check(z.describe('1,620 bytes, sector-major: byte 9 i + j is sector i, zone j + 1.'))

const prescriptionBody = {
  system: z.string(),
  sectors: z.literal(SECTORS),
  zones: z.literal(MAX_TOWERS),
  percent_b64: cells,
  reason_b64: cells.check(z.describe('Indexes into `reasons`.')),
  reasons: z.array(cellReason),
  geofence_b64: cells.check(
    z.describe('Which of `inputs.geofences` forces the cell, counted from 1; 0: none.'),
  ),
  cover_b64: z
    .nullable(cells)
    .check(
      z.describe(
        'Per cent of the root zone, integer, measured by the layers of placed sensors; 0 if unknown. Null for prescriptions older than this field.',
      ),
    ),
  timer_pct: z
    .nullable(z.array(z.number()))
    .check(z.describe('Timer of each sector under speed control; otherwise null.')),
  sha256: z.string(),
  totals: z.nullable(prescriptionTotals).check(z.describe('Null before the first settings.')),
  inputs: prescriptionInputs,
}

/** `rev` is the newest publication that carries it; 0 before the first. */
export const prescriptionView = z.object({
  ...prescriptionBody,
  rev: z.int(),
  settings_rev: z.int(),
  made_at: z.string(),
})
export type PrescriptionView = z.infer<typeof prescriptionView>

/** `rev`: the prescription running then; if left out, the current one. */
export const prescriptionQuery = z.object({
  system: systemName,
  rev: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

/** Body of a preview: unsaved settings, an unsaved geofence, or both; nothing is stored. */
export const previewBody = z.object(
  {
    system: systemName,
    settings: z
      .optional(z.unknown())
      .check(z.describe('As for `POST /api/system-input/`; `system_name` may be left out.')),
    geofence: z.optional(
      z.extend(geofenceBody, {
        id: z.optional(z.int()).check(z.describe('The saved geofence that the draft replaces.')),
      }),
    ),
    without_geofence: z.optional(z.int()).check(z.describe('A saved geofence that would be deleted.')),
  },
  'invalid_request',
)
export type PreviewBody = z.infer<typeof previewBody>

/** Compared with the current prescription. */
const prescriptionChanges = z.object({
  former_rev: z.int(),
  former_percent_b64: cells,
  cells: z.int(),
  more: z.int(),
  less: z.int(),
  volume_m3: z.nullable(z.number()).check(z.describe('Positive: more water.')),
  hours: z.nullable(z.number()),
})
export type PrescriptionChanges = z.infer<typeof prescriptionChanges>
export const prescriptionPreview = z.object({ ...prescriptionBody, changes: prescriptionChanges })
export type PrescriptionPreview = z.infer<typeof prescriptionPreview>

/** `zone` is the tower's number, 1 to 9; `sector` 0 to 179. */
export const cellQuery = z.object({
  system: systemName,
  sector: z.string().check(z.regex(/^\d{1,3}$/, 'cell_unknown')),
  zone: z.string().check(z.regex(/^\d$/, 'cell_unknown')),
  rev: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

/** The soil of a cell: the source of its limits, and the content of each layer; a layer above field capacity exceeds 100. */
const cellSoil = z.object({
  field_capacity: z.number(),
  wilting_point: z.number(),
  source: soilSource,
  zone: z.nullable(z.string()).check(z.describe('Name of the soil zone.')),
  guessed: z.optional(z.boolean()).check(z.describe('Nobody has confirmed the soil of the zone.')),
  layers: z.array(
    z.object({
      top_mm: z.number(),
      bottom_mm: z.number(),
      available_percent: z.nullable(z.number()),
      vwc: z.nullable(z.number()),
    }),
  ),
})

/** The explanation of one cell; what was not computed is null. */
export const cellExplanation = z.object({
  rev: z.int(),
  sector: z.int(),
  zone: z.int(),
  from_deg: z.number(),
  to_deg: z.number(),
  inner_m: z.number(),
  outer_m: z.number(),
  percent: z.int(),
  reason: cellReason,
  words: z.object({ in: z.string(), mm: z.string() }).check(z.describe('The same sentence in either unit.')),
  depth_in: z.nullable(z.number()).check(z.describe('Gross depth of this pass, inches.')),
  need_mm: z
    .nullable(z.number())
    .check(z.describe('Deficit to the target in the root zone; negative: above it.')),
  net_mm: z.nullable(z.number()).check(z.describe('Part of the deficit that this pass has to replace.')),
  gross_mm: z.nullable(z.number()),
  raw_percent: z.nullable(z.number()).check(z.describe('Before rounding and clipping.')),
  available_percent: z
    .nullable(z.number())
    .check(
      z.describe(
        'Share of available water of the root zone as used: layers above field capacity count as full.',
      ),
    ),
  vwc: z.nullable(z.number()).check(z.describe('Measured water content of the root zone, m3/m3.')),
  weather: z
    .nullable(z.object({ et_mm: z.number(), rain_mm: z.number() }))
    .check(z.describe('Change included in it, from the reading until the arm arrives; null: none.')),
  cover_percent: z.number().check(z.describe('Part of the root zone that placed sensors reach.')),
  soil: z.nullable(cellSoil),
  without_geofence: z.nullable(z.object({ percent: z.int(), reason: cellReason })),
  geofence: z.nullable(z.object({ id: z.int(), name: z.string(), prescription: z.int() })),
  probe: z.nullable(
    z.extend(prescriptionProbe, { distance_m: z.number().check(z.describe('From the middle of the cell.')) }),
  ),
})
export type CellExplanation = z.infer<typeof cellExplanation>

export const PRESCRIPTIONS_PER_PAGE = 50
/** `before`: only older than this revision, the `next` of the previous page. */
export const prescriptionHistoryQuery = z.object({
  system: systemName,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export const prescriptionHistory = z.object({
  prescriptions: z.array(
    z.object({
      rev: z.int().check(z.describe('The first publication that carried it.')),
      settings_rev: z.int(),
      made_at: z.string(),
      cause: prescriptionCause,
      sha256: z.string(),
      basis: prescriptionBasis,
      uniform: z.boolean(),
      finishing: z
        .boolean()
        .check(z.describe('Only the dry part of a pass is watered, so no saving is stated.')),
      volume_m3: z.number(),
      uniform_volume_m3: z.number(),
      saving_percent: z.number(),
      ...whatSavingHides,
    }),
  ),
  next: z.nullable(z.int()),
})
export type PrescriptionHistory = z.infer<typeof prescriptionHistory>

const exportFormat = z.enum(['geojson', 'csv', 'shapefile', 'pail'], 'export_format_unknown')
export type ExportFormat = z.infer<typeof exportFormat>
export const exportQuery = z.object({
  system: systemName,
  format: exportFormat,
  rev: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

export const prescriptionPaths = {
  current: '/api/prescription/',
  history: '/api/prescription/history/',
  preview: '/api/prescription/preview/',
  cell: '/api/prescription/cell/',
  export: '/api/prescription/export/',
} as const
