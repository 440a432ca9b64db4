/** All error codes with HTTP status and message. Pages bundle only their own part, since answers carry the message. */
import { pageProblems, type ProblemEntry } from './page-problems.ts'

/** Sentences of the specification are verbatim; the others follow its style. */
export const problems = {
  ...pageProblems,

  not_authenticated: { status: 401, message: 'Authentication credentials were not provided.' },
  token_invalid_or_expired: { status: 401, message: 'Token is invalid or expired' },
  no_active_account: { status: 401, message: 'No active account found with the given credentials' },
  forbidden: { status: 403, message: 'You do not have permission to perform this action.' },
  sample_measures_nothing: {
    status: 400,
    message: 'This message measures nothing. Paste one that has readings.',
  },
  sample_not_heard: { status: 404, message: 'No message of this type waits. Paste one.' },
  cell_unknown: { status: 400, message: 'A cell is a sector from 0 to 179 and a tower of this system.' },
  export_format_unknown: {
    status: 400,
    message: 'Choose geojson, csv, shapefile or pail as the format.',
  },
  rain_source_unknown: { status: 400, message: 'Rain comes from the gauge or from the model.' },
  volume_unit_unknown: { status: 400, message: 'Choose acre-feet, acre-inches, m³ or dam³.' },
  geofence_changed_meanwhile: {
    status: 409,
    message: 'This geofence was changed in the meantime. Check it, then make your change again.',
  },
  soil_zone_changed_meanwhile: {
    status: 409,
    message: 'This soil zone was changed in the meantime. Check it, then make your change again.',
  },
  geofence_enabled_invalid: { status: 400, message: 'A geofence is either enabled or disabled.' },
  soil_zone_confirmed_invalid: { status: 400, message: 'A soil zone is either confirmed or not.' },
  push_invalid: { status: 400, message: 'This browser cannot be told of alerts.' },
  provider_only: { status: 403, message: "Only the provider's accounts may do this." },
  view_only: {
    status: 403,
    message: "You see a customer's screens: nothing can be changed from here.",
  },
  view_not_allowed: {
    status: 403,
    message: 'This customer has not allowed it, or not any more. Ask first.',
  },
  support_hours_invalid: { status: 400, message: 'Support may look for 1 to 720 hours.' },
  customers_only: { status: 403, message: "This is the provider's account: it works at /provider." },
  cross_site: { status: 403, message: 'This call is answered only to pages of this site.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type in request.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  malformed_json: { status: 400, message: 'JSON parse error' },
  throttled: { status: 429, message: 'Request was throttled.' },
  account_exists: { status: 409, message: 'user with this email already exists.' },

  number_expected: { status: 400, message: 'This must be a number.' },
  test_pattern_one_tower: { status: 400, message: 'A test pattern needs exactly one tower.' },
  test_pattern_tower_absent: { status: 400, message: 'This system does not have that tower.' },
  towers_without_test_pattern: {
    status: 400,
    message: 'A tower can be switched on in a test pattern only.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was already used for other settings.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'An Idempotency-Key is 8 to 128 letters, digits, dashes or underscores.',
  },
  nothing_to_finish: {
    status: 409,
    message: 'No pass has stopped short within three days, or its dry arc has had its water since.',
  },
  finish_arc_changed: {
    status: 409,
    message: 'The dry arc is another one by now. Look at it again before you send it.',
  },
  pass_not_found: { status: 404, message: 'There is no such pass.' },
  cans_not_under_pass: {
    status: 400,
    message:
      'The pass laid nothing where these cans stood, or far from what is in them: check pass, bearing and depths.',
  },
  if_match_invalid: { status: 400, message: 'If-Match must be a quoted settings revision.' },

  system_name_invalid: {
    status: 400,
    message:
      'A system name is 1 to 64 letters from A to Z, digits, spaces, "-", "_" or "."; it does not start with "." and neither starts nor ends with a space.',
  },
  system_name_taken: { status: 409, message: 'A system with this name is already connected.' },
  system_place_invalid: { status: 400, message: 'Latitude is -90 to 90, longitude -180 to 180.' },
  tower_radii_invalid: {
    status: 400,
    message: 'Towers are 1 to 9 cumulative radii in metres, each larger than the one before, up to 2000.',
  },
  overhang_invalid: { status: 400, message: 'The overhang is 0 to 200 metres.' },
  arc_invalid: { status: 400, message: 'An arc has two different bearings from 0 to 360.' },
  flow_invalid: { status: 400, message: 'The flow is above 0 and at most 10000 gallons per minute.' },
  speed_invalid: {
    status: 400,
    message: 'The speed at 100% is more than 0 and at most 20 metres per minute.',
  },
  machine_is_there: {
    status: 409,
    message: 'A controller of this system is connected; a simulated one beside it would speak for it.',
  },
  already_owner: { status: 409, message: 'This account owns the system already.' },
  owner_only: { status: 403, message: 'Only the owner of this system may do this.' },
  owner_stays: { status: 409, message: 'The owner of a system cannot be removed.' },
  members_too_many: { status: 409, message: 'A system has at most 100 members.' },
  account_unknown: { status: 404, message: 'No account has this e-mail address.' },

  geofence_flat: { status: 400, message: 'The pins of a geofence must enclose an area.' },
  geofences_too_many: { status: 409, message: 'A system has at most 100 geofences.' },

  soil_zone_flat: { status: 400, message: 'The pins of a soil zone must enclose an area.' },
  soil_zones_too_fine: {
    status: 409,
    message: 'The soil zones of a system have at most 4,000 pins together. Draw or export them simpler.',
  },
  soil_file_unreadable: {
    status: 400,
    message: 'This is neither GeoJSON nor a zipped Shapefile that can be read.',
  },
  soil_file_not_shapefile: {
    status: 400,
    message: 'The zip archive holds no Shapefile: pack the .shp, .dbf and .prj files together.',
  },
  soil_file_several_layers: {
    status: 400,
    message: 'The zip archive holds several Shapefiles. Pack one of them alone.',
  },
  soil_file_empty: { status: 400, message: 'The file holds no polygons and no measured points.' },
  soil_file_projection: {
    status: 400,
    message:
      'The coordinates are not latitude and longitude, and the file does not say how to convert them. Add the .prj file, or export it as WGS 84.',
  },
  soil_file_elsewhere: {
    status: 400,
    message: 'Nothing in this file lies inside the wetted circle of the system.',
  },
  soil_file_column_unknown: {
    status: 400,
    message: 'The file has no such column, or too few numbers in it.',
  },
  soil_file_too_complex: {
    status: 400,
    message: 'The file could not be worked through in time. Cut it to the field, then try again.',
  },

  prescription_none: {
    status: 409,
    message: 'This system has no prescription yet: nobody has applied settings.',
  },

  probe_number_repeated: { status: 400, message: 'Two probes of one set cannot have the same number.' },

  range_too_long: { status: 400, message: 'A graph shows at most three years.' },
  sensors_too_many: { status: 400, message: 'A graph shows at most 50 sensors: choose depths or probes.' },

  map_month_invalid: { status: 400, message: 'A month is a number from 1 to 12.' },
  map_week_invalid: { status: 400, message: 'A week is named by its Monday, for example 2026-07-06.' },
  map_days_invalid: {
    status: 400,
    message: 'Days are written as 2026-07-06, the first not after the last, at most 366 of them.',
  },
  map_time_invalid: { status: 400, message: 'A time is written as 2026-07-06T14:00:00Z.' },
  map_depth_unknown: { status: 400, message: 'A depth is "root", or that of a sensor in centimetres.' },
  map_size_invalid: { status: 400, message: 'A map has 8 to 400 cells on a side.' },
  map_ramp_unknown: { status: 400, message: 'Choose viridis, cividis or target as the colours.' },
  map_layer_unknown: { status: 400, message: 'Choose classes, share, volume or uncertainty as the layer.' },
  map_paper_unknown: { status: 400, message: 'Choose light or dark as the paper.' },
  map_week_empty: { status: 404, message: 'There are no valid readings in this week.' },
  map_no_probes: {
    status: 404,
    message: 'No probes are placed inside this circle yet. Place them under Place Soil Probes.',
  },
  map_no_placed_readings: {
    status: 404,
    message: 'None of the placed probes has a valid reading in this week.',
  },
  map_no_surface: { status: 404, message: 'The probes stand too close together to draw a map.' },

  push_service_unknown: {
    status: 400,
    message: 'Messages of this browser go through a service that is not allowed here.',
  },

  readings_malformed: { status: 400, message: 'The readings are not in the expected form.' },
  import_unclear: { status: 400, message: 'The file cannot be read as it is.' },
  import_too_large: {
    status: 413,
    message: 'A file sent here has at most 16 MB. Import a longer one with "headgate readings import".',
  },
  readings_file_too_large: {
    status: 413,
    message: 'A file sent here has at most 128 MB. Import a longer one with "headgate readings import".',
  },
  fields_not_understood: {
    status: 422,
    message:
      'Nothing of this message could be stored: say what its fields are with "headgate readings fields".',
  },
  time_unknown: { status: 422, message: 'Nothing of this message could be stored: it names no time.' },
  radio_device_unknown: {
    status: 400,
    message: 'This device has no probe number. Give it one with "headgate readings device".',
  },
  radio_depth_unknown: {
    status: 400,
    message: 'This device does not say how deep it measures. Say it with "headgate readings device".',
  },
  provider_has_systems: {
    status: 409,
    message: 'This account has systems. The provider role takes an account of its own.',
  },
  owner_is_provider: { status: 409, message: 'This is an account of the provider, which owns no systems.' },
  reason_missing: { status: 400, message: 'Say why, in at most 500 characters: it stands on the record.' },
  credential_kind_invalid: { status: 400, message: 'A credential is for the controller or for the gateway.' },
  name_not_confirmed: { status: 400, message: 'Type the name of the system to confirm.' },
  system_decommissioned: { status: 409, message: 'This system is decommissioned.' },
  system_stopped: {
    status: 423,
    message: 'New settings of this system are stopped by the provider. What runs now keeps running.',
  },
  geometry_changed_meanwhile: {
    status: 409,
    message:
      'Somebody else changed this system in the meantime. Close this, look at it again, then change it.',
  },
  transfer_over: { status: 409, message: 'This offer is over. Ask your provider for a new one.' },
  account_not_open: { status: 409, message: 'This account is not open: it has to be activated first.' },
  connect_file_unclear: {
    status: 400,
    message:
      'The file is CSV with a line of headings: owner, name, latitude, longitude, tower_radii_m, overhang_m, time_zone.',
  },
  connect_file_too_large: { status: 413, message: 'A file of systems has at most 1000 lines and 1 MB.' },
  connect_file_refused: {
    status: 400,
    message: 'Nothing was connected: lines of the file are not right. Preview it.',
  },
  address_not_confirmed: { status: 400, message: 'Type the e-mail address of the account to confirm.' },
  account_of_provider: {
    status: 409,
    message: 'This is an account of the provider. It is managed at the command line.',
  },
  account_disabled: { status: 409, message: 'This account is disabled. Enable it first.' },
  account_is_open: { status: 409, message: 'This account is open already.' },
  device_credentials_invalid: { status: 401, message: 'The device credentials are not valid.' },

  unavailable: { status: 503, message: 'The service cannot store this at the moment. Please try again.' },
} as const satisfies Record<string, ProblemEntry>

export type ProblemCode = keyof typeof problems

/** Whether a string is a code of the table. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}
