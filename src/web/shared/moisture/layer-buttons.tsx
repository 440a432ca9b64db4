/** The buttons that show or hide the layers of a field on a map that is about something else. */
import { Droplets, MapPin } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { FieldLayersState } from './use-field-layers.ts'

const ICON = 20

export interface LayerButtonsProps {
  layers: FieldLayersState
  /** Whether a system is chosen. */
  known: boolean
  /** The page itself is about probes. */
  withoutProbes?: boolean
}

export function LayerButtons({ layers, known, withoutProbes }: LayerButtonsProps) {
  return (
    <>
      <Button
        icon={<Droplets size={ICON} aria-hidden="true" />}
        pressed={layers.moisture}
        disabled={!known}
        onClick={() => layers.setMoisture(!layers.moisture)}
      >
        {layers.moisture ? 'Hide Moisture' : 'Show Moisture'}
      </Button>
      {withoutProbes ? null : (
        <Button
          icon={<MapPin size={ICON} aria-hidden="true" />}
          pressed={layers.probes}
          disabled={!known}
          onClick={() => layers.setProbes(!layers.probes)}
        >
          {layers.probes ? 'Hide Probes' : 'Show Probes'}
        </Button>
      )}
    </>
  )
}
