/** Limits of the specification that both server and web need. */

/** Gross depth of one pass at 100 %, inches. */
export const APPLICATION_RATE_IN = { min: 0.2, max: 2 } as const
/** Managed root zone, inches; zero itself is refused. */
export const ROOT_DEPTH_IN = { above: 0, max: 80 } as const
/** Per cent of plant-available water. */
export const TARGET_MOISTURE_PERCENT = { min: 20, max: 100 } as const
/** Share of the gross depth that reaches the root zone. */
export const EFFICIENCY = { min: 0.3, max: 1 } as const
/** More than any pump of a farm delivers. */
export const PUMP_FLOW_MAX_GPM = 20_000
export const PUMP_NAME_MAX = 64
export const PUMP_SYSTEMS_MAX = 50
export const MAX_TOWERS = 9
export const SECTORS = 180

/** The browser's minimum; the server's own (PASSWORD_MIN_LENGTH) is stricter. */
export const PASSWORD_BROWSER_MIN = 6
export const PASSWORD_SERVER_MIN = 8
export const PASSWORD_MAX = 4096
export const USER_NAME_MAX = 255
export const EMAIL_MAX = 254

export const SYSTEM_NAME_MAX = 64
export const FIELD_NAME_MAX = 80
export const PROBES_PER_GROUP_MAX = 500
export const PROBE_NUMBER_DIGITS_MAX = 6

/** Pins of an outline that is drawn by hand. */
export const OUTLINE_PINS = { min: 3, max: 200 } as const
export const GEOFENCE_NAME_MAX = 80
export const GEOFENCES_PER_SYSTEM_MAX = 100
/** Percentages that a geofence may force, per cent of the application rate. */
export const FORCED_PERCENT = { min: 0, max: 100 } as const

/** Soil zones: corners of a ring, and corners of all zones of a system, which every stored prescription contains. */
export const SOIL_RING_CORNERS = { min: 3, max: 500 } as const
export const SOIL_CORNERS_PER_SYSTEM_MAX = 4000
export const SOIL_ZONES_PER_SYSTEM_MAX = 50
export const SOIL_ZONE_POLYGONS_MAX = 200
export const SOIL_ZONE_NAME_MAX = 80
/** A file of soil zones, and the maximum size of its unpacked zip archive. */
export const SOIL_FILE_BYTES_MAX = 8 * 1024 ** 2
export const SOIL_FILE_UNPACKED_BYTES_MAX = 64 * 1024 ** 2
/** Zones from the preview of a file are saved in one body. */
export const SOIL_ZONES_BODY_BYTES_MAX = 1024 ** 2

/** Valid volumetric water content, m3/m3. */
export const VWC = { min: 0, max: 0.6 } as const
export const READINGS_PER_MESSAGE_MAX = 1000
export const CONTROLLER_MESSAGE_BYTES_MAX = 16 * 1024
/** A reading further in the future than this is stored as invalid. */
export const READING_AHEAD_MS_MAX = 5 * 60_000
/** Age at which a probe's last reading no longer counts. */
export const READING_FRESH_MS = 72 * 3_600_000

/** Cells per side of a map requested as numbers. */
export const MAP_SIZE = { min: 8, max: 400 } as const
/** A series of maps: days, and bytes of its cells. */
export const MAP_DAYS_MAX = 366
export const MAP_SERIES_CELLS_MAX = 4_000_000
/** If sensors reach a smaller part of the root zone, pages show a notice. Per cent. */
export const LEAST_COVER_PERCENT = 60

/** For so long a silent probe is drawn with an estimate. */
export const PROBE_FILLED_MS = 7 * 24 * 3_600_000

/** How long a controller may use a desired state without hearing from the server. */
export const DESIRED_VALID_MS = 72 * 3_600_000
/** The owner is warned this long before a desired state expires. */
export const EXPIRY_WARNING_MS = 12 * 3_600_000
export const TEST_PATTERN_MS = 15 * 60_000

export const JSON_BODY_BYTES_MAX = 64 * 1024
/** The browser gives up waiting for an answer after this (decision 20). */
export const ANSWER_TIMEOUT_MS = 20_000

/** A machine that has run with water on for this long has reached its pressure. */
export const PRESSURE_STEADY_MS = 10 * 60_000
