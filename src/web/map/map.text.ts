/** Texts of every map. */
import { inLanguage } from '../language/language.ts'

export const text = inLanguage('map', {
  notLoaded: 'The map could not be loaded.',
  noWebgl: 'This browser cannot draw the map: WebGL 2 is missing or switched off.',
  youAreHere: 'You are here',
  imageryMissing: 'Satellite imagery is not loading. Outlines are shown instead.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitToField: 'Fit to field',
  outlinesNaturalEarth: 'Outlines: Natural Earth',
  halfMile: '½ mile',
  eastWest: 'EW',
  northSouth: 'NS',
})
