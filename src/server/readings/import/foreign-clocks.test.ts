/** Time formats of loggers, spreadsheets and clouds; expected values were read off by hand. */
import { expect, it } from 'vitest'
import { type FileCase, readFiles } from '../../testing/file-cases.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`

/** The system is in the time zone of Winnipeg: five hours behind UTC in summer, six in winter. */
const FILES: FileCase[] = [
  {
    name: 'hoboconnect-mountain.csv',
    text: lines(
      '#,Date-Time (MST/MDT),Ch:2 - Water Content 20 cm (m³/m³)',
      '1,07/13/2026 10:00:00,0.231',
      '2,01/13/2026 10:00:00,0.25',
    ),
    options: ['--probe', '1'],
    // either Mountain Time, or a question; never Winnipeg's
    stored: ['1/20 2026-01-13 17:00 0.25', '1/20 2026-07-13 16:00 0.231'],
  },
  {
    name: 'iso.csv',
    text: lines(
      'time,VWC 20cm (m3/m3)',
      '2026-07-06T10:00:00-06:00,0.21',
      '2026-07-06T16:15:00Z,0.22',
      '2026-07-06T10:30:00.000-0600,0.23',
      '20260706T164500Z,0.24',
    ),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-07-06 16:00 0.21',
      '1/20 2026-07-06 16:15 0.22',
      '1/20 2026-07-06 16:30 0.23',
      '1/20 2026-07-06 16:45 0.24',
    ],
  },
  // 1783332000 is 2026-07-06 10:00 UTC
  {
    name: 'epoch.csv',
    text: lines('unix_time,VWC 20cm (%),Tension 20cm (kPa)', '1783332000,21.5,33', '1783335600,21.4,34'),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-07-06 10:00 0.215',
      '1/20 2026-07-06 11:00 0.214',
      'tension 1/20 2026-07-06 10:00 33',
      'tension 1/20 2026-07-06 11:00 34',
    ],
  },
  {
    name: 'epoch-ms.csv',
    text: lines('ts;VWC 20cm (%)', '1783332000000;21,5'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 10:00 0.215'],
  },
  // 46209 is 2026-07-06; .5 is noon; 46209.4375 is 10:30
  {
    name: 'excel.csv',
    text: lines('Date,VWC 20cm (%)', '46209.4375,21.5', '46209.4583333333,21.4'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:30 0.215', '1/20 2026-07-06 16:00 0.214'],
  },
  {
    name: 'excel-comma.csv',
    text: lines('Datum;Bodenfeuchte 20cm (%)', '46209,4375;21,5', '46209,4583333333;21,4'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:30 0.215', '1/20 2026-07-06 16:00 0.214'],
  },
  {
    name: 'doy.csv',
    text: lines('Year,DOY,Time,VWC_20cm (%)', '2026,187,1000,21.5', '2026,187,2400,21.4'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.215', '1/20 2026-07-07 05:00 0.214'],
  },
  {
    name: 'ambiguous.csv',
    text: lines('Date,VWC 20cm (%)', '03/04/2026 10:00,21.5'),
    options: ['--probe', '1'],
    asked: 'date',
  },
  {
    name: 'said-order.csv',
    text: lines('Date (MM/DD/YYYY),Time,VWC 20cm (%)', '03/04/2026,10:00,21.5'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-03-04 16:00 0.215'],
  },
  {
    name: 'cells-zone.csv',
    text: lines(
      'Date,VWC 20cm (%)',
      '2026-11-01 01:30:00 CDT,20',
      '2026-11-01 01:30:00 CST,21',
      '2026-11-01 02:30:00 CST,22',
    ),
    options: ['--probe', '1'],
    stored: ['1/20 2026-11-01 06:30 0.2', '1/20 2026-11-01 07:30 0.21', '1/20 2026-11-01 08:30 0.22'],
  },
  {
    name: 'js-date.csv',
    text: lines('Date,VWC 20cm (%)', 'Mon Jul 06 2026 10:00:00 GMT-0600 (Mountain Daylight Time),20'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 16:00 0.2'],
  },
  {
    name: 'standard.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      ...['00:30', '01:00', '01:30', '02:00', '02:30', '03:00'].map((t, i) => `2026-03-08 ${t},${20 + i}`),
    ),
    options: ['--probe', '1'],
    asked: 'clock',
  },
  {
    name: 'standard-said.csv',
    text: lines(
      'Time,VWC 20cm (%)',
      ...['00:30', '01:00', '01:30', '02:00', '02:30', '03:00'].map((t, i) => `2026-03-08 ${t},${20 + i}`),
    ),
    options: ['--probe', '1', '--clock', 'standard'],
    stored: ['06:30 0.2', '07:00 0.21', '07:30 0.22', '08:00 0.23', '08:30 0.24', '09:00 0.25'].map(
      (t) => `1/20 2026-03-08 ${t}`,
    ),
  },
  {
    name: 'offset-us.csv',
    text: lines('time,VWC 20cm (%)', '07/16/2026 10:00:00 +0000,20', '07/16/2026 11:00:00 GMT-05:00,21'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-16 10:00 0.2', '1/20 2026-07-16 16:00 0.21'],
  },
  {
    name: 'rfc.csv',
    text: lines('time;VWC 20cm (%)', 'Mon, 06 Jul 2026 10:00:00 GMT;20'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 10:00 0.2'],
  },
  {
    name: 'unknown-zone.csv',
    text: lines('time,VWC 20cm (%)', '2026-07-06 10:00 XYZ,20'),
    options: ['--probe', '1'],
    stored: [],
    refused: [2],
  },
  {
    name: 'order-proven.csv',
    text: lines('Date (MM/DD/YYYY),VWC 20cm (%)', '13/07/2026 10:00,20'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-13 15:00 0.2'],
  },
  {
    name: 'serial-index.csv',
    text: lines('Record,Date,VWC 20cm (%)', '45001,2026-07-06 10:00,20'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.2'],
  },
]

it('a time is read as a person would read it, or asked about', async () => {
  for (const { found, expected } of await readFiles(FILES)) expect(found).toEqual(expected)
})
