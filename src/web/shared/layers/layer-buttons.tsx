/** Buttons that toggle the background layers of a map. */
import { ChartPie, Droplets, Hexagon, MapPin } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { FieldLayer, FieldLayersState } from './use-field-layers.ts'
import { text } from './layers.text.ts'

const ICON = 20

const BUTTONS = [
  { layer: 'prescription', Icon: ChartPie, show: text.showPrescription, hide: text.hidePrescription },
  { layer: 'geofences', Icon: Hexagon, show: text.showGeofences, hide: text.hideGeofences },
  { layer: 'moisture', Icon: Droplets, show: text.showMoisture, hide: text.hideMoisture },
  { layer: 'probes', Icon: MapPin, show: text.showProbes, hide: text.hideProbes },
] as const

export interface LayerButtonsProps {
  layers: FieldLayersState
  /** The layer that the page itself always shows. */
  without?: FieldLayer
}

export function LayerButtons({ layers, without }: LayerButtonsProps) {
  return BUTTONS.filter(({ layer }) => layer !== without).map(({ layer, Icon, show, hide }) => (
    <Button
      key={layer}
      icon={<Icon size={ICON} aria-hidden="true" />}
      pressed={layers.shows(layer)}
      disabled={!layers.known}
      onClick={() => layers.toggle(layer)}
    >
      {layers.shows(layer) ? hide : show}
    </Button>
  ))
}
