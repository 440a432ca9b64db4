/** Files with the oddities of real exports, previewed and then stored by the command; expected values were read off by hand. */
import { expect, it } from 'vitest'
import { UsageError } from '../../installation/command.ts'
import { importDesk } from '../../testing/import-desk.ts'
import { storedLines } from '../../testing/stored-lines.ts'

interface Case {
  name: string
  text: string | Buffer
  options?: string[]
  /** Each as `probe/depth time value`, followed by temperature and salinity. */
  stored: string[]
  /** Line numbers of refused lines. */
  refused?: number[]
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** The system is in the time zone of Winnipeg: five hours behind UTC in summer, six in winter. */
const FILES: Case[] = [
  {
    name: 'soilvue.dat',
    text: lines(
      'TOA5,Field7,CR800,8765,CR800.Std.31,CPU:SoilVUE.CR8,4411,Table15',
      'TIMESTAMP,RECORD,VWC_SV_1,VWC_SV_2,T_SV_1,T_SV_2,EC_SV_1,Perm_SV_1,batt_volt_Min,PTemp_C_Avg',
      'TS,RN,m3 m-3,m3 m-3,deg_C,deg_C,dS m-1,dimensionless,V,Deg C',
      ',,Smp,Smp,Smp,Smp,Smp,Smp,Min,Avg',
      '2026-07-06 00:00:00,1,0.231,0.255,18.5,17.5,0.4,10.2,12.6,25',
      '2026-07-06 00:15:00,2,NAN,0.254,18.25,17.25,NAN,10.1,12.5,25',
    ),
    options: ['--sensors', 'VWC_SV_1=P1-5cm,VWC_SV_2=P1-10cm,T_SV_1=P1-5cm,T_SV_2=P1-10cm,EC_SV_1=P1-5cm'],
    stored: [
      '1/5 2026-07-06 05:00 0.231 18.5°C 0.4dS/m',
      '1/5 2026-07-06 05:15 - 18.25°C value_missing',
      '1/10 2026-07-06 05:00 0.255 17.5°C',
      '1/10 2026-07-06 05:15 0.254 17.25°C',
      'battery 1 2026-07-06 05:00 12.6',
      'battery 1 2026-07-06 05:15 12.5',
    ],
  },
  {
    name: 'cr6.dat',
    text: lines(
      '"TOA5","S","CR6","1","v","p","1","T"',
      '"TIMESTAMP","RECORD","SWC_2in_Avg","SWC_2in_Std","ST_2in_Avg","Rain_in_Tot","AirTF_Avg","SWC_2in_QC"',
      '"TS","RN","%","%","degF","inches","degF",""',
      '"","","Avg","Std","Avg","Tot","Avg","Smp"',
      '"2026-01-06 00:00:00",1,21.5,0.1,41,0.02,30,1',
      '"2026-01-06 24:00:00",2,21.25,0.1,40.1,0,30,1',
    ),
    options: ['--probe', '2'],
    stored: [
      '2/5.08 2026-01-06 06:00 0.215 5°C',
      '2/5.08 2026-01-07 06:00 0.2125 4.5°C',
      'rain 2 2026-01-06 06:00 0.508',
      'rain 2 2026-01-07 06:00 0',
    ],
  },
  {
    name: 'zentra.csv',
    text: lines(
      'Device Name,North Pivot,,,,',
      'Serial Number,z6-11223,,,,',
      ',,,,,',
      ',z6-11223,z6-11223,z6-11223,z6-11223,z6-11223',
      ',Port 1,Port 1,Port 1,Port 2,Port 8',
      ',TEROS 12,TEROS 12,TEROS 12,TEROS 21,Barometer',
      'Timestamps, m³/m³ Water Content, °F Soil Temperature, mS/cm Saturation Extract EC, kPa Matric Potential, kPa Reference Pressure',
      '7/13/26 1:00 PM,0.234,68,0.61,-45.2,89.1',
      '7/13/26 12:00 AM,0.232,68.9,0.6,-46,89.1',
    ),
    options: ['--sensors', 'Port 1=P3-20cm,Port 2=P3-40cm'],
    stored: [
      '3/20 2026-07-13 05:00 0.232 20.5°C 0.6dS/m',
      '3/20 2026-07-13 18:00 0.234 20°C 0.61dS/m',
      'tension 3/40 2026-07-13 05:00 46',
      'tension 3/40 2026-07-13 18:00 45.2',
    ],
  },
  {
    name: 'em60.txt',
    text: lines(
      'EM60-01234\tPort 1\tPort 1\tPort 2\tPort 2',
      '\t5TE 15 cm\t5TE 15 cm\tGS1 45 cm\t',
      '\tm³/m³ VWC\t°C Temp\tm³/m³ VWC\t',
      '15-Jul-26 10:00\t0.21\t18\t0.31\t',
    ),
    options: ['--probe', '4'],
    stored: ['4/15 2026-07-15 15:00 0.21 18°C', '4/45 2026-07-15 15:00 0.31'],
  },
  {
    name: 'hobo.csv',
    text: lines(
      '"Plot Title: Smith, J., Field 4, NW"',
      '"#","Date Time, GMT-07:00","Temp, °F (LGR S/N: 10998877, SEN S/N: 10998801, LBL: 6 in)","Water Content, m³/m³ (LGR S/N: 10998877, SEN S/N: 10998802, LBL: 6 in)","Water Content, m³/m³ (LGR S/N: 10998877, SEN S/N: 10998803, LBL: 18 in)","Batt, V (LGR S/N: 10998877)","Stopped (LGR S/N: 10998877)"',
      '1,07/13/26 12:00:00 AM,68,0.2310,0.2870,3.6,',
      '2,07/13/26 12:30:00 PM,71.6,0.2290,-888.88,3.6,',
      '3,07/13/26 01:00:00 PM,,,,,Logged',
    ),
    options: ['--probe', '5'],
    stored: [
      '5/15.24 2026-07-13 07:00 0.231 20°C',
      '5/15.24 2026-07-13 19:30 0.229 22°C',
      '5/45.72 2026-07-13 07:00 0.287',
      'battery 5 2026-07-13 07:00 3.6',
      'battery 5 2026-07-13 19:30 3.6',
    ],
  },
  {
    name: 'irrimax.csv',
    text: lines(
      'Date Time,Probe 3 - A1 (5cm),Probe 3 - A2 (15cm),Probe 3 - Summed,Probe 3 - S1 (5cm),Probe 3 - T1 (5cm)',
      '13/07/2026 10:15:00 a. m.,18.22,24.5,42.72,1500,18',
      '13/07/2026 10:15:00 p. m.,18.2,24.4,42.6,1500,17.5',
    ),
    stored: [
      '3/5 2026-07-13 15:15 0.1822 18°C',
      '3/5 2026-07-14 03:15 0.182 17.5°C',
      '3/15 2026-07-13 15:15 0.245',
      '3/15 2026-07-14 03:15 0.244',
    ],
  },
  {
    name: 'SCAN_SCAN_Site2057_ts_0.050800_0.050800_n.s._20260706_20260707.stm',
    text: lines(
      'SCAN       SCAN       Site2057  40.12345 -100.12345   800.0 0.0508 0.0508 n.s.',
      '2026/07/06 00:00   21.2500 G M',
      '2026/07/06 01:00   -9.9000 D03 M',
    ),
    options: ['--probe', '6'],
    stored: ['6/5.08 2026-07-06 00:00 - 21.25°C value_missing'],
    refused: [3],
  },
  {
    name: 'ceop.stm',
    text: lines(
      '2026/07/06 00:00 2026/07/06 00:10 SCAN SCAN Site2057 40.12345 -100.12345 800.00 0.05 0.10 0.2310 G M',
      '2026/07/06 01:00 2026/07/06 01:10 SCAN SCAN Site2057 40.12345 -100.12345 800.00 0.05 0.10 0.2320 U M',
      '2026/07/06 02:00 2026/07/06 02:10 SCAN SCAN Site2057 40.12345 -100.12345 800.00 0.05 0.10 0.9990 C03 M',
      '2026/07/06 03:00 2026/07/06 03:10 SCAN SCAN Site2057 40.12345 -100.12345 800.00 0.05 0.10 0.2330 G,D02 M',
    ),
    stored: ['2057/7.5 2026-07-06 00:00 0.231'],
    refused: [2, 3, 4],
  },
  {
    name: 'snotel.csv',
    text: lines(
      '#------------------------------------ WARNING ------------------------------------',
      '# The data you have obtained from this automated Natural Resources Conservation Service',
      '# database are subject to revision.',
      '# Reporting Frequency: Hourly; Date Range: 2026-07-06 to 2026-07-06',
      'Date,Nunn #1 (2017) Soil Moisture Percent -2in (pct),Nunn #1 (2017) Soil Moisture Percent -2in (pct) QC Flag,Nunn #1 (2017) Soil Temperature Observed -2in (degF),Nunn #1 (2017) Precipitation Accumulation (in) Start of Day Values,Nunn #1 (2017) Air Temperature Observed (degF)',
      '2026-07-06 00:00,12.25,V,68,10,90',
      '2026-07-06 01:00,,V,67.1,10.5,90',
    ),
    // six hours behind UTC in summer as well
    stored: [
      '2017/5.08 2026-07-06 06:00 0.1225 20°C',
      '2017/5.08 2026-07-06 07:00 - 19.5°C value_missing',
      'rain 2017 2026-07-06 06:00 254 counted',
      'rain 2017 2026-07-06 07:00 266.7 counted',
    ],
  },
  {
    name: 'scan.csv',
    text: lines(
      'Site Id,Date,Time,SMS.I-1:-2 (pct)  (loam),SMS.I-1:-4 (pct)  (loam),STO.I-1:-2 (degC) ,BATT.I-1 (volt) ,WSPDX.H-1 (mph) ,',
      '581,2026-11-01,00:00,21.4,30.2,9.5,12.9,4,',
      '581,2026-11-01,01:00,21.5,30.2,9.5,12.9,4,',
      '581,2026-11-01,02:00,-99.9,30.1,9.5,12.9,4,',
    ),
    stored: [
      '581/5.08 2026-11-01 06:00 0.214 9.5°C',
      '581/5.08 2026-11-01 07:00 0.215 9.5°C',
      '581/5.08 2026-11-01 08:00 - 9.5°C value_missing',
      '581/10.16 2026-11-01 06:00 0.302',
      '581/10.16 2026-11-01 07:00 0.302',
      '581/10.16 2026-11-01 08:00 0.301',
      'battery 581 2026-11-01 06:00 12.9',
      'battery 581 2026-11-01 07:00 12.9',
      'battery 581 2026-11-01 08:00 12.9',
    ],
  },
  {
    name: 'estações.csv',
    text: lines(
      'sep=;',
      'Estação;Data;Hora;Profundidade (cm);Umidade do solo (%);Temperatura do solo (°C)',
      'EST-01;13/07/2026;10:00;10;23,4;18,5',
      'EST-01;13/07/2026;10:00;40;25,4;17,25',
      'EST-02;13/07/2026;10:00;10;11,4;19,5',
    ),
    stored: [
      '1/10 2026-07-13 15:00 0.234 18.5°C',
      '1/40 2026-07-13 15:00 0.254 17.25°C',
      '2/10 2026-07-13 15:00 0.114 19.5°C',
    ],
  },
  {
    name: 'feld.csv',
    text: wide(
      'Datum;Bodenfeuchte 20cm [mm/m];Leitfähigkeit 20cm [µS/cm];Wasserzähler [m³];;\r\n06.07.2026 10:00;231,5;1.050,5;12.345,5;;\r\n06.07.2026 11:00;230,5;950,5;12.355,5;;\r\n;;;;;\r\n',
    ).swap16(),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-07-06 15:00 0.2315 1.0505dS/m',
      '1/20 2026-07-06 16:00 0.2305 0.9505dS/m',
      'volume 1 2026-07-06 15:00 12345.5',
      'volume 1 2026-07-06 16:00 12355.5',
    ],
  },
  {
    name: 'irrometer.csv',
    text: lines(
      'Watermark Monitor 900M,Serial 12345',
      'Date,Time,Sensor 1 12in (cb),Sensor 2 24in (cb),Sensor 3 36in (kPa)',
      '07/13/2026,10:00,33,239,239',
      '07/13/2026,11:00,255,41,240',
    ),
    options: ['--probe', '1'],
    stored: [
      'tension 1/30.48 2026-07-13 15:00 33',
      'tension 1/30.48 2026-07-13 16:00 255 sensor_fault',
      'tension 1/60.96 2026-07-13 15:00 239 sensor_fault',
      'tension 1/60.96 2026-07-13 16:00 41',
      'tension 1/91.44 2026-07-13 15:00 239 sensor_fault',
      'tension 1/91.44 2026-07-13 16:00 240',
    ],
  },
  {
    name: 'restarted.csv',
    text: lines(
      'Timestamp,VWC 20cm,VWC 40cm',
      '2026-07-06 10:00,0.21,0.31',
      'Timestamp,VWC 20cm,VWC 40cm',
      '2026-07-06 11:00,0.22,0.32',
      'Timestamp,VWC 40cm,VWC 20cm',
      '2026-07-06 12:00,0.33,0.23',
      'Timestamp,VWC 20cm,VWC 40cm',
      '2026-07-06 13:00,0.24,0.34',
    ),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-07-06 15:00 0.21',
      '1/20 2026-07-06 16:00 0.22',
      '1/20 2026-07-06 18:00 0.24',
      '1/40 2026-07-06 15:00 0.31',
      '1/40 2026-07-06 16:00 0.32',
      '1/40 2026-07-06 18:00 0.34',
    ],
    refused: [5, 6],
  },
  {
    name: 'zentra-twice.csv',
    text: lines(
      'z6-1,Port 1,Port 2',
      '2 records,TEROS 12,TEROS 12',
      'Timestamps,m³/m³ Water Content,m³/m³ Water Content',
      '7/13/2026 10:00,0.21,0.31',
      'z6-1,Port 2,Port 1',
      '2 records,TEROS 12,TEROS 12',
      'Timestamps,m³/m³ Water Content,m³/m³ Water Content',
      '7/13/2026 11:00,0.32,0.22',
    ),
    options: ['--sensors', 'Port 1=P1-20cm,Port 2=P1-40cm'],
    stored: ['1/20 2026-07-13 15:00 0.21', '1/40 2026-07-13 15:00 0.31'],
    refused: [5, 6, 8],
  },
  {
    name: 'zone-column.csv',
    text: lines('datetime,tz,VWC 20cm', '7/13/2026 10:00,UTC,0.21', '7/13/2026 11:00,UTC,0.22'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-13 10:00 0.21', '1/20 2026-07-13 11:00 0.22'],
  },
  {
    name: 'offset-column.csv',
    text: lines('datetime,utc_offset,Potential 20cm (kPa)', '2026-07-13 10:00,-7,−33'),
    options: ['--sensors', 'Potential 20cm (kPa)=P1-20cm kPa'],
    stored: ['tension 1/20 2026-07-13 17:00 33'],
  },
  {
    name: 'einspaltig.csv',
    text: lines('Datum;Saugspannung 30 cm [kPa]', '13.07.2026 10:00;-33,1'),
    options: ['--probe', '1'],
    stored: ['tension 1/30 2026-07-13 15:00 33.1'],
  },
  {
    name: 'depths.csv',
    text: lines(
      'station,time,depth,vwc (%)',
      '1,2026-07-13 10:00,8 in,21',
      '1,2026-07-13 10:00,"20""",22',
      '1,2026-07-13 10:00,1 m,23',
    ),
    stored: ['1/20.32 2026-07-13 15:00 0.21', '1/50.8 2026-07-13 15:00 0.22', '1/100 2026-07-13 15:00 0.23'],
  },
  {
    name: 'stations.csv',
    text: lines(
      '# National Water and Climate Center',
      'Date,Tower (SD) (2099) Soil Moisture Percent -2in (pct),Air Park (2100) Soil Moisture Percent -2in (pct)',
      '2026-07-06 00:00,12,22.5',
    ),
    stored: ['2099/5.08 2026-07-06 06:00 0.12', '2100/5.08 2026-07-06 06:00 0.225'],
  },
  {
    name: 'two-clocks.csv',
    text: lines('Local Time,UTC Time,VWC 20cm (%),Temp 2m (°C)', '2026-07-06 05:00,2026-07-06 10:00,21,25'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 10:00 0.21'],
  },
  {
    name: 'elsewhere.csv',
    text: lines('Date and Time (Europe/Paris),VWC 20cm (%)', '13/07/2026 12:00,21'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-13 10:00 0.21'],
  },
  {
    name: 'mez.csv',
    text: lines('Zeit (MEZ);Bodenfeuchte 20cm (%)', '13.07.2026 12:00;21'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-13 11:00 0.21'],
  },
  {
    name: 'autumn.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      '11/01/2026 12:30:00 AM,21',
      '11/01/2026 01:00:00 AM,22',
      '11/01/2026 01:30:00 AM,23',
      '11/01/2026 01:00:00 AM,24',
      '11/01/2026 01:30:00 AM,25',
      '11/01/2026 02:00:00 AM,26',
      '11/13/2026 02:00:00 PM,27',
    ),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-11-01 05:30 0.21',
      '1/20 2026-11-01 06:00 0.22',
      '1/20 2026-11-01 06:30 0.23',
      '1/20 2026-11-01 07:00 0.24',
      '1/20 2026-11-01 07:30 0.25',
      '1/20 2026-11-01 08:00 0.26',
      '1/20 2026-11-13 20:00 0.27',
    ],
  },
  {
    name: 'words-first.csv',
    text: lines('time,VWC_10cm [%],VWC_20cm [%]', '2026-07-13 10:00,<0.1,>60', '2026-07-13 11:00,21,20.5'),
    options: ['--probe', '1'],
    stored: ['1/10 2026-07-13 16:00 0.21', '1/20 2026-07-13 16:00 0.205'],
    refused: [2, 2],
  },
]

/** Questions that must be answered before the file can be read correctly. */
const ASKED: [name: string, text: string, options: string[], sentence: string][] = [
  [
    'metres',
    lines('station,time,depth,vwc', '1,2026-07-06 10:00,0.05,0.21', '1,2026-07-06 10:00,1,0.22'),
    [],
    'depth unit: the depths of "depth" run to 1, which are hardly centimetres',
  ],
  [
    'either degree',
    lines('time,VWC 20cm,Soil Temp 20cm', '2026-03-06 10:00,0.21,41', '2026-03-06 11:00,0.21,40'),
    ['--probe', '1'],
    'sensors: the unit of "Soil Temp 20cm" is not said, and its figures, 40 to 41, could be °C or °F',
  ],
  [
    'inches beside a temperature',
    lines('time,VWC 8in,Soil Temp 8in', '2026-03-06 10:00,0.21,20', '2026-03-06 11:00,0.21,21'),
    ['--probe', '1'],
    'its figures, 20 to 21, could be °C or °F',
  ],
  [
    'another degree than it says',
    lines('time,VWC 20cm,Soil Temp 20cm (C)', '2026-07-06 10:00,0.21,68'),
    ['--probe', '1'],
    'sensors: "Soil Temp 20cm (C)" says C, but its figures run to 68, which no soil has in °C',
  ],
  [
    'two clocks in one column',
    lines('time,tz,VWC 20cm', '2026-11-01 01:30,CDT,0.21', '2026-11-01 01:30,CST,0.22'),
    ['--probe', '1'],
    'clock: the column "tz" says CDT, CST, which is not one clock that is known here',
  ],
  [
    'a clock that changes far below',
    lines(
      'time,tz,VWC 20cm',
      ...Array.from({ length: 2100 }, (_, n) => `2026-10-01T${String(n % 24).padStart(2, '0')}:00,CDT,0.21`),
      '2026-11-01 03:30,CST,0.22',
    ),
    ['--probe', '1'],
    'clock: the column "tz" says CDT, CST',
  ],
  [
    'a fraction beside per cent',
    lines('time,VWC 20cm,VWC 40cm', '2026-07-06 10:00,0.21,31', '2026-07-06 11:00,0.22,31.5'),
    ['--probe', '1'],
    'unit: the figures run from 31 to 31.5, which is no water content in m3/m3',
  ],
  [
    'one name twice',
    lines('Time,Soil Moisture,Soil Moisture', '2026-07-06 10:00,0.21,0.31'),
    ['--sensors', 'Soil Moisture=P1-20cm'],
    'sensors: two columns are called "Soil Moisture", so that nobody can say which sensor is which',
  ],
  [
    'an hour that is skipped',
    lines('Time,VWC 20cm (%)', '2026-03-08 01:30,21', '2026-03-08 02:30,21', '2026-03-08 03:30,21'),
    ['--probe', '1'],
    'clock: 2026-03-08 02:30 does not exist in America/Winnipeg',
  ],
]

it('a file is stored as a person would read it, with one option at most, and its preview stores nothing', async () => {
  const desk = await importDesk()
  for (const { name, text, options = [], stored, refused = [] } of FILES) {
    const file = await desk.write(name, text)
    await desk.load(file, ...options, '--fresh', '--dry-run')
    expect({ name, looked: await storedLines(desk) }).toEqual({ name, looked: [] })
    const { printed } = await desk.load(file, ...options, '--fresh')
    const refusedLines = printed.flatMap((line) => /^ {2}line (\d+): /.exec(line)?.[1] ?? []).map(Number)
    expect({ name, stored: await storedLines(desk), refused: refusedLines }).toEqual({
      name,
      stored,
      refused,
    })
  }
})

it('a file that can be read in two ways is asked about, and nothing of it is stored', async () => {
  const desk = await importDesk()
  for (const [name, text, options, sentence] of ASKED) {
    const file = await desk.write(`${name}.csv`, text)
    const complaint = await desk.load(file, ...options).then(
      () => null,
      (error: unknown) => (error instanceof UsageError ? error.message : error),
    )
    expect({ name, said: complaint }).toEqual({ name, said: expect.stringContaining(sentence) })
  }
  expect(await storedLines(desk)).toEqual([])
})
