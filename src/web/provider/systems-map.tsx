/** All systems as dots on the map. Loaded lazily. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DeskMap } from '../../contract/accounts/desk.ts'
import { paths } from '../kit/paths.ts'
import { Dots } from '../map/dots.tsx'
import { FieldMap } from '../map/field-map.tsx'
import { START_VIEW, SYSTEM_ZOOM, mapWidth, viewAround } from '../map/zoom.ts'
import { text } from './desk.text.ts'

export function SystemsMap({ systems }: { systems: DeskMap }) {
  const navigate = useNavigate()
  const dots = useMemo(
    () =>
      systems.names.map((name, at) => ({
        name,
        place: { lat: systems.latitudes[at] ?? 0, lng: systems.longitudes[at] ?? 0 },
        flagged: systems.states[at] !== 0,
      })),
    [systems],
  )
  const view = useMemo(
    () =>
      viewAround(
        dots.map(({ place }) => place),
        SYSTEM_ZOOM - 3,
        mapWidth(window.innerWidth),
      ) ?? START_VIEW,
    [dots],
  )
  return (
    <FieldMap label={text.mapLabel} view={view} locked={false} loadingText={text.loadingMap}>
      <Dots dots={dots} onPress={(name) => void navigate({ to: paths.deskSystem(name) })} />
    </FieldMap>
  )
}
