/** The list of probes by number: place, distance, status; editing without the map. */
import { useCallback, useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { DevicePosition } from '../kit/device-position.ts'
import { PROBES_VIEW } from '../map/zoom.ts'
import { isFull } from './placement-draft.ts'
import type { ProbeMarker } from './placement-draft.ts'
import css from './probe-list.module.css'
import { ProbeRow } from './probe-row.tsx'
import type { StoredProbe } from './probe-soil.ts'
import type { ProbeStatus } from './probe-status.ts'
import { TypedProbe } from './typed-probe.tsx'
import type { DraftParts, MapState, Shown } from './use-placement.ts'
import { text } from './probe.text.ts'

/** Closer than the page's zoom, to tell one probe from its neighbours. */
const ONE_PROBE_ZOOM = PROBES_VIEW.zoom + 2

export interface ProbeListProps extends DraftParts, Pick<MapState, 'goTo'> {
  device: DevicePosition | null
  shown: Shown
  statuses: ReadonlyMap<number, ProbeStatus>
  storedProbeOf: (probe: ProbeMarker) => StoredProbe | null
}

export function ProbeList({ draft, dispatch, device, shown, goTo, statuses, storedProbeOf }: ProbeListProps) {
  const { chosen, setChosen, setGuided } = shown
  const { probes, fieldName } = draft
  const byNumber = useMemo(
    () => probes.toSorted((a, b) => Number(a.number) - Number(b.number) || a.id - b.id),
    [probes],
  )
  const onToggle = useCallback(
    (id: number) => setChosen((before) => (before === id ? null : id)),
    [setChosen],
  )
  const show = ({ lat, lng }: LatLng) => goTo({ centre: { lat, lng }, zoom: ONE_PROBE_ZOOM })
  return (
    <section className={css.section} aria-labelledby="probes-heading">
      <h2 id="probes-heading">{text.title}</h2>
      {probes.length === 0 ? (
        <p className={css.none}>{text.noProbesYet}</p>
      ) : (
        <ul className={css.list} aria-label={text.probesByNumber}>
          {byNumber.map((probe) => (
            <ProbeRow
              key={probe.id}
              probe={probe}
              fieldName={fieldName}
              from={device}
              statusText={statuses.get(probe.id)?.statusText ?? ''}
              flagged={statuses.get(probe.id)?.flagged ?? false}
              open={probe.id === chosen}
              others={probe.id === chosen ? probes : NOBODY}
              stored={probe.id === chosen ? storedProbeOf(probe) : null}
              dispatch={dispatch}
              onToggle={onToggle}
              onGuide={setGuided}
              onShow={probe.id === chosen ? show : NOWHERE}
            />
          ))}
        </ul>
      )}
      {isFull(draft) ? null : <TypedProbe draft={draft} dispatch={dispatch} />}
    </section>
  )
}

/** Stable props of closed rows, so that they are not rendered again. */
const NOBODY: readonly ProbeMarker[] = []
const NOWHERE = () => undefined
