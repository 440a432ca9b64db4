/** What is said on these screens. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('wateruse', {
  flow: 'Flow',
  pressure: 'Pressure',
  flowPredictedHereWere: (words: Figure, flow: Figure) =>
    `The flow is ${words}: ${flow} was predicted here. Check the valves, the nozzles and the pump.`,
  tooLittleFlowPump: 'Too little flow for the pump',
  doNotStartPass: 'Do not start this pass',
  raiseLowestPercentages: 'Raise the lowest percentages',
  needsLeastPassMachine: (flow: Figure) =>
    `needs at least ${flow}. On this pass the machine would draw less:`,
  nothingSentWhatRan:
    'Nothing was sent, and the pivot keeps running what it ran before. What you typed is kept.',
  raisingGivesCellsLowest:
    'Raising gives the cells with the lowest percentages there more water, just enough for the flow. Geofences of 0% stay dry.',
  raisingDoesNotHelp: 'Raising does not help everywhere. The pump needs a bypass, or has to stop, at:',
  loadingPump: 'Loading the pump…',
  pumpCouldNotFetched: 'The pump could not be fetched.',
  noPumpEntered: 'No pump is entered.',
  changePump: 'Change pump',
  enterPump: 'Enter pump',
  leastFlow: (flow: Figure) => `minimum flow ${flow}`,
  greatestFlow: (flow: Figure) => `maximum flow ${flow}`,
  oneOther: 'one other',
  others: (others: Figure) => `${others} others`,
  pump: 'Pump',
  flowNotKnown: ': its flow is not known',
  sharedBy: (join: Figure) => `Shared by ${join}.`,
  pump2: (name: Figure) => `Pump ${name}`,
  name: 'Name',
  leastFlow2: 'Minimum flow',
  belowPumpMustNot: 'The pump must not run below this. Leave it empty if you do not know.',
  greatestFlow2: 'Maximum flow',
  savePump: 'Save pump',
  saving: 'Saving…',
  removing: 'Removing…',
  removePump: 'Remove pump',
  systemsDraw: 'Systems that draw on it',
  waterPump: 'Water and pump',
  waterYear: 'Water used this year',
  aboutApplicationEfficiency: 'About application efficiency',
  shareWaterLeavingNozzles:
    'The share of the water leaving the nozzles that reaches the roots; wind, evaporation and runoff take the rest. A prescription asks for that much more. Usual for a pivot with drops: 80 to 95%.',
  applicationEfficiency: 'Application efficiency:',
  onlyOwnerCanChange: 'Only the owner can change this.',
  applicationEfficiency2: 'Application efficiency',
  saveEfficiency: 'Save efficiency',
})
