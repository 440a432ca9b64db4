/** Colour and layer preferences of maps: stored on this device, shared by every map. */
import { useState } from 'react'
import type { MapLayer, MapPaper, MapRamp } from '#contract/maps.ts'
import { browserStorage } from '../../kit/storage.ts'
import { useDark } from '../../kit/theme.ts'
import { text } from './moisture.text.ts'

/** In the order in which they are offered. */
export const RAMP_WORDS: Record<MapRamp, string> = {
  viridis: text.yellowToBlue,
  cividis: text.yellowToGreyBlue,
  target: text.aroundTarget,
}

/** The meaning of the colours, for screen readers. */
export const RAMP_MEANING: Record<MapRamp, string> = {
  viridis: text.yellowIsDry,
  cividis: text.yellowIsDry,
  target: text.brownIsBelowTarget,
}

/** Which quantity a map shows. */
export type MoistureShown = Exclude<MapLayer, 'uncertainty'>

/** In the order in which they are offered. */
export const SHOWN_WORDS: Record<MoistureShown, string> = {
  classes: text.moistureClasses,
  share: text.moistureScale,
  volume: text.volumeChoice,
}

function has<T extends string>(words: Record<T, string>, text: string | null): text is T {
  return text !== null && Object.hasOwn(words, text)
}

const RAMP = 'mapColours'
const SHOWN = 'mapShown'

function storedRamp(): MapRamp {
  const text = browserStorage().getItem(RAMP)
  return has(RAMP_WORDS, text) ? text : 'viridis'
}

function storedShown(): MoistureShown {
  const text = browserStorage().getItem(SHOWN)
  return has(SHOWN_WORDS, text) ? text : 'classes'
}

export interface PictureChoice {
  ramp: MapRamp
  shown: MoistureShown
  /** The layer requested from the server: the shown quantity, or its uncertainty. */
  layer: MapLayer
  /** The background of pictures follows the page's theme. */
  paper: MapPaper
  setRamp: (text: string) => void
  setShown: (text: string) => void
  setUncertainty: (uncertainty: boolean) => void
}

export function usePictureChoice(): PictureChoice {
  const [ramp, setRamp] = useState(storedRamp)
  const [shown, setShown] = useState(storedShown)
  const [uncertainty, setUncertainty] = useState(false)
  const dark = useDark()
  return {
    ramp,
    shown,
    layer: uncertainty ? 'uncertainty' : shown,
    paper: dark ? 'dark' : 'light',
    setUncertainty,
    setRamp: (text) => {
      if (!has(RAMP_WORDS, text)) return
      setRamp(text)
      browserStorage().setItem(RAMP, text)
    },
    setShown: (text) => {
      if (!has(SHOWN_WORDS, text)) return
      setShown(text)
      browserStorage().setItem(SHOWN, text)
    },
  }
}
