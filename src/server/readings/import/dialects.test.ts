/** Constructed files in the formats of many loggers; expected values were read off them by hand or computed independently. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Incoming } from '../measured.ts'
import {
  type ImportOptions,
  type ImportOption,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from './import-options.ts'
import { openSource } from './import-source.ts'
import { importFile } from './readings-import.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'headgate-dialects-'))
afterAll(() => rm(folder, { recursive: true }))

type Options = Partial<Record<ImportOption, string>>
let files = 0

async function take(text: string | Buffer, options: Options = { probe: '1' }, zone = 'UTC') {
  const file = path.join(folder, `${(files += 1)}.csv`)
  await writeFile(file, text)
  const optionOf: ImportOptions = (name) => options[name]
  const readings: Incoming[] = []
  const report = await importFile({
    source: await openSource(file, readSourceOptions(optionOf), readChoice(optionOf)),
    timeZone: readTimeZone(optionOf, zone),
    zoneSaid: options['time-zone'] !== undefined,
    choice: readChoice(optionOf),
    store: (batch) => {
      readings.push(...batch)
      return Promise.resolve({ stored: batch.length, duplicate: 0, invalid: 0 })
    },
  })
  return { report, readings }
}

const AT = '2026-07-13T10:00:00.000Z'
const soil = (depthCm: number, rest: object, probe = 1) => ({ probe, depthCm, at: AT, ...rest })

const DIALECTS: [string, string | Buffer, Options, object[]][] = [
  [
    'a CR300 that overflows',
    `"TOA5","North","CR300","12345","CR310.Std.10.07","CPU:soil.CR300","999","Hourly"
"TIMESTAMP","RECORD","BattV_Min","PTemp_C_Avg","VW_15cm_Avg","VW_30cm_Avg","T_15cm_Avg","VW_15cm_Std"
"TS","RN","Volts","Deg C","m^3/m^3","m^3/m^3","Deg C",""
"","","Min","Avg","Avg","Avg","Avg","Std"
"2026-07-13 10:00:00",0,12.6,"NAN",0.213,7999,-6999,0.001
`,
    { probe: '1' },
    [{ kind: 'battery', probe: 1, at: AT, volts: 12.6 }, soil(15, { vwc: 0.213 })],
  ],
  [
    'an older table of Campbell, with a battery whose unit is its name',
    `"TOACI1","Station","Hourly"
"TMSTAMP","RECNBR","Batt_Volt","VWC_10cm","Tsoil_10cm"
"2026-07-13 10:00:00",4,12.5,0.21,18.2
`,
    { probe: '1' },
    [{ kind: 'battery', probe: 1, at: AT, volts: 12.5 }, soil(10, { vwc: 0.21, temperatureC: 18.2 })],
  ],
  [
    'a METER in a country of commas',
    `\uFEFFz6-04567;Port 1;Port 1;Port 2;Port 3;Port 7
120 records;TEROS 12;TEROS 12;TEROS 21 Gen 2;ECRN-100;Battery
Timestamps; m³/m³ Water Content; °C Soil Temperature; kPa Matric Potential; mm Precipitation; mV Battery Voltage
13.07.2026 10:00:00;0,213;18,2;-33,1;0,4;8123
13.07.2026 10:15:00;#N/A;;#N/A;;
`.replaceAll('\n', '\r\n'),
    { sensors: 'Port 1=P4-15cm,Port 2=P4-30cm,Port 3=1,Port 7=4' },
    [
      soil(15, { vwc: 0.213, temperatureC: 18.2 }, 4),
      { kind: 'tension', probe: 4, depthCm: 30, at: AT, kPa: 33.1 },
      { kind: 'rain', gauge: 1, at: AT, mm: 0.4 },
      { kind: 'battery', probe: 4, at: AT, volts: 8.123 },
    ],
  ],
  [
    'an Em50 whose ports stand in the names',
    `"Measurement Time","Port 1 GS1 m³/m³ VWC","Port 2 5TM m³/m³ VWC","Port 2 5TM °C Temp","Port 3 MPS-2 kPa Potential"
7/13/2026 10:00 AM,0.21,0.22,18.1,-99.9
`,
    { sensors: 'Port 1=P1-10cm,Port 2=P1-20cm,Port 3=P1-20cm' },
    [
      soil(10, { vwc: 0.21 }),
      { kind: 'tension', probe: 1, depthCm: 20, at: AT, kPa: 99.9, temperatureC: 18.1 },
      soil(20, { vwc: 0.22, temperatureC: 18.1 }),
    ],
  ],
  [
    'a HOBO with date and clock apart, an event and nothing measured',
    `"Plot Title: X"
"#","Date","Time, GMT-05:00","Water Content, m³/m³ (LGR S/N: 1, SEN S/N: 2, LBL: 30cm)","Host Connected (LGR S/N: 1)"
1,07/13/2026,05:00:00,0.21,
2,07/13/2026,05:30:00,-888.88,Logged
`,
    { probe: '1' },
    [soil(30, { vwc: 0.21 })],
  ],
  [
    'two Sentek probes with their names in brackets',
    'DateTime,[Probe 1] A1(10),[Probe 1] A2(20),[Probe 2] A1(10)\n2026-07-13 10:00:00,23.41,24.1,11.2\n',
    {},
    [soil(10, { vwc: 0.2341 }), soil(20, { vwc: 0.241 }), soil(10, { vwc: 0.112 }, 2)],
  ],
  [
    'a German spreadsheet of two bytes a letter',
    Buffer.from(
      '\uFEFFDatum\tUhrzeit\tBodenfeuchte 10 cm [Vol.-%]\tBodentemperatur 10 cm [°C]\tSaugspannung 30 cm [hPa]\r\n13.07.2026\t10:00\t23,4\t18,2\t1.331,5\r\n',
      'utf16le',
    ),
    { probe: '1' },
    [
      soil(10, { vwc: 0.234, temperatureC: 18.2 }),
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 133.15 },
    ],
  ],
  [
    'a French one, in the letters of Windows',
    Buffer.from(
      'Horodatage;Humidité sol 20cm (%);Tension 30 cm (cb);Pluie (mm)\n13/07/2026 10:00;23,4;33;0,4\n',
      'latin1',
    ),
    { probe: '1' },
    [
      soil(20, { vwc: 0.234 }),
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33 },
      { kind: 'rain', gauge: 1, at: AT, mm: 0.4 },
    ],
  ],
  [
    'a table whose titles are merged above repeated names',
    ',Depth 10 cm,,Depth 20 cm,\nDate,VWC,Temp,VWC,Temp\n2026-07-13 10:00,0.2,18,0.3,17\n',
    { probe: '1' },
    [soil(10, { vwc: 0.2, temperatureC: 18 }), soil(20, { vwc: 0.3, temperatureC: 17 })],
  ],
  [
    'Watermarks by their depth in inches',
    'Date/Time,Sensor 1 12" (cb),Sensor 2 24" (cb)\n07/13/2026 10:00,33,45\n',
    { probe: '1' },
    [
      { kind: 'tension', probe: 1, depthCm: 30.48, at: AT, kPa: 33 },
      { kind: 'tension', probe: 1, depthCm: 60.96, at: AT, kPa: 45 },
    ],
  ],
  [
    'a Watermark whose maker calls suction moisture',
    'Date & Time,Soil Moisture 1 - cb\n7/13/26 10:00 AM,33\n',
    { sensors: 'Soil Moisture 1 - cb=P1-30cm' },
    [{ kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33 }],
  ],
  [
    'pF, of which 2 is a metre of water',
    'Zeit;pF-Wert 20cm\n13.07.2026 10:00;2,0\n',
    { probe: '1' },
    [{ kind: 'tension', probe: 1, depthCm: 20, at: AT, kPa: 9.80665 }],
  ],
  [
    'seconds since 1970',
    'ts,soil_moisture_20cm (%),bat (V)\n1783936800,23.4,3.6\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234 }), { kind: 'battery', probe: 1, at: AT, volts: 3.6 }],
  ],
  [
    'a pump’s meter, whose counter may well show 7999',
    'Timestamp,Flow rate (gpm),Water meter (m3)\n2026-07-13 10:00,100,7999\n',
    { probe: '1' },
    [
      { kind: 'flow', meter: 1, at: AT, m3h: 22.712470704 },
      { kind: 'volume', meter: 1, at: AT, totalM3: 7999 },
    ],
  ],
  [
    'lines that end in a carriage return alone',
    'time,VWC 20cm (%)\r2026-07-13 10:00,23.4\r',
    { probe: '1' },
    [soil(20, { vwc: 0.234 })],
  ],
  [
    'columns each in a unit of its own',
    'time,VWC 20cm (%),VWC 40cm (mm/m)\n2026-07-13 10:00,23.4,310\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234 }), soil(40, { vwc: 0.31 })],
  ],
  [
    'a line a measurement, with the unit beside it',
    `station,datetime,variable,value,unit
P1,2026-07-13 10:00,VWC_20cm,23.1,%
P1,2026-07-13 10:00,SoilTemp_20cm,50,degF
P2,2026-07-13 10:00,VWC_20cm,13.1,%
P2,2026-07-13 10:00,Battery,12.1,V
P2,2026-07-13 10:00,Air temperature,25,degC
`,
    {},
    [
      soil(20, { vwc: 0.231 }),
      soil(20, { temperatureC: 10 }),
      soil(20, { vwc: 0.131 }, 2),
      { kind: 'battery', probe: 2, at: AT, volts: 12.1 },
    ],
  ],
  [
    'a line a measurement, with the depth beside it, sorted by what is measured',
    `site;date_time;parameter;depth_cm;value
1;13.07.2026 10:00;soil_moisture;20;0,231
1;13.07.2026 10:00;soil_moisture;40;0,301
1;13.07.2026 10:00;matric_potential_kPa;40;-35
1;13.07.2026 10:00;air_temperature;;22
`,
    {},
    [
      soil(20, { vwc: 0.231 }),
      soil(40, { vwc: 0.301 }),
      { kind: 'tension', probe: 1, depthCm: 40, at: AT, kPa: 35 },
    ],
  ],
  [
    'a CR6 whose profile names inches and per cent',
    `"TOA5","X","CR6","1","v","p","1","T"\r
"TIMESTAMP","RECORD","BattV_Avg","PTemp_C_Avg","SoilM_2in_Avg","SoilM_8in_Avg","SoilT_2in_F_Avg","Rain_in_Tot"\r
"TS","RN","Volts","Deg C","%","%","Deg F","inch"\r
"","","Avg","Avg","Avg","Avg","Avg","Tot"\r
"2026-07-13 10:00:00",1,12.9,22,21.4,30.2,50,0.1\r
`,
    { probe: '1' },
    [
      { kind: 'rain', gauge: 1, at: AT, mm: 2.54 },
      { kind: 'battery', probe: 1, at: AT, volts: 12.9 },
      soil(5.08, { vwc: 0.214, temperatureC: 10 }),
      soil(20.32, { vwc: 0.302 }),
    ],
  ],
  [
    'ZENTRA Cloud in one line of names, serial numbers before the ports',
    `Timestamp,z6-12345 Port 1 TEROS 12 m³/m³ Water Content,z6-12345 Port 1 TEROS 12 °C Soil Temperature,z6-12345 Port 1 TEROS 12 mS/cm Bulk EC,z6-12345 Port 2 TEROS 21 kPa Matric Potential
2026-07-13 04:00:00-06:00,0.213,18.2,0.3,-33
`,
    { sensors: 'Port 1=P1-15cm,Port 2=P1-30cm' },
    [
      soil(15, { vwc: 0.213, temperatureC: 18.2, ec: 0.3 }),
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33 },
    ],
  ],
  [
    'a German HOBO',
    `"Diagrammtitel: Feld 3"
"Nr.","Datum Zeit, GMT+02:00","Wassergehalt, m³/m³ (LGR S/N: 20112233, SEN S/N: 20112244, LBL: 20 cm)","Temp., °C (LGR S/N: 20112233, SEN S/N: 20112245, LBL: 20 cm)"
1,13.07.2026 12:00:00,"0,213","18,2"
`,
    { probe: '1' },
    [soil(20, { vwc: 0.213, temperatureC: 18.2 })],
  ],
  [
    'HOBOlink, degrees with a star',
    `"Line#","Date","Water Content (m^3/m^3) 21234567-1 (20 cm)","Soil Temp (*F) 21234568-1 (20 cm)","Rain (in) 21234569-1"
1,"07/13/26 10:00:00",0.213,50,0.01
`,
    { probe: '1' },
    [soil(20, { vwc: 0.213, temperatureC: 10 }), { kind: 'rain', gauge: 1, at: AT, mm: 0.254 }],
  ],
  [
    'SCAN with a trailing blank column and a row of nothing',
    'Site Id,Date,Time,SMS.I-1:-2 (pct)  (silt),STO.I-1:-2 (degC) ,\n2036,2026-07-13,10:00,21.4,19.5,\n,,,,,\n',
    {},
    [soil(5.08, { vwc: 0.214, temperatureC: 19.5 }, 2036)],
  ],
  [
    'Spain, date and clock apart',
    'Fecha;Hora;Humedad del suelo 20 cm (%);Temperatura del suelo 20 cm (°C);Lluvia (mm)\n13/07/2026;10:00;23,4;18,2;0,4\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234, temperatureC: 18.2 }), { kind: 'rain', gauge: 1, at: AT, mm: 0.4 }],
  ],
  [
    'Italy, a clock with a point',
    'Data;Ora;Umidità suolo 20 cm (%);Temperatura suolo 20 cm (°C)\n13/07/2026;10.00;23,4;18,2\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234, temperatureC: 18.2 })],
  ],
  [
    'nobody’s language, whose clock stands in a column of its own',
    'Date,Klokke,VWC 20cm (%)\n2026-07-13,10:00,23.4\n2026-07-13,10:30,23.4\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234 }), { ...soil(20, { vwc: 0.234 }), at: '2026-07-13T10:30:00.000Z' }],
  ],
  [
    'a day of the year and a clock of four figures',
    'year,doy,time,vwc_10cm,soil_temp_10cm_degC\n2026,194,1000,0.21,18.2\n2026,194,30,0.21,18\n',
    { probe: '1' },
    [
      soil(10, { vwc: 0.21, temperatureC: 18.2 }),
      { ...soil(10, { vwc: 0.21, temperatureC: 18 }), at: '2026-07-13T00:30:00.000Z' },
    ],
  ],
  [
    'year, month, day, hour and minute each by itself',
    'Year,Month,Day,Hour,Minute,VWC_10cm\n2026,7,13,10,0,0.21\n2026,2,30,10,0,0.21\n',
    { probe: '1' },
    [soil(10, { vwc: 0.21 })],
  ],
  [
    'segments whose per cent is all that is said',
    '"Date","Time","Seg1 0-15cm %","Seg2 15-30cm %","Humidity 20cm %"\n"2026/07/13","10:00:00","23.4","25.1","60"\n',
    { probe: '1' },
    [soil(7.5, { vwc: 0.234 }), soil(22.5, { vwc: 0.251 })],
  ],
  [
    'a long table whose quoted names have commas',
    '"Site","Date, local","Depth, cm","Volumetric water content, %","Soil temperature, C"\n"3","2026-07-13 10:00","20","23.4","18.2"\n',
    {},
    [soil(20, { vwc: 0.234, temperatureC: 18.2 }, 3)],
  ],
  [
    'rows of units and of depths below the names',
    'Label,SM150,Soil Temp\nUnit,%,°C\nDepth,20cm,20cm\n13/07/2026 10:00:00,23.4,18.2\n',
    { probe: '1' },
    [soil(20, { vwc: 0.234, temperatureC: 18.2 })],
  ],
  [
    'a CR10X that names nothing, with another table among its lines',
    '105,2026,194,1000,12.61,.213,18.23\n105,2026,194,1100,12.62,7999,-6999\n110,2026,194,0,1.2,3.4\n',
    { sensors: 'column 6=P1-15cm' },
    [soil(15, { vwc: 0.213 })],
  ],
  [
    'an AmeriFlux tower, whose water is in per cent though nothing says so',
    `# Site: US-Ne1
TIMESTAMP_START,TIMESTAMP_END,TA_1_1_1,TS_1_1_1,SWC_1_1_1,SWC_1_2_1,G_1_1_1
202607131000,202607131030,21.3,18.2,21.3,25.4,3
202607131030,202607131100,21.8,18.4,-9999,-9999,3
`,
    { sensors: 'SWC_1_1_1=P1-10cm,SWC_1_2_1=P1-30cm,TS_1_1_1=P1-10cm' },
    [
      soil(10, { vwc: 0.213, temperatureC: 18.2 }),
      soil(30, { vwc: 0.254 }),
      { probe: 1, depthCm: 10, at: '2026-07-13T10:30:00.000Z', temperatureC: 18.4 },
    ],
  ],
  [
    'a Davis station, whose moisture is the tension of a Watermark, and whose clock says a and p',
    `\t\tTemp\tHi\tLow\tOut\t \tSoil 1\tSoil\tSoil\tArc.
Date\tTime\tOut\tTemp\tTemp\tHum\tRain\tMoist.\tTemp 1\tMoist.2\tInt.
07/13/26\t10:00a\t71.2\t71.4\t70.1\t55\t0.01\t33\t62\t---\t30
07/13/26\t 1:30p\t71.2\t71.4\t70.1\t55\t0.00\t---\t62\t41\t30
`,
    { sensors: 'Soil 1 Moist.=P1-30cm,Soil Moist.2=P1-60cm,Rain=none' },
    [
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33 },
      { kind: 'tension', probe: 1, depthCm: 60, at: '2026-07-13T13:30:00.000Z', kPa: 41 },
    ],
  ],
  [
    'WeatherLink’s page',
    `"Date & Time","Soil Moisture 1 - cb","Soil Moisture 2 - cb","Soil Temp 1 - °F","Rain - in"
"7/13/26 10:00 AM","33","--","68","0.01"
`,
    {
      sensors:
        'Soil Moisture 1 - cb=P1-30cm,Soil Moisture 2 - cb=P1-60cm,Soil Temp 1 - °F=P1-30cm,Rain - in=1',
    },
    [
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33, temperatureC: 20 },
      { kind: 'rain', gauge: 1, at: AT, mm: 0.254 },
    ],
  ],
  [
    'HydroVu, with a level and a clock of its own',
    `Location Name,North Field
Time Zone,MDT
Date and Time,"Soil Moisture (%) (612345)","Level: Depth to Water (m) (612345)"
2026-07-13 04:00:00,21.3,3.2
`,
    { sensors: 'Soil Moisture (%) (612345)=P1-30cm' },
    [soil(30, { vwc: 0.213 })],
  ],
  [
    'an Acclima, without its permittivity and what has no depth',
    `Date/Time,VWC 1 (%),Temp 1 (C),Perm 1,BulkEC 1 (uS/cm),VWC 2 (%)
07/13/2026 10:00:00,21.3,18.2,12.1,220,25.4
`,
    { sensors: 'VWC 1 (%)=P1-15cm,VWC 2 (%)=P1-30cm,Temp 1 (C)=P1-15cm,BulkEC 1 (uS/cm)=P1-15cm' },
    [soil(15, { vwc: 0.213, temperatureC: 18.2, ec: 0.22 }), soil(30, { vwc: 0.254 })],
  ],
  [
    'an ECH2O of Decagon, whose ports have no more than a number',
    'Measurement Time,Port 1,Port 2,Port 3\n13 Jul 2026 10:00 AM,0.213,0.254,18.2\n',
    { sensors: 'Port 1=P1-15cm,Port 2=P1-30cm' },
    [soil(15, { vwc: 0.213 }), soil(30, { vwc: 0.254 })],
  ],
  [
    'an Irrometer 900M, whose sensors are letters',
    'Date,Time,A,B,C\n07/13/2026,10:00:00,33,41,18.2\n',
    { sensors: 'A=P1-30cm cb,B=P1-60cm cb' },
    [
      { kind: 'tension', probe: 1, depthCm: 30, at: AT, kPa: 33 },
      { kind: 'tension', probe: 1, depthCm: 60, at: AT, kPa: 41 },
    ],
  ],
  [
    'a GP2 of Delta-T, each column with a unit of its own',
    `"Label","North"
Time,"SM1","ST1","PR2 100mm","PR2 200mm"
"","%vol","degC","%vol","m3.m-3"
"13/07/2026 10:00:00",21.3,18.2,22.1,0.231
`,
    { sensors: 'SM1=P1-5cm,ST1=P1-5cm,PR2 100mm=P2-10cm,PR2 200mm=P2-20cm' },
    [soil(5, { vwc: 0.213, temperatureC: 18.2 }), soil(10, { vwc: 0.221 }, 2), soil(20, { vwc: 0.231 }, 2)],
  ],
]

describe('a file in the format of', () => {
  it.each(DIALECTS)('%s is read with one option at most', async (_, text, options, expected) => {
    expect((await take(text, options)).readings).toEqual(expected)
  })
})

describe('an unreadable file is refused with an explanation:', () => {
  it.each([
    ['TOB1', '"TOB1","S","CR1000","1"\r\n\u0000\u0001'],
    ['TOB3', '"TOB3","S","CR1000","1"\r\n\u0007\u00C8'],
  ])('of %s', async (format, text) => {
    await expect(take(Buffer.from(text, 'latin1'))).rejects.toThrow(
      `this is a binary file of a Campbell logger (${format}); convert it to TOA5 with CardConvert or LoggerNet and import that`,
    )
  })

  it.each([
    ['Soil Water Content 10 cm (mm)', 'mm of water need the layer that they are of: say mm/10cm or mm/m'],
    ['Sensor 1 raw', 'raw counts of a sensor are no measurement'],
  ])('of %s alone', async (name, reason) => {
    await expect(take(`time,${name}\n2026-07-13 10:00,23\n`)).rejects.toThrow(reason)
  })

  it.each([
    [
      'a CR10X',
      '105,2026,194,1000,.213\n105,2026,194,1100,.212\n',
      'depth: say with --depth which column it is',
    ],
    [
      'raw ECH2O',
      'Date,Time,Port 1 EC-20 raw\n07/13/26,10:00,623\n',
      'raw counts of a sensor are no measurement until they are calibrated',
    ],
    [
      'an Irrometer of letters alone',
      'Date,Time,A,B\n07/13/2026,10:00:00,33,41\n',
      'depth: say with --depth which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has Date, Time, A, B',
    ],
    [
      'a DL2 whose dates have no year',
      'TIMED,1,2\n"Label","SMS1","TEMP"\n"Unit","m3.m-3","deg C"\n"13/07 10:00:00",0.213,18.2\n',
      'time: say with --time which column it is',
    ],
  ])('of %s', async (_, text, sentence) => {
    await expect(take(text)).rejects.toThrow(sentence)
  })

  it('a temperature without a unit that is impossible for soil in °C', async () => {
    const text = 'time,VWC 30cm,Temp 30cm\n2026-07-13 10:00,0.2,62\n2026-07-13 11:00,0.2,63\n'
    await expect(take(text)).rejects.toThrow(
      'sensors: the unit of "Temp 30cm" is not said, and its figures run to 63, which is no soil in °C',
    )
  })

  it('columns with generated numbers as names', async () => {
    await expect(take('TIMESTAMP,VWC_Avg(1),VWC_Avg(2)\n2026-07-13 10:00,0.2,0.3\n')).rejects.toThrow(
      'sensors: it is not said how deep VWC_Avg(1), VWC_Avg(2) are; say with --sensors "VWC_Avg(1)=P1-20cm,VWC_Avg(2)=P1-40cm"',
    )
  })

  it('two sensors that only an unnamed column distinguishes, before one overwrites the other', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => {
      const hour = String(Math.floor(i / 2)).padStart(2, '0')
      return `2026-07-13 ${hour}:00,${i % 2 === 0 ? 'east' : 'west'},0.${20 + i}`
    })
    await expect(take(['time,corner,VWC 20cm', ...lines].join('\n'))).rejects.toThrow(
      'station: 2026-07-13 05:00 stands several times for one sensor',
    )
    const days = ['date,slot,VWC 20cm', ...[0, 1, 2].map((hour) => `2026-07-13,${hour},0.2${hour}`)]
    await expect(take(days.join('\n'))).rejects.toThrow('or with --time DATE+CLOCK')
  })
})

/** Local time in the zone, from the platform's own calendar. */
function shown(zone: string, ms: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(ms)
}

const CHANGES = [
  ['America/Winnipeg', Date.UTC(2026, 2, 8, 8)],
  ['America/Winnipeg', Date.UTC(2026, 10, 1, 7)],
  ['Europe/Paris', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Paris', Date.UTC(2026, 9, 25, 1)],
  ['Australia/Adelaide', Date.UTC(2026, 3, 4, 16, 30)],
  // a daylight-saving shift of half an hour
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
] as const

it('an AmeriFlux tower keeps standard time in summer, and the report says so', async () => {
  const text = 'TIMESTAMP_START,TIMESTAMP_END,SWC_1_1_1\n202607130300,202607130330,21.3\n'
  const { report, readings } = await take(text, { sensors: 'SWC_1_1_1=P1-10cm' }, 'America/Denver')
  // 3:00 at UTC-7, when local clocks show 4:00
  expect(readings).toEqual([soil(10, { vwc: 0.213 })])
  expect(report.understood.join()).toContain('the standard time of America/Denver, all year')
})

describe('a logger whose clock changes with daylight saving time', () => {
  it('loses and merges no line, at any interval', async () => {
    const cases = [
      constantFrom(...CHANGES),
      integer({ min: 1, max: 47 }),
      integer({ min: 0, max: 300 }),
    ] as const
    await assert(
      asyncProperty(...cases, async ([zone, change], fives, shift) => {
        const step = fives * 300_000
        const instants = Array.from({ length: 30 }, (_, i) => change - shift * 60_000 - 8 * step + i * step)
        const lines = instants.map((ms, i) => `${shown(zone, ms)},0.${200 + i}`)
        const { readings } = await take(['time,P1-20cm', ...lines].join('\n'), { clock: 'local' }, zone)
        expect(readings.map(({ at }) => Date.parse(at))).toEqual(instants)
      }),
      { numRuns: 60, seed: 19 },
    )
  })

  it('is asked about if the position of a line in the repeated hour is ambiguous', async () => {
    const even = ['2026-10-31 21:00', '2026-10-31 23:00', '2026-11-01 01:00', '2026-11-01 03:00']
    const text = ['time,P1-20cm', ...even.map((clock) => `${clock},0.2`)].join('\n')
    await expect(take(text, {}, 'America/Winnipeg')).rejects.toThrow(
      'clock: 2026-11-01 01:00 stands once in the file, but clocks of America/Winnipeg show that hour twice',
    )
  })

  it('uses the first of the two hours for daily lines, and says so', async () => {
    const days = ['2026-10-31', '2026-11-01', '2026-11-02'].map((day) => `${day} 01:30,0.2`)
    const { report, readings } = await take(['time,P1-20cm', ...days].join('\n'), {}, 'America/Winnipeg')
    expect(readings[1]?.at).toBe('2026-11-01T06:30:00.000Z')
    expect(report.understood).toContain(
      '2026-11-01 01:30 is shown twice by clocks of America/Winnipeg; of the two it is the first',
    )
  })

  it('is followed for each variable of a long table', async () => {
    const clocks = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00']
    const lines = clocks.flatMap((clock) =>
      ['VWC_20cm', 'VWC_40cm'].map((name) => `P1,2026-11-01 ${clock},${name},20,%`),
    )
    const text = ['station,time,variable,value,unit', ...lines].join('\n')
    const { readings } = await take(text, {}, 'America/Winnipeg')
    const expected = ['05:30', '06:00', '06:30', '07:00', '07:30', '08:00'].flatMap((at) => [at, at])
    expect(readings.map(({ at }) => at.slice(11, 16))).toEqual(expected)
  })
})
