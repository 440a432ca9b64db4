/** Hand-made tables with various units, layers and stations; expected values were read off by hand. */
import { expect, it } from 'vitest'
import { type FileCase, readFiles } from '../../testing/file-cases.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const latin = (text: string) => Buffer.from(text, 'latin1')

/** The system is in the time zone of Winnipeg: five hours behind UTC in summer, six in winter. */
const FILES: FileCase[] = [
  {
    name: 'irrimax-mm.csv',
    text: lines('Date Time,10cm (mm),20cm (mm),Sum (mm)', '2026/07/13 10:00:00,18.2,24.5,42.7'),
    options: ['--probe', '3'],
    asked: 'layer',
  },
  {
    name: 'irrimax-mm100.csv',
    text: lines('Date Time,10cm (mm/100mm),20cm (mm/100mm)', '2026/07/13 10:00:00,18.2,24.5'),
    options: ['--probe', '3'],
    stored: ['3/10 2026-07-13 15:00 0.182', '3/20 2026-07-13 15:00 0.245'],
  },
  {
    name: 'long-text.csv',
    text: lines(
      'site|datetime|depth_in|theta_v|',
      'NW-A|2026-07-06 10:00|8|0.21|',
      'NW-B|2026-07-06 10:00|16|0.31|',
      '',
      'Records: 2',
    ),
    options: ['--probes', 'NW-A=1,NW-B=2'],
    stored: ['1/20.32 2026-07-06 15:00 0.21', '2/40.64 2026-07-06 15:00 0.31'],
    refused: [5],
  },
  {
    name: 'long-clash.csv',
    text: lines('site,datetime,depth_cm,vwc', 'A1,2026-07-06 10:00,20,0.21', 'B1,2026-07-06 10:00,20,0.31'),
    stored: ['1/20 2026-07-06 15:00 0.21'],
    refused: [3],
  },
  {
    name: 'mac.txt',
    text: latin(
      'Date;Heure;Teneur en eau 20 cm (%);Température du sol 20 cm (°C);Conductivité 20 cm (µS/cm)\r13/07/2026;10:00;21,5;18,5;1.250,5\r13/07/2026;11:00;21,4;18,5;950\r',
    ),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-13 15:00 0.215 18.5°C 1.2505dS/m', '1/20 2026-07-13 16:00 0.214 18.5°C 0.95dS/m'],
  },
  {
    name: 'utf16.csv',
    text: utf16(
      'Datum\tWassergehalt 30cm (Vol.-%)\tSaugspannung 30cm (hPa)\r\n13.07.2026 10:00\t21,5\t330\r\n',
    ),
    options: ['--probe', '1'],
    stored: ['1/30 2026-07-13 15:00 0.215', 'tension 1/30 2026-07-13 15:00 33'],
  },
  {
    name: 'inches-per-foot.csv',
    text: lines('Date,Soil Moisture 12in (in/ft),Soil Moisture 24in (inches/foot)', '2026-07-06 10:00,2.4,3'),
    options: ['--probe', '1'],
    stored: ['1/30.48 2026-07-06 15:00 0.2', '1/60.96 2026-07-06 15:00 0.25'],
  },
  {
    name: 'ms-m.csv',
    text: lines(
      'Date,VWC 20cm [%],EC 20cm [mS/m],Matric potential 20cm [pF],Water potential 40cm [MPa]',
      '2026-07-06 10:00,20,41,2,-0.033',
    ),
    options: ['--probe', '1'],
    stored: [
      '1/20 2026-07-06 15:00 0.2 0.41dS/m',
      'tension 1/20 2026-07-06 15:00 9.80665',
      'tension 1/40 2026-07-06 15:00 33',
    ],
  },
  {
    name: 'layer.csv',
    text: lines('Date,VWC_0-30cm (%),VWC_30-60cm (%)', '2026-07-06 10:00,20,21'),
    options: ['--probe', '1'],
    stored: ['1/15 2026-07-06 15:00 0.2', '1/45 2026-07-06 15:00 0.21'],
  },
  {
    name: 'layer-underscore.csv',
    text: lines('Date,VWC_0_30cm (%),VWC_30_60cm (%)', '2026-07-06 10:00,20,21'),
    options: ['--probe', '1'],
    stored: ['1/15 2026-07-06 15:00 0.2', '1/45 2026-07-06 15:00 0.21'],
  },
  {
    name: 'bare-depth.csv',
    text: lines('Date,VWC_20,VWC_40', '2026-07-06 10:00,0.20,0.21'),
    options: ['--probe', '1'],
    asked: 'VWC_20',
  },
  {
    name: 'meter.csv',
    text: lines(
      'Date,Flow rate (gpm),Totalizer (ac-ft),Rain (in),Battery (mV)',
      '2026-07-06 10:00,800,1.5,0.1,3600',
    ),
    options: ['--probe', '1'],
    // 800 gal/min is 181.699737 m3/h, 1.5 acre-feet are 1850.2227 m3
    stored: [
      'battery 1 2026-07-06 15:00 3.6',
      'flow 1 2026-07-06 15:00 181.7',
      'volume 1 2026-07-06 15:00 1850.22',
      'rain 1 2026-07-06 15:00 2.54',
    ],
  },
  {
    name: 'two-rows.csv',
    text: lines(',20 cm,,40 cm,', 'Date,VWC (%),Temp (C),VWC (%),Temp (C)', '2026-07-06 10:00,20,18,21,17'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.2 18°C', '1/40 2026-07-06 15:00 0.21 17°C'],
  },
  {
    name: 'quote.csv',
    text: lines('Date,"VWC 6"" (%)","VWC 12"" (%)"', '2026-07-06 10:00,20,21'),
    options: ['--probe', '1'],
    stored: ['1/15.24 2026-07-06 15:00 0.2', '1/30.48 2026-07-06 15:00 0.21'],
  },
  {
    name: 'prose-units.csv',
    text: lines(
      'Timestamp (Local),Soil moisture at 20 cm depth in %,Soil temperature at 20 cm depth in °C,Comment',
      '2026-07-06 10:00,20,18,ok',
      '2026-07-06 11:00,20.5,18,rain; then sun',
    ),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.2 18°C', '1/20 2026-07-06 16:00 0.205 18°C'],
  },
  {
    name: 'kelvin.csv',
    text: lines('time,swvl 7cm (m**3 m**-3),soil temperature 7cm (K)', '2026-07-06 10:00,0.2,291.15'),
    options: ['--probe', '1'],
    stored: ['1/7 2026-07-06 15:00 0.2 18°C'],
  },
  {
    name: 'irrimax-mm-said.csv',
    text: lines('Date Time,10cm (mm),20cm (mm)', '2026/07/13 10:00:00,18.2,24.5'),
    options: ['--sensors', '10cm (mm)=P3-10cm mm/10cm,20cm (mm)=P3-20cm mm/10cm'],
    stored: ['3/10 2026-07-13 15:00 0.182', '3/20 2026-07-13 15:00 0.245'],
  },
  {
    name: 'temp-f.csv',
    text: lines('time,vwc_20cm_pct,soil_temp_20cm_F', '2026-03-06 10:00,20,23'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-03-06 16:00 0.2 -5°C'],
  },
  {
    name: 'wide-stations.csv',
    text: lines('time,Station A 20cm VWC %,Station B 20cm VWC %', '2026-07-06 10:00,20,21'),
    options: ['--probe', '1'],
    asked: 'Station',
  },
  {
    name: 'sap.csv',
    text: lines(
      'time,Soil Water Tension 1 (30 cm) [kPa],Soil Water Tension 2 (60 cm) [kPa],Soil Temp 1 [°C]',
      '2026-07-06 10:00,33,45,18',
    ),
    options: ['--probe', '1'],
    stored: ['tension 1/30 2026-07-06 15:00 33', 'tension 1/60 2026-07-06 15:00 45'],
  },
  {
    name: 'available.csv',
    text: lines('Date,Available water 20cm (%),Soil Saturation 20cm (%)', '2026-07-06 10:00,60,70'),
    options: ['--probe', '1'],
    asked: 'a share of what the soil can hold',
  },
  {
    name: 'rh.csv',
    text: lines('Date,VWC 20cm (%),Relative Humidity (%),Humidity 2 m (%)', '2026-07-06 10:00,20,70,71'),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.2'],
  },
  {
    name: 'sensor-serial.csv',
    text: lines(
      'Date,20cm Soil Moisture - Sensor 2 (%),40cm Soil Moisture - Sensor 1 (%)',
      '2026-07-06 10:00,20,21',
    ),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.2', '1/40 2026-07-06 15:00 0.21'],
  },
  {
    name: 'probes-wide.csv',
    text: lines(
      'Date,Probe 1 20cm VWC %,Probe 2 20cm VWC %,Probe 1 20cm Temp C',
      '2026-07-06 10:00,20,21,18',
    ),
    stored: ['1/20 2026-07-06 15:00 0.2 18°C', '2/20 2026-07-06 15:00 0.21'],
  },
  {
    name: 'spaces.txt',
    text: lines(
      'date time vwc_20cm_pct soil_temp_20cm_C',
      '2026-07-06 10:00 20.5 18',
      '2026-07-06 11:00 20.4 18',
    ),
    options: ['--probe', '1'],
    stored: ['1/20 2026-07-06 15:00 0.205 18°C', '1/20 2026-07-06 16:00 0.204 18°C'],
  },
]

it('a table is stored as a person would read it, or asked about', async () => {
  for (const { found, expected } of await readFiles(FILES)) expect(found).toEqual(expected)
})
