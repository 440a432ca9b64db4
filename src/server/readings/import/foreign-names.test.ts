/** Column names of people and clouds; expected values were read off by hand. */
import { expect, it } from 'vitest'
import { type FileCase, readFiles } from '../../testing/file-cases.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`
const P1 = ['--probe', '1']
const one = (name: string, head: string, line: string, stored: string[], options = P1): FileCase => ({
  name,
  text: lines(head, line),
  options,
  stored,
})
const ask = (name: string, head: string, line: string, asked: string, options = P1): FileCase => ({
  name,
  text: lines(head, line),
  options,
  asked,
})
const T = '2026-07-06 10:00'
const S = '1/20 2026-07-06 15:00 0.2'
/** The system is in the time zone of Winnipeg: five hours behind UTC in summer, six in winter. */
const FILES: FileCase[] = [
  ask('zones.csv', 'Time,Zone 1 20cm VWC (%),Zone 2 20cm VWC (%)', `${T},20,21`, 'both be'),
  ask('raw.csv', 'Time,Soil Moisture 20cm (raw),Soil Moisture 40cm (mV)', `${T},2000,400`, 'raw'),
  one('utc-local.csv', 'Local Time,Time (UTC),VWC 20cm (%)', '2026-07-06 05:00,2026-07-06 10:00,20', [
    '1/20 2026-07-06 10:00 0.2',
  ]),
  {
    name: 'depth-row.csv',
    text: lines('Time,VWC (%),VWC (%)', 'Depth (cm),20,40', `${T},20,21`),
    options: P1,
    stored: [S, '1/40 2026-07-06 15:00 0.21'],
  },
  {
    name: 'depth-row2.csv',
    text: lines('Time,VWC (%),VWC (%)', ',20cm,40cm', `${T},20,21`),
    options: P1,
    stored: [S, '1/40 2026-07-06 15:00 0.21'],
  },
  ask('bare-depths.csv', 'Time,10,20,30', `${T},20,21,22`, 'depth'),
  one('pm.csv', 'Time,VWC 20cm (%)', '7/13/2026 10:00PM,20', ['1/20 2026-07-14 03:00 0.2']),
  ask('yy.csv', 'Time,VWC 20cm (%)', '26/07/13 10:00,20', 'date order'),
  one(
    'pressure.csv',
    'Time,Tension 20cm (hPa),Air pressure (hPa),VPD (kPa),Atmospheric Pressure (kPa)',
    `${T},330,1013,1.2,101`,
    ['tension 1/20 2026-07-06 15:00 33'],
  ),
  one('bar.csv', 'Time,Matric Potential 20cm (bar)', `${T},-0.33`, ['tension 1/20 2026-07-06 15:00 33']),
  one('charge.csv', 'Time,VWC 20cm (%),Battery (%)', `${T},20,88`, [S, 'charge 1 2026-07-06 15:00 88']),
  {
    name: 'missing.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      `${T},ERR`,
      '2026-07-06 11:00,OVRNG',
      '2026-07-06 12:00,NULL',
      '2026-07-06 13:00,---',
      '2026-07-06 14:00,20',
      '2026-07-06 15:00,-99.9',
    ),
    options: P1,
    stored: ['1/20 2026-07-06 19:00 0.2'],
  },
  one('probe-hash.csv', 'Time,Probe #3 - 20cm - Moisture %', `${T},20`, ['3/20 2026-07-06 15:00 0.2'], []),
  one('metres.csv', 'Time,VWC_0.2m (%),SWC 0.05 m (%),VWC_2.5cm (%)', `${T},20,21,22`, [
    S,
    '1/5 2026-07-06 15:00 0.21',
    '1/2.5 2026-07-06 15:00 0.22',
  ]),
  one('at.csv', 'Time,SM@20cm (%),Moisture @ 12 in (%)', `${T},20,21`, [S, '1/30.48 2026-07-06 15:00 0.21']),
  ask('mm.csv', 'Time,Soil Moisture 20cm (mm)', `${T},40`, 'layer'),
  one(
    'deficit.csv',
    'Time,VWC 20cm (%),Soil Water Deficit 20cm (%),Field Capacity 20cm (%),Wilting Point 20cm (%)',
    `${T},20,40,30,12`,
    [S],
  ),
  ask(
    'available.csv',
    'Time,Available soil moisture 20cm (%)',
    `${T},60`,
    'a share of what the soil can hold',
  ),
  ask('relative.csv', 'Time,Relative soil moisture 20cm (%)', `${T},50`, 'a share of what the soil can hold'),
  ask('fc.csv', 'Time,Soil Moisture 20cm (% of FC)', `${T},50`, 'a share of what the soil can hold'),
  ask(
    'paw.csv',
    'Time,Plant available water content 20cm (%)',
    `${T},50`,
    'a share of what the soil can hold',
  ),
  ask('sat.csv', 'Time,Soil water saturation 20cm (%)', `${T},50`, 'a share of what the soil can hold'),
  one(
    'spread.csv',
    'Time,VWC_20cm (%),VWC_20cm_sd (%),VWC_20cm_max (%),VWC_20cm_min (%)',
    `${T},20,1,21,19`,
    [S],
  ),
  ask('average-of-two.csv', 'Time,VWC_20cm_A (%),VWC_20cm_B (%)', `${T},20,21`, 'both be'),
  {
    name: 'hoboconnect.csv',
    text: lines(
      '"#","Date-Time (CDT)","Water Content (m3/m3) , 20cm","Temperature (°C) , 20cm","Battery (V)"',
      '"1","07/13/2026 10:00:00 AM","0.231","18.5","3.2"',
    ),
    options: P1,
    stored: ['1/20 2026-07-13 15:00 0.231 18.5°C', 'battery 1 2026-07-13 15:00 3.2'],
  },
  {
    name: 'hobolink.csv',
    text: lines(
      'Line#,Date,Water Content (RXW-SMD 20555-1:20555-1-1) 20 cm m^3/m^3,Temperature (RXW-SMD 20555-1:20555-1-2) 20 cm *F',
      '1,07/13/2026 10:00:00,0.231,68',
    ),
    options: P1,
    stored: ['1/20 2026-07-13 15:00 0.231 20°C'],
  },
  {
    name: 'hobolink2.csv',
    text: lines(
      'Line#,Date,"Water Content (S-SMD 1111:2222-1),m³/m³,3333,20cm","Soil Temperature (S-SMD 1111:2222-2),°C,3333,20cm"',
      '1,07/13/2026 10:00:00,0.231,18.5',
    ),
    options: P1,
    stored: ['1/20 2026-07-13 15:00 0.231 18.5°C'],
  },
  {
    name: 'variable.csv',
    text: lines(
      'Station,Timestamp,Variable,Depth_cm,Value,Unit',
      `3,${T},Soil moisture,20,20,%`,
      `3,${T},Soil temperature,20,68,°F`,
      `3,${T},Soil moisture,40,30,%`,
      `3,${T},Battery,,3.6,V`,
    ),
    stored: ['3/20 2026-07-06 15:00 0.2 20°C', '3/40 2026-07-06 15:00 0.3', 'battery 3 2026-07-06 15:00 3.6'],
  },
  {
    name: 'autumn-long.csv',
    text: lines(
      'probe,time,depth_cm,vwc (%)',
      ...['00:30', '01:00', '01:30', '01:00', '01:30', '02:00'].flatMap((t, i) => [
        `1,2026-11-01 ${t},20,${20 + i}`,
        `2,2026-11-01 ${t},20,${30 + i}`,
      ]),
    ),
    stored: ['05:30', '06:00', '06:30', '07:00', '07:30', '08:00'].flatMap((t, i) => [
      `1/20 2026-11-01 ${t} 0.${20 + i}`.replace(/0$/, ''),
      `2/20 2026-11-01 ${t} 0.${30 + i}`.replace(/0$/, ''),
    ]),
  },
  {
    name: 'autumn-once.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      ...['00:30', '01:00', '01:30', '02:00', '02:30'].map((t, i) => `2026-11-01 ${t},${20 + i}`),
    ),
    options: P1,
    asked: 'clock',
  },
  {
    name: 'autumn-desc.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      ...['02:00', '01:30', '01:00', '01:30', '01:00', '00:30'].map((t, i) => `2026-11-01 ${t},${21 + i}`),
    ),
    options: P1,
    stored: ['08:00', '07:30', '07:00', '06:30', '06:00', '05:30'].map(
      (t, i) => `1/20 2026-11-01 ${t} 0.${21 + i}`,
    ),
  },
  one('teros54.csv', 'Time,TEROS 54 15cm (m3/m3),TEROS 54 30cm (m3/m3)', `${T},0.2,0.21`, [
    '1/15 2026-07-06 15:00 0.2',
    '1/30 2026-07-06 15:00 0.21',
  ]),
  {
    name: 'zentra-teros54.csv',
    text: lines(
      'z6-1,Port 1,Port 1,Port 1,Port 1',
      '2 records,TEROS 54,TEROS 54,TEROS 54,TEROS 54',
      'Timestamps,m³/m³ Water Content 15 cm,m³/m³ Water Content 30 cm,°C Soil Temperature 15 cm,°C Soil Temperature 30 cm',
      `${T},0.2,0.21,18,17`,
    ),
    options: P1,
    stored: ['1/15 2026-07-06 15:00 0.2 18°C', '1/30 2026-07-06 15:00 0.21 17°C'],
  },
  {
    name: 'semicolon-us.csv',
    text: lines('Time;VWC 20cm (%);EC 20cm (uS/cm)', '7/13/2026 10:00;20.5;1,250.5'),
    options: P1,
    stored: ['1/20 2026-07-13 15:00 0.205 1.2505dS/m'],
  },
  {
    name: 'de-us.csv',
    text: lines('Zeit;Bodenfeuchte 20cm (%);Leitfähigkeit 20cm (µS/cm)', '13.07.2026 10:00;20,5;1.250'),
    options: P1,
    asked: 'say with --decimal which it is',
  },
  one('date-clock.csv', 'Date,Time,VWC 20cm (%)', '06-Jul-2026,10:00:00,20', [S]),
  one('agrimet.csv', 'DateTime,Soil Temp 20cm (F),Soil Moisture 20cm (%)', '07/13/2026 10:00,68,20', [
    '1/20 2026-07-13 15:00 0.2 20°C',
  ]),
  {
    name: 'hydrosense.csv',
    text: lines('Probe,Depth,Reading Time,Soil Moisture (%),Soil Temp (C)', `Probe 4,8",${T},20,18`),
    stored: ['4/20.32 2026-07-06 15:00 0.2 18°C'],
  },
  ask('pdt.csv', 'Time,Moisture', `${T},20`, 'it is not said how deep Moisture is'),
  one('psi.csv', 'Time,Soil Water Potential 20cm (kPa),Soil Water Potential 40cm (MPa)', `${T},-33,-0.045`, [
    'tension 1/20 2026-07-06 15:00 33',
    'tension 1/40 2026-07-06 15:00 45',
  ]),
  one('gauge.csv', 'Time,Flow (L/s),Water meter (m3),Rainfall (in)', `${T},10,512.5,0.5`, [
    'flow 1 2026-07-06 15:00 36',
    'volume 1 2026-07-06 15:00 512.5',
    'rain 1 2026-07-06 15:00 12.7',
  ]),
  one('rain-counter.csv', 'Time,Accumulated Rain (mm)', `${T},318.5`, [
    'rain 1 2026-07-06 15:00 318.5 counted',
  ]),
  one('seconds.csv', 'Time,VWC 20cm (%)', '2026-07-06T10:00:00.500,20', [S]),
  one(
    'spanish.csv',
    'Fecha y hora;Humedad del suelo 20 cm (%);Temperatura del suelo 20 cm (°C);Tensión 20cm (cbar)',
    '13/07/2026 10:00;20,5;18,5;33',
    ['1/20 2026-07-13 15:00 0.205 18.5°C', 'tension 1/20 2026-07-13 15:00 33'],
  ),
  one('italian.csv', 'Data;Ora;Umidità del suolo 20 cm (%);Pioggia (mm)', '13/07/2026;10:00;20,5;1,2', [
    '1/20 2026-07-13 15:00 0.205',
    'rain 1 2026-07-13 15:00 1.2',
  ]),
  one('dendra.csv', 'time_utc,soil_vwc_20cm_percent,soil_temp_20cm_degC', '2026-07-06 10:00,20,18', [
    '1/20 2026-07-06 10:00 0.2 18°C',
  ]),
  one(
    'thingspeak.csv',
    'created_at,entry_id,field1,field2',
    '2026-07-06 10:00:00 UTC,1,20,18',
    ['1/20 2026-07-06 10:00 0.2'],
    ['--sensors', 'field1=P1-20cm %,field2=none'],
  ),
  one('influx.csv', '_time,_value,VWC 20cm (%)', '2026-07-06T10:00:00Z,1,20', ['1/20 2026-07-06 10:00 0.2']),
]

it('a column is interpreted by its name, or asked about', async () => {
  for (const { found, expected } of await readFiles(FILES)) expect(found).toEqual(expected)
})
