/** How a person wants moisture coloured: remembered on this device, and the same for every map. */
import { useState } from 'react'
import type { MapLayer, MapRamp } from '../../../contract/maps.ts'

const STORED = 'mapColours'

/** In the order in which they are offered. */
export const RAMP_WORDS: Record<MapRamp, string> = {
  viridis: 'Yellow to blue',
  cividis: 'Yellow to grey-blue',
  target: 'Below and above target',
}

/** What a colour means, for those who hear the page. */
export const RAMP_MEANING: Record<MapRamp, string> = {
  viridis: 'yellow is dry, dark blue is wet',
  cividis: 'yellow is dry, dark blue is wet',
  target: 'brown is below the target, pale is on it, blue is above it',
}

function isRamp(text: string | null): text is MapRamp {
  return text !== null && Object.hasOwn(RAMP_WORDS, text)
}

function stored(): MapRamp {
  try {
    const text = localStorage.getItem(STORED)
    return isRamp(text) ? text : 'viridis'
  } catch {
    // a browser that keeps nothing
    return 'viridis'
  }
}

function store(ramp: MapRamp): void {
  try {
    localStorage.setItem(STORED, ramp)
  } catch {
    // the choice then holds as long as the page
  }
}

export interface PictureChoice {
  ramp: MapRamp
  layer: MapLayer
  setRamp: (text: string) => void
  setLayer: (layer: MapLayer) => void
}

export function usePictureChoice(): PictureChoice {
  const [ramp, setRamp] = useState(stored)
  const [layer, setLayer] = useState<MapLayer>('moisture')
  return {
    ramp,
    layer,
    setLayer,
    setRamp: (text) => {
      if (!isRamp(text)) return
      setRamp(text)
      store(text)
    },
  }
}
