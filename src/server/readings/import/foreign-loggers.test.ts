/** Files in the formats of further loggers, without excerpts of real files; expected values were read off by hand. */
import { expect, it } from 'vitest'
import { type FileCase, readFiles } from '../../testing/file-cases.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`

const CS655 = lines(
  '"TOA5","NW_Pivot","CR1000X","12345","CR1000X.Std.05.02","CPU:soil_v3.CR1X","30211","Soil15"',
  '"TIMESTAMP","RECORD","BattV_Min","PTemp_C_Avg","VWC_1_Avg","EC_1_Avg","T_1_Avg","P_1_Avg","PA_1_Avg","VR_1_Avg","VWC_2_Avg","EC_2_Avg","T_2_Avg"',
  '"TS","RN","Volts","Deg C","m^3/m^3","dS/m","Deg C","unitless","nSec","unitless","m^3/m^3","dS/m","Deg C"',
  '"","","Min","Avg","Avg","Avg","Avg","Avg","Avg","Avg","Avg","Avg","Avg"',
  '"2026-07-06 10:00:00",0,12.9,25.1,0.211,0.35,18.5,9.1,2.1,1.1,0.305,"NAN",17.5',
  '"2026-07-06 10:15:00",1,12.8,25.3,0.21,0.34,18.6,9.1,2.1,1.1,"NAN","NAN","NAN"',
)
/** The system is in the time zone of Winnipeg: five hours behind UTC in summer, six in winter. */
const FILES: FileCase[] = [
  { name: 'cs655-asked.dat', text: CS655, asked: 'VWC_1_Avg' },
  {
    name: 'cs655.dat',
    text: CS655,
    options: ['--sensors', 'VWC_1_Avg=P1-20cm,VWC_2_Avg=P1-40cm'],
    stored: [
      '1/20 2026-07-06 15:00 0.211',
      '1/20 2026-07-06 15:15 0.21',
      '1/40 2026-07-06 15:00 0.305',
      'battery 1 2026-07-06 15:00 12.9',
      'battery 1 2026-07-06 15:15 12.8',
    ],
  },
  {
    name: 'array.dat',
    text: lines(
      'TOA5,Farm,CR300,991,CR300.Std.10.09,CPU:a.CR300,11,Hour',
      'TIMESTAMP,RECORD,VWC(1),VWC(2),SoilT(1),SoilT(2),Rain_mm_Tot,BattV',
      'TS,RN,%,%,degC,degC,mm,V',
      ',,Smp,Smp,Smp,Smp,Tot,Smp',
      '2026-07-06 23:00:00,1,21.5,31,18,17,1.2,12.5',
      '2026-07-06 24:00:00,2,21.25,31.5,18,17,0,12.4',
    ),
    options: ['--sensors', 'VWC(1)=P2-10cm,VWC(2)=P2-30cm,SoilT(1)=P2-10cm,SoilT(2)=P2-30cm,Rain_mm_Tot=1'],
    stored: [
      '2/10 2026-07-07 04:00 0.215 18°C',
      '2/10 2026-07-07 05:00 0.2125 18°C',
      '2/30 2026-07-07 04:00 0.31 17°C',
      '2/30 2026-07-07 05:00 0.315 17°C',
      'battery 2 2026-07-07 04:00 12.5',
      'battery 2 2026-07-07 05:00 12.4',
      'rain 1 2026-07-07 04:00 1.2',
      'rain 1 2026-07-07 05:00 0',
    ],
  },
  {
    name: 'appended.dat',
    text: lines(
      '"TOA5","S","CR1000X","1","v","CPU:p.CR1X","7","T15"',
      '"TIMESTAMP","RECORD","VWC_5cm_Avg","VWC_20cm_Avg"',
      '"TS","RN","m^3/m^3","m^3/m^3"',
      '"","","Avg","Avg"',
      '"2026-07-06 10:00:00",0,0.11,0.22',
      '"TOA5","S","CR1000X","1","v","CPU:p2.CR1X","9","T15"',
      '"TIMESTAMP","RECORD","VWC_20cm_Avg","VWC_5cm_Avg"',
      '"TS","RN","m^3/m^3","m^3/m^3"',
      '"","","Avg","Avg"',
      '"2026-07-06 11:00:00",0,0.23,0.12',
    ),
    options: ['--probe', '1'],
    stored: ['1/5 2026-07-06 15:00 0.11', '1/20 2026-07-06 15:00 0.22'],
    refused: [6, 7, 8, 9, 10],
  },
  {
    name: 'tob1.dat',
    text: Buffer.concat([
      Buffer.from('"TOB1","S","CR1000","1","v","p","1","T"\r\n"SECONDS"\r\n'),
      Buffer.from([0, 1, 2, 255]),
    ]),
    asked: 'TOB1',
  },
  {
    name: 'zentra3.csv',
    text: lines(
      'z6-04321,Port 1,Port 1,Port 1,Port 2,Port 2,Port 7,Port 7,Port 8,Port 8',
      '236 records,TEROS 12,TEROS 12,TEROS 12,TEROS 21,TEROS 21,Battery,Battery,Barometer,Barometer',
      'Timestamps, m³/m³ Water Content,°C Soil Temperature,mS/cm Bulk EC,kPa Matric Potential,°C Soil Temperature,% Battery Percent, mV Battery Voltage,kPa Reference Pressure,°C Logger Temperature',
      '2026-07-06 10:00:00,0.231,18.5,0.41,-33,17.5,100,7900,89,30',
      '2026-07-06 10:15:00,0.229,18.25,0.4,-34,17.5,99,7890,89,30',
    ),
    options: ['--sensors', 'Port 1=P3-20cm,Port 2=P3-40cm'],
    stored: [
      '3/20 2026-07-06 15:00 0.231 18.5°C 0.41dS/m',
      '3/20 2026-07-06 15:15 0.229 18.25°C 0.4dS/m',
      'battery 3 2026-07-06 15:00 7.9',
      'battery 3 2026-07-06 15:15 7.89',
      'charge 3 2026-07-06 15:00 100',
      'charge 3 2026-07-06 15:15 99',
      'tension 3/40 2026-07-06 15:00 33',
      'tension 3/40 2026-07-06 15:15 34',
    ],
  },
  {
    name: 'zentra-same-depth.csv',
    text: lines(
      'z6-04322,Port 1,Port 1,Port 2,Port 2',
      '2 records,TEROS 12,TEROS 12,TEROS 21,TEROS 21',
      'Timestamps, m³/m³ Water Content,°C Soil Temperature,kPa Matric Potential,°C Soil Temperature',
      '2026-07-06 10:00:00,0.231,18.5,-33,17.5',
    ),
    options: ['--sensors', 'Port 1=P3-20cm,Port 2=P3-20cm'],
    // moisture with its own temperature, tension beside it
    stored: ['3/20 2026-07-06 15:00 0.231 18.5°C', 'tension 3/20 2026-07-06 15:00 33'],
  },
  {
    name: 'em50.csv',
    text: lines(
      'EM12345,Port 1,Port 1,Port 2,Port 3,Port 4,Port 5',
      ',5TM Moisture/Temp,5TM Moisture/Temp,EC-5 Soil Moisture,None,MPS-2 Water Potential/Temp,ECRN-100 Precipitation',
      'Measurement Time,m³/m³ VWC,°C Temp,m³/m³ VWC,,kPa Potential,mm Precip',
      '7/13/2026 10:00 AM,0.21,18.5,0.31,,-45.5,0.2',
      '7/13/2026 11:00 AM,***,***,0.305,,-46,0',
    ),
    options: ['--sensors', 'Port 1=P1-15cm,Port 2=P1-30cm,Port 4=P1-30cm,Port 5=1'],
    stored: [
      '1/15 2026-07-13 15:00 0.21 18.5°C',
      '1/30 2026-07-13 15:00 0.31',
      '1/30 2026-07-13 16:00 0.305',
      'tension 1/30 2026-07-13 15:00 45.5',
      'tension 1/30 2026-07-13 16:00 46',
      'rain 1 2026-07-13 15:00 0.2',
      'rain 1 2026-07-13 16:00 0',
    ],
  },
  {
    name: 'ech2o-multiline.csv',
    text: '"Measurement Time","Port 1\n5TM Moisture/Temp\nm³/m³ VWC","Port 1\n5TM Moisture/Temp\n°C Temp","Port 2\n5TM Moisture/Temp\nm³/m³ VWC"\n7/16/2026 10:00,0.21,18.5,0.31\n',
    options: ['--sensors', 'Port 1=P1-20cm,Port 2=P1-40cm'],
    stored: ['1/20 2026-07-16 15:00 0.21 18.5°C', '1/40 2026-07-16 15:00 0.31'],
  },
  {
    name: 'em50-single.txt',
    text: lines(
      'Measurement Time\tPort 1 5TM Moisture/Temp m³/m³ VWC\tPort 1 5TM Moisture/Temp °C Temp\tPort 2 EC-5 Soil Moisture m³/m³ VWC',
      '7/16/2026 10:00\t0.21\t18.5\t0.31',
    ),
    options: ['--sensors', 'Port 1=P1-20cm,Port 2=P1-40cm'],
    stored: ['1/20 2026-07-16 15:00 0.21 18.5°C', '1/40 2026-07-16 15:00 0.31'],
  },
  {
    name: 'hoboware.csv',
    text: `\uFEFF${lines(
      '"Plot Title: N pivot 20cm"',
      '"#","Date","Time, GMT-06:00","Water Content, m³/m³ (LGR S/N: 20112233, SEN S/N: 20112233-1, LBL: 20 cm)","Temp, °C (LGR S/N: 20112233, SEN S/N: 20112234, LBL: 20 cm)","Host Connected (LGR S/N: 20112233)","Stopped (LGR S/N: 20112233)","End Of File (LGR S/N: 20112233)"',
      '1,07/13/26,12:15:00 AM,0.2310,18.5,,,',
      '2,07/13/26,12:30:00 PM,0.2290,22,,,',
      '3,07/13/26,12:31:10 PM,,,Logged,,',
      '4,07/13/26,12:40:00 PM,,,,Logged,Logged',
    )}`,
    options: ['--probe', '7'],
    stored: ['7/20 2026-07-13 06:15 0.231 18.5°C', '7/20 2026-07-13 18:30 0.229 22°C'],
  },
  {
    name: 'hoboconnect.csv',
    text: `\uFEFF${lines(
      '#,Date-Time (CST/CDT),Ch:1 - Temperature   (°C),Ch:2 - Water Content  (m³/m³),Bad Battery,Host Connected,End of File',
      '1,07/13/2026 10:00:00,18.5,0.231,,,',
      '2,07/13/2026 11:00:00,18.75,0.23,,Logged,',
    )}`,
    options: ['--sensors', 'Ch:2 - Water Content  (m³/m³)=P1-20cm'],
    stored: ['1/20 2026-07-13 15:00 0.231', '1/20 2026-07-13 16:00 0.23'],
  },
  {
    name: 'irrimax-semi.csv',
    text: lines(
      'Date Time;V1;V2;A1(5);S1(5);T1(5);A2(15);S2(15);T2(15)',
      '13/07/2026 10:00:00;12,1;3,9;18,22;1500,5;18,5;24,5;1600;17',
      '13/07/2026 11:00:00;12,1;3,9;18,2;1500,5;18,5;;;',
      '',
    ),
    options: ['--probe', '3'],
    stored: [
      '3/5 2026-07-13 15:00 0.1822 18.5°C',
      '3/5 2026-07-13 16:00 0.182 18.5°C',
      '3/15 2026-07-13 15:00 0.245 17°C',
    ],
  },
  {
    name: 'REMEDHUS_REMEDHUS_Las_Arenas_sm_0.000000_0.050000_Stevens-HydraProbe_20260706_20260707.stm',
    text: lines(
      'REMEDHUS   REMEDHUS   Las Arenas   41.37455    -5.54713   738.00    0.0000    0.0500 Stevens-HydraProbe',
      '2026/07/06 00:00    0.0410 G M',
      '2026/07/06 01:00    0.0420 D01,D03 M',
      '2026/07/06 02:00       NaN M M',
      '2026/07/06 03:00    0.0430 G M',
    ),
    options: ['--probe', '5'],
    stored: ['5/2.5 2026-07-06 00:00 0.041', '5/2.5 2026-07-06 03:00 0.043'],
    refused: [3, 4],
  },
  {
    name: 'data_94212233_0.csv',
    text: lines(
      '0;2026.07.06 10:00;0;18,5;18,6;19,1;1823;202;0;',
      '1;2026.07.06 10:15;0;18,5;18,6;19,1;1820;202;0;',
    ),
    options: ['--probe', '1'],
    asked: 'count',
  },
  {
    name: 'scan-report.csv',
    text: lines(
      '#------------------------------------------------- WARNING --------------------------------------------',
      '# The data you have obtained from this automated Natural Resources Conservation Service',
      '#',
      '# Rogers Farm #1 (2001) Nebraska  SCAN Site - 1165 ft',
      '# Reporting Frequency: Hourly; Date Range: 2026-07-06 to 2026-07-06',
      '#',
      'Date,Soil Moisture Percent -2in (pct) Start of Hour Values,Soil Moisture Percent -8in (pct) Start of Hour Values,Soil Temperature Observed -2in (degF) Start of Hour Values,Air Temperature Observed (degF) Start of Hour Values',
      '2026-07-06 00:00,21.4,30.2,68,80',
      '2026-07-06 01:00,21.5,,67.1,79',
    ),
    options: ['--probe', '2001'],
    stored: [
      '2001/5.08 2026-07-06 06:00 0.214 20°C',
      '2001/5.08 2026-07-06 07:00 0.215 19.5°C',
      '2001/20.32 2026-07-06 06:00 0.302',
    ],
  },
  {
    name: 'weatherlink.csv',
    text: lines(
      '"Home Pivot"',
      '""',
      '"Weather Station"',
      '""',
      '""',
      '"Date & Time","Temp - °F","Soil Temp 1 - °F","Soil Moisture 1 - cb","Soil Moisture 2 - cb","Rain - in"',
      '"7/13/26 10:00 AM",80,68,33,200,0.01',
      '"7/13/26 10:15 AM","--","--",34,201,0',
    ),
    options: [
      '--sensors',
      'Soil Temp 1 - °F=P1-30cm,Soil Moisture 1 - cb=P1-30cm,Soil Moisture 2 - cb=P1-60cm,Rain - in=1',
    ],
    stored: [
      'tension 1/30 2026-07-13 15:00 33',
      'tension 1/30 2026-07-13 15:15 34',
      'tension 1/60 2026-07-13 15:00 200',
      'tension 1/60 2026-07-13 15:15 201',
      'rain 1 2026-07-13 15:00 0.254',
      'rain 1 2026-07-13 15:15 0',
    ],
  },
  {
    name: 'watchdog.csv',
    text: lines(
      'WatchDog 1650,SN 12345,,',
      'Port A: Watermark 12in,Port B: WaterScout SM100,,',
      'Date and Time,WMK 12 in (CB),VWC 24 in (%),Soil Temp 12 in (°F)',
      '07/13/2026 10:00,33,21.5,68',
      '07/13/2026 10:30,239,21.4,66.2',
    ),
    options: ['--probe', '2'],
    stored: [
      '2/60.96 2026-07-13 15:00 0.215',
      '2/60.96 2026-07-13 15:30 0.214',
      'tension 2/30.48 2026-07-13 15:00 33',
      'tension 2/30.48 2026-07-13 15:30 239 sensor_fault',
    ],
  },
  {
    name: 'hydraprobe.csv',
    text: lines(
      'Timestamp (UTC),Soil Moisture 10cm (wfv),Soil Conductivity 10cm (S/m),Soil Temperature 10cm (C),Real Dielectric Permittivity 10cm,Soil Moisture 40cm (wfv)',
      '2026-07-06 10:00:00,0.231,0.041,18.5,12.1,0.31',
    ),
    options: ['--probe', '4'],
    stored: ['4/10 2026-07-06 10:00 0.231 18.5°C 0.41dS/m', '4/40 2026-07-06 10:00 0.31'],
  },
  {
    name: 'deltalink.csv',
    text: lines(
      'GP2 DeltaLINK export',
      'Logger,Field 4',
      'Time,PR2 100mm,PR2 200mm,Soil Temp 100mm',
      'Unit,%vol,%vol,deg C',
      '13/07/2026 10:00:00,21.5,31.5,18.5',
      '13/07/2026 11:00:00,21.4,31.5,18.5',
    ),
    options: ['--probe', '4'],
    stored: [
      '4/10 2026-07-13 15:00 0.215 18.5°C',
      '4/10 2026-07-13 16:00 0.214 18.5°C',
      '4/20 2026-07-13 15:00 0.315',
      '4/20 2026-07-13 16:00 0.315',
    ],
  },
  {
    name: 'aquacheck.csv',
    text: lines(
      'Logger ID,Date,Time,Moisture 10cm,Moisture 20cm,Temp 10cm',
      'AC1234,2026/07/06,10:00,35.5,41.2,18.5',
    ),
    options: ['--probe', '1'],
    asked: 'unit',
  },
  {
    name: 'cropx.csv',
    text: lines(
      'Device name,Time,VWC 8 inch (%),VWC 18 inch (%),EC 8 inch (dS/m),Temperature 8 inch (°F)',
      'North pivot 3,2026-07-06T10:00:00-05:00,21.5,31.5,0.41,68',
      'North pivot 4,2026-07-06T15:00:00Z,22.5,32.5,0.4,68',
    ),
    options: ['--station', 'Device name'],
    stored: [
      '3/20.32 2026-07-06 15:00 0.215 20°C 0.41dS/m',
      '3/45.72 2026-07-06 15:00 0.315',
      '4/20.32 2026-07-06 15:00 0.225 20°C 0.4dS/m',
      '4/45.72 2026-07-06 15:00 0.325',
    ],
  },
  {
    name: 'aranet.csv',
    text: lines(
      '"Time(DD/MM/YYYY h:mm:ss A)","Volumetric water content(%)","Soil temperature(°C)","Pore EC(dS/m)"',
      '"06/07/2026 10:00:00 AM","21,5","18,5","1,2"',
    ),
    options: ['--sensors', 'Volumetric water content(%)=P1-20cm,Soil temperature(°C)=P1-20cm'],
    stored: ['1/20 2026-07-06 15:00 0.215 18.5°C'],
  },
  {
    name: 'metos.csv',
    text: lines(
      '"","EAG Soil moisture 1 [%] 10cm","EAG Soil moisture 2 [%] 20cm","Soil temperature 10cm [°C]","","","Precipitation [mm]","Battery [mV]"',
      '"Date/Time","avg","avg","avg","max","min","sum","last"',
      '"2026-07-06 10:00:00",21.5,31.5,18.5,18.9,18.1,0.2,6400',
      '"2026-07-06 11:00:00",21.4,31.4,18.6,18.9,18.1,0,6390',
    ),
    options: ['--probe', '6'],
    stored: [
      '6/10 2026-07-06 15:00 0.215 18.5°C',
      '6/10 2026-07-06 16:00 0.214 18.6°C',
      '6/20 2026-07-06 15:00 0.315',
      '6/20 2026-07-06 16:00 0.314',
      'battery 6 2026-07-06 15:00 6.4',
      'battery 6 2026-07-06 16:00 6.39',
      'rain 6 2026-07-06 15:00 0.2',
      'rain 6 2026-07-06 16:00 0',
    ],
  },
  {
    name: 'weatherlink-2.csv',
    text: lines('Date & Time;Soil Moisture 1 12 in - cb', '13.07.2026 10:00;33'),
    options: ['--probe', '1'],
    stored: ['tension 1/30.48 2026-07-13 15:00 33'],
  },
]

it('a logger file is stored as a person would read it, or asked about', async () => {
  for (const { found, expected } of await readFiles(FILES)) expect(found).toEqual(expected)
})
